"""What is proven of the systems with all constants, and how much of it play has used up.

A bound of a theorem is a number for each game. Where one is known, a run's regret or violation is a
share of it: 1 would say that the bound is reached, and a larger share that it is false. The bounds
stand here by the class of the player, each with its formula; `largest_shares` plays the games of
the tournament for them, and `form` has a system of the catalogue in one fixed form.

R is the diameter of X; s bounds the length of the directions that a player climbs, and beta_g that
of prices; beta is the larger of s and beta_g, F the range of one f_t, G the largest
``|g_t(x)|``, b = B_T/T the money for one round, and W the window of the benchmark, in rounds.
"""

from __future__ import annotations

import inspect
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from pandas import DataFrame

from osphg import checks
from osphg.experiments.catalogue import book_folder
from osphg.experiments.results import Results
from osphg.metrics import ONE_MINUS_ONE_OVER_E
from osphg.players.ascent import BoostedGradient, ascent_and_bound
from osphg.players.boosted import BoostedOSPHG, BoostedQueue, OnlineGradientAscent
from osphg.players.fixed_price import (
    MahdaviJinYang,
    MahdaviMirrorProx,
    YuanLamperskiStrong,
    YuNeely,
)
from osphg.players.hard_budget import PFS, SinhaVaze
from osphg.players.osphg import OSPHG, MetaFrankWolfe
from osphg.players.repricing import Repricing
from osphg.players.varying_prices import COLD, CaoLiu, NeelyYu
from osphg.rounds import Game
from osphg.studies import bounds
from osphg.studies.tables import Table
from osphg.tournament.catalogue import (
    BLIND_TO_BUDGET,
    EVERYBODY,
    REGRET,
    VIOLATION,
    Setting,
    System,
    player_for,
)
from osphg.tournament.contests import CONTESTS, FIXED, MATROID, Contest, in_own_units

EXCEEDED = "sum of [g]_+"  # what is overspent, of which no cheap round takes anything back
# What a table of the tournament has of a run, as the chapter calls it; in the order of `_Played`.
TABLE_QUANTITIES = (
    "utility per round",
    "violation per round",
    "sum of [g]_+ per round",
    "(1-1/e)-regret per round",
)


class Guarantee(NamedTuple):
    """A bound that is proven of one player in one game.

    Parameters
    ----------
    quantity : str
        `REGRET`, `VIOLATION` for C_T, or `EXCEEDED`.
    formula : str
        The bound as a formula.
    value : float
        The bound, in units of f or of money.
    alpha : float
        The share of the best that a regret is against.
    W : int
        The window of the benchmark that a regret is against, in rounds.
    """

    quantity: str
    formula: str
    value: float
    alpha: float = 1.0
    W: int = 1


class Share(NamedTuple):
    """The largest part of a bound that play has used up, and where that was.

    Parameters
    ----------
    formula : str
        The bound as a formula.
    share : float
        What was measured, over the bound; 0 where the bound is 0 and is kept.
    contest : str
        The name of the contest.
    T : int
        The number of rounds.
    seed : int
        The seed of the game.
    """

    formula: str
    share: float
    contest: str
    T: int
    seed: int


def _osphg(game: Game, W: int, player: OSPHG) -> list[Guarantee]:
    """Return the bounds of Lemma 4.3 as repaired, and of the theorem on constant budgets.

    For the player as published the lemma bounds twice the 1/2-regret. The lemma needs L, and gives
    no bound in a game that does not know it.
    """
    violation = Guarantee(
        VIOLATION, _CONSTANT_BUDGET, bounds.constant_budget(game, player).violation
    )
    if not _knows_smoothness(game):
        return [violation]
    right = bounds.lemma43(game, W, player).total
    formula = "R^2/(2 mu) + (W G^2 + beta^2) mu T + L R^2 T/(2 K)"
    if player.weighted:
        regret = Guarantee(REGRET, formula, right, ONE_MINUS_ONE_OVER_E, W)
    else:
        regret = Guarantee(REGRET, f"half of {formula}, for half of the best", right / 2, 0.5, W)
    return [regret, violation]


def _knows_smoothness(game: Game) -> bool:
    """Whether the utilities of a game say L, how fast their gradients change."""
    try:
        return game.L >= 0
    except TypeError:  # no method `smoothness`
        return False


_CONSTANT_BUDGET = (
    "M (1/mu + delta mu T), M^2 = H^2 + R^2 + 2 mu b H, H = (beta R + mu (beta^2 + G^2))/b"
)


def _boosted_osphg(game: Game, W: int, player: BoostedOSPHG) -> list[Guarantee]:
    """Return the bounds of the theorem on one oracle, Lemma 4.3 without its term in L."""
    s = ascent_and_bound(game, BoostedGradient()).bound
    beta = max(s, game.beta_g)
    mu = player.mu
    regret = game.R**2 / (2 * mu) + (W * game.G**2 + beta**2) * mu * game.T
    violation = bounds.constant_budget(game, player, beta).violation
    formula = "R^2/(2 mu) + (W G^2 + beta^2) mu T"
    return [
        Guarantee(REGRET, formula, regret, ONE_MINUS_ONE_OVER_E, W),
        Guarantee(VIOLATION, _CONSTANT_BUDGET, violation),
    ]


def _queue(game: Game, W: int, player: NeelyYu | BoostedQueue) -> list[Guarantee]:
    """Return the bounds of the theorem on the queue, for the gradient of f_t or the boosted one."""
    is_boosted = isinstance(player, BoostedQueue)
    queue: Any = player  # BoostedQueue takes its ascent from another class
    s = ascent_and_bound(game, queue.ascent).bound
    V = player.V
    alpha = player.alpha
    T = game.T
    if not is_boosted and not isinstance(player, COLD):
        W = 1  # its source looks at single rounds
    regret = alpha * game.R**2 / V + V * s**2 * T / (4 * alpha) + game.G**2 * W * T / (2 * V)
    bounds.require_same_allowance(game)
    b = game.largest_allowance  # that of every round
    H = (V * s * game.R + game.G**2 / 2) / b
    M = math.sqrt(H**2 + 2 * alpha * game.R**2 + 2 * b * H)
    M = min(M, math.sqrt((2 * V * s * game.R + game.G**2) * T))
    violation = M + game.beta_g * T * (V * s + game.beta_g * M) / (2 * alpha)
    share = ONE_MINUS_ONE_OVER_E if is_boosted else 1.0
    return [
        Guarantee(
            REGRET,
            "alpha R^2/V + V s^2 T/(4 alpha) + G^2 W T/(2 V)",
            regret,
            share,
            W,
        ),
        Guarantee(
            VIOLATION,
            "M + beta_g T (V s + beta_g M)/(2 alpha), M^2 the smaller of (2 V s R + G^2) T and "
            "H^2 + 2 alpha R^2 + 2 b H, H = (V s R + G^2/2)/b",
            violation,
        ),
    ]


def _saddle(game: Game, player: MahdaviJinYang | CaoLiu, step: float) -> list[Guarantee]:
    """Return bounds for steps on the Lagrangian with delta >= 2 beta^2 + 2 delta^2 step^2.

    For every x that keeps each g_t and every lambda >= 0, the usual sum over the steps of x and of
    lambda leaves

        regret + lambda C_T - (delta step T + 1/step) lambda^2/2
            <= R^2/(2 step) + step T (beta_f^2 + G^2),

    as the steps add step lambda_t^2 (beta_g^2 + delta^2 step^2) in a round, which is no more than
    the delta step lambda_t^2/2 that the Lagrangian takes away. With lambda = 0 that is the bound of
    the regret. No regret is below -F T, so that the best lambda bounds C_T.
    """
    T = game.T
    right = game.R**2 / (2 * step) + step * T * (game.beta_f**2 + game.G**2)
    curvature = player.delta * step * T + 1 / step
    formula = "R^2/(2 eta) + eta T (beta_f^2 + G^2)"
    return [
        Guarantee(REGRET, formula, right),
        Guarantee(
            VIOLATION,
            f"(2 (delta eta T + 1/eta) (F T + {formula}))^(1/2)",
            math.sqrt(2 * curvature * (game.F * T + right)),
        ),
    ]


def _mirror_prox(game: Game, player: MahdaviMirrorProx) -> list[Guarantee]:
    """Return what `MahdaviMirrorProx` has at lambda = 0 and at the best lambda for C_T."""
    eta = player.eta
    right = game.R**2 / (2 * eta) + eta * game.T * game.beta_f**2
    formula = "R^2/(2 eta) + eta T beta_f^2"
    violation = math.sqrt(2 * (game.F * game.T + right) / eta)
    return [
        Guarantee(REGRET, formula, right),
        Guarantee(VIOLATION, f"(2 (F T + {formula})/eta)^(1/2)", violation),
    ]


def _yu_neely(game: Game, player: YuNeely) -> list[Guarantee]:
    """Return the bounds of `osphg.studies.bounds.yu_neely`."""
    found = bounds.yu_neely(game, player)
    return [
        Guarantee(REGRET, "alpha R^2 + beta_f^2 T/(4 alpha - 2 gamma^2 beta_g^2)", found.regret),
        Guarantee(
            VIOLATION,
            "(q^2 + 4 beta_f R + 2 alpha R^2 + gamma^2 G^2)^(1/2)/gamma - 2 b, "
            "q = beta_f R/(gamma b)",
            found.violation,
        ),
    ]


def _sinha_vaze(game: Game, player: SinhaVaze) -> list[Guarantee]:
    """Return the bounds of `SinhaVaze`."""
    root = math.sqrt(game.T)
    exceeded = player.money * 2 * root * math.log(2 * (1 + 2 * game.T))
    return [
        Guarantee(REGRET, "2 R s (T^(1/2) + 1)", player.utility * (root + 1), _alpha(player)),
        Guarantee(EXCEEDED, "4 R beta_g T^(1/2) log(2 (1 + 2 T))", exceeded),
    ]


def _pfs(game: Game, player: PFS) -> list[Guarantee]:
    """Return the bounds of `PFS` with the margin of its proof; nothing is violated."""
    s = ascent_and_bound(game, player.ascent).bound
    radius = player.faces(game).ball.radius
    T = game.T
    regret = game.R**2 / (2 * player.eta) + player.eta * s**2 * T / 2
    regret += s * game.R * T * player.margin / radius
    formula = "R^2/(2 eta) + eta s^2 T/2 + s R T margin/radius"
    return [Guarantee(REGRET, formula, regret, _alpha(player)), Guarantee(EXCEEDED, "0", 0.0)]


def _alpha(player: Any) -> float:
    """Return 1 - 1/e for a player that climbs the boosted gradient, and else 1."""
    return ONE_MINUS_ONE_OVER_E if isinstance(player.ascent, BoostedGradient) else 1.0


def _gradient_ascent(game: Game, W: int) -> list[Guarantee]:
    """Return what `OnlineGradientAscent` says of the 1/2-regret, whatever the window."""
    regret = game.R * game.beta_f * math.sqrt(game.T)
    return [Guarantee(REGRET, "R beta_f T^(1/2), for half of the best", regret, 0.5, W)]


def _meta_frank_wolfe(game: Game, W: int, player: MetaFrankWolfe) -> list[Guarantee]:
    """Return K regrets of gradient ascent, and what K steps leave; nothing where L is unknown.

    The gap (1-1/e) f_t(x*) - f_t(x_t) is at most L R^2/(2 K) and a weighted mean, with weights of
    less than 1 in all, of what the oracles lose.
    """
    if not _knows_smoothness(game):
        return []
    regret = game.R * game.beta_f * math.sqrt(game.T) + game.L * game.R**2 * game.T / (2 * player.K)
    formula = "R beta_f T^(1/2) + L R^2 T/(2 K)"
    return [Guarantee(REGRET, formula, regret, ONE_MINUS_ONE_OVER_E, W)]


def _repricing(game: Game, W: int, player: Repricing) -> list[Guarantee]:
    """Return the bound of `Repricing`, whose left side is at least the regret."""
    formula = "D (B T^(1/2) + cap beta_g (W - 1)/2), B^2 = s^2 + cap^2 beta_g^2, cap = F/b"
    return [Guarantee(REGRET, formula, player.bound(game.T), _alpha(player), W)]


def _strong(game: Game, player: YuanLamperskiStrong) -> list[Guarantee]:
    """Return the inequality of `YuanLamperskiStrong`, whose second sum is at least 0."""
    value = game.beta_f**2 / player.H * (1 + math.log(game.T))
    return [Guarantee(REGRET, "beta_f^2 (1 + log(T))/H", value)]


# By class of a player; classes derived from these have other theorems, and none here.
_GUARANTEES: Mapping[type, Callable[[Game, int, Any], list[Guarantee]]] = {
    OSPHG: _osphg,
    BoostedOSPHG: _boosted_osphg,
    NeelyYu: _queue,
    COLD: _queue,
    BoostedQueue: _queue,
    MahdaviJinYang: lambda game, W, player: _saddle(game, player, player.eta),
    CaoLiu: lambda game, W, player: _saddle(game, player, player.alpha),
    MahdaviMirrorProx: lambda game, W, player: _mirror_prox(game, player),
    YuanLamperskiStrong: lambda game, W, player: _strong(game, player),
    YuNeely: lambda game, W, player: _yu_neely(game, player),
    SinhaVaze: lambda game, W, player: _sinha_vaze(game, player),
    PFS: lambda game, W, player: _pfs(game, player),
    OnlineGradientAscent: lambda game, W, player: _gradient_ascent(game, W),
    MetaFrankWolfe: _meta_frank_wolfe,
    Repricing: _repricing,
}


def guarantees(entry: System, game: Game, W: int, player: Any) -> list[Guarantee]:
    """Return what is proven with constants of a system's player in a game that its theorem covers.

    Parameters
    ----------
    entry : System
        The system, an entry of the catalogue.
    game : Game
        A game that its theorem covers.
    W : int
        The window that the player is tuned for, in rounds.
    player : Player
        The player, as the system is set up for the game.

    Returns
    -------
    list of Guarantee
        At most one for each quantity; none where the entry says why (`System.no_bound`).
    """
    if not entry.has_theorem or type(player) not in _GUARANTEES:
        return []
    return _GUARANTEES[type(player)](game, W, player)


class _Played(NamedTuple):
    """What a table of the tournament has of one system in one game, per round."""

    utility: float
    violation: float
    exceeded: float  # [g_t(x_t)]_+
    regret: float  # the (1-1/e)-regret against windows of W rounds


def _rows_of(table: Results) -> dict[tuple[int, str, int], dict[str, _Played]]:
    """Return the rows of a table of the tournament, by T, contest and seed, then by system."""
    numbers: dict[tuple[int, str, int], dict[str, dict[str, float]]] = {}
    for row in table.rows:
        key = int(row["T"]), str(row["game"]), int(row["seed"])
        of_player = numbers.setdefault(key, {}).setdefault(str(row["player"]), {})
        of_player[str(row["quantity"])] = float(row["value"])
    return {
        key: {
            name: _Played(*(quantities[quantity] for quantity in TABLE_QUANTITIES))
            for name, quantities in by_player.items()
        }
        for key, by_player in numbers.items()
    }


def largest_shares(
    table: Results,
    W: int,
    systems: Iterable[System] = EVERYBODY,
    contests: Iterable[Contest] = CONTESTS,
) -> dict[str, dict[str, Share]]:
    """Return the largest share of its bounds that each system has used up in a tournament.

    Nothing is played: the games are drawn anew for their constants, and what was measured stands in
    the table. A system's bounds are asked in those contests that its theorem covers. Left out are
    regrets on a matroid of systems that look at the budget: the best set there may cost more than
    the budget allows, so that their theorems say nothing of it.

    Parameters
    ----------
    table : Results
        The rows of the chapter on the tournament, with the quantities `TABLE_QUANTITIES`, in the
        contests' own units.
    W : int
        The window of the table's benchmarks and players, in rounds.
    systems : iterable of System
        Entries of the catalogue; those without a bound are not in the result.
    contests : iterable of Contest
        The contests.

    Returns
    -------
    dict
        By the name of a system and the quantity: the largest share, where it was, and the formula
        of the bound.

    Raises
    ------
    ValueError
        For a table with the game of another contest.
    """
    rows = _rows_of(table)
    by_name = {contest.name: contest for contest in contests}
    bounded = [entry for entry in systems if entry.player in _GUARANTEES and entry.has_theorem]
    largest: dict[str, dict[str, Share]] = {}
    for (T, name, seed), played in rows.items():
        checks.must(name in by_name, "table", "be of the contests alone", name)
        contest = by_name[name]
        here = [e for e in bounded if e.name in played and e.needs <= contest.properties]
        if not here:
            continue
        game = in_own_units(contest.game(T, seed))
        single_rounds = None  # the benchmark for W = 1, found when it is asked for
        for entry in here:
            player = player_for(entry, game, W, seed, properties=contest.properties)
            for guarantee in guarantees(entry, game, W, player):
                is_blind = entry.kind == BLIND_TO_BUDGET
                if guarantee.quantity == REGRET and MATROID in contest.properties and not is_blind:
                    continue
                number = _measured(guarantee, played[entry.name], T)
                # Where prices are the same in every round, so are all windows.
                other_window = guarantee.W != W and FIXED not in contest.properties
                if guarantee.quantity == REGRET and other_window:
                    if single_rounds is None:
                        single_rounds = contest.benchmark(game, guarantee.W).value
                    number = guarantee.alpha * single_rounds - T * played[entry.name].utility
                share = _share(guarantee, number, game)
                known = largest.setdefault(entry.name, {}).get(guarantee.quantity)
                if known is None or share > known.share:
                    found = Share(guarantee.formula, share, name, T, seed)
                    largest[entry.name][guarantee.quantity] = found
    return largest


def _measured(guarantee: Guarantee, played: _Played, T: int) -> float:
    """Return what a guarantee bounds, of all T rounds; a regret against windows of the table."""
    if guarantee.quantity == VIOLATION:
        return T * played.violation
    if guarantee.quantity == EXCEEDED:
        return T * played.exceeded
    best = (played.regret + played.utility) / ONE_MINUS_ONE_OVER_E
    return T * (guarantee.alpha * best - played.utility)


def _share(guarantee: Guarantee, number: float, game: Game) -> float:
    """Return a number over its bound; over a bound of 0, 0 if it is 0 but for rounding, or inf."""
    if guarantee.value > 0.0:
        return number / guarantee.value
    return 0.0 if number <= 1e-9 * game.T * game.G else math.inf


def form(entry: System, shares: Mapping[str, Share]) -> DataFrame:
    """Return a system in the one form that all systems have.

    Parameters
    ----------
    entry : System
        An entry of the catalogue.
    shares : mapping
        By quantity, the largest share of its bound that the system has used up, as
        `largest_shares` finds it.

    Returns
    -------
    DataFrame
        A table of what the catalogue says: the player, the guarantee, the reference, the arguments,
        who set what, and the largest share of each bound.
    """
    doc = inspect.cleandoc(entry.player.__doc__ or "")
    first_sentence = " ".join(doc.split("\n\n")[0].split()).replace("`", "")
    rows = [("algorithm", f"{entry.player.__name__}: {first_sentence}")]
    if entry.twin:
        rows.append(("twin", f"{entry.twin}, which plays the same but for little"))
    rows.append(("a round costs", str(entry.cost) or "nothing of f_t and X"))
    rows += [("guarantee", text) for text in _claims(entry)]
    needs = "; ".join(sorted(entry.needs)) if entry.has_theorem else "there is no theorem"
    rows.append(("needs", needs))
    rows.append(("assumes besides", entry.assumptions))
    rows.append(("reference", reference(entry.cites)))
    for setting in entry.settings:
        rows.append(("arguments" + _where(entry, setting), _call(entry, setting)))
        rows.append(("setting" + _where(entry, setting), _whose(setting)))
    rows += [
        (
            f"{quantity}: bound",
            f"{share.formula}; the largest share of it was {_share_text(share)}",
        )
        for quantity, share in shares.items()
    ]
    if entry.no_bound:
        rows.append(("no bound in numbers", f"– ({entry.no_bound})"))
    return Table(("what", "said of it"), rows, entry.name)


def _claims(entry: System) -> list[str]:
    """Return what a system claims, a sentence for each quantity, or that it claims nothing."""
    claims = []
    for quantity, rate in entry.rates.items():
        against = f" (against: {entry.notion})" if quantity == REGRET else ""
        refuted = "" if entry.stands or quantity == VIOLATION else " (refuted in this book)"
        claims.append(f"{quantity}{against}: order {rate.order.text}{refuted}")
    if entry.kind == BLIND_TO_BUDGET:
        claims.append("nothing of the violation: it never looks at a price")
    if not claims and entry.notion.startswith("none"):
        return ["none"]
    return claims or [f"no published order; regret is against: {entry.notion}"]


def _where(entry: System, setting: Setting) -> str:
    """Return in which games a setting is taken, if the system has more than one."""
    if len(entry.settings) == 1:
        return ""
    return f" ({'; '.join(sorted(setting.where)) or 'elsewhere'})"


def _call(entry: System, setting: Setting) -> str:
    """Return how a setting's player is made: the call of `tuned`, with what the setting gives."""
    parameters = inspect.signature(entry.player.tuned).parameters
    given = dict(setting.options)
    words = []
    for name, parameter in parameters.items():
        if name in given:
            words.append(f"{name}={given[name]!r}")
        elif parameter.default is inspect.Parameter.empty and name != "warm":
            words.append(name)
        elif name == "W":
            words.append("W")
    return f"{entry.player.__name__}.tuned({', '.join(words)})"


def _whose(setting: Setting) -> str:
    """Return the steps of a setting, whose they are, and what this book has set and why."""
    ours = f"; set by this book: {setting.ours}; why: {setting.why}" if setting.ours else ""
    return f"{setting.text}; {setting.source}{ours}"


def _share_text(share: Share) -> str:
    """Return a share as a text, with the contest and the seed where it was."""
    at = f"({share.contest}, T = {share.T:,}, seed {share.seed})"
    return f"not above 0 {at}" if share.share <= 0.0 else f"{share.share:.3f} {at}"


def reference(key: str) -> str:
    """Return a work of the book's bibliography as "Surname, Surname and Surname YEAR".

    Parameters
    ----------
    key : str
        Its key in references.bib.

    Returns
    -------
    str
        The surnames of all authors, and the year.

    Raises
    ------
    ValueError
        If there is no work of that key.
    """
    bibliography = (book_folder() / "references.bib").read_text(encoding="utf-8")
    entries = re.findall(rf"^@\w+\{{{re.escape(key)},(.*?)^\}}", bibliography, re.M | re.S)
    checks.must(len(entries) == 1, "key", "be that of a work in references.bib", key)
    fields = dict(re.findall(r"^\s*(author|year)\s*=\s*\{(.*)\}", entries[0], re.M))
    *others, last = (name.split(",")[0].strip() for name in fields["author"].split(" and "))
    authors = f"{', '.join(others)} and {last}" if others else last
    return f"{_ACCENT.sub(_accented, authors)} {fields['year']}"


_ACCENT = re.compile(r"""\{\\(['"`^~])\{?(\w)\}?\}""")  # a letter with an accent, as LaTeX has it
_MARKS = dict(zip("'\"`^~", "\u0301\u0308\u0300\u0302\u0303", strict=True))


def _accented(match: re.Match[str]) -> str:
    """Return the letter of a match of `_ACCENT` with its accent."""
    mark, letter = match.groups()
    return unicodedata.normalize("NFC", letter + _MARKS[mark])
