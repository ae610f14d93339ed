"""Formulas of a report: TeX in, MathML out, which browsers draw without a script or a font."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any

_COMMAND = re.compile(r"\\(?:([A-Za-z]+)\s*|.)", re.DOTALL)
_ARGUMENT = re.compile(r"\s*(\\[A-Za-z]+|\\.|[^\s{}])", re.DOTALL)
# docutils takes the 12 of \frac12 for one number, and ends what does not end.
_FRACTION = re.compile(r"(?<!\\)\\([dt]?frac)\s*(\d)\s*(\d)")
_OPERATOR = re.compile(r"(?<!\\)\\operatorname\s*\*?\s*\{([^{}]*)\}")  # neither star nor space
# TeX's own: one that docutils does not know, and one for which it has a sign that few fonts have.
_COMMON = {"dots": r"\ldots", "setminus": r"\smallsetminus"}
_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|[{}]", re.DOTALL)
_ENDS = {"}": "{", r"\end": r"\begin", r"\right": r"\left"}
_INDENT = re.compile(r">\n *<")


def mathml(tex: str, macros: Mapping[str, Any], *, display: bool = False) -> str:
    r"""Return the MathML of a formula; its TeX as code, with the reason, where it is wrong.

    Parameters
    ----------
    tex : str
        Without delimiters.
    macros : mapping
        As in MathJax's own settings: a definition, or [definition, number of arguments].
    display : bool
        Whether it stands on a line of its own.

    Examples
    --------
    >>> mathml(r"\root{2}", {"root": [r"\sqrt{#1}", 1]})
    '<math><msqrt><mn>2</mn></msqrt></math>'
    """
    from docutils.utils.math.latex2mathml import tex2mathml

    try:
        _check_ends(tex)
        plain = _expanded(tex.strip(), {**_COMMON, **macros})
        plain = _OPERATOR.sub(_operator, _FRACTION.sub(r"\\\1{\2}{\3}", plain))
        made = str(tex2mathml(plain, as_block=display))
    except Exception as error:  # docutils raises whatever its parts raise
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        return f'<code class="wrong" title="{escape(reason)}">{escape(tex.strip())}</code>'
    # HTML knows MathML's names without their address, and a page without any is easy to trust.
    return _INDENT.sub("><", made).replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "", 1)


def _operator(found: re.Match[str]) -> str:
    name = found[1].replace(r"\,", " ")
    return rf"\operatorname{{{name}}}"


def _check_ends(tex: str) -> None:
    waiting: list[str] = []
    for token in _TOKEN.findall(tex):
        if token in _ENDS.values():
            waiting.append(token)
        elif token in _ENDS and (not waiting or waiting.pop() != _ENDS[token]):
            raise ValueError(f"{token} without {_ENDS[token]}")
    if waiting:
        raise ValueError(f"{waiting[-1]} without its end")


def _expanded(tex: str, macros: Mapping[str, Any]) -> str:
    """Return TeX with these macros replaced by what they stand for."""
    done, place = [], 0
    while found := _COMMAND.search(tex, place):
        definition = macros.get(found[1])
        if definition is None:
            done.append(tex[place : found.end()])
            place = found.end()
            continue
        body, count = (definition, 0) if isinstance(definition, str) else definition[:2]
        done.append(tex[place : found.start()])
        place = found.end()
        arguments = []
        for _ in range(count):
            argument, place = _argument(tex, place)
            arguments.append(argument)
        filled = re.sub(r"#([1-9])", lambda hole, own=arguments: own[int(hole[1]) - 1], body)
        # A space, as a letter may follow that would belong to the last command's name.
        done.append(_expanded(filled, macros) + " ")
    return "".join([*done, tex[place:]])


def _argument(tex: str, place: int) -> tuple[str, int]:
    """Return a macro's next argument, a group or a single sign, and the place after it."""
    start = re.compile(r"\s*\{").match(tex, place)
    if not start:
        found = _ARGUMENT.match(tex, place)
        if not found:
            raise ValueError("a macro lacks an argument")
        return found[1], found.end()
    depth = 1
    for brace in re.compile(r"\\.|[{}]", re.DOTALL).finditer(tex, start.end()):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if not depth:
            return tex[start.end() : brace.start()], brace.end()
    raise ValueError("a macro's argument does not end")
