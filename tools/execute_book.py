"""Execute the book's chapters side by side, into the cache that its build reads.

Sphinx executes one chapter after another, and loads for each what all of them import. A chapter
that fails here is left to Sphinx: the build then executes it itself, and reports the error at its
place.
"""

import json
import os
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import yaml
from check_site import pages_of_toc
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from tqdm import tqdm

from osphg.experiments.kernels import Kernels, imported

ROOT = Path(__file__).resolve().parent.parent
# Chapters that take long: first, so that no processor is left waiting for one of them.
LONG = ("claims", "linear_regret", "real_week", "small_claims")


def read(path: Path, extensions: list[str]) -> nbformat.NotebookNode | None:
    """Return a chapter as the notebook that the build will see; None if it has no code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        return nbformat.reads(text, as_version=4)
    if not is_myst_markdown_notebook(text):
        return None
    config = MdParserConfig(enable_extensions=set(extensions))
    return read_myst_markdown_notebook(text, config, path=path)


def chapters(root: Path) -> Iterator[tuple[Path, nbformat.NotebookNode]]:
    """Yield the chapters that have code, in the order of the book."""
    extensions = yaml.safe_load((root / "_config.yml").read_text())["parse"][
        "myst_enable_extensions"
    ]
    for page in pages_of_toc(root / "_toc.yml"):
        found = [p for p in (root / f"{page}.md", root / f"{page}.ipynb") if p.exists()]
        notebook = read(found[0], extensions) if found else None  # if not, Sphinx says so
        if notebook is not None:
            yield found[0], notebook


def execute(root: Path = ROOT) -> None:
    """Fill the cache."""
    config = yaml.safe_load((root / "_config.yml").read_text())
    cache = get_cache(str(root / "_build" / ".jupyter_cache"))
    waiting = []
    for path, notebook in chapters(root):
        try:
            cache.match_cache_notebook(notebook)
        except KeyError:
            waiting.append((path, notebook))

    def run(job: tuple[Path, nbformat.NotebookNode]) -> ExecutionResult:
        path, notebook = job
        timeout = config["execute"]["timeout"]
        try:
            return single_nb_execution(
                notebook, cwd=str(path.parent), timeout=timeout, allow_errors=False,
                shutdown_kernel="immediate",  # asked to end, every other one takes three seconds
                coalesce_streams=True,  # MyST-NB would break the line in which a message ends
                kernel_manager_class=kernels.manager(imported(notebook)),
            )  # fmt: skip
        except RuntimeError as error:  # its kernel died, or did not start
            return ExecutionResult(notebook, str(path.parent), 0.0, error)

    # Of the others, the largest come near to being the longest.
    waiting.sort(key=lambda job: -len(json.dumps([cell.source for cell in job[1].cells])))
    waiting.sort(key=lambda job: LONG.index(job[0].stem) if job[0].stem in LONG else len(LONG))
    workers = min(os.cpu_count() or 1, 8)
    kernels = Kernels(warm=True)
    with kernels, ThreadPoolExecutor(workers) as pool, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of jupyter_client, about event loops in threads
        done = tqdm(pool.map(run, waiting), total=len(waiting), unit="chapter", disable=not waiting)
        for (path, notebook), result in zip(waiting, done, strict=True):
            if result.err is None:
                bundle = CacheBundleIn(notebook, str(path), data={"execution_seconds": result.time})
                cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
                tqdm.write(f"{result.time:6.1f} s  {path.relative_to(root)}")


if __name__ == "__main__":
    execute()
