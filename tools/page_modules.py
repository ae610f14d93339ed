"""Sphinx extension: a page whose front matter names a module and a style has them, no other page.

The module goes into the page itself, with those that it imports: from a file that was opened
without a server browsers load none. All are in _static/, so that the site has them as files too.
"""

import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

STATIC = Path(__file__).resolve().parent.parent / "_static"
MODULE, STYLE = "page_module", "page_style"  # keys of the front matter: names of files in _static/
OWN = ".page.css"  # how a style's name ends that is not for all pages

IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w.-]+\.mjs)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class)\b)", re.MULTILINE)


def bundle(name: str, folder: Path = STATIC) -> str:
    """Return a module and those that it imports as one script, each once and before its readers.

    All share one scope, in which a name given twice is a syntax error. An import is
    `import {...} from "./FILE.mjs";`, without new names; exports stand at their declarations.
    """
    texts: dict[str, str] = {}

    def visit(one: str) -> None:
        text = (folder / one).read_text(encoding="utf-8")
        for other in IMPORT.findall(text):
            if other not in texts:
                visit(other)
        texts[one] = EXPORT.sub("", IMPORT.sub("", text))

    visit(name)
    return "\n".join(texts.values())


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    meta: dict[str, Any] = context.get("meta") or {}
    # Jupyter Book gives each style sheet of _static/ to all pages.
    styles = context.get("css_files", [])
    styles[:] = [
        style
        for style in styles
        if not str(style.filename).endswith(OWN)
        or str(style.filename).endswith(f"/{meta.get(STYLE)}")
    ]
    if MODULE in meta:
        app.add_js_file(None, body=bundle(meta[MODULE]), type="module")


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("html-page-context", add)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
