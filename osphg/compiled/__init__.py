"""The compiled rounds: what they ask of player, domain and utility, the loops, the door to numba.

A player may have a method `fused_steps()` that returns `OracleSteps`, `LineSteps` or
`RepricingSteps`, a domain `fused_projection()` that returns a `Projection`, and a utility
`fused_functions()` that returns `Functions`. None, or no such method, means the NumPy rounds. A
class answers for its own type alone: a subclass, which may compute otherwise, has to have the
method itself. There is a loop for K oracles (Algorithm 2 of the paper), one for one decision on the
line from the origin, and one for `osphg.Repricing`; each is made for a utility's two functions and
a domain's projection.

Functions are plain here, and compiled when something is played. Compiled code is kept on disk where
a place for it can be written. numba looks at the processor and at the file of a function, not at
those of the functions that it calls: what is kept has the digest of all sources in its name.
Without numba the same functions are Python's: the same numbers, slower.
"""

from osphg.compiled.answers import Functions as Functions
from osphg.compiled.answers import LineSteps as LineSteps
from osphg.compiled.answers import OracleSteps as OracleSteps
from osphg.compiled.answers import Projection as Projection
from osphg.compiled.answers import RepricingSteps as RepricingSteps
from osphg.compiled.loops import fuse as fuse
