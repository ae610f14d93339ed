"""The tables and counts of the tournament's chapter that look across games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from osphg.core.game import Game
from osphg.games.contests import Contest
from osphg.games.offers import CONCAVE, FIXED, INDEPENDENT, MATROID, SIMPLEX, SUBMODULAR
from osphg.studies.head_to_head import UTILITY
from osphg.studies.standings import REGRET, Standings
from osphg.studies.tables import Table
from osphg.studies.tournament import MARK, label, missing
from osphg.systems.cao_liu2018 import CaoLiu
from osphg.systems.catalogue import SYSTEMS, system
from osphg.systems.chen2017_mosp import MOSP
from osphg.systems.entries import System


def offers(standings: Standings, contests: Sequence[Contest]) -> Table:
    """Return what each game offers, its budget per round, and what one decision earns there."""
    rows = [
        [
            c.name, "; ".join(sorted(c.offers)), f"{standings.allowance(c.name):.3g}",
            f"{standings.benchmark(c.name):.3f}",
        ]
        for c in contests
    ]  # fmt: skip
    header = ["game", "offers", "B_T/T (budget units)", "best fixed decision (units of f)"]
    return Table(header, rows, "The games.")


LETTERS = {
    CONCAVE: "c", SUBMODULAR: "d", FIXED: "f", INDEPENDENT: "i", SIMPLEX: "s", MATROID: "m",
}  # fmt: skip


def outside(contests: Sequence[Contest], systems: Sequence[System] = SYSTEMS) -> Table:
    """Return, for each system and game, what the system's theorem needs and the game lacks."""
    rows = []
    for s in systems:
        lacking = ["".join(LETTERS[what] for what in missing(s, c)) for c in contests]
        rows.append([s.name, *(f"{letters} {MARK}" if letters else "–" for letters in lacking)])
    words = "; ".join(f"{letter}: {what}" for what, letter in LETTERS.items())
    caption = f"What the theorems need and the games lack ({words})."
    return Table(["system", *(c.name for c in contests)], rows, caption)


def winners(standings: Standings, contests: Sequence[Contest]) -> Table:
    """Return for each game how many systems keep the budget, and which of them earn most.

    Examples
    --------
    >>> from osphg.games.contests import CONTESTS
    >>> from osphg.studies.stored import stored
    >>> kept = Standings(stored("tournament"))
    >>> winners(kept, CONTESTS[:1]).rows[0][:3]
    ['concave, fixed prices', '5 of 17', 'OLFW']
    """
    rows = []
    for c in contests:
        kept, won = standings.keepers(c.name), standings.winners(c.name)
        inside = [name for name in kept if not missing(system(name), c)]
        names = [label(system(name), c) for name in won]
        rows.append(
            [
                c.name, f"{len(kept)} of {len(standings.systems(c.name))}",
                names[0] if names else "nobody", "; ".join(names[1:]) or "–",
                inside[0] if inside else "nobody",
            ]
        )  # fmt: skip
    header = ["game", "keep the budget", "best of these", "as good", "best within its assumptions"]
    caption = f"Who wins ({MARK}: outside its assumptions; {standings.seeds} seeds)."
    return Table(header, rows, caption)


def records(
    standings: Standings, contests: Sequence[Contest], systems: Sequence[System] = SYSTEMS
) -> Table:
    """Return each system's record over the games: budget kept, games won, largest overspending.

    A second number counts the games outside its assumptions among the first, with their mark.
    """
    rows = []
    for s in systems:
        here = [c for c in contests if s.name in standings.systems(c.name)]
        kept = [c for c in here if standings.keeps_budget(c.name, s.name)]
        won = [c for c in kept if s.name in standings.winners(c.name)]
        worst = max((standings.over(c.name, s.name) for c in here), default=float("nan"))
        rows.append([s.name, *(_count(s, part) for part in (here, kept, won)), f"{worst:+z.1%}"])
    header = ["system", "plays", "keeps the budget", "best or as good", "most overspent"]
    return Table(header, rows, f"Records ({MARK}: how many of these outside its assumptions).")


def overspending(standings: Standings, contests: Sequence[Contest], names: Sequence[str]) -> Table:
    """Return the mean violation of some systems as a share of the budget, a row for each game."""
    rows = [
        [c.name, *(f"{standings.over(c.name, name):+z.1%}" for name in names)] for c in contests
    ]
    return Table(["game", *names], rows, "Overspending, as a share of the budget; mean over seeds.")


def _count(entry: System, contests: Sequence[Contest]) -> str:
    marked = sum(bool(missing(entry, c)) for c in contests)
    return (
        f"{len(contests)}\N{NO-BREAK SPACE}({marked}\N{NO-BREAK SPACE}{MARK})"
        if marked
        else f"{len(contests)}"
    )


def champion(standings: Standings, contests: Sequence[Contest]) -> tuple[str, int]:
    """Return the system that is best or as good in most games, and in how many; ties: the first.

    With 0 games if no system keeps a budget.

    Examples
    --------
    >>> from osphg.games.contests import CONTESTS
    >>> from osphg.studies.stored import stored
    >>> champion(Standings(stored("tournament")), CONTESTS)
    ('MOSP', 4)
    """
    won = [name for c in contests for name in standings.winners(c.name)]
    most = max(SYSTEMS, key=lambda s: won.count(s.name))
    return most.name, won.count(most.name)


def least_overspent(standings: Standings, contests: Sequence[Contest], kind: str) -> float:
    """Return the smallest overspending of a kind of systems over all games, as a budget share."""
    return min(
        standings.over(c.name, s.name)
        for c in contests
        for s in SYSTEMS
        if s.kind == kind and s.name in standings.systems(c.name)
    )


def budgets_kept(standings: Standings, contests: Sequence[Contest], name: str) -> int:
    """Return in how many games a system keeps the budget."""
    return sum(name in standings.keepers(c.name) for c in contests)


def nearer(standings: Standings, contests: Sequence[Contest], name: str, to: str, than: str) -> int:
    """Return in how many games a system's spending is nearer to one system's than to another's."""
    found = 0
    for c in contests:
        own, one, other = (standings.over(c.name, entry) for entry in (name, to, than))
        found += abs(own - one) < abs(own - other)
    return found


def against_benchmark(standings: Standings, contests: Sequence[Contest]) -> tuple[int, int, int]:
    """Return how many pairs of game and system there are, how many pass (1-1/e) and how many all.

    They pass with the whole interval of the mean: the regret below 0, the utility above what the
    best fixed decision earns.
    """
    pairs = [(c.name, name) for c in contests for name in standings.systems(c.name)]
    share = sum(standings.estimate(*pair, REGRET).high < 0 for pair in pairs)
    whole = sum(
        standings.estimate(*pair, UTILITY).low > standings.benchmark(pair[0]) for pair in pairs
    )
    return len(pairs), share, whole


def twins_of_cao_liu() -> tuple[System, System]:
    """Return Cao-Liu with a multiplier that forgets next to nothing, and with MOSP's step besides.

    They tell apart what a longer step does and what forgetting does; no theorem covers them.
    """
    return (
        replace(
            system("Cao-Liu"),
            name="forgets nothing",
            make=lambda game, W, seed, heuristic: CaoLiu(CaoLiu.tuned(game).alpha, _NOTHING),
        ),
        replace(
            system("Cao-Liu"),
            name="and has MOSP's step",
            make=lambda game, W, seed, heuristic: CaoLiu(MOSP.tuned(game).alpha, _NOTHING),
        ),
    )


def step_ratio(game: Game) -> float:
    """Return how many times MOSP's step is as long as Cao-Liu's."""
    return MOSP.tuned(game).alpha / CaoLiu.tuned(game).alpha


_NOTHING = 1e-9  # a weight delta of the quadratic term that has no effect
