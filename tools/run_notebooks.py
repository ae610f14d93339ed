"""Execute notebooks in place so that two runs give the same bytes.

Without arguments: all of book/. A kernel starts in its notebook's folder, as in the book's build.

Its own, as `nbconvert --execute` leaves times that differ with every run.
"""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from check_site import ROOT
from execute_book import run
from tqdm import tqdm

from osphg.experiments.kernels import Kernels

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python", "pygments_lexer": "ipython3"}
KEPT = {"tags", "mystnb"}  # of what stands beside a cell; the rest is an editor's


def renew(path: Path, kernels: Kernels) -> None:
    """Execute a notebook, and drop what depends on the machine or the hour."""
    notebook = nbformat.read(path, as_version=4)
    if error := run(path, notebook, kernels).err:
        raise error
    about = {"kernelspec": KERNEL, "language_info": LANGUAGE, "osphg": notebook.metadata["osphg"]}
    notebook.metadata, notebook.nbformat_minor = about, 5
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:02d}"  # the same in every run
        cell.metadata = {key: cell.metadata[key] for key in cell.metadata if key in KEPT}
        for output in cell.get("outputs", []):
            output.pop("transient", None)
    text = nbformat.writes(notebook, version=4)
    if address := re.search(r"\bat 0x[0-9a-f]{6,}", text):
        raise ValueError(f"{path}: an output holds a memory address ({address[0]!r})")
    path.write_text(text + "\n", encoding="utf-8")


def main(*names: str) -> None:
    paths = [Path(name).resolve() for name in names] or sorted((ROOT / "book").rglob("*.ipynb"))
    with Kernels(warm=True) as kernels, ThreadPoolExecutor(2) as pool:
        done = pool.map(lambda path: renew(path, kernels), paths)
        for _ in tqdm(done, total=len(paths), unit="notebook"):
            pass


if __name__ == "__main__":
    main(*sys.argv[1:])
