"""Which method to use, read off the kept tables of the tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from osphg.core.metrics import mean
from osphg.games.contests import Contest
from osphg.games.offers import CONCAVE, FIXED, INDEPENDENT
from osphg.studies.standings import Standings
from osphg.studies.tables import Table
from osphg.studies.tournament import MARK, missing, percent
from osphg.systems.catalogue import BLIND, SYSTEMS
from osphg.systems.entries import System


@dataclass(frozen=True)
class Case:
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
        return system.kind != BLIND and not any(missing(system, c) for c in self.contests)


def cases(contests: Sequence[Contest]) -> tuple[Case, ...]:
    """Return the games by what they offer: kind of utilities and of prices.

    Examples
    --------
    >>> from osphg.games.contests import CONTESTS
    >>> [(case.utilities, case.prices) for case in cases(CONTESTS)][:2]
    [('concave', 'fixed'), ('concave', 'random')]
    """
    found: dict[tuple[str, str], list[Contest]] = {}
    for c in contests:
        utilities = "concave" if CONCAVE in c.offers else "DR-submodular, not concave"
        random = "random" if INDEPENDENT in c.offers else "adversarial"
        found.setdefault((utilities, "fixed" if FIXED in c.offers else random), []).append(c)
    return tuple(Case(*known, tuple(games)) for known, games in found.items())


def one_step(system: System) -> bool:
    """Whether a round asks for one point's projection, and not for K."""
    return system.cost.projections in (0, 1) and system.cost.maximisations == 0


def hard(standings: Standings, games: Sequence[str], names: Sequence[str]) -> str:
    """Return whom to take if the budget must be kept.

    Among those that keep it, with the whole interval of the mean over the games, the one with the
    largest utility; if there is none, the one that overspends least.
    """
    shares = {name: standings.overall(name, games) for name in names}
    kept = [name for name, (over, _) in shares.items() if over.high <= 0]
    if kept:
        return max(kept, key=lambda name: shares[name][1].value)
    return min(shares, key=lambda name: shares[name][0].value)


def soft(standings: Standings, games: Sequence[str], names: Sequence[str]) -> str:
    """Return whom to take if the budget may give: who earns the benchmark for the least money.

    Among those whose whole interval reaches what the best fixed decision earns; if there is none,
    the one that earns most.
    """
    shares = {name: standings.overall(name, games) for name in names}
    reached = [name for name, (_, earned) in shares.items() if earned.low >= 1]
    if reached:
        return min(reached, key=lambda name: shares[name][0].value)
    return max(shares, key=lambda name: shares[name][1].value)


def advice(
    standings: Standings, contests: Sequence[Contest], systems: Sequence[System] = SYSTEMS
) -> Table:
    """Return whom to take, by what is known: one row per case, kind of budget and effort.

    Only systems whose theorem covers all games of the case; the last column drops that.
    """
    rows = []
    for case in cases(contests):
        present = [s for s in systems if all(s.name in standings.systems(g) for g in case.games)]
        proven = [s for s in present if case.covered(s)]
        anybody = [s for s in present if s.kind != BLIND]
        for what, choose in (("hard", hard), ("soft", soft)):
            entries = []
            for among in (proven, [s for s in proven if one_step(s)], anybody):
                names = [s.name for s in among]
                entries.append(
                    _shown(standings, case, choose(standings, case.games, names), systems)
                    if names
                    else "none has a theorem"
                )
            rows.append([case.utilities, case.prices, what, *entries])
    header = ["utilities", "prices", "budget", "take", "with one projection", "without a theorem"]
    caption = (
        f"Whom to take, with overspending and utility in brackets ({MARK}: outside its"
        f" assumptions in some game; {standings.seeds} seeds)."
    )
    return Table(header, rows, caption)


def _shown(standings: Standings, case: Case, name: str, systems: Sequence[System]) -> str:
    over, earned = standings.overall(name, case.games)
    (entry,) = (s for s in systems if s.name == name)
    mark = "" if case.covered(entry) else f" {MARK}"
    return f"{name}{mark} ({over.value:+z.1%}, {earned.value:.1%})"


def lengths(
    by_T: Mapping[int, Standings], contests: Sequence[Contest], systems: Sequence[System] = SYSTEMS
) -> Table:
    """Return overspending and utility, means over all games, for each T: a row per system.

    Systems that do not play all games are left out: their means would be over other games.
    """
    rows = []
    for s in complete(by_T, contests, systems):
        entries = []
        for standings in by_T.values():
            shares = standings.overall(s.name, [c.name for c in contests])
            entries += [percent(share) for share in shares]
        lacking = sum(bool(missing(s, c)) for c in contests)
        rows.append([s.name, *entries, f"{lacking} of {len(contests)}"])
    header = ["system"]
    for T, standings in by_T.items():
        header += [f"overspent, T = {T:,} ({standings.seeds} seeds)", f"utility, T = {T:,}"]
    caption = "Overspending and utility as shares, means over all games [95% interval over seeds]."
    return Table([*header, "games without a theorem"], rows, caption)


def complete(
    by_T: Mapping[int, Standings], contests: Sequence[Contest], systems: Sequence[System] = SYSTEMS
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
    systems: Sequence[System] = SYSTEMS,
) -> Table:
    """Return by whom a system is beaten in each game: with a theorem for the game, and without."""
    rows = []
    for c in contests:
        better = [
            s
            for s in systems
            if s.name in standings.systems(c.name) and standings.beats(c.name, s.name, name)
        ]
        groups = ([s.name for s in better if bool(missing(s, c)) == lacks] for lacks in (0, 1))
        own = (standings.over(c.name, name), standings.earned(c.name, name))
        shares = [percent(mean(share)) for share in own]
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
    by_T: Mapping[int, Standings], contests: Sequence[Contest], systems: Sequence[System] = SYSTEMS
) -> int:
    """Return how many systems that know of the budget overspend less at the last T than before."""
    here = [s for s in complete(by_T, contests, systems) if s.kind != BLIND]
    over = np.array([[x for x, _ in arrow(by_T, contests, s.name)] for s in here])
    return int((np.maximum(over[:, -1], 0) <= np.maximum(over[:, 0], 0)).sum())
