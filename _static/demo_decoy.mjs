/* Second tab: the decoy game, the share of the optimum as the game grows longer. */

const SHORTEST = 1000;
const GAMES = { main: ["main example", {}], 0.2: ["\u03b5 = 0.2"], 0.1: ["\u03b5 = 0.1"], 0.05: ["\u03b5 = 0.05"] };
const LONGEST = [[10000, "10,000"], [31623, "31,623"], [100000, "100,000"]];
const NAMES = ["published", "weighted", "boosted"];
const SHAPES = ["\u25cf", "\u25b2", "\u25c6"];
const THEOREM = 1 - 1 / Math.E;
const EXPECTED = ["nearly all of it", `at least 1 \u2212 1/e of it, ${number(100 * THEOREM, 1)}%, as Theorem 4.1 says`, "less than 1 \u2212 1/e of it"];

/* The family of the book's chapter on linear regret. */
function family(eps) {
  return { tau: eps, Q: (1 - eps) / eps, w: (2 * eps * eps) / (1 - eps), rho: 1 - 3 * eps };
}

function decoyTab(panel) {
  panel.innerHTML = `<div class="demo-ask"></div><div class="demo-shown" hidden><p class="demo-answer" role="status" tabindex="-1"></p>
    <form class="demo-controls" aria-label="The decoy game">
    <div>${choice("demo-decoy", "Game", Object.entries(GAMES).map(([key, [text]]) => [key, text]), "main")}</div>
    <div>${choice("demo-longest", "Longest game", LONGEST, 31623)}</div>
    <div>${slider("demo-few", "Published one\u2019s K", { min: 1, max: 100, step: 1, value: 10 })}</div></form>
    <p class="demo-refused" role="alert"></p>
    <figure><figcaption>Utility as a share of the best fixed decision\u2019s, W = 1</figcaption><svg class="demo-shares" role="img"></svg></figure>
    <p class="demo-numbers" role="status" aria-live="polite"></p><div class="demo-table"></div></div>`;
  const find = (selector) => panel.querySelector(selector);
  const shownPart = find(".demo-shown");
  const state = { horizons: [], lines: [], stop: () => {}, chosen: null };

  question(find(".demo-ask"), `Three goods: z is free, the decoy d serves the same need and costs a lot, and o is what the budget should buy.
    Published OSPHG plays longer and longer games of this kind. Which share of the best fixed decision\u2019s utility does it collect in the longest?`,
  EXPECTED, (chosen) => {
    shownPart.hidden = false;
    state.chosen = chosen;
    const shown = find(".demo-answer");
    shown.textContent = `You expected: ${EXPECTED[chosen]}. The games are being played.`;
    begin();
    return shown;
  });

  function begin() {
    state.stop();
    find("#demo-few-out").textContent = find("#demo-few").value;
    const key = find("#demo-decoy").value;
    const game = GAMES[key][1] ?? family(Number(key));
    const known = decoyGame(game);
    const longest = Number(find("#demo-longest").value);
    const horizons = [];
    for (let i = 0; SHORTEST * 10 ** (i / 4) < longest * 1.001; i++) horizons.push(Math.round(SHORTEST * 10 ** (i / 4)));
    Object.assign(state, { horizons, lines: NAMES.map(() => []) });
    const waiting = horizons.flatMap((T) => NAMES.map((_, which) => ({ T, which })));
    let session = null;
    let reached = 0;
    state.stop = inFrames(() => {
      const until = performance.now() + 14;
      while (waiting.length && performance.now() < until) {
        const { T, which } = waiting[0];
        session ??= beginDecoy(player(game, known, T, which));
        reached = Math.min(reached + 400, T);
        const run = session.advance(reached);
        if (reached < T) continue;
        state.lines[which].push(run.utility.reduce((sum, entry) => sum + entry, 0) / T / known.best);
        session = null;
        reached = 0;
        waiting.shift();
      }
      if (waiting.length && matchMedia("(prefers-reduced-motion: reduce)").matches) return false;
      draw();
      if (waiting.length) return false;
      tell();
      return true;
    });
  }

  function player(game, known, T, which) {
    const boosted = NAMES[which] === "boosted";
    const weighted = NAMES[which] === "weighted";
    const steps = theorem({ T, n: 3, W: 1, betaF: known.betaF, betaG: known.betaG, boosted });
    return { game, T, K: weighted ? Math.ceil(Math.sqrt(T)) : Number(find("#demo-few").value), weighted, boosted, nodes: 8, ...steps };
  }

  function draw() {
    const svg = find(".demo-shares");
    const width = svg.parentElement.clientWidth;
    if (!width || !state.horizons.length) return;
    const height = Math.min(Math.max(0.5 * width, 260), 380);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.style.height = `${height}px`;
    const styles = ["demo-main", "demo-second", "demo-third"];
    const levels = [{ y: THEOREM, text: "1 \u2212 1/e", style: "demo-level" }, { y: 0.5, text: "1/2", style: "demo-zero" }];
    svg.innerHTML = shares({ width, height, horizons: state.horizons, levels, lines: state.lines.map((found, i) => ({ name: NAMES[i], shares: found, style: styles[i] })) });
    svg.setAttribute("aria-label", "Share of the optimum against T for the published, the weighted and the boosted player; the table below has the numbers.");
    const rows = NAMES.map((name, i) => `<tr><th scope="row"><span aria-hidden="true">${SHAPES[i]}</span> ${name}</th>${state.horizons.map((_, j) => `<td>${state.lines[i].length > j ? number(state.lines[i][j]) : "\u2026"}</td>`).join("")}</tr>`);
    find(".demo-table").innerHTML = `<table><caption>Share of the optimum after T rounds</caption><thead><tr><th scope="col">T</th>${state.horizons.map((T) => `<th scope="col">${grouped(T)}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
  }

  function tell() {
    const ends = state.lines.map((line) => line[line.length - 1]);
    const T = grouped(state.horizons[state.horizons.length - 1]);
    find(".demo-numbers").textContent = `After ${T} rounds: ${NAMES.map((name, i) => `${name} ${number(100 * ends[i], 1)}%`).join(", ")} of the optimum; 1 \u2212 1/e is ${number(100 * THEOREM, 1)}%.`;
    if (state.chosen === null) return;
    const truth = ends[0] > 0.95 ? 0 : ends[0] >= THEOREM ? 1 : 2;
    find(".demo-answer").innerHTML = `${truth === state.chosen ? "As you expected:" : `You expected: ${EXPECTED[state.chosen]}. It is`} <strong>${EXPECTED[truth]}</strong>, ${number(100 * ends[0], 1)}% after ${T} rounds.
      Its early oracles spend on the decoy what its late ones no longer need.`;
    state.chosen = null;
  }

  find(".demo-controls").addEventListener("input", () => begin());
  find(".demo-controls").addEventListener("submit", (event) => event.preventDefault());
  return { draw };
}
