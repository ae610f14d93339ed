"""Build the book with warnings as errors, and never from results that an older package computed.

Its own, as Jupyter Book's cache goes by a chapter's cells alone.
"""

import gc
import hashlib
import shutil
import subprocess
import sys
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

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


def pages() -> None:
    """Be the command jupyter-book, which puts the links of code into several pages at once."""
    gc.disable()
    from jupyter_book.cli.main import main
    from sphinx_codeautolink import extension

    linked, into_page = extension.SphinxCodeAutoLink.apply_links, extension.link_html

    def apply_links(*arguments: Any) -> None:
        with ProcessPoolExecutor() as pool:
            begun: list[Future[None]] = []

            def begin_page(*page: Any, **options: Any) -> None:
                begun.append(pool.submit(into_page, *page, **options))

            extension.link_html = begin_page
            linked(*arguments)
            for page in begun:
                page.result()  # or what it raised

    extension.SphinxCodeAutoLink.apply_links = apply_links
    try:
        main()
    finally:
        gc.freeze()  # else the interpreter collects it all when it ends


def build(*options: str) -> int:
    begin(BUILD)
    execute()
    # --all reads every page again, so that a warning is an error each time; executions stay cached.
    run = "import sys; sys.path.insert(0, 'tools'); import build_book; build_book.pages()"
    command = [sys.executable, "-c", run, "build", str(ROOT), "--all", "-W", "-n", "--keep-going"]
    return subprocess.run([*command, *options], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(build(*sys.argv[1:]))
