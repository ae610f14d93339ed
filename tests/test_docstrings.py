"""The docstrings of public names: numpydoc finds no error in them, and those put there."""

from __future__ import annotations

import docstrings
import pytest

import osphg


def test_numpydoc_finds_no_error_in_the_docstring_of_a_public_name() -> None:
    names = docstrings.public_names()
    assert {"osphg.domains.Box", "osphg.playing.play", "osphg.domains.Box.half_spaces"} <= {*names}
    messages = [error.message for name in names for error in docstrings.errors_of(name)]
    assert not messages, "\n".join(messages)


@pytest.mark.parametrize(
    ("docstring", "code"),
    [
        (None, "GL08"),
        ("Play all rounds.", "PR01"),
        ("Play.\n\nParameters\n----------\nplayer\n    One.\n", "PR04"),
        ("Play.\n\nParameters\n----------\nplayer : Player\n", "PR07"),
        ("Play.\n\nParameters\n----------\nmoney : float\n    Some.\n", "PR02"),
        ("Plays all rounds.", "SS05"),
        ("Play all rounds.", "RT01"),
    ],
)
def test_an_error_is_found(
    docstring: str | None, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(osphg.play, "__doc__", docstring)
    messages = [error.message for error in docstrings.errors_of("osphg.playing.play")]
    assert any(f"osphg.playing.play: {code} " in message for message in messages), messages
