"""The commands on offer: those of this package, and what others add."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

import click

from osphg.experiments.errors import UsageError
from osphg.experiments.parameters import suggestion

_GROUP = "osphg.commands"


class Commands(click.Group):
    """Say what was meant when a command is misspelt; offer what other packages add.

    Those are entry points of the group osphg.commands: functions of the arguments that return the
    exit status. One is loaded when it is called.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted({*super().list_commands(ctx), *entry_points(group=_GROUP).names})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if there is none of that name."""
        own = super().get_command(ctx, cmd_name)
        others = entry_points(group=_GROUP, name=cmd_name) if own is None else ()
        return own or next(map(_offered, others), None)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command of a line; UsageError, with what was meant, if there is none."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            raise UsageError(f"there is no command {args[0]!r}{suggestion(args[0], known)}")
        return super().resolve_command(ctx, args)


def _offered(entry: EntryPoint) -> click.Command:
    """Return a command that loads its function when it is called."""
    return click.Command(
        entry.name,
        callback=lambda words: click.get_current_context().exit(entry.load()(list(words))),
        params=[click.Argument(["words"], nargs=-1, type=click.UNPROCESSED)],
        context_settings={"ignore_unknown_options": True},
        add_help_option=False,
        short_help=f"See osphg {entry.name} --help.",
    )
