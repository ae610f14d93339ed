"""Derivations as files of Rocq: what is exported, what is certified, and what is refused."""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import exports
import pytest
import sympy as sp
from exports import exported

from osphg.proofs import certify, kernel
from osphg.proofs.derivations import DERIVATIONS
from osphg.proofs.kernel import Assumption, assume, conclude, identity, induction
from osphg.proofs.rocq import coqc
from osphg.proofs.rocq.certificates import (
    FILES,
    HAND_WRITTEN,
    certified,
    closure,
    digest,
    needs,
    read,
    text_of,
)
from osphg.proofs.rocq.coqc import REALS, RocqError
from osphg.proofs.rocq.derivation import Derivation
from osphg.proofs.rocq.trace import Trace
from osphg.proofs.rocq.wholes import ExportError

STORED = read(Path(__file__).parent.parent / "book" / "certificates.json")
needs_rocq = pytest.mark.skipif(
    not coqc.installed(),
    reason="no coqc: that each exported file hashes to what was certified is checked instead",
)
needs_certificates = pytest.mark.skipif(
    not STORED, reason="the derivations have not been certified yet: make certify"
)
t, n = sp.symbols("t n", integer=True)
x, y = sp.symbols("x y", real=True)
a = sp.Function("a", real=True)
LOW = Assumption("a grows", a(t), "<=", a(t + 1), (t,), (t - 1,))


def grows() -> kernel.Fact:
    """a(1) <= a(t), by induction."""
    claim = (a(1), "<=", a(t))
    return induction(
        t, sp.Integer(1), claim, identity(a(1), a(1)),
        lambda before: conclude(a(1), "<=", a(t + 1), before, assume(LOW)),
    )  # fmt: skip


def small(**facts: kernel.Fact) -> str:
    return Derivation("A test", facts).text()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library compiled."""
    place = tmp_path_factory.mktemp("rocq")
    for name, text in closure(("Rules",), text_of).items():
        certified(name, text, "", place)
    return place


def check(text: str, folder: Path, name: str = "small") -> dict[str, Any]:
    return certified(name, text, "", folder)


# -- certificates


@needs_certificates
@pytest.mark.parametrize("name", FILES)
def test_every_file_is_what_was_certified(name: str) -> None:
    files = closure((name,), exported)
    assert STORED[name]["hash"] == digest(name, files), f"run `make certify`: {name} has changed"


@needs_certificates
def test_every_theorem_is_certified_on_the_axioms_of_the_reals_and_nothing_else() -> None:
    assert set(STORED) == set(FILES)
    for name in DERIVATIONS:
        stated = re.findall(r"^Theorem (\w+_holds) : \w+\.$", exported(name), re.M)
        assert list(STORED[name]["theorems"]) == sorted(stated)
    published, theorem_4_1 = STORED["Published"]["theorems"], STORED["Theorem41"]["theorems"]
    for axioms in (published["published_osphg_has_linear_regret"],
                   theorem_4_1["theorem_4_1_fails_holds"]):  # fmt: skip
        assert axioms, "the reals rest on axioms"
    for file in STORED.values():
        assert all(set(axioms) <= REALS for axioms in file["theorems"].values())


@needs_rocq
@needs_certificates
def test_rocq_accepts_a_derivation_of_the_book(folder: Path) -> None:
    found = check(exported("dual"), folder, "dual")
    assert found["theorems"].keys() == STORED["dual"]["theorems"].keys()


# -- the export


def test_a_statement_stands_first_and_says_all_it_rests_on() -> None:
    text = small(growth=grows())
    statement, derivation = text.split("(** * Derivation *)")
    assert "Definition growth : Prop :=\n  forall (a : Z -> R)," in statement
    assert "(* a grows *)\n  (forall t : Z, (1 <= t)%Z -> a t <= a (t + 1)%Z) ->" in statement
    assert statement.rstrip().endswith("a 1%Z <= a t.")
    assert "Theorem growth_holds : growth." in derivation


def test_the_same_text_whatever_the_order_of_sets() -> None:
    """In this process, whose hashes have a seed of their own, and in one with another."""
    program = (
        "from osphg.proofs.rocq.certificates import text_of\n"
        "import hashlib\nprint(hashlib.sha256(text_of('dual').encode()).hexdigest())"
    )
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": other},
    )  # fmt: skip
    assert found.stdout.strip() == hashlib.sha256(text_of("dual").encode()).hexdigest()


def test_an_export_is_kept_for_this_package_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def text_of(name: str) -> str:
        made.append(name)
        return "(* made *)"

    monkeypatch.setattr(exports, "text_of", text_of)
    for key in ("one package", "one package", "another"):
        monkeypatch.setattr(exports, "folder", lambda key=key: tmp_path / key)
        assert exports.exported("dual") == "(* made *)"
    assert made == ["dual", "dual"]
    assert [path.name for path in tmp_path.glob("*/*")] == ["dual.v", "dual.v"]


def test_equal_steps_are_proven_once() -> None:
    once, twice = Derivation("", {"f": kernel.add(grows())}), kernel.add(grows(), grows())
    assert Derivation("", {"f": twice}).lemmas == once.lemmas


def test_a_fact_whose_premise_is_missing_is_not_exported(monkeypatch: pytest.MonkeyPatch) -> None:
    fact = grows()
    monkeypatch.setattr(type(fact), "steps", lambda self: [self])
    with pytest.raises(ExportError, match=r"a premise of .* is missing"):
        Trace([fact])


def test_names_that_rocq_or_the_scripts_use_are_spelled_otherwise() -> None:
    words = sp.symbols("fun total s_x H1 R", real=True)
    fact = identity(sum(words), sum(reversed(words)))
    text = small(names=fact)
    for word in ("fun_", "total_", "v_s_x", "H1__", "R_"):
        assert f"forall {word} : R," in text


def test_facts_are_called_what_rocq_takes() -> None:
    text = Derivation("", {"4.1": grows(), "end": grows(), "a-b": grows()}).text()
    for name in ("fact_4_1", "fact_end", "a_b"):
        assert f"Theorem {name}_holds : {name}." in text
    with pytest.raises(ExportError, match="the same name in Rocq: a_b"):
        Derivation("", {"a-b": grows(), "a_b": grows()})


def test_a_comment_ends_where_it_should() -> None:
    odd = Assumption('a *) "b (* c', x, "<=", y)
    assert "(* a * ) 'b ( * c *)" in small(odd=assume(odd))


# -- what Rocq refuses


@needs_rocq
def test_rocq_accepts_a_users_own_derivation(folder: Path) -> None:
    found = check(small(growth=grows()), folder)
    assert set(found["theorems"]) == {"growth_holds"}


@needs_rocq
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("a 1%Z <= a t.\n\n(** * Derivation", "a 2%Z <= a t.\n\n(** * Derivation"),
        ("(1 <= t)%Z -> a t <= a (t + 1)%Z) ->", "(1 <= t)%Z -> a t <= a (t + 2)%Z) ->"),
        ("(1 <= t)%Z -> a t <= a (t + 1)%Z.", "(2 <= t)%Z -> a t <= a (t + 1)%Z."),
        ("a 1%Z <= a (t + 1)%Z.\nProof", "a 1%Z <= a (t + 2)%Z.\nProof"),
    ],
    ids=["statement", "assumption", "hypothesis", "step"],
)
def test_rocq_refuses_a_corrupted_file(folder: Path, right: str, wrong: str) -> None:
    text = small(growth=grows())
    assert text.count(right) == 1
    with pytest.raises(RocqError, match=r"small\.v, "):
        check(text.replace(right, wrong), folder)


@needs_rocq
def test_a_refusal_names_the_step_and_its_rule(folder: Path) -> None:
    text = small(growth=grows()).replace("apply (from 1", "apply (from 2")
    with pytest.raises(RocqError, match=r"small.v, s\d+ \(induct\), line \d+: .*"):
        check(text, folder)


@needs_rocq
@pytest.mark.parametrize(
    "trick",
    [
        "Axiom cheat : False.",
        "Axiom cheat' : False.",
        "Lemma cheat : False. Admitted.",
        "Lemma cheat'_more : False. Admitted.",
        "Unset Guard Checking. Fixpoint cheat (n : nat) : False := cheat n. Set Guard Checking.",
    ],
)
def test_what_rests_on_more_than_the_reals_is_no_certificate(folder: Path, trick: str) -> None:
    (name,) = set(re.findall(r"cheat[\w']*", trick))
    used = f"{name} O" if "Fixpoint" in trick else name
    text = f"{trick}\nTheorem t : False. Proof. exact ({used}). Qed.\nPrint Assumptions t.\n"
    with pytest.raises(RocqError, match=f"t rests on {name}"):
        check(text, folder)


@needs_rocq
def test_a_name_says_nothing_in_rocq(folder: Path) -> None:
    """A symbol may be called anything, and the statement stays what it is."""
    names = ["x. Axiom cheat : False. Check x", "a) (b", "(* c", "λ", "'", "forall"]
    square = kernel.square(sp.Add(*(sp.Symbol(name, real=True) for name in names)))
    text = small(square=square)
    assert "Axiom" not in re.sub(r"\w*_\w*", "", text)
    assert set(check(text, folder)["theorems"]) == {"square_holds"}


@pytest.mark.parametrize("name", ["v : Z => 0)). Abort. Axiom cheat : False. (*", "(* c", "é"])
def test_a_variable_that_is_printed_as_it_is_called_has_a_plain_name(name: str) -> None:
    v = sp.Symbol(name, integer=True)
    fact = kernel.instance(kernel.square(a(n)), {a: sp.Lambda(v, v**2)})
    with pytest.raises(ExportError, match="a variable must have a plain name"):
        small(square=fact)


@pytest.mark.parametrize(
    "function",
    [sp.Function("exp", positive=True), sp.Function("powerRZ", real=True)],
    ids=str,
)
def test_a_function_that_rocq_would_read_as_its_own_is_not_exported(function: Any) -> None:
    fact = kernel.square(function(t) if str(function) == "exp" else function(t, n))
    with pytest.raises(ExportError, match=f"is called {function}: rename it"):
        small(square=fact)


def test_a_function_named_like_the_cast_of_integers_gets_another_name() -> None:
    cast = sp.Function("IZR", real=True)
    none = assume(Assumption("none", cast(t), "=", sp.Integer(0), (t,)))
    text = small(sum=kernel.add(kernel.instance(none, {t: n}), kernel.identity(n, n)))
    assert "IZR_ : Z -> R" in text
    assert "IZR : Z -> R" not in text


@needs_rocq
def test_a_power_of_0_with_a_negative_exponent_is_refused_where_the_kernel_was_fooled(
    folder: Path,
) -> None:
    """C sum c^(t-s) is sum c^(t+1-s) for c = 0 only where 0 <= t - s."""
    text = """Require Import ZArith Lia Reals Lra. From Osphg Require Import Sums.
Open Scope R_scope.
Theorem absorbed_fails : exists (c : R) (g : Z -> R) (t : Z),
  c * total (fun s => powerRZ c (t - s) * g s) 1 t
  <> total (fun s => powerRZ c (t + 1 - s) * g s) 1 t.
Proof. exists 0, (fun _ => 1), (-1)%Z. unfold total, before, upto. simpl. lra. Qed.
Print Assumptions absorbed_fails.
"""
    assert set(check(text, folder)["theorems"]) == {"absorbed_fails"}


def test_files_need_only_files_that_exist() -> None:
    for name in HAND_WRITTEN:
        assert set(needs(text_of(name))) <= set(FILES)


# -- a user's own derivation

PROOF = '''"""The mean of two squares."""
import sympy as sp
from osphg.proofs import kernel as rule
x, y = sp.symbols("x y", real=True)

def prove():
    square = (sp.Rational(1, 2), rule.square(x - y))
    return {"young": rule.conclude(x * y, "<=", (x**2 + y**2) / 2, square).named("Young")}
'''


def run_certify(folder: Path, text: str, *more: str) -> int:
    path = folder / "my_proof.py"
    path.write_text(text)
    return certify.main([str(path), *more])


@needs_rocq
def test_one_command_certifies_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_certify(tmp_path, PROOF, "--out", str(tmp_path / "my_proof.v")) == 0
    said = capsys.readouterr().out
    assert "x * y <= 1 / 2 * x ^ 2 + 1 / 2 * y ^ 2." in said
    assert "young_holds rests on ClassicalDedekindReals" in said
    assert "certified by Rocq" in said
    assert "Theorem young_holds : young." in (tmp_path / "my_proof.v").read_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", r"it defines no prove\(\)"),
        ("def prove(:\n", "SyntaxError"),
        ("def prove():\n    return 1 / 0\n", "ZeroDivisionError"),
        ("raise SystemExit(0)\n", "SystemExit"),
        ("def prove():\n    return []\n", r"prove\(\) must return facts by name, not \[\]"),
        ("def prove():\n    return {'a': 1}\n", r"prove\(\) returns 'a': 1, which is no fact"),
        (PROOF.replace("(x**2 + y**2) / 2", "x**2 / 2"), "the kernel refuses a step: not the same"),
        (
            PROOF.replace('{"young":', '{"y-": rule.square(x), "y_":'),
            "two facts would have the same name in Rocq: y_",
        ),
    ],
)
def test_what_is_no_derivation_is_reported(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_certify(tmp_path, text) == 1
    said = capsys.readouterr().err
    assert re.search(rf"error: .*my_proof\.py: {message}", said)
    assert len(said.splitlines()) == 1


def test_no_such_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert certify.main([str(tmp_path / "gone.py")]) == 1
    assert "gone.py: no such file" in capsys.readouterr().err


def test_without_rocq_one_line_says_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run_certify(tmp_path, PROOF) == 1
    (said,) = capsys.readouterr().err.splitlines()
    for word in ("apt-get install coq", "conda-forge", "opam", "Coquelicot is not needed"):
        assert word in said


# coqc as it is when it refuses the second lemma of the file that it is given last
REFUSES = """import sys
from pathlib import Path
path = Path(sys.argv[-1])
if path.name != "my_proof.v":
    sys.exit(0 if path.exists() else print("version 0.0"))
lines = path.read_text().splitlines()
place = [n for n, line in enumerate(lines, 1) if line.startswith("Lemma ")][1]
print(f'File "./my_proof.v", line {place + 2}, characters 2-5:', file=sys.stderr)
sys.exit("Error: No such goal.")
"""


def test_a_refusal_says_the_fact_its_rule_and_what_rocq_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    coqc_path, refuses = tmp_path / "coqc", tmp_path / "refuses.py"
    refuses.write_text(REFUSES)
    coqc_path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{refuses}" "$@"\n')
    coqc_path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run_certify(tmp_path, PROOF) == 1
    said = capsys.readouterr().err
    assert re.search(r"my_proof\.v, s2 \(scale\), line \d+: No such goal\.\nin Lemma s2 ", said)
