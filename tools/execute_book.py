"""Execute the book's chapters side by side, into the cache that its build reads: `make book`.

Sphinx executes one chapter after another, and loads for each what all of them import. A chapter
that fails here is left to it: it executes the chapter again, and reports the error at its place.

Jupyter Book's cache goes by a chapter's cells alone. Each chapter has a key besides, of the modules
and data that its code uses, of versions and machine: where that has changed, the chapter is dropped
from the cache. A change of prose, or of a docstring, executes nothing.
"""

import json
import shutil
import sys
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

import nbformat
from check_site import ROOT, pages_of_toc
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from tqdm import tqdm
from warm_kernels import WarmKernelManager

from osphg.experiments import keys
from osphg.experiments.cells import processors
from osphg.experiments.provenance import machine

BUILD = ROOT / "_build"
CACHE, KEYS = BUILD / ".jupyter_cache", BUILD / ".execution-keys.json"


def key(notebook: nbformat.NotebookNode) -> str:
    """Return the hash of all that a chapter's results rest on, beside its cells."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return keys.digest([sys.version, machine(), lock, keys.code(nbformat.writes(notebook))])


def begin(chapters: Iterable[tuple[Path, nbformat.NotebookNode]]) -> None:
    """Drop from the cache what other sources, or another machine, have executed."""
    known: dict[str, str] = json.loads(KEYS.read_text(encoding="utf-8")) if KEYS.exists() else {}
    if not known:
        shutil.rmtree(CACHE, ignore_errors=True)
    for path, notebook in chapters:
        name, now = path.relative_to(ROOT).as_posix(), key(notebook)
        if known.get(name) != now:
            forget(notebook)
            known[name] = now
    KEYS.write_text(json.dumps(known, indent=1), encoding="utf-8")


def forget(notebook: nbformat.NotebookNode) -> None:
    """Remove a chapter from the cache, if it is there."""
    cache = get_cache(str(CACHE))
    with suppress(KeyError):
        cache.remove_cache(cache.match_cache_notebook(notebook).pk)


def read(path: Path) -> nbformat.NotebookNode | None:
    """Return a chapter as the notebook that the build will see; None if it has no code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        return nbformat.reads(text, as_version=4)
    if not is_myst_markdown_notebook(text):
        return None
    return read_myst_markdown_notebook(text, path=path)


def chapters() -> Iterator[tuple[Path, nbformat.NotebookNode]]:
    """Yield the chapters that have code, in the order of the book."""
    for page in pages_of_toc(ROOT / "_toc.yml"):
        found = [p for p in (ROOT / f"{page}.md", ROOT / f"{page}.ipynb") if p.exists()]
        # If there is none, Sphinx says so.
        if found and (notebook := read(found[0])) is not None:
            yield found[0], notebook


def executed(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode | None:
    """Return the code cells of a notebook as the cache has them executed; None if it has not."""
    cache = get_cache(str(CACHE))
    try:
        return cache.get_cache_bundle(cache.match_cache_notebook(notebook).pk).nb
    except KeyError:
        return None


def keep(path: Path, notebook: nbformat.NotebookNode, seconds: float = 0.0) -> None:
    """Put an executed notebook into the cache."""
    bundle = CacheBundleIn(notebook, str(path), data={"execution_seconds": seconds})
    get_cache(str(CACHE)).cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def run(path: Path, notebook: nbformat.NotebookNode) -> ExecutionResult:
    """Execute a chapter in its folder, as the build would; the result may hold an error."""
    try:
        return single_nb_execution(
            notebook, cwd=str(path.parent), timeout=1200, allow_errors=False,
            shutdown_kernel="immediate",  # asked to end, every other one takes three seconds
            coalesce_streams=True,  # MyST-NB would break the line in which a message ends
            kernel_manager_class=WarmKernelManager,
        )  # fmt: skip
    except RuntimeError as error:  # its kernel died, or did not start
        return ExecutionResult(notebook, str(path.parent), 0.0, error)


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other command executes chapters here: it may be the same ones."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".executing").open("w") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            print("== waiting for another command that executes chapters", flush=True)
            flock(lock, LOCK_EX)
        yield


@alone()
def execute(*names: str) -> None:
    """Fill the cache with all chapters, or with those of these names."""
    asked = [chapter for chapter in chapters() if not names or chapter[0].stem in names]
    begin(asked)
    # Those late in the book take long: first, so that no processor waits for one of them.
    waiting = [chapter for chapter in asked if executed(chapter[1]) is None][::-1]
    with ThreadPoolExecutor(min(processors(), 8)) as pool, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of jupyter_client, about event loops in threads
        results = pool.map(lambda one: run(*one), waiting)
        done = tqdm(results, total=len(waiting), unit="chapter", disable=not waiting)
        for (path, notebook), result in zip(waiting, done, strict=True):
            if result.err is None:
                keep(path, notebook, result.time)
            took = f"{result.time:6.1f} s" if result.err is None else f"{result.err}"
            tqdm.write(f"{took}  {path.relative_to(ROOT)}")


if __name__ == "__main__":
    execute(*sys.argv[1:])
