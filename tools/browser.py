"""A page as headless Chromium sees it."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

from bs4 import BeautifulSoup

REMOTE = re.compile(r"(?:https?|wss?)://")
FLAGS = ["--headless", "--disable-gpu", "--no-first-run", "--no-sandbox", "--disable-extensions"]
FLAGS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]


def run(browser: str, page: Path, *options: str) -> str:
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, *FLAGS, f"--user-data-dir={profile}", "--virtual-time-budget=15000"]
        command += [*options, page.resolve().as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


def browse(browser: str, page: Path) -> tuple[BeautifulSoup, list[str]]:
    """The rendered document, and the addresses on other hosts that the page asked for."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.json"
        blocked = "--host-resolver-rules=MAP * ~NOTFOUND"
        html = run(browser, page, "--dump-dom", f"--log-net-log={log}", blocked)
        events = json.loads(log.read_text(encoding="utf-8", errors="replace"))["events"]
    requests = [event.get("params", {}) for event in events]
    # The browser's own requests, for its updates, have no origin.
    urls = {r["url"] for r in requests if r.get("initiator", "not an origin") != "not an origin"}
    return BeautifulSoup(html, "html.parser"), sorted(u for u in urls if REMOTE.match(u))


def print_pdf(browser: str, page: Path, target: Path) -> None:
    """Print a page to a file."""
    run(browser, page, "--no-pdf-header-footer", f"--print-to-pdf={target}")
