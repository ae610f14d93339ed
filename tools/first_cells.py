# Run this cell first: it installs osphg, where there is none. If it names a wheel, that file must
# be beside this notebook: the book's first page has it.
import IPython

try:
    import osphg.rounds
except ImportError:
    IPython.get_ipython().run_line_magic("pip", 'install -q "{source}"')
    import osphg.rounds  # noqa: F401

# %%
# Sentences show numbers that this notebook computes, and change when it computes them again: `say`
# shows a sentence, and `glue` gives a number its name and renews the sentences that have it.
import re
import sys
import types
from importlib import import_module
from importlib.util import find_spec
from typing import Any

_values: dict[str, Any] = {}  # what `glue` keeps, by name
_displays: dict[str, Any] = {}  # where each sentence stands in the notebook, by its text


def _fill_in(text: str) -> str:
    """Return a text with a value for each <<name:format>>, or with … where there is none yet.

    The value is what `glue` was last given under this name in this notebook. A format is one of
    Python's `format`; none, or "s", shows the value as `str` does.
    """

    def format_value(match: re.Match[str]) -> str:
        """Return the value for one <<name:format>>, with special characters of Markdown escaped."""
        name, _, form = match[1].partition(":")
        if name not in _values:
            return "…"
        value = _values[name]
        shown = str(value) if form in ("", "s") else format(value, form)
        return re.sub(r"([\\`*_\[\]<>$|])", r"\\\1", shown)

    return re.sub("<<(.+?)>>", format_value, text)


def _display_data(text: str) -> dict[str, Any]:
    """Return what Jupyter shows for a text, by MIME type.

    A text that is nothing but a name shows its value, such as a figure, as Jupyter would.
    """
    name = re.fullmatch("<<(.+?)>>", text)
    if name and not isinstance(_values.get(name[1], ""), str):
        return IPython.core.formatters.format_display_data(_values[name[1]])[0]
    return {"text/markdown": _fill_in(text), "text/plain": _fill_in(text)}


def say(text: str) -> None:
    """Show a text in which <<name:format>> is what `glue` keeps by this name, or will keep."""
    text = text.strip()
    _displays[text] = IPython.display.display(_display_data(text), raw=True, display_id=True)


def glue(name: str, value: object, display: bool = True) -> None:
    """Keep a value by its name, show it unless `display` is false, and renew its sentences."""
    _values[name] = value
    if display:
        IPython.display.display(value)
    for text, place in _displays.items():
        if f"<<{name}>>" in text or f"<<{name}:" in text:
            place.update(_display_data(text), raw=True)


# Cells of this notebook import `glue` from myst_nb, which not everybody has.
if "myst_nb" not in sys.modules and find_spec("myst_nb") is None:
    sys.modules["myst_nb"] = types.ModuleType("myst_nb")
vars(import_module("myst_nb"))["glue"] = glue
