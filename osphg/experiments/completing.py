"""What the shell offers after the command `osphg`: the experiments and their parameters."""

from __future__ import annotations

import os
from collections.abc import Mapping

import click
from click.shell_completion import CompletionItem

from osphg.experiments.catalogue import Experiment, catalogue
from osphg.experiments.errors import UsageError


class Name(click.ParamType[str]):
    """The name of an experiment; completes from the catalogue."""

    name = "name"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the experiments whose names begin so."""
        return [
            CompletionItem(name, help=experiment.summary)
            for name, experiment in _known(ctx).items()
            if name.startswith(incomplete)
        ]


class Assignment(click.ParamType[str]):
    """NAME=VALUE; completes the parameters of the experiment that is on the line already."""

    name = "name=value"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the parameters whose names begin so."""
        known = _known(ctx)
        # Click does not parse the arguments before an option without its value: look at the line.
        words = os.environ.get("COMP_WORDS", "").split()
        return [
            CompletionItem(f"{name}=", help=parameter.meaning)
            for word in words[:4]
            if word in known
            for name, parameter in known[word].parameters.items()
            if name.startswith(incomplete)
        ]


def _known(ctx: click.Context) -> Mapping[str, Experiment]:
    try:
        return catalogue(ctx.find_root().params.get("book"))
    except UsageError:
        return {}
