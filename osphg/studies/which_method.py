"""Which method to use, read off the kept tables of the tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from osphg.games.contests import CONCAVE, CONTESTS, FIXED, INDEPENDENT, Contest
from osphg.metrics import mean
from osphg.studies.tables import Frame, Table
from osphg.studies.tournament import MARK, Standings, missing, percent
from osphg.systems.catalogue import BLIND, EVERYBODY, System


def cases() -> dict[tuple[str, str], list[Contest]]:
    """Return the games by what one may know of them: kind of utilities and of prices."""
    found: dict[tuple[str, str], list[Contest]] = {}
    for c in CONTESTS:
        utilities = "concave" if CONCAVE in c.properties else "DR-submodular, not concave"
        prices = "random" if INDEPENDENT in c.properties else "adversarial"
        prices = "fixed" if FIXED in c.properties else prices
        found.setdefault((utilities, prices), []).append(c)
    return found


def proven(system: System, *contests: Contest) -> bool:
    """Whether a theorem that stands covers a system in all these games."""
    return system.stands and not any(missing(system, c) for c in contests)


def hard(standings: Standings, games: Sequence[str], names: Sequence[str]) -> tuple[str, bool]:
    """Return whom to take if the budget must be kept, and whether it is.

    Of those that keep it in every game, with the whole interval, the one that earns most; if there
    is none, the one whose largest overspending is least.
    """
    over = {name: [mean(standings.over(g, name)) for g in games] for name in names}
    kept = [name for name in names if all(share.high <= 0 for share in over[name])]
    if kept:
        return max(kept, key=lambda name: standings.overall(name, games)[1].value), True
    return min(names, key=lambda name: max(share.value for share in over[name])), False


def soft(standings: Standings, games: Sequence[str], names: Sequence[str]) -> tuple[str, bool]:
    """Return who earns most per budget that is spent, where that is more than one."""

    def worth(name: str) -> float:
        spent = [1 + np.maximum(standings.over(g, name), 0) for g in games]
        shares = [standings.earned(g, name) / s for g, s in zip(games, spent, strict=True)]
        return float(np.mean(shares))

    return max(names, key=worth), True


def advice(standings: Standings, systems: Sequence[System] = EVERYBODY) -> Frame:
    """Return whom to take, by what is known: one row per case and kind of budget.

    Only systems whose theorem covers all games of the case; the last column drops that.
    """
    rows = []
    for known, alike in cases().items():
        games = [c.name for c in alike]
        present = set(standings.systems(games[0])).intersection(*map(standings.systems, games))
        anybody = [s for s in systems if s.name in present and s.kind != BLIND]
        covered = [s for s in anybody if proven(s, *alike)]
        quick = [s for s in covered if s.cost.projections in (0, 1) and s.cost.maximisations == 0]
        for budget, choose in (("hard", hard), ("soft", soft)):
            row = [*known, budget]
            for among in (covered, quick, anybody):
                if not among:
                    row.append("none has a theorem")
                    continue
                name, kept = choose(standings, games, [s.name for s in among])
                mark = "" if name in [s.name for s in covered] else f" {MARK}"
                over = max(float(standings.over(g, name).mean()) for g in games)
                earned = standings.overall(name, games)[1].value
                failed = "" if kept else "none keeps it; least: "
                row.append(f"{failed}{name}{mark} ({over:+z.1%}, {earned:.1%})")
            rows.append(row)
    header = ["utilities", "prices", "budget", "take", "with one projection", "without a theorem"]
    caption = "Whom to take; in brackets the largest overspending of the games and the mean utility"
    legend = f"{MARK}: no theorem in some game; {standings.seeds} seeds"
    return Table(header, rows, f"{caption} ({legend}).")


def complete(by_T: Mapping[int, Standings], systems: Sequence[System] = EVERYBODY) -> list[System]:
    """Return the systems that play every game at every T."""
    played = [set(table.systems(c.name)) for table in by_T.values() for c in CONTESTS]
    return [s for s in systems if all(s.name in names for names in played)]


def lengths(by_T: Mapping[int, Standings], systems: Sequence[System] = EVERYBODY) -> Frame:
    """Return overspending and utility, means over all games, for each T, of who plays them all."""
    header, rows = ["system"], []
    for T, standings in by_T.items():
        header += [f"overspent, T = {T:,} ({standings.seeds} seeds)", f"utility, T = {T:,}"]
    for s in complete(by_T, systems):
        row = [s.name]
        for standings in by_T.values():
            over, earned = standings.overall(s.name, [c.name for c in CONTESTS])
            row += [percent(over, "+"), percent(earned)]
        rows.append([*row, f"{sum(not proven(s, c) for c in CONTESTS)} of {len(CONTESTS)}"])
    caption = "Overspending and utility as shares, means over all games [95% interval over seeds]."
    return Table([*header, "games without a theorem"], rows, caption)
