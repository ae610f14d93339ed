"""Settings of all tests."""

import os

from hypothesis import settings

# The same examples in every CI run; new ones on a developer's machine.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
