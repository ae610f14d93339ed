"""What a player is, and what it is told after each round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from osphg.core import validate
from osphg.core.domains import Domain
from osphg.core.game import Game
from osphg.core.oracles.base import Oracle
from osphg.core.utilities import Objective
from osphg.core.validate import FloatArray, shown


class RoundError(ValueError):
    """Something that shows only while playing; it names the round and keeps what was played.

    Attributes
    ----------
    run : Run or None
        The rounds completed before the error.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> class Rising:
    ...     def value(self, t, X):
    ...         return np.asarray(X).sum(-1) * (1.0 if t < 3 else np.inf)
    ...     def gradient(self, t, X):
    ...         return np.ones_like(X)
    ...
    >>> rounds = osphg.Rounds(Rising(), np.ones((5, 1)), 5.0, osphg.Box.unit(1))
    >>> try:
    ...     osphg.play(osphg.OSPHG(mu=0.1, delta=1.0, K=2), rounds)
    ... except osphg.RoundError as error:
    ...     print(error)
    ...     print(error.run.T)
    ...
    round 4: utility.value must be one finite number, got inf
    3
    """

    run: Any = None


@dataclass(slots=True)  # not frozen: one is made in every round
class Feedback:
    """What round t reveals once x_t is committed.

    Attributes
    ----------
    t : int
        The round, from 0.
    x : array (n,)
        The decision that was played.
    utility : Objective
        f_t: `value(X)` and `gradient(X)` at any points of X, (..., n).
    value : float
        f_t(x_t).
    price : array (n,)
        p_t.
    violation : float
        g_t(x_t) = <p_t, x_t> - B_T/T.

    Examples
    --------
    What a player that you write is told, in the rounds of a game:

    >>> import osphg
    >>> class Half:
    ...     def init(self, game):
    ...         return game.domain.upper / 2
    ...     def decide(self, state):
    ...         return state
    ...     def update(self, state, feedback):
    ...         print(feedback.t, feedback.x, feedback.value, feedback.price, feedback.violation)
    ...         print(feedback.gradient(feedback.x))
    ...         return state
    ...     def multiplier(self, state):
    ...         return 0.0
    ...
    >>> utility = osphg.utilities.Quadratics([[[-2.0, 0.0], [0.0, -2.0]]], [[2.0, 3.0]])
    >>> rounds = osphg.Rounds(utility, [[1.0, 2.0]], budget=1.0, domain=osphg.Box.unit(2))
    >>> run = osphg.play(Half(), rounds)
    0 [0.5 0.5] 2.0 [1. 2.] 0.5
    [1. 2.]
    """

    t: int
    x: FloatArray
    utility: Objective
    value: float
    price: FloatArray
    violation: float

    def gradient(self, X: FloatArray) -> FloatArray:
        """Return grad f_t at each row of X (..., n); RoundError if it is not finite (..., n)."""
        try:
            G = validate.real("utility.gradient", self.utility.gradient(X))
        except TypeError as error:
            raise RoundError(f"round {self.t + 1}: {error}") from error
        except ArithmeticError as error:
            raise RoundError(
                f"round {self.t + 1}: utility.gradient must be finite, got {shown(error)}"
            ) from error
        if G.shape != X.shape:
            raise RoundError(
                f"round {self.t + 1}: utility.gradient must return shape {X.shape} for points of"
                f" shape {X.shape}, got {G.shape}"
            )
        if not validate.all_finite(G):
            raise RoundError(
                f"round {self.t + 1}: utility.gradient must be finite, got {G[~np.isfinite(G)][0]}"
            )
        return G


@runtime_checkable
class Player(Protocol):
    """An online algorithm: frozen hyperparameters, and a state that `play` carries along."""

    def init(self, game: Game) -> Any:
        """Return the state before round 1; ValueError if the player cannot play this game."""
        ...

    def decide(self, state: Any) -> FloatArray:
        """Return x_t (n,), a point of X, from the past alone."""
        ...

    def update(self, state: Any, feedback: Feedback) -> Any:
        """Return the state for the next round."""
        ...

    def multiplier(self, state: Any) -> float:
        """Return lambda_t as used in this round; 0 for a player that has none."""
        ...


class State(NamedTuple):
    """The state, before a round, of a player that runs K oracles side by side."""

    X: FloatArray  # partial iterates x^(1)..x^(K+1), (K + 1, n)
    V: FloatArray  # oracle choices v^(1)..v^(K), (K, n)
    memory: Any  # what the oracles keep
    multiplier: float  # lambda_t; 0 for a player without a budget
    domain: Domain

    def fed(self, oracle: Oracle, payoffs: FloatArray) -> State:
        """Return the state once each oracle k has learned its payoff direction, (K, n)."""
        V, memory = oracle.update(self.domain, self.V, self.memory, payoffs)
        return State(partial_iterates(V), V, memory, self.multiplier, self.domain)

    def moved(self, V: FloatArray, multiplier: float) -> State:
        """Return the state with other choices (K, n) and another multiplier."""
        return self._replace(X=partial_iterates(V), V=V, multiplier=multiplier)


def partial_iterates(V: FloatArray) -> FloatArray:
    """Return x^(1) = 0, x^(k+1) = x^(k) + v^(k)/K as one array: V (K, n) -> (K + 1, n).

    The last row is the decision. Algorithms 1 and 2, first inner loop.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> osphg.players.partial_iterates(np.array([[1.0, 0.0], [1.0, 0.5]]))
    array([[0.  , 0.  ],
           [0.5 , 0.  ],
           [1.  , 0.25]])
    """
    K, n = V.shape
    X = np.zeros((K + 1, n))
    np.add.accumulate(V / K, 0, out=X[1:])
    return X
