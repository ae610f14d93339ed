"""Outputs are compared as words and numbers: a digit that another processor rounds is no change.

And the outputs that the book's notebooks store have nothing that differs from run to run.
"""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from compare_outputs import difference
from notebooks import text_of_outputs

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("stored", "computed"),
    [
        ("0.1234", "0.1235"),
        ("regret -0.0 of 100", "regret 0.0 of 100"),
        ("9.9e-04", "1.0e-03"),
        ("999.9", "1,000.0"),
        ("<td>0.31</td><td>7</td>", "<td>0.32</td><td>7</td>"),
        ("'0.12 [0.10, 0.14]'", "'0.12 [0.11, 0.14]'"),
    ],
)
def test_outputs_that_show_the_same(stored: str, computed: str) -> None:
    assert difference(stored, computed) is None


@pytest.mark.parametrize(
    ("stored", "computed"),
    [
        ("0.1234", "0.1236"),  # the last digit by two
        ("1.23e-05", "1.23e-04"),
        ("0.5", "-0.5"),
        ("100 rounds", "101 rounds"),
        ("holds: 0.12", "fails: 0.12"),
        ("0.12", "0.12 0.13"),
        ("numpy 2.4.6", "numpy 2.4.7"),
    ],
)
def test_outputs_that_differ(stored: str, computed: str) -> None:
    assert difference(stored, computed) is not None
    assert difference(computed, stored) is not None


def test_numbers_in_full_may_differ_by_what_is_rounded() -> None:
    assert difference("0.30000000000000004", "0.3", within=1e-12) is None
    assert difference("0.30000000000000004", "0.3000000001", within=1e-12) is not None


def texts(path: Path) -> list[str]:
    """Return what each cell of a notebook has shown."""
    cells = nbformat.read(path, as_version=4).cells
    return [text_of_outputs(cell.outputs) for cell in cells if cell.cell_type == "code"]


def test_no_stored_number_has_more_than_twelve_digits() -> None:
    """Further digits depend on the processor."""
    number = re.compile(r"(?<![\w.])(\d[\d,]*\.\d+)")
    assert number.findall("0.3853439999999999 of 1,234.5") == ["0.3853439999999999", "1,234.5"]
    long_numbers = {
        (path.name, digits)
        for path in (ROOT / "book").rglob("*.ipynb")
        for text in texts(path)
        for digits in number.findall(text)
        if len(re.sub(r"\D", "", digits).lstrip("0")) > 12 or len(digits.partition(".")[2]) > 12
    }
    assert not long_numbers


def test_no_stored_output_holds_a_memory_address() -> None:
    address = re.compile(r"\bat 0x[0-9a-f]{6,}")
    assert address.search("<object at 0x7f0123456789>")
    outputs = [(path, text) for path in (ROOT / "book").rglob("*.ipynb") for text in texts(path)]
    assert [path.name for path, text in outputs if address.search(text)] == []
