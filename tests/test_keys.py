"""What is computed anew by a change: code that is used, and data that are read; no prose."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from osphg.experiments import keys

FILES = {
    "osphg/__init__.py": '"""The package."""\n',
    "osphg/inner/table.toml": "a = 1\n",
    "osphg/inner/deep.py": 'def depth():\n    """Return one."""\n    return 1  # as said\n',
    "book/chapter.md": ":label: thm-one\nIt holds.\n",
    "book/references.bib": "% a comment\n@book{one,\n  title = {One}\n}\n",
    "book/stored/long/results.csv": "1\n",
    "examples/hourly.py": "x = 1\n",
}
CODE = "import osphg\nosphg.inner.deep.depth()"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(keys, "ROOT", tmp_path / "osphg")
    monkeypatch.setattr(keys, "book_folder", lambda: tmp_path / "book")
    return tmp_path


def notebook(code: str) -> str:
    cells = [nbformat.v4.new_markdown_cell("Prose."), nbformat.v4.new_code_cell(code)]
    return str(nbformat.writes(nbformat.v4.new_notebook(cells=cells)))


@pytest.mark.parametrize(
    ("code", "file", "old", "new"),
    [
        (CODE, "osphg/inner/deep.py", "return 1", "return 2"),
        (CODE, "osphg/inner/table.toml", "1", "2"),
        ("stored('long')", "book/stored/long/results.csv", "1", "2"),
        ("folder.glob('*.md')", "book/chapter.md", "thm-one", "thm-two"),
        ("(folder / 'references.bib').read_text()", "book/references.bib", "{One}", "{Two}"),
        ("sys.path.insert(0, folder / 'examples')", "examples/hourly.py", "1", "2"),
        (f"import inspect\n{CODE}", "osphg/inner/deep.py", "as said", "or so"),
        (f"%time {CODE}", "osphg/inner/deep.py", "1", "2"),
    ],
)
def test_what_is_used_changes_the_key(
    tree: Path, monkeypatch: pytest.MonkeyPatch, code: str, file: str, old: str, new: str
) -> None:
    monkeypatch.setattr("osphg.sources.ROOT", tree / "osphg")  # of the whole package
    before = keys.sources(notebook(code))
    path = tree / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    assert keys.sources(notebook(code)) != before
    path.write_text(text)
    assert keys.sources(notebook(code)) == before


@pytest.mark.parametrize(
    ("code", "file", "old", "new"),
    [
        (CODE, "osphg/inner/deep.py", "Return one.", "Return a one."),
        (CODE, "osphg/inner/deep.py", "  # as said", ""),
        (CODE, "osphg/__init__.py", "The package", "A package"),
        ("folder.glob('*.md')", "book/chapter.md", "It holds.", "It always holds."),
        ("(folder / 'references.bib').read_text()", "book/references.bib", "comment", "word"),
        (CODE, "book/stored/long/results.csv", "1", "2"),
    ],
)
def test_what_is_said_and_what_is_not_used_does_not(
    tree: Path, code: str, file: str, old: str, new: str
) -> None:
    before = keys.sources(notebook(code))
    path = tree / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    assert keys.sources(notebook(code)) == before


def test_prose_changes_neither_key() -> None:
    one, two = notebook("x = 1"), notebook("x = 1").replace("Prose.", "Other prose.")
    assert one != two
    assert (keys.notebook(one), keys.sources(one)) == (keys.notebook(two), keys.sources(two))
