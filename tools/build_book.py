"""Build the book with warnings as errors, and never from results that an older package computed.

With --pdf BROWSER: one long page, printed to _build/osphg.pdf.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from browser import print_pdf
from execute_book import execute

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "_build"
KEY = BUILD / ".execution-key"


def execution_key(root: Path = ROOT) -> str:
    """Hash of what an execution's result depends on, besides the chapter's own cells."""
    digest = hashlib.sha256(sys.version.encode())
    sources = [p for p in (root / "osphg").rglob("*") if p.is_file() and p.suffix != ".pyc"]
    # Numba keeps compiled functions beside the sources.
    sources = [p for p in sources if "__pycache__" not in p.parts]
    for path in [*sorted(sources), root / "requirements.lock"]:
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def build(*options: str) -> int:
    key = execution_key()
    if not KEY.exists() or KEY.read_text() != key:
        # jupyter-cache looks at a notebook's cells alone: it would show the old numbers.
        print("== the package or the lock has changed: all chapters are executed", flush=True)
        shutil.rmtree(BUILD, ignore_errors=True)
        BUILD.mkdir()
        KEY.write_text(key)
    execute()
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
