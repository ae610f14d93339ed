"""How a page with code ends: with what runs it again, and an experiment's with its source."""

from __future__ import annotations

import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import check_site
import page_end
import pytest
from myst_nb.core.read import is_myst_markdown_notebook

from osphg.experiments.catalogue import find, read

COMMIT = "0123456789" * 4
PATH = "book/figure1.ipynb"
EXPERIMENTS = [path.stem for path in sorted((check_site.ROOT / "book").glob("*.ipynb"))]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_ends_with_its_command_and_all_its_parameters(name: str) -> None:
    experiment = read(check_site.ROOT / "book" / f"{name}.ipynb")
    text = page_end.fill_template(page_end.END, experiment)
    blocks = text.split("```bash\n")[1:]
    words = shlex.split(blocks[-1].partition("```")[0].replace("\\\n", ""))
    assert words[:3] == ["osphg", "run", name]
    options, values = words[3::2], words[4::2]
    assert set(options) == {"-p"}
    given = dict(value.split("=", 1) for value in values)
    assert find(name).complete(given) == experiment.complete({})  # each as the page has it
    assert all(len(line) <= page_end.WIDTH + 2 for line in blocks[-1].splitlines())


def end_of(name: str, builder: str = "html") -> str:
    """Return what the build adds to the source of a page in Markdown."""
    source = check_site.ROOT / f"{name}.md"
    env = SimpleNamespace(doc2path=lambda page: str(source))
    app: Any = SimpleNamespace(env=env, builder=SimpleNamespace(name=builder))
    text = [source.read_text(encoding="utf-8")]
    page_end.add_commands(app, name, text)
    return text[0].removeprefix(source.read_text(encoding="utf-8"))


def test_each_chapter_in_markdown_says_how_it_runs() -> None:
    pages = check_site.pages_of_toc(check_site.ROOT / "_toc.yml")
    with_code = {
        page
        for page in pages
        if (file := Path(check_site.ROOT, f"{page}.md")).exists()
        and is_myst_markdown_notebook(file.read_text(encoding="utf-8"))
    }
    assert len(with_code) > 15
    for page in with_code - page_end.WITHOUT_END:
        name = page.rpartition("/")[2]
        assert f"--execute --inplace {name}.ipynb" in end_of(page)
        assert f'href="../_sources/{page}.ipynb"' in end_of(page)
    for page in ("book/index", "book/note", "book/notation"):
        assert end_of(page) == ""
    assert end_of("book/rate", "singlehtml") == ""


def test_with_a_public_repository() -> None:
    shown = page_end.source_line(PATH, "https://github.com/owner/book", COMMIT)
    binder = f"https://mybinder.org/v2/gh/owner/book/{COMMIT}?urlpath=lab/tree/{PATH}"
    assert shown == f"Source: `{PATH}` at commit 0123456789. Open it on [Binder]({binder})."


@pytest.mark.parametrize(
    ("repository", "commit"),
    [("", COMMIT), ("https://a.org/owner/book", COMMIT), ("https://github.com/owner/book", "")],
)
def test_without_one(repository: str, commit: str) -> None:
    shown = page_end.source_line(PATH, repository, commit)
    assert shown == f"Source: `{PATH}`{' at commit 0123456789' * bool(commit)}."
