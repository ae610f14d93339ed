"""A chapter that was taken away: what it says, what its first cell installs, and that it runs."""

from __future__ import annotations

import json
import os
import subprocess
import venv
from importlib.metadata import metadata
from pathlib import Path

import nbformat
import pytest
import take_away
from execute_book import read
from nbformat.v4 import new_markdown_cell, new_notebook

from tests.test_wheel import SHARED, wheel  # noqa: F401

BOOK = Path(__file__).resolve().parent.parent / "book"
COMMIT = "0123456789" * 4
# Runs the cells of a notebook; pip takes no more than the wheel, and only from where it stands.
RUN = """
import re, sys, zipfile
import matplotlib, nbformat
from IPython.core.interactiveshell import InteractiveShell
matplotlib.use("Agg")
shell = InteractiveShell.instance()

def pip(line):
    (path,) = re.findall('^install -q "./([^ ]+)\\\\[[a-z,]+\\\\]"$', line)
    zipfile.ZipFile(path).extractall(sys.argv[2])
    sys.modules.pop("osphg", None)  # a folder of the tests' environment has that name

shell.register_magic_function(pip, magic_name="pip")
for cell in nbformat.read(sys.argv[1], 4).cells:
    if cell.cell_type == "code" and not shell.run_cell(cell.source).success:
        sys.exit(1)
import osphg
print(osphg.__file__)
"""


def taken(folder: Path, where: str, *cells: str) -> nbformat.NotebookNode:
    """A page of these texts, as MyST-NB leaves it in a folder, to be taken away."""
    page = new_notebook(cells=[new_markdown_cell(text) for text in cells])
    nbformat.write(page, folder / "here.ipynb")
    macros = {"R": r"\mathbb{R}", "ip": "#1, #2"}
    return take_away.prepared("here", str(folder), where, 7, macros)


@pytest.mark.parametrize(
    ("given", "where"),
    [
        (("https://a.org/own/book", COMMIT), f"@ git+https://a.org/own/book@{COMMIT}"),
        (("", COMMIT), f"./{take_away.WHEEL}"),
        (("https://a.org/b", ""), f"./{take_away.WHEEL}"),
    ],
)
def test_what_is_installed(given: tuple[str, str], where: str, tmp_path: Path) -> None:
    found = take_away.source(*given)
    assert where in found
    extras = set(found.partition("[")[2].partition("]")[0].split(","))
    assert extras <= set(metadata("osphg").get_all("Provides-Extra", []))
    first = taken(tmp_path, found).cells[0].source
    assert f"'install -q \"{found}\"'" in first
    compile(first, "first", "exec")


def test_text_has_what_was_glued_and_no_roles(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    for page, name, value in (("here", "gap", "0.125"), ("book/there", "said", "'so'")):
        glued = {name: {"data": {"text/plain": value}}}
        (tmp_path / f"{page}.glue.json").write_text(json.dumps(glued))
    made = taken(
        tmp_path, "w", "(chap-here)=\n{glue:text}`gap:.2f` {glue:text}`there.md::said:s`"
        " {glue:text}`none` {prf:ref}`thm-41` {ref}`the units <chap-units>` $x$"
        " {sub-ref}`wordcount-minutes` min"
        ' <a href="../w.whl">the wheel</a>',
    )  # fmt: skip
    nbformat.validate(made)
    _, macros, text = (cell.source for cell in made.cells)
    assert macros == r"$\newcommand{\R}{\mathbb{R}} \newcommand{\ip}[2]{#1, #2}$"
    assert text == "0.12 so {glue:text}`none` thm-41 the units $x$ 7 min the wheel"


def test_it_runs_where_osphg_is_not(wheel: Path, tmp_path: Path) -> None:  # noqa: F811
    venv.create(tmp_path / "env", with_pip=False)
    (packages,) = (tmp_path / "env").glob("lib/python*/site-packages")
    (packages / "shared.pth").write_text(f"{SHARED}\n")
    notebook = tmp_path / "lemma41.ipynb"
    nbformat.write(read(BOOK / "lemma41.md"), notebook)
    where = take_away.source("", "")
    nbformat.write(take_away.prepared("lemma41", str(tmp_path), where, 0, {}), notebook)
    hidden = {"PYTHONPATH", "VIRTUAL_ENV"}

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [tmp_path / "env" / "bin" / "python", "-c", RUN, notebook, packages],
            cwd=tmp_path, capture_output=True, text=True, check=False,
            env={name: value for name, value in os.environ.items() if name not in hidden}
            | {"NUMBA_DISABLE_JIT": "1", "IPYTHONDIR": str(tmp_path / "ipython")},
        )  # fmt: skip

    without = run()
    assert without.returncode == 1
    assert f"No such file or directory: '{wheel.name}'" in without.stdout
    (tmp_path / wheel.name).symlink_to(wheel)
    ran = run()
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert Path(ran.stdout.splitlines()[-1]).is_relative_to(packages)
