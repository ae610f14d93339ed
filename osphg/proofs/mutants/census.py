"""The census: mutants of derivations that nobody chose, and what became of them, in a file.

    python -m osphg.proofs.mutants.census book/mutants.json

tries those mutants of each derivation whose hashes are smallest, if its entry is missing or stale,
and writes the file; a number after the name is how many (all, if it is large). Entries do not know
the rules: after a change of the kernel, remove the file first.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from osphg.proofs.derivations import DERIVATIONS
from osphg.proofs.mutants.replay import Statement
from osphg.proofs.mutants.survey import REFUSED, Report, Surveyed

# With short titles, and in this order: what a derivation shares with an earlier one is perturbed
# there. The longest, of Lemma 4.3, both theorems, the refutation and the boosted gradient, are left
# to Rocq.
SURVEYED: Mapping[str, str] = {
    "windows": "counting windows",
    "lemma41": "Lemma 4.1",
    "lemma42": "Lemma 4.2",
    "lemma42_tight": "Lemma 4.2 is tight",
    "dual": "the multiplier's regret",
    "climb": "the climb of one round",
    "learners": "the learners' regret",
    "scenarios": "impossibility at W = T",
    "spending": "violation without diminishing returns",
    "constant_budget": "violation under a constant budget",
    "virtual_queue": "a queue against windows",
    "meta_frank_wolfe": "regret of Meta-Frank-Wolfe",
    "one_learner": "linear regret of one learner",
    "experts": "surviving experts",
    "corner": "the trap on a simplex from the origin",
}
EACH = 20  # mutants of each derivation that are tried
_SHOWN = 100  # characters of an expression that the file keeps


@dataclass(frozen=True)
class Entry:
    """What a survey found in one derivation.

    Attributes
    ----------
    digest : str
        That of the mutants; another one says that the derivation has changed since.
    mutants : int
        How many there are.
    tried : int
        How many of them have been tried: those with the smallest keys.
    listed : mapping
        From the key of each mutant that was not simply refused to its place, rule, old and new
        expression (or their beginnings), and outcome.
    """

    digest: str
    mutants: int
    tried: int
    listed: Mapping[str, tuple[str, ...]]

    def count(self, *outcomes: str) -> int:
        """Return how many mutants had one of these outcomes."""
        return sum(self.counts[outcome] for outcome in outcomes)

    @property
    def counts(self) -> Counter[str]:
        """How many mutants had each outcome."""
        found = Counter(row[-1] for row in self.listed.values())
        return found + Counter({REFUSED: self.tried - len(self.listed)})

    def differences(self, derivation: Surveyed, sample: Report) -> list[str]:
        """Return where a derivation and a sample of its mutants disagree with this entry."""
        found = []
        if derivation.digest != self.digest or len(derivation.mutants) != self.mutants:
            found.append(f"{derivation.name}: the entry is stale")
        for row in sample.rows:
            kept = self.listed.get(row.key, (REFUSED,))[-1]
            if kept != row.outcome:
                found.append(
                    f"{derivation.name}, {row.place}, {row.new}: {row.outcome}, not {kept}"
                )
        return found


def derivations(names: Iterable[str] = tuple(SURVEYED)) -> Iterator[Surveyed]:
    """Yield the derivations in order, each with the mutants of the statements that are its own."""
    known: set[Statement] = set()
    for name in names:
        found = Surveyed(name, DERIVATIONS[name].prove(), frozenset(known))
        known |= found.statements
        yield found


def entry(derivation: Surveyed, each: int = EACH) -> Entry:
    """Try some mutants of a derivation, those with the smallest keys."""
    tried = derivation.survey(limit=each)
    listed = {
        row.key: (
            row.place, row.rule, _short(row.old), _short(row.new), row.outcome,
        )
        for row in tried.rows
        if row.outcome != REFUSED
    }  # fmt: skip
    return Entry(derivation.digest, len(derivation.mutants), tried.total, listed)


def read(path: Path) -> dict[str, Entry]:
    """Read a census.

    Raises
    ------
    OSError
        If there is no such file.
    ValueError
        If it does not hold a census.
    """
    try:
        return {
            name: Entry(
                kept["digest"], int(kept["mutants"]), int(kept["tried"]),
                {key: tuple(row) for key, row in kept["listed"].items()},
            )
            for name, kept in json.loads(path.read_text(encoding="utf-8")).items()
        }  # fmt: skip
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path} must hold a census of mutants: {error!r}") from None


def write(path: Path, census: Mapping[str, Entry]) -> None:
    """Write a census, with a line for each mutant that is listed."""
    parts = []
    for name, kept in census.items():
        lines = [
            f"   {json.dumps(key)}: {json.dumps(row, ensure_ascii=False)}"
            for key, row in kept.listed.items()
        ]
        parts.append(
            f' {json.dumps(name)}: {{\n  "digest": {json.dumps(kept.digest)},\n'
            f'  "mutants": {kept.mutants},\n  "tried": {kept.tried},\n  "listed": {{\n'
            + ",\n".join(lines)
            + "\n  }\n }"
        )
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def update(path: Path, found: Iterable[Surveyed], each: int = EACH) -> None:
    """Bring the census in a file up to date with these derivations, and print what was done."""
    old, new = read(path) if path.exists() else {}, dict[str, Entry]()
    for derivation in found:
        name = derivation.name
        stale = name not in old or old[name].digest != derivation.digest
        new[name] = entry(derivation, each) if stale else old[name]
        if stale:
            write(path, new | {other: kept for other, kept in old.items() if other not in new})
        print(name, "surveyed" if stale else "is up to date", flush=True)
    write(path, new)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 4] + " ..."


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python -m osphg.proofs.mutants.census FILE [HOW_MANY_OF_EACH]")
    update(Path(sys.argv[1]), derivations(), *map(int, sys.argv[2:]))
