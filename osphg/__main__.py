"""`python -m osphg` is the command `osphg`."""

from osphg.experiments.command import main

if __name__ == "__main__":
    main()
