"""Execute notebooks in place so that two runs give the same bytes.

Without arguments: all of book/. A kernel starts in its notebook's folder, as in the book's build.

Its own, as `nbconvert --execute` leaves times that differ with every run.
"""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from tqdm import tqdm

from osphg.experiments.kernels import Kernels, imported

ROOT = Path(__file__).resolve().parent.parent
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
VOLATILE = {"execution", "papermill", "ExecuteTime", "collapsed", "scrolled"}


def normalise(notebook: nbformat.NotebookNode) -> None:
    """Drop what depends on the machine or the hour; give cells stable names."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    declared = {key: notebook.metadata[key] for key in ("osphg",) if key in notebook.metadata}
    language = {"name": "python", "pygments_lexer": "ipython3"}
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": KERNEL, "language_info": language, **declared}
    )
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:02d}"
        for key in VOLATILE & set(cell.metadata):
            del cell.metadata[key]
        for output in cell.get("outputs", []):
            output.pop("transient", None)
            if output.output_type in {"display_data", "execute_result"}:
                output.metadata.pop("execution", None)


def run(path: Path, kernels: Kernels) -> None:
    notebook = nbformat.read(path, as_version=4)
    normalise(notebook)
    client = NotebookClient(
        notebook,
        timeout=1200,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        record_timing=False,
        coalesce_streams=True,
        kernel_manager_class=kernels.manager(imported(notebook)),
    )
    client.execute()
    normalise(notebook)
    text = nbformat.writes(notebook, version=4)
    address = re.search(r"\bat 0x[0-9a-f]{6,}", text)
    if address:
        raise ValueError(f"{path}: an output holds a memory address ({address[0]!r})")
    path.write_text(text + "\n", encoding="utf-8")


def main() -> None:
    paths = [Path(a).resolve() for a in sys.argv[1:]] or sorted((ROOT / "book").rglob("*.ipynb"))
    with Kernels(warm=True) as kernels, ThreadPoolExecutor(2) as pool:
        done = pool.map(partial(run, kernels=kernels), paths)
        for _ in tqdm(done, total=len(paths), unit="notebook"):
            pass


if __name__ == "__main__":
    main()
