"""An attack on the doors: hostile command lines, parameter files and damaged folders.

Every attack happens in a copy of one small world: a book, a run, a sweep, somebody's thesis. What
executes a notebook is replaced by a stand-in, so that thousands of attacks take minutes; all else
is the command as it is. After each, `Attacked.check` says what may never happen.

    python -m tests.doors 10000      # make fuzz
"""

from __future__ import annotations

import atexit
import io
import itertools
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
from hypothesis import HealthCheck, Verbosity, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from osphg.experiments import executing, provenance
from osphg.experiments.command import main
from osphg.experiments.results import Results
from osphg.experiments.workers import Answer, Task, digest, installed
from tests import tiny

PATIENCE = 10  # seconds that a refusal may take, on a developer's machine
THESIS = "forty years of work\n"

Tree = dict[str, bytes | str | None]


# ---- stand-ins for what executes


def table(parameters: dict[str, Any]) -> Results:
    value = float(parameters.get("a", 1)) + float(parameters.get("seed", 0)) / 8
    return Results("tiny", [{"part": "whole", "quantity": "cost", "value": value, "unit": "EUR"}])


def executed(source: str, parameters: dict[str, Any]) -> str:
    """Return a notebook as papermill leaves it: with the values in a cell, and the table shown."""
    notebook = nbformat.reads(source, as_version=4)
    cell = nbformat.v4.new_code_cell(
        "\n".join(f"{name} = {value!r}" for name, value in parameters.items()),
        metadata={"tags": ["injected-parameters"]},
    )
    notebook.cells.insert(1, cell)
    data = {"text/html": table(parameters)._repr_html_()}
    notebook.cells[-1].outputs = [nbformat.v4.new_output("display_data", data)]
    return str(nbformat.writes(notebook))


@dataclass
class Stand:
    """Executes nothing; remembers what it was asked to execute."""

    sources: list[str] = field(default_factory=list)
    slots = 2

    def execute(
        self, name: str, source: str, parameters: dict[str, Any], **_: object
    ) -> executing.Execution:
        self.sources.append(source)
        if parameters.get("how") == "badly":
            error = "RuntimeError: no luck"
            return executing.Execution(source, 0.1, error, f"Traceback\n{error}")
        return executing.Execution(executed(source, parameters), 0.1)

    def submit(self, task: Task) -> Future[Answer]:
        self.sources.append(task.source)
        future: Future[Answer] = Future()
        bad = task.parameters.get("how") == "badly"
        text = "" if bad else table(dict(task.parameters)).csv()
        error = "RuntimeError: no luck" if bad else ""
        future.set_result(Answer(text, 0.1, error, error, code()))
        return future

    def check(self) -> None: ...

    def close(self) -> None: ...


@cache
def here() -> dict[str, Any]:
    return installed()


def code() -> str:
    return digest(here())


@cache
def origin() -> dict[str, Any]:
    return provenance.surroundings()


@contextmanager
def stand_ins() -> Iterator[Stand]:
    """Replace the kernels, the workers, the drawing and the reports; look once what is installed."""
    stand = Stand()
    own, around = here(), origin()
    with (
        patch("osphg.experiments.executing.execute", stand.execute),
        patch("osphg.experiments.workers.Local", lambda *_: stand),
        patch("osphg.experiments.sweeping.draw", lambda *_: {"png": b"png", "svg": b"<svg/>"}),
        patch("osphg.experiments.report.render", lambda *_: "<html></html>"),
        patch("osphg.experiments.provenance.surroundings", lambda: dict(around)),
        patch("osphg.experiments.provenance.package_digest", lambda: own["package"]),
        patch("osphg.experiments.provenance.versions", lambda: dict(own["packages"])),
    ):
        yield stand


# ---- the world


def tree(folder: Path) -> Tree:
    """Return all that is in a folder: files with their bytes, links with their targets."""
    found: Tree = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"-> {os.readlink(path)}"
        elif path.is_file():
            found[name] = path.read_bytes()
        elif path.is_dir():
            found[name] = None
    return found


@dataclass
class Called:
    """What the command did."""

    status: int
    out: str
    err: str
    seconds: float


class Hang(Exception):  # noqa: N818 - reads as what happened
    """It took too long."""


def call(words: list[str], cwd: Path, seconds: int = 6 * PATIENCE) -> Called:
    """Call the command in this process, for so long at most; a machine may be busy."""
    out, err = io.StringIO(), io.StringIO()

    def late(*_: object) -> None:
        raise Hang(words)

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    started = time.monotonic()
    try:
        with chdir(cwd), redirect_stdout(out), redirect_stderr(err):
            try:
                main(words)
                status = 0
            except SystemExit as ended:
                status = int(ended.code or 0)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    return Called(status, out.getvalue(), err.getvalue(), time.monotonic() - started)


@cache
def world() -> Path:
    """Make the world that is copied for each attack."""
    folder = Path(tempfile.mkdtemp(prefix="osphg-doors-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    tiny.book(folder / "book")
    (folder / "book" / "broken.ipynb").write_text('{"cells": 3}')
    shutil.copy(folder / "book" / "tiny.ipynb", folder / "book" / "my-study.ipynb")
    with stand_ins():
        book = ["--book", "book"]
        for words in (
            ["run", "tiny", "-p", "a=3", "--out", "run"],
            ["run", "tiny", "-p", "how=badly", "--out", "failed"],
            ["sweep", "tiny", "-p", "a=1,2", "--out", "sweep"],
            ["sweep", "tiny", "-p", "how=well,badly", "--out", "half"],
        ):
            done = call([*book, *words], folder)
            assert done.status in (0, 1), done.err
    (folder / "thesis").mkdir()
    (folder / "thesis" / "thesis.tex").write_text(THESIS)
    for where in ("run", "sweep", "half", "failed", "sweep/cells"):
        (folder / where / "notes.txt").write_text(THESIS)
    (folder / "imitation").mkdir()
    (folder / "imitation" / "provenance.json").write_text('{"status": "failed", "format": 2}')
    (folder / "imitation" / "thesis.tex").write_text(THESIS)
    (folder / "empty").mkdir()
    (folder / "link").symlink_to("thesis")
    (folder / "circle").symlink_to("circle")
    (folder / "hanging").symlink_to("nowhere")
    os.mkfifo(folder / "pipe")
    (folder / "good.yaml").write_text("a: 2\nmood: mild\n")
    return folder


@contextmanager
def copy() -> Iterator[Path]:
    """Copy the world to a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="osphg-doors-") as name:
        folder = Path(name, "world")
        shutil.copytree(world(), folder, symlinks=True, ignore=shutil.ignore_patterns("pipe"))
        os.mkfifo(folder / "pipe")
        yield folder


OURS = {"run": "run", "failed": "run", "sweep": "sweep", "half": "sweep"}


def own(before: Tree, folder: str) -> set[str]:
    """Return the files of a folder that its command wrote."""
    about = json.loads(before[f"{folder}/provenance.json"] or "{}")
    named = {f"{folder}/{name}" for name in [*about["files"], "provenance.json"]}
    cells = {n for n in before if n.startswith(f"{folder}/cells/") and "notes" not in n}
    return named | cells | {f"{folder}/sweep.json"}


def stays(name: str, content: bytes | str | None, after: Tree) -> bool:
    """Whether something is where it was, or in the folder that a run was moved to."""
    folder, _, rest = name.partition("/")
    return content in (after.get(name, "gone"), after.get(f"{folder}-replaced/{rest}", "gone"))


def check(words: list[str], done: Called, before: Tree, after: Tree) -> None:
    """Raise AssertionError for what may never happen."""
    assert "Traceback" not in done.err, done.err
    assert done.status in (0, 1, 2), (done.status, done.err)
    changed = {name for name in before if not stays(name, before[name], after)}
    new = after.keys() - before.keys()
    if done.status == 2:
        lines = [line for line in done.err.splitlines() if not line.startswith("warning: ")]
        said = [line for line in lines if not line.startswith("tiny: about ")]
        assert len(said) == 1, done.err
        assert said[0].startswith("error: "), done.err
        assert len(said[0]) < 1000, len(said[0])
        assert not changed, changed
        assert not new, new
    allowed = set()
    outs = {os.path.normpath(b) for a, b in itertools.pairwise(words) if a == "--out"}
    outs |= {f"thesis/{out.removeprefix('link/')}" for out in outs if out.startswith("link/")}
    for folder, verb in OURS.items():
        if verb in words and folder in outs:
            allowed |= own(before, folder) | {f"{folder}/figures", f"{folder}/tracebacks"}
    assert changed <= allowed, changed - allowed
    for name in new:
        where = [out for out in outs if name == out or name.startswith((f"{out}/", f"{out}-"))]
        around = [out for out in outs if out.startswith(f"{name}/")]
        assert where or around or name.partition("/")[0] == "runs", name
        assert not os.path.basename(name).startswith(".osphg-") or name.endswith(".osphg-lock")
    assert not [name for name in new if ".osphg-" in name and "sweep" not in words]


# ---- attacks

NAMES = ["tiny", "figure1", "my-study", "broken", "", "../tiny", "tiny.ipynb", "\x00", "ti\nny",
         "x" * 5000, "-", "--", "😀", "tiny "]  # fmt: skip
KEYS = [
    "a",
    "seed",
    "pause",
    "how",
    "log",
    "factors",
    "mood",
    "b",
    "",
    " a",
    "a b",
    "x" * 3000,
    "é",
]
VALUES = [
    "1", "2,3", "0..3", "1e30", "0..1e30", "1e400", "-1", "nan", "inf", "010", "1:40", "0x10", "1_0",
    "9" * 400, "9" * 5000, "0.." + "9" * 400, "9" * 5000 + "..", "1..2..0", "..", "a..b", "1..1..1..1",
    "2020-13-45", "2020-02-30 25:61", "!!bool maybe", "!!python/object:os.system x", "&a 1", "*a",
    "{a: 1}", "{", "}", "[", "]", "[" * 3000, "[[1]]", "[1,2],[3]", "[1,2", "1,,2", ",", "", " ", "none",
    "null", "true", "yes", "True,false", "'", '"', "a: b: c", "- 1", "? x", "%", "@", "`", "|", ">",
    "\x00", "\x1b[31m", "\n", "a\nb", "well", "badly", "well,badly", "😀", "١٢", "-0", "+1", ".5", "1.",
    "1e", "0.5", "1,2,1", "=", "a=b", "#", "1 # x", "~", "\ud800",
]  # fmt: skip
PLACES = [
    ".", "", "/", "..", "./", "run/..", "out", "new/deep/out", "run", "./run", "failed", "sweep", "half",
    "thesis", "thesis/thesis.tex", "thesis/thesis.tex/x", "imitation", "empty", "link", "link/x",
    "circle", "circle/x", "hanging", "pipe", "pipe/x", "book", "x" * 300, "y/" * 3000, "a\x00b", "~",
    "-", "/dev/null", "/dev/null/x", "/proc/osphg", "/dev/zero", "run/figures", "sweep/cells", "\n",
    "run/provenance.json", "😀", "\ud800",
]  # fmt: skip
NUMBERS = ["0", "1", "-1", "2", "1e3", "x", "", "9" * 400, "9" * 5000, "nan", "inf", "17", "18"]
ADDRESSES = ["", "nonsense", "tcp://", "tcp://127.0.0.1:99999999", "tcp://[::1", "http://x", "\x00",
             "ucx://a:1", "tcp://a b:1"]  # fmt: skip


Words = SearchStrategy[list[str]]


def mostly(right: list[str], hostile: list[str], times: int = 4) -> SearchStrategy[str]:
    """A word that is as it should be, now and then a hostile one, rarely any text."""
    good, bad = st.sampled_from(right), st.sampled_from(hostile)
    return st.sampled_from([good] * times + [bad]).flatmap(
        lambda chosen: chosen if chosen is good else bad | bad | bad | st.text(max_size=12)
    )


def option(name: str, words: SearchStrategy[str]) -> Words:
    return words.map(lambda word: [name, word])


def assignments(right: list[str]) -> Words:
    written = st.tuples(mostly(KEYS[:7], KEYS), st.just("="), st.sampled_from(VALUES)).map("".join)
    good = st.sampled_from(right)
    return st.lists(
        st.sampled_from([good] * 3 + [written]).flatmap(lambda chosen: chosen),
        max_size=3, unique_by=lambda text: text.partition("=")[0],
    ).map(lambda texts: [word for text in texts for word in ("-p", text)])  # fmt: skip


def maybe(words: Words) -> Words:
    return st.booleans().flatmap(lambda given: words if given else st.just([]))


def lines() -> Words:
    """Command lines, most of them nearly right."""
    name = mostly(["tiny"], NAMES, 9).map(lambda word: [word])
    book = mostly(["book"], PLACES, 12).map(lambda folder: ["--book", folder])
    out = option("--out", mostly(["out", "new/deep", "run", "failed", "sweep", "half"], PLACES, 2))
    shared = [maybe(out), maybe(st.just(["--quick"])),
              maybe(option("--params", mostly(["good.yaml"], PLACES)))]  # fmt: skip
    good = ["a=1", "a=5", "seed=2", "how=well", "how=badly", "mood=x"]
    run = st.tuples(
        book, st.just(["run"]), name, assignments(good), *shared, maybe(st.just(["--replace"]))
    )
    sweep = st.tuples(
        book, st.just(["sweep"]), name, st.sampled_from([["-p", "pause=0,1"]] * 6 + [[]]),
        assignments([*good, "seed=0..2", "a=1,2"]), *shared,
        maybe(option("--jobs", mostly(["2"], NUMBERS))), maybe(option("--limit", mostly(["9"], NUMBERS))),
        maybe(maybe(option("--scheduler", st.sampled_from(ADDRESSES)))),
    )  # fmt: skip
    place = mostly(["run", "run", "sweep", "failed"], PLACES, 1).map(lambda word: [word])
    digits = maybe(option("--digits", mostly(["9"], NUMBERS)))
    others: list[SearchStrategy[tuple[list[str], ...]]] = [
        st.tuples(st.just(["compare"]), place, place),
        st.tuples(book, st.just(["verify"]), place, digits, maybe(st.just(["--trust"]))),
        st.tuples(book, st.sampled_from([["list"], ["show"], ["completion"], ["-h"], ["x"]]), name),
        st.lists(mostly(["tiny", "run", "--out"], [*NAMES, *VALUES, *PLACES], 1), max_size=4).map(
            lambda words: (words,)
        ),
    ]
    chosen = st.sampled_from([run] * 4 + [sweep] * 4 + others)
    return chosen.flatmap(lambda command: command).map(lambda parts: flat(list(parts)))


def flat(parts: list[list[str]]) -> list[str]:
    return [word for part in parts for word in part]


def contents() -> SearchStrategy[bytes]:
    """Parameter files, most of them nearly right."""
    good = {"a": ["1", "2.0", "1e2"], "seed": ["0", "7"], "how": ["well", "badly", '"well"'],
            "pause": ["0.5", ".5"], "mood": ["x", "'a: b'"], "factors": ["[1, 2]", "\n- 1\n- 2"]}  # fmt: skip
    entry = st.sampled_from(sorted(good)).flatmap(
        lambda key: mostly(good[key], VALUES).map(lambda value: (key, value))
    )
    hostile = st.tuples(st.sampled_from(KEYS), st.sampled_from(VALUES))
    entries = st.lists(
        st.sampled_from([entry] * 9 + [hostile]).flatmap(lambda chosen: chosen),
        max_size=5, unique_by=lambda pair: pair[0],
    )  # fmt: skip
    text = entries.map(lambda pairs: "\n".join(f"{key}: {value}" for key, value in pairs))
    bombs = st.sampled_from([
        "[" * 50_000, "{a: " * 20_000, "- " * 30_000, "a: &a [x,x]\nb: &b [*a,*a]\n", "---\na: 1\n---\n",
        "a: 1\na: 2\n", "? [1]\n: 2\n", "!!set {a}\n", "a" * 59_000, "a: " + "9" * 50_000, "\ufeffa: 1",
        "x: &x [*x]", "a: |\n  1\n", "%YAML 9.9\n---\na: 1", "a: 1\n\tb: 2", "'" * 9999, '"\\' * 999,
    ])  # fmt: skip
    encoded = text.map(lambda written: written.encode("utf-8", "surrogatepass"))
    chosen = [encoded] * 8 + [bombs.map(str.encode), st.binary(max_size=80)]
    return st.sampled_from(chosen).flatmap(lambda strategy: strategy)


DAMAGES: list[Callable[[bytes], bytes]] = [
    lambda _: b"",
    lambda raw: raw[: len(raw) // 2],
    lambda raw: raw + b"x",
    lambda raw: raw.replace(b"1", b"2"),
    lambda raw: b"\xff\xfe" + raw,
    lambda _: b"[" * 100_000,
    lambda _: b'{"a":' * 5000 + b"1" + b"}" * 5000,
    lambda _: b"null",
    lambda _: b"[]",
    lambda _: b'"text"',
    lambda _: b"9" * 6000,
    lambda raw: raw + raw,
    lambda raw: raw.decode(errors="replace").encode("utf-16"),
]


def damage_json(raw: bytes, key: str, value: Any, seal: bool) -> bytes:
    """Return a JSON file with another value at a path of keys, its checksum made to fit."""
    from osphg.experiments.folders import checksum

    found = json.loads(raw)
    *path, last = key.split("/")
    place = found
    for part in path:
        place = place.get(part) if isinstance(place, dict) else None
        if place is None:
            return raw
    if not isinstance(place, dict):
        return raw
    if value == "gone":
        place.pop(last, None)
    else:
        place[last] = value
    if seal and isinstance(found, dict):
        found["checksum"] = checksum(found)
    return json.dumps(found).encode()


KEYS_IN_JSON = [
    "format", "experiment", "parameters", "parameters/a", "parameters/import os", "inputs", "status",
    "inputs/notebook", "inputs/package", "packages", "packages/numpy", "python", "git", "git/commit",
    "files", "files/notebook.ipynb", "files/../thesis/thesis.tex", "files/notes.txt", "results_sha256",
    "grid", "cells", "command", "checksum", "replaces", "seconds", "error", "cell", "cell/answer",
    "identity", "machine", "parameters/seed", "results_sha256",
]  # fmt: skip
VALUES_IN_JSON: list[Any] = ["gone", None, True, 0, -1, 1e308, "", "x", [], {}, [1], {"a": 1}, "a\nb",
                  10**400, "x" * 5000, {"numpy": []}, "complete", "failed", "writing"]  # fmt: skip


def damages() -> SearchStrategy[tuple[str, Any]]:
    """Pairs of a file of the world and how it is damaged."""
    files = [
        name
        for name, content in tree(world()).items()
        if name.partition("/")[0] in OURS and isinstance(content, bytes)
    ]
    plain = st.tuples(st.sampled_from(files), st.sampled_from(DAMAGES))
    jsons = [name for name in files if name.endswith(".json")]
    deep = st.tuples(
        st.sampled_from(jsons),
        st.tuples(st.sampled_from(KEYS_IN_JSON), st.sampled_from(VALUES_IN_JSON), st.booleans()),
    )
    return st.sampled_from([plain, deep, deep]).flatmap(lambda chosen: chosen)


def after_damage() -> SearchStrategy[list[str]]:
    """Commands that read or write a folder of ours."""
    place = st.sampled_from(sorted(OURS))
    runs = st.tuples(place, st.sampled_from([[], ["--replace"]])).map(
        lambda p: ["run", "tiny", "--out", p[0], *p[1]]
    )
    sweeps = place.map(lambda p: ["sweep", "tiny", "-p", "a=1,2,3", "--out", p])
    return (
        runs | sweeps | place.map(lambda p: ["verify", p])
        | st.tuples(place, place).map(lambda p: ["compare", *p])
    )  # fmt: skip


def attack_command(words: list[str]) -> Called:
    """One command line in the world."""
    with copy() as folder, stand_ins():
        before = tree(folder)
        done = call(words, folder)
        check(words, done, before, tree(folder))
        return done


def attack_file(content: bytes) -> Called:
    """One file of parameters."""
    with copy() as folder, stand_ins():
        (folder / "p.yaml").write_bytes(content)
        words = ["--book", "book", "run", "tiny", "--params", "p.yaml", "--out", "out"]
        before = tree(folder)
        done = call(words, folder)
        check(words, done, before, tree(folder))
        return done


def attack_folder(damage: tuple[str, Any], words: list[str]) -> Called:
    """One command on a folder in which a file is damaged."""
    name, how = damage
    words = ["--book", "book", *words]
    with copy() as folder, stand_ins() as stand:
        raw = (folder / name).read_bytes()
        (folder / name).write_bytes(damage_json(raw, *how) if isinstance(how, tuple) else how(raw))
        before = tree(folder)
        done = call(words, folder)
        after = tree(folder)
        assert "Traceback" not in done.err, done.err
        assert done.status in (0, 1, 2), (done.status, done.err)
        for path, content in before.items():
            if "notes" in path or "thesis" in path or path.startswith("book"):
                assert stays(path, content, after), path
        if name.endswith(".ipynb") and before[name] != raw and "verify" in words:
            assert not stand.sources or words[-1] != name.partition("/")[0], (
                "a changed notebook ran"
            )
        return done


def main_(count: int) -> int:
    """Attack `count` times; print what came of it."""
    outcomes: Counter[tuple[str, int]] = Counter()
    messages: Counter[str] = Counter()
    slowest = 0.0

    def note(kind: str, done: Called) -> None:
        nonlocal slowest
        outcomes[kind, done.status] += 1
        slowest = max(slowest, done.seconds)
        assert done.seconds < PATIENCE, (kind, done)
        if done.status == 2:
            messages[" ".join(done.err.split()[:5])] += 1

    quiet = settings(
        max_examples=count // 3, deadline=None, database=None, verbosity=Verbosity.normal,
        suppress_health_check=list(HealthCheck), print_blob=True,
    )  # fmt: skip
    attacks: list[Callable[[], None]] = [
        quiet(given(lines())(lambda words: note("command", attack_command(words)))),
        quiet(given(contents())(lambda raw: note("parameter file", attack_file(raw)))),
        quiet(
            given(damages(), after_damage())(
                lambda damage, words: note("damaged folder", attack_folder(damage, words))
            )
        ),
    ]
    started = time.monotonic()
    for attack in attacks:
        attack()
    for (kind, status), times in sorted(outcomes.items()):
        print(f"{kind:16} status {status}: {times:6,}")
    print(
        f"{sum(outcomes.values()):,} attacks in {time.monotonic() - started:.0f} s, the slowest in"
        f" {slowest:.2f} s; {len(messages)} kinds of refusal; no traceback, no hang, no loss"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main_(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
