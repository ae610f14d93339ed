/* The figure of the chapter on the two theorems: regret and violation of a game so far, as a path that a slider follows. */

const PLANE = {
  kinds: ["published", "weighted"], steps: 1000, // steps of the slider
  quadratics: { T: 10000, W: 100, K: 100, seed: 0, allowance: 2 },
  decoy: { T: 100000, W: 1, K: 20 },
};

/** Regret and violation after each round, divided by T; `best[t]` is what the best fixed decision earns in a round. */
function planePath(run, best) {
  const T = best.length;
  const [regret, violation] = [0, 1].map(() => new Float64Array(T));
  let [missed, over] = [0, 0];
  for (let t = 0; t < T; t++) {
    regret[t] = (missed += MASS * best[t] - run.utility[t]) / T;
    violation[t] = (over += run.violation[t]) / T;
  }
  return { regret, violation };
}

/** The paper's random quadratics, played with both kinds of feedback and the steps of Lemma 4.3. */
function planeQuadratics() {
  const { T, W, K, seed, allowance } = PLANE.quadratics;
  const game = { ...quadraticGame({ T, n: 2, seed }), allowance };
  const { x: [p, q] } = bestIn(windowPolygon({ ...game, W }), total(game), W);
  const { H, h } = game;
  const best = Float64Array.from({ length: T }, (_, t) =>
    (p * p * H[4 * t] + p * q * (H[4 * t + 1] + H[4 * t + 2]) + q * q * H[4 * t + 3]) / 2 + p * h[2 * t] + q * h[2 * t + 1]);
  const steps = theorem({ T, n: 2, W, ...constants(game) });
  return PLANE.kinds.map((kind) => planePath(play({ ...game, K, weighted: kind === "weighted", ...steps }), best));
}

/** The decoy game, likewise. */
function planeDecoy() {
  const { T, W, K } = PLANE.decoy;
  const game = decoyGame();
  const steps = theorem({ T, n: 3, W, betaF: game.betaF, betaG: game.betaG });
  const best = new Float64Array(T).fill(game.best);
  return PLANE.kinds.map((kind) => planePath(playDecoy({ game, T, K, weighted: kind === "weighted", ...steps }), best));
}

const PLANE_GAMES = { quadratics: { text: "the paper\u2019s random quadratics", make: planeQuadratics }, decoy: { text: "the decoy game", make: planeDecoy } };
const PLANE_STYLES = ["demo-second", "demo-main"];

/** The picture: both paths up to round t, what is to come faintly, and where both promises are kept. */
function planePicture({ width, height, paths, t }) {
  const ends = (name) => {
    const all = paths.flatMap((path) => Array.from(path[name]));
    const [low, high] = [Math.min(0, ...thinned(all)), Math.max(0, ...thinned(all))];
    const room = 0.08 * (high - low || 1);
    return [low - room, high + room];
  };
  const [left, bottom, right] = [62, 44, 12];
  const [[lowX, highX], [lowY, highY]] = [ends("violation"), ends("regret")];
  const x = (value) => left + ((width - left - right) * (value - lowX)) / (highX - lowX);
  const y = (value) => 8 + ((height - bottom - 8) * (highY - value)) / (highY - lowY);
  const parts = [`<rect class="demo-stretch" x="${left}" y="${y(0).toFixed(1)}" width="${(x(0) - left).toFixed(1)}" height="${(height - bottom - y(0)).toFixed(1)}"/>`];
  const across = ticks(lowX, highX, width < 420 ? 3 : 5);
  for (const value of across.found) parts.push(segment(x(value), 8, x(value), height - bottom, value ? "demo-grid" : "demo-zero") + label(x(value), height - bottom + 15, "middle", number(value, across.digits)));
  const up = ticks(lowY, highY, 5);
  for (const value of up.found) parts.push(segment(left, y(value), width - right, y(value), value ? "demo-grid" : "demo-zero") + label(left - 6, y(value) + 4, "end", number(value, up.digits)));
  paths.forEach(({ regret, violation }, i) => {
    const T = regret.length;
    const points = [[x(0), y(0)]];
    const later = [];
    const stride = Math.ceil(T / 800);
    for (let s = 0; s < T; s += stride) (s < t ? points : later).push([x(violation[s]), y(regret[s])]);
    const here = [x(violation[t - 1]), y(regret[t - 1])];
    if (later.length) parts.push(line([here, ...later, [x(violation[T - 1]), y(regret[T - 1])]], "demo-later"));
    parts.push(line([...points, here], PLANE_STYLES[i]), mark(i ? MARKS.diamond : MARKS.round, ...here, 5, "demo-here"));
    parts.push(label(here[0] + (here[0] > width - 110 ? -9 : 9), here[1] + (i ? 16 : -8), here[0] > width - 110 ? "end" : "start", PLANE.kinds[i], "demo-over"));
  });
  parts.push(label((left + width - right) / 2, height - 6, "middle", "violation so far / T (budget units)"));
  parts.push(`<text transform="translate(12 ${((height - bottom) / 2).toFixed(1)}) rotate(-90)" text-anchor="middle">regret so far / T (units of f)</text>`);
  return parts.join("");
}

/** Every so many entries, so that they can be arguments of a function. */
function thinned(values) {
  const stride = Math.ceil(values.length / 20000);
  return values.filter((_, i) => i % stride === 0);
}

const planePlace = globalThis.document?.getElementById("osphg-plane");
if (planePlace) beginFigure(planePlace, planeFigure);

function planeFigure(place) {
  const options = Object.entries(PLANE_GAMES).map(([key, { text }]) => [key, text]);
  place.innerHTML = `<figure><figcaption>Regret and violation after t of T rounds, both divided by T: shaded, where both promises are kept</figcaption><svg role="img"></svg></figure>
    <ul class="demo-legend"><li><i class="k-second"></i>published, \u25cf in round t</li><li><i class="k-path"></i>weighted, \u25c6 in round t</li></ul>
    <div class="demo-field">${choice("plane-game", "Game", options, "decoy")}${slider("plane-t", "Rounds t", { min: 1, max: PLANE.steps, step: 1, value: PLANE.steps / 2 })}</div>
    <p class="demo-numbers" role="status" aria-live="polite"></p>`;
  const find = (selector) => place.querySelector(selector);
  const [input, chosen] = [find("#plane-t"), find("#plane-game")];
  const announce = whenAtRest(find(".demo-numbers"));
  const played = remembered((key) => PLANE_GAMES[key].make());

  function draw() {
    const paths = played(chosen.value, chosen.value);
    const T = paths[0].regret.length;
    const t = (T * Number(input.value)) / PLANE.steps;
    const svg = find("svg");
    const width = svg.parentElement.clientWidth;
    if (!width) return;
    const height = Math.min(Math.max(0.62 * width, 260), 420);
    fit(svg, width, height);
    svg.innerHTML = planePicture({ width, height, paths, t });
    const said = `${grouped(t)} of ${grouped(T)}`;
    find("#plane-t-out").textContent = said;
    input.setAttribute("aria-valuetext", said);
    svg.setAttribute("aria-label", "Two paths from the origin in the plane of violation and regret, published and weighted feedback; the line below the controls has both ends.");
    announce(`After ${grouped(t)} rounds of ${PLANE_GAMES[chosen.value].text}: ` + paths.map(({ regret, violation }, i) =>
      `${PLANE.kinds[i]}, regret ${number(regret[t - 1], 4, true)} and violation ${number(violation[t - 1], 4, true)}`).join("; ") + " (divided by T).");
  }

  const drawn = framed(draw);
  for (const control of [input, chosen]) control.addEventListener("input", drawn);
  return draw;
}
