/* The demo's pictures, as the inside of an <svg>. Lines differ by dashes and marks, not by colour alone. */

const MARKS = { round: "o", up: "^", diamond: "d" };

/** A number for a reader: with a sign if asked, no more digits than told, and a true minus. */
function number(value, digits = 3, sign = false) {
  const rounded = value.toFixed(digits);
  const zero = Number(rounded) === 0;
  const text = (zero ? rounded.replace("-", "") : rounded).replace("-", "\u2212");
  return sign && value > 0 && !zero ? `+${text}` : text;
}

/** Three digits that count, of a small number too, and no power of ten. */
function rounded(value) {
  if (value === 0) return "0";
  const digits = Math.min(Math.max(2 - Math.floor(Math.log10(Math.abs(value))), 0), 9);
  const [whole, part] = number(value, digits).split(".");
  return part ? `${grouped(whole)}.${part}` : grouped(whole);
}

function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Round numbers in [low, high], about `most` of them. */
function ticks(low, high, most = 4) {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) found.push(i * step);
  return { found, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

function line(points, style) {
  const text = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  return `<polyline class="demo-line ${style}" points="${text}"/>`;
}

function segment(x1, y1, x2, y2, style) {
  return line([[x1, y1], [x2, y2]], style);
}

function label(x, y, anchor, text, style = "") {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" class="${style}">${text}</text>`;
}

function mark(kind, x, y, size, style) {
  const at = (dx, dy) => `${(x + dx * size).toFixed(1)},${(y + dy * size).toFixed(1)}`;
  if (kind === MARKS.round) return `<circle class="${style}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size}"/>`;
  const corners = kind === MARKS.up ? [[0, -1.2], [1.1, 0.8], [-1.1, 0.8]] : [[0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]];
  return `<polygon class="${style}" points="${corners.map(([dx, dy]) => at(dx, dy)).join(" ")}"/>`;
}

const MARGIN = { left: 54, right: 12, top: 10 };

/** From the round to the pixel and back, the same in all charts over time. */
function timeScale(width, T) {
  const inner = width - MARGIN.left - MARGIN.right;
  return {
    x: (t) => MARGIN.left + (inner * (t - 1)) / Math.max(T - 1, 1),
    round: (x) => Math.min(Math.max(Math.round(1 + ((x - MARGIN.left) / inner) * (T - 1)), 1), T),
  };
}

/** One quantity over the rounds: `series` (T), `levels` {y, style}, and a line at the round shown. */
function overTime({ width, height, T, series, levels = [], round, last = false }) {
  const bottom = last ? 34 : 8;
  const { x } = timeScale(width, T);
  let [low, high] = [Infinity, -Infinity];
  for (const value of series) [low, high] = [Math.min(low, value), Math.max(high, value)];
  for (const level of levels) [low, high] = [Math.min(low, level.y), Math.max(high, level.y)];
  if (high - low < 1e-9) high = low + 1;
  const y = (value) => MARGIN.top + ((high - value) / (high - low)) * (height - MARGIN.top - bottom);
  const { found, digits } = ticks(low, high, 3);
  const parts = found.map((value) =>
    segment(MARGIN.left, y(value), width - MARGIN.right, y(value), "demo-grid") +
    label(MARGIN.left - 6, y(value) + 4, "end", number(value, digits)));
  for (const level of levels) parts.push(segment(MARGIN.left, y(level.y), width - MARGIN.right, y(level.y), level.style));
  const stride = Math.ceil(T / 500);
  const points = [];
  for (let t = 1; t <= T; t += stride) points.push([x(t), y(series[t - 1])]);
  points.push([x(T), y(series[T - 1])]);
  parts.push(line(points, "demo-main"), segment(x(round), MARGIN.top, x(round), height - bottom, "demo-cursor"));
  parts.push(mark(MARKS.round, x(round), y(series[round - 1]), 3.5, "demo-here"));
  if (last) parts.push(timeAxis(width, height, T));
  return parts.join("");
}

function timeAxis(width, height, T) {
  const { x } = timeScale(width, T);
  const { found } = ticks(1, T, width < 420 ? 3 : 5);
  const base = height - 34;
  return segment(MARGIN.left, base, width - MARGIN.right, base, "demo-axis") +
    found.map((t) => label(x(t), base + 15, t > 0.95 * T ? "end" : "middle", grouped(t))).join("") +
    label((MARGIN.left + width - MARGIN.right) / 2, base + 30, "middle", "round t");
}

const HIGHEST = 4; // factor of a price shock

/** The shock: the factor of all prices over time, with a handle in its middle. */
function shockStrip({ width, height, T, first, last, factor }) {
  const { x } = timeScale(width, T);
  const y = (value) => MARGIN.top + (1 - value / HIGHEST) * (height - MARGIN.top - 10);
  const edge = [[x(1), y(1)], [x(first), y(1)], [x(first), y(factor)], [x(last), y(factor)], [x(last), y(1)], [x(T), y(1)]];
  const grid = [0, 1, HIGHEST].map((value) =>
    segment(MARGIN.left, y(value), width - MARGIN.right, y(value), "demo-grid") +
    label(MARGIN.left - 6, y(value) + 4, "end", `\u00d7${value}`));
  const middle = (x(first) + x(last)) / 2;
  return grid.join("") + line(edge, "demo-main") + `<circle class="demo-handle" cx="${middle}" cy="${y(factor)}" r="11"/>` +
    label(middle, y(factor) + 4, "middle", "\u2725", "demo-grip");
}

/** What a pointer in the strip means: a round and a factor in steps of a tenth. */
function shockAt({ width, height, T }, px, py) {
  const factor = HIGHEST * (1 - (py - MARGIN.top) / (height - MARGIN.top - 10));
  return { round: timeScale(width, T).round(px), factor: Math.min(Math.max(Math.round(factor * 10) / 10, 0), HIGHEST) };
}

/** The decision set: the path of x_t, the partial iterates of one round, its budget line, the benchmark's set and point. */
function square({ size, decisions, round, iterates, prices, allowance, region, best }) {
  const [left, bottom] = [44, 40];
  const inner = size - left - 10;
  const x = (value) => left + inner * value;
  const y = (value) => 8 + (size - bottom - 8) * (1 - value);
  const at = ([p, q]) => [x(p), y(q)];
  const T = decisions.length / 2;
  const stride = Math.ceil(T / 1500);
  const [before, after] = [[], []];
  for (let t = 1; t <= T; t += stride) {
    const point = at([decisions[2 * t - 2], decisions[2 * t - 1]]);
    if (t <= round) before.push(point);
    else after.push(point);
  }
  const here = at([decisions[2 * round - 2], decisions[2 * round - 1]]);
  before.push(here);
  const climb = [];
  for (let k = 0; k < iterates.length; k += 2) climb.push(at([iterates[k], iterates[k + 1]]));
  const grid = [0, 0.25, 0.5, 0.75, 1].map((value) => {
    const text = number(value, value % 0.5 ? 2 : value % 1 ? 1 : 0);
    return segment(x(value), y(0), x(value), y(1), "demo-grid") + segment(x(0), y(value), x(1), y(value), "demo-grid") +
      label(x(value), y(0) + 15, "middle", text) + label(x(0) - 6, y(value) + 4, "end", text);
  });
  return grid.join("") +
    `<polygon class="demo-region" points="${region.map((corner) => at(corner).map((v) => v.toFixed(1)).join(",")).join(" ")}"/>` +
    line([here, ...after], "demo-later") + line(before, "demo-main") + budgetLine(prices, allowance, at) +
    line(climb, "demo-climb") + climb.slice(1, -1).map(([px, py]) => mark(MARKS.round, px, py, 2, "demo-iterate")).join("") +
    mark(MARKS.diamond, ...at(best), 5, "demo-best") + mark(MARKS.round, ...here, 5, "demo-here") +
    label(x(0.5), size - 4, "middle", "x\u2081 (bid on good 1)") +
    `<text transform="translate(11 ${y(0.5).toFixed(1)}) rotate(-90)" text-anchor="middle">x\u2082 (bid on good 2)</text>`;
}

/* <p, x> = allowance within the square. */
function budgetLine([p, q], allowance, at) {
  const ends = [];
  for (const s of [0, 1]) {
    if (q > 0 && allowance - p * s >= 0 && allowance - p * s <= q) ends.push([s, (allowance - p * s) / q]);
    if (p > 0 && allowance - q * s >= 0 && allowance - q * s <= p) ends.push([(allowance - q * s) / p, s]);
  }
  const far = ends.find(([u, v]) => Math.abs(u - ends[0][0]) + Math.abs(v - ends[0][1]) > 1e-9);
  return far ? segment(...at(ends[0]), ...at(far), "demo-budget") : "";
}

/** Share of the optimum against the horizon, logarithmic: `lines` {name, shares, style}, `levels` {y, text, style}. */
function shares({ width, height, horizons, lines, levels }) {
  const [bottom, low] = [40, 0.45];
  const [first, last] = [Math.log(horizons[0]), Math.log(horizons[horizons.length - 1])];
  const inner = width - MARGIN.left - 3 * MARGIN.right;
  const x = (T) => MARGIN.left + MARGIN.right + (inner * (Math.log(T) - first)) / (last - first);
  const y = (share) => MARGIN.top + ((1 - Math.max(share, low)) / (1 - low)) * (height - MARGIN.top - bottom);
  const grid = [0.5, 0.6, 0.7, 0.8, 0.9, 1].map((value) =>
    segment(MARGIN.left, y(value), width - MARGIN.right, y(value), "demo-grid") +
    label(MARGIN.left - 6, y(value) + 4, "end", number(value, 1)));
  const base = height - bottom;
  const axis = horizons.filter((_, i) => i % (width < 420 ? 4 : 2) === 0).map((T) => label(x(T), base + 15, "middle", grouped(T)));
  const kinds = Object.values(MARKS);
  return grid.join("") + axis.join("") + segment(MARGIN.left, base, width - MARGIN.right, base, "demo-axis") +
    label((MARGIN.left + width) / 2, base + 33, "middle", "rounds T (logarithmic)") +
    levels.map(({ y: level, text, style }) => segment(MARGIN.left, y(level), width - MARGIN.right, y(level), style) +
      label(MARGIN.left + 0.6 * inner, y(level) - 5, "middle", text, "demo-over")).join("") +
    lines.map(({ name, shares: found, style }, i) => {
      const points = found.map((share, j) => [x(horizons[j]), y(share)]);
      if (!points.length) return "";
      const [px, py] = points[points.length - 1];
      return line(points, style) + label(px + 8, py + (i ? -10 : 19), "end", name, "demo-over") + points.map((point) => mark(kinds[i], ...point, 4.5, `demo-dot ${style}`)).join("");
    }).join("");
}
