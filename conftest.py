"""What all of pytest's runs in this tree load; `pythonpath` of pyproject.toml names tools/."""

pytest_plugins = ["notebooks"]
