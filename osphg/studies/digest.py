"""What holds and what does not, on a page: the claims that a reader asks for first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from osphg.proofs.rocq.page import PAGE, anchor
from osphg.proofs.said import Said, plain
from osphg.proofs.small.evidence import Evidence
from osphg.studies.claims import Claim
from osphg.studies.ledger import Verdict
from osphg.studies.tables import Table


@dataclass(frozen=True)
class Row:
    """A claim as the page says it; verdict, proof and certificate are those of the ledger.

    Attributes
    ----------
    key : str
        Of the claim.
    says : str
        What the paper says, in a formula.
    holds : str
        What holds, in a formula.
    run : str
        The page, and the label there, that measures it; empty if nothing does.
    counted : bool
        Whether it is a sentence about runs: its chapter counts them, and proves nothing.
    """

    key: str
    says: str
    holds: str
    run: str = ""
    counted: bool = False


ROWS = (
    Row(
        "impossible-at-T",
        r"for $W = T$ not both $R_T = o(T)$ and $C_T = o(T)$",
        r"as said, and with $R_T$ against any share $\alpha > \frac12$",
    ),
    Row(
        "lemma-4.1",
        r"$\mu\sum_s c^{t-s}g_s(x_s) \le \lambda_{t+1} \le \mu\sum_s c^{t-s}|g_s(x_s)|$",
        r"as said, if $c = 1 - \delta\mu^2 \ge 0$",
        "lemma41#chap-lemma41",
    ),
    Row(
        "lemma-4.2",
        r"$\sum_\tau\lambda_{t+\tau}\,g_{t+\tau}(x^*) \le \lambda_t\sum_\tau g_{t+\tau}(x^*)"
        r" + \frac12G^2\mu W(W-1)$",
        r"with $G^2\mu W(W-1)$, and no smaller constant",
        "lemma42#chap-lemma42",
    ),
    Row(
        "lemma-4.3",
        r"$R_T + \lambda C_T \le \frac{\delta\mu}2T\lambda^2 + \frac{\lambda^2}\mu"
        r" + A(\mu, W, T, K)$",
        r"told $w_k\nabla f_t - \lambda_tp_t$, $w_k = (1 - \frac1K)^{K-k}$; twice one term of $A$",
        "violation#chap-violation",
    ),
    Row(
        "theorem-4.1",
        r"$R_T \le O(\sqrt{WT})$",
        r"as said for the weighted feedback; published: $R_T$ is linear in $T$ on one game,"
        r" $O(\sqrt{WT})$ against $\frac12$",
        "linear_regret#fig-decoy-regret",
    ),
    Row(
        "few-oracles",
        r"$K = O(\sqrt{T/W})$",
        r"for $R_T$, $K \ge \sqrt{T/W}$: one oracle has linear $R_T$; for $C_T$, any $K$",
        "theorems#sec-thm-one-learner",
    ),
    Row(
        "theorem-4.2",
        r"$C_T \le O(W^{1/4}T^{3/4})$",
        r"as said, $f_t$ need not be DR; $O(\sqrt{WT})$ if $\frac{B_T}T \ge b > 0$",
        "rates",
    ),
    Row(
        "simplex",
        r"Theorem 4.1 needs $f_t$ monotone and DR on $\X$ only",
        r"on a box that contains $\X$; else $R_T = (\frac12 - \frac1e)T$ is possible",
        "small_claims#thm-simplex-trap",
    ),
    Row(
        "sentence-1",
        "Figure 1: $C_T < 0$",
        "a matter of $T$, $W$ and the steps",
        "figure1_horizons",
        counted=True,
    ),
    Row(
        "sentence-2",
        r"Figure 1: $\sum_t f_t(x_t) > \sum_t f_t(x^*)$",
        "a matter of $T$, $W$ and the steps",
        "figure1_horizons",
        counted=True,
    ),
)  # fmt: skip


def _address(at: str) -> str:
    page, _, label = at.partition("#")
    return f"{page}.html#{label}" if label else f"{page}.html"


@dataclass(frozen=True)
class _Paper:
    row: Row
    claim: Claim

    def __str__(self) -> str:
        return f"{self.claim.place}: {plain(self.row.says)}"

    def _repr_html_(self) -> str:
        place = Said(self.claim.place)._repr_html_()
        return f'<small class="osphg-place">{place}</small><br>{Said(self.row.says)._repr_html_()}'


@dataclass(frozen=True)
class _Links:
    row: Row
    claim: Claim
    found: Evidence

    @property
    def _addresses(self) -> list[tuple[str, str]]:
        checks = (*self.found.published, *self.found.repaired)
        theorem = next((check.theorem for check in checks if check.theorem), "")
        first = "counts" if self.row.counted else "proof"
        every = [
            (first, _address(self.claim.at)),
            ("run", _address(self.row.run) if self.row.run else ""),
            ("certificate", f"{PAGE}#{anchor(theorem)}" if theorem else ""),
        ]
        return [(word, address) for word, address in every if address]

    def __str__(self) -> str:
        return ", ".join(word for word, _ in self._addresses)

    def _repr_html_(self) -> str:
        links = " · ".join(f'<a href="{link}">{word}</a>' for word, link in self._addresses)
        return f'<span class="osphg-links">{links}</span>'


@dataclass(frozen=True)
class Digest:
    """Some claims of the ledger, one line each.

    Parameters
    ----------
    entries : sequence of (Claim, Evidence)
        Of all claims.
    rows : sequence of Row

    Raises
    ------
    ValueError
        If a row is about a claim that is not among the entries.
    """

    entries: Sequence[tuple[Claim, Evidence]]
    rows: Sequence[Row] = ROWS

    def __post_init__(self) -> None:
        known = {claim.key for claim, _ in self.entries}
        if missing := [row.key for row in self.rows if row.key not in known]:
            raise ValueError(f"rows must be about claims of the ledger, got {', '.join(missing)}")

    @property
    def table(self) -> Table:
        """The claims, their verdicts, and what holds."""
        known = {claim.key: (claim, found) for claim, found in self.entries}
        rows = []
        for row in self.rows:
            claim, found = known[row.key]
            links = _Links(row, claim, found)
            rows.append([_Paper(row, claim), Verdict(found.verdict), Said(row.holds), links])
        return Table(["the paper says", "verdict", "what holds", "see"], rows)

    def __str__(self) -> str:
        return str(self.table)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f'<div class="osphg-digest">{self.table._repr_html_()}</div>'
