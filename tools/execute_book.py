"""Execute the book's chapters side by side, into the cache that its build reads.

Sphinx executes one chapter after another, and loads for each what all of them import. A chapter
that fails here is left to it: it executes the chapter again, and reports the error at its place.
"""

import os
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import yaml
from check_site import ROOT, pages_of_toc
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from tqdm import tqdm

from osphg.experiments.kernels import Kernels, imported

CACHE = ROOT / "_build" / ".jupyter_cache"
# Chapters that take long: first, so that no processor is left waiting for one of them.
LONG = (
    "real_week", "tournament", "linear_regret", "oracles", "matroids", "dynamic_regret",
    "own_problem", "zoo", "figure1_sentences", "pacer", "parameter_map", "impressions", "rates",
    "note", "related_work", "tightness", "figure1_horizons", "boosted", "claims", "rate",
    "theorems",
)  # fmt: skip


def read(path: Path, extensions: list[str]) -> nbformat.NotebookNode | None:
    """Return a chapter as the notebook that the build will see; None if it has no code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        return nbformat.reads(text, as_version=4)
    if not is_myst_markdown_notebook(text):
        return None
    config = MdParserConfig(enable_extensions=set(extensions))
    return read_myst_markdown_notebook(text, config, path=path)


def chapters(root: Path = ROOT) -> Iterator[tuple[Path, nbformat.NotebookNode]]:
    """Yield the chapters that have code, in the order of the book."""
    config = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
    for page in pages_of_toc(root / "_toc.yml"):
        found = [p for p in (root / f"{page}.md", root / f"{page}.ipynb") if p.exists()]
        # If there is none, Sphinx says so.
        notebook = read(found[0], config["parse"]["myst_enable_extensions"]) if found else None
        if notebook is not None:
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


def run(path: Path, notebook: nbformat.NotebookNode, kernels: Kernels) -> ExecutionResult:
    """Execute a chapter in its folder, as the build would; the result may hold an error."""
    try:
        return single_nb_execution(
            notebook, cwd=str(path.parent), timeout=1200, allow_errors=False,
            shutdown_kernel="immediate",  # asked to end, every other one takes three seconds
            coalesce_streams=True,  # MyST-NB would break the line in which a message ends
            kernel_manager_class=kernels.manager(imported(notebook)),
        )  # fmt: skip
    except RuntimeError as error:  # its kernel died, or did not start
        return ExecutionResult(notebook, str(path.parent), 0.0, error)


def execute(kind: str = "") -> None:
    """Fill the cache, with all chapters or those in files of a kind."""
    asked = [chapter for chapter in chapters() if chapter[0].name.endswith(kind)]
    waiting = [chapter for chapter in asked if executed(chapter[1]) is None]
    waiting.sort(key=lambda one: LONG.index(one[0].stem) if one[0].stem in LONG else len(LONG))
    workers, kernels = min(os.cpu_count() or 1, 8), Kernels(warm=True)
    with kernels, ThreadPoolExecutor(workers) as pool, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of jupyter_client, about event loops in threads
        results = pool.map(lambda chapter: run(chapter[0], chapter[1], kernels), waiting)
        done = tqdm(results, total=len(waiting), unit="chapter", disable=not waiting)
        for (path, notebook), result in zip(waiting, done, strict=True):
            if result.err is None:
                keep(path, notebook, result.time)
                tqdm.write(f"{result.time:6.1f} s  {path.relative_to(ROOT)}")
