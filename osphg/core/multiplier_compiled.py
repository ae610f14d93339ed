"""The step of lambda in the compiled loops: `stepped`, compiled; it may round once for twice."""

from __future__ import annotations

from osphg.core.compiler import compiled_within
from osphg.core.multiplier import stepped

compiled_step = compiled_within(fastmath={"contract"}, error_model="numpy")(stepped)
