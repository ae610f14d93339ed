"""Games with a name.

`refuting` has the games on which a published claim fails, and those that show that no player can do
better than a rate. The games that players are compared on stand in `osphg.tournament.contests`, and
utilities for games of one's own in `osphg.families`.
"""
