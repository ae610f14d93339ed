"""Check the docstrings of all public names against numpydoc: `make lint` and the tests run it.

Public is what is reachable from `osphg.__all__`, and of classes the public methods and properties.
A method of a base class or of a protocol of the package is described there, with its parameters and
what it returns. One that overrides it may have no docstring, or say only what it does otherwise.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

from numpydoc.docscrape import NumpyDocString
from numpydoc.validate import validate

import osphg

ROOT = Path(__file__).resolve().parent.parent
# numpydoc's codes of what is an error here. Not among them is what other docstrings of this package
# leave out with a reason: an extended summary, See Also, and examples of every name.
CODES = {
    "GL06",  # a section of an unknown name
    "GL07",  # sections in another order
    "GL08",  # no docstring
    "PR01",  # a parameter is not described
    "PR02",  # what is described is no parameter
    "PR03",  # parameters in another order than in the signature
    "PR04",  # a parameter without a type
    "PR07",  # a parameter without a description
    "RT01",  # no section Returns where something is returned
    "RT03",  # a returned value without a description
    "SS01",  # no summary
    "SS03",  # a summary that does not end with a period
    "SS05",  # a summary in the third person, no imperative
    "YD01",  # no section Yields
}


def is_own(value: Any) -> bool:
    """Whether a value is a class or function of this package."""
    is_code = inspect.isclass(value) or inspect.isfunction(value)
    return is_code and value.__module__.partition(".")[0] == osphg.__name__


def public_objects() -> Iterator[Any]:
    """Yield the classes and functions that `osphg.__all__` names, or a module that it names."""
    for name in osphg.__all__:
        value = getattr(osphg, name)
        if is_own(value):
            yield value
        elif inspect.ismodule(value):
            names = getattr(value, "__all__", None) or [n for n in vars(value) if n[0] != "_"]
            members = filter(is_own, (getattr(value, each) for each in names))
            # A package shows what its modules define; a module imports also for itself.
            package = hasattr(value, "__path__")
            yield from (m for m in members if package or m.__module__ == value.__name__)


METHODS = (FunctionType, classmethod, staticmethod, property, cached_property)


def members_of(cls: type) -> Iterator[str]:
    """Yield the names of the methods and properties that a class defines and has to describe."""
    for name, value in vars(cls).items():
        if name.startswith("_") or not isinstance(value, METHODS):
            continue
        above = [getattr(base, name, None) for base in cls.__mro__[1:]]
        if value.__doc__ or not any(inspect.getdoc(each) for each in above if each is not None):
            yield name


# What a player, a utility, a domain or an oracle is: these describe the methods of all of them.
PROTOCOLS = (
    osphg.players.Player,
    osphg.players.oracles.Oracle,
    osphg.domains.Domain,
    osphg.utilities.Utility,
    osphg.utilities.Objective,
)


def describes_elsewhere(path: str) -> bool:
    """Whether a method's parameters are described by a base class or a protocol that has it."""
    module, _, rest = path.removeprefix("osphg.").rpartition(".")
    class_path, _, method = f"{module}.{rest}".rpartition(".")
    owner: Any = osphg
    for name in class_path.split("."):
        owner = getattr(owner, name, None)
    if not inspect.isclass(owner):
        return False
    for kind in (*owner.__mro__[1:], *PROTOCOLS):
        described = vars(kind).get(method)
        if kind is not owner and described is not None:
            sections = NumpyDocString(inspect.getdoc(described) or "")
            if sections["Parameters"] or sections["Returns"]:
                return True
    return False


def paths() -> list[str]:
    """Return the dotted paths of all that is checked, each once."""
    found: dict[str, None] = {}
    for value in public_objects():
        path = f"{value.__module__}.{value.__qualname__}"
        found[path] = None
        if inspect.isclass(value):
            found |= dict.fromkeys(f"{path}.{name}" for name in members_of(value))
    return sorted(found)


def errors_of(path: str) -> Iterator[tuple[str, str]]:
    """Yield the file and the line of each error, as a compiler writes it."""
    result = validate(path)
    file = Path(result["file"] or "")
    name = str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else str(file)
    attributes = {entry.name for entry in NumpyDocString(result["docstring"] or "")["Attributes"]}
    inherited = {"PR01", "RT01", "YD01"} if describes_elsewhere(path) else set[str]()
    for code, message in result["errors"]:
        # Of a class that users are handed, and do not make, its attributes are described.
        is_attribute = code == "PR01" and set(re.findall(r"'(\w+)'", message)) <= attributes
        if code in CODES - inherited and not is_attribute:
            yield name, f"{name}:{result['file_line']}: {path}: {code} {message}"


def main(arguments: list[str]) -> int:
    """Print all errors, or with `--count` their number by file; return 1 if there are any."""
    errors = [error for path in paths() for error in errors_of(path)]
    if arguments == ["--count"]:
        for file, count in sorted(Counter(file for file, _ in errors).items()):
            print(f"{count:5} {file}")
    else:
        print("".join(f"{line}\n" for _, line in errors), end="")
    print(f"{len(errors)} errors in the docstrings of {len(paths())} public names")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
