"""What the page of the command says: each subcommand, as the command's own parsers have it.

Its own, as Sphinx's extension for click would be one more dependency.
"""

from __future__ import annotations

import inspect
import re

import click

from osphg.experiments import command
from osphg.experiments.command import cli

AS_IT_IS = "\b"  # begins a paragraph of help whose lines are kept


def code(text: str, language: str = "bash") -> str:
    return f"```{language}\n{text}\n```"


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text in Markdown; those whose lines are kept as code."""
    found = []
    for part in inspect.cleandoc(text).split("\n\n"):
        first, _, rest = part.partition("\n")
        kept = first.strip() == AS_IT_IS
        found.append(code(inspect.cleandoc(rest), "text") if kept else prose(part))
    return found


def examples(name: str, text: str) -> list[str]:
    """Return the lines of the command's help that show a subcommand, each with what it does."""
    lines = [line.strip() for line in text.splitlines()]
    shown = [re.split(r"\s{2,}", line, maxsplit=1) for line in lines]
    return [
        f"{line[0]}  # {line[1]}" if len(line) > 1 else line[0]
        for line in shown
        if line[0].split()[:2] == ["osphg", name]
    ]


def prose(text: str) -> str:
    """Return a line of help in Markdown: an option within it is code, not a dash."""
    return re.sub(r"(?<![\w`-])(--?[a-z][\w-]*|[\w-]+\.(?:csv|html|json))", r"`\1`", text)


def options(made: click.Command, context: click.Context) -> str:
    """Return an item for each option: how it is written, what it does, default and range."""
    records = [
        record
        for parameter in made.get_params(context)
        if isinstance(parameter, click.Option) and (record := parameter.get_help_record(context))
    ]
    return "\n".join(f"- `{written}`: {prose(said)}" for written, said in records)


def own(name: str, made: click.Command, top: click.Context) -> str:
    """Return what a subcommand of osphg takes."""
    context = click.Context(made, info_name=name, parent=top)
    usage = " ".join(["osphg", name, *made.collect_usage_pieces(context)])
    parts = [f"## `osphg {name}`", code(usage, "text"), *paragraphs(made.help or "")]
    parts.append(options(made, context))
    if found := examples(name, cli.help or ""):
        parts += ["For example:", code("\n".join(found))]
    return "\n\n".join(parts)


def page() -> str:
    """Return a section for each subcommand, after what holds for all of them; in Markdown."""
    top = cli.make_context("osphg", [], resilient_parsing=True)
    parts = [code(" ".join(["osphg", *cli.collect_usage_pieces(top)]), "text"), options(cli, top)]
    parts += inspect.cleandoc(command.__doc__ or "").split("\n\n")[1:]
    for name in cli.list_commands(top):
        if made := cli.get_command(top, name):
            parts.append(own(name, made, top))
    return "\n\n".join(parts) + "\n"
