"""The pages of reference: every public name once, docstrings as they read, each option there is."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import click
import page_reference as reference
import pytest
from click.testing import CliRunner
from command_reference import page as command_page
from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import roles

import osphg
from osphg.experiments.command import cli
from tests.test_commands import check, of_markdown

BOOK = Path(__file__).resolve().parent.parent / "book"
ENTRY = re.compile(r"^\.\. (?:auto\w+|py:\w+):: (\S+)\n(?: +:module: (\S+)\n)?", re.MULTILINE)
ROOMS = sorted({reference.room(path) for path in reference.public()})


def test_every_public_name_has_one_entry_and_each_room_a_page() -> None:
    found = [entry for room in ROOMS for entry in ENTRY.findall(reference.page(room))]
    paths = [f"{module}.{name}" if module else name for name, module in found]
    wanted = sorted(f"osphg.{path}" for path in set(reference.standing().values()))
    assert sorted(paths) == wanted
    pages = "".join(path.read_text(encoding="utf-8") for path in BOOK.glob("*.md"))
    assert sorted(reference.MARK.findall(pages)) == sorted([*ROOMS, "index", "command"])


def test_a_room_that_is_none() -> None:
    with pytest.raises(ValueError, match="nothing public is in 'attic'"):
        reference.page("attic")


def test_a_player_has_what_makes_it_and_not_what_all_have() -> None:
    assert reference.members(osphg.OSPHG)[0] == "tuned"
    assert not {*reference.PLAYER, "fused_steps"} & set(reference.members(osphg.OSPHG))
    said = re.findall(r"`(\w+)\(", osphg.players.Player.__doc__ or "")
    assert sorted(said) == sorted(reference.PLAYER)


def obj(name: str, raw: str, text: str, *_: object) -> tuple[list[nodes.Node], list[nodes.Node]]:
    return [nodes.literal("", text.partition(" <")[0])], []


def shown(text: str) -> str:
    """Return how reStructuredText reads; RuntimeError-like system messages fail."""
    roles.register_local_role("py:obj", obj)
    settings = {"report_level": 1, "halt_level": 1, "warning_stream": False}
    return publish_doctree(text, settings_overrides=settings).astext()


@pytest.mark.parametrize(
    "text",
    [
        "Q_{t+1} = [Q_t + <p_t, x_{t+1}> - B_T/T]_+ from 0",
        "x_{t+1} maximises |x - x_t|^2 against x*_W, *data and **rest",
        r"a \ b, a trailing_ and `code_` of `Rounds`, at `f`s",
        "1. - `x`",
    ],
)
def test_text_reads_as_it_is_written(text: str) -> None:
    assert shown(f"Text {reference.safe(text)}") == f"Text {text.replace('`', '')}"


def test_docstrings_read_as_they_are_written() -> None:
    for path, value in reference.public().items():
        said = (inspect.getdoc(value) or "").partition("\n\n")[0]
        if ":math:" not in said and reference.standing()[path] == path:
            prepared = "\n".join(reference.prepared(said.splitlines()))
            assert shown(f"Text {prepared}") == f"Text {said.replace('`', '')}", path


def test_examples_and_rules_stay_as_they_are() -> None:
    lines = ["Sum_ it.", "", "Examples", "--------", ">>> x = a_ * b", "`3`", "", "Ends_."]
    assert reference.prepared(lines) == ["Sum\\_ it.", *lines[1:-1], "Ends\\_."]


SUBCOMMANDS = cli.list_commands(click.Context(cli))
PAGE = command_page()
assert SUBCOMMANDS


def section(page: str, name: str) -> str:
    """Return what a page says of a subcommand; of the command itself for no name."""
    head, *sections = re.split(r"^## `osphg (\w+)`$", page, flags=re.MULTILINE)
    found = dict(zip(sections[::2], sections[1::2], strict=True))
    return found[name] if name else head


def missing(page: str, name: str) -> list[str]:
    """Return the options that a subcommand's help has, and a page has not."""
    said = CliRunner().invoke(cli, [name, "--help"] if name else ["--help"], prog_name="osphg")
    helped = said.output or ""
    options = set(re.findall(r"^ {2}(-\w)?,? ?(--[\w-]+)?", helped, re.MULTILINE))
    names = {name for pair in options for name in pair if name}
    assert "--help" in names
    text = section(page, name)
    return sorted(n for n in names if not re.search(rf"(?<![\w-]){n}(?![\w-])", text))


@pytest.mark.parametrize("name", ["", *SUBCOMMANDS])
def test_each_subcommand_and_option_is_on_the_page(name: str) -> None:
    assert missing(PAGE, name) == []


def test_an_option_that_is_not_on_the_page_is_found() -> None:
    assert missing(PAGE.replace("--scheduler", ""), "sweep") == ["--scheduler"]
    with pytest.raises(KeyError):
        section(PAGE.replace("## `osphg verify`", ""), "verify")


def test_the_examples_of_the_page_are_commands() -> None:
    found = [written for written in of_markdown(PAGE, "page") if "[OPTIONS]" not in written.text]
    assert len(found) >= 6
    for written in found:
        check(written.text, inline=written.inline)
