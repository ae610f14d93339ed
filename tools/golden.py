"""Compare what the book and its players compute with the numbers that are stored: golden lines.

    python tools/golden.py check          compare the built book; exit status 1 if a line has moved
    python tools/golden.py write games    store in tests/golden what the players do; needs no book
    python tools/golden.py write chapters store there what the built book says
    python tools/golden.py write          store both

`make golden` calls it after `make book`. The tests compare `lines_of_games` with `games.txt`.
Without a built book, or with another command, one line says so and the exit status is 1.

A golden line is one number or text with its name in front. The lines of a chapter are its glued
values and the rows of its tables and results. Those of a notebook are compared with the outputs
that the notebook itself stores, those of a chapter in Markdown with `chapters.txt`. The lines of
`games.txt` are what every player makes of every contest.

Two lines agree if their words are equal and their numbers close: within 1e-12, relative to the
larger or to 1, and a rounded number within one unit of its last digit (numbers in full have 17
digits). Certified bounds, and gaps to them, may differ by 1e-9. A line that is new is no fault.

Writing changes a stored line only where a number has moved, is new or is gone. A line that still
agrees keeps its text; else each new player would rewrite last digits everywhere.

What is compared is a built book, which no other tool reads; so this tool is the project's own.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import nbformat
from bs4 import BeautifulSoup
from check_site import ROOT
from compare_outputs import NUMBER, difference
from execute_book import cached_notebook, chapters

from osphg import OSPHG, BoostedOSPHG, BoostedQueue, Rounds, play, regret
from osphg.experiments.results import Results
from osphg.hindsight.best import Benchmark
from osphg.tournament.catalogue import EVERYBODY, System, entrant, player_for
from osphg.tournament.contests import CONTESTS, Contest, in_own_units

GOLDEN = ROOT / "tests" / "golden"
TOLERANCE = 1e-12  # relative to the larger number or to 1
BOUND_TOLERANCE = 1e-9  # of certified bounds and of gaps to them
# Tolerances of lines that begin so. These games amplify every rounding: each tolerance is ten times
# what another unit of money moves, 1 + 2^-52 or, for the queue, 1 + 2^-51.
TOLERANCE_OF_PREFIX = {
    "decoys | Jenatton-Huang-Archambeau | ": 0.028,
    "decoys | MOSP | ": 0.0075,
    "decoys | Mahdavi-Jin-Yang, mirror prox | ": 0.012,
    "real_week | 1 | boosted queue | 15 | ": 2e-10,
    "impressions | impressions-spent": BOUND_TOLERANCE,  # it begins where a solver has ended
}
T = 600  # rounds of each contest
W = 23  # window of the benchmark; sqrt(T/W) is no integer, so that rounding it up or down differs
SEED = 0
NAME_OF_BOUND = re.compile(r"certif|(bound|gap)$")

# Who plays each contest: all of the catalogue, and variants of players that it has in one form.
PLAYERS = (
    *EVERYBODY,
    entrant("OSPHG, K = 30", lambda game: OSPHG.tuned(game, W, 30)),
    entrant("OSPHG, unit free", lambda game: OSPHG.tuned(game, W, unit_free=True)),
    entrant(
        "weighted, unit free",
        lambda game: OSPHG.tuned(game, W, weighted=True, unit_free=True),
    ),
    entrant("OSPHG, boosted, drawn", lambda game: BoostedOSPHG.tuned(game, W, seed=SEED)),
    entrant("boosted queue, unit free", lambda game: BoostedQueue.tuned(game, W, unit_free=True)),
)


def lines_of_games() -> Iterator[str]:
    """Yield the golden lines of all contests: the benchmark, and what every player makes of it.

    A contest is a game of the tournament, here of `T` rounds; the book compares players on all of
    them. Its benchmark is the best fixed decision in hindsight among those that keep the budget
    over every window of `W` rounds, with a certified upper bound of its value. Each contest is
    played in its own units of utility and money, which `in_own_units` chooses.
    """
    for contest in CONTESTS:
        game = in_own_units(contest.game(T, SEED))
        best = contest.benchmark(game, W)
        yield f"{contest.name} | benchmark | value: {best.value:.16e}"
        yield f"{contest.name} | benchmark | bound: {best.upper_bound:.16e}"
        for system in PLAYERS:
            yield from _lines_of_player(system, contest, game, best)


def _lines_of_player(
    system: System, contest: Contest, game: Rounds, best: Benchmark
) -> Iterator[str]:
    """Yield the golden lines of one player in one contest: sums, regret and last decision.

    The sums are those of utility, violation of the budget and multiplier over all rounds. A player
    with a theorem refuses a game that lacks what the theorem assumes. It is then asked to play as a
    heuristic, without the theorem. Each refusal is a line, too.

    Parameters
    ----------
    system
        The player's entry in the catalogue, by which it is made for a game.
    contest
        The contest, which says what its game has (`properties`).
    game
        The contest's game in its own units.
    best
        The benchmark of the contest in `game`.
    """
    prefix = f"{contest.name} | {system.name}"
    for heuristics in (False, True):
        try:
            player = player_for(
                system, game, W, SEED, properties=contest.properties, heuristics=heuristics
            )
            run = play(player, game)
        except ValueError as error:
            yield f"{prefix} | refused: {error}"
            continue  # once more, with `heuristics`; after a second refusal there is no run
        for quantity in ("utility", "violation", "multiplier"):
            yield f"{prefix} | {quantity}: {getattr(run, quantity).sum():.16e}"
        yield f"{prefix} | regret: {regret(run, best):.16e}"
        yield f"{prefix} | last: {', '.join(f'{x:.16e}' for x in run.decisions[-1])}"
        return


def lines_of_chapter(chapter: str, notebook: nbformat.NotebookNode) -> Iterator[str]:
    """Yield the golden lines of an executed chapter.

    A value that `glue` of MyST-NB names for the text is one line, and so is each row of a
    `Results`, the package's own table, and each row of any table in HTML.

    Parameters
    ----------
    chapter
        Its name, with which each line begins.
    notebook
        The chapter with its outputs.
    """
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    for output in outputs:
        data = output.get("data", {})
        glued = output.get("metadata", {}).get("scrapbook")  # so `glue` marks its outputs
        if glued:
            value = " ".join(data[f"{glued['mime_prefix']}text/plain"].split())
            yield f"{chapter} | {glued['name']}: {value}"
            continue
        html = data.get("text/html", "")
        # Results carry all digits of their numbers in the HTML; the rows of the table show fewer.
        # None where the HTML has no such table; the name of the table is not needed here.
        if results := Results.from_html("", html):
            for row in results.rows:
                name = " | ".join(results.key(row))  # the row's labels, and what its number is
                yield f"{chapter} | {name}, {row['unit']}: {float(row['value']):.16e}"
        for table_row in BeautifulSoup(html, "html.parser").find_all("tr"):
            cells = (" ".join(cell.text.split()) for cell in table_row.find_all(["th", "td"]))
            yield f"{chapter} | {' | '.join(cells)}"


def moved_lines(stored: Iterable[str], computed: Iterable[str]) -> Iterator[str]:
    """Yield a message for each stored golden line that is lost or whose number has moved.

    A golden line is a name and a number, or a text with numbers. A stored line is compared with a
    computed one that has the same words and integers. Where several have, they are compared in
    their order.
    """
    # Lists of lines by their words and integers; of words that no line has, an empty one.
    computed_by_words = _by_words(computed)
    for line in stored:
        candidates = computed_by_words[_words(line)]
        if not candidates:
            yield f"{line}: lost"
            continue
        message = _difference(line, candidates.pop(0))  # None if they agree
        if message:
            yield f"{line}: {message}"


def lines_to_store(stored: Iterable[str], computed: Iterable[str]) -> list[str]:
    """Return the computed golden lines, in the stored text wherever a stored line still agrees.

    Each stored line is used once. The result has as many lines as `computed`, in its order.
    """
    # Lists of stored lines by their words and integers; of words that no line has, an empty one.
    stored_by_words = _by_words(stored)
    texts = list[str]()
    for line in computed:
        candidates = stored_by_words[_words(line)]
        # `_difference` is None where the numbers are close.
        agreeing = [old for old in candidates if _difference(old, line) is None]
        if agreeing:
            candidates.remove(agreeing[0])
            texts.append(agreeing[0])
        else:
            texts.append(line)
    return texts


def _by_words(lines: Iterable[str]) -> defaultdict[str, list[str]]:
    """Return golden lines in lists, in their order, by their `_words`."""
    groups = defaultdict[str, list[str]](list)
    for line in lines:
        groups[_words(line)].append(line)
    return groups


def _words(line: str) -> str:
    """Return a golden line with ``#`` for each number that has a point or an exponent.

    Such numbers may move, so that a line is recognised by the rest; integers must be equal.
    """
    return NUMBER.sub(lambda number: "#" if re.search("[.eE]", number[0]) else number[0], line)


def _difference(stored: str, computed: str) -> str | None:
    """Describe where two golden lines differ by more than the tolerance; None if they agree."""
    return difference(stored, computed, _tolerance(stored))


def _tolerance(line: str) -> float:
    """Return how far apart the numbers of a golden line may be, relative to the larger or to 1."""
    for prefix, tolerance in TOLERANCE_OF_PREFIX.items():
        if line.startswith(prefix):
            return tolerance
    # A line is "chapter | name, unit: number", with more words before the name.
    name = line.rpartition(": ")[0].split(",")[0]
    return BOUND_TOLERANCE if NAME_OF_BOUND.search(name) else TOLERANCE


def read_lines(name: str) -> list[str]:
    """Return the golden lines that a file of `tests/golden` has, such as ``games.txt``."""
    return (GOLDEN / name).read_text(encoding="utf-8").splitlines()


def write_lines(name: str, computed: Iterable[str]) -> None:
    """Store computed golden lines in a file of `tests/golden`; print how many of its lines change.

    The file must be there already: a line that still agrees keeps the text that it has in it.
    """
    before = read_lines(name)
    after = lines_to_store(before, computed)
    (GOLDEN / name).write_text("\n".join(after) + "\n", encoding="utf-8")
    unchanged = (Counter(before) & Counter(after)).total()
    written = len(after) - unchanged
    removed = len(before) - unchanged
    print(f"{name}: {unchanged} lines stay, {written} written, {removed} removed")


class BookLines(NamedTuple):
    """The golden lines of a built book.

    Attributes
    ----------
    computed_in_markdown
        What the build computed in chapters in Markdown, whose files store no outputs.
    computed_in_notebooks
        What it computed in notebooks.
    stored_in_notebooks
        What the files of these notebooks store.
    """

    computed_in_markdown: list[str]
    computed_in_notebooks: list[str]
    stored_in_notebooks: list[str]


def lines_of_book() -> BookLines:
    """Return the golden lines of the built book; exit with one line if there is none."""
    book = BookLines(computed_in_markdown=[], computed_in_notebooks=[], stored_in_notebooks=[])
    for chapter in chapters():
        name = chapter.path.stem
        built = cached_notebook(chapter.notebook)
        if built is None:
            sys.exit(
                f"error: {chapter.path.name} has not been executed: there is no built book;"
                " run make book"
            )
        if chapter.path.suffix == ".ipynb":
            book.computed_in_notebooks.extend(lines_of_chapter(name, built))
            book.stored_in_notebooks.extend(lines_of_chapter(name, chapter.notebook))
        else:
            book.computed_in_markdown.extend(lines_of_chapter(name, built))
    return book


def check_book() -> int:
    """Print each golden line of the built book that has moved; return 1 if there is one, else 0."""
    book = lines_of_book()
    stored = book.stored_in_notebooks + read_lines("chapters.txt")
    computed = book.computed_in_notebooks + book.computed_in_markdown
    messages = [*moved_lines(stored, computed)]
    print("\n".join(messages) or "nothing has moved")
    return int(len(messages) > 0)


def main(*command: str) -> int:
    """Run a command line of this tool, as the module's text lists them; return the exit status."""
    match command:
        case ("check",):
            return check_book()
        case ("write", *names) if set(names) <= {"games", "chapters"}:
            files = names or ["chapters", "games"]
            # Chapters first: without a built book this ends before anything is written.
            if "chapters" in files:
                write_lines("chapters.txt", lines_of_book().computed_in_markdown)
            if "games" in files:
                write_lines("games.txt", lines_of_games())
            return 0
    sys.exit("usage: golden.py check | write | write games | write chapters")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
