/* The figure of the chapter on the problem: a slider of W changes what the benchmark may decide, and what it decides. */

const WINDOWS = { T: 1000, seed: 0, allowance: 2, start: 20, extent: 0.72 }; // the chapter's game, and both axes' end

/** Lengths of a window for a slider: 1 to T, about in ratio. */
function windowSteps(T, count = 60) {
  const lengths = Array.from({ length: count + 1 }, (_, i) => Math.round(T ** (i / count)));
  return [...new Set([...lengths, WINDOWS.start])].sort((p, q) => p - q);
}

/** X_W, by its corners, and its best decision with the value for all rounds together; f is `total(game)`. */
function windowsBest(game, f, W) {
  const region = windowPolygon({ ...game, W });
  return { region, ...bestIn(region, f, W) };
}

/** The points with f = value at these x_1, of which the lower is taken where there are two: one quadratic each. */
function levelLine(f, value, from, to, count = 60) {
  const points = [];
  for (let i = 0; i <= count; i++) {
    const x = from + ((to - from) * i) / count;
    const slope = f.b * x + f.e;
    const missing = value - ((f.a * x) / 2 + f.c) * x;
    const root = slope * slope + 2 * f.d * missing;
    if (slope <= 0 || root < 0) continue;
    const y = (2 * missing) / (slope + Math.sqrt(root));
    if (y >= 0) points.push([x, y]);
  }
  return points;
}

/** The picture: X_W and x*_W, the outlines for W = 1 and W = T, and what is worth as much as x*_W. */
function windowsPicture({ size, now, shortest, longest, level }) {
  const [left, bottom, end] = [44, 40, WINDOWS.extent];
  const x = (value) => left + ((size - left - 10) * value) / end;
  const y = (value) => 8 + (size - bottom - 8) * (1 - value / end);
  const at = ([p, q]) => [x(p), y(q)];
  const parts = [0, 0.2, 0.4, 0.6].map((value) =>
    segment(x(value), y(0), x(value), y(end), "demo-grid") + segment(x(0), y(value), x(end), y(value), "demo-grid") +
    label(x(value), y(0) + 15, "middle", number(value, value ? 1 : 0)) + label(x(0) - 6, y(value) + 4, "end", number(value, value ? 1 : 0)));
  parts.push(`<polygon class="demo-allowed" points="${now.region.map((corner) => at(corner).map((v) => v.toFixed(1)).join(",")).join(" ")}"/>`);
  const edge = (region, style) => line(region.filter(([p, q]) => p + q > 0).map(at), style);
  parts.push(edge(shortest.region, "demo-second"), edge(longest.region, "demo-third"));
  parts.push(line(level.filter(([p, q]) => p <= end && q <= end).map(at), "demo-climb"));
  parts.push(mark(MARKS.diamond, ...at(now.x), 5.5, "demo-best"));
  const [bx, by] = at(now.x);
  const most = (region, i) => Math.max(...region.map((corner) => corner[i]));
  parts.push(label(x(most(shortest.region, 0)) - 10, y(0) - 5, "end", "W = 1", "demo-over"));
  parts.push(label(x(0.09), y(most(longest.region, 1) - 0.075), "start", "W = T", "demo-over"));
  parts.push(label(bx + 9, by - 7, "start", "x*", "demo-over"));
  parts.push(label((left + size - 10) / 2, size - 4, "middle", "x\u2081 (bid on good 1)"));
  parts.push(`<text transform="translate(11 ${y(end / 2).toFixed(1)}) rotate(-90)" text-anchor="middle">x\u2082 (bid on good 2)</text>`);
  return parts.join("");
}

const windowsPlace = globalThis.document?.getElementById("osphg-windows");
if (windowsPlace) beginFigure(windowsPlace, windowsFigure);

function windowsFigure(place) {
  const { T, seed, allowance, start, extent } = WINDOWS;
  const steps = windowSteps(T);
  place.innerHTML = `<figure class="demo-square"><figcaption>What the benchmark may decide, and what it decides</figcaption><svg role="img"></svg></figure>
    <ul class="demo-legend"><li><i class="k-allowed"></i>X<sub>W</sub>, the decisions that keep the budget over every window of W rounds</li>
      <li><i class="k-best">\u25c7</i>x*<sub>W</sub>, the best of these</li><li><i class="k-climb k-solid"></i>decisions worth as much as x*<sub>W</sub></li>
      <li><i class="k-second"></i>edge of X<sub>1</sub></li><li><i class="k-third"></i>edge of X<sub>T</sub></li></ul>
    <div class="demo-field">${slider("windows-W", "Window W, in rounds", { min: 0, max: steps.length - 1, step: 1, value: steps.indexOf(start) })}</div>
    <p class="demo-numbers" role="status" aria-live="polite"></p>`;
  const find = (selector) => place.querySelector(selector);
  const input = find("#windows-W");
  const announce = whenAtRest(find(".demo-numbers"));
  const game = { ...quadraticGame({ T, n: 2, seed }), allowance };
  const f = total(game);
  const [shortest, longest] = [1, T].map((W) => windowsBest(game, f, W));

  function draw() {
    const W = steps[Number(input.value)];
    const now = windowsBest(game, f, W);
    const svg = find("svg");
    const size = Math.min(svg.parentElement.clientWidth, 480);
    if (!size) return;
    fit(svg, size, size);
    svg.innerHTML = windowsPicture({ size, now, shortest, longest, level: levelLine(f, now.value, 0, extent) });
    find("#windows-W-out").textContent = grouped(W);
    input.setAttribute("aria-valuetext", `${grouped(W)} rounds`);
    svg.setAttribute("aria-label", `The decisions that keep the budget over every window of ${W} rounds, a polygon at the origin, and the best of them on its edge; the line below the slider has the numbers.`);
    announce(`W = ${grouped(W)}: the best decision is (${number(now.x[0])}, ${number(now.x[1])}), worth ${number(now.value / T, 4)} a round, ` +
      (W === T ? "with all rounds in one window." : `${number(100 * (1 - now.value / longest.value), 1)}% less than with W = T = ${grouped(T)}.`));
  }

  input.addEventListener("input", framed(draw));
  return draw;
}
