"""What a compiled function reads besides its arguments: globals, closures, defaults, modules.

numba compiles these values into a function when it is first called, and never looks at them again.
A function that reads last week's array would go on with it, in silence, once this week's has the
same name. `require_arguments` looks for such functions.
"""

from __future__ import annotations

import dis
import hashlib
import inspect
import warnings
from collections.abc import Iterator, MutableMapping, MutableSequence, MutableSet
from types import CodeType, FunctionType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from osphg.messages import short_repr

_LIBRARIES = {"numba", "numpy", "scipy"}  # numba has its own code for what these define

_TO_THE_USER = 6  # frames from here, by the checks of fields, to who makes a `Compiled`

# What each function read when it was first seen, by the name of the variable.
_first_read: WeakKeyDictionary[Any, dict[str, Any]] = WeakKeyDictionary()


def require_arguments(name: str, function: Any) -> None:
    """Refuse a function under `numba.njit` that does not see what is around it now.

    What it reads there may be what it was when the function was first seen here: most are
    constants, such as `math.pi`. Of an array a RuntimeWarning tells, once. Functions that were
    compiled before they were first seen are compiled again, as they may have seen something else.

    Parameters
    ----------
    name : str
        The parameter that the refusal names.
    function : Any
        The function; those that it calls are looked at, too.

    Raises
    ------
    ValueError
        If one of them reads a list or the like, or a value that has changed.
    """
    reads = {reader: outer_variables(reader) for reader in with_helpers(function)}
    # `_constant` is a key that two values share if numba compiles them alike; it is kept in the
    # place of the value, which may change. It is None for a module or a class.
    constants = {
        reader: {variable: _constant(value) for variable, value in variables.items()}
        for reader, variables in reads.items()
    }
    for reader, variables in reads.items():
        first_constants = _first_read.get(reader, constants[reader])
        for variable, value in variables.items():
            first_constant = first_constants.get(variable)
            constant = constants[reader][variable]
            if _holds_container(value):
                why = "a list or the like, of which numba takes no notice when it changes"
            elif first_constant != constant:
                why = f"which numba keeps as it was{_change(first_constant, constant)}"
            else:
                continue
            fault = f"{reader.__name__} reads {_name_in_message(variable, value)} around it, {why}"
            remedy = f"take {variable} from data (third argument), or be defined anew"
            raise ValueError(f"{name} must {remedy}: {fault}")

    # The rest is done once for each function: a warning of arrays, and compiling anew.
    new = [reader for reader in reads if reader not in _first_read]
    for reader in new:
        for variable, value in reads[reader].items():
            if _holds_array(value):
                fault = f"{reader.__name__} reads {_name_in_message(variable, value)} around it"
                warnings.warn(
                    f"{fault}: numba keeps it as it is now; pass it as data (third argument)",
                    RuntimeWarning,
                    stacklevel=_TO_THE_USER,
                )
    new_constants = [value for reader in new for value in constants[reader].values()]
    # A value is a number, a text, an array or a tuple, and no function or module. If one of them
    # reads a value, those that call it are to see it, too: all are compiled anew, what a function
    # calls before the function, which is their order in `reads`.
    if any(map(_is_value, new_constants)):
        for reader in new:
            if getattr(reader, "signatures", ()):
                reader.recompile()
    for reader in new:
        _first_read[reader] = constants[reader]


def with_helpers(function: Any) -> list[Any]:
    """Return a function and all functions that it calls, directly or not.

    In this list a function comes after those that it calls, which is the order in which they have
    to be compiled. Functions of the libraries that numba knows are left out.
    """
    functions: list[Any] = []
    begun = [function]  # those appended or about to be: functions may call each other

    def append(caller: Any) -> None:
        """Append to `functions` what the caller calls, where that is not begun yet, then itself."""
        for value in outer_variables(caller).values():
            for entry in _flat_entries(value):
                if _python_function(entry) and entry not in begun:
                    begun.append(entry)
                    append(entry)
        functions.append(caller)

    append(function)
    return functions


def outer_variables(function: Any) -> dict[str, Any]:
    """Return the values that a function reads from around it, by the name of the variable.

    Parameters
    ----------
    function : Any
        A Python function, or one that numba compiles.

    Returns
    -------
    dict[str, Any]
        Its globals, closure variables and defaults, and attributes of modules as `module.name`. A
        module has those of its attributes that the function reads from whatever object.
    """
    python_function = _python_function(function)
    assert python_function is not None
    global_names, attributes = _names(python_function.__code__)
    variables = {
        name: python_function.__globals__[name]
        for name in sorted(global_names & python_function.__globals__.keys())
    }
    variables |= inspect.getclosurevars(python_function).nonlocals
    parameters = inspect.signature(python_function).parameters.values()
    variables |= {p.name: p.default for p in parameters if p.default is not p.empty}

    modules = {name: value for name, value in variables.items() if isinstance(value, ModuleType)}
    visited: list[ModuleType] = []  # modules may contain each other
    while modules:
        name, module = modules.popitem()
        visited.append(module)
        for attribute in sorted(attributes & vars(module).keys()):
            value = vars(module)[attribute]
            if not isinstance(value, ModuleType):
                variables[f"{name}.{attribute}"] = value
            elif value not in visited:
                modules[f"{name}.{attribute}"] = value
    return variables


def _names(code: CodeType) -> tuple[set[str], set[str]]:
    """Return the globals and the attributes that code reads, also in functions within it."""
    global_names: set[str] = set()
    attributes: set[str] = set()
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            global_names.add(instruction.argval)
        elif instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            attributes.add(instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner_globals, inner_attributes = _names(constant)
            global_names |= inner_globals
            attributes |= inner_attributes
    return global_names, attributes


def _python_function(value: Any) -> FunctionType | None:
    """Return the Python function that a value is or is compiled from; None for anything else.

    A function of numba, NumPy or scipy is None, too: numba has its own code for it.
    """
    ufunc = getattr(value, "_dispatcher", None)  # of numba.vectorize
    function = getattr(value, "py_func", None) or getattr(ufunc, "py_func", None) or value
    if not isinstance(function, FunctionType):
        return None
    return None if (function.__module__ or "").partition(".")[0] in _LIBRARIES else function


def _flat_entries(value: Any) -> Iterator[Any]:
    """Iterate over the entries of a tuple and of tuples in it; any other value is its one entry."""
    if isinstance(value, tuple):
        for entry in value:
            yield from _flat_entries(entry)
    else:
        yield value


def _holds_array(value: Any) -> bool:
    """Whether a value is an array, or a tuple with one."""
    return any(isinstance(entry, np.ndarray) for entry in _flat_entries(value))


def _holds_container(value: Any) -> bool:
    """Whether a value, or an entry of a tuple, holds others that may change, and is no array."""
    kinds = (MutableSequence, MutableSet, MutableMapping)
    return any(
        isinstance(entry, kinds)
        or (hasattr(entry, "__array__") and not isinstance(entry, np.ndarray | np.generic | type))
        for entry in _flat_entries(value)
    )


def _name_in_message(variable: str, value: Any) -> str:
    """Return what a message calls a variable: "the array W", or "HALF" for anything else."""
    return f"the array {variable}" if _holds_array(value) else variable


def _constant(value: Any) -> Any:
    """Return a key of a value: two values have equal keys if numba compiles them alike.

    The key is kept in place of the value, which may change in place. It is a text for numbers and
    texts, dtype, shape and hash for an array, a function itself, a tuple of keys for a tuple, and
    None for a module, a class or the like.
    """
    if isinstance(value, tuple):
        return tuple(map(_constant, value))
    if isinstance(value, np.ndarray):
        digest = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return value.dtype.str, value.shape, digest
    if _python_function(value):
        return value
    if value is None or isinstance(value, int | float | complex | str | np.generic):
        return repr(value)
    return None


def _is_value(constant: Any) -> bool:
    """Whether a constant is a number, text or array, or a tuple, and no function or module."""
    return constant is not None and not _python_function(constant)


def _change(before: Any, now: Any) -> str:
    """Return ", 0.5 and not 0.7" for two numbers or texts by `_constant`; else an empty text."""
    if not (isinstance(before, str) and isinstance(now, str)):
        return ""
    return f", {short_repr(before)[1:-1]} and not {short_repr(now)[1:-1]}"
