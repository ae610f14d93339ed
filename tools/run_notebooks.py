"""Execute notebooks in place so that two runs give the same bytes; without arguments, all of book/.

Its own, as `nbconvert --execute` leaves times that differ with every run.
"""

import re
import sys
from pathlib import Path

import nbformat
from execute_book import ROOT, begin, execute, executed

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


def main() -> None:
    paths = [Path(a).resolve() for a in sys.argv[1:]] or sorted((ROOT / "book").rglob("*.ipynb"))
    begin()
    failed = execute([str(path) for path in paths])
    for path in paths:
        notebook = executed(nbformat.read(path, as_version=4))
        if notebook is None:
            sys.exit(f"error: {path}: {failed.get(str(path), 'it is no chapter of the book')}")
        normalise(notebook)
        text = nbformat.writes(notebook, version=4)
        if address := re.search(r"\bat 0x[0-9a-f]{6,}", text):
            sys.exit(f"error: {path}: an output holds a memory address ({address[0]!r})")
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
