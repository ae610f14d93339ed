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
from typing import Any, NamedTuple

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


class DocstringError(NamedTuple):
    """One fault of one docstring."""

    file: str  # relative to the repository
    message: str  # as a compiler writes it: file, line, dotted path, code, words


def is_own(value: Any) -> bool:
    """Tell whether a value is a class or function of this package."""
    is_code = inspect.isclass(value) or inspect.isfunction(value)
    return is_code and value.__module__.partition(".")[0] == osphg.__name__


def public_objects() -> Iterator[Any]:
    """Yield the classes and functions that `osphg.__all__` names, or a module that it names."""
    for name in osphg.__all__:
        value = getattr(osphg, name)
        if is_own(value):
            yield value
        elif inspect.ismodule(value):
            yield from _public_members(value)


def _public_members(module: Any) -> Iterator[Any]:
    """Yield the classes and functions of this package that a module or package offers its users.

    If it has no `__all__`, these are its public names.
    """
    names = getattr(module, "__all__", None)
    if not names:
        names = [name for name in vars(module) if not name.startswith("_")]
    # What a package imports it offers its users. A module also imports what it uses itself: only
    # what it has defined is its own offer.
    is_package = hasattr(module, "__path__")
    for member in (getattr(module, name) for name in names):
        if is_own(member) and (is_package or member.__module__ == module.__name__):
            yield member


# The types of what a class definition holds for a method or a property.
METHODS = (FunctionType, classmethod, staticmethod, property, cached_property)


def members_of(cls: type) -> Iterator[str]:
    """Yield the names of the methods and properties that a class defines and has to describe.

    One without a docstring need not be described where a base class has described it.
    """
    for name, value in vars(cls).items():
        if name.startswith("_") or not isinstance(value, METHODS):
            continue
        inherited = [getattr(base, name, None) for base in cls.__mro__[1:]]
        is_described = any(inspect.getdoc(each) for each in inherited if each is not None)
        if value.__doc__ or not is_described:
            yield name


# What a player, a utility, a domain or an oracle is: these describe the methods of all of them.
PROTOCOLS = (
    osphg.players.Player,
    osphg.players.oracles.Oracle,
    osphg.domains.Domain,
    osphg.utilities.Utility,
    osphg.utilities.Objective,
)


def is_described_elsewhere(name: str) -> bool:
    """Tell whether a base class or a protocol describes what a method takes and returns.

    `name` is the method's dotted path, such as ``osphg.domains.Box.project``. For a class or a
    function of a module the answer is no. A protocol describes each method that has the name of one
    of its own, as classes need not derive from the protocols that they follow.
    """
    owner_path, _, method = name.removeprefix("osphg.").rpartition(".")
    owner: Any = osphg
    for part in owner_path.split("."):
        owner = getattr(owner, part, None)
    if not inspect.isclass(owner):
        return False  # the owner is a module
    for cls in (*owner.__mro__[1:], *PROTOCOLS):
        same_method = vars(cls).get(method)
        if cls is not owner and same_method is not None:
            sections = NumpyDocString(inspect.getdoc(same_method) or "")
            if sections["Parameters"] or sections["Returns"]:
                return True
    return False


def public_names() -> list[str]:
    """Return the dotted names of all whose docstrings are checked, each once."""
    names = set()
    for value in public_objects():
        name = f"{value.__module__}.{value.__qualname__}"
        names.add(name)
        if inspect.isclass(value):
            names |= {f"{name}.{member}" for member in members_of(value)}
    return sorted(names)


def errors_of(name: str) -> Iterator[DocstringError]:
    """Yield the errors that numpydoc finds in the docstring of a public name, if `CODES` has them.

    An overriding method may leave out the sections on what it takes, returns or yields, and a class
    may describe attributes in place of its constructor's parameters.
    """
    result = validate(name)
    path = Path(result["file"] or "")
    file = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
    attributes = {entry.name for entry in NumpyDocString(result["docstring"] or "")["Attributes"]}
    codes = CODES
    if is_described_elsewhere(name):
        codes = CODES - {"PR01", "RT01", "YD01"}
    for code, words in result["errors"]:
        # Some classes are returned to users, who never call the constructor: these describe
        # attributes. The words of PR01 quote the names of parameters that are not described.
        is_attribute = code == "PR01" and set(re.findall(r"'(\w+)'", words)) <= attributes
        if code in codes and not is_attribute:
            yield DocstringError(file, f"{file}:{result['file_line']}: {name}: {code} {words}")


def main(arguments: list[str]) -> int:
    """Check the docstrings of all public names, and print what is wrong with them.

    Printed is one line for each error, or with the argument `--count` one line for each file, with
    its number of errors. Returned is the exit status: 1 if there are errors, and else 0.
    """
    names = public_names()
    errors = [error for name in names for error in errors_of(name)]
    if arguments == ["--count"]:
        for file, count in sorted(Counter(error.file for error in errors).items()):
            print(f"{count:5} {file}")
    else:
        for error in errors:
            print(error.message)
    print(f"{len(errors)} errors in the docstrings of {len(names)} public names")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
