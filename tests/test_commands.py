"""Every command of the book's prose: parsed and checked as the command itself does, but not run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import nbformat
import page_end
import pytest

from osphg.experiments.catalogue import catalogue, find
from osphg.experiments.command import cli, given
from osphg.experiments.grid import Grid, parse
from osphg.experiments.parameters import UsageError

ROOT = Path(__file__).resolve().parent.parent
CALLED = re.compile(r"(?:\$\s+)?(?P<path>\S*/)?osphg(?=\s|$)")
LINE = re.compile(rf"^\s*({CALLED.pattern}.*)$", re.MULTILINE)  # of a block of code
INLINE = re.compile(rf"`({CALLED.pattern}[^`]*)`")


def faults(text: str) -> list[str]:
    """Return one line for each command of a Markdown text that `osphg` would refuse."""
    lines = [(found[1], False) for found in LINE.finditer(text.replace("\\\n", " "))]
    found = []
    for line, inline in lines + [(code[1], True) for code in INLINE.finditer(text)]:
        try:
            check(line, inline=inline)
        except (UsageError, click.ClickException, ValueError) as error:
            said = error.format_message() if isinstance(error, click.ClickException) else error
            found.append(f"{line}: {said}")
    return found


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
    said = command.make_context(name, list(rest), parent=context).params
    if "name" not in said or context.params["book"] is not None:
        return  # another folder's experiments are not here
    experiment = find(said["name"])
    if name == "show":
        return
    if name == "run":
        values = given(said["assignments"], said["file"])
        experiment.complete(values, quick=said["quick"])
    else:
        axes, fixed = parse(experiment, said["assignments"]), given([], said["file"])
        for _ in Grid(experiment, axes, fixed, said["quick"], said["limit"]).cells():
            pass


FILES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
FILES += sorted(path for path in (ROOT / "book").iterdir() if path.suffix in {".md", ".ipynb"})


def prose(path: Path) -> str:
    """Return the Markdown of a chapter or another file."""
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf-8")
    cells = nbformat.read(path, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_command_in_prose_is_one_that_osphg_takes(path: Path) -> None:
    assert faults(prose(path)) == []


def test_prose_has_commands() -> None:
    those = [path.name for path in FILES if LINE.search(prose(path))]
    assert {"README.md", "index.md"} <= set(those)
    assert any(name.endswith(".ipynb") for name in those)


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_each_experiments_page_begins_and_ends_with_its_command(name: str) -> None:
    experiment = find(name)
    top, end = (page_end.fill_template(text, experiment) for text in (page_end.TOP, page_end.END))
    whole = re.sub(r"\\\n\s*", "", end)  # a long command goes on in the next line
    lines = [line for line in whole.splitlines() if CALLED.match(line)]
    assert lines[0].split("#")[0].split() == ["osphg", "run", name]
    assert lines[-1].split()[:4] == ["osphg", "run", name, "-p"]
    assert len(lines) == 4
    for line in lines:
        check(line)
    time = lines[0].partition("# ")[2]
    assert time.startswith("about ")
    assert f"osphg run {name}</code> ({time});" in top


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("osphg run figur1", "did you mean figure1?"),
        ("osphg run", "Missing argument 'NAME'"),
        ("osphg run figure1 -p W=0", "W must be in"),
        ("osphg sweep figure1 -p seed=0..99999", "at most 10,000 cells"),
        ("$ osphg run figure1", "a command begins with osphg"),
        ("osphg run 'figure1", "No closing quotation"),
    ],
)
def test_a_wrong_command_is_found(line: str, message: str) -> None:
    (fault,) = faults(f"Text.\n\n```bash\nmake book\n{line}  # a remark\n```\n")
    assert fault.startswith(line)
    assert message in fault


def test_commands_are_found_wherever_prose_may_have_them() -> None:
    text = (
        "Say `osphg run` or\n`osphg show nothing`.\n\n"
        "| a |\n|---|\n| `osphg run none` |\n\n"
        "    osphg list wrong\n\n"
        ":::{dropdown} Solution\n```bash\nosphg run figure1 \\\n  -p T=x\n```\n:::\n\n"
        "osphg.play and `osphg.play` are no commands, nor is `make osphg`.\n"
    )
    found = [fault.partition(": ")[0] for fault in faults(text)]
    assert [" ".join(line.split()) for line in found] == [
        "osphg list wrong", "osphg run figure1 -p T=x", "osphg show nothing", "osphg run none",
    ]  # fmt: skip
