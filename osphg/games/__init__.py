"""Games with a name, and the utilities that they are made of.

`families`: utilities for games of one's own. `matroids`: choosing sets. `refuting`: where the
analysis fails, and where no more is true, with the utilities of `plateaus`. `contests`: the games
that systems are compared on. `phases`: prices in phases, which meet the rates of the theorems.
"""
