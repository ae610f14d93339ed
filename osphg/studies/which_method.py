"""Which method to use, read off the kept tables of the tournament.

Of all the systems that there are, these tables speak of those that played in them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from osphg.games.contests import CONCAVE, FIXED, INDEPENDENT, Contest
from osphg.metrics import mean
from osphg.studies.standings import Standings
from osphg.studies.tables import Frame, Table
from osphg.studies.tournament import MARK, missing, percent
from osphg.systems.catalogue import BLIND, EVERYBODY, System


@dataclass(frozen=True)
class Situation:
    """What one may know of a problem, and the games in which just that is so."""

    utilities: str
    prices: str
    contests: tuple[Contest, ...]

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games."""
        return tuple(contest.name for contest in self.contests)

    def covered(self, system: System) -> bool:
        """Whether a system knows of the budget and its theorem covers all these games."""
        return system.kind != BLIND and all(proven(system, c) for c in self.contests)


def proven(system: System, contest: Contest) -> bool:
    """Whether a theorem that stands covers a system in a game.

    Examples
    --------
    >>> from osphg.games.contests import CONTESTS
    >>> from osphg.systems.catalogue import system
    >>> proven(system("OSPHG, weighted"), CONTESTS[2]), proven(system("OSPHG"), CONTESTS[2])
    (True, False)
    """
    return system.stands and not missing(system, contest)


def cases(contests: Sequence[Contest]) -> tuple[Situation, ...]:
    """Return the games by what they offer: kind of utilities and of prices.

    Examples
    --------
    >>> from osphg.games.contests import CONTESTS
    >>> [(case.utilities, case.prices) for case in cases(CONTESTS)][:2]
    [('concave', 'fixed'), ('concave', 'random')]
    """
    found: dict[tuple[str, str], list[Contest]] = {}
    for c in contests:
        utilities = "concave" if CONCAVE in c.properties else "DR-submodular, not concave"
        random = "random" if INDEPENDENT in c.properties else "adversarial"
        found.setdefault((utilities, "fixed" if FIXED in c.properties else random), []).append(c)
    return tuple(Situation(*known, tuple(games)) for known, games in found.items())


def one_step(system: System) -> bool:
    """Whether a round asks for one point's projection, and not for K."""
    return system.cost.projections in (0, 1) and system.cost.maximisations == 0


def hard(standings: Standings, games: Sequence[str], names: Sequence[str]) -> str:
    """Return whom to take if the budget must be kept.

    Among those that keep it in every game, with the whole interval, the one with the largest mean
    utility; if there is none, the one whose largest overspending is least.
    """
    kept = [name for name in names if keeps(standings, games, name)]
    if kept:
        return max(kept, key=lambda name: standings.overall(name, games)[1].value)
    return min(names, key=lambda name: most_overspent(standings, games, name))


def keeps(standings: Standings, games: Sequence[str], name: str) -> bool:
    """Whether a system keeps the budget in every game, with the whole interval of the mean."""
    return all(mean(standings.over(game, name)).high <= 0 for game in games)


def soft(standings: Standings, games: Sequence[str], names: Sequence[str]) -> str:
    """Return whom to take if the budget may be exceeded: who earns most for what is spent.

    Utility is divided by what is spent, in budgets, where that is more than one.
    """

    def worth(name: str) -> float:
        shares = [
            standings.earned(g, name) / (1 + np.maximum(standings.over(g, name), 0)) for g in games
        ]
        return float(np.mean(shares))

    return max(names, key=worth)


def most_overspent(standings: Standings, games: Sequence[str], name: str) -> float:
    """Return the mean overspending, as a share of the budget, in the game where it is largest."""
    return max(float(standings.over(g, name).mean()) for g in games)


def advice(
    standings: Standings, contests: Sequence[Contest], systems: Sequence[System] = EVERYBODY
) -> Frame:
    """Return whom to take, by what is known: one row per case and kind of budget.

    Only systems whose theorem covers all games of the case; the last column drops that.
    """
    rows = []
    for case in cases(contests):
        present = [s for s in systems if all(s.name in standings.systems(g) for g in case.games)]
        covered = [s for s in present if case.covered(s)]
        anybody = [s for s in present if s.kind != BLIND]
        for what, choose in (("hard", hard), ("soft", soft)):
            entries = []
            for among in (covered, [s for s in covered if one_step(s)], anybody):
                if not among:
                    entries.append("none has a theorem")
                    continue
                name = choose(standings, case.games, [s.name for s in among])
                failed = choose is hard and not keeps(standings, case.games, name)
                entries.append(
                    ("none keeps it; least: " if failed else "")
                    + _shown(standings, case, name, systems)
                )
            rows.append([case.utilities, case.prices, what, *entries])
    header = ["utilities", "prices", "budget", "take", "with one projection", "without a theorem"]
    caption = (
        f"Whom to take; in brackets the largest overspending of the games and the mean utility"
        f" ({MARK}: no theorem in some game; {standings.seeds} seeds)."
    )
    return Table(header, rows, caption)


def _shown(standings: Standings, case: Situation, name: str, systems: Sequence[System]) -> str:
    over = most_overspent(standings, case.games, name)
    earned = standings.overall(name, case.games)[1].value
    (entry,) = (s for s in systems if s.name == name)
    mark = "" if case.covered(entry) else f" {MARK}"
    return f"{name}{mark} ({over:+z.1%}, {earned:.1%})"


def lengths(
    by_T: Mapping[int, Standings],
    contests: Sequence[Contest],
    systems: Sequence[System] = EVERYBODY,
) -> Frame:
    """Return overspending and utility, means over all games, for each T: a row per system.

    Systems that do not play all games are left out: their means would be over other games.
    """
    rows = []
    for s in complete(by_T, contests, systems):
        entries = []
        for standings in by_T.values():
            over, earned = standings.overall(s.name, [c.name for c in contests])
            entries += [percent(over, signed=True), percent(earned)]
        lacking = sum(not proven(s, c) for c in contests)
        rows.append([s.name, *entries, f"{lacking} of {len(contests)}"])
    header = ["system"]
    for T, standings in by_T.items():
        header += [f"overspent, T = {T:,} ({standings.seeds} seeds)", f"utility, T = {T:,}"]
    caption = "Overspending and utility as shares, means over all games [95% interval over seeds]."
    return Table([*header, "games without a theorem"], rows, caption)


def complete(
    by_T: Mapping[int, Standings],
    contests: Sequence[Contest],
    systems: Sequence[System] = EVERYBODY,
) -> tuple[System, ...]:
    """Return the systems that play every game at every T."""
    return tuple(
        s
        for s in systems
        if all(s.name in table.systems(c.name) for table in by_T.values() for c in contests)
    )


def against(
    standings: Standings,
    contests: Sequence[Contest],
    name: str,
    systems: Sequence[System] = EVERYBODY,
) -> Frame:
    """Return by whom a system is beaten in each game: with a theorem for the game, and without."""
    rows = []
    for c in contests:
        better = [
            s
            for s in systems
            if s.name in standings.systems(c.name) and standings.beats(c.name, s.name, name)
        ]
        groups = ([s.name for s in better if proven(s, c) == covered] for covered in (1, 0))
        over, earned = (mean(of(c.name, name)) for of in (standings.over, standings.earned))
        shares = [percent(over, signed=True), percent(earned)]
        rows.append([c.name, *shares, *("; ".join(names) or "nobody" for names in groups)])
    header = ["game", "overspent", "utility", "beaten, with a theorem, by", "without one, by"]
    caption = f"{name}: who overspends less or earns more, and is worse in neither."
    return Table(header, rows, caption)


def beaten_in(
    standings: Standings, contests: Sequence[Contest], name: str, by: Sequence[str]
) -> int:
    """Return in how many games a system is beaten by one of some others."""
    return sum(
        any(o in standings.systems(c.name) and standings.beats(c.name, o, name) for o in by)
        for c in contests
    )


def arrow(
    by_T: Mapping[int, Standings], contests: Sequence[Contest], name: str
) -> tuple[tuple[float, float], ...]:
    """Return (overspending, utility) at each T, the smallest first: means over games and seeds."""
    games = [c.name for c in contests]
    found = []
    for standings in by_T.values():
        over, earned = standings.overall(name, games)
        found.append((over.value, earned.value))
    return tuple(found)


def falling(
    by_T: Mapping[int, Standings],
    contests: Sequence[Contest],
    systems: Sequence[System] = EVERYBODY,
) -> int:
    """Return how many systems that know of the budget overspend less at the last T than before."""
    here = [s for s in complete(by_T, contests, systems) if s.kind != BLIND]
    over = np.array([[x for x, _ in arrow(by_T, contests, s.name)] for s in here])
    return int((np.maximum(over[:, -1], 0) <= np.maximum(over[:, 0], 0)).sum())
