"""The file of a run: a NumPy archive, versioned, with a checksum."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from osphg import encoding, files
from osphg.checks import FloatArray, shown
from osphg.domains import Domain
from osphg.players import Player
from osphg.rounds import Block, Game, Identity, require_game

FORMAT, VERSION = "osphg.Run", 1


@dataclass(frozen=True, eq=False, repr=False)
class Remembered(Game):
    """A game of which a file has kept what a run is judged by, and no round."""

    T: int
    n: int
    budget: float
    domain: Domain
    digest: str
    names: tuple[str, ...] | None = None

    @cached_property
    def identity(self) -> Identity:
        """Which game it was."""
        return Identity.of(self.digest)

    def blocks(self) -> Iterator[Block]:
        """Refuse: no round was kept."""
        raise ValueError("rounds must be given to Run.load for that: the file of a run has none")


def save(path: Any, arrays: Mapping[str, FloatArray], player: Player, rounds: Game) -> None:
    """Write the arrays, the player, and what tells the rounds from others."""
    target = files.as_path("path", path)
    try:
        about = {
            "player": encoding.encode(player),
            "domain": encoding.encode(rounds.domain),
            "names": rounds.names,
            "game": [rounds.T, rounds.n, rounds.budget, rounds.identity.digest],
        }
    except encoding.EncodingError as error:
        raise ValueError(
            f"player and domain must be such that a file can hold them: {error}"
        ) from None
    text = json.dumps({"format": FORMAT, "version": VERSION, **about})
    seal = files.digest(_bytes(text, arrays))
    buffer = io.BytesIO()
    parts: dict[str, Any] = {"about": np.array(text), "checksum": np.array(seal), **arrays}
    np.savez(buffer, **parts)
    files.write(target, buffer.getvalue())


def load(
    path: str | os.PathLike[str], player: Player | None, rounds: Game | None
) -> tuple[dict[str, FloatArray], Player, Game]:
    """Return the arrays, the player and the rounds of a file."""
    source = files.as_path("path", path)
    content = files.read("path", source)
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            found = {name: archive[name] for name in archive.files}
        text, seal = str(found.pop("about")[()]), str(found.pop("checksum")[()])
        about = json.loads(text)
        kind, version = about["format"], about["version"]
    except Exception:  # an archive that was changed raises whatever it likes
        raise ValueError(f"path is damaged, or no file of {FORMAT}: {str(source)!r}") from None
    if kind != FORMAT:
        raise ValueError(f"path must be a file of {FORMAT}, got one of {shown(kind)}")
    if version != VERSION:
        raise ValueError(
            f"path must be of version {VERSION}, got {shown(version)}: {str(source)!r}"
        )
    if seal != files.digest(_bytes(text, found)):
        raise ValueError(f"path is damaged, its checksum is another one: {str(source)!r}")
    T, n, budget, digest = about["game"]
    by = _one("player", about["player"], player)
    if rounds is None:
        names = None if about["names"] is None else tuple(about["names"])
        domain = _one("rounds", about["domain"], None)
        return found, by, Remembered(T, n, budget, domain, digest, names)
    if require_game("rounds", rounds).identity != Identity.of(digest):
        raise ValueError(f"rounds must be those that the run is of, T = {T}, got {rounds}")
    return found, by, rounds


def _one(name: str, found: Any, given: Any) -> Any:
    """Return what a file has, or what is given, if it is the same."""
    if given is None:
        try:
            return encoding.decode(found)
        except (encoding.EncodingError, TypeError):
            what = found.get("class") if isinstance(found, dict) else None
            raise ValueError(
                f"{name} must be given to Run.load, as the file needs a class that is not of"
                f" osphg, {shown(what)}"
            ) from None
    if not encoding.same(given, found):
        raise ValueError(f"{name} must be the one that the run is of, got {shown(given)}")
    return given


def _bytes(text: str, arrays: Mapping[str, FloatArray]) -> bytes:
    """Return all that the checksum is of."""
    parts = [text.encode()]
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        parts += [f"{name} {array.dtype.str} {array.shape}".encode(), array.tobytes()]
    return b"\n".join(parts)
