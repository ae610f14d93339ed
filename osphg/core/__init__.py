"""The paper's system: rounds, the players OSPHG and Meta-Frank-Wolfe, play, hindsight, metrics.

It imports nothing of the other rooms of the package.
"""
