"""The Rocq project: what is stored is what it proves, and what would not be a proof is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import certify
import pytest

STORED = certify.stored()
needs_rocq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="no coqc: hashes, names and axioms are compared instead"
)
HEAD = "| label | theorem | file | says |\n|---|---|---|---|\n"


def small(folder: Path, text: str) -> Path:
    """A project of one file with one theorem."""
    (folder / "_CoqProject").write_text("-Q . Osphg\nSmall.v\n")
    (folder / "Small.v").write_text("Require Import Reals Lra.\nOpen Scope R_scope.\n" + text)
    (folder / "README.md").write_text(HEAD + "| `thm` | `small` | `Small.v` | Small. |\n")
    return folder


def test_what_is_stored_is_the_project_as_it_is() -> None:
    project = certify.known()
    assert certify.differing(STORED, project) == []
    assert all(set(one["axioms"]) <= certify.AXIOMS for one in STORED["theorems"].values())
    assert STORED["rocq"] in (certify.PROJECT / "README.md").read_text(encoding="utf-8")
    assert {path.stem for path in certify.PROJECT.rglob("*.v")} == project["files"].keys()


@needs_rocq
class TestCertified:
    def test_a_theorem_with_its_statement_and_its_axioms(self, tmp_path: Path) -> None:
        lemma = "Lemma low : 0 <= 1. Proof. lra. Qed.\n"
        small(tmp_path, lemma + "Theorem small x : 0 <= x ^ 2.\nProof. apply pow2_ge_0. Qed.")
        found = certify.certified(tmp_path, 1)
        assert found["files"]["Small"]["lemmas"] == 2
        theorem = found["theorems"]["small"]
        assert theorem["statement"] == "forall x : R, 0 <= x ^ 2"
        assert set(theorem["axioms"]) <= certify.AXIOMS
        assert (theorem["label"], theorem["says"], theorem["uses"]) == ("thm", "Small.", [])

    def test_one_that_rests_on_more_than_its_group_is_seen(self, tmp_path: Path) -> None:
        bare = "Theorem bare : 0%nat = 0%nat. Proof. reflexivity. Qed.\n"
        small(tmp_path, bare + "Theorem small : 0 <= 1. Proof. lra. Qed.")
        with (tmp_path / "README.md").open("a") as file:
            file.write("| `thm` | `bare` | `Small.v` | Bare. |\n")
        alike: dict[str, dict[str, list[str]]] = {"small": {"axioms": []}, "bare": {"axioms": []}}
        found = certify.certified(tmp_path, 1, alike)["theorems"]
        assert found["small"]["axioms"] == found["bare"]["axioms"] != []

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                "Theorem small : 1 <= 0. Proof. lra. Qed.",
                r'Small\.v", line 3(?s:.*)Cannot find',
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
                "Small.small rests on Eqdep.Eq_rect_eq.eq_rect_eq",
            ),
        ],
    )
    def test_what_is_no_proof_is_refused(self, tmp_path: Path, text: str, message: str) -> None:
        with pytest.raises(certify.RefusedError, match=message):
            certify.certified(small(tmp_path, text), 1)
