"""What goes wrong where a person can mend it, each in one line."""

from __future__ import annotations

from importlib.util import find_spec


class UsageError(ValueError):
    """Input from a person that cannot be used; its text is one line for that person.

    Examples
    --------
    >>> from osphg import experiments
    >>> try:
    ...     experiments.find("figrue1")
    ... except experiments.UsageError as error:
    ...     print(error)
    there is no experiment 'figrue1'; did you mean figure1?
    """


class Busy(UsageError):  # noqa: N818 - reads as what happened
    """Another command is writing in the folder."""


class SweepError(RuntimeError):
    """A sweep cannot go on; its text is one line. Finished cells are kept.

    Examples
    --------
    What a person can mend before anything runs is a `UsageError`; this one comes later, and the
    same call then goes on with the finished cells:

    >>> from osphg import experiments
    >>> def attempt(grid):
    ...     try:
    ...         return experiments.sweep("figure1", grid, out="sweep")
    ...     except experiments.UsageError as error:
    ...         return f"not begun: {error}"
    ...     except experiments.SweepError as error:
    ...         return f"to be continued: {error}"
    ...
    >>> attempt({"T": [1000, 0]})
    'not begun: T must be in [1, 100_000_000], got 0'
    """


def require(what: str, extra: str, *packages: str) -> None:
    """Raise UsageError, naming the extra to install, unless all these packages are there."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"{what} needs the extra '{extra}': pip install 'osphg[{extra}]'"
            f" ({', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing)"
        )
