"""A chapter that was taken away: what it says, what its first cell installs, and that it runs."""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path

import nbformat
import pytest
import take_away
from execute_book import read
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tests.test_wheel import SHARED, wheel  # noqa: F401

BOOK = Path(__file__).resolve().parent.parent / "book"
COMMIT = "0123456789" * 4
# Runs the cells of a notebook; pip takes no more than the wheel, and only from where it stands.
RUN = """
import re, sys, zipfile
from urllib.request import url2pathname
import matplotlib, nbformat
from IPython.core.interactiveshell import InteractiveShell
matplotlib.use("Agg")
shell = InteractiveShell.instance()

def pip(line):
    (path,) = re.findall("^install -q .osphg\\\\[[a-z,]+\\\\] @ file://([^ ]+).$", line)
    zipfile.ZipFile(url2pathname(path)).extractall(sys.argv[2])
    sys.modules.pop("osphg", None)  # a folder of the tests' environment has that name

shell.register_magic_function(pip, magic_name="pip")
for cell in nbformat.read(sys.argv[1], 4).cells:
    if cell.cell_type == "code" and not shell.run_cell(cell.source).success:
        sys.exit(1)
import osphg
print(osphg.__file__)
"""


def taken(chapter: str, where: str, **values: dict[str, str]) -> nbformat.NotebookNode:
    notebook = read(BOOK / f"{chapter}.md", [])
    assert notebook is not None
    return take_away.prepared(notebook, chapter, values, where, {})


@pytest.mark.parametrize(
    ("given", "where"),
    [
        (("owner/book", COMMIT, ""), f"git+https://github.com/owner/book@{COMMIT}"),
        (("owner/book", COMMIT, "https://a.org/b"), f"git+https://github.com/owner/book@{COMMIT}"),
        (("", COMMIT, "https://a.org/b/"), f"https://a.org/b/wheel/{take_away.WHEEL}"),
        (("owner/book", "", ""), take_away.WHEEL),
    ],
)
def test_what_is_installed(given: tuple[str, str, str], where: str) -> None:
    assert take_away.source(*given) == where
    first = take_away.prepared(new_notebook(), "x", {}, where, {}).cells[0].source
    assert f"source = {where!r}" in first
    compile(first, "first", "exec")


def test_text_has_what_was_glued_and_no_roles() -> None:
    scrap = {"scrapbook": {"name": "gap", "mime_prefix": "application/x/"}}
    data = {"application/x/text/plain": "0.125"}
    cell = new_code_cell("glue", outputs=[new_output("display_data", data, metadata=scrap)])
    values = {"here": take_away.glued(new_notebook(cells=[cell])), "there": {"said": "'so'"}}
    text = (
        "{glue:text}`gap:.2f` {glue:text}`there.md::said:s` {glue:text}`none` "
        "{prf:ref}`thm-41` {ref}`the units <chap-units>` $x$"
    )
    assert take_away.plain(text, "here", values) == "0.12 so {glue:text}`none` thm-41 the units $x$"
    book = new_notebook(cells=[new_markdown_cell("(chap-here)=\n" + text)])
    made = take_away.prepared(book, "here", values, "w", {"R": r"\mathbb{R}", "ip": "#1, #2"})
    nbformat.validate(made)
    _, macros, first = (cell.source for cell in made.cells)
    assert macros == r"$\newcommand{\R}{\mathbb{R}} \newcommand{\ip}[2]{#1, #2}$"
    assert first.startswith("0.12 so")


def test_it_runs_where_osphg_is_not(wheel: Path, tmp_path: Path) -> None:  # noqa: F811
    venv.create(tmp_path / "env", with_pip=False)
    (packages,) = (tmp_path / "env").glob("lib/python*/site-packages")
    (packages / "shared.pth").write_text(f"{SHARED}\n")
    notebook = tmp_path / "lemma41.ipynb"
    nbformat.write(taken("lemma41", wheel.name), notebook)
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
    assert f"put {wheel.name} beside this" in without.stdout
    (tmp_path / wheel.name).symlink_to(wheel)
    ran = run()
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert Path(ran.stdout.splitlines()[-1]).is_relative_to(packages)
