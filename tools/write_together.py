"""Sphinx extension: the pages are written side by side, for which jupyter-book has no option.

They are read one after another: that two pages give the same label to different things is seen
only by the process that reads both.
"""

import os

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def write_together(app: Sphinx, env: BuildEnvironment) -> None:
    app.parallel = 1 + (os.cpu_count() or 1)  # one prepares what the others write


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("env-updated", write_together)  # all is read
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
