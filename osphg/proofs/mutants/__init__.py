"""Perturbed derivations: what the kernel refuses."""
