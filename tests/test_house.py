"""What the project says in several places is the same: versions, make targets, paths, chapters."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import check_site
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from osphg.experiments.catalogue import find

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-test.lock")
NOTEBOOKS = sorted((ROOT / "book").rglob("*.ipynb"))


def normal_name(name: str) -> str:
    """Return the name of a package as indexes compare it: lower case, with hyphens."""
    return re.sub(r"[-_.]+", "-", name).lower()


def text_of_locks(names: Iterable[str] = LOCKS) -> str:
    """Return the text of lock files, one after another."""
    return "".join((ROOT / name).read_text() for name in names)


def locked_versions() -> dict[str, set[str]]:
    """Return the versions of each package in the locks; kinds of machines may have their own.

    Fails if an entry is no exact version or has no hash.
    """
    pins: dict[str, set[str]] = {}
    text = re.sub("^#.*\n", "", text_of_locks(), flags=re.MULTILINE)
    for entry in text.replace(" \\\n", " ").splitlines():
        line, *hashes = re.split(" +--hash=", entry)
        match = re.fullmatch(r"([\w.-]+)==([\w.+!]+)( ; .+)?", line)
        assert match, f"not an exact pin: {line!r}"
        assert hashes, f"no hash: {line!r}"
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", digest) for digest in hashes), line
        pins.setdefault(normal_name(match[1]), set()).add(match[2])
    return pins


def requirements() -> dict[str, list[str]]:
    """Return the requirements of pyproject.toml by extra; those of the core under ''."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {"": table["dependencies"], **table["optional-dependencies"]}


class TestVersions:
    def test_lock_satisfies_every_requirement_of_pyproject(self) -> None:
        pins = locked_versions()
        for requirement in (Requirement(r) for group in requirements().values() for r in group):
            versions = pins.get(normal_name(requirement.name), set())
            assert versions, f"{requirement.name} is not in the lock: make lock"
            assert all(v in requirement.specifier for v in versions), requirement

    def test_what_computes_numbers_has_one_version_on_every_machine(self) -> None:
        pins = locked_versions()
        for name in ("numpy", "scipy", "numba", "sympy", "matplotlib", "pyscipopt"):
            assert len(pins[name]) == 1, name

    def test_build_backend_is_the_locked_one(self) -> None:
        build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]
        assert build["requires"] == [f"hatchling=={next(iter(locked_versions()['hatchling']))}"]

    def test_conda_takes_the_locks_and_a_supported_python(self) -> None:
        python, *_, pip = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
        assert pip == {"pip": [f"-r {name}" for name in LOCKS]}
        table = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        assert SpecifierSet(table["requires-python"]).contains(python.removeprefix("python="))

    def test_book_is_installed_without_what_only_tests_need(self) -> None:
        pinned = [set(re.findall(r"^([\w.-]+)==", text_of_locks([name]), re.M)) for name in LOCKS]
        assert not pinned[0] & pinned[1], "in both locks"
        required = requirements()
        both = {"numba", "packaging", "pandas", "psutil"}
        assert {normal_name(Requirement(r).name) for r in required["test"]} <= pinned[1] | both
        for extra in ("", "book", "fast", "plots", "proofs", "tables", "exact", "dev"):
            assert {normal_name(Requirement(r).name) for r in required[extra]} <= pinned[0], extra

    def test_the_extra_book_has_the_five_that_experiments_use(self) -> None:
        required = requirements()
        for extra in ("fast", "plots", "proofs", "tables", "exact"):
            assert {*required[extra]} <= {*required["book"]}, extra


class TestDocuments:
    def test_every_command_of_the_documents_is_a_target(self) -> None:
        targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
        for name in ("README.md", "CONTRIBUTING.md"):
            used = set(re.findall(r"(?:`|^    )make ([a-z]+)", (ROOT / name).read_text(), re.M))
            assert used, name
            assert used <= targets, (name, used - targets)

    def test_readme_lists_every_target(self) -> None:
        listed = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
        missing = [t for t in listed if f"`make {t}`" not in (ROOT / "README.md").read_text()]
        assert not missing

    def test_citation_and_package_have_one_version(self) -> None:
        cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"]
        assert cited == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

    def test_every_chapter_exists_and_is_in_the_contents(self) -> None:
        chapters = check_site.pages_of_toc(ROOT / "_toc.yml")
        files = [p for p in (ROOT / "book").rglob("*") if p.suffix in {".md", ".ipynb"}]
        found = {p.relative_to(ROOT).with_suffix("").as_posix() for p in files}
        assert set(chapters) == found, "give each chapter a line in _toc.yml"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
class TestNotebooks:
    def cells(self, path: Path) -> list[dict[str, object]]:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        return [c for c in notebook["cells"] if c["cell_type"] == "code" and "".join(c["source"])]

    def test_was_executed_from_top_to_bottom(self, path: Path) -> None:
        counts = [cell["execution_count"] for cell in self.cells(path)]
        assert counts == list(range(1, len(counts) + 1)), "run: make notebooks"

    def test_says_what_its_parameters_mean(self, path: Path) -> None:
        known = find(path.stem).parameters
        assert not [name for name, parameter in known.items() if not parameter.meaning]

    def test_has_no_error_and_no_warning_in_its_outputs(self, path: Path) -> None:
        outputs = [o for cell in self.cells(path) for o in cell["outputs"]]  # type: ignore[attr-defined]
        assert not [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"]


@pytest.mark.parametrize("target", ["env", "distclean"])
def test_make_leaves_an_environment_that_it_has_not_made(target: str, tmp_path: Path) -> None:
    """Neither a folder of another's, nor one that a link leads to, is emptied."""
    for name in ("Makefile", "requirements.lock", "requirements-test.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("benchmarks", "osphg", "tests", "tools", "book", "examples", "mine"):
        (tmp_path / name).mkdir()
    mine = tmp_path / "mine"
    (mine / "thesis.tex").write_text("mine")
    place = tmp_path / ".venv"
    for kind in ("link", "folder"):
        place.symlink_to(mine) if kind == "link" else mine.rename(place)
        ran = subprocess.run(
            ["make", target, f"PYTHON={sys.executable}"], cwd=tmp_path, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 2
        assert "error: .venv is a link, or was not made by make: move it away" in ran.stderr
        assert (place / "thesis.tex").read_text() == "mine"
        if kind == "link":
            place.unlink()


def test_every_path_of_the_documents_exists() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        paths = set(re.findall(r"`((?:osphg|book|tests|tools)/[\w/.]+)`", text))
        assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
