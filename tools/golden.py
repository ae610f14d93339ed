"""The golden numbers: they stay where they are, whatever becomes of the code.

    python tools/golden.py write   store them in tests/golden
    python tools/golden.py check   print what has moved of the book; status 1 if anything has

Of the built book each glued value, each row of a table of results and of every other table with
numbers must be what a notebook's own outputs say or, of chapters without, `chapters.json`.
`games.json` has what every player makes of every contest: the tests compare it. Entries have names
`chapter | name` or `contest | player | name`.

The same must be: words; numbers, within 1e-12, relative to the larger or to 1, and in a text, which
is rounded, within one unit of the last digit; certified bounds, and gaps to them, within 1e-9. What
is new is no fault.

Its own, as what is compared is a built book.
"""

from __future__ import annotations

import itertools
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import nbformat
import numpy as np
from bs4 import BeautifulSoup, Tag
from check_site import ROOT
from compare_outputs import difference, gap
from execute_book import chapters, executed

from osphg import OSPHG, BoostedOSPHG, BoostedQueue, play, regret
from osphg.experiments.results import Results
from osphg.games.contests import CONTESTS, normalised
from osphg.systems.catalogue import EVERYBODY, entrant, player_for

GOLDEN = ROOT / "tests" / "golden"
AGREE, CERTIFIED = 1e-12, 1e-9
# Games that double what is rounded: ten times what another unit of money, 1 + 2^-52, moves.
CHAOTIC = {
    "decoys | Jenatton-Huang-Archambeau": 0.028,
    "decoys | MOSP": 0.0075,
    "decoys | Mahdavi-Jin-Yang, mirror prox": 0.012,
}
T, W, SEED = 600, 23, 0  # the root of T/W is no integer: rounded up and down it differs
_DIGIT = re.compile(r"\d")
_CERTIFIED = re.compile(r"certif|(bound|gap)$")  # of the name of an entry

Entry = str | float | list[float]
Entries = dict[str, Entry]

PLAYERS = (
    *EVERYBODY,
    entrant("OSPHG, K = 30", lambda game: OSPHG.tuned(game, W, 30)),
    entrant("OSPHG, unit free", lambda game: OSPHG.tuned(game, W, unit_free=True)),
    entrant("weighted, unit free", lambda g: OSPHG.tuned(g, W, weighted=True, unit_free=True)),
    entrant("OSPHG, boosted, drawn", lambda game: BoostedOSPHG.tuned(game, W, seed=SEED)),
    entrant("boosted queue, unit free", lambda game: BoostedQueue.tuned(game, W, unit_free=True)),
)


def games() -> Entries:
    """Return what everybody makes of every contest, in G as the unit of money, or says."""
    found: Entries = {}
    for contest in CONTESTS:
        game = normalised(contest.game(T, SEED))
        best = contest.benchmark(game, W)
        found[f"{contest.name} | benchmark | value"] = float(best.value)
        found[f"{contest.name} | benchmark | bound"] = float(best.upper_bound)
        for who in PLAYERS:
            pair, known = f"{contest.name} | {who.name}", contest.properties
            for heuristics in (False, True):
                try:
                    player = player_for(who, game, W, SEED, properties=known, heuristics=heuristics)
                    run = play(player, game)
                except ValueError as error:
                    found[f"{pair} | refused"] = str(error)
                    continue
                for what in ("utility", "violation", "multiplier"):
                    found[f"{pair} | {what}"] = float(getattr(run, what).sum())
                found[f"{pair} | regret"] = float(regret(run, best))
                found[f"{pair} | last"] = run.decisions[-1].tolist()
                break
    return found


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


def entries(chapter: str, notebook: nbformat.NotebookNode) -> Entries:
    """Return what an executed chapter shows; what has the same name as another is numbered."""
    found: Entries = {}
    times: Counter[str] = Counter()
    for name, entry in shown(notebook):
        times[name] += 1
        again = f" ({times[name]})" if times[name] > 1 else ""
        found[f"{chapter} | {name}{again}"] = entry
    return found


def moved(stored: Entries, found: Entries) -> Iterator[str]:
    """Yield a line for each entry that is lost or says something else."""
    for key, entry in stored.items():
        pair, name = key.rsplit(" | ", 1)
        certified = _CERTIFIED.search(name.split(",")[0])
        within = CHAOTIC.get(pair, CERTIFIED if certified else AGREE)
        said = _apart(entry, found[key], within) if key in found else "lost"
        if said:
            yield f"{key}: {said}"


def _apart(stored: Entry, computed: Entry, within: float) -> str | None:
    """Return in a few words how two entries differ; None if they are the same."""
    if isinstance(stored, str) or isinstance(computed, str):
        return difference(str(stored), str(computed), within)
    one, other = np.ravel(stored), np.ravel(computed)
    by = max(map(gap, one, other)) if one.size == other.size else float("inf")
    return None if by <= within else f"{stored} is stored, {computed} computed, {by:.1e} apart"


def read(name: str) -> Entries:
    return dict(json.loads((GOLDEN / name).read_text(encoding="utf-8")))


def write(name: str, found: Entries) -> None:
    lines = (json.dumps({key: found[key]}, ensure_ascii=False)[1:-1] for key in sorted(found))
    (GOLDEN / name).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main(command: str = "") -> int:
    if command not in ("write", "check"):
        print("error: say write or check", file=sys.stderr)
        return 2
    texts, notebooks, kept = Entries(), Entries(), Entries()
    for path, chapter in chapters():
        if (made := executed(chapter)) is None:
            sys.exit(f"error: {path.name} has not been executed: run make book")
        if path.suffix == ".ipynb":
            notebooks |= entries(path.stem, made)
            kept |= entries(path.stem, chapter)
        else:
            texts |= entries(path.stem, made)
    if command == "write":
        write("chapters.json", texts)
        write("games.json", games())
    lines = [*moved(kept | read("chapters.json"), notebooks | texts)]
    print("\n".join(lines) or "nothing has moved")
    return int(len(lines) > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
