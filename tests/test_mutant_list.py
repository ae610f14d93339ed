"""The mutants of the package's heart: each fits its file, and the tool says what came of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mutants
import pytest

LISTED = mutants.read()


def test_every_mutant_changes_its_file() -> None:
    assert len(LISTED) >= 60
    assert len({mutant.name for mutant in LISTED}) == len(LISTED)
    for mutant in LISTED:
        assert mutant.text() != (mutants.ROOT / mutant.file).read_text(encoding="utf-8")
        assert mutant.breaks.endswith("."), mutant.name


def test_the_tests_that_kill_are_there() -> None:
    for test in {test for mutant in LISTED for test in mutant.tests}:
        file, _, name = test.partition("::")
        text = (mutants.ROOT / file).read_text(encoding="utf-8")
        for part in name.partition("[")[0].split("::"):
            assert f"def {part}" in text or f"class {part}" in text, test


def test_a_mutant_that_does_not_fit_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\nx = 1\n")
    mutant = mutants.Mutant("twice", "It breaks x.", "a.py", "x = 1", "x = 2", ())
    for file, found in (("a.py", 2), ("gone.py", 0)):
        with pytest.raises(ValueError, match=f"^twice: .* once in {file}, found {found} times$"):
            replace(mutant, file=file).text(tmp_path)


@pytest.mark.parametrize(
    ("status", "equivalent", "says", "right"),
    [
        (1, "", "dies", True),
        (0, "", "SURVIVES", False),
        (0, "nothing changes", "equivalent", True),
        (1, "nothing changes", "DIES, and is said to be equivalent", False),
    ],
)
def test_what_is_said(
    status: int, equivalent: str, says: str, right: bool, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    one = replace(LISTED[0], equivalent=equivalent)
    monkeypatch.setattr(mutants, "read", lambda: [one])
    monkeypatch.setattr(mutants, "outcome", lambda _, mutant=None: (status if mutant else 0, ""))
    assert mutants.main([]) == int(not right)
    said = capsys.readouterr().out
    assert f"  {says}  {one.name}: " in said
    assert f"{status} of 1 mutants die, {int(bool(equivalent))} are equivalent" in said
    assert mutants.main(["no such"]) == 2
