"""The Rocq project: what is stored is what it proves, and what would not be a proof is refused."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path

import certify
import pytest
import rocq_project as rocq

STORED = rocq.read()
needs_rocq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="no coqc: hashes, names and axioms are compared instead"
)
HEAD = "| label | theorem | file | says |\n|---|---|---|---|\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project."""
    return Path(shutil.copytree(rocq.PROJECT, tmp_path / "rocq"))


def small(folder: Path, text: str) -> Path:
    """A project of one file with one theorem."""
    (folder / "_CoqProject").write_text("-Q . Osphg\nSmall.v\n")
    (folder / "Small.v").write_text("Require Import Reals Lra.\nOpen Scope R_scope.\n" + text)
    (folder / "README.md").write_text(HEAD + "| `thm` | `small` | `Small.v` | Small. |\n")
    return folder


def test_what_is_stored_is_the_project_as_it_is() -> None:
    assert rocq.stale(STORED) == []
    assert STORED["rocq"] in (rocq.PROJECT / "README.md").read_text(encoding="utf-8")
    listed = {path.stem for path in rocq.PROJECT.rglob("*.v")}
    assert listed == set(rocq.sources())


class TestStale:
    """Seen without Rocq."""

    def test_an_edited_file(self, project: Path) -> None:
        path = project / "Setting.v"
        path.write_text(path.read_text(encoding="utf-8").replace("convex", "covex", 1))
        assert rocq.stale(STORED, project) == ["Setting.v: not certified as it is"]

    def test_a_deleted_file(self, project: Path) -> None:
        (project / "Setting.v").unlink()
        with pytest.raises(FileNotFoundError, match=r"Setting\.v"):
            rocq.stale(STORED, project)

    def test_an_invented_theorem(self, project: Path) -> None:
        found = copy.deepcopy(STORED)
        name, theorem = next(iter(found["theorems"].items()))
        found["theorems"]["riemann"] = theorem
        assert rocq.stale(found) == ["riemann: not in the table"]
        path = project / "README.md"
        row = "| `thm` | `riemann` | `Setting.v` | All zeros. |\n"
        path.write_text(path.read_text(encoding="utf-8") + row)
        with pytest.raises(ValueError, match=r"lists riemann: Setting\.v has no such theorem"):
            rocq.stale(STORED, project)
        del found["theorems"]["riemann"], found["theorems"][name]
        assert rocq.stale(found) == [f"{name}: not certified as the table has it"]

    def test_another_axiom(self) -> None:
        found = copy.deepcopy(STORED)
        name = next(iter(found["theorems"]))
        found["theorems"][name]["axioms"].append("Small.miracle")
        assert rocq.stale(found) == [f"{name} rests on Small.miracle"]

    def test_a_theorem_that_is_listed_twice(self, tmp_path: Path) -> None:
        small(tmp_path, "Theorem small : 0 <= 1. Proof. lra. Qed.")
        row = "| `thm` | `small` | `Small.v` | Small. |\n"
        (tmp_path / "README.md").write_text(HEAD + 2 * row)
        with pytest.raises(ValueError, match="lists small twice"):
            rocq.rows(tmp_path)


@needs_rocq
class TestCertified:
    def test_a_theorem_with_its_statement_and_its_axioms(self, tmp_path: Path) -> None:
        lemma = "Lemma low : 0 <= 1. Proof. lra. Qed.\n"
        small(tmp_path, lemma + "Theorem small x : 0 <= x ^ 2.\nProof. apply pow2_ge_0. Qed.")
        found = certify.certified(tmp_path, 1)
        assert found["files"]["Small"]["lemmas"] == 2
        theorem = found["theorems"]["small"]
        assert theorem["statement"] == "forall x : R, 0 <= x ^ 2"
        assert set(theorem["axioms"]) <= rocq.AXIOMS.keys()
        assert (theorem["label"], theorem["says"], theorem["uses"]) == ("thm", "Small.", [])

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                "Theorem small : 1 <= 0. Proof. lra. Qed.",
                r"Small\.v: (?s:.*)line 3(?s:.*)Cannot find",
            ),
            ("Theorem small : 1 <= 0. Admitted.", r"not proven: Osphg\.Small\.small"),
            (
                "Axiom odd : 1 <= 0.\nTheorem small : 1 <= 0. Proof. exact odd. Qed.",
                r"not proven: Osphg\.Small\.odd",
            ),
            (  # as if it were the library's
                "Module ClassicalDedekindReals.\n"
                "Axiom sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}.\n"
                "End ClassicalDedekindReals.\nTheorem small : 0 <= 1. Proof. lra. Qed.",
                r"not proven: Osphg\.Small\.ClassicalDedekindReals\.sig_not_dec",
            ),
            (
                "Unset Guard Checking.\nFixpoint loop (n : nat) : 1 <= 0 := loop n.\n"
                "Theorem small : 1 <= 0. Proof. exact (loop 0). Qed.",
                r"not proven: Osphg\.Small\.loop",
            ),
            (
                "Require Import Eqdep.\nTheorem small (p : 0 = 0) : p = eq_refl.\n"
                "Proof. apply UIP_refl. Qed.",
                "small rests on Eqdep.Eq_rect_eq.eq_rect_eq",
            ),
        ],
    )
    def test_what_is_no_proof_is_refused(self, tmp_path: Path, text: str, message: str) -> None:
        with pytest.raises(certify.RefusedError, match=message):
            certify.certified(small(tmp_path, text), 1)


def test_a_difference_is_named_and_fails_the_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = copy.deepcopy(STORED)
    name, theorem = next(iter(found["theorems"].items()))
    theorem["statement"] += " \\/ True"
    monkeypatch.setattr(certify, "certified", lambda *_: found)
    before = rocq.STORED.read_bytes()
    assert certify.main(["--check"]) == 1
    assert f"{name}: statement changed" in capsys.readouterr().out
    assert rocq.STORED.read_bytes() == before
    monkeypatch.setattr(certify, "certified", lambda *_: STORED)
    assert certify.main(["--check"]) == 0


def test_a_badge_shows_statement_and_axioms() -> None:
    row = rocq.rows()[0]
    html = rocq.certificate(row, STORED, home=True)
    assert f'id="{rocq.anchor(row.theorem)}"' in html
    assert "from the definitions" in html
    assert "Axioms: <code>" in html
