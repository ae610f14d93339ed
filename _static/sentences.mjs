/* The sentences of the paper's Figure 1, judged on one game of two goods as book/figure1_sentences.ipynb does:
   the best fixed decision in hindsight, the Frank-Wolfe variant, and the readings of each sentence. */

const EPS = 2 ** -52;

/** The decisions of [0,1]^2 within the allowance over every window of W rounds: the corners, counter-clockwise. */
function windowPolygon({ T, W, allowance, prices }) {
  const sums = windowSums(T, W, prices);
  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
  const region = { corners, flat: Float64Array.from(corners.flat()) };
  const cutBy = (at) => {
    const [p, q] = [sums[at] / W, sums[at + 1] / W];
    region.corners = cut(region.corners, ([x, y]) => p * x + q * y - allowance);
    region.flat = Float64Array.from(region.corners.flat());
  };
  for (let i = 0; i <= 8; i++) { // the dearest window in nine directions first: few of the others cut then
    cutBy(dearest(sums, Math.cos((i * Math.PI) / 16), Math.sin((i * Math.PI) / 16)));
  }
  const most = W * allowance * (1 + 8 * EPS);
  for (let at = 0; at < sums.length; at += 2) if (exceeds(region.flat, sums[at], sums[at + 1], most)) cutBy(at);
  return region.corners;
}

function windowSums(T, W, prices) {
  const sums = new Float64Array(2 * (T - W + 1));
  let a = 0;
  let b = 0;
  for (let t = 0; t < T; t++) {
    if (t % W === 0) { // the sum is taken anew: what is subtracted leaves its rounding behind
      a = 0;
      b = 0;
      for (let s = Math.max(t - W + 1, 0); s < t; s++) {
        a += prices[2 * s];
        b += prices[2 * s + 1];
      }
    }
    a += prices[2 * t];
    b += prices[2 * t + 1];
    const first = t + 1 - W;
    if (first < 0) continue;
    sums[2 * first] = a;
    sums[2 * first + 1] = b;
    a -= prices[2 * first];
    b -= prices[2 * first + 1];
  }
  return sums;
}

function dearest(sums, u, v) {
  let found = 0;
  let most = -Infinity;
  for (let at = 0; at < sums.length; at += 2) {
    const cost = sums[at] * u + sums[at + 1] * v;
    if (cost > most) {
      most = cost;
      found = at;
    }
  }
  return found;
}

function exceeds(flat, a, b, most) {
  for (let i = 0; i < flat.length; i += 2) if (a * flat[i] + b * flat[i + 1] > most) return true;
  return false;
}

/* The part of a convex polygon where `excess` is not positive (Sutherland and Hodgman 1974). */
function cut(corners, excess) {
  const found = [];
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % corners.length];
    const [from, to] = [excess(p), excess(q)];
    if (from <= 0) found.push(p);
    if (from <= 0 !== to <= 0) {
      const step = from / (from - to);
      found.push([p[0] + step * (q[0] - p[0]), p[1] + step * (q[1] - p[1])]);
    }
  });
  return found.filter((p, i) => {
    const q = found[(i + found.length - 1) % found.length];
    return found.length === 1 || Math.max(Math.abs(p[0] - q[0]), Math.abs(p[1] - q[1])) > 8 * EPS;
  });
}

/** sum_t f_t, one quadratic of two variables. */
function total({ T, H, h }) {
  const sum = { a: 0, b: 0, d: 0, c: 0, e: 0 };
  for (let t = 0; t < T; t++) {
    sum.a += H[4 * t];
    sum.b += (H[4 * t + 1] + H[4 * t + 2]) / 2;
    sum.d += H[4 * t + 3];
    sum.c += h[2 * t];
    sum.e += h[2 * t + 1];
  }
  const { a, b, d, c, e } = sum;
  return {
    ...sum,
    value: ([x, y]) => (a * x * x + 2 * b * x * y + d * y * y) / 2 + c * x + e * y,
    gradient: ([x, y]) => [a * x + b * y + c, b * x + d * y + e],
  };
}

/** The best of the polygon, exactly: a corner, a side's stationary point or an inner one; and a certified bound. */
function bestIn(corners, f, W) {
  const candidates = [...corners];
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % corners.length];
    const [u, v] = [q[0] - p[0], q[1] - p[1]];
    const [gx, gy] = f.gradient(p);
    const bend = f.a * u * u + 2 * f.b * u * v + f.d * v * v;
    const step = bend < 0 ? Math.min(Math.max(-(gx * u + gy * v) / bend, 0), 1) : 0;
    candidates.push([p[0] + step * u, p[1] + step * v]);
  });
  const size = Math.hypot(f.a, f.b, f.b, f.d);
  const determinant = f.a * f.d - f.b * f.b;
  if (Math.abs(determinant) > 64 * EPS * size * size) {
    const inner = [(f.b * f.e - f.d * f.c) / determinant, (f.b * f.c - f.a * f.e) / determinant];
    if (inside(corners, inner)) candidates.push(inner);
  }
  let [x, value] = [corners[0], -Infinity];
  for (const candidate of candidates) {
    if (f.value(candidate) > value) [x, value] = [candidate, f.value(candidate)];
  }
  const r = Math.max(...corners.map(([p, q]) => Math.hypot(p, q)));
  const reach = [0, 1].map((i) => Math.max(...corners.map((corner) => corner[i])));
  const rounding = 64 * EPS * (size * r + Math.hypot(f.c, f.e)) * r;
  const constraints = (W + 64) * EPS * (Math.max(f.c, 0) * reach[0] + Math.max(f.e, 0) * reach[1]);
  return { x, value, bound: value + rounding + constraints };
}

function inside(corners, [x, y]) {
  return corners.length > 2 && corners.every((p, i) => {
    const q = corners[(i + 1) % corners.length];
    return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]) >= 0;
  });
}

/** K steps of the Frank-Wolfe variant (Bian et al. 2017) over the polygon: the value that it reaches. */
function frankWolfe(corners, f, K) {
  let [x, y] = [0, 0];
  for (let k = 0; k < K; k++) {
    const [gx, gy] = f.gradient([x / K, y / K]);
    let [best, most] = [corners[0], -Infinity];
    for (const corner of corners) {
      const gain = gx * corner[0] + gy * corner[1];
      if (gain > most) [best, most] = [corner, gain];
    }
    x += best[0];
    y += best[1];
  }
  return f.value([x / K, y / K]);
}

function even(number) { // ties to even, as NumPy rounds
  const near = Math.round(number);
  return near - number === 0.5 && near % 2 ? near - 1 : near;
}

/** About `count` window lengths in 1..T, as in the chapter, half evenly spaced and half in ratio, and those that sentence 4 names. */
function windowLengths(T, W, count = 60) {
  const half = Math.max(Math.floor(count / 2), 2);
  const found = new Set([1, T, W, ...largeWindows(T, W)]);
  for (let i = 0; i < half; i++) {
    found.add(even(1 + (i * (T - 1)) / (half - 1)));
    found.add(even(T ** (i / (half - 1))));
  }
  return [...found].sort((p, q) => p - q);
}

function largeWindows(T, W) {
  return [W, Math.floor(T / 10), Math.floor(T / 2)].map((length) => Math.max(length, 1));
}

/** The benchmark of window length W, with K steps of the Frank-Wolfe variant; f is `total(game)`, `region` X_W. */
function benchmark(game, f, W, K) {
  const region = windowPolygon({ ...game, W });
  return { W, region, ...bestIn(region, f, W), frankWolfe: frankWolfe(region, f, K) };
}

/** The readings of sentences 1 and 2 for one run, in the chapter's order; `at` is the benchmark of W. */
function aboutTheAlgorithm(T, run, at) {
  const mean = (series) => series.reduce((sum, entry) => sum + entry, 0) / T;
  let [negative, sum] = [0, 0];
  for (const entry of run.violation) {
    sum += entry;
    if (sum < 0) negative += 1;
  }
  const [violation, share, utility] = [mean(run.violation), negative / T, mean(run.utility)];
  const [lead, leadFrankWolfe] = [utility - at.value / T, utility - at.frankWolfe / T];
  const f = "units of f per round";
  return [
    reading(1, "after T rounds", violation < 0, violation, "budget units per round"),
    reading(1, "running average, most rounds", share > 0.5, share, "share of rounds"),
    reading(2, "against the certified optimum", utility > at.bound / T, lead, f),
    reading(2, "against the Frank-Wolfe value", leadFrankWolfe > 0, leadFrankWolfe, f),
  ];
}

/** The readings of sentences 3 and 4: of the benchmarks `curve` over `windowLengths(T, W)`, whoever plays. */
function aboutTheBenchmark(T, W, curve, small = 0.01) {
  const [values, bounds, walked] = ["value", "bound", "frankWolfe"].map((key) => curve.map((entry) => entry[key]));
  const end = values[values.length - 1];
  const gain = end / values[0] - 1;
  const [fall, fallFrankWolfe] = [largestFall(bounds, values), largestFall(walked, walked)];
  return [
    reading(3, "W = T above W = 1", gain > 0, gain, "relative gain"),
    reading(3, "certified optimum never falls", fall <= 0, fall, "largest relative fall"),
    reading(3, "Frank-Wolfe value never falls", fallFrankWolfe <= 0, fallFrankWolfe, "largest relative fall"),
    ...largeWindows(T, W).map((least) => {
      const gap = Math.max(...curve.map((entry) => (entry.W >= least ? Math.abs(1 - entry.value / end) : 0)));
      const said = `within ${100 * small}% of W = T for all W >= ${least}`;
      return reading(4, said, gap <= small, gap, "largest relative gap");
    }),
  ];
}

function reading(number, text, holds, effect, unit) {
  return { number, reading: text, holds, effect, unit };
}

/* How far `lower` at a window falls below the highest of `upper` up to it, relative to that; 0 if never. */
function largestFall(lower, upper) {
  let [peak, fall] = [-Infinity, 0];
  lower.forEach((entry, i) => {
    peak = Math.max(peak, upper[i]);
    fall = Math.max(fall, 1 - entry / peak);
  });
  return fall;
}
