"""The Rocq project: the certificates are of its sources, and what is no proof is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import certify
import pytest

STORED = certify.stored_certificates()
needs_rocq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="no coqc: hashes, names and axioms are compared instead"
)
HEAD = "| label | theorem | file | says |\n|---|---|---|---|\n"


def small_project(folder: Path, text: str) -> Path:
    """Write a project of one file, with the theorem `small`, to a folder; return the folder."""
    (folder / "_CoqProject").write_text("-Q . Osphg\nSmall.v\n")
    (folder / "Small.v").write_text("Require Import Reals Lra.\nOpen Scope R_scope.\n" + text)
    (folder / "README.md").write_text(HEAD + "| `thm` | `small` | `Small.v` | Small. |\n")
    return folder


def test_the_certificates_are_of_the_sources_as_they_are() -> None:
    assert certify.listed_theorems()["sha256"] == STORED["sha256"], "run: make certify"
    assert set(STORED["axioms"]) == certify.AXIOMS
    text = (certify.PROJECT / "README.md").read_text(encoding="utf-8")
    assert STORED["rocq"] in text
    rows = [line for line in text.partition("| label |")[2].splitlines() if line[:1] == "|"]
    assert len(rows[1:]) == len(STORED["theorems"])


def test_another_source_or_table_has_another_hash(tmp_path: Path) -> None:
    first = certify.listed_theorems(
        small_project(tmp_path, "Theorem small : 0 <= 1. Proof. lra. Qed.")
    )
    assert (
        certify.listed_theorems(small_project(tmp_path, "Theorem small : 0 <= 2. Proof. lra. Qed."))
        != first
    )
    small_project(tmp_path, "Theorem small : 0 <= 1. Proof. lra. Qed.")
    assert certify.listed_theorems(tmp_path) == first
    with (tmp_path / "README.md").open("a") as file:
        file.write("| `thm` | `other` | `Small.v` | Other. |\n")
    assert certify.listed_theorems(tmp_path)["sha256"] != first["sha256"]


@needs_rocq
class TestCertified:
    def test_a_theorem_with_its_statement_and_what_it_uses(self, tmp_path: Path) -> None:
        low = "Theorem low x : 0 <= x ^ 2.\nProof. apply pow2_ge_0. Qed.\n"
        between = "Lemma between : 0 <= 2 ^ 2. Proof. exact (low 2). Qed.\n"
        small_project(
            tmp_path, low + between + "Theorem small : 0 <= 2 ^ 2. Proof. exact between. Qed."
        )
        with (tmp_path / "README.md").open("a") as file:
            file.write("| `low` | `low` | `Small.v` | Low. |\n")
        certificates = certify.certificates_of(tmp_path)
        assert set(certificates["axioms"]) <= certify.AXIOMS
        low_entry = {"label": "low", "file": "Small", "says": "Low.", "uses": []}
        low_entry["statement"] = "forall x : R, 0 <= x ^ 2"
        assert certificates["theorems"]["low"] == low_entry
        assert certificates["theorems"]["small"]["uses"] == ["low"]

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
                "rests on Eqdep.Eq_rect_eq.eq_rect_eq",
            ),
        ],
    )
    def test_what_is_no_proof_is_refused(self, tmp_path: Path, text: str, message: str) -> None:
        with pytest.raises(SystemExit, match=message):
            certify.certificates_of(small_project(tmp_path, text))
