"""What the theory allows must not be exceeded, on any shipped instance."""

from __future__ import annotations

import inspect
from dataclasses import replace

import numpy as np
import pytest

import osphg
from osphg import Run
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.games import refuting
from osphg.players import OSPHG, Player
from osphg.rounds import Game
from osphg.studies import bounds, observed


@pytest.mark.parametrize(("T", "K"), [(2_000, 1), (3_000, 7), (10_000, 30)])
def test_no_bound_is_exceeded(T: int, K: int) -> None:
    """Every statement, every instance, both kinds of feedback, and Meta-Frank-Wolfe."""
    rows = observed.rows(T, K)
    assert [row for row in rows if not row.holds] == []
    names = {name for name, _, _ in observed.games(T)}
    assert {row.instance for row in rows} == names | {"simplex trap"}
    for player in ("published", "weighted", "Meta-Frank-Wolfe"):
        assert {row.instance for row in rows if row.player == player} >= names
    trap = {row.statement for row in rows if row.instance == "simplex trap"}
    assert trap == {"lambda_t <= G/(delta mu)", "Lemma 4.2, worst window"}


def test_every_shipped_instance_is_measured() -> None:
    """A new instance does not go unmeasured."""
    shipped = {
        name
        for name, make in vars(refuting).items()
        if inspect.isfunction(make)
        and not name.startswith("_")
        and make.__module__ == refuting.__name__
    }
    source = inspect.getsource(observed.games)
    assert {name for name in shipped if f"refuting.{name}(" not in source} == set()


@pytest.fixture(scope="module")
def exceeded() -> tuple[list[observed.Measured], list[Run]]:
    """What exceeds the paper's statements, and the runs: two of them take seconds."""
    runs: list[Run] = []

    def kept(player: Player, rounds: Game) -> Run:
        runs.append(osphg.play(player, rounds))
        return runs[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(observed, "play", kept)
        return observed.exceeded(), runs


def test_the_paper_s_statements_are_exceeded(
    exceeded: tuple[list[observed.Measured], list[Run]],
) -> None:
    """On the refuting that were made for it, and by no more than the repairs allow."""
    rows, _ = exceeded
    assert [row.statement for row in rows if row.holds] == []
    by = {row.instance: row.ratio for row in rows}
    assert by["counterexample to Lemma 4.2"] <= 2  # twice the constant is enough
    assert len(by) == 4


def test_lemma_43_is_violated_with_a_positive_lambda(
    exceeded: tuple[list[observed.Measured], list[Run]],
) -> None:
    game = refuting.lemma43_violation_with_lambda()
    player = OSPHG.tuned(game.rounds, W=1, K=3940)
    (run,) = (run for run in exceeded[1] if run.rounds.identity == game.rounds.identity)
    assert (run.player.mu, run.player.K) == (player.mu, 3940)  # type: ignore[attr-defined]
    right = bounds.lemma43(game.rounds, 1, player, repaired=False).total
    assert bounds.left_side(run, game.benchmark(), bounds.worst_lambda(run)) > 1.01 * right
    assert bounds.left_side(run, game.benchmark()) < right
    assert bounds.left_side(run, game.benchmark(), bounds.worst_lambda(run), half=True) < right


def test_meta_frank_wolfe_beyond_its_bound_is_seen() -> None:
    """The comparison can fail, and the bound is that of the corollary when tuned."""
    made = refuting.decoy(3_000)
    player = osphg.MetaFrankWolfe.tuned(made.rounds, 20)
    run = osphg.play(player, made.rounds)
    (row,) = observed.measure("decoy", run, made.benchmark())
    R, T = made.rounds.R, made.rounds.T
    tuned = made.rounds.beta_f * R * T**0.5 + made.rounds.L * R**2 * T / 40
    assert row.bound == pytest.approx(tuned)
    assert row.holds
    spoilt = replace(run, utility=run.utility - 1e3)
    assert not observed.measure("decoy", spoilt, made.benchmark())[0].holds


def test_a_run_beyond_the_bound_is_seen() -> None:
    """The comparison can fail: a run whose utilities are spoilt exceeds the regret bound."""
    made = refuting.decoy(3_000)
    run = osphg.play(OSPHG.tuned(made.rounds, 1, 20, weighted=True), made.rounds)
    spoilt = replace(run, utility=run.utility - 1e3, multiplier=run.multiplier + 1e3)
    failed = {
        r.statement for r in observed.measure("spoilt", spoilt, made.benchmark()) if not r.holds
    }
    assert {"Theorem 4.1", "lambda_t <= G/(delta mu)"} <= failed
    assert np.isfinite([r.ratio for r in observed.measure("decoy", run, made.benchmark())]).all()


class Still:
    """An oracle without a regret bound: it never moves."""

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, None]:
        return np.zeros((K, domain.n)), None

    def update(
        self, domain: Domain, V: FloatArray, memory: object, payoff: FloatArray
    ) -> tuple[FloatArray, None]:
        return V, None


def test_another_player_is_refused() -> None:
    """The statements are about OSPHG and Meta-Frank-Wolfe with gradient ascent."""
    made = refuting.decoy(100)
    run = osphg.play(osphg.MetaFrankWolfe(3, Still()), made.rounds)
    with pytest.raises(TypeError, match=r"^run must be one of OSPHG, got MetaFrankWolfe"):
        observed.measure("decoy", run, made.benchmark())
