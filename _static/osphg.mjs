/* OSPHG in plain JavaScript: numbers only, no page. tests/test_demo.py compares it with the package.

   A game is T rounds on the box [0,1]^n. Arrays are Float64Arrays, row-major: prices T*n, H T*n*n,
   h T*n; f_t(x) = x'H_t x/2 + h_t'x, of which only the symmetric part of H_t acts, and
   g_t(x) = <p_t, x> - allowance with allowance = B_T/T. Whatever plays returns
   {decisions T*n, utility T, violation T, multiplier T}. */

const MASS = 1 - Math.exp(-1); // 1 - 1/e, the integral of e^(z-1) over [0, 1]
const MOST = 2 ** 24; // entries of an array: what a page can hold
const ROUNDING = 1e-12; // by which a number that is at most 1 on paper may exceed it

// What is refused: one line with the parameter, its value and what is allowed.

function shown(value) {
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return `${value.constructor.name}(${value.length})`;
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : String(value).slice(0, 40);
}

function refuse(name, allowed, value) {
  throw new RangeError(`${name} must be ${allowed}, got ${shown(value)}`);
}

function count(name, value, most = MOST) {
  if (!Number.isInteger(value) || value < 1 || value > most) refuse(name, `an integer in 1..${most}`, value);
}

function positive(name, value) {
  if (!Number.isFinite(value) || value <= 0) refuse(name, "a finite number above 0", value);
}

function flag(name, value) {
  if (typeof value !== "boolean") refuse(name, "true or false", value);
}

function array(name, value, length, least, most, allowed) {
  if (!(value instanceof Float64Array)) refuse(name, `a Float64Array of length ${length}`, value);
  if (value.length !== length) refuse(name, `of length ${length}`, value);
  for (let i = 0; i < length; i++) if (!(value[i] >= least && value[i] <= most)) refuse(`${name}[${i}]`, allowed, value[i]);
}

/* The steps of the learners, mu, and of lambda, muLambda, and the share of lambda that a step keeps. */
function checkedSteps({ mu, muLambda = mu, delta }) {
  positive("mu", mu);
  positive("muLambda", muLambda);
  positive("delta", delta);
  const product = delta * muLambda * muLambda;
  if (product > 1 + ROUNDING) {
    const name = muLambda === mu ? "mu" : "muLambda";
    throw new RangeError(`delta * ${name}^2 must be at most 1, got ${product} (${name} = ${muLambda}, delta = ${delta})`);
  }
  return { decision: mu, dual: muLambda, keep: Math.max(1 - product, 0) };
}

function checkedGame({ T, n, allowance, prices, H, h }) {
  count("T", T);
  count("n", n, 1024);
  count("T * n * n", T * n * n);
  positive("allowance", allowance);
  array("prices", prices, T * n, 0, Number.MAX_VALUE, "finite and not negative");
  array("H", H, T * n * n, -Number.MAX_VALUE, 0, "finite and not positive (diminishing returns)");
  array("h", h, T * n, -Number.MAX_VALUE, Number.MAX_VALUE, "finite");
}

// Utilities: told the round, a value at one point and the gradients at m: X into G, both n*m, so that loops run over
// what lies side by side.

function quadratics(n, H, h) {
  const S = new Float64Array(n * n);
  let base = 0;
  return {
    at(t) {
      base = t * n;
      const first = t * n * n;
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) S[i * n + j] = (H[first + i * n + j] + H[first + j * n + i]) / 2;
      }
    },
    gradients(X, G) {
      const m = X.length / n;
      for (let i = 0; i < n; i++) {
        const row = i * m;
        G.fill(h[base + i], row, row + m);
        for (let j = 0; j < n; j++) {
          const [bend, from] = [S[i * n + j], j * m];
          for (let k = 0; k < m; k++) G[row + k] += bend * X[from + k];
        }
      }
    },
    value(x) {
      let total = 0;
      for (let i = 0; i < n; i++) {
        let slope = 0;
        for (let j = 0; j < n; j++) slope += S[i * n + j] * x[j];
        total += x[i] * (slope / 2 + h[base + i]);
      }
      return total;
    },
  };
}

function coverage({ tau, Q, w, rho }) {
  const end = tau + w;
  const covered = (d) => {
    const bend = Math.max(Math.min(d, end) - tau, 0);
    return Q * (Math.min(d, end) - (bend * bend) / (2 * w));
  };
  return {
    at() {},
    gradients(X, G) {
      const m = X.length / 3;
      for (let k = 0; k < m; k++) {
        const d = X[m + k];
        const bend = d < tau ? 0 : d < end ? d - tau : w;
        G[k] = 1 - Q * ((d < end ? d : end) - (bend * bend) / (2 * w));
        G[m + k] = d < end ? (1 - X[k]) * Q * (1 - bend / w) : 0;
      }
      G.fill(rho, 2 * m);
    },
    value: (x) => 1 - (1 - x[0]) * (1 - covered(x[1])) + rho * x[2],
  };
}

// Learners: `decide` writes x_t, made of what they chose before; `learn` is told f_t, p_t and lambda_t.

/* K oracles, gradient ascent from the origin, fed at the partial iterates (paper, Algorithm 2). */
function path(K, n, mu, weighted) {
  const [V, X, G] = [0, 1, 2].map(() => new Float64Array(K * n));
  const steps = new Float64Array(K);
  const share = 1 / K;
  for (let k = 0; k < K; k++) steps[k] = mu * (weighted ? (1 - 1 / K) ** (K - 1 - k) : 1);
  return {
    V,
    decide(x) {
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let c = i * K; c < (i + 1) * K; c++) {
          X[c] = sum;
          sum += V[c] * share;
        }
        x[i] = sum;
      }
    },
    learn(f, lambda, prices, at) {
      f.gradients(X, G);
      for (let i = 0; i < n; i++) {
        const cost = mu * lambda * prices[at + i];
        for (let k = 0, c = i * K; k < K; k++, c++) {
          const to = V[c] + steps[k] * G[c] - cost;
          V[c] = to < 0 ? 0 : to > 1 ? 1 : to;
        }
      }
    },
  };
}

/* One oracle, fed the integral of e^(z-1) grad f_t(z x), by a rule (Zhang et al. 2022). */
function straight(n, mu, { points, weights }) {
  const V = new Float64Array(n);
  const m = points.length;
  const [X, G] = [0, 1].map(() => new Float64Array(n * m));
  return {
    decide: (x) => x.set(V),
    learn(f, lambda, prices, at) {
      for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) X[i * m + j] = points[j] * V[i];
      f.gradients(X, G);
      for (let i = 0; i < n; i++) {
        let slope = 0;
        for (let j = 0; j < m; j++) slope += weights[j] * G[i * m + j];
        V[i] = Math.min(Math.max(V[i] + mu * (slope - lambda * prices[at + i]), 0), 1);
      }
    },
  };
}

/* The only loop over the rounds, which `advance` takes up to round `until`, a part at a time if one likes.
   `stride` is n, or 0 where the prices of round 1 hold in all. */
function begin(T, n, stride, prices, allowance, f, learner, steps) {
  const run = {
    decisions: new Float64Array(T * n),
    utility: new Float64Array(T),
    violation: new Float64Array(T),
    multiplier: new Float64Array(T),
  };
  const x = new Float64Array(n);
  let [t, lambda] = [0, 0];
  function advance(until) {
    for (; t < Math.min(until, T); t++) {
      learner.decide(x);
      f.at(t);
      let spend = 0;
      for (let i = 0; i < n; i++) spend += prices[t * stride + i] * x[i];
      run.decisions.set(x, t * n);
      run.utility[t] = f.value(x);
      run.violation[t] = spend - allowance;
      run.multiplier[t] = lambda;
      learner.learn(f, lambda, prices, t * stride);
      lambda = Math.max(steps.keep * lambda + steps.dual * run.violation[t], 0);
    }
    return run;
  }
  const save = () => ({ t, lambda, V: learner.V.slice() });
  const restore = (saved) => {
    ({ t, lambda } = saved);
    learner.V.set(saved.V);
  };
  return { advance, learner, save, restore };
}

/** Play OSPHG (paper, Algorithm 2); `weighted`: gradients times (1 - 1/K)^(K-k), the repaired feedback. The oracles
 *  step by mu, and lambda by muLambda, which is mu unless given. */
function play(game) {
  return ready(game).advance(game.T);
}

function ready({ T, n, K, mu, muLambda, delta, weighted, allowance, prices, H, h }) {
  checkedGame({ T, n, allowance, prices, H, h });
  count("K", K);
  count("K * n", K * n);
  const steps = checkedSteps({ mu, muLambda, delta });
  flag("weighted", weighted);
  const learner = path(K, n, steps.decision, weighted);
  return begin(T, n, n, prices, allowance, quadratics(n, H, h), learner, steps);
}

/** The same, to be played in parts: `advance(until)` plays on until that many rounds are played, and returns the run;
 *  `iterates()` are the partial iterates x^(1) = 0, .., x^(K+1) of the next round, its decision, (K+1)*n. What `save`
 *  returned, `restore` goes back to. */
function beginPlay(game) {
  const { advance, learner, save, restore } = ready(game);
  const { n, K } = game;
  const iterates = () => {
    const X = new Float64Array((K + 1) * n);
    for (let k = 0; k < K; k++) for (let i = 0; i < n; i++) X[(k + 1) * n + i] = X[k * n + i] + learner.V[i * K + k] / K;
    return X;
  };
  return { advance, iterates, save, restore };
}

/** Play boosted OSPHG: one oracle, and `nodes` gradients a round by `boostedRule`; one node is exact here. */
function playBoosted({ T, n, mu, muLambda, delta, nodes = 1, allowance, prices, H, h }) {
  checkedGame({ T, n, allowance, prices, H, h });
  const steps = checkedSteps({ mu, muLambda, delta });
  const learner = straight(n, steps.decision, boostedRule(nodes));
  return begin(T, n, n, prices, allowance, quadratics(n, H, h), learner, steps).advance(T);
}

/** Nodes and weights of the Gauss rule for the integral of e^(z-1) phi(z) over [0, 1], as the package's
 *  `boosted_rule`: exact for polynomials of degree 2 nodes - 1. The recurrence of the polynomials that
 *  are orthogonal under e^(z-1) comes from a fine Legendre rule (Stieltjes), its zeros by bisection. */
function boostedRule(nodes) {
  count("nodes", nodes, 64);
  const fine = legendre(nodes + 20);
  const mass = fine.weights.map((w, i) => w * Math.exp(fine.points[i] - 1));
  const dot = (a, b) => mass.reduce((sum, m, i) => sum + m * a[i] * b[i], 0);
  const a = [];
  const b = []; // sqrt(b_j) phi_j = (z - a_(j-1)) phi_(j-1) - sqrt(b_(j-1)) phi_(j-2), orthonormal
  let last = fine.points.map(() => 0);
  let phi = fine.points.map(() => 1 / Math.sqrt(MASS));
  for (let j = 0; j < nodes; j++) {
    const image = phi.map((v, i) => fine.points[i] * v);
    a.push(dot(image, phi));
    const next = image.map((v, i) => v - a[j] * phi[i] - (j ? b[j - 1] : 0) * last[i]);
    b.push(Math.sqrt(dot(next, next)));
    last = phi;
    phi = next.map((v) => v / b[j]);
  }
  const values = (z) => {
    const found = [1 / Math.sqrt(MASS)];
    for (let j = 0; j < nodes; j++) {
      found.push(((z - a[j]) * found[j] - (j ? b[j - 1] * found[j - 1] : 0)) / b[j]);
    }
    return found;
  };
  const points = zeros((z) => values(z).reduce((n, v, i, all) => n + (i > 0 && v * all[i - 1] <= 0), 0), nodes);
  const weights = points.map((z) => 1 / values(z).slice(0, nodes).reduce((sum, v) => sum + v * v, 0));
  return { points: Float64Array.from(points), weights: Float64Array.from(weights) };
}

/* The zeros in (0, 1), ascending: `above(z)` counts, by the changes of sign of a Sturm sequence, those above z. */
function zeros(above, nodes) {
  return Array.from({ length: nodes }, (_, j) => {
    let [low, high] = [0, 1];
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (above(middle) >= nodes - j) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  });
}

function legendre(nodes) {
  const points = [];
  const weights = [];
  for (let i = 0; i < nodes; i++) {
    let x = -Math.cos((Math.PI * (i + 0.75)) / (nodes + 0.5));
    let slope = 1;
    for (let step = 0; step < 8; step++) { // Newton
      let [before, now] = [0, 1];
      for (let k = 0; k < nodes; k++) [before, now] = [now, ((2 * k + 1) * x * now - k * before) / (k + 1)];
      slope = (nodes * (x * now - before)) / (x * x - 1);
      x -= now / slope;
    }
    points.push((x + 1) / 2);
    weights.push(1 / ((1 - x * x) * slope * slope));
  }
  return { points, weights };
}

/** The two accounts between which Lemma 4.1 of the paper puts lambda: both are charged mu g_t for what a round overspends
 *  and keep the share `keep` of their balance; one is credited where a round saves, the other is charged for that, too.
 *  `credited[t - 1]` <= lambda_t <= `uncredited[t - 1]`. */
function accounts(violation, mu, keep) {
  const [credited, uncredited] = [0, 1].map(() => new Float64Array(violation.length));
  for (let t = 1; t < violation.length; t++) {
    credited[t] = keep * credited[t - 1] + mu * violation[t - 1];
    uncredited[t] = keep * uncredited[t - 1] + mu * Math.abs(violation[t - 1]);
  }
  return { credited, uncredited };
}

/** The steps of Lemma 4.3, mu = R/(beta sqrt(W T)) and delta = 4 beta^2, for the constants of the rounds:
 *  beta = max(share beta_f, beta_g), with share 1, or 1 - 1/e for the boosted player. */
function theorem({ T, n, W, betaF, betaG, boosted = false }) {
  count("T", T);
  count("W", W, T);
  const beta = Math.max((boosted ? MASS : 1) * betaF, betaG);
  return { mu: Math.sqrt(n) / (beta * Math.sqrt(W * T)), delta: 4 * beta * beta };
}

/** beta_f and beta_g, the largest gradient of an f_t and the largest price vector. */
function constants({ T, n, allowance, prices, H, h }) {
  checkedGame({ T, n, allowance, prices, H, h });
  let [f, g] = [0, 0];
  for (let t = 0; t < T; t++) {
    let [steep, dear] = [0, 0];
    for (let i = 0, at = t * n; i < n; i++, at++) {
      let end = h[at];
      for (let j = 0; j < n; j++) end += (H[at * n + j] + H[(t * n + j) * n + i]) / 2;
      steep += Math.max(Math.abs(h[at]), Math.abs(end)) ** 2;
      dear += prices[at] ** 2;
    }
    f = Math.max(f, steep);
    g = Math.max(g, dear);
  }
  return { betaF: Math.sqrt(f), betaG: Math.sqrt(g) };
}

/** The paper's random quadratics, for a seed in 0..2^32-1 the package's `paper_quadratics(T, n, seed=seed)`, bit for
 *  bit: H_t symmetric and uniform in [-1, 0], h_t = -H_t 1, prices uniform in [2, 4]. As there, each block of rounds has a
 *  generator of its own, which draws every H_t of a full block and then the prices. */
function quadraticGame({ T, n, seed }) {
  count("T", T);
  count("n", n, 1024);
  count("T * n * n", T * n * n);
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) refuse("seed", "an integer in 0..4294967295", seed);
  const [prices, H, h] = [T * n, T * n * n, T * n].map((length) => new Float64Array(length));
  const blockLength = Math.max(1, Math.floor(2 ** 16 / n ** 2));
  for (let start = 0; start < T; start += blockLength) {
    const stop = Math.min(start + blockLength, T);
    const generator = pcg64(seed, start / blockLength);
    for (let t = start; t < stop; t++) {
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const entry = generator.uniform() - 1;
          if (j >= i) H[(t * n + i) * n + j] = H[(t * n + j) * n + i] = entry; // what is below the diagonal is not used
        }
      }
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) h[t * n + j] -= H[(t * n + i) * n + j];
    }
    // In a longer game the prices come after the H_t that the last, shorter block lacks.
    generator.advance((start + blockLength - stop) * n * n);
    for (let at = start * n; at < stop * n; at++) prices[at] = 2 + 2 * generator.uniform();
  }
  return { T, n, prices, H, h };
}

/* NumPy's `PCG64(SeedSequence(seed, spawn_key=(block,)))`: O'Neill's PCG XSL RR 128/64 (2014), a linear congruential
   generator of 128 bits whose state is scrambled to 64. `uniform` is the next number in [0, 1), of 53 bits; `advance`
   skips that many numbers. */
function pcg64(seed, block) {
  const wide = (number) => BigInt.asUintN(128, number);
  const factor = 0x2360ed051fc65da44385df649fccf645n;
  const words = seedSequence(seed, block);
  const increment = wide((((words[2] << 64n) | words[3]) << 1n) | 1n);
  const step = (state) => wide(state * factor + increment);
  let state = step(increment + ((words[0] << 64n) | words[1]));
  return {
    uniform() {
      state = step(state);
      const folded = (state >> 64n) ^ BigInt.asUintN(64, state);
      const turn = state >> 122n;
      const rotated = BigInt.asUintN(64, (folded >> turn) | (folded << (64n - turn)));
      return Number(rotated >> 11n) / 2 ** 53;
    },
    advance(steps) { // by squaring: m steps are one step with the factor^m, and with an increment of its own
      let [power, added] = [factor, increment];
      for (let rest = BigInt(steps); rest > 0n; rest >>= 1n) {
        if (rest & 1n) state = wide(state * power + added);
        added = wide(added * (power + 1n));
        power = wide(power * power);
      }
    },
  };
}

/* Four words of 64 bits from NumPy's `SeedSequence(seed, spawn_key=(block,))`: the seed, filled up with zeros to the
   four words of the pool, and the block are hashed into the pool, and the words are hashed out of it. */
function seedSequence(seed, block) {
  const hasher = (start, factor) => {
    let constant = start;
    return (word) => {
      const mixed = word ^ constant;
      constant = Math.imul(constant, factor);
      const product = Math.imul(mixed, constant);
      return (product ^ (product >>> 16)) >>> 0;
    };
  };
  const mix = (x, y) => {
    const difference = (Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y)) | 0;
    return (difference ^ (difference >>> 16)) >>> 0;
  };
  const hashIn = hasher(0x43b0d7e5, 0x931e8875);
  const pool = [seed, 0, 0, 0].map(hashIn);
  for (let from = 0; from < 4; from++) {
    for (let to = 0; to < 4; to++) if (to !== from) pool[to] = mix(pool[to], hashIn(pool[from]));
  }
  for (let to = 0; to < 4; to++) pool[to] = mix(pool[to], hashIn(block));
  const hashOut = hasher(0x8b51f9dd, 0x58f38ded);
  const halves = Array.from({ length: 8 }, (_, i) => BigInt(hashOut(pool[i % 4])));
  return [0, 2, 4, 6].map((i) => (halves[i + 1] << 32n) | halves[i]);
}

/** The decoy game, f = 1 - (1 - z)(1 - q(d)) + rho o at prices (0, 1/tau, 1) and allowance 1, in every round:
 *  x = (z, d, o), best at (1, 0, 1) with f = 1 + rho. The parameters are those of `osphg.games.refuting.decoy`. */
function decoyGame({ tau = 0.1, Q = 9, w = 0.02, rho = 0.7 } = {}) {
  for (const [name, value] of Object.entries({ tau, Q, w, rho })) positive(name, value);
  if (Q * (tau + w / 2) > 1 + ROUNDING) refuse("Q * (tau + w/2)", "at most 1", Q * (tau + w / 2));
  if (tau + w > 1 + ROUNDING) refuse("tau + w", "at most 1", tau + w);
  if (rho >= Q * tau * (1 - tau)) refuse("rho", `below Q tau (1 - tau) = ${Q * tau * (1 - tau)}`, rho);
  const betaF = Math.hypot(1, Q, rho);
  return { tau, Q, w, rho, best: 1 + rho, betaF, betaG: Math.hypot(1 / tau, 1) };
}

/** Play it for T rounds: K oracles, `weighted` or not, or with `boosted` one oracle and `nodes` gradients. */
function playDecoy(options) {
  return beginDecoy(options).advance(options.T);
}

/** The same, to be played in parts: `advance(until)` returns the run, of which the first `until` rounds are filled. */
function beginDecoy({ game, T, K = 1, mu, muLambda, delta, weighted = false, boosted = false, nodes = 8 }) {
  const checked = decoyGame(game);
  count("T", T);
  count("K", K);
  const steps = checkedSteps({ mu, muLambda, delta });
  flag("weighted", weighted);
  flag("boosted", boosted);
  const learner = boosted ? straight(3, steps.decision, boostedRule(nodes)) : path(K, 3, steps.decision, weighted);
  return begin(T, 3, 0, Float64Array.of(0, 1 / checked.tau, 1), 1, coverage(checked), learner, steps);
}
