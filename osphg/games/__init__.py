"""Games with a name, and the utilities that they are made of.

`families`: utilities for games of one's own. `matroids`: choosing sets. `refuting`: where the
analysis fails, and where no more is true. `contests`: what systems are compared on.
"""
