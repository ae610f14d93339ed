/* The figure of the chapter on linear regret: what each oracle buys in the decoy game, published and weighted, in any round. */

const LURED = { T: 20000, W: 1, K: 50, start: 3000 }; // the chapter's short game
const LURED_KINDS = ["published", "weighted"];

/** Rounds for a slider: 1 to T, about in ratio. */
function luredTimes(T = LURED.T, count = 80) {
  const times = Array.from({ length: count + 1 }, (_, i) => Math.round(T ** (i / count)));
  return [...new Set([...times, LURED.start])].sort((p, q) => p - q);
}

/** The game as it stands at the beginning of these rounds: what the oracles choose, 3 * K, good by good, the price of money, and
 *  the share of the best fixed decision's utility that was earned in the rounds before; `run` has all rounds. */
function luredRun(weighted, times = luredTimes()) {
  const { T, W, K } = LURED;
  const game = decoyGame();
  const steps = theorem({ T, n: 3, W, betaF: game.betaF, betaG: game.betaG });
  const session = beginDecoy({ game, T, K, weighted, ...steps });
  let [earned, summed, run] = [0, 0, null];
  const found = Array.from(times, (t) => {
    run = session.advance(t - 1);
    for (; summed < t - 1; summed++) earned += run.utility[summed];
    const { V, lambda } = session.save();
    return { t, choices: V, multiplier: lambda, share: t > 1 ? earned / ((t - 1) * game.best) : NaN };
  });
  return { found, run: session.advance(T), price: 1 / game.tau };
}

/** What a round's decision, the mean of the choices, spends on the ad and on the poster, in pounds. */
function luredSpend({ choices }, price) {
  const { K } = LURED;
  const mean = (good) => choices.slice(good * K, (good + 1) * K).reduce((sum, v) => sum + v, 0) / K;
  return { ad: price * mean(1), poster: mean(2) };
}

/** One panel: the choices of each good over the oracles. */
function luredPanel({ left, top, width, height, title, choices, named }) {
  const { K } = LURED;
  const x = (k) => left + 44 + ((width - 52) * (k - 1)) / (K - 1);
  const y = (value) => top + 20 + (1 - value) * (height - 56);
  const parts = [0, 0.5, 1].map((value) =>
    segment(x(1), y(value), x(K), y(value), "demo-grid") + label(x(1) - 6, y(value) + 4, "end", number(value, value % 1 ? 1 : 0)));
  for (const k of [1, 10, 20, 30, 40, 50]) parts.push(label(x(k), y(0) + 15, "middle", k));
  const styles = ["demo-third", "demo-second", "demo-main demo-bold"];
  styles.forEach((style, good) => parts.push(
    line(Array.from(choices.slice(good * K, (good + 1) * K), (value, k) => [x(k + 1), y(value)]), style)));
  parts.push(label((x(1) + x(K)) / 2, top + 12, "middle", title));
  if (named) parts.push(label((x(1) + x(K)) / 2, y(0) + 31, "middle", "oracle k, from the origin on"));
  return parts.join("");
}

const luredPlace = globalThis.document?.getElementById("osphg-lured");
if (luredPlace) beginFigure(luredPlace, luredFigure);

function luredFigure(place) {
  const times = luredTimes();
  place.innerHTML = `<figure><figcaption>What each of ${LURED.K} oracles chooses at the beginning of a round (1 = all there is)</figcaption><svg role="img"></svg></figure>
    <ul class="demo-legend"><li><i class="k-third"></i>newsletter <var>z</var>, free</li><li><i class="k-second"></i>ad <var>d</var>, the decoy</li>
      <li><i class="k-path"></i>poster <var>o</var></li></ul>
    <div class="demo-field">${slider("lured-t", "Round t", { min: 0, max: times.length - 1, step: 1, value: times.indexOf(LURED.start) })}</div>
    <p class="demo-numbers" role="status" aria-live="polite"></p>`;
  const find = (selector) => place.querySelector(selector);
  const input = find("#lured-t");
  const announce = whenAtRest(find(".demo-numbers"));
  const runs = LURED_KINDS.map((kind) => luredRun(kind === "weighted", times));

  function draw() {
    const at = Number(input.value);
    const svg = find("svg");
    const width = svg.parentElement.clientWidth;
    if (!width) return;
    const beside = width >= 560;
    const [panel, high] = [beside ? width / 2 : width, 210];
    fit(svg, width, beside ? high : 2 * high);
    svg.innerHTML = LURED_KINDS.map((title, i) => luredPanel({
      left: beside ? i * panel : 0, top: beside ? 0 : i * high, width: panel, height: high, title,
      choices: runs[i].found[at].choices, named: beside || i === 1,
    })).join("");
    const said = grouped(times[at]);
    find("#lured-t-out").textContent = said;
    input.setAttribute("aria-valuetext", `${said} of ${grouped(LURED.T)}`);
    svg.setAttribute("aria-label", `In round ${said}, for both kinds of feedback, three lines over the oracles from 1 to ${LURED.K}: what each chooses of the newsletter, the ad and the poster; the line below the slider has sums.`);
    announce(`Round ${said} of ${grouped(LURED.T)}. ` + LURED_KINDS.map((kind, i) => {
      const here = runs[i].found[at];
      const { ad, poster } = luredSpend(here, runs[i].price);
      const earned = at ? `, ${number(100 * here.share, 1)}% of the best fixed decision earned so far` : "";
      return `${kind[0].toUpperCase()}${kind.slice(1)}: \u00a3${number(ad, 2)} for the ad, \u00a3${number(poster, 2)} for the poster, price of money ${number(here.multiplier, 2)}${earned}.`;
    }).join(" "));
  }

  input.addEventListener("input", framed(draw));
  return draw;
}
