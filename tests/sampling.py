"""An estimate of a gradient that the chapter on matroids has for one sampled set."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from osphg.checks import FloatArray
from osphg.players.base import Feedback


@dataclass(frozen=True)
class SampledSets:
    """The gradient of a multilinear extension, estimated from values at sampled sets.

    The mean over `samples` random sets S ~ x of f_t(S + i) - f_t(S - i): 2 n values of f_t per set.
    """

    samples: int = 1

    def __call__(self, feedback: Feedback, X: FloatArray, rng: np.random.Generator) -> FloatArray:
        m, n = X.shape
        sets = (rng.random((self.samples, m, n)) < X).astype(np.float64)
        # along the third axis one element is put in (first half) or taken out (second half)
        points = np.repeat(sets[:, :, np.newaxis], 2 * n, axis=2)
        one = np.arange(n)
        points[:, :, one, one], points[:, :, n + one, one] = 1.0, 0.0
        values = np.asarray(feedback.utility.value(points), dtype=np.float64)
        return np.asarray(np.add.reduce(values[..., :n] - values[..., n:], 0) / self.samples)
