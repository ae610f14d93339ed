"""Derivations of the kernel as files of Rocq, which checks every step of them anew."""
