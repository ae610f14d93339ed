"""Build the book with warnings as errors, and never from results that an older package computed.

With --pdf BROWSER: one long page, printed to _build/osphg.pdf.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from browser import print_pdf
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
    jupyter_book = str(Path(sys.executable).with_name("jupyter-book"))
    # --all reads every page again, so that a warning is an error each time; executions stay cached.
    command = [jupyter_book, "build", str(ROOT), "--all", "-W", "-n", "--keep-going", *options]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def main() -> int:
    if sys.argv[1:2] != ["--pdf"]:
        return build(*sys.argv[1:])
    status = build("--builder", "singlehtml")
    if status == 0:
        # Sphinx names images and styles as if the one page stood at the top.
        page = BUILD / "singlehtml" / "book.html"
        shutil.copy(BUILD / "singlehtml" / "book" / "index.html", page)
        print_pdf(sys.argv[2], page, BUILD / "osphg.pdf")
        print(f"== printed {BUILD / 'osphg.pdf'}")
    return status


if __name__ == "__main__":
    sys.exit(main())
