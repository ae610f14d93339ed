"""Games with a name, and the utilities that they are made of.

`families`: utilities for games of one's own. `matroids`: choosing sets. `refuting`: where the
analysis fails, and how tight it is, with the utilities of `plateaus`. `concave`, `phases`: random
games on which rates are measured. `contests`: the games of the tournament.
"""
