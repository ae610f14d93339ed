"""The mutants of the package's heart: each fits its file, and the tests that kill it are there."""

from __future__ import annotations

from check_site import ROOT
from mutants import LISTED


def test_every_mutant_changes_its_file() -> None:
    assert len(LISTED) >= 60
    assert len({mutant["name"] for mutant in LISTED}) == len(LISTED)
    faults = []  # of all mutants: a change of the package often moves the texts of several
    for mutant in LISTED:
        text = (ROOT / mutant["file"]).read_text(encoding="utf-8")
        times = text.count(mutant["old"])
        if times != 1:
            fault = f"its old text must occur once in {mutant['file']}, got {times} times"
            faults.append(f"{mutant['name']}: {fault}")
        if mutant["old"] == mutant["new"]:
            faults.append(f"{mutant['name']}: its new text must differ from its old one")
        if not mutant["breaks"].endswith("."):
            faults.append(f"{mutant['name']}: what it breaks must end with a full stop")
    assert not faults, "\n".join(faults)


def test_the_tests_that_kill_are_there() -> None:
    missing = []
    for test in sorted({test for mutant in LISTED for test in mutant["tests"]}):
        file, _, name = test.partition("::")
        text = (ROOT / file).read_text(encoding="utf-8")
        for part in name.partition("[")[0].split("::"):
            if f"def {part}" not in text and f"class {part}" not in text:
                missing.append(test)
    assert not missing, "\n".join(missing)
