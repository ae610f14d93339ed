"""The golden file: numbers that stay where they are, whatever becomes of the code.

    python tools/golden.py write   store them in tests/golden
    python tools/golden.py check   print what has moved of the book; status 1 if anything has

`chapters.json` has each glued value of the built book, each row of a table of results and of every
other table with numbers. `games.json` has what every player makes of every contest: the tests
compare it. Both map `chapter | name` or `contest | player | name` to what stands there.

The same must be: words; numbers, within 1e-12, relative to the larger or to 1, and in a text, which
is rounded, within one unit of the last digit; certified bounds, and gaps to them, within 1e-9. A
player is chaotic in a contest if another unit of money, 1 + 2^-52, moves a number by more than
1e-9: that spread is stored, and ten times as much allowed. What is new is counted, and no fault.

A chapter may be renamed, split or merged: an entry that its chapter lacks is looked for in all of
them, and is the one that is new and has its name, if no other that is lacking has that name, too.

Its own, as what is compared is a built book, whose chapters are renamed and merged.
"""

from __future__ import annotations

import itertools
import json
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

import nbformat
from bs4 import BeautifulSoup, Tag
from check_site import ROOT
from compare_outputs import difference, gap
from execute_book import chapters, executed

from osphg import OSPHG, BoostedOSPHG, BoostedQueue, play, regret
from osphg.experiments.results import Results
from osphg.games.contests import CONTESTS, counted_in, normalised
from osphg.systems.catalogue import EVERYBODY, Make, SetUp, player_for, system

GOLDEN = ROOT / "tests" / "golden"
AGREE, CERTIFIED, CHAOTIC = 1e-12, 1e-9, 1e-9
T, W, SEED = 600, 23, 0  # the root of T/W is no integer: rounded up and down it differs
SPREAD = " | spread"
_DIGIT = re.compile(r"\d")
_CERTIFIED = re.compile(r"certif|(bound|gap)$")  # of the name of an entry

Entry = str | float | list[float]
Entries = dict[str, Entry]

# Other ways to set up players of the catalogue.
VARIANTS: dict[str, Make] = {
    "OSPHG, K = 30": lambda game, W, *_: OSPHG.tuned(game, W, 30),
    "OSPHG, unit free": lambda game, W, *_: OSPHG.tuned(game, W, unit_free=True),
    "weighted, unit free": lambda game, W, *_: OSPHG.tuned(game, W, weighted=True, unit_free=True),
    "OSPHG, boosted, drawn": lambda game, W, seed, _: BoostedOSPHG.tuned(game, W, seed=seed),
    "boosted queue, unit free": lambda game, W, *_: BoostedQueue.tuned(game, W, unit_free=True),
}
PLAYERS = EVERYBODY + tuple(
    replace(system("OSPHG"), name=name, settings=(SetUp("", "", make),))
    for name, make in VARIANTS.items()
)


def games(money: float = 1.0) -> Entries:
    """Return what everybody makes of every contest, in G or another unit of money, or says."""
    found: Entries = {}
    for contest in CONTESTS:
        game = counted_in(normalised(contest.game(T, SEED)), money=money)
        best = contest.benchmark(game, W)
        found[f"{contest.name} | benchmark | value"] = float(best.value)
        found[f"{contest.name} | benchmark | bound"] = float(best.upper_bound)
        for entrant in PLAYERS:
            make = partial(player_for, entrant, game, W, SEED, properties=contest.properties)
            pair = f"{contest.name} | {entrant.name}"
            for heuristics in (False, True):
                try:
                    run = play(make(heuristics=heuristics), game)
                except ValueError as error:
                    found[f"{pair} | refused"] = str(error)
                    continue
                for what in ("utility", "violation", "multiplier"):
                    found[f"{pair} | {what}"] = float(getattr(run, what).sum())
                found[f"{pair} | regret"] = float(regret(run, best))
                found[f"{pair} | last"] = run.decisions[-1].tolist()
                break
    return found


def spreads(first: Entries, second: Entries) -> Entries:
    """Return by how much the chaotic pairs of two computations lie apart."""
    found: dict[str, float] = defaultdict(float)
    for key, entry in first.items():
        pair = key.rsplit(" | ", 1)[0] + SPREAD
        found[pair] = max(found[pair], *map(gap, _numbers(entry), _numbers(second[key])), 0.0)
    return {pair: float(f"{by:.1e}") for pair, by in found.items() if by > CHAOTIC}


def shown(notebook: nbformat.NotebookNode) -> Iterator[tuple[str, Entry]]:
    """Yield name and entry of all that an executed chapter shows and that has a name."""
    for output in itertools.chain(*(cell.get("outputs", ()) for cell in notebook.cells)):
        data, glued = output.get("data", {}), output.get("metadata", {}).get("scrapbook")
        if glued:
            entry = data[f"{glued['mime_prefix']}text/plain"]
            with suppress(ValueError):  # of a text
                entry = json.loads(entry)
            yield f"glue | {glued['name']}", entry
        html = "" if glued else data.get("text/html", "")
        if results := Results.from_html("", html):
            for row in results.rows:
                value = float(row["value"])
                name = f"results | {' | '.join(results.key(row))}, {row['unit']}"
                yield name, "nan" if math.isnan(value) else value
        for table in BeautifulSoup(html, "html.parser").find_all("table"):
            yield from _rows(table)


def _rows(table: Tag) -> Iterator[tuple[str, str]]:
    """Yield the rows of a table with numbers, by its caption, or else its header.

    A row is named by its first cell; where others have the same, by all before its first number.
    """
    found = (row.find_all(["th", "td"]) for row in table.find_all("tr"))
    rows = [[cell.get_text(" ", strip=True) for cell in row] for row in found]
    title = table.caption.get_text(" ", strip=True) if table.caption else " | ".join(rows[0])
    if any(map(_DIGIT.search, itertools.chain(*rows))):
        firsts = Counter(row[0] for row in rows)
        for row in rows:
            until = [i for i, cell in enumerate(row) if i and _DIGIT.search(cell)]
            names = until[0] if until and firsts[row[0]] > 1 else 1
            yield " | ".join([title, *row[:names]]), " | ".join(row[names:])


def book() -> Entries:
    """Return what the chapters of the built book show."""
    found: Entries = {}
    for path, notebook in chapters():
        if (made := executed(notebook)) is None:
            sys.exit(f"error: {path.name} has not been executed: run make book")
        times: Counter[str] = Counter()
        for name, entry in shown(made):
            times[name] += 1
            again = f" ({times[name]})" if times[name] > 1 else ""
            found[f"{path.stem} | {name}{again}"] = entry
    return found


def moved(stored: Entries, found: Entries) -> Iterator[str]:
    """Yield a line for each entry that is lost or says something else."""
    names: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for at, (here, there) in enumerate(((stored, found), (found, stored))):
        for key in here.keys() - there.keys():
            names[key.split(" | ", 1)[1]][at].append(key)
    renamed = {lost[0]: new[0] for lost, new in names.values() if len(lost) == len(new) == 1}
    for key, entry in stored.items():
        if not key.endswith(SPREAD):
            pair, name = key.rsplit(" | ", 1)
            within = CERTIFIED if _CERTIFIED.search(name.split(",")[0]) else AGREE
            for chaos in _numbers(stored.get(pair + SPREAD, "calm")):
                within = 10 * chaos
            now = found.get(renamed.get(key, key))
            said = "lost" if now is None else _apart(entry, now, within)
            if said:
                yield f"{key}: {said}"


def _apart(stored: Entry, computed: Entry, within: float) -> str | None:
    """Return in a few words how two entries differ; None if they are the same."""
    if isinstance(stored, str) and isinstance(computed, str):
        return difference(stored, computed, within)
    one, other = _numbers(stored), _numbers(computed)
    by = max(map(gap, one, other)) if len(one) == len(other) else float("inf")
    return None if by <= within else f"{stored} is stored, {computed} computed, {by:.1e} apart"


def _numbers(entry: Entry) -> list[float]:
    return [] if isinstance(entry, str) else entry if isinstance(entry, list) else [entry]


def read(name: str) -> Entries:
    return dict(json.loads((GOLDEN / name).read_text(encoding="utf-8")))


def main(command: str = "") -> int:
    if command not in ("write", "check"):
        print("error: say write or check", file=sys.stderr)
        return 2
    found = {"chapters.json": book()}
    if command == "write":
        first = games()
        found["games.json"] = first | spreads(first, games(1 + 2.0**-52))
    lines: list[str] = []
    for name, entries in found.items():
        if command == "write":
            said = (json.dumps({k: entries[k]}, ensure_ascii=False)[1:-1] for k in sorted(entries))
            (GOLDEN / name).write_text("{\n" + ",\n".join(said) + "\n}\n", encoding="utf-8")
        stored = read(name)
        lines += moved(stored, entries)
        print(f"{name}: {len(entries)} entries, {len(entries.keys() - stored.keys())} new")
    print("\n".join(lines) or "nothing has moved")
    return int(len(lines) > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
