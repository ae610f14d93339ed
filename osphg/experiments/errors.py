"""What goes wrong where a person can mend it, each in one line."""

from __future__ import annotations

from importlib.util import find_spec


class UsageError(ValueError):
    """Input from a person that cannot be used; its text is one line for that person."""


class Busy(UsageError):  # noqa: N818 - reads as what happened
    """Another command is writing in the folder."""


class SweepError(RuntimeError):
    """A sweep cannot go on; its text is one line. Finished cells are kept."""


def require(what: str, extra: str, *packages: str) -> None:
    """Raise UsageError, naming the extra to install, unless all these packages are there."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"{what} needs the extra '{extra}': pip install 'osphg[{extra}]'"
            f" ({', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing)"
        )
