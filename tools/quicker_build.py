"""Sphinx extension: pages are written side by side, and what is the same for each is found once.

Pages are read one after another: that two give the same label to different things is seen only by
the process that reads both.
"""

import os

from pybtex.plugin import find_plugin, register_plugin
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def write_together(app: Sphinx, env: BuildEnvironment) -> None:
    # For this jupyter-book has no option.
    app.parallel = 1 + (os.cpu_count() or 1)  # one prepares what the others write


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("env-updated", write_together)  # all is read
    # Else the entry points of all installed packages are read for every reference to a paper.
    backend = find_plugin("pybtex.backends", "plaintext")
    register_plugin("pybtex.backends", "plaintext", backend, force=True)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
