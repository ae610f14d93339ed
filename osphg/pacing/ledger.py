"""What a pacer was told of each round: an account that grows, and that can be corrected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from osphg import checks
from osphg.budgets import Amount
from osphg.checks import FloatArray

_CHUNK = 64  # rounds that are copied when one is added


class Entry(NamedTuple):
    """A round of which a pacer was told. Several budgets have amounts (m,) and prices (m, n)."""

    decided: FloatArray  # what the pacer bid, (n,)
    bid: FloatArray  # what was really bid, (n,)
    price: FloatArray  # what a unit of bid has cost, (n,)
    paid: Amount  # what the round has cost
    allowance: Amount  # what it might cost on average
    multiplier: Amount  # the price of money when it was decided
    reach: FloatArray  # of each item, (n,); nan where it was not told so
    utility: float  # f_t at what was really bid; nan where that is not known
    told: str  # by what f_t as it was told is known again; empty if it was not told


class Ledger:
    """The entries of rounds, by number from 0. It is a value: `with_entry` returns another one.

    Parameters
    ----------
    columns : mapping, optional
        The rounds, "t", in order, and each field of their entries: arrays (N, ...), and a list of
        texts for `told`, as `columns` returns them; none unless given.
    """

    # By these a file takes it for an object that its fields make again.
    __match_args__ = ("columns",)

    def __init__(self, columns: Mapping[str, Any] | None = None) -> None:
        # Entries of a file stay columns: most are never looked at again. Those that are added are
        # in `_chunks`, rounds _CHUNK c .. _CHUNK c + _CHUNK - 1 in chunk c, and count in place of
        # the former. Who adds a round copies a chunk and the mapping of chunks: neither is ever
        # changed once it is in a ledger.
        self._columns = columns
        self._rounds: Any = np.empty(0, np.int64) if columns is None else columns["t"]
        self._chunks: dict[int, dict[int, Entry]] = {}

    @property
    def columns(self) -> Mapping[str, Any]:
        """The rounds in order, and each field of their entries: arrays (N, ...), or a list."""
        added = [(t, self._chunks[c][t]) for c in sorted(self._chunks) for t in self._chunks[c]]
        if not added:
            empty: dict[str, Any] = {name: np.empty(0) for name in Entry._fields}
            empty["told"] = []
            return {"t": self._rounds, **empty} if self._columns is None else self._columns
        columns: dict[str, Any] = {"t": np.array([t for t, _ in added], dtype=np.int64)}
        fields = zip(*(entry for _, entry in added), strict=True)
        columns |= {
            name: [*values] if name == "told" else np.array(values)
            for name, values in zip(Entry._fields, fields, strict=True)
        }
        if self._columns is not None and len(self._rounds):
            parts = self._columns
            told = [*parts["told"], *columns["told"]]
            columns = {
                name: told if name == "told" else np.concatenate([parts[name], values])
                for name, values in columns.items()
            }
        # In the order of rounds; of one that is there twice the later one counts.
        rounds = columns["t"]
        order = np.argsort(rounds, kind="stable")
        is_last = np.append(np.diff(rounds[order]) != 0, True)
        kept = order[is_last]
        return {
            name: [values[i] for i in kept] if name == "told" else values[kept]
            for name, values in columns.items()
        }

    def __len__(self) -> int:
        """Return the number of rounds."""
        return len(self.columns["t"])

    def get(self, t: int) -> Entry | None:
        """Return the entry of a round; None if it was not told."""
        added = self._chunks.get(t // _CHUNK, {}).get(t)
        if added is not None or self._columns is None:
            return added
        i = int(np.searchsorted(self._rounds, t))
        if i == len(self._rounds) or self._rounds[i] != t:
            return None
        values: list[Any] = [self._columns[name][i] for name in Entry._fields]
        return Entry._make(float(one) if isinstance(one, np.floating) else one for one in values)

    def with_entry(self, t: int, entry: Entry) -> Ledger:
        """Return the ledger with an entry for a round, in place of the one that it may have."""
        longer = Ledger(self._columns)
        c = t // _CHUNK
        longer._chunks = {**self._chunks, c: {**self._chunks.get(c, {}), t: entry}}
        return longer

    def require_possible(self, t: int, n: int, budget: Amount) -> None:
        """Refuse what no pacer of n items and such budgets can have, with t rounds behind.

        Raises
        ------
        TypeError, ValueError
            For the first field that is not as `Entry` says.
        """
        name = "progress.ledger"
        columns: Mapping[str, Any] = self.columns
        checks.of_kind(name, columns, Mapping, "be of columns")
        wanted = f"have {('t', *Entry._fields)}"
        checks.must({*columns} == {"t", *Entry._fields}, name, wanted, [*columns])
        rounds: Any = columns["t"]
        N = len(rounds)
        is_ordered = np.all(np.diff(rounds) > 0) and (not N or (rounds[0] >= 0 and rounds[-1] < t))
        checks.must(is_ordered, f"{name}.t", f"be rounds of the {t} behind, in order", rounds)
        checks.must(len(columns["told"]) == N, f"{name}.told", f"have {N} entries", "others")
        amount = np.shape(budget)
        shapes = {"decided": (n,), "bid": (n,), "price": (*amount, n), "reach": (n,)}
        for field in Entry._fields[:-1]:
            values = columns[field]
            if field in ("reach", "utility"):  # which may be unknown
                values = np.where(np.isnan(values), 0.0, values)
            if N:
                entry_shape = shapes.get(field, () if field == "utility" else amount)
                checks.array(f"{name}.{field}", values, (N, *entry_shape))
