"""One cell of a sweep: a notebook executed with parameters, and what is kept of it."""

from __future__ import annotations

import ast
import hashlib
import json
import platform
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from osphg.experiments import executing, provenance
from osphg.experiments.parameters import Value

_LOADED_ONCE = {"matplotlib", "myst_nb", "numba", "numpy", "osphg", "scipy", "sympy"}


@dataclass(frozen=True)
class Task:
    """What a worker gets: the experiment's name, its notebook without outputs, all parameters."""

    name: str
    source: str = field(repr=False)
    parameters: Mapping[str, Value]


@dataclass(frozen=True)
class Answer:
    """What a worker gives back.

    Attributes
    ----------
    csv : str
        The notebook's table of results; empty if it failed.
    seconds : float
        Wall time of the execution.
    error, traceback : str
        One line, and the whole; empty when all went well.
    code : str
        The digest of what the worker's numbers depend on: its osphg, Python and packages.
    machine : str
        The worker's processor and kernels.
    """

    csv: str = field(repr=False)
    seconds: float
    error: str
    traceback: str = field(repr=False)
    code: str
    machine: str = ""


def compute(task: Task) -> Answer:
    """Execute a cell; whatever goes wrong in it is in the answer."""
    code = digest(**installed())
    machine = "; ".join(f"{name} {value}" for name, value in provenance.machine().items())
    try:
        done = executing.execute(task.name, task.source, task.parameters)
        found = None if done.error else executing.results(task.name, done.notebook)
    except Exception as error:  # a dead kernel, a table that is none: this cell's failure
        line = f"{type(error).__name__}: {error}".splitlines()[0]
        return Answer("", 0.0, line, traceback.format_exc(), code, machine)
    seconds = round(done.seconds, 3)
    if found is None:
        line = done.error or "the notebook shows no table of results"
        return Answer("", seconds, line, done.traceback or line, code, machine)
    return Answer(found.csv(), seconds, "", "", code, machine)


def installed() -> dict[str, Any]:
    """Return what the numbers of a worker depend on, to compare with this process."""
    return {
        "package": provenance.package_digest(),
        "python": platform.python_version(),
        "packages": provenance.versions(),
    }


def digest(package: str, python: str, packages: Mapping[str, str]) -> str:
    """Return one SHA-256 for what `installed` says."""
    return hashlib.sha256(json.dumps([package, python, packages]).encode()).hexdigest()


def imports(source: str) -> list[str]:
    """Return the statements by which a notebook imports this package and those it rests on.

    Only those in front of everything that could matter to them: what sets a variable of the
    environment or the path, and a user's own module, which may do so.
    """
    found: list[str] = []
    for cell in json.loads(source)["cells"]:
        if cell["cell_type"] != "code":
            continue
        try:
            statements = ast.parse("".join(cell["source"])).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):  # IPython's own, or a fault
            return found
        for statement in statements:
            match statement:
                case ast.Import(names=names):
                    roots = {name.name.partition(".")[0] for name in names}
                case ast.ImportFrom(module=str(name), level=0):
                    roots = {name.partition(".")[0]}
                case (
                    ast.Assign(targets=[ast.Name()], value=value)
                    | ast.AnnAssign(target=ast.Name(), value=value)
                    | ast.Expr(value=value)
                ):
                    if not _is_constant(value):
                        return found
                    continue
                case _:
                    return found
            if roots <= _LOADED_ONCE:
                found.append(ast.unparse(statement))
            elif not roots <= sys.stdlib_module_names:
                return found
    return found


def _is_constant(value: ast.expr | None) -> bool:
    try:
        ast.literal_eval(value or "None")
    except (ValueError, TypeError, RecursionError, MemoryError):  # no constant, or a fault
        return False
    return True


def bare(source: str) -> str:
    """Return a notebook without its outputs, which may be large."""
    notebook = json.loads(source)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return json.dumps(notebook)
