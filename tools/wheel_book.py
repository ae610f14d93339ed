"""Put the book into the wheel: its notebooks, and what they and the reports of their runs read.

Not into an editable install, where the package finds the book beside it.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SUFFIXES = {".bib", ".gz", ".ipynb", ".json", ".md", ".txt"}
HIDDEN = (".", "_")  # what a build or an editor leaves


class BookHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard":
            return
        root = Path(self.root)
        for path in sorted((root / "book").rglob("*")):
            inside = path.relative_to(root)
            if path.suffix in SUFFIXES and not any(p.startswith(HIDDEN) for p in inside.parts):
                build_data["force_include"][str(path)] = f"osphg/_book/{inside.as_posix()}"
        build_data["force_include"][str(root / "_config.yml")] = "osphg/_book/_config.yml"
