"""Theorem 4.1 fails for the published algorithm: the decoy game has linear regret."""
