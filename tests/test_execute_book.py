"""Chapters are executed side by side; each kernel finds nothing that another has left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from check_site import pages_of_toc
from execute_book import LONG
from jupyter_cache import get_cache

CHAPTER = """---
jupytext: {{formats: "md:myst", text_representation: {{extension: .md, format_name: myst}}}}
kernelspec: {{display_name: Python 3, language: python, name: python3}}
---

# Chapter {name}

```{{code-cell}} python
{code}
```
"""
LEAVES = """import os, sys, warnings, numpy as np, sympy
import matplotlib.pyplot as plt
from ipykernel.kernelapp import IPKernelApp
found, sympy.left = getattr(sympy, "left", None), "{name}"
print(found, end=" ", flush=True)
print(os.path.basename(os.getcwd()), os.environ["GIVEN"], sys.stdin.read(), end=" ")
print(IPKernelApp.instance().transport, np.random.random())
warnings.warn("look out")
plt.plot([1, 2]);"""
ROOT = Path(__file__).resolve().parent.parent
SETTINGS = "{execute: {timeout: 60}, parse: {myst_enable_extensions: []}}"


def test_what_is_executed_first_is_in_the_book() -> None:
    assert {f"book/{name}" for name in LONG} <= set(pages_of_toc(ROOT / "_toc.yml"))


def executed(root: Path, code: str, **environment: str) -> dict[str, list[str]]:
    """Execute two chapters, and return what each prints, and the kinds of what it shows."""
    (root / "book").mkdir()
    for name in ("first", "second"):
        text = CHAPTER.format(name=name, code=code.format(name=name))
        (root / "book" / f"{name}.md").write_text(text)
    toc = "format: jb-book\nroot: book/first\nchapters: [{file: book/second}]\n"
    (root / "_toc.yml").write_text(toc)
    (root / "_config.yml").write_text(SETTINGS)
    command = [sys.executable, "-c", "import execute_book as e; e.execute(e.Path())"]
    path = os.pathsep.join([str(root), str(ROOT / "tools"), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path, **environment}
    subprocess.run(command, cwd=root, env=environment, check=True)
    cache = get_cache(str(root / "_build" / ".jupyter_cache"))
    shown = {}
    for record in cache.list_cache_records():
        (cell,) = (c for c in cache.get_cache_bundle(record.pk).nb.cells if c.cell_type == "code")
        shown[Path(record.uri).stem] = [o.get("text") or " ".join(o.data) for o in cell.outputs]
    return shown


@pytest.mark.slow
def test_each_chapter_begins_anew(tmp_path: Path) -> None:
    shown = executed(tmp_path, LEAVES, GIVEN="7")
    assert set(shown) == {"first", "second"}
    drawn_by_chance = set()
    for printed, warned, drawn in shown.values():
        *words, number = printed.split()
        # By names, of which another process can have taken none.
        assert words == ["None", "book", "7", "ipc" if sys.platform == "linux" else "tcp"]
        drawn_by_chance.add(number)
        assert "look out" in warned
        assert drawn == "image/png text/plain"
    assert len(drawn_by_chance) == 2


@pytest.mark.slow
def test_a_chapter_whose_kernel_dies_is_left_to_the_build(tmp_path: Path) -> None:
    code = "import os\nif '{name}' == 'first': os._exit(3)\nprint('well')"
    assert executed(tmp_path, code) == {"second": ["well\n"]}


@pytest.mark.slow
def test_it_does_where_what_kernels_have_loaded_cannot_be(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "numba.py").write_text("raise ValueError('not today')")
    assert executed(tmp_path, "print('{name}')") == {"first": ["first\n"], "second": ["second\n"]}
    assert "not today" in capfd.readouterr().err
