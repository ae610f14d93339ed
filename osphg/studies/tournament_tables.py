"""The tables of the tournament's chapter that look across games."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from osphg.games.contests import (
    CONCAVE,
    FIXED,
    INDEPENDENT,
    MATROID,
    SIMPLEX,
    SUBMODULAR,
    Contest,
    Units,
    counted_in,
)
from osphg.metrics import total_violation
from osphg.playing import play
from osphg.rounds import Rounds
from osphg.studies.standings import REGRET, Standings
from osphg.studies.tables import Frame, Table
from osphg.studies.tournament import MARK, label, missing
from osphg.systems.catalogue import BLIND, SYSTEMS, System, player_for


def contests_table(standings: Standings, contests: Sequence[Contest]) -> Frame:
    """Return what each game offers, and its budget per round in units of G."""
    rows = [
        [c.name, "; ".join(sorted(c.properties)), f"{standings.allowance(c.name):.3g}"]
        for c in contests
    ]
    return Table(["game", "offers", "B_T/T (units of G)"], rows, "The games.")


def settings(systems: Sequence[System] = SYSTEMS) -> Frame:
    """Return how each system is set up, where, and whose the parameters are.

    Examples
    --------
    >>> [row[1] for row in settings().to_numpy() if row[0] == "per-step duals"]
    ['independent prices', 'elsewhere']
    """
    rows = []
    for s in systems:
        for setting in s.settings:
            several = "elsewhere" if len(s.settings) > 1 else "everywhere"
            where = "; ".join(sorted(setting.where)) or several
            rows.append([s.name, where, setting.text, setting.source])
    header = ["system", "in games with", "setting", "whose it is"]
    return Table(header, rows, "How each system is set up; R, beta and G are those of the game.")


LETTERS = {
    CONCAVE: "c", SUBMODULAR: "d", FIXED: "f", INDEPENDENT: "i", SIMPLEX: "s", MATROID: "m",
}  # fmt: skip


def outside(contests: Sequence[Contest], systems: Sequence[System] = SYSTEMS) -> Frame:
    """Return, for each system and game, what the system's theorem needs and the game lacks."""
    rows = []
    for s in systems:
        lacking = ["".join(LETTERS[what] for what in missing(s, c)) for c in contests]
        rows.append([s.name, *(f"{letters} {MARK}" if letters else "–" for letters in lacking)])
    words = "; ".join(f"{letter}: {what}" for what, letter in LETTERS.items())
    caption = f"What the theorems need and the games lack ({words})."
    return Table(["system", *(c.name for c in contests)], rows, caption)


def fronts(
    standings: Standings, contests: Sequence[Contest], systems: Sequence[System] = SYSTEMS
) -> Frame:
    """Return for each game who is not beaten among those that know what a budget is.

    The thriftiest first; once among all, and once among those whose theorem covers the game.
    """
    by_name = {s.name: s for s in systems if s.kind != BLIND}
    rows = []
    for c in contests:
        proven = [name for name, s in by_name.items() if not missing(s, c)]
        front = standings.front(c.name, list(by_name))
        rows.append(
            [
                c.name, "; ".join(label(by_name[name], c) for name in front),
                "; ".join(standings.front(c.name, proven)),
            ]
        )  # fmt: skip
    header = ["game", "not beaten", "not beaten among those that a theorem covers"]
    caption = f"Who is not beaten ({MARK}: outside its assumptions; {standings.seeds} seeds)."
    return Table(header, rows, caption)


def records(
    standings: Standings, contests: Sequence[Contest], systems: Sequence[System] = SYSTEMS
) -> Frame:
    """Return each system's record over the games that it plays.

    A second number counts the games outside its assumptions among the first, with their mark.
    """
    rows = []
    unbeaten = {c.name: standings.front(c.name) for c in contests}
    for s in systems:
        here = [c for c in contests if s.name in standings.systems(c.name)]
        front = [c for c in here if s.name in unbeaten[c.name]]
        over = [float(standings.over(c.name, s.name).mean()) for c in here]
        earned = [float(standings.earned(c.name, s.name).mean()) for c in here]
        shares = [f"{max(over):+z.1%}", f"{np.mean(over):+z.1%}", f"{np.mean(earned):.1%}"]
        rows.append([s.name, *(_count(s, part) for part in (here, front)), *shares])
    header = ["system", "plays", "not beaten in", "most overspent", "overspent", "utility"]
    caption = (
        "Records: overspending as a share of the budget, utility of the best fixed decision's;"
        f" means over the games played ({MARK}: how many of them outside its assumptions)."
    )
    return Table(header, rows, caption)


def least_overspent(
    standings: Standings,
    contests: Sequence[Contest],
    kind: str,
    systems: Sequence[System] = SYSTEMS,
) -> float:
    """Return the smallest overspending of a kind of systems over all games, as a budget share."""
    return min(
        float(standings.over(c.name, s.name).mean())
        for c in contests
        for s in systems
        if s.kind == kind and s.name in standings.systems(c.name)
    )


def beaten_benchmark(standings: Standings, contests: Sequence[Contest]) -> tuple[int, int]:
    """Return how many pairs of game and system there are, and how many have a negative regret."""
    pairs = [(c.name, name) for c in contests for name in standings.systems(c.name)]
    return len(pairs), sum(standings.samples(*pair, REGRET).mean() < 0 for pair in pairs)


UNITS = (Units(1, 1), Units(0.1, 1), Units(10, 1), Units(1, 0.1), Units(1, 10))


def dependence(
    game: Rounds,
    properties: frozenset[str],
    W: int,
    seed: int,
    *,
    units: Sequence[Units] = UNITS,
    systems: Sequence[System] = SYSTEMS,
) -> Frame:
    """Return what each system overspends if f or money is counted in other units than the game's.

    Systems that refuse the game are left out.
    """
    rows = []
    for s in systems:
        shares = []
        for unit in units:
            same = counted_in(game, unit)
            try:
                player = player_for(s, same, W, seed, properties=properties, heuristics=True)
            except ValueError:
                break
            shares.append(f"{total_violation(play(player, same)) / same.budget:+z.1%}")
        else:
            differ = "yes" if len(set(shares)) > 1 else "no"
            rows.append([s.name, *shares, differ])
    names = [f"f: {unit.f:g}, money: {unit.money:g}" for unit in units]
    caption = "Overspending on one game, counted in units that are so many times the game's own."
    return Table(["system", *names, "depends"], rows, caption)


def _count(entry: System, contests: Sequence[Contest]) -> str:
    marked = sum(bool(missing(entry, c)) for c in contests)
    return (
        f"{len(contests)}\N{NO-BREAK SPACE}({marked}\N{NO-BREAK SPACE}{MARK})"
        if marked
        else f"{len(contests)}"
    )
