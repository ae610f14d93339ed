"""The file of a pacer: JSON, versioned, with a checksum, written at once."""

from __future__ import annotations

import json
import os
from typing import Any

from osphg import encoding, files
from osphg.checks import shown
from osphg.domains import Domain
from osphg.encoding import EncodingError
from osphg.players import Player

FORMAT, VERSION = "osphg.Pacer", 1


def content(player: Player, domain: Domain, own: Domain, kept: Any, state: Any) -> dict[str, Any]:
    """Return what a file has: `own` is the domain that the state refers to."""
    try:
        return {
            "player": encoding.encode(player),
            "domain": encoding.encode(domain),
            "kept": encoding.encode(kept),
            "state": encoding.encode(state, {"domain": own}),
        }
    except EncodingError as error:
        raise ValueError(
            f"player and domain must be such that a file can hold them: {error}"
        ) from None


def save(
    path: str | os.PathLike[str], player: Player, domain: Domain, own: Domain, kept: Any, state: Any
) -> None:
    """Write the file."""
    files.write_json(
        files.as_path("path", path), FORMAT, VERSION, content(player, domain, own, kept, state)
    )


class Kept:
    """What a file has."""

    def __init__(self, found: dict[str, Any], player: Player, domain: Domain, kept: Any) -> None:
        self.found, self.player, self.domain = found, player, domain
        self.options: dict[str, Any] = kept["options"]
        self.standing: tuple[Any, ...] = kept["standing"]
        self.waiting: list[tuple[Any, ...]] = kept["waiting"]
        self.given: Any = kept["given"]
        self.price_bound: Any = kept["price_bound"]

    @classmethod
    def read(
        cls, path: str | os.PathLike[str], player: Player | None, domain: Domain | None
    ) -> Kept:
        """Read a file; ValueError unless it is of this player and domain, where they are given."""
        found = files.read_json("path", files.as_path("path", path), FORMAT, VERSION)
        try:
            return cls(
                found,
                _one("player", found["player"], player),
                _one("domain", found["domain"], domain),
                encoding.decode(found["kept"]),
            )
        except (EncodingError, KeyError, TypeError) as error:
            raise ValueError(f"path must be a file that this version reads: {error}") from None

    def state(self, first: Any, own: Domain) -> Any:
        """Return the state; `first` is the player's state before round 1."""
        classes = encoding.classes_of(first, self.player, self.domain)
        try:
            return encoding.decode(self.found["state"], {"domain": own}, classes)
        except (EncodingError, KeyError, TypeError) as error:
            raise ValueError(f"path must be a file that this version reads: {error}") from None


def require_same(
    kept: Kept, player: Player, domain: Domain, own: Domain, parts: Any, state: Any
) -> None:
    """Refuse a file of which something else was made than was written."""
    if json.dumps(content(player, domain, own, parts, state)) != json.dumps(kept.found):
        raise ValueError("path must be a file that this version writes the same, got another one")


def _one(name: str, found: Any, given: Any) -> Any:
    """Return the object of the file, or the one given if it is the same."""
    if given is None:
        return encoding.decode(found)
    if not encoding.same(given, found):
        kind = found.get("class") if isinstance(found, dict) else None
        raise ValueError(
            f"{name} must be the one that the file is of, a {kind} with its parameters, got"
            f" {shown(given)}"
        )
    return given
