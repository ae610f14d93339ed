"""Whatever a command is given, it refuses in one clear line, or touches nothing but its own.

Lines, parameters, places, files of parameters, archives and provenances that nobody means well, in
a copy of one small world. `make fuzz` tries 10,000 of them.
"""

from __future__ import annotations

import gzip
import json
import os
import signal
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osphg.experiments.folders import sealed
from tests import doors

SECONDS = 60  # that an attack may take, on a busy machine
OURS = ["run", "failed", "sweep", "half", "out", "new/out"]
# What a line can hold: texts, and bytes that are none; no NUL.
BYTES = st.binary(max_size=30).map(lambda found: os.fsdecode(found.replace(b"\0", b"")))
TEXTS = BYTES | st.text(
    st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30
)
WORDS = TEXTS | st.sampled_from([
    "my-study", "broken", "../tiny", "--", "2,3", "0..3", "5..2", "1..1..0", "..", "0..1e30", "nan",
    "1e400", "inf", "010", "0x10", "1_0", "9" * 5000, "0.." + "9" * 400, "&a", "*a",
    "!!python/object:os.system x",
    "{a: 1}", "{", "[" * 3000, "[[1]]", "[1,2],[3]", "1,,2", "~", "none", "'", "a: b",
    "\x1b[31m", "a\nb", "well,badly", "١٢", "\udcff", "x" * 90_000,
])  # fmt: skip
PLACES = TEXTS | st.sampled_from([
    ".", "", "/", "..", "run/..", "new/deep/out", "thesis", "thesis/thesis.tex", "imitation",
    "thesis/thesis.tex/x",
    "empty", "link", "link/x", "circle", "circle/x", "hanging", "hanging/x", "pipe",
    "pipe/x", "book", "x" * 300, "y/" * 3000, "~", "/dev/null", "/dev/null/x", "/dev/zero",
    "/proc/osphg", "run/figures", "sweep/cells/x", "run/provenance.json", "\x1b[2J", "\udcff",
])  # fmt: skip
FILES = st.binary(max_size=200) | st.sampled_from([
    b"[" * 50_000, b"{a: " * 20_000, b"- " * 30_000, b"a: &a [x]\nb: *a\n", b"a: 1\na: 2\n",
    b"---\na: 1\n---\n", b"? [1]\n: 2\n", b"!!set {a}\n", b"a: " + b"9" * 50_000, b"x: &x [*x]",
    b"%YAML 9.9\n---\na: 1", b"a: 1\n\tb: 2", b"\xff\xfe", b"\xef\xbb\xbfa: 1", b"\0", b"null",
    b"mood: \x1b[2J\n", b'{"a":' * 9000 + b"1" + b"}" * 9000,
])  # fmt: skip
BOMB = gzip.compress(bytes(2**26), 9) * 64  # four gigabytes
INSTEAD: st.SearchStrategy[Any] = st.sampled_from([
    None, True, 0, -1, 1e308, "", "x", [], {}, [1], {"a": 1}, "a\nb", "\x1b[2J", 10**400, "failed",
    "complete", "\ud800", {"numpy": []}, [[]],
])  # fmt: skip


def mostly(right: list[Any], hostile: st.SearchStrategy[Any], times: int) -> st.SearchStrategy[Any]:
    """Draw what is as it should be so many times as often as what is not."""
    turn = st.integers(0, times)
    return turn.flatmap(lambda at: hostile if at == times else st.sampled_from(right))


PLACE, NAME, NUMBER = mostly(OURS, PLACES, 3), mostly(["tiny"], WORDS, 15), mostly(["2"], WORDS, 3)
ASSIGNED = st.builds("{}={}".format, st.sampled_from(["a", "how", "factors"]) | WORDS, WORDS)
SET = mostly(["a=5", "a=1,2,3", "how=badly", "seed=2"], ASSIGNED | WORDS, 5)


def words(*parts: Any) -> st.SearchStrategy[list[str]]:
    """A command line of these; an option, a pair, may be left out."""
    each: list[st.SearchStrategy[list[str]]] = [
        st.just([]) | st.tuples(st.just(part[0]), *part[1:]).map(list)
        if isinstance(part, tuple)
        else st.tuples(st.just(part) if isinstance(part, str) else part).map(list)
        for part in parts
    ]
    return st.tuples(*each).map(lambda found: ["--book", "book", *chain(*found)])


USUAL: list[Any] = [("-p", SET), ("-p", SET), ("--out", PLACE), ("--quick",)]
USUAL += [("--params", mostly(["p.yaml"], PLACES, 3))]
LINES = (
    words("run", NAME, *USUAL, ("--replace",))
    | words("sweep", NAME, ("-p", SET), *USUAL, ("--jobs", NUMBER), ("--limit", NUMBER))
    | words("compare", PLACE, PLACE)
    | words("verify", PLACE, ("--digits", NUMBER), ("--trust",), ("--anyway",))
    | words(WORDS | st.sampled_from(["list", "show", "-h"]), WORDS)
)


def entries(found: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield each entry of a nested table: the table that has it, and its name."""
    for name, value in found.items():
        yield found, name
        if isinstance(value, dict):
            yield from entries(value)


def damage(data: st.DataObject, world: Path) -> None:
    """Change a file of the command's own, or what a provenance says, sealed again or not."""
    files = [path for folder in [*OURS[:4], "book"] for path in (world / folder).rglob("*.*")]
    files = sorted(path for path in files if path.is_file() and path.name != "notes.txt")
    path = data.draw(st.sampled_from(files))
    raw = path.read_bytes()
    how = data.draw(st.sampled_from(["bytes", "within", "other", "archive"]))
    if how == "within" and raw[:1] == b"{":
        found = json.loads(raw)
        table, name = data.draw(st.sampled_from([*entries(found)]))
        table[name] = data.draw(INSTEAD)
        seal = "checksum" in found and data.draw(st.booleans())
        path.write_bytes(sealed(found) if seal else json.dumps(found).encode())
    elif how == "archive":
        packed = data.draw(st.sampled_from([BOMB, raw, gzip.compress(raw), b"\x1f\x8b"]))
        (path.parent / "results.csv.gz").write_bytes(packed)
    elif how == "other":
        path.unlink()
        path.symlink_to(
            data.draw(st.sampled_from(["/dev/zero", "../thesis/thesis.tex", "nowhere"]))
        )
    else:
        kept = [raw[:-9], raw + b"x", raw + raw, b"\xff" + raw]
        path.write_bytes(data.draw(st.sampled_from(kept) | FILES))


def faults(line: list[str], done: doors.Called, before: doors.Tree, after: doors.Tree) -> list[str]:
    """Return what may never happen and did."""
    progress = ("warning: ", "failed: ", "tiny: ", "tiny:  ", "my-study:")
    said = [text for text in done.err.replace("\r", "\n").split("\n") if text.strip()]
    said = [text for text in said if not text.startswith(progress)]
    changed = [name for name in {*before, *after} if before.get(name, 0) != after.get(name, 0)]
    found = []
    if done.status not in (0, 1, 2):
        found.append(f"status {done.status}")
    if done.status and not all(text.startswith("error: ") and len(text) < 1000 for text in said):
        found.append("no clear line")
    if not (done.err + done.out).replace("\n", "").replace("\r", "").isprintable():
        found.append("control characters")
    if done.status == 2 and (len(said) != 1 or changed):
        found.append(f"refused, with {len(said)} lines and these changed: {changed}")
    out = line[line.index("--out") + 1] if "--out" in line else "runs"
    top = os.path.normpath(out).replace("link/", "thesis/").partition("/")[0]
    for name in changed:
        folder, _, rest = name.partition("/")
        moved = f"{folder}-replaced/{rest}".rstrip("/")
        tables = rest in ("provenance.json", "failures.csv", "results.csv") or "summary." in rest
        own = "sweep" in line and (tables or (rest[:6] == "cells/" and rest[-9:] != "notes.txt"))
        if name not in before and not folder.startswith(top):
            found.append(f"made: {name}")
        if name in before and not own and after.get(moved, 0) != before[name]:
            found.append(f"touched: {name}")
        if ".osphg-" in name:
            found.append(f"left: {name}")
    return found


def late(*_: object) -> None:
    raise TimeoutError(f"not at an end after {SECONDS} seconds")


@pytest.mark.slow
@settings(deadline=None)
@given(LINES, st.data())
def test_an_attack_is_refused_or_touches_nothing_foreign(
    line: list[str], data: st.DataObject
) -> None:
    with doors.copy() as world, doors.stand_ins():
        if data.draw(st.booleans()):
            damage(data, world)
        (world / "p.yaml").write_bytes(data.draw(mostly([b"a: 2\nmood: mild\n"], FILES, 2)))
        before = doors.tree(world)
        signal.signal(signal.SIGALRM, late)
        signal.alarm(SECONDS)
        try:
            done = doors.call(line, world)
        finally:
            signal.alarm(0)
        assert faults(line, done, before, doors.tree(world)) == []
