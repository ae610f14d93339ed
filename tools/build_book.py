"""Build the book with warnings as errors, and never from results that an older package computed."""

import shutil
import subprocess
import sys

from execute_book import execute
from execution_key import BUILD, EXECUTED, ROOT, execution_key

KEY = BUILD / ".execution-key"


def build(*options: str) -> int:
    key = execution_key()
    if not KEY.exists() or KEY.read_text() != key:
        # jupyter-cache looks at a notebook's cells alone: it would show the old numbers.
        print(
            "== the package or the lock has changed: nothing of an older build is used", flush=True
        )
        BUILD.mkdir(exist_ok=True)
        for path in BUILD.iterdir():
            if path != EXECUTED:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        KEY.write_text(key)
    execute(executed=EXECUTED / key)
    # Sphinx keeps nearly all that it makes: to look for what it does not takes a part of the time.
    run = "import gc; gc.disable(); from jupyter_book.cli.main import main; main()"
    # --all reads every page again, so that a warning is an error each time; executions stay cached.
    options = (str(ROOT), "--all", "-W", "-n", "--keep-going", *options)
    command = [sys.executable, "-c", run, "build", *options]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(build(*sys.argv[1:]))
