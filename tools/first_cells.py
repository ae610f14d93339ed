# Run this cell first: it installs osphg, where there is none. A wheel that it names must be beside
# this notebook: the book's first page has it.
import IPython

try:
    import osphg.rounds
except ImportError:
    IPython.get_ipython().run_line_magic("pip", 'install -q "{source}"')
    import osphg.rounds  # noqa: F401

# %%
# Sentences show what this notebook computes, and change with it: `say` shows one, `glue` renews it.
import re
import sys
import types
from importlib import import_module
from importlib.util import find_spec
from typing import Any

_values: dict[str, Any] = {}  # by the name that `glue` has for each
_sentences: dict[str, Any] = {}  # the place of each, by its text


def _filled(text: str) -> str:
    def shown(found: re.Match[str]) -> str:
        name, _, form = found[1].partition(":")
        if name not in _values:
            return "…"
        value = _values[name]
        plain = str(value) if form in ("", "s") else format(value, form)
        return re.sub(r"([\\`*_\[\]<>$|])", r"\\\1", plain)

    return re.sub("<<(.+?)>>", shown, text)


def _bundle(text: str) -> dict[str, Any]:
    alone = re.fullmatch("<<(.+?)>>", text)
    if alone and not isinstance(_values.get(alone[1], ""), str):
        return IPython.core.formatters.format_display_data(_values[alone[1]])[0]
    return {"text/markdown": _filled(text), "text/plain": _filled(text)}


def say(text: str) -> None:
    """Show a text in which <<name:format>> is what `glue` keeps by this name, or will keep."""
    text = text.strip()
    _sentences[text] = IPython.display.display(_bundle(text), raw=True, display_id=True)


def glue(name: str, value: object, display: bool = True) -> None:
    """Keep a value by its name, and renew the sentences that show it."""
    _values[name] = value
    if display:
        IPython.display.display(value)
    for text, place in _sentences.items():
        if f"<<{name}>>" in text or f"<<{name}:" in text:
            place.update(_bundle(text), raw=True)


# Cells import `glue` from there; not everybody has it.
if "myst_nb" not in sys.modules and find_spec("myst_nb") is None:
    sys.modules["myst_nb"] = types.ModuleType("myst_nb")
vars(import_module("myst_nb"))["glue"] = glue
