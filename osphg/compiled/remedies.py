"""Why a game is played in NumPy where a compiled loop could play it: the part, and the remedy.

A compiled loop takes a class for what it says of itself, and a subclass may compute otherwise. So
one part of a user's own, if only a subclass of `osphg.Box` with another `repr`, makes a game some
hundred times slower. A long run says so, once in a process for each kind of part; a short one does
not, as nobody waits for it.
"""

from __future__ import annotations

import os
import warnings
from typing import Any, NamedTuple

from osphg.compiled.answers import own_method_result
from osphg.compiled.jit import can_compile
from osphg.compiled.rules import RuleSteps

# Rounds of a run that somebody waits for: in NumPy they take half a second or more.
LONG_RUN = 10_000

_REMEDIES = {
    "player": "help(osphg.compiled) tells what it returns",
    "domain": "help(osphg.domains) tells what it returns",
    "utility": "osphg.utilities.Compiled makes a utility that has one of two functions",
}


class Part(NamedTuple):
    """A part of a game that a compiled loop asks for its functions."""

    kind: str  # "player", "domain" or "utility"
    value: Any
    method: str  # which its own class has to have

    @property
    def is_package_own(self) -> bool:
        """Whether its class is one of this package."""
        return type(self.value).__module__.startswith("osphg.")

    @property
    def answers(self) -> bool:
        """Whether the method gives a compiled loop what it asks for."""
        return own_method_result(self.value, self.method) is not None

    @property
    def reason(self) -> str:
        """What is missing, in words, and the remedy."""
        name = type(self.value).__name__
        return f"{name} has no {self.method}() of its own, and {_REMEDIES[self.kind]}"


def _parts(player: Any, domain: Any, utility: Any) -> list[Part]:
    """Return the player, the domain and the utility of a game, with the method each has to have.

    Of a package's class that has a user's object within, such as `osphg.Capped` its `player` or
    `osphg.utilities.Stationary` its `objective`, that object is the part: the class around it asks
    it for its functions.
    """
    if type(player).__module__.startswith("osphg."):
        player = getattr(player, "player", player)
    if type(utility).__module__.startswith("osphg."):
        utility = getattr(utility, "objective", utility)
    # A rule of practice asks the domain for best corners, every other player for a projection.
    steps = own_method_result(player, "fused_steps")
    of_domain = "fused_maximizer" if isinstance(steps, RuleSteps) else "fused_projection"
    return [
        Part("player", player, "fused_steps"),
        Part("domain", domain, of_domain),
        Part("utility", utility, "fused_functions"),
    ]


def reasons_for_numpy(player: Any, domain: Any, utility: Any) -> dict[str, str]:
    """Return why a game is played in NumPy, as far as its user can change that.

    Parameters
    ----------
    player, domain, utility : object
        The parts of the game.

    Returns
    -------
    dict
        A reason in words for each kind of part that is to blame, "player", "domain", "utility" or
        "numba". It is empty where the user can do nothing: a part of the package has no compiled
        functions, so that the user's own would not help; numba was told to compile nothing; or a
        number is too large for a compiled loop.
    """
    missing = [part for part in _parts(player, domain, utility) if not part.answers]
    if any(part.is_package_own for part in missing):
        return {}
    if missing:
        return {part.kind: part.reason for part in missing}
    if not can_compile() and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
        return {"numba": "numba is not installed, and `pip install numba` is the remedy"}
    return {}


_said: set[str] = set()  # the kinds of parts of which this process has warned already


def warn_of_numpy(player: Any, domain: Any, utility: Any, stacklevel: int) -> None:
    """Say by a RuntimeWarning why a long run goes through NumPy; once for each kind of part.

    Parameters
    ----------
    player, domain, utility : object
        The parts of the game.
    stacklevel : int
        The number that the caller would give `warnings.warn` itself, 1 for its own line.
    """
    for kind, reason in reasons_for_numpy(player, domain, utility).items():
        if kind not in _said:
            _said.add(kind)
            warnings.warn(
                f"osphg plays in NumPy, some hundred times slower: {reason}",
                RuntimeWarning,
                stacklevel=stacklevel + 1,  # this function is one frame more
            )
