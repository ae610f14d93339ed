"""Build the book with warnings as errors, and never from results that an older package computed.

Its own, as Jupyter Book's cache goes by a chapter's cells alone.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from check_site import ROOT
from execute_book import CACHE, execute

from osphg.experiments.provenance import machine

BUILD = ROOT / "_build"
KEY = BUILD / ".execution-key"
READ = ("figure1_sentences.ipynb", "figure1_horizons.ipynb")  # whose results another chapter reads


def execution_key() -> str:
    """Hash of the machine, the interpreter's version, the package, the book's data and the lock."""
    folders = [ROOT / name for name in ("osphg", "book", "examples")]
    digest = hashlib.sha256(f"{sys.version}, {machine()}".encode())
    for path in sorted({ROOT / "requirements.lock", *(p for f in folders for p in f.rglob("*"))}):
        # Chapters have keys of their own; numba keeps compiled functions beside the sources.
        chapter = path.suffix in {".ipynb", ".md"} and path.is_relative_to(ROOT / "book")
        chapter = chapter and path.name not in READ
        if path.is_file() and not chapter and "__pycache__" not in path.parts:
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def begin(older: Path = CACHE) -> None:
    """Drop what other sources, or another machine, have executed."""
    if not (KEY.exists() and KEY.read_text() == execution_key()):
        print("== the package or the lock has changed: nothing older is used", flush=True)
        shutil.rmtree(older, ignore_errors=True)
        BUILD.mkdir(exist_ok=True)
        KEY.write_text(execution_key())


def build(*options: str) -> int:
    begin(BUILD)
    execute()
    # --all reads every page again, so that a warning is an error each time; executions stay cached.
    run = "import gc; gc.disable(); from jupyter_book.cli.main import main; main()"
    command = [sys.executable, "-c", run, "build", str(ROOT), "--all", "-W", "-n", "--keep-going"]
    return subprocess.run([*command, *options], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(build(*sys.argv[1:]))
