/* The figure of the chapter on real traffic: the reader is the rival, who places fake clicks against two players of a small game. */

const RIVAL = {
  T: 28, W: 4, share: 0.3, fakes: 0.2, blocks: 7, // quarters of the days of a week; all of the fakes are so many blocks
  traffic: [[100, 150, 100, 50], [50, 100, 150, 100]], // clicks by quarter of a day, at placements A and B
  worth: [1, 0.8], // of a first click there, against
  bend: 0.3, // how much less the last one is worth: f_t(x) = sum_i v_i (x_i - bend x_i^2/2), v_i = worth of all clicks
};
const RIVAL_PLAYERS = { dual: "dual descent", repricing: "repricing" };

/** The week without fakes: prices T*2, values T*2, and what players are told. */
function rivalGame() {
  const { T, share, traffic, worth, bend } = RIVAL;
  const prices = Float64Array.from({ length: 2 * T }, (_, c) => traffic[c % 2][Math.floor(c / 2) % 4]);
  const values = prices.map((price, c) => worth[c % 2] * price);
  const all = prices.reduce((sum, price) => sum + price, 0);
  let [betaF, betaG, F] = [0, 0, 0];
  for (let t = 0; t < T; t++) {
    const [p, q, v, w] = [prices[2 * t], prices[2 * t + 1], values[2 * t], values[2 * t + 1]];
    [betaF, betaG, F] = [Math.max(betaF, Math.hypot(v, w)), Math.max(betaG, Math.hypot(p, q)), Math.max(F, (1 - bend / 2) * (v + w))];
  }
  return { T, prices, values, bend, budget: share * all, allowance: (share * all) / T, all, betaF, betaG, F };
}

const clipped = (value) => Math.min(Math.max(value, 0), 1);

/** Dual descent as the package's `DualDescent.tuned`: x answers the last round at a price of money that spending moves. */
function dualDescent({ T, allowance: b, bend }) {
  const eta = 1 / Math.sqrt(T);
  let [x, lambda, first] = [[0, 0], 0, 0];
  return {
    decide: () => x,
    learn(p, v) {
      if (first) lambda = Math.max(lambda + eta * first * ((p[0] * x[0] + p[1] * x[1]) / b - 1), 0);
      else {
        const even = Math.min(b / (p[0] + p[1]), 1);
        first = lambda = ((v[0] + v[1]) * (1 - bend * even)) / (p[0] + p[1]);
      }
      x = v.map((value, i) => clipped((1 - (lambda * p[i]) / value) / bend));
    },
  };
}

/** Where a falling function passes 0 in [0, most]; an end where it does not. */
function peak(slope, most) {
  if (slope(0) <= 0) return 0;
  if (slope(most) > 0) return most;
  let [low, high] = [0, most];
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** Repricing as the package's `Repricing.tuned`, with boosted rewards: the prices of the open window are charged anew in each
 *  round, those of a closed one at the multiplier of hindsight. */
function repricing({ T, allowance: b, bend, betaF, betaG, F }) {
  const { W } = RIVAL;
  const cap = (MASS * F) / b;
  const radius = Math.SQRT1_2; // from the centre of the square
  const w = betaG * (W - 1);
  const eta = radius / (Math.hypot(MASS * betaF, cap * betaG) * Math.sqrt(T) + (cap * w) / 2);
  let [v, P, k, C, allowed, x] = [[0, 0], [0, 0], 0, 0, 0, null];
  const best = (price) => v.map((reward, i) => clipped(0.5 + eta * (reward - price * P[i])));
  const cost = (price) => best(price).reduce((sum, bid, i) => sum + P[i] * bid, 0);
  return {
    decide() {
      x = best(peak((price) => C + allowed - cost(price) + radius * w * (1 - (2 * price) / cap), cap));
      return x;
    },
    learn(p, values) {
      v = v.map((reward, i) => reward + values[i] * (MASS - (bend * x[i]) / Math.E)); // the integral of e^(z-1) f'(z x)
      P = P.map((sum, i) => sum + p[i]);
      [k, C, allowed] = [k + 1, C + p[0] * x[0] + p[1] * x[1] - b, allowed + b];
      if (k < W) return;
      const settled = peak((price) => cost(price) - allowed, cap);
      v = v.map((reward, i) => reward - settled * P[i]);
      [P, k, allowed] = [[0, 0], 0, 0];
    },
  };
}

/** A player under the stop, `Capped(player, scaled=True)`: bids are scaled down to what is left at the dearest prices. */
function rivalRun(name, fakes, game = rivalGame()) {
  const { T, values, bend, budget } = game;
  const prices = game.prices.map((price, c) => price + fakes[c]);
  const dearest = [0, 1].map((i) => Math.max(...prices.filter((_, c) => c % 2 === i), ...game.prices.filter((_, c) => c % 2 === i)));
  const player = name === "dual" ? dualDescent(game) : repricing(game);
  const money = budget * (1 - 1e-9);
  const [decisions, utility, spend] = [2 * T, T, T].map((length) => new Float64Array(length));
  let spent = 0;
  for (let t = 0; t < T; t++) {
    const [p, v] = [prices, values].map((all) => [all[2 * t], all[2 * t + 1]]);
    const x = player.decide();
    const most = dearest[0] * x[0] + dearest[1] * x[1];
    const share = most > money - spent ? Math.max((money - spent) / most, 0) : 1;
    const played = x.map((bid) => share * bid);
    decisions.set(played, 2 * t);
    utility[t] = played.reduce((sum, bid, i) => sum + v[i] * bid * (1 - (bend * bid) / 2), 0);
    spend[t] = p[0] * played[0] + p[1] * played[1];
    spent += spend[t];
    player.learn(p, v);
  }
  return { decisions, utility, spend, reach: utility.reduce((sum, u) => sum + u, 0), spent };
}

/** Fakes in each quarter and placement, T*2, if these cells have a block each. */
function rivalFakes(cells, game = rivalGame()) {
  const fakes = new Float64Array(2 * game.T);
  for (const cell of cells) fakes[cell] += (RIVAL.fakes * game.all) / RIVAL.blocks;
  return fakes;
}

/** An aimed attack: once a day, in its second quarter, where dual descent bids most when nobody attacks it. */
function rivalAim(game = rivalGame()) {
  const { decisions } = rivalRun("dual", new Float64Array(2 * game.T), game);
  return Array.from({ length: 7 }, (_, day) => 4 * day + 1).map((t) => 2 * t + (decisions[2 * t + 1] > decisions[2 * t] ? 1 : 0));
}

/** The picture: each player's bids over the week, the fakes shaded. */
function rivalPicture({ width, runs, fakes }) {
  const [left, right, high] = [MARGIN.left, MARGIN.right, 118];
  const { T } = RIVAL;
  const x = (t) => left + ((width - left - right) * t) / T;
  const parts = [];
  Object.values(RIVAL_PLAYERS).forEach((name, i) => {
    const top = i * high + 20;
    const y = (bid) => top + (1 - bid) * (high - 46);
    parts.push(label(left, top - 7, "start", `${name}: bids on A and B`));
    for (let t = 0; t < T; t++) {
      for (const good of [0, 1]) {
        if (!fakes[2 * t + good]) continue;
        parts.push(`<rect class="demo-fake" x="${x(t).toFixed(1)}" y="${y(1).toFixed(1)}" width="${(x(1) - x(0)).toFixed(1)}" height="${(y(0) - y(1)).toFixed(1)}"/>`);
        parts.push(label(x(t + 0.5), y(1) + 11, "middle", good ? "B" : "A"));
      }
    }
    for (const bid of [0, 0.5, 1]) parts.push(segment(left, y(bid), width - right, y(bid), "demo-grid") + label(left - 6, y(bid) + 4, "end", number(bid, bid % 1 ? 1 : 0)));
    [0, 1].forEach((good) => {
      const points = [];
      for (let t = 0; t < T; t++) points.push([x(t), y(runs[i].decisions[2 * t + good])], [x(t + 1), y(runs[i].decisions[2 * t + good])]);
      parts.push(line(points, good ? "demo-second" : "demo-main"));
    });
    if (i === 1) ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].forEach((day, d) => parts.push(label(x(4 * d + 2), y(0) + 16, "middle", day)));
  });
  return parts.join("");
}

const rivalPlace = globalThis.document?.getElementById("osphg-rival");
if (rivalPlace) beginFigure(rivalPlace, rivalFigure);

function rivalFigure(place) {
  const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  const quarters = ["night", "morning", "afternoon", "evening"];
  const rows = [0, 1].flatMap((good) => quarters.map((quarter, q) => `<tr><th scope="row">${"AB"[good]}, ${quarter}</th>${days.map((day, d) =>
    `<td><input type="checkbox" value="${2 * (4 * d + q) + good}" aria-label="${day}, ${quarter}, placement ${"AB"[good]}"></td>`).join("")}</tr>`));
  place.innerHTML = `<figure><figcaption>You are the rival: tick up to ${RIVAL.blocks} cells, and each gets ${number((100 * RIVAL.fakes) / RIVAL.blocks, 1)}% of the week\u2019s clicks as fakes</figcaption>
    <div class="demo-table demo-cells"><table><thead><tr><td></td>${days.map((day) => `<th scope="col"><abbr title="${day}">${day.slice(0, 2)}</abbr></th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>
    <p><button type="button" class="demo-aim">Aim at dual descent</button> <button type="button" class="demo-clear">Take all away</button></p>
    <svg role="img"></svg></figure>
    <ul class="demo-legend"><li><i class="k-path"></i>bid on A</li><li><i class="k-second"></i>bid on B</li><li><i class="k-fake"></i>fakes, at A or B</li></ul>
    <p class="demo-numbers" role="status" aria-live="polite"></p>`;
  const find = (selector) => place.querySelector(selector);
  const boxes = [...place.querySelectorAll("input")];
  const announce = whenAtRest(find(".demo-numbers"));
  const game = rivalGame();
  const names = Object.keys(RIVAL_PLAYERS);
  const alone = names.map((name) => rivalRun(name, rivalFakes([], game), game));

  function draw() {
    const cells = boxes.filter((box) => box.checked).map((box) => Number(box.value));
    for (const box of boxes) box.disabled = !box.checked && cells.length >= RIVAL.blocks;
    const fakes = rivalFakes(cells, game);
    const runs = names.map((name) => rivalRun(name, fakes, game));
    const svg = find("svg");
    const width = svg.parentElement.clientWidth;
    if (!width) return;
    fit(svg, width, 240);
    svg.innerHTML = rivalPicture({ width, runs, fakes });
    svg.setAttribute("aria-label", "The bids of dual descent and of repricing on both placements over the week, with the fakes that you have placed; the line below has what each reaches.");
    announce(`${cells.length} of ${RIVAL.blocks} placed. ` + names.map((name, i) =>
      `${RIVAL_PLAYERS[name][0].toUpperCase()}${RIVAL_PLAYERS[name].slice(1)} reaches ${number(runs[i].reach / game.budget, 3)} visitors per unit of the budget` +
      (cells.length ? `, ${number(100 * (1 - runs[i].reach / alone[i].reach), 1)}% less than alone.` : ".")).join(" "));
  }

  const drawn = framed(draw);
  const tick = (cells) => {
    for (const box of boxes) box.checked = cells.includes(Number(box.value));
    drawn();
  };
  for (const box of boxes) box.addEventListener("input", drawn);
  find(".demo-aim").addEventListener("click", () => tick(rivalAim(game)));
  find(".demo-clear").addEventListener("click", () => tick([]));
  return draw;
}
