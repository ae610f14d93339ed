"""The mutants of the package's heart: each fits its file, and the tests that kill it are there."""

from __future__ import annotations

from check_site import ROOT
from mutants import LISTED


def test_every_mutant_changes_its_file() -> None:
    assert len(LISTED) >= 60
    assert len({mutant["name"] for mutant in LISTED}) == len(LISTED)
    for mutant in LISTED:
        text = (ROOT / mutant["file"]).read_text(encoding="utf-8")
        assert text.count(mutant["old"]) == 1, f"{mutant['name']}: its old text must occur once"
        assert mutant["old"] != mutant["new"]
        assert mutant["breaks"].endswith("."), mutant["name"]


def test_the_tests_that_kill_are_there() -> None:
    for test in {test for mutant in LISTED for test in mutant["tests"]}:
        file, _, name = test.partition("::")
        text = (ROOT / file).read_text(encoding="utf-8")
        for part in name.partition("[")[0].split("::"):
            assert f"def {part}" in text or f"class {part}" in text, test
