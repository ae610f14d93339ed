"""Attack the command's doors with hostile input, some 10,000 times: `make fuzz`.

Names, parameters, places, files of parameters, archives and provenances that nobody means well, in
copies of one small world (`tests/doors.py`); what executes a notebook is replaced by a stand-in.
Whatever comes: status 0, 1 or 2, one clear line on refusal, nothing foreign touched.

    python tools/fuzz.py 10000 SEED     # the same attacks for the same seed

Its own, as a fuzzer of lines knows neither what is allowed nor what belongs to whom.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from osphg.experiments.folders import checksum
from tests import doors

SECONDS = 60  # that an attack may take, on a busy machine
NAMES = ["my-study", "broken", "", "../tiny", "ti\nny", "x" * 5000, "-", "--", "😀", "\udcff"]
KEYS = ["a", "seed", "pause", "how", "factors", "mood", "b", "", " a", "x" * 3000, "é", "\udcff"]
VALUES = [
    "1", "2,3", "0..3", "5..2", "1..1..0", "..", "a..b", "0..1e30", "1e30", "1e400", "-1", "nan",
    "inf", "010", "0x10", "1_0", "9" * 5000, "0.." + "9" * 400, "!!python/object:os.system x", "&a",
    "*a", "{a: 1}", "{", "[", "[" * 3000, "[[1]]", "[1,2],[3]", "[1,2", "1,,2", ",", "", " ", "~",
    "none", "true", "'", '"', "a: b", "%", "\x1b[31m", "\x9b2J", "\u202e", "\n", "a\nb", "well",
    "badly", "well,badly", "😀", "١٢", "0.5", "1,2,1", "=", "#", "\udcff", "x" * 90_000,
]  # fmt: skip
PLACES = [
    ".", "", "/", "..", "run/..", "out", "new/deep/out", "run", "failed", "sweep", "half", "thesis",
    "thesis/thesis.tex", "thesis/thesis.tex/x", "imitation", "empty", "link", "link/x", "circle",
    "circle/x", "hanging", "hanging/x", "pipe", "pipe/x", "book", "x" * 300, "y/" * 3000, "~", "-",
    "/dev/null", "/dev/null/x", "/dev/zero", "/proc/osphg", "run/figures", "sweep/cells", "\n",
    "sweep/cells/x", "run/provenance.json", "\x1b[2J", "😀", "\udcff",
]  # fmt: skip
OURS = ["run", "failed", "sweep", "half", "out", "new/out"]
NUMBERS = ["1", "2", "9", "17", "0", "-1", "1e3", "x", "", "9" * 5000, "nan", "inf"]
FILES = [
    b"", b"[" * 50_000, b"{a: " * 20_000, b"- " * 30_000, b"a: &a [x]\nb: *a\n", b"a: 1\na: 2\n",
    b"---\na: 1\n---\n", b"? [1]\n: 2\n", b"!!set {a}\n", b"a: " + b"9" * 50_000, b"x: &x [*x]",
    b"%YAML 9.9\n---\na: 1", b"a: 1\n\tb: 2", b"\xff\xfe", b"\xef\xbb\xbfa: 1", b"\0", b"null",
    b"'" * 9999, b"a" * 70_000, b"mood: \x1b[2J\n", b'{"a":' * 9000 + b"1" + b"}" * 9000, b"[]",
]  # fmt: skip
BOMB = gzip.compress(bytes(2**26), 9) * 64  # four gigabytes
WITHIN = [
    "format", "experiment", "parameters", "parameters/a", "inputs", "inputs/notebook", "packages",
    "python", "git", "machine", "files", "files/notebook.ipynb", "files/notes.txt", "identity",
    "files/results.csv", "results_sha256", "status", "grid", "cells", "command", "checksum",
    "seconds", "error", "metadata", "metadata/osphg", "nbformat",
]  # fmt: skip
INSTEAD: list[Any] = [
    None, True, 0, -1, 1e308, "", "x", [], {}, [1], {"a": 1}, "a\nb", "\x1b[2J", 10**400, "failed",
    "complete", "\ud800", {"numpy": []}, [[]],
]  # fmt: skip


def line(rng: random.Random) -> list[str]:
    """Return a command line, most of which is as it should be."""

    def one(right: list[str], hostile: list[str], share: float = 0.15) -> str:
        return rng.choice(hostile if rng.random() < share else right)

    def maybe(option: str, *value: str) -> list[str]:
        return [option, *value] if rng.random() < 0.4 else []

    def sets(*right: str) -> list[str]:
        return ["-p", one([*right], [f"{rng.choice(KEYS)}={rng.choice(VALUES)}", *VALUES[:9]])]

    place = one(OURS, PLACES, 0.3)
    usual = maybe("--out", place) + maybe("--params", one(["p.yaml"], PLACES)) + maybe("--quick")
    words = ["--book", one(["book"], PLACES, 0.04), one(
        ["run", "sweep", "compare", "verify"], ["list", "show", "completion", "-h", "rnu"], 0.1
    )]  # fmt: skip
    match words[-1]:
        case "run":
            words += [one(["tiny"], NAMES, 0.05), *sets("a=5", "how=badly"), *usual]
            return words + maybe("--replace") + (sets("seed=2") if rng.random() < 0.3 else [])
        case "sweep":
            words += [one(["tiny"], NAMES, 0.05), *sets("a=1,2,3", "how=well,badly"), *usual]
            return (
                words + maybe("--jobs", one(["2"], NUMBERS)) + maybe("--limit", one(["9"], NUMBERS))
            )
        case "compare":
            return [*words, place, one(OURS, PLACES)]
        case "verify":
            words += [place, *maybe("--digits", one(["9"], NUMBERS)), *maybe("--trust")]
            return words + maybe("--anyway")
    return [*words, one(["tiny"], [*NAMES, *VALUES, *PLACES], 0.5)]


def damage(rng: random.Random, world: Path) -> None:
    """Change a file of the command's own, or what a provenance says, sealed again or not."""
    files = [p for d in [*OURS[:4], "book"] for p in sorted((world / d).rglob("*.*"))]
    path = rng.choice([p for p in files if p.is_file() and p.name != "notes.txt"])
    raw, how = path.read_bytes(), rng.choice(["bytes", "within", "within", "other", "archive"])
    if how == "within" and raw[:1] == b"{":
        found = inner = json.loads(raw)
        *above, last = rng.choice(WITHIN).split("/")
        for key in above:
            inner = inner.get(key) if isinstance(inner, dict) else None
        if isinstance(inner, dict):
            inner[last] = rng.choice(INSTEAD)
        if "checksum" in found and rng.random() < 0.7:
            found["checksum"] = checksum(found)
        path.write_text(json.dumps(found))
    elif how == "archive":
        packed = rng.choice([BOMB, raw, gzip.compress(raw), b"\x1f\x8b"])
        (path.parent / "results.csv.gz").write_bytes(packed)
    elif how == "other":
        path.unlink()
        path.symlink_to(rng.choice(["/dev/zero", "../thesis/thesis.tex", "nowhere", "../pipe"]))
    else:
        other = raw.decode(errors="replace").encode("utf-16")
        path.write_bytes(
            rng.choice([raw[:-9], raw + b"x", raw + raw, b"\xff" + raw, other, *FILES])
        )


def fault(words: list[str], done: doors.Called, before: doors.Tree, after: doors.Tree) -> str:
    """Return what may never happen and did; nothing if all is well."""
    progress = ("warning: ", "failed: ", "tiny: ", "tiny:  ", "my-study:")
    said = [text for text in done.err.replace("\r", "\n").split("\n") if text.strip()]
    said = [text for text in said if not text.startswith(progress)]
    changed = [name for name in {*before, *after} if before.get(name, 0) != after.get(name, 0)]
    if done.status not in (0, 1, 2):
        return f"status {done.status}"
    if done.status and not all(text.startswith("error: ") and len(text) < 1000 for text in said):
        return "no clear line"
    if not (done.err + done.out).replace("\n", "").replace("\r", "").isprintable():
        return "control characters"
    if done.status == 2 and (len(said) != 1 or changed):
        return f"refused, with {len(said)} lines and these changed: {changed}"
    out = words[words.index("--out") + 1] if "--out" in words else "runs"
    top = os.path.normpath(out).replace("link/", "thesis/").partition("/")[0]
    for name in changed:
        folder, _, rest = name.partition("/")
        if name not in before and not folder.startswith(top):
            return f"made: {name}"
        moved = f"{folder}-replaced/{rest}".rstrip("/")
        tables = rest in ("provenance.json", "failures.csv", "results.csv") or "summary." in rest
        own = "sweep" in words and (tables or (rest[:6] == "cells/" and rest[-9:] != "notes.txt"))
        if name in before and not own and after.get(moved, 0) != before[name]:
            return f"touched: {name}"
        if ".osphg-" in name:
            return f"left: {name}"
    return ""


def main(count: int, seed: int) -> int:
    """Attack so many times; print what came of it, and the first that went wrong."""
    signal.signal(signal.SIGALRM, signal.default_int_handler)  # of what hangs
    rng, came, bad, number = random.Random(seed), Counter[int](), 0, 0
    while number < count:
        with doors.copy() as world, doors.stand_ins():
            for _ in range(50):  # in one world, until something in it is changed
                number += 1
                damaged = rng.random() < 0.4
                if damaged:
                    damage(rng, world)
                parameters = b"a: 2\nmood: mild\n" if rng.random() < 0.7 else rng.choice(FILES)
                (world / "p.yaml").write_bytes(parameters)
                words, before = line(rng), doors.tree(world)
                done, wrong = doors.Called(-1, "", ""), ""
                signal.alarm(SECONDS)
                try:
                    done = doors.call(words, world)
                    wrong = fault(words, done, before, after := doors.tree(world))
                except (Exception, KeyboardInterrupt) as error:
                    wrong, after = f"{type(error).__name__}: {error}", {}
                signal.alarm(0)
                came[done.status] += 1
                if wrong:
                    bad += 1
                    print(f"{number}: {wrong}: {words!r:.500}: {done.err[-300:]!r}", flush=True)
                if damaged or after != before:
                    break
    print(
        f"{number} attacks, seed {seed}: {dict(sorted(came.items()))} by status; {bad} went wrong"
    )
    return int(bad > 0)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:] if word.isdigit()]
    sys.exit(main(*given, *[10_000, random.randrange(2**32)][len(given) :]))
