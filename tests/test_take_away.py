"""A chapter that was taken away: what it says, what its first cell installs, and that it runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import types
import venv
from copy import deepcopy
from importlib.metadata import metadata
from pathlib import Path

import check_site
import nbformat
import numpy as np
import papermill
import pytest
import take_away
from docutils import nodes
from docutils.utils import new_document
from execute_book import read
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook, new_output
from page_markdown import Block, PageMarkdown, expand_macros

import osphg
from tests.test_wheel import SHARED, wheel  # noqa: F401

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "book"
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
CONF = r"""
project = "A book"
exclude_patterns = ["jupyter_execute", ".jupyter_cache"]
extensions = [
    "myst_nb", "sphinx_proof", "sphinx_design", "sphinxcontrib.bibtex", "certify", "formulas",
    "take_away",
]
myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath", "smartquotes"]
bibtex_bibfiles = ["references.bib"]
bibtex_reference_style = "author_year"
numfig = math_numfig = True
html_math_renderer = "formulas"
nb_execution_mode = "cache"
nb_execution_raise_on_error = True
nb_execution_excludepatterns = ["book/figure1*"]  # it is stored executed
"""
# Once executed, and once from the cache.
BUILD = """
import sys
from sphinx.cmd.build import main
sys.exit(main(sys.argv[1:]) or main(sys.argv[1:]))
"""
HEAD = """\
---
jupytext: {text_representation: {extension: .md, format_name: myst}}
kernelspec: {display_name: Python 3, language: python, name: python3}
---

"""
HERE = r"""
(chap-here)=
# A page

It says {glue:text}`gap:.2f` before it knows; {glue:text}`word`, too.

```{prf:theorem} A bound
:label: thm-here

For $x\in\X$, with 1 < 2 and a_b,

$$
\norm{x} \le
1 .
$$ (eq:here)
```

```{prf:proof}
By {eq}`eq:here` and {prf:ref}`thm-there`.

As {cite:t}`neely2017` and {prf:ref}`thm-here` say.
```

:::{admonition} A box
:class: tip
:name: box-here

- One *thing*, `a|b`,
- and {doc}`there`, in {ref}`its units <chap-units>`.

| a | $b$ |
|---|-----|
| 1 | {glue:text}`share:.1%` |
:::

```{dropdown} Solution
Twice {prf:ref}`thm-there`.
```

```{rocq} cap
```

```{raw} html
<script src="../own.js"></script>
```

```{code-cell} ipython3
:tags: [remove-cell]

from myst_nb import glue

number = 1 / 8
glue("gap", number, display=False)
glue("share", number / 2, display=False)
glue("word", "a_word", display=False)
```

Then {glue:text}`gap:+.3f` in {numref}`fig-here`, and {glue:text}`there.md::far:.1f`.

```{code-cell} ipython3
---
mystnb:
  figure: {caption: A picture of $\X$., name: fig-here}
tags: [hide-input]
---
import matplotlib.pyplot as plt

_ = plt.subplots(figsize=(1, 1))[1].plot([1, 2])
```
"""
THERE = r"""
# Another page

```{code-cell} ipython3
from myst_nb import glue

glue("far", 2.5, display=False)
```

```{prf:theorem}
:label: thm-there
Something.
```

(chap-units)=
## Units
"""


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, nbformat.NotebookNode]:
    """Pages of a small book, and two of this one, as they can be taken away."""
    folder = tmp_path_factory.mktemp("book")
    (folder / "book").mkdir()
    (folder / "conf.py").write_text(f"{CONF}\nformula_macros = {check_site.formula_macros()!r}\n")
    pages = {"here": HEAD + HERE, "there": HEAD + THERE}
    pages["works"] = "# Works\n\n```{bibliography}\n```\n"
    for name, text in pages.items():
        (folder / "book" / f"{name}.md").write_text(text)
    for name in ("figure1.ipynb", "lemma41.md"):
        shutil.copy(BOOK / name, folder / "book")
    shutil.copy(BOOK / "references.bib", folder)
    listed = "\n".join([*(f"book/{name}" for name in pages), "book/figure1", "book/lemma41"])
    toc = f"# Book\n\n```{{toctree}}\n:numbered:\n{listed}\n```\n"
    (folder / "index.md").write_text(toc)
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tools")])
    options = ["-q", "-E", "-b", "html", str(folder), str(folder / "site")]
    built = subprocess.run(
        [sys.executable, "-c", BUILD, *options], env=os.environ | {"PYTHONPATH": paths},
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    found = (folder / "site" / "_sources" / "book").glob("*.ipynb")
    return {path.stem: nbformat.read(path, 4) for path in found}


def sentences(notebook: nbformat.NotebookNode) -> list[str]:
    """Return what the cells of a notebook that show a text show now."""
    return [
        output.data["text/markdown"]
        for cell in notebook.cells
        if cell.source.startswith("say(")
        for output in cell.outputs
    ]


@pytest.mark.parametrize(
    ("given", "where"),
    [
        (("https://a.org/own/book", COMMIT), f"@ git+https://a.org/own/book@{COMMIT}"),
        (("", COMMIT), f"./{take_away.WHEEL}"),
        (("https://a.org/b", ""), f"./{take_away.WHEEL}"),
    ],
)
def test_what_is_installed(given: tuple[str, str], where: str) -> None:
    found = take_away.source(*given)
    assert where in found
    extras = set(found.partition("[")[2].partition("]")[0].split(","))
    assert extras <= set(metadata("osphg").get_all("Provides-Extra", []))
    first = take_away.runnable_notebook([], new_notebook(), {}, found).cells[0].source
    assert f"'install -q \"{found}\"'" in first
    compile(first, "first", "exec")


def test_a_page_is_set_as_plain_jupyter_reads_it(
    taken: dict[str, nbformat.NotebookNode],
) -> None:
    here = taken["here"]
    nbformat.validate(here)
    shown = "\n\n".join(filter(None, check_site.markdown_texts(here)))
    shown, count = re.subn(
        "<details class.*?<code>cap</code>.*?</details>", "ROCQ", shown, flags=re.DOTALL
    )
    assert count == 1
    assert (
        shown
        == r"""# A page

It says 0.12 before it knows; a\_word, too.

<a id="theorem-1-1"></a>

> **Theorem 1.1 (A bound)**
>
> For $x\in\mathcal{X}$, with 1 \< 2 and a\_b,
>
> <a id="equation-1-1"></a>
>
> $$\lVert x \rVert \le 1 . \tag{1.1}$$

> *Proof.* By [(1.1)](#equation-1-1) and Theorem 2.1 in *Another page*.
>
> As Neely and Yu \[2017\] and [Theorem 1.1](#theorem-1-1) say.

> **A box**
>
> - One *thing*, `a|b`,
> - and *Another page*, in its units in *Another page*.
>
> | a | $b$ |
> | --- | --- |
> | 1 | 6.2% |

<details><summary>Solution</summary>

Twice Theorem 2.1.

</details>

ROCQ

Then +0.125 in [Fig. 1.1](#fig-1-1), and 2.5.

<a id="fig-1-1"></a>**Fig. 1.1** A picture of $\mathcal{X}$."""
    )


def test_cells_stand_where_they_stood(taken: dict[str, nbformat.NotebookNode]) -> None:
    kinds = [
        cell.source.partition("\n")[0] for cell in taken["here"].cells if cell.cell_type == "code"
    ][2:]
    say = 'say(r"""'
    # What a sentence shows may come after it.
    assert kinds == [say, say, "from myst_nb import glue", say, kinds[-1]]
    folded = [cell.metadata.get("jupyter", {}) for cell in taken["here"].cells]
    assert sum(one.get("source_hidden", False) for one in folded) == 6
    assert "image/png" in taken["here"].cells[-2].outputs[0].data  # before its caption
    parameters = [c for c in taken["figure1"].cells if "parameters" in c.metadata.get("tags", [])]
    assert len(parameters) == 1


@pytest.mark.parametrize("name", ["here", "there", "figure1", "lemma41"])
def test_nothing_is_left_that_only_the_book_reads(
    name: str, taken: dict[str, nbformat.NotebookNode]
) -> None:
    assert list(check_site.unrendered_syntax(taken[name])) == []


@pytest.mark.parametrize(
    "text",
    [
        "see {prf:ref}`thm-41`", "> :::{admonition} A", "```{prf:theorem}", ":::", "(chap-a)=",
        "> :label: thm", r"$\X_W$", "is <<gap:.2f>>",
    ],
)  # fmt: skip
def test_what_only_the_book_reads_is_found(text: str) -> None:
    shown = new_output("display_data", {"text/markdown": f"One line.\n{text}"})
    cell = new_code_cell("say()", outputs=[shown])
    assert list(check_site.unrendered_syntax(new_notebook(cells=[cell])))
    cell.outputs[0].data["text/markdown"] = r"$\Xi < \mathcal{X}$ (a)= {b} `c`: :label"
    assert not list(check_site.unrendered_syntax(new_notebook(cells=[cell])))


def test_run_again_it_says_the_same(taken: dict[str, nbformat.NotebookNode]) -> None:
    for name in ("here", "lemma41"):
        before = sentences(taken[name])
        again = NotebookClient(deepcopy(taken[name]), timeout=300).execute()
        assert sentences(again) == before


def test_with_another_value_a_chapter_says_other_numbers(
    taken: dict[str, nbformat.NotebookNode],
) -> None:
    chapter = deepcopy(taken["lemma41"])
    (cell,) = (cell for cell in chapter.cells if "T, W = 400, 2" in cell.source)
    cell.source = cell.source.replace("T, W = 400, 2", "T, W = 1000, 2")
    (said,) = sentences(NotebookClient(chapter, timeout=300).execute())
    # delta mu^2 is 4 R^2 / (W T), and R = 1.
    assert r"the share $\delta\mu^2 =$ 0.002" in said
    assert r"remembers some $1/(\delta\mu^2) =$ 500 rounds" in said


def test_with_other_parameters_an_experiment_says_other_numbers(
    taken: dict[str, nbformat.NotebookNode], tmp_path: Path
) -> None:
    nbformat.write(taken["figure1"], tmp_path / "figure1.ipynb")
    before = sentences(taken["figure1"])
    parameters = {"T": 2000, "K": 20, "windows": 40}
    papermill.execute_notebook(
        tmp_path / "figure1.ipynb", tmp_path / "out.ipynb", parameters, progress_bar=False
    )
    after = sentences(nbformat.read(tmp_path / "out.ipynb", 4))
    rounds = osphg.rounds.paper_quadratics(2000)
    run = osphg.play(osphg.OSPHG.tuned(rounds, 44, 20), rounds)
    violation = osphg.total_violation(run) / 2000
    assert violation < 0
    best = osphg.best_fixed_decision(rounds, 44)
    lead = np.mean(run.utility) - best.value / 2000
    assert lead < 0
    assert "the violation after the last round is not negative" in before[0]
    assert "a round more than the benchmark" in before[0]
    assert "the violation after the last round is negative" in after[0]
    assert f"earns {-lead:.4f} a round less than the benchmark" in after[0]
    assert f"{violation:+.4f} per round: negative" in after[1]
    assert len(before) == len(after)


def test_a_link_leads_to_the_site_if_it_has_an_address() -> None:
    document = new_document("here")
    document += [
        nodes.reference("", "Lemma 2", refuri="there.html#lem-two"),
        nodes.reference("", "here", refuri="#up"),
        nodes.reference("", "code", refuri="https://a.org/x"),
        nodes.reference("", "wheel", refuri="../osphg.whl"),
    ]
    titles = {"book/here": "Here", "book/there": "There"}
    page = PageMarkdown("book/here", document, titles, {}, [0], {}, "https://a.org/book/")
    assert page.line(document) == (
        "[Lemma 2](https://a.org/book/book/there.html#lem-two)[here](#here)"
        "[code](https://a.org/x)wheel"
    )


def test_the_caption_of_a_glued_figure_has_its_glued_values() -> None:
    value = nodes.inline("", "0.123", glued="gap:.3f")
    caption = nodes.caption("", "", nodes.Text("The gap is "), value)
    figure = nodes.figure("", nodes.image(uri="fig.png"), caption, glued="fig")
    document = new_document("here")
    document += figure
    page = PageMarkdown("book/here", document, {"book/here": "Here"}, {}, [0], {})
    assert page.blocks() == [
        Block(0, "<<fig>>", frozenset({"fig"})),
        Block(0, "The gap is <<gap:.3f>>", frozenset({"gap"})),
    ]


@pytest.mark.parametrize(
    ("tex", "found"),
    [
        (r"\X_W", r"\mathcal{X}_W"),
        (r"\Xi\X", r"\Xi\mathcal{X}"),
        (r"x^\X", r"x^{\mathcal{X}}"),
        (r"\ip{a_{1}}{\X} b", r"(a_{1}, \mathcal{X}) b"),
        (r"\ip x\mu", r"(x, \mu)"),
        (r"\ip {a} {b}", "(a, b)"),
        (r"\ip{\}}{b}", r"(\}, b)"),
        (r"\most x \\X", r"\max x \\X"),
        (r"\most{x}", r"\max{x}"),
    ],
)
def test_a_formula_has_no_macro(tex: str, found: str) -> None:
    macros = {"X": r"\mathcal{X}", "ip": "(#1, #2)", "most": r"\max"}
    assert expand_macros(tex, macros) == found


def test_a_brace_that_is_not_closed_is_an_error() -> None:
    with pytest.raises(ValueError, match="not closed in the formula"):
        expand_macros(r"\a{x", {"a": "#1"})


def test_sentences_need_no_myst_nb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "myst_nb", types.ModuleType("myst_nb"))  # as it is, afterwards
    del sys.modules["myst_nb"]
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    for _ in range(2):  # a cell may be run again
        space: dict[str, object] = {}
        exec(compile(take_away.SENTENCES, "sentences", "exec"), space)
        assert vars(sys.modules["myst_nb"])["glue"] is space["glue"]


def test_it_runs_where_osphg_is_not(wheel: Path, tmp_path: Path) -> None:  # noqa: F811
    venv.create(tmp_path / "env", with_pip=False)
    (packages,) = (tmp_path / "env").glob("lib/python*/site-packages")
    (packages / "shared.pth").write_text(f"{SHARED}\n")
    notebook = tmp_path / "lemma41.ipynb"
    chapter = read(BOOK / "lemma41.md")
    assert chapter is not None
    where = take_away.source("", "")
    code = [Block(at, None) for at, cell in enumerate(chapter.cells) if cell.cell_type == "code"]
    nbformat.write(take_away.runnable_notebook(code, chapter, {}, where), notebook)
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
