/* The figure of the chapter on Lemma 4.1: a slider of delta moves lambda between its two accounts. */

const ACCOUNTS = { T: 400, W: 2, stretch: 70, price: 2, slope: 20, allowance: 1 }; // the chapter's game

/** The chapter's game: one good, of constant utility; dear for `stretch` rounds, then free for as many, and so on. */
function accountsGame() {
  const { T, stretch, price, slope, allowance } = ACCOUNTS;
  const prices = Float64Array.from({ length: T }, (_, t) => (Math.floor(t / stretch) % 2 ? 0 : price));
  const [H, h] = [new Float64Array(T), new Float64Array(T).fill(slope)];
  const G = Math.max(allowance, price - allowance); // the most that a round overspends or saves
  return { T, n: 1, allowance, prices, H, h, G };
}

/** OSPHG with one oracle in this game, delta `times` the theorem's: the two accounts, lambda between them, and its cap. */
function accountsRun(game, times) {
  const { mu, delta: published } = theorem({ ...game, W: ACCOUNTS.W, ...constants(game) });
  const delta = times * published;
  const share = delta * mu * mu; // of the price, that a round forgets
  const run = play({ ...game, K: 1, mu, delta, weighted: false });
  return { mu, delta, share, multiplier: run.multiplier, ...accounts(run.violation, mu, 1 - share), cap: game.G / (delta * mu) };
}

/** The picture: the three over the rounds, the dear rounds shaded. The cap is drawn where it is not far above them. */
function accountsPicture({ width, height, game, run }) {
  const { T, prices } = game;
  const { x } = timeScale(width, T);
  const bottom = 34;
  const top = Math.max(...run.uncredited);
  const capped = run.cap < 1.4 * top;
  const high = 1.05 * (capped ? run.cap : top);
  const low = Math.min(...run.credited) - 0.03 * high;
  const y = (value) => MARGIN.top + ((high - value) / (high - low)) * (height - MARGIN.top - bottom);
  const parts = [];
  for (let first = 0; first < T; first++) {
    if (!prices[first]) continue;
    let last = first;
    while (last + 1 < T && prices[last + 1]) last++;
    parts.push(`<rect class="demo-stretch" x="${x(first + 1).toFixed(1)}" y="${MARGIN.top}" width="${(x(last + 1) - x(first + 1)).toFixed(1)}" height="${height - MARGIN.top - bottom}"/>`);
    first = last;
  }
  const { found, digits } = ticks(low, high, 6);
  for (const value of found) {
    parts.push(segment(MARGIN.left, y(value), width - MARGIN.right, y(value), value ? "demo-grid" : "demo-zero"));
    parts.push(label(MARGIN.left - 6, y(value) + 4, "end", number(value, digits)));
  }
  const path = (series, style) => parts.push(line(Array.from(series, (value, t) => [x(t + 1), y(value)]), style));
  path(run.uncredited, "demo-third");
  path(run.credited, "demo-second");
  path(run.multiplier, "demo-main demo-bold");
  if (capped) {
    parts.push(segment(MARGIN.left, y(run.cap), width - MARGIN.right, y(run.cap), "demo-axis"));
    parts.push(label(width - MARGIN.right, y(run.cap) + 14, "end", "cap", "demo-over"));
  }
  parts.push(timeAxis(width, height, T));
  return parts.join("");
}

const accountsPlace = globalThis.document?.getElementById("osphg-accounts");
if (accountsPlace) beginFigure(accountsPlace, accountsFigure);

function accountsFigure(place) {
  place.innerHTML = `<figure><figcaption>The price of money \u03bb<sub>t</sub> between its two accounts (units of <i>f</i> per budget unit); the good has a price in the shaded rounds</figcaption>
    <svg role="img"></svg></figure>
    <ul class="demo-legend"><li><i class="k-third"></i>charged for overspending and for saving, never credited</li>
      <li><i class="k-path"></i>\u03bb<sub>t</sub></li><li><i class="k-second"></i>charged for overspending, credited for saving</li></ul>
    <div class="demo-field">${slider("accounts-delta", "\u03b4, times the theorem\u2019s", { min: -2, max: 2.3, step: 0.1, value: 0 })}</div>
    <p class="demo-numbers" role="status" aria-live="polite"></p>`;
  const find = (selector) => place.querySelector(selector);
  const input = find("#accounts-delta");
  const announce = whenAtRest(find(".demo-numbers"));
  const game = accountsGame();

  function draw() {
    const times = 10 ** Number(input.value);
    const run = accountsRun(game, times);
    const svg = find("svg");
    const width = svg.parentElement.clientWidth;
    if (!width) return;
    const height = Math.min(Math.max(0.55 * width, 230), 360);
    fit(svg, width, height);
    svg.innerHTML = accountsPicture({ width, height, game, run });
    const last = game.T - 1;
    const most = Math.max(...run.multiplier);
    const said = `${rounded(times)} (\u03b4 = ${rounded(run.delta)})`;
    find("#accounts-delta-out").textContent = said;
    input.setAttribute("aria-valuetext", said);
    svg.setAttribute("aria-label", `Over ${game.T} rounds, the price of money between a lower and an upper account; the line below the slider has the numbers.`);
    announce(`A round forgets ${rounded(100 * run.share)}% of the price. In round ${game.T} the account that is credited stands at ${rounded(run.credited[last])}, ` +
      `\u03bb at ${rounded(run.multiplier[last])}, the account that is never credited at ${rounded(run.uncredited[last])}. ` +
      `\u03bb was at most ${rounded(most)}; the cap is ${rounded(run.cap)}.`);
  }

  input.addEventListener("input", framed(draw));
  return draw;
}
