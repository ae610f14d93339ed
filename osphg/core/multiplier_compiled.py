"""`stepped`, compiled, for the loops; it may round the sum once where Python rounds it twice."""

from __future__ import annotations

from osphg.core.compiler import compiled_within
from osphg.core.multiplier import stepped

compiled_step = compiled_within(fastmath={"contract"}, error_model="numpy")(stepped)
