"""The golden lines: what the book and its players say stays, whatever becomes of the code.

    python tools/golden.py check          print what of the book has moved; status 1 if anything has
    python tools/golden.py write games    store in tests/golden what the players do; needs no book
    python tools/golden.py write chapters store there what the built book says
    python tools/golden.py write          store both

A line is a glued value, a row of a table or of results of the built book: it must be what a
notebook's own outputs say or, of chapters without, `chapters.txt`. The lines of `games.txt` are
what every player makes of every contest: the tests compare them.

What is written differs from what is stored only where something has moved, is new or is gone: a
line that still agrees keeps its text, or each new player would rewrite last digits everywhere.

The same must be: words; numbers, within 1e-12, relative to the larger or to 1, and those that are
rounded within one unit of the last digit (those in full have 17); certified bounds, and gaps to
them, within 1e-9. What is new is no fault.

Its own, as what is compared is a built book.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import nbformat
from bs4 import BeautifulSoup
from check_site import ROOT
from compare_outputs import NUMBER, difference
from execute_book import chapters, executed

from osphg import OSPHG, BoostedOSPHG, BoostedQueue, play, regret
from osphg.experiments.results import Results
from osphg.tournament.catalogue import EVERYBODY, entrant, player_for
from osphg.tournament.contests import CONTESTS, in_own_units

GOLDEN = ROOT / "tests" / "golden"
AGREE, CERTIFIED = 1e-12, 1e-9
# Games that double what is rounded: ten times what another unit of money moves, 1 + 2^-52 or, of
# the queue, 1 + 2^-51.
CHAOTIC = {
    "decoys | Jenatton-Huang-Archambeau | ": 0.028,
    "decoys | MOSP | ": 0.0075,
    "decoys | Mahdavi-Jin-Yang, mirror prox | ": 0.012,
    "real_week | 1 | boosted queue | 15 | ": 2e-10,
    "impressions | impressions-spent": CERTIFIED,  # it begins where a solver has ended
}
T, W, SEED = 600, 23, 0  # the root of T/W is no integer: rounded up and down it differs
BOUND = re.compile(r"certif|(bound|gap)$")  # of the name of what stands behind it in a line

PLAYERS = (
    *EVERYBODY,
    entrant("OSPHG, K = 30", lambda game: OSPHG.tuned(game, W, 30)),
    entrant("OSPHG, unit free", lambda game: OSPHG.tuned(game, W, unit_free=True)),
    entrant("weighted, unit free", lambda g: OSPHG.tuned(g, W, weighted=True, unit_free=True)),
    entrant("OSPHG, boosted, drawn", lambda game: BoostedOSPHG.tuned(game, W, seed=SEED)),
    entrant("boosted queue, unit free", lambda game: BoostedQueue.tuned(game, W, unit_free=True)),
)


def games() -> Iterator[str]:
    """Yield what everybody makes of every contest, in G as the unit of money, or says."""
    for contest in CONTESTS:
        game = in_own_units(contest.game(T, SEED))
        best = contest.benchmark(game, W)
        yield f"{contest.name} | benchmark | value: {best.value:.16e}"
        yield f"{contest.name} | benchmark | bound: {best.upper_bound:.16e}"
        for who in PLAYERS:
            pair, known = f"{contest.name} | {who.name}", contest.properties
            for heuristics in (False, True):
                try:
                    player = player_for(who, game, W, SEED, properties=known, heuristics=heuristics)
                    run = play(player, game)
                except ValueError as error:
                    yield f"{pair} | refused: {error}"
                    continue
                for what in ("utility", "violation", "multiplier"):
                    yield f"{pair} | {what}: {getattr(run, what).sum():.16e}"
                yield f"{pair} | regret: {regret(run, best):.16e}"
                yield f"{pair} | last: {', '.join(f'{x:.16e}' for x in run.decisions[-1])}"
                break


def lines(chapter: str, notebook: nbformat.NotebookNode) -> Iterator[str]:
    """Yield what an executed chapter shows."""
    for output in itertools.chain(*(cell.get("outputs", ()) for cell in notebook.cells)):
        data, glued = output.get("data", {}), output.get("metadata", {}).get("scrapbook")
        if glued:
            value = " ".join(data[f"{glued['mime_prefix']}text/plain"].split())
            yield f"{chapter} | {glued['name']}: {value}"
            continue
        html = data.get("text/html", "")
        if results := Results.from_html("", html):
            for row in results.rows:
                name = " | ".join(results.key(row))
                yield f"{chapter} | {name}, {row['unit']}: {float(row['value']):.16e}"
        for table_row in BeautifulSoup(html, "html.parser").find_all("tr"):
            cells = (" ".join(cell.text.split()) for cell in table_row.find_all(["th", "td"]))
            yield f"{chapter} | {' | '.join(cells)}"


def moved(stored: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    """Yield each stored line that is lost, or whose number is another, with what is found."""
    alike = defaultdict[str, list[str]](list)
    for line in found:
        alike[_frame(line)].append(line)
    for line in stored:
        like = alike[_frame(line)]
        said = _difference(line, like.pop(0)) if like else "lost"
        if said:
            yield f"{line}: {said}"


def merged(stored: Iterable[str], found: Iterable[str]) -> list[str]:
    """Return the lines to store: those found, each with the stored text that still agrees."""
    alike = defaultdict[str, list[str]](list)
    for line in stored:
        alike[_frame(line)].append(line)
    texts = list[str]()
    for line in found:
        like = alike[_frame(line)]
        agreeing = [old for old in like if _difference(old, line) is None]
        if agreeing:
            like.remove(agreeing[0])
        texts.append(agreeing[0] if agreeing else line)
    return texts


def _difference(stored: str, found: str) -> str | None:
    return difference(stored, found, _within(stored))


def _frame(line: str) -> str:
    """Return a line without its numbers that have a point or an exponent."""
    return NUMBER.sub(lambda number: "#" if re.search("[.eE]", number[0]) else number[0], line)


def _within(line: str) -> float:
    chaos = [within for pair, within in CHAOTIC.items() if line.startswith(pair)]
    name = line.rpartition(": ")[0].split(",")[0]
    return chaos[0] if chaos else CERTIFIED if BOUND.search(name) else AGREE


def read(name: str) -> list[str]:
    return (GOLDEN / name).read_text(encoding="utf-8").splitlines()


def write(name: str, found: Iterable[str]) -> None:
    """Store lines in a file of `tests/golden`, and print how many have changed."""
    stored = read(name)
    kept = merged(stored, found)
    (GOLDEN / name).write_text("\n".join(kept) + "\n", encoding="utf-8")
    same = (Counter(stored) & Counter(kept)).total()
    print(f"{name}: {same} lines stay, {len(kept) - same} written, {len(stored) - same} removed")


class Book(NamedTuple):
    """Lines of the built book: of chapters without outputs, of notebooks, and stored in these."""

    texts: list[str]
    notebooks: list[str]
    stored: list[str]


def book() -> Book:
    """Return the lines of the built book, or exit with the message that there is none."""
    found = Book([], [], [])
    for path, chapter in chapters():
        if (made := executed(chapter)) is None:
            sys.exit(
                f"error: {path.name} has not been executed: there is no built book; run make book"
            )
        if path.suffix == ".ipynb":
            found.notebooks.extend(lines(path.stem, made))
            found.stored.extend(lines(path.stem, chapter))
        else:
            found.texts.extend(lines(path.stem, made))
    return found


def main(*command: str) -> int:
    match command:
        case ("check",):
            found = book()
            stored = found.stored + read("chapters.txt")
            faults = [*moved(stored, found.notebooks + found.texts)]
            print("\n".join(faults) or "nothing has moved")
            return int(len(faults) > 0)
        case ("write", *names) if set(names) <= {"games", "chapters"}:
            if "chapters" in names or not names:
                write("chapters.txt", book().texts)
            if "games" in names or not names:
                write("games.txt", games())
            return 0
    sys.exit("usage: golden.py check | write | write games | write chapters")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
