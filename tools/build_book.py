"""Build the book with warnings as errors, and never from results that an older package computed.

Its own, as Jupyter Book's cache goes by a chapter's cells alone.
"""

import subprocess
import sys

from execute_book import BUILD, ROOT, begin, execute


def build(*options: str) -> int:
    begin(BUILD)
    execute()
    # --all reads every page again, so that a warning is an error each time; executions stay cached.
    run = "import gc; gc.disable(); from jupyter_book.cli.main import main; main()"
    command = [sys.executable, "-c", run, "build", str(ROOT), "--all", "-W", "-n", "--keep-going"]
    return subprocess.run([*command, *options], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(build(*sys.argv[1:]))
