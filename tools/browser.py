"""A page as headless Chromium sees it."""

import base64
import json
import os
import re
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Self

from bs4 import BeautifulSoup

REMOTE = re.compile(r"(?:https?|wss?)://")
PATIENCE = 120  # seconds for an answer: a busy machine is slow, and that is no fault of a page
FLAGS = ["--headless", "--disable-gpu", "--no-first-run", "--no-sandbox", "--disable-extensions"]
FLAGS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
# Many pages are opened by two browsers side by side, which helper threads would only hold up.
FOR_MANY = "--js-flags=--single-threaded --min-semi-space-size=64 --max-semi-space-size=128"

# The browser reads commands from its descriptor 3, and writes answers to 4.
WIRED = """
import fcntl, os, sys
aside = [fcntl.fcntl(int(fd), fcntl.F_DUPFD, 10) for fd in sys.argv[1:3]]  # away from 3 and 4
os.dup2(aside[0], 3)
os.dup2(aside[1], 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""


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


class Session:
    """A page that stays open and answers: the browser's own protocol, over two pipes.

    To be used in a `with`. `errors` has what the page threw or its console called an error;
    `requests` the addresses on other hosts that it asked for, none of which it gets.
    """

    def __init__(
        self,
        browser: str,
        page: Path,
        width: int = 1200,
        features: dict[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._patience = patience  # seconds for an answer
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command_out, self._commands = os.pipe()
        self._answers, answer_in = os.pipe()
        options = [*FLAGS, FOR_MANY, f"--user-data-dir={self._profile.name}"]
        options += ["--remote-debugging-pipe"]
        pipes = (command_out, answer_in)
        self.process = subprocess.Popen(
            [sys.executable, "-c", WIRED, *map(str, pipes), browser, *options, "about:blank"],
            pass_fds=pipes, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(command_out)
        os.close(answer_in)
        self._unread, self._number, self._session = b"", 0, ""
        self.page = page
        try:
            self._begin(width, features or {})
        except BaseException:  # there is no `with` yet that would end the browser
            self.__exit__()
            raise

    def _begin(self, width: int, features: dict[str, str]) -> None:
        targets = self.ask("Target.getTargets")["targetInfos"]
        target = next(t["targetId"] for t in targets if t["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Runtime", "Page", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.ask("Network.setBlockedURLs", urls=["http://*", "https://*"])
        self.resize(width)
        media = [{"name": name, "value": value} for name, value in features.items()]
        self.ask("Emulation.setEmulatedMedia", features=media)
        self.open(self.page)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._commands)
        os.close(self._answers)
        self._profile.cleanup()

    def open(self, page: Path) -> None:
        """Go to a page, and wait until it is loaded."""
        self.value("document.documentElement.dataset.left = 'soon'")  # gone with the old page
        self.ask("Page.navigate", url=page.resolve().as_uri())
        # between two documents there is no element
        self.wait(
            "document.readyState === 'complete' && document.documentElement"
            " && !document.documentElement.dataset.left",
            seconds=self._patience,
        )

    def resize(self, width: int, height: int = 900) -> None:
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip

    def ask(self, method: str, **parameters: object) -> dict[str, Any]:
        """Return the browser's answer to one command; TimeoutError after `patience` seconds."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            told = self._next(method)
            if told.get("id") == self._number:
                if "error" in told:
                    raise RuntimeError(f"{method}: {told['error']['message']}")
                return dict(told["result"])
            self._listen(told)

    def value(self, expression: str) -> Any:
        """Return what an expression of the page's comes to, waiting if it is a promise."""
        result = self.ask(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def wait(self, condition: str, seconds: float = 15.0) -> None:
        """Wait until a condition of the page's holds; TimeoutError if it does not."""
        end = time.monotonic() + seconds
        while not self.value(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(f"after {seconds:g} seconds still not: {condition}")
            time.sleep(0.02)

    def picture(self, target: Path) -> None:
        """Keep a picture of the whole page."""
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=True)
        target.write_bytes(base64.b64decode(shot["data"]))

    def _next(self, method: str) -> dict[str, Any]:
        while b"\0" not in self._unread:
            if not select.select([self._answers], [], [], self._patience)[0]:
                raise TimeoutError(f"no answer to {method}")
            part = os.read(self._answers, 2**16)
            if not part:
                raise RuntimeError("the browser has ended")
            self._unread += part
        line, self._unread = self._unread.split(b"\0", 1)
        return dict(json.loads(line))

    def _listen(self, told: dict[str, Any]) -> None:
        details = told.get("params", {})
        if told.get("method") == "Network.requestWillBeSent":
            if REMOTE.match(details["request"]["url"]):
                self.requests.append(details["request"]["url"])
        elif told.get("method") == "Runtime.exceptionThrown":
            thrown = details["exceptionDetails"]
            self.errors.append(thrown.get("exception", {}).get("description", thrown["text"]))
        elif told.get("method") == "Log.entryAdded" and details["entry"]["level"] == "error":
            entry = details["entry"]
            self.errors.append(f"{entry['text']} {entry.get('url', '')}".strip())
        elif told.get("method") == "Runtime.consoleAPICalled" and details["type"] == "error":
            self.errors.append(str([part.get("value") for part in details["args"]]))
