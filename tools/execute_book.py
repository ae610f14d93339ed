"""Execute the book's chapters side by side, into the cache that its build and the tests read.

Sphinx executes one chapter after another, and loads for each what all of them import. A chapter
that fails here is left to it: the build executes it again, and reports the error at its place.

    python tools/execute_book.py [PATH ...]     all chapters, or some
"""

import hashlib
import json
import os
import shutil
import sys
import warnings
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nbformat
import yaml
from check_site import pages_of_toc
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn, JupyterCacheAbstract
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from tqdm import tqdm

from osphg.experiments.provenance import machine
from osphg.experiments.running import Kernels

ROOT = Path(__file__).resolve().parent.parent
# Where another processor is played, what it computes goes elsewhere: see processors.py.
BUILD = Path(os.environ.get("OSPHG_BUILD", ROOT / "_build"))
# Chapters that take long: first, so that no processor is left waiting for one of them.
LONG = ("claims", "linear_regret", "real_week", "small_claims")
READ = ("figure1_sentences.ipynb", "figure1_horizons.ipynb")  # whose results another chapter reads


def execution_key() -> str:
    """Hash of the machine, the interpreter's version, the package, the book's data and the lock."""
    digest = hashlib.sha256(f"{sys.version}, {machine()}".encode())
    parts = [path for name in ("osphg", "book", "examples") for path in (ROOT / name).rglob("*")]
    for path in sorted([ROOT / "requirements.lock", *parts]):
        # Chapters have keys of their own; numba keeps compiled functions beside the sources.
        chapter = path.suffix in {".ipynb", ".md"} and path.is_relative_to(ROOT / "book")
        chapter = chapter and path.name not in READ
        if path.is_file() and not chapter and "__pycache__" not in path.parts:
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def begin(*older: Path) -> None:
    """Drop what other sources have executed: jupyter-cache looks at a notebook's cells alone."""
    kept, key = BUILD / ".execution-key", execution_key()
    if not kept.exists() or kept.read_text() != key:
        print("== the package or the lock has changed: nothing older is used", flush=True)
        for folder in (BUILD / ".jupyter_cache", *older):
            shutil.rmtree(folder, ignore_errors=True)
        BUILD.mkdir(exist_ok=True)
        kept.write_text(key)


def read(path: Path, extensions: list[str]) -> nbformat.NotebookNode | None:
    """Return a chapter as the notebook that the build will see; None if it has no code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        return nbformat.reads(text, as_version=4)
    if not is_myst_markdown_notebook(text):
        return None
    config = MdParserConfig(enable_extensions=set(extensions))
    return read_myst_markdown_notebook(text, config, path=path)


def config() -> dict[str, dict[str, Any]]:
    return yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))


def chapters(root: Path = ROOT) -> Iterator[tuple[Path, nbformat.NotebookNode]]:
    """Yield the chapters that have code, in the order of the book."""
    extensions = config()["parse"]["myst_enable_extensions"]
    for page in pages_of_toc(root / "_toc.yml"):
        found = [p for p in (root / f"{page}.md", root / f"{page}.ipynb") if p.exists()]
        notebook = read(found[0], extensions) if found else None  # if not, Sphinx says so
        if notebook is not None:
            yield found[0], notebook


def cache() -> JupyterCacheAbstract:
    return get_cache(str(BUILD / ".jupyter_cache"))


def executed(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode | None:
    """Return a chapter with what its cells have shown; None if it has not been executed."""
    try:
        return cache().merge_match_into_notebook(notebook)[1]
    except KeyError:
        return None


def execute(only: Collection[str] = ()) -> dict[str, str]:
    """Execute the chapters, or some, that are not in the cache; return why one has failed."""
    timeout = config()["execute"]["timeout"]
    waiting = [
        (path, notebook)
        for path, notebook in chapters()
        if (not only or str(path) in only) and executed(notebook) is None
    ]

    def run(job: tuple[Path, nbformat.NotebookNode]) -> ExecutionResult:
        path, notebook = job
        try:
            return single_nb_execution(
                notebook, cwd=str(path.parent), timeout=timeout, allow_errors=False,
                shutdown_kernel="immediate",  # asked to end, every other one takes three seconds
                coalesce_streams=True,  # MyST-NB would break the line in which a message ends
                kernel_manager_class=kernels.manager(),
            )  # fmt: skip
        except RuntimeError as error:  # its kernel died, or did not start
            return ExecutionResult(notebook, str(path.parent), 0.0, error)

    # Of the others, the largest come near to being the longest.
    waiting.sort(key=lambda job: -len(json.dumps([cell.source for cell in job[1].cells])))
    waiting.sort(key=lambda job: LONG.index(job[0].stem) if job[0].stem in LONG else len(LONG))
    failed: dict[str, str] = {}
    kernels = Kernels()
    with (
        kernels,
        ThreadPoolExecutor(min(os.cpu_count() or 1, 8)) as pool,
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")  # of jupyter_client, about event loops in threads
        done = tqdm(pool.map(run, waiting), total=len(waiting), unit="chapter", disable=not waiting)
        for (path, notebook), result in zip(waiting, done, strict=True):
            if result.err is not None:
                failed[str(path)] = str(result.err)
                continue
            bundle = CacheBundleIn(notebook, str(path), data={"execution_seconds": result.time})
            cache().cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
            tqdm.write(f"{result.time:6.1f} s  {path.relative_to(ROOT)}")
    return failed


if __name__ == "__main__":
    begin()
    sys.exit("\n".join(f"error: {path}: {why}" for path, why in execute(sys.argv[1:]).items()))
