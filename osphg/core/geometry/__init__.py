"""Projections and vertices: what the decision sets of `osphg.core.domains` are computed with."""
