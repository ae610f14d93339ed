"""Other processors are played by settings; what lies further apart than it may is counted."""

from __future__ import annotations

import os
import sys

import pytest
from compare_outputs import gap
from processors import PROCESSORS, apart, main

Numbers = dict[str, dict[tuple[str, ...], float]]


def test_a_gap_is_relative_to_the_larger_number_or_to_one() -> None:
    assert gap(1e-13, 0.0) == 1e-13
    assert gap(200.0, 202.0) == pytest.approx(2 / 202)


def test_what_lies_too_far_apart_is_counted_and_chaos_is_told_apart() -> None:
    calm, wild = ("g", "calm", "0", "regret"), ("g", "wild", "0", "regret")
    here: Numbers = {
        "rates": {("r",): 1.0},
        "tournament": {calm: 1.0, wild: 1.0},
        "spread": {calm: 0.0, wild: 1e-5},
    }
    same: Numbers = {name: dict(values) for name, values in here.items()}
    assert {beyond for _, beyond in apart(here, same).values()} == {0}
    there: Numbers = {
        **same,
        "tournament": {calm: 1 + 1e-11, wild: 1 + 5e-5},
        "rates": {("r",): 1 + 1e-13},
    }
    found = apart(here, there)
    assert {name: beyond for name, (_, beyond) in found.items()} == {
        "rates": 0, "tournament": 1, "tournament, chaotic": 0,
    }  # fmt: skip
    there["tournament"][wild] = 1 + 5e-4
    assert apart(here, there)["tournament, chaotic"][1] == 1
    with pytest.raises(ValueError, match="rates has other entries there"):
        apart(here, {**same, "rates": {("other",): 1.0}})


def test_a_command_is_told_the_processor_and_its_failure_is_the_status(
    capfd: pytest.CaptureFixture[str],
) -> None:
    name, before = next(iter(PROCESSORS)), dict(os.environ)
    told = "import os, sys; print(os.environ['OPENBLAS_CORETYPE']); sys.exit(3)"
    assert main([name, "--", sys.executable, "-c", told]) == 3
    said = capfd.readouterr()
    assert said.out.splitlines() == [f"== as on {name}", PROCESSORS[name]["OPENBLAS_CORETYPE"]]
    assert said.err == f"error: as on {name} it ended with status 3\n"
    assert dict(os.environ) == before


@pytest.mark.parametrize("words", [["Pentium", "--", "true"], ["Haswell"], ["Haswell", "--"]])
def test_an_unknown_processor_or_no_command_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert "error: name processors of Haswell, Zen, Prescott" in capsys.readouterr().err
