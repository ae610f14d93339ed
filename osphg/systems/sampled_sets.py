"""A set drawn from fractions: the estimate of a multilinear extension's gradient."""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.players import Feedback, RoundError


@frozen(eq=True)
class SampledSets:
    """The gradient of a multilinear extension, estimated from values at sampled sets.

    The mean over `samples` random sets S ~ x of f_t(S + i) - f_t(S - i), unbiased where f_t is
    linear in each coordinate; it asks f_t for 2 n values per set, all of them at vertices of
    [0,1]^n, and for no gradient.

    Parameters
    ----------
    samples : int
        Sets per gradient.
    """

    samples: int = checked(checks.positive_int, default=1)

    def check(self, domain: Domain) -> None:
        """Refuse a domain whose points are not probabilities.

        Raises
        ------
        ValueError
            For a domain outside [0,1]^n.
        """
        if (domain.lower < 0).any() or (domain.upper > 1).any():
            raise ValueError(f"SampledSets needs a domain within [0,1]^n, got {domain}")

    def __call__(self, feedback: Feedback, X: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Return an estimate of grad f_t at each row of X (m, n)."""
        m, n = X.shape
        sets = (rng.random((self.samples, m, n)) < X).astype(np.float64)
        # along the third axis one element is put in (first half) or taken out (second half)
        points = np.empty((self.samples, m, 2 * n, n))
        points[:] = sets[:, :, np.newaxis]
        rows = points.reshape(self.samples, m, 2 * n * n)  # whose diagonals are evenly spaced
        rows[:, :, : n * n : n + 1] = 1.0
        rows[:, :, n * n :: n + 1] = 0.0
        values = np.asarray(feedback.utility.value(points), dtype=np.float64)
        if not checks.all_finite(values):
            raise RoundError(
                f"round {feedback.t + 1}: utility.value must be finite,"
                f" got {values[~np.isfinite(values)][0]}"
            )
        return np.asarray(np.add.reduce(values[..., :n] - values[..., n:], 0) / self.samples)
