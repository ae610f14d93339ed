"""Run public code from a checkout, and keep its inputs and decisions as a table of the book.

    python tools/parity.py single_recipe ~/SRF_NeurIPS2020

The name is that of a table in `book/data/parity/`, and `provenance.json` there says from which
repository and commit it is. The table is `NAME.json`: inputs, which are drawn here, and what the
code of the checkout answers to them. The chapter `public_code` and the tests give the same inputs
to the players of this package. Nobody has to run this: the tables are part of the repository.

The code is run as it stands: nothing of it is kept here. Where the book asks what a change of it
would do, the change is made in memory by a rule of a few lines, such as "a plain assignment of one
name to another copies the array", and stands here in full.

Some checkouts need more: `unified` the package cvxopt, `best_of_many_worlds` scipy, `long_term`,
`yu_neely` and `bian` GNU Octave. Two tables take no checkout: `projections` is made by the packages
jaxopt, optax and clarabel, and `global_search` by pyscipopt.
"""

from __future__ import annotations

import ast
import importlib
import json
import math
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).resolve().parent.parent / "book" / "data" / "parity"
Array = NDArray[np.float64]
Table = dict[str, Any]  # the names of arrays and numbers, and their values
SEEDS = range(5)  # of the games of `osphg_seeds`


# Changes of a program, made on its syntax tree


class MultiplierKept(ast.NodeTransformer):
    """Store what is computed for round t as the multiplier of round t + 1.

    The last round has no next one: its multiplier goes to round 0, which is over.
    """

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Move the index of an assignment to `lambdas[t]` on by one, modulo T."""
        for target in node.targets:
            if isinstance(target, ast.Subscript) and ast.unparse(target) == "lambdas[t]":
                target.slice = ast.parse("(t + 1) % T", mode="eval").body
        return node


class ArraysCopied(ast.NodeTransformer):
    """Let an assignment of one name to another copy the array."""

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Copy the value of an assignment whose value is a name."""
        if isinstance(node.value, ast.Name):
            node.value = ast.parse(f"{node.value.id}.copy()", mode="eval").body
        return node


def with_queue_charged(program: str) -> str:
    """Return the text of `Hao_and_Neely.m` with what Yu and Neely charge for the constraint.

    What the program assigns to `q_temp` is computed from a gradient that is 0 throughout. In its
    place stands the gradient A' times gamma (Q + gamma g(x)), their Algorithm 1.
    """
    charge = "A' * (gamma * (q_curr + gamma * b_diff))"
    changed, count = re.subn(r"(?m)^(\s*q_temp\s*=).*$", rf"\1 {charge};", program)
    if count != 1:
        raise ValueError(f"program must assign to q_temp in one line, got {count}")
    return changed


def definitions(
    file: Path, changes: Iterable[ast.NodeTransformer] = (), **names: Any
) -> SimpleNamespace:
    """Return the functions and classes of a script, without running the script.

    Parameters
    ----------
    file
        The script.
    changes
        What is changed in its syntax tree before.
    **names
        What its functions find as global variables; `np` is NumPy with `np.int`, which was removed
        from it in 2023.
    """
    tree = ast.parse(file.read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    for change in changes:
        change.visit(tree)
    ast.fix_missing_locations(tree)
    # `vars` has no submodule that nobody has asked for yet.
    old_numpy = {**vars(np), "random": np.random, "linalg": np.linalg, "int": int}
    space: dict[str, Any] = {"np": SimpleNamespace(**old_numpy)}
    # Annotations stay text, as in this file: they may name what the script imports.
    exec(compile(tree, file.name, "exec"), space)
    space.update(names)  # after the definitions: a name may replace one of them
    return SimpleNamespace(**space, space=space)


def unrounded(x: Array) -> Array:
    """Return a decision as it is, in place of one rounded to whole numbers."""
    return x


# Inputs


def crowdsourcing(T: int, seed: int) -> Table:
    """Draw a game of the law of the authors' crowdsourcing experiment, in three digits.

    f_t(x) = x'M_t x + sum_i c_i ln(1 + x_i) with c = 2..14, M_t uniform in [-1/15, 0] off the
    diagonal and not symmetric; prices are within half of their means.
    """
    rng = np.random.default_rng(seed)
    mean = np.array([0.01, 0.05, 0.01, 0.08, 0.02, 0.2, 0.05, 0.01, 0.5, 0.01, 0.01, 0.02, 0.25])
    n = len(mean)
    M = rng.uniform(-1 / 15, 0, (T, n, n)) * (1 - np.eye(n))
    prices = mean * rng.uniform(0.5, 1.5, (T, n))
    return {"M": M.round(3), "prices": prices.round(4), "allowance": 0.86, "T": T}


def largest_norm(*vectors: Array) -> float:
    """Return the largest Euclidean norm of all rows, (..., n), of some arrays."""
    return max(float(np.linalg.norm(rows, axis=-1).max()) for rows in vectors)


# One function for each code base. Each takes the checkout, and returns inputs and decisions.


def single_recipe(checkout: Path) -> dict[str, Table]:
    """Run OSPHG, OLFW and the best of both worlds of Sadeghi, Raut and Fazel 2020.

    Rounding to whole numbers is switched off: equal whole numbers would hide a difference.
    """
    game = crowdsourcing(T=64, seed=1)
    T, M, prices = game["T"], game["M"], game["prices"]
    n = prices.shape[1]
    # As that script computes it: the lengths of M_t 1 and of the prices.
    beta = round(largest_norm(M.sum(axis=-1), prices), 3)
    space: Table = {
        "T": T,
        "d": n,
        "B": game["allowance"],
        "P": prices,
        "M_matrix": np.hstack(list(M)),
        "scaling": np.arange(1, n + 1),
        "beta": beta,
        "roundVec": unrounded,
    }
    file = checkout / "crowdsourcingNeurIPSFinal.py"
    script = definitions(file, **space)
    kept = definitions(file, [MultiplierKept()], **space)
    copied = definitions(file, [ArraysCopied()], **space)
    K, V, alpha = int(T**0.5), int(T**0.4), T**1.1
    decisions = {
        "osphg": script.OSPHG(T).T,
        "osphg, multiplier kept": kept.OSPHG(T).T,
        "olfw": script.OLFW(T, 0.05).T,
        "best of both": script.BestOfBoth(T, V, alpha, K).T,
        "best of both, arrays copied": copied.BestOfBoth(T, V, alpha, K).T,
    }
    steps = {"beta": beta, "K": K, "V": V, "alpha": alpha}
    return {"inputs": {**game, **steps}, "decisions": decisions}


def joke_script(checkout: Path) -> dict[str, Table]:
    """Run OSPHG of the same authors' other script, on quadratics.

    The number of jokes that may be told is set to all of them: then X is a box, and nothing is
    rounded.
    """
    T, n, blocks = 64, 8, 2
    rng = np.random.default_rng(2)
    ratings = rng.uniform(0.5, 5, (T, n)).round(2)
    prices = rng.uniform(0.2, 1.0, (T, n)).round(3)
    W, beta, allowance = 8, 3.0, 1.5
    space: Table = {
        "T": T,
        "d": n,
        "B": allowance,
        "P": prices,
        "H": ratings,
        "nBlocks": blocks,
        "w": n // blocks,
        "KB": n,
        "beta": beta,
        "roundVec": unrounded,
    }
    file = checkout / "JokeRecommendationNeurIPS.py"
    script = definitions(file, **space)
    kept = definitions(file, [MultiplierKept()], **space)
    decisions = {"osphg": script.OSPHG(T, W).T, "osphg, multiplier kept": kept.OSPHG(T, W).T}
    inputs = {"ratings": ratings, "prices": prices, "T": T, "W": W, "beta": beta}
    return {
        "inputs": {**inputs, "blocks": blocks, "allowance": allowance, "K": int(T**0.5)},
        "decisions": decisions,
    }


def osphg_seeds(checkout: Path) -> dict[str, Table]:
    """Run the authors' crowdsourcing experiment as it stands, and with their slips mended.

    T = 10,000 as in their script, with its rounding and parameters; the game of a seed is what
    their own generator draws after `np.random.seed(seed)`. It takes some ten minutes.
    """
    T = 10_000
    parameters = {"V": int(T**0.4), "alpha": T**1.1, "K": int(T**0.5)}
    programs: dict[str, tuple[list[ast.NodeTransformer], Callable[[Any], Array]]] = {
        "OSPHG": ([], lambda script: script.OSPHG(T)),
        "OSPHG, multiplier kept": ([MultiplierKept()], lambda script: script.OSPHG(T)),
        "OLFW": ([], lambda script: script.OLFW(T, 0.05)),
        "best of both": ([], lambda script: script.BestOfBoth(T, **parameters)),
        "best of both, arrays copied": (
            [ArraysCopied()],
            lambda script: script.BestOfBoth(T, **parameters),
        ),
    }
    columns: dict[str, list[float]] = {}
    for seed in SEEDS:
        columns.setdefault("seed", []).append(seed)
        for name, (changes, run) in programs.items():
            file = checkout / "crowdsourcingNeurIPSFinal.py"
            script = definitions(file, changes, T=T, d=13, B=0.86)
            np.random.seed(seed)  # noqa: NPY002  # what their generator draws from
            script.generateData()
            X = run(script)
            spend = np.mean([script.g(t, X[:, t]) for t in range(T)])
            utility = np.mean([script.fJoke(t, X[:, t]) for t in range(T)])
            columns.setdefault(f"{name}: utility", []).append(float(utility))
            columns.setdefault(f"{name}: spend", []).append(float(spend))
    return {"inputs": {"T": T, "allowance": 0.86, **parameters}, "decisions": columns}


class LinearProblem:
    """A problem for the classes of `oco_pfs_project`: linear costs and one linear constraint.

    The loss of round t is -<slopes[t], x> and its constraint <prices[t], x> - allowance, on the
    unit box. Each of their steps asks for the gradient of a round once.
    """

    def __init__(self, slopes: Array, prices: Array, allowance: float) -> None:
        self.slopes = slopes
        self.prices = prices
        self.allowance = allowance
        self.t = 0

    def initial_point(self) -> Array:
        """Return 0."""
        return np.zeros(self.slopes.shape[1])

    def grad_loss(self, x: Array) -> Array:
        """Return the gradient of the loss of the round."""
        return -self.slopes[self.t]

    def constraint(self, x: Array) -> float:
        """Return what x costs beyond the allowance in the round."""
        return float(self.prices[self.t] @ x) - self.allowance

    def subgrad_constraint(self, x: Array) -> Array:
        """Return the prices of the round."""
        return self.prices[self.t]

    def project_X0(self, x: Array) -> Array:
        """Return the nearest point of the unit box."""
        return np.clip(x, 0.0, 1.0)


class FacesProblem(LinearProblem):
    """The same with a fixed constraint, max_i <a_i, x> - b_i, where x = 0 is a centre of X.

    The normals a_i have length 1. R is the radius of the ball on which their last step projects.
    """

    def __init__(self, slopes: Array, normals: Array, offsets: Array, R: float) -> None:
        super().__init__(slopes, normals, 0.0)
        self.normals = normals
        self.offsets = offsets
        self.R = R

    def constraint(self, x: Array) -> float:
        """Return the largest excess over a face."""
        return float((self.normals @ x - self.offsets).max())

    def subgrad_constraint(self, x: Array) -> Array:
        """Return the normal of the face with the largest excess."""
        return self.normals[(self.normals @ x - self.offsets).argmax()]


def oco_pfs(checkout: Path) -> dict[str, Table]:
    """Run the drift-plus-penalty and the Polyak feasibility steps of `oco_pfs_project`."""
    sys.path.insert(0, str(checkout / "src"))
    algorithms = importlib.import_module("oco.algorithms")
    T, n = 200, 3
    rng = np.random.default_rng(3)
    slopes = rng.uniform(-0.3, 1.0, (T, n)).round(3)
    prices = rng.uniform(0.2, 1.0, (T, n)).round(3)
    allowance, epsilon, step = 0.5, 0.1, 0.15

    def steps(player: Any, problem: LinearProblem) -> tuple[Array, Array]:
        """Return the decisions of all rounds, and the queue before each where there is one."""
        decisions, queue = [], []
        for t in range(T):
            problem.t = t
            queue.append(getattr(player, "Q", 0.0))
            decisions.append(player.step()[0])
        return np.array(decisions), np.array(queue)

    problem = LinearProblem(slopes, prices, allowance)
    dpp, queue = steps(algorithms.DPPAlgorithm(problem, T, {}), problem)
    # The unit box and the budget of a fixed price, from a centre inside both.
    price, centre = np.array([0.6, 0.0, 0.8]), np.array([0.2, 0.5, 0.2])
    normals = np.vstack([np.eye(n), -np.eye(n), price])
    offsets = np.concatenate([1 - centre, centre, [allowance - price @ centre]])
    faces = FacesProblem(slopes, normals, offsets, R=math.sqrt(n))
    player = algorithms.PFSAlgorithm(faces, T, {"epsilon": epsilon, "eta_const": step})
    pfs, _ = steps(player, faces)
    return {
        "inputs": {
            "T": T,
            "slopes": slopes,
            "prices": prices,
            "allowance": allowance,
            "price": price,
            "centre": centre,
            "eta": float(player.eta),
            "margin": float(player.rho),
        },
        "decisions": {"yu-neely-wei": dpp, "queue": queue, "pfs": pfs + centre},
    }


def run_octave(checkout: Path, stand_ins: dict[str, str], inputs: Table, program: str) -> Array:
    """Run a program of GNU Octave that calls functions of a checkout; return its matrix `answer`.

    Parameters
    ----------
    checkout
        The folder with their functions.
    stand_ins
        Functions of this package's own that Octave finds first, by name, in place of ones of
        MATLAB's toolboxes: their text.
    inputs
        Variables that the program finds: matrices and numbers.
    program
        Its text. `answer` is what it returns.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name, text in stand_ins.items():
            (Path(folder) / f"{name}.m").write_text(text, encoding="utf-8")
        for name, value in inputs.items():
            np.savetxt(Path(folder) / f"{name}.txt", np.atleast_2d(value), fmt="%.17g")
        loads = "".join(f"{name} = load('{folder}/{name}.txt');\n" for name in inputs)
        paths = f"addpath('{checkout}'); addpath('{folder}');\n"
        save = f"\ndlmwrite('{folder}/answer', answer, 'precision', '%.17g');\n"
        whole = Path(folder) / "run_it.m"
        whole.write_text(f"warning('off', 'all');\n{paths}{loads}{program}{save}", encoding="utf-8")
        subprocess.run(["octave-cli", "--no-gui", "--norc", str(whole)], check=True)
        return np.loadtxt(Path(folder) / "answer", delimiter=",", ndmin=2)


CLIPPED = "function x = do_projection(y, lb, ub, options)\nx = min(max(y, lb), ub);\nend\n"
LINEAR_PROGRAMME = """\
function x = linprog(c, A, b, Aeq, beq, lb, ub, x0, options)
x = glpk(c, A, b, lb, ub, repmat('U', 1, rows(A)), repmat('C', 1, numel(c)), 1);
end
"""


class LinearGame(NamedTuple):
    """A game for `OCO-Long-Term-Constraints`: linear utilities of two goods, and a fixed price."""

    T: int
    slopes: Array
    price: Array
    allowance: float

    def inputs(self) -> Table:
        """Return the table's inputs, which are variables of the Octave program, too."""
        return dict(self._asdict())


def linear_game() -> LinearGame:
    """Draw the game of `long_term` and `yu_neely`."""
    T = 200
    slopes = np.random.default_rng(4).uniform(-0.2, 1.0, (T, 2)).round(3)
    return LinearGame(T, slopes, price=np.array([0.7, 0.4]), allowance=0.5)


# Arguments of both of its programs; the loss is -1 times the utility. Theirs are the decisions
# after each round: x_2, x_3, ...
LONG_TERM_ARGUMENTS = (
    "(2, 1, {start}, zeros(2, 1), L, G, T, -slopes, price, allowance, zeros(2, 1), ones(2, 1), [])'"
)


def long_term(checkout: Path) -> dict[str, Table]:
    """Run the method of Jenatton et al. of `OCO-Long-Term-Constraints`, by Octave.

    Their projection on a box calls `fmincon`, which Octave lacks; it is computed in closed form.
    """
    inputs = linear_game().inputs() | {"L": round(math.sqrt(2), 3), "G": 1.5}
    call = LONG_TERM_ARGUMENTS.format(start="zeros(2, 1)")
    program = f"answer = Jenatton_et_al{call};"
    answer = run_octave(checkout, {"do_projection": CLIPPED}, inputs, program)
    return {"inputs": inputs, "decisions": {"jenatton": answer}}


def yu_neely(checkout: Path) -> dict[str, Table]:
    """Run the queue of Yu and Neely of `OCO-Long-Term-Constraints`, by Octave.

    As it stands, and with what the constraint is charged. The program's queue does not count the
    first decision, and so the first decision costs just the allowance. It does not use L and G.
    """
    inputs = linear_game().inputs() | {"start": np.array([0.5, 0.375])}
    call = LONG_TERM_ARGUMENTS.format(start="start'")
    program = f"L = 1; G = 1; answer = Hao_and_Neely{call};"
    stand_ins = {"do_projection": CLIPPED}
    as_it_stands = run_octave(checkout, stand_ins, inputs, program)
    text = (checkout / "Hao_and_Neely.m").read_text(encoding="utf-8", errors="replace")
    stand_ins["Hao_and_Neely"] = with_queue_charged(text)
    charged = run_octave(checkout, stand_ins, inputs, program)
    decisions = {"yu-neely": as_it_stands, "yu-neely, constraint charged": charged}
    return {"inputs": inputs, "decisions": decisions}


def bian(checkout: Path) -> dict[str, Table]:
    """Run the Frank-Wolfe variant of Bian et al., by Octave, with its linear programmes by GLPK."""
    rng = np.random.default_rng(5)
    n, m, K = 6, 3, 10
    H = -rng.uniform(0, 1, (n, n)).round(3)
    H = (H + H.T).round(3)
    A = rng.uniform(0, 1, (m, n)).round(3)
    inputs = {"H": H, "h": -H.sum(axis=0), "A": A, "K": K}
    program = (
        "param = struct('H', H, 'h', h', 'c', 0, 'n', 6, 'A', A, 'b', ones(3, 1), 'Aeq', [], "
        "'beq', [], 'lb', zeros(6, 1), 'ub', ones(6, 1), 'opts', []);"
        "[x, f, fs] = mono_fw_variant(@nqp_f, @nqp_grad, param, K); answer = [x', numel(fs) - 1];"
    )
    (answer,) = run_octave(checkout / "src", {"linprog": LINEAR_PROGRAMME}, inputs, program)
    return {"inputs": inputs, "decisions": {"x": answer[:-1], "steps": answer[-1]}}


class Quadratic:
    """A utility for `unified`: x'H_t x/2 + h_t'x with exact gradients, for columns x (n, 1).

    With `before`, the gradient is that at the point asked for last, 0 at first: their oracles then
    learn at the point before their step.
    """

    def __init__(self, H: Array, h: Array, before: bool) -> None:
        self.H = H
        self.h = h[:, np.newaxis]
        self.before = before
        self.last = np.zeros_like(self.h)

    def value(self, x: Array) -> float:
        """Return f_t(x)."""
        return float((x.T @ self.H @ x / 2 + self.h.T @ x)[0, 0])

    def gradient(self, x: Array) -> Array:
        """Return the gradient at x, or at the point of the call before."""
        asked, self.last = (self.last if self.before else x), x
        return self.H @ asked + self.h


def unified(checkout: Path) -> dict[str, Table]:
    """Run the generalised Meta-Frank-Wolfe of `unified-dr-submodular`, monotone case, L = 1.

    Their `reward` for that case is not written yet and raises an error: the gradient takes its
    place.
    """
    sys.path.insert(0, str(checkout))
    cvxopt = importlib.import_module("cvxopt")
    cvxopt.solvers.options.update(show_progress=False, abstol=1e-14, reltol=1e-14, feastol=1e-14)
    module: Any = importlib.import_module("dr_submodular.generalized_fw")

    def reward(v: Array, g: Array) -> Array:
        """Return the gradient."""
        return g

    module.reward = reward
    T, n, m, K = 60, 4, 2, 6
    rng = np.random.default_rng(6)
    H = -rng.uniform(0, 1, (T, n, n))
    H = (H + H.swapaxes(1, 2)).round(3)
    h = (-H.sum(axis=1)).round(3)
    A = rng.uniform(0.2, 1, (m, n)).round(3)
    decisions = {}
    for name, before in (("after its step", False), ("before its step", True)):
        utilities = [Quadratic(*terms, before) for terms in zip(H, h, strict=True)]
        points, _ = module.GeneralizedMetaFrankWolfe(
            n, T, 1, T, K, utilities, SimpleNamespace(A=A),
            update_function=module.update_x_monotone, reward_function=reward,
            include_trajectory=True,
        )  # fmt: skip
        decisions[name] = np.hstack(points).T
    return {"inputs": {"T": T, "K": K, "H": H, "h": h, "A": A}, "decisions": decisions}


def best_of_many_worlds(checkout: Path) -> dict[str, Table]:
    """Run the dual mirror descent of Balseiro, Lu and Mirrokni of `Online-Learning-Implementation`.

    Its decisions add up to 1, so that an item that costs and earns nothing is added. Where the
    request is the same in all rounds the budget is so large that it is never gone, and what is
    compared is the multiplier; with independent requests it is the allowance times T.
    """
    (file,) = checkout.glob("Balseiro-et-al-2022*/Source/agent.py")
    solver = importlib.import_module("scipy.optimize").linprog
    script = definitions(file, linprog=solver)
    T, n, games = 200, 3, 5
    rng = np.random.default_rng(7)
    rewards = rng.uniform(0, 1, (games, T, n)).round(3)
    costs = rng.uniform(0.2, 1, (games, T, n)).round(3)
    allowance, eta = 0.3, 0.07

    def play(rewards: Array, costs: Array, budget: float) -> tuple[Array, Array]:
        """Return the decisions of all rounds, and the multiplier with which each was made."""
        parameters = {"m": 1, "T": T, "d": n + 1, "b": np.array([budget])}
        agent = script.H1_DualMirrorDescentOGD(**parameters, rho=np.array([allowance]), eta=eta)
        agent.mu = np.array([1.0])
        multipliers, decisions = [], []
        for reward, cost in zip(rewards, costs, strict=True):
            multipliers.append(float(agent.mu[0]))
            decisions.append(agent.action(np.append(reward, 0.0), np.append(cost, 0.0)[np.newaxis]))
        return np.array(decisions)[:, :n], np.array(multipliers)

    first = np.zeros(T, dtype=int)
    same, multipliers = play(rewards[0][first], costs[0][first], 1e9)
    independent = [play(*game, allowance * T)[0] for game in zip(rewards, costs, strict=True)]
    inputs = {"T": T, "rewards": rewards, "costs": costs, "allowance": allowance, "eta": eta}
    return {
        "inputs": inputs,
        "decisions": {
            "the same request": same,
            "the same request: multipliers": multipliers,
            "independent requests": np.array(independent),
        },
    }


def projections(checkout: Path | None = None) -> dict[str, Table]:
    """Project points on a simplex by jaxopt and optax, and on a polytope by Clarabel."""
    jax = importlib.import_module("jax")
    jax.config.update("jax_enable_x64", True)
    jaxopt = importlib.import_module("jaxopt.projection")
    optax = importlib.import_module("optax.projections")
    clarabel = importlib.import_module("clarabel")
    sparse = importlib.import_module("scipy.sparse")
    rng = np.random.default_rng(8)
    n, m, r = 5, 3, 1.5
    points = rng.uniform(0.1, 2, (40, n)).round(3)  # beyond the face: all add up to more than r
    points = points[points.sum(axis=1) > r]
    A = rng.uniform(0.2, 1, (m, n)).round(3)
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    for tolerance in ("tol_gap_abs", "tol_gap_rel", "tol_feas"):
        setattr(settings, tolerance, 1e-14)
    G = sparse.csc_matrix(np.vstack([A, np.eye(n), -np.eye(n)]))
    limits = np.concatenate([np.ones(m), np.ones(n), np.zeros(n)])
    cones = [clarabel.NonnegativeConeT(len(limits))]

    def nearest(y: Array) -> Array:
        """Return Clarabel's solution for one point."""
        P = sparse.csc_matrix(np.eye(n))
        return np.array(clarabel.DefaultSolver(P, -y, G, limits, cones, settings).solve().x)

    answers = {
        "jaxopt": np.array([jaxopt.projection_simplex(y, r) for y in points]),
        "optax": np.array([optax.projection_simplex(y, r) for y in points]),
        "clarabel": np.array([nearest(y) for y in points]),
    }
    return {"inputs": {"points": points, "r": r, "A": A}, "decisions": answers}


def global_search(checkout: Path | None = None) -> dict[str, Table]:
    """Maximise quadratics with diminishing returns over polytopes by SCIP, asked directly.

    x'Hx/2 + h'x with H <= 0 entrywise and 0 on the diagonal, so that it is not concave and local
    maxima may be lower. The model is the quadratic as it is written; SCIP looks until no gap is
    left.
    """
    pyscipopt = importlib.import_module("pyscipopt")
    rng = np.random.default_rng(9)
    games, n, m = 8, 3, 2
    H = -rng.uniform(0, 1, (games, n, n))
    H = ((H + H.swapaxes(1, 2)) * (1 - np.eye(n))).round(3)
    h = rng.uniform(0.5, 2, (games, n)).round(3)
    A = rng.uniform(0.2, 1, (games, m, n)).round(3)

    def maximiser(H: Array, h: Array, A: Array) -> Array:
        """Return SCIP's decision of one game."""
        model = pyscipopt.Model()
        model.hideOutput()
        model.setParam("numerics/feastol", 1e-9)
        x = [model.addVar(lb=0.0, ub=1.0) for _ in h]
        value = model.addVar(lb=None)
        for row in A.tolist():
            model.addCons(pyscipopt.quicksum(a * y for a, y in zip(row, x, strict=True)) <= 1)
        linear = pyscipopt.quicksum(a * y for a, y in zip(h.tolist(), x, strict=True))
        products = pyscipopt.quicksum(
            entry / 2 * x[i] * x[j] for (i, j), entry in zip(np.ndindex(n, n), H.flat, strict=True)
        )
        model.addCons(value <= linear + products)
        model.setObjective(value, "maximize")
        model.optimize()
        if model.getStatus() != "optimal":
            raise RuntimeError(f"SCIP must find an optimum, got {model.getStatus()}")
        return np.array([model.getVal(y) for y in x])

    answers = [maximiser(*game) for game in zip(H, h, A, strict=True)]
    return {"inputs": {"H": H, "h": h, "A": A}, "decisions": {"scip": np.array(answers)}}


RUNS: dict[str, Callable[[Path], dict[str, Table]]] = {
    run.__name__: run
    for run in (
        single_recipe, joke_script, osphg_seeds, oco_pfs, long_term, yu_neely, bian, unified,
        best_of_many_worlds, projections, global_search,
    )
}  # fmt: skip


def as_text(table: dict[str, Table]) -> str:
    """Return a table as JSON: one line for each array or number, in the shortest digits."""

    def line(name: str, value: Any) -> str:
        """Return one entry."""
        plain = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
        return f"  {json.dumps(name)}: {json.dumps(plain, separators=(',', ':'))}"

    parts = []
    for part, entries in table.items():
        lines = ",\n".join(line(name, value) for name, value in entries.items())
        parts.append(f"{json.dumps(part)}: {{\n{lines}\n}}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main(name: str, checkout: Path, folder: Path = FOLDER) -> None:
    """Write the table of a name from a checkout, which is to be at the commit of the provenance."""
    provenance = json.loads((FOLDER / "provenance.json").read_text(encoding="utf-8"))[name]
    if "commit" in provenance:
        ask = ["git", "-C", str(checkout), "rev-parse", "HEAD"]
        commit = subprocess.run(ask, check=True, capture_output=True, text=True).stdout.strip()
        if commit != provenance["commit"]:
            wanted = f"{provenance['repository']} at {provenance['commit']}"
            raise SystemExit(f"{name} is made from {wanted}, got {commit}")
    (folder / f"{name}.json").write_text(as_text(RUNS[name](checkout)), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in RUNS:
        raise SystemExit(
            f"usage: python tools/parity.py NAME CHECKOUT, NAME one of {', '.join(RUNS)}"
        )
    main(sys.argv[1], Path(sys.argv[2] if len(sys.argv) == 3 else ".").resolve())
