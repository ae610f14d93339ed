"""Run the tests that a change calls for: `make quick`, in under a minute for most changes.

Changed is what differs from the last commit, new files included; with nothing changed, what that
commit changed. A test file is run if it changed, or names a changed module of the package, or
tests a changed tool, or `_static/`; notebooks and tests marked slow are left to
`make test`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

from layout import ROOT, imports, modules

ALWAYS = ("test_layout",)  # any file may break these rules


def git(*arguments: str) -> list[str]:
    command = ["git", "-C", str(ROOT), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


def changed() -> set[str]:
    """Return the changed files, relative to the top level."""
    new = git("ls-files", "--others", "--exclude-standard")
    return {*git("diff", "--name-only", "HEAD"), *new} or set(
        git("diff", "--name-only", "HEAD~1", "HEAD")
    )


def affected(files: Collection[str], root: Path = ROOT) -> list[Path]:
    """Return the test files that a change of these files calls for."""
    known = modules(root)
    touched = {name for name, path in known.items() if path.relative_to(root).as_posix() in files}
    tools = {Path(file).stem for file in files if file.startswith("tools/")}
    if any(file.startswith("_static/") for file in files):
        tools.add("page_modules")
    helpers = {Path(file).stem for file in files if file.startswith("tests/")}
    found = []
    for path in sorted((root / "tests").glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        named = {target for target, _ in imports(path, known)}
        if (
            path.stem in helpers
            or path.stem in ALWAYS
            or named & touched
            or any(f"import {name}" in text or f"from {name} " in text for name in tools)
            or any(f"tests.{name}" in text for name in helpers)
        ):
            found.append(path)
    return found


def main() -> int:
    files = changed()
    tests = affected(files)
    print(f"== {len(files)} files changed: {', '.join(path.stem for path in tests)}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile"]
    command += ["-m", "not slow", "--hypothesis-profile", "quick", *map(str, tests)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
