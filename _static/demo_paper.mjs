/* First tab: OSPHG on the paper's quadratics, with the sentences of Figure 1 judged as one drags. */

const PER_ROUND = 2; // B_T/T, the paper's
const PARTS = 64; // of a game, at whose ends the oracles' choices are kept
const LENGTH = 0.1; // of a shock, as a share of the rounds
const START = { T: 10000, exponent: 0.5, K: 100, seed: 0, feedback: "published" }; // the paper's, with W = sqrt(T)
const HORIZONS = [200, 500, 1000, 2000, 5000, 10000];
const SAID = {
  1: "The budget violation is negative",
  2: "OSPHG earns more than the benchmark",
  3: "A longer window gives a better benchmark",
  4: "With a long window it is nearly that of W = T",
};
const ANSWERS = ["below the budget, by more than 1% of it", "within 1% of the budget", "above the budget, by more than 1% of it"];

const CONTROLS = `<form class="demo-controls" aria-label="The game and the player">
  <div>${choice("demo-feedback", "Feedback", [["published", "published"], ["weighted", "weighted"], ["boosted", "boosted"]], START.feedback)}</div>
  <div>${choice("demo-T", "Rounds T", HORIZONS.map((T) => [T, grouped(T)]), START.T)}</div>
  <div>${slider("demo-W", "Window W", { min: 0, max: 1, step: 0.01, value: START.exponent })}</div>
  <div>${slider("demo-K", "Oracles K", { min: 1, max: 200, step: 1, value: START.K })}</div>
  <div>${slider("demo-mu", "\u03bc, times the theorem\u2019s", { min: -1, max: 1, step: 0.05, value: 0 })}</div>
  <div>${slider("demo-delta", "\u03b4, times the theorem\u2019s", { min: -1, max: 1, step: 0.05, value: 0 })}</div>
  <div>${slider("demo-place", "Price shock begins at", { min: 0, max: 1 - LENGTH, step: 0.01, value: 0.5 })}</div>
  <div>${slider("demo-height", "Prices in it, times", { min: 0, max: HIGHEST, step: 0.1, value: 1 })}</div>
  <div><label for="demo-seed">Seed</label><input type="number" id="demo-seed" min="0" max="4294967295" step="1" value="${START.seed}"></div>
  <div class="demo-buttons"><button type="reset">Back to the paper\u2019s</button></div></form>`;

const CHARTS = [
  "\u03bb<sub>t</sub>, the price of money (units of <i>f</i> per budget unit)",
  "Violation, g<sub>1</sub>(x<sub>1</sub>) + \u2026 + g<sub>t</sub>(x<sub>t</sub>) (budget units); dotted: budget met",
  `Utility, mean of the first t rounds (units of <i>f</i>); dashed: x*<sub>W</sub>, dotted: (1 \u2212 1/e) of that`,
];

const VIEWS = `<p class="demo-refused" role="alert"></p><div class="demo-views">
  <figure class="demo-square"><figcaption>Decisions; round <output id="demo-chosen"></output></figcaption><svg role="img"></svg>
    <div class="demo-field">${slider("demo-round", "Round shown", { min: 1, max: START.T, step: 1, value: START.T })}
    <button type="button" class="demo-run">Run through the rounds</button></div>
    <ul class="demo-legend"></ul></figure>
  <div class="demo-charts">
    <figure><figcaption>Price shock: drag the handle</figcaption><svg class="demo-strip" role="img" aria-label="The factor of all prices over the rounds. The two inputs of the price shock do what dragging does."></svg></figure>
    ${CHARTS.map((text) => `<figure><figcaption>${text}</figcaption><svg class="demo-time" role="img"></svg></figure>`).join("")}
  </div></div>
  <p class="demo-numbers" role="status" aria-live="polite"></p>
  <p class="demo-heading" id="demo-heading">The four sentences of <a href="figure1_sentences.html">the paper\u2019s Figure 1</a>, for this run</p>
  <div class="demo-badges" role="group" aria-labelledby="demo-heading"></div>`;

function paperTab(panel) {
  panel.innerHTML = `<div class="demo-ask"></div><div class="demo-shown" hidden><p class="demo-answer" tabindex="-1"></p>${CONTROLS}${VIEWS}</div>`;
  const find = (selector) => panel.querySelector(selector);
  const value = (id) => Number(find(`#demo-${id}`).value);
  const shownPart = find(".demo-shown");

  question(find(".demo-ask"), `Published OSPHG plays the paper\u2019s random quadratics for ${grouped(START.T)} rounds, with the
    step sizes of the theorem. Its oracles start at the origin, where nothing is spent, and money has no price yet. At the end, where is the spending?`,
  ANSWERS, (chosen) => {
    shownPart.hidden = false;
    update();
    const shown = find(".demo-answer");
    const ratio = state.violation / PER_ROUND;
    const truth = ratio < -0.01 ? 0 : ratio <= 0.01 ? 1 : 2;
    shown.innerHTML = `${chosen === truth ? "As you expected, it is" : `You expected: ${ANSWERS[chosen]}. It is`}
      <strong>${ANSWERS[truth]}</strong> (${number(100 * ratio, 1, true)}%). Its running average was below the budget in
      ${number(100 * state.readings[1].effect, 0)}% of the rounds. Now change something: drag the shock, or a step size.`;
    return shown;
  });

  const drawn = remembered((T, seed) => quadraticGame({ T, n: 2, seed }));
  const summed = remembered((game) => total(game));
  const shocked = remembered((game, first, last, factor) => {
    const prices = game.prices.slice();
    for (let at = 2 * (first - 1); at < 2 * last; at++) prices[at] *= factor;
    const found = { ...game, prices, allowance: PER_ROUND };
    return { ...found, ...constants(found) };
  });
  const target = remembered((game, f, W, K) => benchmark(game, f, W, K));
  const state = { violation: 0, run: null, stop: () => {}, curve: null, curveKey: null, readings: [] };

  function settings() {
    const T = value("T");
    const first = 1 + Math.round(value("place") * T);
    return {
      T, first, last: Math.min(T, first + Math.round(LENGTH * T) - 1), factor: value("height"), K: value("K"), seed: value("seed"),
      W: Math.min(Math.max(Math.round(T ** value("W")), 1), T), feedback: find("#demo-feedback").value,
      byMu: 10 ** value("mu"), byDelta: 10 ** value("delta"),
    };
  }

  function update() {
    if (shownPart.hidden) return;
    const chosen = settings();
    const { T, W, K, first, last, factor, seed, feedback } = chosen;
    try {
      const rounds = `${T} ${seed}`;
      const base = drawn(rounds, T, seed);
      const f = summed(rounds, base);
      const gameKey = `${rounds} ${first} ${factor}`;
      const game = shocked(gameKey, base, first, last, factor);
      const steps = theorem({ ...game, W, boosted: feedback === "boosted" });
      const player = { ...game, K, mu: chosen.byMu * steps.mu, delta: chosen.byDelta * steps.delta, weighted: feedback === "weighted" };
      const range = find("#demo-round");
      range.max = T;
      Object.assign(state, playing(player, feedback), { chosen, game, player, f, best: target(`${gameKey} ${W} ${K}`, game, f, W, K), key: `${gameKey} ${W} ${K}` });
      state.violation = state.run.violation.reduce((sum, entry) => sum + entry, 0) / T;
      find(".demo-refused").textContent = "";
    } catch (error) {
      find(".demo-refused").textContent = `Nothing was played: ${error.message}`;
      if (!(error instanceof RangeError)) throw error;
      return;
    }
    draw();
    judge();
  }

  function playing(player, feedback) {
    if (feedback === "boosted") {
      const run = playBoosted(player);
      const z = 1 / (Math.E - 1); // the node of the rule: the gradient is asked for at z x
      const before = (t) => {
        const [x, y] = run.decisions.subarray(2 * t - 2, 2 * t);
        return Float64Array.of(0, 0, z * x, z * y, x, y);
      };
      return { run, before };
    }
    const session = beginPlay(player);
    const saved = [];
    for (let part = 0; part < PARTS; part++) {
      saved.push(session.save());
      session.advance(Math.ceil(((part + 1) * player.T) / PARTS));
    }
    const before = (t) => { // the partial iterates of round t, played from the last place that was kept
      session.restore(saved.findLast((place) => place.t < t));
      session.advance(t - 1);
      return session.iterates();
    };
    return { run: session.advance(player.T), before };
  }

  function drawSquare(round) {
    const { run, game, best, before } = state;
    const iterates = before(round);
    const svg = find(".demo-square svg");
    const size = Math.min(svg.parentElement.clientWidth, 480);
    svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
    svg.style.height = `${size}px`;
    const prices = game.prices.subarray(2 * round - 2, 2 * round);
    svg.innerHTML = square({ size, decisions: run.decisions, round, iterates, prices, allowance: PER_ROUND, region: best.region, best: best.x });
    const [x, y] = run.decisions.subarray(2 * round - 2, 2 * round);
    svg.setAttribute("aria-label", `The square of decisions. In round ${round} the decision is (${number(x)}, ${number(y)}); the best fixed decision is (${number(best.x[0])}, ${number(best.x[1])}).`);
    find("#demo-round-out").textContent = grouped(round);
    find("#demo-chosen").textContent = `${grouped(round)}: x = (${number(x)}, ${number(y)})`;
  }

  function drawCharts(round) {
    const { run, chosen: { T, first, last, factor }, best } = state;
    const strip = find(".demo-strip");
    const width = strip.parentElement.clientWidth;
    if (!width) return;
    fit(strip, width, 92);
    strip.innerHTML = shockStrip({ width, height: 92, T, first, last, factor });
    const level = best.value / T;
    const charts = [
      { series: run.multiplier, levels: [], said: "lambda" },
      { series: sums(run.violation), levels: [{ y: 0, style: "demo-zero" }], said: "cumulative violation" },
      { series: means(run.utility), levels: [{ y: level, style: "demo-level" }, { y: (1 - 1 / Math.E) * level, style: "demo-zero" }], said: "mean utility" },
    ];
    panel.querySelectorAll(".demo-time").forEach((svg, i) => {
      const { series, levels, said } = charts[i];
      const lastOne = i === charts.length - 1;
      const height = lastOne ? 148 : 122;
      fit(svg, width, height);
      svg.innerHTML = overTime({ width, height, T, series, levels, round, last: lastOne });
      svg.setAttribute("aria-label", `Over the rounds, ${said}: ${number(series[round - 1])} in round ${round}, ${number(series[T - 1])} at the end.`);
    });
  }

  function draw() {
    if (!state.run || shownPart.hidden || !panel.clientWidth) return;
    const round = Math.min(value("round"), state.chosen.T);
    drawSquare(round);
    drawCharts(round);
    outputs();
  }

  function outputs() {
    const { T, W, first, factor, byMu, byDelta } = state.chosen;
    const say = (id, text) => { find(`#demo-${id}-out`).textContent = text; };
    say("W", grouped(W));
    say("K", state.chosen.feedback === "boosted" ? "1 (the benchmark\u2019s steps: " + value("K") + ")" : value("K"));
    say("mu", `${number(byMu, 2)} (${state.player.mu.toPrecision(3)})`);
    say("delta", `${number(byDelta, 2)} (${state.player.delta.toPrecision(3)})`);
    say("place", `round ${grouped(first)}`);
    say("height", number(factor, 1));
    find("#demo-place").setAttribute("aria-valuetext", `round ${first} of ${T}`);
    const one = state.chosen.feedback === "boosted";
    find(".demo-legend").innerHTML = `<li><i class="k-path"></i>path of x<sub>t</sub> up to this round; dotted: after it</li>
      <li><i class="k-climb"></i>${one ? "from 0 to x<sub>t</sub>; dot: where the gradient is asked for" : "partial iterates x<sup>(k)</sup>, from 0 to x<sub>t</sub>"}</li>
      <li><i class="k-budget"></i>budget line of this round, \u27e8p<sub>t</sub>, x\u27e9 = ${PER_ROUND}</li>
      <li><i class="k-region"></i>decisions within budget on every window of W rounds</li>
      <li><i class="k-best">\u25c7</i>x*<sub>W</sub>, the best of those in hindsight</li>`;
  }

  /* Sentences 1 and 2 at once; 3 and 4 ask for many windows, and follow within a few frames. */
  function judge() {
    const { run, chosen: { T, W, K }, best, key, game, f } = state;
    const known = state.curveKey === key;
    state.readings = [...aboutTheAlgorithm(T, run, best), ...(known ? aboutTheBenchmark(T, W, state.curve) : [])];
    badges();
    state.stop();
    if (known) {
      tell();
      return;
    }
    const lengths = windowLengths(T, W);
    const curve = [];
    const rest = performance.now() + 100; // while something is dragged they would be in vain
    state.stop = inFrames(() => {
      if (performance.now() < rest) return false;
      const until = performance.now() + 12;
      while (curve.length < lengths.length && performance.now() < until) curve.push(benchmark(game, f, lengths[curve.length], K));
      if (curve.length < lengths.length) return false;
      Object.assign(state, { curve, curveKey: key });
      state.readings.push(...aboutTheBenchmark(T, W, curve));
      badges();
      tell();
      return true;
    });
  }

  function badges() {
    const groups = [1, 2, 3, 4].map((which) => {
      const rows = state.readings.filter((one) => one.number === which).map(({ reading, holds, effect, unit }) => {
        return `<li class="demo-badge ${holds ? "demo-holds" : "demo-fails"}"><span class="demo-verdict">${holds ? "\u2713 holds" : "\u2717 fails"}</span>
          <span>${reading.replace(">=", "\u2265")}: <span class="demo-effect">${number(effect, 4, true)} ${unit.replace(" of f", " of <i>f</i>")}</span></span></li>`;
      });
      return `<div><p>${which}. ${SAID[which]}</p><ul>${rows.join("") || "<li>\u2026</li>"}</ul></div>`;
    });
    find(".demo-badges").innerHTML = groups.join("");
  }

  const announce = whenAtRest(find(".demo-numbers"));
  function tell() {
    const { run, chosen: { T, W, feedback }, best, violation } = state;
    const utility = run.utility.reduce((sum, entry) => sum + entry, 0) / T;
    const held = state.readings.filter((one) => one.holds).length;
    announce(`${feedback} feedback, T = ${grouped(T)}, W = ${grouped(W)}: violation per round ${number(violation, 4, true)} budget units, ` +
      `utility per round ${number(utility, 4)} against ${number(best.value / T, 4)} of the benchmark, ` +
      `\u03bb at the end ${number(run.multiplier[T - 1])}; ${held} of ${state.readings.length} readings hold.`);
  }

  const again = framed(update);
  const form = find(".demo-controls");
  form.addEventListener("input", (event) => {
    if (event.target.id === "demo-T") resetRound();
    again();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { resetRound(); again(); }));
  function resetRound() {
    const range = find("#demo-round");
    range.max = value("T");
    range.value = value("T");
  }

  const reshow = framed(draw);
  find("#demo-round").addEventListener("input", () => { stopRunning(); reshow(); });
  panel.querySelectorAll(".demo-time").forEach((svg) => svg.addEventListener("pointermove", (event) => {
    stopRunning();
    find("#demo-round").value = timeScale(svg.clientWidth, state.chosen.T).round(event.offsetX);
    reshow();
  }));

  const strip = find(".demo-strip");
  const drag = (event) => {
    const { T } = state.chosen;
    const box = strip.getBoundingClientRect();
    const at = shockAt({ width: box.width, height: box.height, T }, event.clientX - box.left, event.clientY - box.top);
    find("#demo-place").value = Math.min(Math.max((at.round - 1) / T - LENGTH / 2, 0), 1 - LENGTH);
    find("#demo-height").value = at.factor;
    again();
  };
  strip.addEventListener("pointerdown", (event) => {
    strip.setPointerCapture(event.pointerId);
    event.preventDefault();
    drag(event);
  });
  strip.addEventListener("pointermove", (event) => { if (strip.hasPointerCapture(event.pointerId)) drag(event); });

  let stopRunning = () => {};
  find(".demo-run").addEventListener("click", () => {
    stopRunning();
    const { T } = state.chosen;
    let round = 0;
    stopRunning = inFrames(() => {
      round = Math.min(round + Math.ceil(T / 300), T);
      find("#demo-round").value = round;
      draw();
      return round === T;
    });
    find(".demo-controls").addEventListener("input", () => stopRunning(), { once: true });
  });
  return { draw };
}

function sums(series) {
  let sum = 0;
  return series.map((entry) => (sum += entry));
}

function means(series) {
  return sums(series).map((entry, t) => entry / (t + 1));
}
