"""The pages of reference: every public name once, docstrings as they read, each option there is."""

from __future__ import annotations

import re
from pathlib import Path

import click
import page_reference as reference
import pytest
from click.testing import CliRunner
from command_reference import page as command_page

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


def test_the_examples_of_the_page_are_commands() -> None:
    found = [written for written in of_markdown(PAGE, "page") if "[OPTIONS]" not in written.text]
    assert len(found) >= 6
    for written in found:
        check(written.text, inline=written.inline)


def test_a_class_tells_of_its_fields_what_stands_beside_them() -> None:
    found = reference.fields(osphg.Run)
    assert found[1:5] == ["Attributes", "----------", "decisions", "    x_t, (T, n)"]
    assert "player" not in found
    assert reference.fields(osphg.RoundError) == []
