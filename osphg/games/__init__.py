"""Games with a name: rounds that refute, tempt, drift or compare."""
