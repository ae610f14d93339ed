"""Every command of the book's prose: parsed and checked as the command itself does, but not run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import nbformat
import page_end
import pytest
from markdown_it import MarkdownIt

from osphg.experiments.catalogue import catalogue, find
from osphg.experiments.command import cli, parameters
from osphg.experiments.grid import Grid, parse
from osphg.experiments.parameters import UsageError

ROOT = Path(__file__).resolve().parent.parent
SHELLS = {"", "bash", "sh", "shell", "console"}
# A directive whose text is Markdown; the others hold code, mathematics or settings.
PROSE = re.compile(r"\{(?:admonition|dropdown|note|tip|warning|important|hint|prf:[\w-]+)\}")
CALLED = re.compile(r"(?:\$\s+)?(?P<path>\S*/)?osphg(?=\s|$)")


@dataclass(frozen=True)
class Written:
    """A command line, where it stands, and whether it stands within a sentence."""

    place: str
    text: str
    inline: bool


def lines_of(code: str, first: int) -> Iterator[tuple[int, str]]:
    """Yield (line number, command) of a shell's text; a line that ends with \\ goes on."""
    start, whole = first, ""
    for number, line in enumerate(code.splitlines(), first):
        start = start if whole else number
        whole += line.removesuffix("\\") + " "
        if not line.endswith("\\"):
            yield start, whole.strip()
            whole = ""


def of_markdown(text: str, place: str, before: int = 0) -> Iterator[Written]:
    """Yield the commands of a Markdown text: blocks of a shell, and code within sentences."""
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        first = before + (token.map[0] if token.map else 0) + 1
        info = token.info.strip()
        if token.type == "fence" and PROSE.match(info):
            yield from of_markdown(token.content, place, first)
        elif token.type == "code_block" or (
            token.type == "fence" and info.removeprefix("{code-block}").strip() in SHELLS
        ):
            for number, line in lines_of(token.content, first + (token.type == "fence")):
                if CALLED.match(line):
                    yield Written(f"{place}:{number}", line, False)
        elif token.type == "inline":
            for child in token.children or ():
                if child.type == "softbreak":
                    first += 1
                elif child.type == "code_inline" and CALLED.match(child.content):
                    yield Written(f"{place}:{first}", child.content, True)


def without_header(text: str) -> tuple[str, int]:
    """Return a chapter without its front matter, and the number of lines left out."""
    found = re.match(r"---\n.*?\n---\n", text, re.DOTALL)
    return (text[found.end() :], found[0].count("\n")) if found else (text, 0)


def of_file(path: Path) -> Iterator[Written]:
    """Yield the commands in a chapter's or another file's prose."""
    if path.suffix == ".ipynb":
        for number, cell in enumerate(nbformat.read(path, as_version=4).cells):
            if cell.cell_type == "markdown":
                yield from of_markdown(cell.source, f"{path.name}, cell {number}")
    else:
        text, left_out = without_header(path.read_text(encoding="utf-8"))
        yield from of_markdown(text, path.name, left_out)


def check(line: str, *, inline: bool = False) -> None:
    """Raise ValueError or ClickException unless `osphg` would take this line; nothing is run."""
    called = CALLED.match(line)
    assert called is not None
    if called["path"] or line.startswith("$"):
        raise UsageError(f"a command begins with osphg, got {called[0]}")
    words = shlex.split(line, comments=True)[1:]
    if not words:
        return
    context = cli.make_context("osphg", list(words))
    _, rest, _ = cli.make_parser(context).parse_args(list(words))
    name, command, rest = cli.resolve_command(context, rest)
    assert name is not None
    assert command is not None
    if inline and not rest:
        return  # a sentence names the command
    given = command.make_context(name, list(rest), parent=context).params
    if "name" not in given or context.params["book"] is not None:
        return  # another folder's experiments are not here
    experiment = find(given["name"])
    if name == "show":
        return
    if name == "run":
        values = parameters(experiment, given["assignments"], given["file"])
        experiment.complete(values, quick=given["quick"])
    else:
        fixed = parameters(experiment, [], given["file"])
        grid = Grid(experiment, parse(experiment, given["assignments"]), fixed, given["quick"])
        if grid.count > given["limit"]:
            raise UsageError(f"{grid.count} cells are more than the limit")
        for _ in grid.cells():
            pass


def faults(commands: Iterable[Written]) -> list[str]:
    """Return one line for each command that `osphg` would refuse."""
    found = []
    for command in commands:
        try:
            check(command.text, inline=command.inline)
        except (UsageError, click.ClickException, ValueError) as error:
            said = error.format_message() if isinstance(error, click.ClickException) else error
            found.append(f"{command.place}: {command.text}: {said}")
    return found


FILES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
FILES += sorted(path for path in (ROOT / "book").iterdir() if path.suffix in {".md", ".ipynb"})


def test_each_command_in_prose_is_one_that_osphg_takes() -> None:
    commands = [command for path in FILES for command in of_file(path)]
    assert {"README.md", "index.md"} <= {command.place.partition(":")[0] for command in commands}
    assert any(".ipynb, cell" in command.place for command in commands)
    assert not faults(commands)


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_each_experiments_page_begins_and_ends_with_its_command(name: str) -> None:
    experiment = find(name)
    top = page_end.beginning(experiment)
    end = page_end.section(experiment, f"book/{name}.ipynb", "", "").astext()
    lines = [line for line in end.splitlines() if CALLED.match(line)]
    assert lines[0].split("#")[0].split() == ["osphg", "run", name]
    assert len(lines) == 3
    for line in lines:
        check(line)
    for line, time in page_end.commands(experiment):
        check(line)
        assert any(end.startswith(line) and end.endswith(time) for end in lines)
    assert f"osphg run {name}</code> (about " in top


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("osphg run figur1", "did you mean figure1?"),
        ("osphg rum figure1", "Did you mean 'run'?"),
        ("osphg run", "Missing argument 'NAME'"),
        ("osphg run figure1 --fast", "No such option '--fast'"),
        ("osphg run figure1 -p Z=1", "has no parameter 'Z'"),
        ("osphg run figure1 -p T=abc", "T must be an integer"),
        ("osphg run figure1 -p W=0", "W must be in"),
        ("osphg run figure1 -p W=20000", "W must be in"),
        ("osphg run figure1 -p T", "-p must be NAME=VALUE"),
        ("osphg run figure1 -p T=10 -p T=20", "given twice"),
        ("osphg sweep figure1 -p W=10,", "before and after every comma"),
        ("osphg sweep figure1 -p W=1,20000", "W must be in"),
        ("osphg sweep figure1", "must have a parameter that is swept"),
        ("osphg sweep figure1 -p seed=0..99999", "more than the limit"),
        ("osphg show figure2", "did you mean figure1?"),
        ("osphg compare my-run", "Missing argument 'RUN_B'"),
        ("osphg verify my-run --digits 99", "99.0 is not in the range"),
        ("osphg completion powershell", "'powershell' is not one of"),
        (".venv/bin/osphg run figure1", "a command begins with osphg"),
        ("$ osphg run figure1", "a command begins with osphg"),
        ("osphg run 'figure1", "No closing quotation"),
    ],
)
def test_a_wrong_command_is_found_with_its_line(line: str, message: str) -> None:
    text = f"Text.\n\n```bash\nmake book\n{line}  # a remark\n```\n"
    (fault,) = faults(of_markdown(text, "page.md"))
    assert fault.startswith(f"page.md:5: {line}")
    assert message in fault


def test_commands_are_found_wherever_prose_may_have_them() -> None:
    text = (
        "Say `osphg run` or\n`osphg show nothing`.\n\n"  # lines 1 and 2
        "| a |\n|---|\n| `osphg run none` |\n\n"  # 6
        "    osphg list wrong\n\n"  # 8
        ":::{dropdown} Solution\n```bash\nosphg run figure1 \\\n  -p T=x\n```\n:::\n\n"  # 12
        "````{admonition} Note\n```sh\nosphg sweep\n```\n````\n\n"  # 19
        "```{code-cell} python\nosphg run wrong\n```\n"
        "```python\nosphg run wrong\n```\n"
        "osphg.play and `osphg.play` are no commands, nor is `make osphg`.\n"
    )
    places = [command.place for command in of_markdown(text, "a")]
    assert places == ["a:1", "a:2", "a:6", "a:8", "a:12", "a:19"]
    found = faults(of_markdown(text, "a"))
    assert [fault.partition(": ")[0] for fault in found] == places[1:]


def test_lines_are_counted_from_the_top_of_the_file(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("---\nkey: value\n---\n# Title\n\n```bash\nosphg run none\n```\n")
    assert [command.place for command in of_file(page)] == ["page.md:7"]
