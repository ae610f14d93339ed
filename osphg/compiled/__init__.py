"""The compiled rounds: what they ask of player, domain and utility, the loops, the door to numba.

A loop in Python takes microseconds for each number of a round; compiled, a whole round of the
paper's game takes less than one. A player may have a method `fused_steps()` that returns
`OracleSteps`, `LineSteps`, `RepricingSteps`, `NestedSteps` or the steps of a rule of practice, a
domain `fused_projection()` that returns a `Projection`, and a utility `fused_functions()` that
returns `Functions`. The rules of practice ask a domain for `fused_maximizer()` instead, its best
corners in the form of a projection. If one of them returns None or has no such method, the game is
played in NumPy: the same numbers, slower; a long run says so once. A class answers for its own type
alone: a subclass, which may compute otherwise, has to have the method itself.

Functions are plain here, and compiled when something is played. Compiled code is kept on disk where
a place for it can be written. numba looks at the processor and at the file of a function, not at
those of the functions that it calls: what is kept has the digest of all sources in its name.
Without numba the same functions are Python's.
"""

from osphg.compiled.answers import Functions as Functions
from osphg.compiled.answers import LineSteps as LineSteps
from osphg.compiled.answers import OracleSteps as OracleSteps
from osphg.compiled.answers import Projection as Projection
from osphg.compiled.answers import RepricingSteps as RepricingSteps
from osphg.compiled.loops import fuse as fuse
from osphg.compiled.nested import NestedSteps as NestedSteps
