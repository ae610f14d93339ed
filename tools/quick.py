"""Run the tests that a change calls for: `make quick`, in under a minute for most changes.

Changed is what differs from the last commit, new files included; with nothing changed, what that
commit changed. A test file is run if it changed, or names a changed module of the package, or
tests a changed tool, or `_static/`; notebooks and tests marked slow are left to `make test`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALWAYS = ("test_layout",)  # any file may break these rules


def git(*arguments: str) -> list[str]:
    command = ["git", "-C", str(ROOT), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


def affected(files: Collection[str], root: Path = ROOT) -> list[Path]:
    """Return the test files that a change of these files calls for."""
    paths = [Path(file).with_suffix("") for file in files if file.endswith(".py")]
    names = {path.name if path.name != "__init__" else path.parent.name for path in paths}
    if any(file.startswith("_static/") for file in files):
        names.add("page_modules")
    named = re.compile(rf"^\s*(?:from|import) .*\b(?:{'|'.join(names)})\b", re.MULTILINE)
    return [
        path
        for path in sorted((root / "tests").glob("test_*.py"))
        if path.stem in {*names, *ALWAYS}
        or (names and named.search(path.read_text(encoding="utf-8")))
    ]


def main() -> int:
    files = {*git("diff", "--name-only", "HEAD")}
    files |= {*git("ls-files", "--others", "--exclude-standard")}
    files = files or {*git("diff", "--name-only", "HEAD~1", "HEAD")}
    tests = affected(files)
    print(f"== {len(files)} files changed: {', '.join(path.stem for path in tests)}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile"]
    command += ["-m", "not slow", "--hypothesis-profile", "quick", *map(str, tests)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
