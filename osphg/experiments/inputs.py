"""Parameters as a person gives them: NAME=VALUE texts and files of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from osphg.experiments.catalogue import Experiment
from osphg.experiments.errors import UsageError
from osphg.experiments.parameters import Value

_LARGEST = 1_000_000  # bytes of a file of parameters


def parameters(
    experiment: Experiment, assignments: Iterable[str], file: Path | None
) -> tuple[dict[str, Value], dict[str, str]]:
    """Return the parameters that a person gave, and the hash of the file some come from."""
    given: dict[str, Value] = {}
    inputs: dict[str, str] = {}
    if file is not None:
        content, inputs[file.name] = _mapping(file)
        for key, value in content.items():
            parameter = experiment.parameter(str(key))
            written = isinstance(value, str) and parameter.type != "str"  # 1e4 is a text in YAML
            given[str(key)] = parameter.parse(value) if written else parameter.typed(value)
    for key, text in assigned(assignments):
        given[key] = experiment.parameter(key).parse(text)
    return given, inputs


def assigned(assignments: Iterable[str]) -> list[tuple[str, str]]:
    """Split NAME=VALUE texts; UsageError for one without =, or a name said twice."""
    found: dict[str, str] = {}
    for text in assignments:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise UsageError(f"-p must be NAME=VALUE, got {text!r}")
        if key in found:
            raise UsageError(f"-p {key} is given twice: {found[key]} and {value}")
        found[key] = value
    return list(found.items())


def _mapping(file: Path) -> tuple[dict[Any, Any], str]:
    """Return a file's mapping and its hash."""
    try:
        if file.stat().st_size > _LARGEST:
            raise UsageError(f"--params must be at most {_LARGEST} bytes: {file}")
        raw = file.read_bytes()
        content = yaml.safe_load(raw)
    except OSError as error:
        raise UsageError(f"--params cannot be read: {file}: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        reason = " ".join(str(error).split())
        raise UsageError(f"--params must be YAML: {file}: {reason}") from None
    if not isinstance(content, dict):
        kind = "nothing" if content is None else type(content).__name__
        raise UsageError(f"--params must be a mapping of names to values: {file} holds {kind}")
    return content, hashlib.sha256(raw).hexdigest()
