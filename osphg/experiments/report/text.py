"""The text of a report: the book's MyST as HTML that stands alone.

MyST's own parser reads it. The writers of docutils and Sphinx need the whole book around a page;
here a label of another page becomes the words for what it names.
"""

from __future__ import annotations

import base64
import mimetypes
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

import yaml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from osphg.experiments.report.book import Book, formatted
from osphg.experiments.report.formulas import mathml

EXTENSIONS = {
    "amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath", "smartquotes",
    "substitution",
}  # fmt: skip
_NAMED = re.compile(r"(.+?)\s*<([^<>]+)>", re.DOTALL)
_OPTION = re.compile(r":([\w-]+):[ \t]*(.*)")
_NUMBER = re.compile(r"\x00(figure|equation) ([^\x00]*)\x00")  # NUL cannot come from a text
_SILENT = {"bibliography", "tableofcontents", "toctree", "raw", "only"}
_PLACE = {"osphg-opening", "osphg-next"}  # where a chapter stands among others; a report has none
_ASIDES = {
    "admonition", "attention", "caution", "danger", "error", "hint", "important", "note", "seealso",
    "tip", "warning",
}  # fmt: skip


@dataclass
class ReportPage:
    """What the text of one report refers to; filled as it is set, and resolved at its end."""

    book: Book
    values: Mapping[str, str] = field(default_factory=dict)
    figures: dict[str, int] = field(default_factory=dict)
    equations: dict[str, int] = field(default_factory=dict)
    cited: list[str] = field(default_factory=list)
    elsewhere: dict[str, str] = field(default_factory=dict)
    attachments: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def markdown(self, text: str) -> str:
        """Return MyST as HTML, with holes for what is known only at the end."""
        return str(_PARSER.render(text, {"page": self}))

    def inline(self, text: str) -> str:
        """Return a line of MyST as HTML without a paragraph around it."""
        return str(_PARSER.renderInline(text, {"page": self}))

    def formula(self, tex: str, *, display: bool = False, label: str = "") -> str:
        """Return a formula, numbered if it has a label."""
        shown = mathml(tex, self.book.macros, display=display)
        if not display:
            return f'<span class="math">{shown}</span>'
        number = ""
        if label:
            self.equations[label] = len(self.equations) + 1
            number = f'<span class="number">({self.equations[label]})</span>'
        return f'<div class="formula"><div class="math">{shown}</div>{number}</div>\n'

    def figure(self, image: str, caption: str, name: str = "") -> str:
        """Return a figure with its number."""
        number = len(self.figures) + 1
        self.figures[name or f"\x00{number}"] = number
        title = f"<b>Figure {number}.</b> {self.inline(caption)}"
        return f"<figure>{image}<figcaption>{title}</figcaption></figure>\n"

    def image(self, address: str, alt: str) -> str:
        """Return an image that is part of the page, or its description where it cannot be."""
        data = address if re.match(r"data:image/[\w.+-]+;base64,[\w+/=\s]*$", address) else ""
        for kind, content in self.attachments.get(address.removeprefix("attachment:"), {}).items():
            data = f"data:{kind};base64,{''.join(content)}"
        path = self.book.folder / address if self.book.folder and not data else None
        if path and "://" not in address and path.is_file():
            kind = mimetypes.guess_type(path.name)[0] or ""
            if kind.startswith("image/"):
                data = f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
        if not data:
            return f'<span class="missing">[{escape(alt or address)}]</span>'
        return f'<img src="{escape(data)}" alt="{escape(alt)}">'

    def numbered(self, html: str) -> str:
        """Fill the numbers of figures and equations into a text that is complete."""
        return _NUMBER.sub(lambda hole: self._number(*hole.groups()), html)

    def _number(self, kind: str, label: str) -> str:
        if kind == "figure" and label in self.figures:
            return f"Figure {self.figures[label]}"
        if kind == "equation" and label in self.equations:
            return f"({self.equations[label]})"
        return self.elsewhere[label]

    def _hole(self, kind: str, label: str) -> str:
        self.elsewhere[label] = self._named(label)
        return f"\x00{kind} {label}\x00"

    def _named(self, label: str) -> str:
        """Return in words what a label of another page names."""
        known = self.book.labels.get(label)
        return self.inline(known) if known else escape(label)

    def role(self, name: str, content: str) -> str:
        """Return what an inline role stands for."""
        named = _NAMED.fullmatch(content)
        title, target = named.groups() if named else ("", content)
        target = target.strip()
        if name.startswith("glue"):
            return escape(self._glued(target).replace("\x00", ""))  # Python's \\0 may spell it
        if name in ("cite", "cite:p", "cite:t", "cite:ps", "cite:ts"):
            return self._citation(target, textual="t" in name.removeprefix("cite"))
        if name == "math":
            return self.formula(content)
        if name in ("sub", "sup"):
            return f"<{name}>{escape(content)}</{name}>"
        if name in ("code", "command", "file", "kbd", "program"):
            return f"<code>{escape(content)}</code>"
        if name in ("eq", "numref"):  # a title's %s would be a number that another page gives
            return self._hole("equation" if name == "eq" else "figure", target)
        if title:
            return self.inline(title)
        if name == "doc":
            return f"“{self.inline(self.book.title(target))}”"
        return self._named(target)

    def _glued(self, target: str) -> str:
        file, _, rest = target.rpartition("::")
        key, _, spec = rest.partition(":")
        written = self.book.glued(file, key) if file else self.values.get(key)
        return f"[{key}]" if written is None else formatted(written, spec)

    def _citation(self, keys: str, *, textual: bool) -> str:
        parts = []
        for key in (k.strip() for k in keys.split(",")):
            if key not in self.cited:
                self.cited.append(key)
            people, year = (escape(text) for text in self.book.cited(key))
            both = f"{people} ({year})" if textual else f"{people}, {year}"
            parts.append(f'<a href="#ref-{escape(key)}">{both if year else people}</a>')
        return ", ".join(parts) if textual else f"[{'; '.join(parts)}]"

    def directive(self, name: str, title: str, body: str) -> str:
        """Return what a block directive stands for; one that is not known, its text."""
        options, body = _options(body)
        if name in _SILENT or name.startswith("glue:"):
            return ""
        if _PLACE & set(options.get("class", "").split()):
            return ""
        if name == "math":
            label = options.get("label", "")
            return self.formula("\n".join([title, body]), display=True, label=label)
        if name in ("code", "code-block", "code-cell", "sourcecode", "literalinclude"):
            return code(body, title)
        if name in ("figure", "image"):
            image = self.image(title, options.get("alt", ""))
            return image if name == "image" else self.figure(image, body, options.get("name", ""))
        kind, heading = name.removeprefix("prf:"), self.inline(title)
        if name == "dropdown" or "dropdown" in options.get("class", "").split():
            inside = self.markdown(body)
            return f"<details class='fold'><summary>{heading}</summary>\n{inside}</details>\n"
        if kind != name:
            heading = f"{kind.capitalize()} ({heading})" if heading else kind.capitalize()
        elif name in _ASIDES and name != "admonition":
            body, heading = f"{title}\n{body}", name.capitalize()
        heading = f'<p class="title">{heading}</p>' if heading else ""
        return f'<div class="aside">{heading}\n{self.markdown(body)}</div>\n'


def code(text: str, language: str = "") -> str:
    """Return a listing."""
    try:
        lexer = get_lexer_by_name(language.strip() or "text")
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    inside = highlight(text.rstrip("\n"), lexer, HtmlFormatter(nowrap=True))
    return f'<pre class="listing" tabindex="0"><code>{inside}</code></pre>\n'


def _options(body: str) -> tuple[dict[str, str], str]:
    """Split a directive's options from its text."""
    lines = body.splitlines()
    if lines and lines[0].strip() == "---" and "---" in lines[1:]:
        end = lines.index("---", 1)
        try:
            found: Any = yaml.safe_load("\n".join(lines[1:end])) or {}
        except yaml.YAMLError:
            found = {}
        named = found if isinstance(found, dict) else {}
        return {str(k): str(v) for k, v in named.items()}, "\n".join(lines[end + 1 :])
    options = {}
    while lines and (match := _OPTION.fullmatch(lines[0].strip())):
        options[match[1]] = match[2].strip()
        del lines[0]
    return options, "\n".join(lines)


class _Renderer(RendererHTML):
    """The rules that MyST adds to Markdown's own; a method's name is a token's type."""

    def fence(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        found = re.match(r"\{([^}]*)\}\s*(.*)", tokens[i].info.strip())
        page: ReportPage = env["page"]
        if found:
            return page.directive(found[1], found[2], tokens[i].content)
        return code(
            tokens[i].content, tokens[i].info.split(maxsplit=1)[0] if tokens[i].info else ""
        )

    colon_fence = fence

    def code_block(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        return code(tokens[i].content)

    def myst_role(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        page: ReportPage = env["page"]
        return page.role(tokens[i].meta["name"], tokens[i].content)

    def math_inline(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        page: ReportPage = env["page"]
        return page.formula(tokens[i].content)

    def math_block(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        page: ReportPage = env["page"]
        return page.formula(tokens[i].content, display=True, label=tokens[i].info)

    math_inline_double = math_block_label = amsmath = math_block

    def nothing(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        return ""

    myst_target = myst_line_comment = myst_block_break = front_matter = nothing

    def html_block(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        return escape(re.sub(r"<!--.*?-->", "", tokens[i].content, flags=re.DOTALL))

    def html_inline(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        return self.html_block(tokens, i, options, env)

    def substitution(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        return escape(tokens[i].content)

    substitution_inline = substitution_block = substitution

    def image(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        page: ReportPage = env["page"]
        alt = self.renderInlineAsText(tokens[i].children or [], options, env)
        return page.image(str(tokens[i].attrGet("src")), alt)

    def table_open(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        return '<div class="wide" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        return "</table></div>\n"

    def link_open(self, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        """Links to the world stay; those into the book become the text of what they name."""
        page: ReportPage = env["page"]
        address = str(tokens[i].attrGet("href"))
        if re.match(r"(https?|mailto):", address):
            return self.renderToken(tokens, i, options, env)
        tokens[i].tag = "span"
        tokens[i].attrs = {}
        end = next(k for k in range(i, len(tokens)) if tokens[k].type == "link_close")
        tokens[end].tag = "span"
        inside = "" if end > i + 1 else page.inline(page.book.title(address.partition("#")[0]))
        return self.renderToken(tokens, i, options, env) + inside


_PARSER = create_md_parser(MdParserConfig(enable_extensions=EXTENSIONS), RendererHTML)
_PARSER.renderer = _Renderer()  # now, because each plugin has set rules of its own
