"""`python -m osphg` is the command `osphg`."""

from osphg.experiments.command import main

main()
