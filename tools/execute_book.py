"""Execute the book's chapters side by side, into the cache that its build reads: `make book`.

Sphinx executes one chapter after another, and loads for each what all of them import. A chapter
that fails here is left to it: it executes the chapter again, and reports the error at its place.

Jupyter Book's cache of executed chapters goes by a chapter's cells alone: it takes two notebooks
with the same cells of code for the same chapter. So this tool keeps a key of each chapter, a hash
of the modules and data that its code uses, of versions and machine. Where that has changed, the
chapter is dropped from the cache. A change of prose, or of a docstring, executes nothing.
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
from typing import NamedTuple

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
CACHE = BUILD / ".jupyter_cache"  # Jupyter Book's cache of executed chapters
KEYS = BUILD / ".execution-keys.json"  # the key of each chapter of the cache, by the chapter's path
MAX_CHAPTERS_AT_ONCE = 8  # each has a kernel of its own, with its own memory


class Chapter(NamedTuple):
    """A chapter of the book that has code.

    Attributes
    ----------
    path
        Its file, a notebook or a page in Markdown.
    notebook
        The chapter as the notebook that the build will see: all its cells, with the outputs that
        its file stores, which a page in Markdown has none of.
    """

    path: Path
    notebook: nbformat.NotebookNode


def key(notebook: nbformat.NotebookNode) -> str:
    """Return the hash of all that a chapter's results rest on, except its own cells.

    That is Python's version, the machine, the lock of requirements, and the modules and data that
    the notebook's code uses. The cells are left out because the cache already goes by them.
    """
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return keys.digest([sys.version, machine(), lock, keys.code(nbformat.writes(notebook))])


def drop_outdated(chapters: Iterable[Chapter]) -> None:
    """Drop from the cache each of `chapters` whose `key` has changed, and store the new keys.

    Without a file of keys nobody knows what executed the cache, so that all of it is removed.
    """
    stored_keys: dict[str, str] = {}
    if KEYS.exists():
        stored_keys = json.loads(KEYS.read_text(encoding="utf-8"))
    if not stored_keys:
        shutil.rmtree(CACHE, ignore_errors=True)
    for chapter in chapters:
        name = chapter.path.relative_to(ROOT).as_posix()
        current_key = key(chapter.notebook)
        if stored_keys.get(name) != current_key:
            forget(chapter.notebook)
            stored_keys[name] = current_key
    KEYS.write_text(json.dumps(stored_keys, indent=1), encoding="utf-8")


def forget(notebook: nbformat.NotebookNode) -> None:
    """Remove from the cache the chapter that has the code cells of `notebook`, if it is there."""
    cache = get_cache(str(CACHE))
    with suppress(KeyError):
        cache.remove_cache(cache.match_cache_notebook(notebook).pk)


def read(path: Path) -> nbformat.NotebookNode | None:
    """Return the file of a page as the notebook that the build will see; None if it has no code.

    `path` is a notebook, or a page in Markdown, whose cells of code are written in MyST.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        return nbformat.reads(text, as_version=4)
    if not is_myst_markdown_notebook(text):
        return None
    return read_myst_markdown_notebook(text, path=path)


def chapters() -> Iterator[Chapter]:
    """Yield the chapters that have code, in the order of the book."""
    for page in pages_of_toc(ROOT / "_toc.yml"):
        possible_files = (ROOT / f"{page}.md", ROOT / f"{page}.ipynb")
        path = next((file for file in possible_files if file.exists()), None)
        if path is None:
            continue  # Sphinx will say that the page has no file
        notebook = read(path)
        if notebook is not None:
            yield Chapter(path, notebook)


def cached_notebook(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode | None:
    """Return the code cells of `notebook` with the outputs that the cache has of them.

    None if the cache has no notebook with the same code.
    """
    cache = get_cache(str(CACHE))
    try:
        return cache.get_cache_bundle(cache.match_cache_notebook(notebook).pk).nb
    except KeyError:
        return None


def keep(path: Path, notebook: nbformat.NotebookNode, seconds: float = 0.0) -> None:
    """Put an executed notebook into the cache.

    Parameters
    ----------
    path
        The file of the chapter.
    notebook
        The chapter with the outputs of its cells.
    seconds
        How long the cells took, which the build shows.
    """
    bundle = CacheBundleIn(notebook, str(path), data={"execution_seconds": seconds})
    get_cache(str(CACHE)).cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def run(path: Path, notebook: nbformat.NotebookNode) -> ExecutionResult:
    """Execute a chapter in its folder, as the build would.

    A cell may take 20 minutes.

    Parameters
    ----------
    path
        The file of the chapter.
    notebook
        The chapter, whose outputs are written into it.

    Returns
    -------
    ExecutionResult
        The notebook with its outputs, the seconds that they took and, where a cell or the kernel
        failed, the error, which is not raised.
    """
    try:
        return single_nb_execution(
            notebook, cwd=str(path.parent), timeout=1200, allow_errors=False,
            shutdown_kernel="immediate",  # asked to end, every other one takes three seconds
            coalesce_streams=True,  # MyST-NB would break the line in which a message ends
            kernel_manager_class=WarmKernelManager,  # forks kernels, which saves their imports
        )  # fmt: skip
    except RuntimeError as error:  # its kernel died, or did not start
        return ExecutionResult(notebook, cwd=str(path.parent), time=0.0, err=error)


@contextmanager
def lock_of_execution() -> Iterator[None]:
    """Hold a lock, so that only one command at a time executes chapters of this book.

    Otherwise two commands might execute the same chapters, and write the same cache. One that finds
    the lock taken says so and waits.
    """
    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".executing").open("w") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            print("== waiting for another command that executes chapters", flush=True)
            flock(lock, LOCK_EX)
        yield


@lock_of_execution()
def execute(*names: str) -> None:
    """Fill the cache with all chapters, or with those whose files have one of the given names.

    A name is that of the file without a suffix, such as ``rate``. What the cache has already is not
    executed. A line for each chapter that was executed says how long it took, or with what error it
    ended; one with an error does not get into the cache.
    """
    chosen = [chapter for chapter in chapters() if not names or chapter.path.stem in names]
    drop_outdated(chosen)
    missing = [chapter for chapter in chosen if cached_notebook(chapter.notebook) is None]
    # Chapters late in the book take long. They go first, so that no processor waits for one of
    # them at the end.
    missing.reverse()
    threads = min(processors(), MAX_CHAPTERS_AT_ONCE)
    with ThreadPoolExecutor(threads) as pool, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of jupyter_client, about event loops in threads
        results = pool.map(lambda chapter: run(chapter.path, chapter.notebook), missing)
        progress = tqdm(results, total=len(missing), unit="chapter", disable=not missing)
        for chapter, result in zip(missing, progress, strict=True):
            if result.err is None:
                # nbclient has written the outputs into the notebook itself.
                keep(chapter.path, chapter.notebook, result.time)
                time_or_error = f"{result.time:6.1f} s"
            else:
                time_or_error = f"{result.err}"
            tqdm.write(f"{time_or_error}  {chapter.path.relative_to(ROOT)}")


if __name__ == "__main__":
    execute(*sys.argv[1:])
