"""Parameters as a person gives them: NAME=VALUE texts and files of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from osphg.experiments import plain
from osphg.experiments.catalogue import Experiment
from osphg.experiments.errors import UsageError
from osphg.experiments.parameters import Value, shown


def parameters(
    experiment: Experiment, assignments: Iterable[str], file: Path | None
) -> tuple[dict[str, Value], dict[str, str]]:
    """Return the parameters that a person gave, and the hash of the file some come from."""
    given: dict[str, Value] = {}
    inputs: dict[str, str] = {}
    if file is not None:
        content, inputs[file.name] = _mapping(file)
        for key, value in content.items():
            parameter = experiment.parameter(key)
            given[key] = parameter.typed(value)
    for key, text in assigned(assignments):
        given[key] = experiment.parameter(key).parse(text)
    return given, inputs


def assigned(assignments: Iterable[str]) -> list[tuple[str, str]]:
    """Split NAME=VALUE texts; UsageError for one without =, or a name said twice."""
    found: dict[str, str] = {}
    for text in assignments:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise UsageError(f"-p must be NAME=VALUE, got {shown(text)}")
        if key in found:
            raise UsageError(f"-p {_cut(key)} is given twice: {_cut(found[key])} and {_cut(value)}")
        found[key] = value
    return list(found.items())


def _cut(text: str) -> str:
    return shown(text)[1:-1]


def _mapping(file: Path) -> tuple[dict[str, Any], str]:
    """Return a file's mapping and its hash."""
    try:
        if not file.is_file():  # a device or a pipe would be read for ever
            what = "it is not a file" if file.exists() else "No such file or directory"
            raise UsageError(f"--params cannot be read: {file}: {what}")
        with file.open("rb") as opened:
            raw = opened.read(4 * plain.LARGEST + 1)
        content = plain.read(raw.decode("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"--params cannot be read: {file}: {error.strerror}") from None
    except ValueError as error:
        if isinstance(error, UsageError):
            raise
        reason = shown(" ".join(str(error).split()), 200).strip("'\"")
        raise UsageError(f"--params must be YAML: {file}: {reason}") from None
    if not isinstance(content, dict):
        kind = "nothing" if content is None else type(content).__name__
        raise UsageError(f"--params must be a mapping of names to values: {file} holds {kind}")
    return content, hashlib.sha256(raw).hexdigest()
