"""OSPHG in the page: its numbers are the package's, and it answers to its controls."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from execute_book import read as read_chapter
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Locator, Page, sync_playwright
from playwright.sync_api import expect as see
from py_mini_racer import MiniRacer

import osphg
from osphg import BoostedOSPHG
from osphg.games import refuting

STATIC = Path(__file__).resolve().parent.parent / "_static"
BOOK = STATIC.parent / "book"
CHROME = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
needs_browser = pytest.mark.skipif(CHROME is None, reason="there is no Chromium or Chrome")
FIELDS = ("decisions", "utility", "violation", "multiplier")

# Arrays travel as JSON lists, and NaN as a text; calls get and give Float64Arrays.
CALL = """
const flat = (key, value) => key && Array.isArray(value) ? Float64Array.from(value)
  : /^@/.test(value) ? Number(value.slice(1)) : value;
const listed = (key, value) => ArrayBuffer.isView(value) ? Array.from(value) : value;
globalThis.answer = (name, given) => {
  try { return JSON.stringify({result: doors[name](...JSON.parse(given, flat))}, listed); }
  catch (error) { return JSON.stringify({refused: `${error.name}: ${error.message}`}); }
};
"""
NUMBERS = (
    "play", "playBoosted", "playDecoy", "playedBefore", "boostedRule", "theorem", "constants",
    "quadraticGame", "decoyGame", "accountsGame",
)  # fmt: skip
SENTENCES = ("windowPolygon", "windowLengths", "aboutTheAlgorithm", "aboutTheBenchmark")
FIGURES = (
    "accountsAt", "windowSteps", "windowsAt", "luredTimes", "luredRun", "luredSpend",
    "planeQuadratics", "planeDecoy", "rivalGame", "rivalRun", "rivalFakes", "rivalAim",
)  # fmt: skip
# What a browser's page does with several of them; functions do not travel.
JUDGED = """
globalThis.playedBefore = (game, t) => {
  const session = beginPlay(game);
  session.advance(t - 1);
  return session.iterates();
};
globalThis.inParts = (game) => {
  const session = beginPlay(game);
  [1, 1, 17].forEach(session.advance);
  const saved = session.save();
  [0, 99].forEach(session.advance);
  session.restore(saved);
  return session.advance(10 ** 9);
};
globalThis.accountsAt = (times) => accountsRun(accountsGame(), times);
globalThis.windowsAt = (W) => {
  const {T, seed, allowance} = WINDOWS;
  const game = {...quadraticGame({T, n: 2, seed}), allowance};
  const f = total(game);
  const best = windowsBest(game, f, W);
  return {...best, level: levelLine(f, best.value, 0, WINDOWS.extent)};
};
globalThis.judged = (game, W, K, run, lengths) => {
  const f = total(game);
  const curve = Array.from(lengths).map((length) => benchmark(game, f, length, K));
  const at = curve.find((one) => one.W === W);
  const readings = [...aboutTheAlgorithm(game.T, run, at), ...aboutTheBenchmark(game.T, W, curve)];
  return {curve, readings};
};
"""

Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def ask() -> Ask:
    """Call a function of the page's scripts, in the engine that the book's own tools use."""
    engine = MiniRacer()
    figures = ("accounts", "windows", "lured", "plane", "rival")
    for name in ("sentences.mjs", "osphg.mjs", *(f"figure_{one}.mjs" for one in figures)):
        engine.eval((STATIC / name).read_text(encoding="utf-8"))
    doors = ", ".join((*NUMBERS, *SENTENCES, *FIGURES, "inParts", "judged"))
    engine.eval(f"{JUDGED}\nconst doors = {{{doors}}};\n{CALL}")

    def call(name: str, *given: Any) -> Any:
        done = json.loads(
            str(engine.eval(f"answer({json.dumps(name)}, {json.dumps(told(given))})"))
        )
        if "refused" in done:
            raise ValueError(done["refused"])
        return done["result"]

    return call


def told(given: Any) -> str:
    text = json.dumps(given, default=lambda value: value.ravel().tolist())
    return re.sub(r"-?\b(?:NaN|Infinity)\b", r'"@\g<0>"', text)


def game_of(rounds: Any, **more: Any) -> dict[str, Any]:
    H, h = rounds.utility.H, rounds.utility.h
    return {
        "T": rounds.T, "n": rounds.n, "allowance": rounds.allowance, "prices": rounds.prices,
        "H": H, "h": h, **more,
    }  # fmt: skip


def drawn_as_in_the_package(ask: Ask, T: int, n: int, seed: int) -> None:
    rounds = osphg.rounds.paper_quadratics(T=T, n=n, seed=seed)
    utility: Any = rounds.utility
    game = ask("quadraticGame", {"T": T, "n": n, "seed": seed})
    assert game["H"] == utility.H.ravel().tolist()
    assert game["h"] == utility.h.ravel().tolist()
    assert game["prices"] == rounds.prices.ravel().tolist()


@settings(max_examples=20)
@given(T=st.integers(1, 30), n=st.integers(1, 5), seed=st.integers(0, 2**32 - 1))
def test_a_seed_s_rounds_are_the_package_s(ask: Ask, T: int, n: int, seed: int) -> None:
    drawn_as_in_the_package(ask, T, n, seed)


@pytest.mark.parametrize(
    ("T", "n", "seed"), [(1000, 2, 0), (16384, 2, 1), (16400, 2, 2**32 - 1), (45, 50, 7)]
)
def test_blocks_of_rounds_are_the_package_s(ask: Ask, T: int, n: int, seed: int) -> None:
    """With one full block, with the beginning of a second one, and with part of the first."""
    drawn_as_in_the_package(ask, T, n, seed)


@pytest.mark.parametrize("seed", [-1, 2**32, 0.5, math.nan])
def test_a_seed_that_is_none_is_refused(ask: Ask, seed: float) -> None:
    with pytest.raises(ValueError, match=r"seed must be an integer in 0\.\.4294967295"):
        ask("quadraticGame", {"T": 2, "n": 2, "seed": seed})


def run_cells(chapter: str, *starts: str) -> dict[str, Any]:
    """Execute the cells of a chapter that begin with these texts; return what they define."""
    notebook = read_chapter(BOOK / f"{chapter}.md")
    assert notebook is not None
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    space: dict[str, Any] = {"np": np, "osphg": osphg}
    for start in starts:
        (source,) = (one for one in sources if one.startswith(start))
        exec(compile(source, chapter, "exec"), space)
    return space


def test_the_figure_of_two_accounts_is_the_chapter_s(ask: Ask) -> None:
    chapter = run_cells("lemma41", "def accounts", "T, W = 400, 2")
    rounds, tuned = chapter["rounds"], chapter["player"]
    game = ask("accountsGame")
    assert (game["T"], game["n"]) == rounds.prices.shape
    assert game["allowance"] == rounds.allowance
    assert game["prices"] == rounds.prices.ravel().tolist()
    assert game["H"] == rounds.utility.H.ravel().tolist()
    assert game["h"] == rounds.utility.h.ravel().tolist()
    assert game["G"] == rounds.G
    for times in (0.01, 0.5, 1, 10, 10**2.3):
        found = ask("accountsAt", times)
        player = osphg.OSPHG(mu=tuned.mu, delta=times * tuned.delta, K=1)
        run = osphg.play(player, rounds)
        credited, uncredited = chapter["accounts"](player, run)
        expected = {"multiplier": run.multiplier, "credited": credited, "uncredited": uncredited}
        for name, series in expected.items():
            np.testing.assert_allclose(found[name], series, rtol=0, atol=1e-9, err_msg=name)
        assert found["delta"] == pytest.approx(player.delta, rel=1e-9)
        assert found["cap"] == pytest.approx(rounds.G / (player.delta * player.mu), rel=1e-9)
        # The lemma's two sums, written out, before the last round; lambda is between them.
        memory = (1 - found["share"]) ** np.arange(rounds.T - 1)[::-1] * found["mu"]
        last = found["multiplier"][-1]
        assert found["credited"][-1] == pytest.approx(memory @ run.violation[:-1], abs=1e-9)
        assert found["uncredited"][-1] == pytest.approx(memory @ abs(run.violation[:-1]), abs=1e-9)
        assert found["credited"][-1] <= last <= found["uncredited"][-1] + 1e-12


def test_the_figure_of_windows_is_the_chapter_s(ask: Ask) -> None:
    text = (BOOK / "problem.md").read_text(encoding="utf-8")
    (call,) = re.findall(r"^paper = osphg\.rounds\.paper_quadratics\((.*)\)$", text, re.M)
    rounds = eval(f"paper_quadratics({call})", {"paper_quadratics": osphg.rounds.paper_quadratics})
    total = rounds.total()
    lengths = ask("windowSteps", rounds.T)
    assert lengths[0] == 1
    assert lengths[-1] == rounds.T
    assert 20 in lengths  # the still's
    assert lengths == sorted(set(lengths))
    for W in lengths:
        found = ask("windowsAt", W)
        best = osphg.best_fixed_decision(rounds, W)
        corners = osphg.window_polytope(rounds, W).vertices
        ours = np.array(found["region"])
        apart = np.abs(ours[:, np.newaxis] - corners).max(2)
        assert apart.min(0).max() < 1e-9, W  # each of the package's corners is one of ours
        assert apart.min(1).max() < 1e-9, W
        assert found["value"] == pytest.approx(best.value, rel=1e-9)
        np.testing.assert_allclose(found["x"], best.x, rtol=0, atol=1e-9, err_msg=f"W = {W}")
        level = total.value(np.array(found["level"]))
        np.testing.assert_allclose(level, best.value, rtol=1e-9)
        assert len(level) > 40, "the line of equal worth is cut short"


@pytest.mark.parametrize("weighted", [False, True])
def test_the_figure_of_lured_oracles_is_the_chapter_s(ask: Ask, weighted: bool) -> None:
    T, K = 20_000, 50
    times = ask("luredTimes")
    assert times == sorted(set(times))
    assert (times[0], times[-1]) == (1, T)
    assert {3000} <= set(times)  # where the slider begins, and the last round of the still
    game: Any = refuting.decoy(T)
    player = osphg.OSPHG.tuned(game.rounds, W=1, K=K, weighted=weighted)
    shown = [t for t in times if t <= 300]
    asked = [*shown, T]
    drawn = ask("luredRun", weighted, asked)
    agrees(osphg.play(player, game.rounds), drawn["run"])
    utility = osphg.utilities.AtRound(next(game.rounds.blocks()).utility, 0)
    state, earned = player.init(game.rounds), 0.0
    for t in range(1, shown[-1] + 1):
        if t in shown:
            (found,) = (one for one in drawn["found"] if one["t"] == t)
            choices = np.reshape(found["choices"], (3, K)).T
            np.testing.assert_allclose(choices, state.V, rtol=0, atol=1e-9, err_msg=f"t = {t}")
            assert found["multiplier"] == pytest.approx(state.multiplier, abs=1e-9)
            spend = ask("luredSpend", found, drawn["price"])
            costs = game.price * player.decide(state)
            assert [spend["ad"], spend["poster"]] == pytest.approx(costs[1:], abs=1e-9)
            if t > 1:
                assert found["share"] == pytest.approx(earned / ((t - 1) * game.f_star), abs=1e-9)
        x = player.decide(state)
        worth, excess = float(game.objective.value(x)), float(game.price @ x) - 1
        told_round = osphg.players.base.Feedback(t - 1, x, utility, worth, game.price, excess)
        state, earned = player.update(state, told_round), earned + worth


@pytest.mark.parametrize("kind", ["quadratics", "decoy"])
def test_the_figure_of_both_promises_is_the_package_s(ask: Ask, kind: str) -> None:
    T, W, K = (10_000, 100, 100) if kind == "quadratics" else (100_000, 1, 20)
    if kind == "quadratics":
        rounds = osphg.rounds.paper_quadratics(T=T)
        best = osphg.best_fixed_decision(rounds, W).x
        earned = np.array([rounds.utility.value(t, best) for t in range(T)])
    else:
        game = refuting.decoy(T)
        rounds, earned = game.rounds, np.full(T, game.f_star)
    for path, weighted in zip(ask(f"plane{kind.capitalize()}"), (False, True), strict=True):
        run = osphg.play(osphg.OSPHG.tuned(rounds, W, K, weighted=weighted), rounds)
        regret = np.cumsum(osphg.metrics.ONE_MINUS_ONE_OVER_E * earned - run.utility) / T
        violation = np.cumsum(run.violation) / T
        np.testing.assert_allclose(path["regret"], regret, rtol=0, atol=1e-9)
        np.testing.assert_allclose(path["violation"], violation, rtol=0, atol=1e-9)


def rival_week(ask: Ask, fakes: Any) -> osphg.Rounds:
    """Return the rival's small game with these fake clicks, as the package has it."""
    game = ask("rivalGame")
    values = np.reshape(game["values"], (-1, 2))
    H = -game["bend"] * values[:, :, np.newaxis] * np.eye(2)
    f = osphg.utilities.Quadratics(H, values)
    prices = np.reshape(game["prices"], (-1, 2)) + np.reshape(fakes, (-1, 2))
    return osphg.Rounds(f, prices, game["budget"], osphg.Box.unit(2))


@settings(max_examples=15)
@given(cells=st.sets(st.integers(0, 55), max_size=7))
def test_the_figure_of_the_rival_is_the_package_s(ask: Ask, cells: set[int]) -> None:
    fakes = ask("rivalFakes", sorted(cells))
    alone, struck = rival_week(ask, 0 * np.array(fakes)), rival_week(ask, fakes)
    assert sum(fakes) == pytest.approx(0.2 * len(cells) / 7 * alone.prices.sum(), abs=1e-9)
    dearest = np.maximum(alone.prices.max(0), struck.prices.max(0))
    for name, player in (
        ("dual", osphg.DualDescent.tuned(alone)),
        ("repricing", osphg.Repricing.tuned(alone, W=4)),
    ):
        run = osphg.play(osphg.Capped(player, scaled=True, price_bound=dearest), struck)
        found = ask("rivalRun", name, fakes)
        for field, expected in (
            ("decisions", run.decisions.ravel()), ("utility", run.utility), ("spend", run.spend),
        ):  # fmt: skip
            np.testing.assert_allclose(found[field], expected, rtol=0, atol=1e-9, err_msg=name)
        assert found["reach"] == pytest.approx(run.total_utility, abs=1e-9)
        assert found["spent"] == pytest.approx(run.spend.sum(), abs=1e-9)


def test_an_aimed_attack_costs_dual_descent_most(ask: Ask) -> None:
    """What the text beside the figure says of the button."""
    cells: list[int] = ask("rivalAim")
    assert len(cells) == len(set(cells)) == 7

    def reach(name: str, chosen: list[int]) -> float:
        return float(ask("rivalRun", name, ask("rivalFakes", chosen))["reach"])

    lost = {name: 1 - reach(name, cells) / reach(name, []) for name in ("dual", "repricing")}
    assert lost["dual"] > 2 * lost["repricing"] > 0.3


def shocked(rounds: osphg.Rounds, first: int, last: int, factor: float) -> osphg.Rounds:
    prices = rounds.prices.copy()
    prices[first:last] *= factor
    return osphg.Rounds(rounds.utility, prices, rounds.budget, rounds.domain)


def agrees(run: Any, found: dict[str, list[float]], atol: float = 1e-9) -> None:
    for field in FIELDS:
        expected = np.ravel(getattr(run, field))
        np.testing.assert_allclose(found[field], expected, rtol=0, atol=atol, err_msg=field)


PLAYED = [
    (500, 1, 3, 4, False), (500, 2, 45, 22, False), (500, 2, 45, 22, True), (300, 2, 1, 300, True),
    (300, 3, 7, 10, False), (300, 5, 20, 1, True), (120, 13, 4, 30, True),
]  # fmt: skip


@pytest.mark.parametrize(("T", "n", "K", "W", "weighted"), PLAYED)
@pytest.mark.parametrize("shock", [False, True])
def test_play_is_the_package_s(
    ask: Ask, T: int, n: int, K: int, W: int, weighted: bool, shock: bool
) -> None:
    rounds = osphg.rounds.paper_quadratics(T=T, n=n, budget_per_round=0.6 * n, seed=T + n)
    if shock:
        rounds = shocked(rounds, T // 3, T // 2, 4.0)
    player = osphg.OSPHG.tuned(rounds, W, K, weighted=weighted)
    mu, delta = 3 * player.mu, player.delta / 2  # so that oracles and lambda meet their bounds
    run = osphg.play(osphg.OSPHG(mu=mu, delta=delta, K=K, weighted=weighted), rounds)
    assert run.multiplier.max() > 0
    agrees(run, ask("play", game_of(rounds, K=K, mu=mu, delta=delta, weighted=weighted)))


@pytest.mark.parametrize("share", [0.3, 4.0])
def test_two_different_steps_are_the_package_s(ask: Ask, share: float) -> None:
    """The oracles step by mu, lambda by another step, in both players."""
    rounds = shocked(osphg.rounds.paper_quadratics(T=400, n=2, seed=6), 100, 150, 3.0)
    published = osphg.OSPHG.tuned(rounds, 20, 9, weighted=True)
    mu, delta = 3 * published.mu, published.delta / 50
    steps = {"mu": mu, "muLambda": share * mu, "delta": delta}
    player = osphg.OSPHG(mu=mu, delta=delta, K=9, weighted=True, mu_lambda=share * mu)
    run = osphg.play(player, rounds)
    assert run.multiplier.max() > 0
    agrees(run, ask("play", game_of(rounds, K=9, weighted=True, **steps)))
    boosted = BoostedOSPHG(mu=mu, delta=delta, nodes=2, mu_lambda=share * mu)
    agrees(osphg.play(boosted, rounds), ask("playBoosted", game_of(rounds, nodes=2, **steps)))
    with pytest.raises(ValueError, match=r"delta \* muLambda\^2 must be at most 1"):
        ask("play", game_of(rounds, K=9, weighted=True, mu=mu, muLambda=1.0, delta=2.0))


@pytest.mark.parametrize(("n", "nodes"), [(2, 1), (3, 8)])
def test_the_boosted_player_is_the_package_s(ask: Ask, n: int, nodes: int) -> None:
    rounds = shocked(osphg.rounds.paper_quadratics(T=500, n=n, seed=4), 200, 250, 3.0)
    player = BoostedOSPHG.tuned(rounds, 22, nodes)
    given = game_of(rounds, mu=player.mu, delta=player.delta, nodes=nodes)
    agrees(osphg.play(player, rounds), ask("playBoosted", given))


@pytest.mark.parametrize("eps", [None, 0.2])
@pytest.mark.parametrize("kind", ["published", "weighted", "boosted"])
def test_the_decoy_game_is_the_package_s(ask: Ask, eps: float | None, kind: str) -> None:
    T, W = 1500, 1
    family = () if eps is None else (eps, (1 - eps) / eps, 2 * eps**2 / (1 - eps), 1 - 3 * eps)
    game = refuting.decoy(T, *family)
    f: Any = game.objective
    told_game = {name: getattr(f, name) for name in ("tau", "Q", "w", "rho")}
    boosted, K = kind == "boosted", 10 if kind == "published" else 39
    player: Any = (
        BoostedOSPHG.tuned(game.rounds, W)
        if boosted
        else osphg.OSPHG.tuned(game.rounds, W, K, weighted=kind == "weighted")
    )
    constants = ask("decoyGame", told_game)
    assert constants["best"] == pytest.approx(game.f_star, rel=1e-12)
    asked = {"T": T, "n": 3, "W": W, "betaF": constants["betaF"], "betaG": constants["betaG"]}
    steps = ask("theorem", {**asked, "boosted": boosted})
    assert steps["mu"] == pytest.approx(player.mu, rel=1e-12)
    assert steps["delta"] == pytest.approx(player.delta, rel=1e-12)
    found = ask(
        "playDecoy",
        {"game": told_game, "T": T, "K": K, "weighted": kind == "weighted", "boosted": boosted}
        | steps,
    )  # fmt: skip
    agrees(osphg.play(player, game.rounds), found)


def read(
    rounds: osphg.Rounds, run: osphg.Run, W: int, K: int
) -> tuple[Any, list[tuple[int, str, bool, float, str]]]:
    """The benchmarks of one game, and the readings of the sentences as their chapter has them.

    A reading is the sentence, its words, whether it holds, what it speaks about, and the unit.
    """
    T = rounds.T
    spaced = np.round(np.r_[np.linspace(1, T, 30), np.geomspace(1, T, 30)]).astype(int)
    lengths = np.unique([*spaced, W, max(T // 10, 1), max(T // 2, 1)])
    curve = osphg.benchmark_curve(rounds, lengths, K)
    spent, earned = run.violation.mean(), run.utility.mean()
    below = (osphg.metrics.running_average(run.violation) < 0).mean()
    optimum, bound, walked = curve.value, curve.upper_bound, curve.frank_wolfe
    best, certified, frank_wolfe = (
        series[lengths.searchsorted(W)] / T for series in (optimum, bound, walked)
    )
    gain = optimum[-1] / optimum[0] - 1
    fall = max((1 - bound / np.maximum.accumulate(optimum)).max(), 0)
    fall_walked = (1 - walked / np.maximum.accumulate(walked)).max()
    f, falls = "units of f per round", "largest relative fall"
    readings = [
        (1, "after T rounds", spent < 0, spent, "budget units per round"),
        (1, "running average, most rounds", below > 0.5, below, "share of rounds"),
        (2, "against the certified optimum", earned > certified, earned - best, f),
        (2, "against the Frank-Wolfe value", earned > frank_wolfe, earned - frank_wolfe, f),
        (3, "W = T above W = 1", gain > 0, gain, "relative gain"),
        (3, "certified optimum never falls", fall <= 0, fall, falls),
        (3, "Frank-Wolfe value never falls", fall_walked <= 0, fall_walked, falls),
    ]
    for least in (W, T // 10, T // 2):
        gap = np.abs(1 - optimum[lengths >= least] / optimum[-1]).max()
        text = f"within 1% of W = T for all W >= {least}"
        readings.append((4, text, gap <= 0.01, gap, "largest relative gap"))
    return curve, readings


@pytest.mark.parametrize(
    ("T", "W", "weighted", "factor"),
    [(400, 20, False, 1.0), (400, 20, True, 1.0), (997, 1, False, 2.5), (300, 300, True, 0.0)],
)
def test_the_sentences_are_the_chapter_s(
    ask: Ask, T: int, W: int, weighted: bool, factor: float
) -> None:
    rounds = shocked(osphg.rounds.paper_quadratics(T=T, seed=W), T // 2, T // 2 + T // 10, factor)
    K = math.ceil(math.sqrt(T / W))
    run = osphg.play(osphg.OSPHG.tuned(rounds, W, K, weighted=weighted), rounds)
    curve, judged = read(rounds, run, W, K)
    lengths = ask("windowLengths", T, W)
    assert lengths == curve.windows.tolist()
    played = {field: np.asarray(getattr(run, field)) for field in FIELDS}
    found = ask("judged", game_of(rounds), W, K, played, lengths)
    for name, expected in (
        ("value", curve.value), ("bound", curve.upper_bound), ("frankWolfe", curve.frank_wolfe),
    ):  # fmt: skip
        np.testing.assert_allclose([one[name] for one in found["curve"]], expected, rtol=1e-9)
    assert [(one["number"], one["reading"]) for one in found["readings"]] == [
        (sentence, text) for sentence, text, *_ in judged
    ]
    for one, (*_, holds, effect, unit) in zip(found["readings"], judged, strict=True):
        assert one["unit"] == unit
        assert one["effect"] == pytest.approx(effect, abs=1e-9), one
        assert one["holds"] == holds, one


PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>The demo</title>
<meta name="viewport" content="width=device-width"><style>CSS body {margin: 0}</style></head><body>
PLACE<div class="tag_demo-still"><img src="data:," alt="ALT"></div>
SCRIPTS</body></html>"""


def write_page(path: Path, chapter: str) -> Path:
    """Write what a chapter's demo or figure needs of its page; `check_pages` opens it in whole."""
    (file,) = BOOK.glob(f"{chapter}.*")
    notebook = read_chapter(file)
    assert notebook is not None
    source = "\n".join(cell.source for cell in notebook.cells)
    (place,) = re.findall(r'^<div id="osphg-.*</div>$', source, re.M)
    names = re.findall(r'<script defer src="../_static/(.*?)"', source)
    scripts = "".join((STATIC / name).read_text(encoding="utf-8") for name in names)
    text = PAGE.replace("CSS", (STATIC / "demo.css").read_text(encoding="utf-8"))
    text = text.replace("ALT", "A picture of what moves where scripts are on.")
    text = text.replace("PLACE", place).replace("SCRIPTS", f"<script>{scripts}</script>")
    path.write_text(text, encoding="utf-8")
    return path


FIRST = "document.querySelector('.demo-effect').textContent"  # the violation, of every run another
READINGS = 10
see.set_options(timeout=60_000)


def give(page: Page, **values: object) -> None:
    """Give inputs new values, as a hand would."""
    page.evaluate(
        """values => { for (const [id, value] of Object.entries(values)) {
          const input = document.getElementById(`demo-${id}`);
          input.value = value;
          input.dispatchEvent(new Event("input", {bubbles: true}));
        } }""",
        values,
    )


def put(page: Page, **values: object) -> None:
    """Give inputs new values, and wait until the first badge's number is another."""
    before = page.evaluate(FIRST)
    give(page, **values)
    page.wait_for_function(f"before => {FIRST} !== before", arg=before)


def answer(panel: Locator) -> str:
    """Answer a tab's question with its first answer, and return the numbers that it then tells."""
    panel.locator("input").first.click()
    panel.locator("[type=submit]").focus()
    panel.page.keyboard.press("Enter")
    focused = "document.activeElement.className"
    assert panel.page.evaluate(focused) == "demo-answer", "the focus is not at the answer"
    panel.locator(".demo-numbers", has_text=re.compile(r"\S")).wait_for()
    return panel.locator(".demo-numbers").text_content() or ""


def drive(page: Page) -> None:
    """Use the page as a reader would."""
    first, second = page.locator("#osphg-demo [role=tabpanel]").all()
    refused = first.locator(".demo-refused")
    page.wait_for_function("document.getElementById('osphg-demo').dataset.ready")
    assert page.is_hidden(".tag_demo-still"), "the picture stays"
    assert first.locator(".demo-shown").is_hidden(), "the answer is shown before one is expected"
    published = answer(first)
    rounds = osphg.rounds.paper_quadratics(T=10_000, seed=0)
    run = osphg.play(osphg.OSPHG.tuned(rounds, W=100, K=100), rounds)
    assert f"violation per round {run.violation.mean():+.4f} budget units" in published
    badges = "all => all.map((badge) => badge.classList.contains('demo-holds'))"
    judged = page.eval_on_selector_all(".demo-badge", badges)
    assert len(judged) == READINGS, f"not {READINGS} badges"

    put(page, feedback="weighted")
    weighted = page.eval_on_selector_all(".demo-badge", badges)
    flipped = [i for i, (a, b) in enumerate(zip(judged, weighted, strict=True)) if a != b]
    assert {0, 2} <= set(flipped), "weighted feedback flips no badge of sentences 1 and 2"
    assert max(flipped, default=0) < 4, "feedback changes a badge of sentences 3 and 4"
    for name, value in (
        ("T", 1000), ("feedback", "boosted"), ("feedback", "published"), ("K", 7), ("W", 0.8),
        ("mu", 0.5), ("delta", -0.5), ("height", 3), ("place", 0.2), ("seed", 12),
    ):  # fmt: skip
        put(page, **{name: value})  # waits until the numbers are others

    put(page, feedback="published", T=200)
    give(page, mu=1, delta=1, W=0)
    see(refused).to_contain_text("delta * mu^2 must be at most 1")
    page.click(".demo-controls [type=reset]")
    see(first.locator(".demo-numbers")).to_have_text(published)
    see(refused).to_have_text("")

    handle = page.locator(".demo-handle").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 20, steps=2)
    page.mouse.up()
    height, place = (float(page.input_value(f"#demo-{name}")) for name in ("height", "place"))
    assert height > 1, "the shock is not dragged"
    assert place < 0.5, "the shock is not dragged"

    give(page, round=500)
    page.locator("#demo-chosen", has_text="500: x = ").wait_for()
    assert page.locator(".demo-iterate").count() == 99, "not K - 1 marks between 0 and the decision"

    page.focus("#demo-tab-0")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id")[-1] == "1", "an arrow does not change the tab"
    page.evaluate("document.getElementById('demo-longest').value = 10000")
    answer(second)
    rows = second.locator(".demo-table tr td:last-child").all_text_contents()
    shares = [float(row) for row in rows]
    assert min(shares) == shares[0] < 1 - 1 / 2.718, "the published share is not the least"

    page.set_viewport_size({"width": 360, "height": 900})
    for tab, panel in enumerate((first, second)):
        page.click(f"#demo-tab-{tab}")
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) <= 0, f"tab {tab + 1} scrolls sideways at 360 pixels"
        unnamed = "all => all.filter((input) => !input.labels.length).length"
        inputs = panel.locator("input, select")
        assert inputs.evaluate_all(unnamed) == 0, "an input has no label"


Use = Callable[[Page], None]


def move(chapter: str, before: str, after: str) -> Use:
    """Use a chapter's slider by keyboard; its words are these before and after."""

    def use(page: Page) -> None:
        place = page.locator(".osphg-figure")
        slider, words = place.locator("input[type=range]"), place.locator(".demo-numbers")
        page.wait_for_function("document.querySelector('.osphg-figure').dataset.ready")
        assert page.is_hidden(".tag_demo-still"), "the picture stays"
        see(words).to_contain_text(before)
        drawn, said = (place.locator(part) for part in ("svg", "output"))
        picture, value = drawn.inner_html(), said.text_content()
        slider.focus()
        page.keyboard.press("End")
        see(words).to_contain_text(after)
        assert drawn.inner_html() != picture
        assert said.text_content() != value
        spoken = slider.get_attribute("aria-valuetext") or ""
        assert spoken.startswith(said.text_content() or "?")
        assert slider.evaluate("input => input.labels.length") == 1
        page.set_viewport_size({"width": 360, "height": 900})
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) <= 0, f"the figure of {chapter} scrolls sideways at 360 pixels"
        narrow = "svg => svg.getAttribute('viewBox').split(' ')[2] <= 360"
        page.wait_for_function(f"({narrow})(document.querySelector('.osphg-figure svg'))")

    return use


def attack(page: Page) -> None:
    """Be the rival by keyboard, and then by the button."""
    place = page.locator(".osphg-figure")
    words, boxes = place.locator(".demo-numbers"), place.locator("input[type=checkbox]")
    page.wait_for_function("document.querySelector('.osphg-figure').dataset.ready")
    assert page.is_hidden(".tag_demo-still"), "the picture stays"
    see(words).to_contain_text("0 of 7 placed")
    assert boxes.count() == 56
    names = boxes.evaluate_all("all => all.map((box) => box.ariaLabel)")
    assert len(set(names)) == 56
    picture = place.locator("svg").inner_html()
    boxes.first.focus()
    page.keyboard.press("Space")
    see(words).to_contain_text("1 of 7 placed")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    see(words).to_contain_text("2 of 7 placed")
    assert place.locator("svg").inner_html() != picture
    place.locator(".demo-aim").focus()
    page.keyboard.press("Enter")
    see(words).to_contain_text("7 of 7 placed")
    see(words).to_contain_text("38.7% less than alone")
    assert place.locator("input:disabled").count() == 49, "more than 7 can be placed"
    place.locator(".demo-clear").click()
    see(words).to_contain_text("0 of 7 placed")
    page.set_viewport_size({"width": 360, "height": 900})
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0, "the rival's figure scrolls sideways at 360 pixels"
    sizes = boxes.evaluate_all("all => all.map((box) => box.getBoundingClientRect().width)")
    assert min(sizes) >= 24, "a cell is too small for a finger"


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize(
    ("chapter", "use"),
    [
        ("algorithm", drive),
        ("lemma41", move("lemma41", "forgets 0.500%", "forgets 99.8%")),
        ("problem", move("problem", "W = 20: the best", "W = 1,000: the best")),
        ("linear_regret", move("linear_regret", "Round 3,000", "Round 20,000")),
        ("theorems", move("theorems", "After 50,000 rounds", "After 100,000 rounds")),
        ("real_week", attack),
    ],
)
def test_the_page_answers_to_its_controls(tmp_path: Path, chapter: str, use: Use) -> None:
    page = write_page(tmp_path / "demo.html", chapter)
    told: list[str] = []
    with sync_playwright() as player, player.chromium.launch(executable_path=CHROME) as browser:
        shown = browser.new_page(color_scheme="dark", viewport={"width": 1200, "height": 900})
        shown.set_default_timeout(60_000)
        shown.on("pageerror", lambda error: told.append(str(error)))
        shown.on("console", lambda line: told.extend([line.text] * (line.type == "error")))
        shown.goto(page.as_uri())
        use(shown)
        assert told == []
        still = browser.new_page(java_script_enabled=False)
        still.goto(page.as_uri())
        assert still.is_visible(".tag_demo-still img"), "without scripts there is no picture"
