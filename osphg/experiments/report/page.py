"""A run's report: one HTML file that needs nothing else, neither a network nor a script."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from osphg.experiments.catalogue import book_folder
from osphg.experiments.errors import UsageError
from osphg.experiments.parameters import Parameter, declared, written
from osphg.experiments.report.book import Book, glued

if TYPE_CHECKING:
    from osphg.experiments.report.text import ReportPage

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_INLINE = re.compile(r"\\\((.+?)\\\)", re.DOTALL)
_LOADS = [
    "script",
    "style",
    "link",
    "iframe",
    "object",
    "embed",
    "meta",
    "base",
    "form",
    "template",
]
_IMAGES = ("image/svg+xml", "image/png", "image/jpeg", "image/gif")
_LARGE = (
    200_000  # characters of a drawing above which its PNG is shown: many points, not many lines
)
_EXTRA = "a report needs the packages of the extra 'book' (pip install 'osphg[book]')"


def render(notebook: str, provenance: Mapping[str, Any]) -> str:
    """Return the report of a run.

    A part that cannot be set (a formula that is wrong, a reference to nothing) stands in the report
    as it was written; it does not stop it.

    Parameters
    ----------
    notebook : str
        The executed notebook, as JSON of format 4.
    provenance : mapping
        What is in provenance.json; whatever it lacks is left out.

    Raises
    ------
    UsageError
        If a package of the extra `book` is missing, or `notebook` is not a notebook of format 4.
    """
    try:
        from jinja2 import Environment
        from markupsafe import Markup
        from pygments.formatters import HtmlFormatter

        from osphg.experiments.report import text

        cells = _cells(notebook)
        about = json.loads(notebook).get("metadata", {}).get("osphg", {})
        page = text.ReportPage(Book(_folder()), glued(cells))
        body = page.numbered("".join(_cell(page, cell) for cell in cells))
        references = page.book.references(page.cited) if page.cited else {}
        own = files("osphg.experiments.report")
        environment = Environment(autoescape=True, trim_blocks=True)
        style = own.joinpath("page.css").read_text(encoding="utf-8")
        light, dark = (
            HtmlFormatter(style=name).get_style_defs(".listing")
            for name in ("default", "github-dark")
        )
        colours = f"@media not (prefers-color-scheme: dark) {{\n{light}\n}}"
        colours += f"\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}"
        return environment.from_string(own.joinpath("page.html").read_text("utf-8")).render(
            title=_title(cells, provenance),
            style=Markup(colours + "\n" + style),
            body=Markup(body),
            references={key: Markup(entry) for key, entry in references.items()},
            summary=about.get("summary", "") if isinstance(about, dict) else "",
            **_box(cells, provenance),
        )
    except ModuleNotFoundError as error:
        raise UsageError(f"{_EXTRA}: {error.name} is missing") from None


def _folder() -> Any:
    try:
        return book_folder()
    except UsageError:
        return None


def _cells(notebook: str) -> list[dict[str, Any]]:
    """Return the notebook's cells."""
    import nbformat

    try:
        read = nbformat.reads(notebook, as_version=4)
    except Exception as error:  # nbformat raises whatever its parts raise
        raise UsageError(f"notebook must be one of format 4: {error}") from None
    return list(_without_nul(read.cells))


def _without_nul(value: Any) -> Any:
    """Return JSON without the character that marks the text's holes."""
    if isinstance(value, str):
        return value.replace("\x00", "")
    if isinstance(value, list):
        return [_without_nul(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _without_nul(entry) for key, entry in value.items()}
    return value


def _tags(cell: Mapping[str, Any]) -> list[str]:
    return list(cell["metadata"].get("tags", []))


def _title(cells: Iterable[Mapping[str, Any]], provenance: Mapping[str, Any]) -> str:
    texts = (cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    found = (re.search(r"^#\s+(.+)$", text, re.MULTILINE) for text in texts)
    heading = next((match[1].strip() for match in found if match), "")
    return " - ".join(part for part in (heading, str(provenance.get("experiment", ""))) if part)


def _cell(page: ReportPage, cell: Mapping[str, Any]) -> str:
    """Return one cell; the defaults of the parameters stand in the box, not in the text."""
    from osphg.experiments.report.text import code

    if cell["cell_type"] == "markdown":
        page.attachments = cell.get("attachments", {})
        return page.markdown(cell["source"])
    tags = _tags(cell)
    if cell["cell_type"] != "code" or {"parameters", "remove-cell"} & set(tags):
        return ""
    source = cell["source"].strip()
    summary = "Code"
    if "injected-parameters" in tags:
        source, summary = source.removeprefix("# Parameters\n"), "Parameters of this run"
    folded = ""
    if source and not {"remove-input", "remove_input"} & set(tags):
        listing = code(source, "python")
        folded = f'<details class="code"><summary>{summary}</summary>\n{listing}</details>\n'
    if {"remove-output", "remove_output"} & set(tags):
        return folded
    about = cell["metadata"].get("mystnb", {})
    return folded + "".join(_output(page, output, about) for output in cell["outputs"])


def _output(page: ReportPage, output: Mapping[str, Any], about: Mapping[str, Any]) -> str:
    """Return one output in the richest form that a page can show."""
    if output["output_type"] == "stream":
        return _plain(output["text"])
    if output["output_type"] == "error":
        trace = "\n".join(output.get("traceback", [])) or f"{output['ename']}: {output['evalue']}"
        return _plain(trace, "error")
    data = output.get("data", {})
    drawn = [kind for kind in _IMAGES if kind in data]
    if "image/png" in drawn and len(data.get("image/svg+xml", "")) > _LARGE:
        drawn.remove("image/svg+xml")
    if drawn:
        figure = about.get("figure", {})
        content = data[drawn[0]]
        if drawn[0] == "image/svg+xml":
            content = base64.b64encode(content.encode()).decode()
        alt = about.get("image", {}).get("alt") or figure.get("caption") or "no description"
        image = page.image(f"data:{drawn[0]};base64,{content}", str(alt))
        if not figure:
            return f"<figure>{image}</figure>\n"
        return page.figure(image, str(figure.get("caption", "")), str(figure.get("name", "")))
    if "text/html" in data:
        return _markup(page, data["text/html"])
    if "text/markdown" in data:
        return page.markdown(data["text/markdown"])
    if "text/latex" in data:
        return page.formula(data["text/latex"].strip().strip("$"), display=True)
    return _plain(data["text/plain"]) if "text/plain" in data else ""


def _plain(text: str, kind: str = "output") -> str:
    return f'<pre class="{kind}" tabindex="0"><code>{escape(_ESCAPES.sub("", text))}</code></pre>\n'


def _markup(page: ReportPage, html: str) -> str:
    """Return an output's own HTML as one whole piece, without what runs or loads."""
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(html, "html.parser")
    for tag in soup.find_all(_LOADS):
        tag.decompose()
    for tag in soup.find_all(True):
        for name in list(tag.attrs):
            value = str(tag[name]).strip().lower()
            remote = name in ("src", "srcset", "background", "poster") and value[:5] != "data:"
            if name.startswith("on") or remote or "url(" in value or "script:" in value:
                del tag[name]
    for text in soup.find_all(string=_INLINE):  # as MathJax does in the book
        if not text.find_parent(["pre", "code"]):
            parts = _INLINE.split(text)
            parts[::2] = [escape(part) for part in parts[::2]]
            parts[1::2] = [page.formula(tex) for tex in parts[1::2]]
            text.replace_with(BeautifulSoup("".join(parts), "html.parser"))
    return f'<div class="wide" tabindex="0">{soup}</div>\n'


def _box(cells: list[dict[str, Any]], provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the box at the top says."""
    declarations = _declared(cells)
    parameters = []
    for name, value in dict(provenance.get("parameters", {})).items():
        known = declarations.get(name)
        parameters.append(
            {
                "name": name,
                "value": written(value),
                "default": written(known.default) if known else "",
                "meaning": known.meaning if known else "",
                "changed": known is not None and known.default != value,
            }
        )
    git: Mapping[str, Any] = provenance.get("git") or {}
    clean = "" if git.get("clean") else ", with changes that were not committed"
    seconds = provenance.get("seconds")
    facts = {
        "status": provenance.get("status"),
        "started": str(provenance.get("started", "")).replace("T", " ").replace("+00:00", " UTC"),
        "wall time": None if seconds is None else f"{seconds:.1f} s",
        "commit": f"{git['commit']}{clean}" if "commit" in git else "not in a repository",
        "Python": provenance.get("python"),
        "machine": provenance.get("platform"),
        "processors": provenance.get("processors"),
        **dict(provenance.get("machine") or {}),
    }
    versions = dict(provenance.get("packages", {}))
    versions |= {f"SHA-256 of {k}": v for k, v in dict(provenance.get("inputs", {})).items()}
    versions["SHA-256 of results"] = provenance.get("results_sha256")
    return {
        "experiment": provenance.get("experiment", "a notebook"),
        "error": provenance.get("error", ""),
        "parameters": parameters,
        "changed": sum(entry["changed"] for entry in parameters),
        "command": provenance.get("command", ""),
        "facts": [(name, value) for name, value in facts.items() if value],
        "versions": [(name, value) for name, value in versions.items() if value],
    }


def _declared(cells: Iterable[Mapping[str, Any]]) -> dict[str, Parameter]:
    """Return the parameters that the notebook declares; none if they cannot be read."""
    found: dict[str, Parameter] = {}
    for cell in (cell for cell in cells if "parameters" in _tags(cell)):
        with suppress(ValueError):
            found |= declared(cell["source"])
    return found
