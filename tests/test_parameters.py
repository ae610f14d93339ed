"""What a notebook declares, and every way in which a person's input may not fit it."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from osphg.experiments import command, keys
from osphg.experiments.catalogue import Experiment, catalogue, find, read
from osphg.experiments.parameters import Parameter, UsageError, declared, written

DECLARED = """T: int = 10_000  # rounds; in [1, 1_000_000]
W: int = 100  # window; long and, with a comma; in [1, T]
mu: float = None  # step; in (0, inf)
share: float = 0.5  # of the budget; in [0, 1)
weighted: bool = False  # feedback
kind: str = "paper"  # rounds; in {paper, decoy}
label: str = "a"  # any text
factors: list = [0.5, 1, 2]  # of mu; in (0, 10]
"""


def notebook(folder: Path, declared: str = DECLARED, **about: Any) -> Path:
    """Write a notebook that declares these parameters."""
    made = nbformat.v4.new_notebook()
    cell = nbformat.v4.new_code_cell(declared, metadata={"tags": ["parameters"]})
    made.cells = [nbformat.v4.new_markdown_cell("# Mine"), cell]
    made.metadata["osphg"] = {"summary": "mine", **about}
    made.metadata["kernelspec"] = {"name": "python3", "language": "python", "display_name": "p"}
    path = folder / "mine.ipynb"
    nbformat.write(made, path)
    return path


def one(kind: str, default: str = "None", comment: str = "") -> Parameter:
    """Declare a parameter x."""
    return declared(f"x: {kind} = {default}  # {comment}")["x"]


@pytest.fixture
def mine(tmp_path: Path) -> Experiment:
    return read(notebook(tmp_path))


class TestDeclarations:
    def test_type_default_meaning_and_range_are_read(self, mine: Experiment) -> None:
        W = mine.parameter("W")
        assert (W.type, W.default, W.meaning) == ("int", 100, "window; long and, with a comma")
        assert W.range == "[1, T]"
        assert mine.parameter("mu").default is None
        assert mine.parameter("factors").default == [0.5, 1, 2]
        assert mine.parameter("kind").default == "paper"

    @pytest.mark.parametrize(
        ("declared", "defaults"),
        [
            ("T: int = 1; W: int = 2  # both", {"T": 1, "W": 2}),
            ("label: str = 'a # b'  # a text", {"label": "a # b"}),
            ("w: list = [\n  1,  # one\n  2,\n]  # weights", {"w": [1, 2]}),
            ("a = b = c.d = 3\nT: int\nprint(1)", {}),
            (r"label: str = r'$\mu$'", {"label": r"$\mu$"}),
            (r"label: str = 'it\'s'", {"label": "it's"}),
            ("label: str = 'a' 'b'", {"label": "ab"}),
        ],
    )
    def test_any_python_may_stand_there(
        self, tmp_path: Path, declared: str, defaults: dict[str, Any]
    ) -> None:
        found = read(notebook(tmp_path, declared)).parameters
        assert {name: entry.default for name, entry in found.items()} == defaults

    @pytest.mark.parametrize(
        ("declared", "message"),
        [
            ("T: int = 10.5  # rounds", "T must be an integer"),
            ("T: int = 0  # rounds; in [1, 9]", "T must be in [1, 9], got 0"),
            ("T: dict = {}  # rounds", "T must be declared as one of"),
            ("T: int = 1  # rounds; in [1, 2, 3]", "an interval or a set"),
            ("T: int = 1  # rounds; in [1, U]", "a number or a parameter that is one, got U"),
            ("T: int = 1  # in rounds; in [1, W]\nW: int = None  # w", "that is one, got W = none"),
            ("x: str = None  # text; in [0, 1]", "range of x must be a set, as {a, b}, got [0, 1]"),
            ("x: list[str] = None  # texts", "x must be declared as one of"),
            (
                "T: int = 1  # rounds, in [1, 9]",
                "must stand behind '; in', got 'rounds, in [1, 9]'",
            ),
            ("T = 1  # rounds", "T must be declared as one of"),
            ("if True:\nT: int = 1", "expected an indented block"),
        ],
    )
    def test_a_wrong_declaration_is_refused(
        self, tmp_path: Path, declared: str, message: str
    ) -> None:
        with pytest.raises(UsageError, match=r"mine\.ipynb is not an experiment") as caught:
            read(notebook(tmp_path, declared))
        assert message in str(caught.value)

    def test_quick_parameters_must_be_allowed_too(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="T must be in"):
            read(notebook(tmp_path, quick={"T": 0}))
        with pytest.raises(UsageError, match=r"its metadata names 'TT'; did you mean T\?"):
            read(notebook(tmp_path, quick={"TT": 1}))
        with pytest.raises(UsageError, match="its metadata names 'TT'"):
            read(notebook(tmp_path, grows_with=["TT"]))

    def test_what_is_no_notebook(self, tmp_path: Path) -> None:
        for text in ("not json", "null", "[]", '{"metadata": null, "cells": []}', "[" * 100_000):
            (tmp_path / "mine.ipynb").write_text(text)
            with pytest.raises(UsageError, match=r"mine\.ipynb is not an experiment"):
                read(tmp_path / "mine.ipynb")
        with pytest.raises(UsageError, match="book must be a folder"):
            catalogue(tmp_path / "mine.ipynb")

    def test_the_books_own(self) -> None:
        for experiment in catalogue().values():
            assert experiment.summary
            assert experiment.quick
            for parameter in experiment.parameters.values():
                assert parameter.meaning, (experiment.name, parameter.name)
                assert parameter.range or parameter.type in ("bool", "str"), parameter.name

    def test_an_estimate_grows_with_its_parameters(self, tmp_path: Path) -> None:
        made = read(notebook(tmp_path, seconds=4, grows_with=["T", "factors"]))
        small, large = made.complete({}), made.complete({"T": 100_000, "factors": [1.0] * 6})
        assert made.estimate(large) - 3 == pytest.approx(20 * (made.estimate(small) - 3))

    def test_an_estimate_may_grow_from_nothing(self, tmp_path: Path) -> None:
        declared = "extra: int = 0  # more; in [0, 9]\nmore: bool = False  # or not"
        made = read(notebook(tmp_path, declared, seconds=4, grows_with=["extra", "more"]))
        assert math.isfinite(made.estimate(made.complete({})))
        assert math.isfinite(made.estimate(made.complete({"extra": 9})))


class TestKeys:
    """A key is of what a notebook computes: code, not prose; parameters; package and versions."""

    CODE: ClassVar = {"package": "p", "python": "3.11", "packages": {"numpy": "2"}}

    def test_prose_outputs_and_what_papermill_puts_in_change_nothing(self, tmp_path: Path) -> None:
        before = keys.notebook(notebook(tmp_path).read_text())
        nb = nbformat.read(tmp_path / "mine.ipynb", as_version=4)
        nb.cells[0].source = "# Another title"
        nb.cells[1].outputs = [nbformat.v4.new_output("stream", text="7")]
        nb.cells[1].execution_count = 3
        put = nbformat.v4.new_code_cell("T = 3", metadata={"tags": ["injected-parameters"]})
        nb.cells.append(put)
        assert keys.notebook(nbformat.writes(nb)) == before
        nb.cells[1].source += "\n# more"
        assert keys.notebook(nbformat.writes(nb)) != before

    @pytest.mark.parametrize(
        "change",
        [
            {"parameters": {"T": 2}},
            {"code": {**CODE, "package": "q"}},
            {"code": {**CODE, "packages": {"numpy": "3"}}},
            {"notebook": "o"},
        ],
    )
    def test_all_that_numbers_follow_from_changes_it(self, change: dict[str, Any]) -> None:
        usual: dict[str, Any] = {
            "notebook": "n",
            "code": self.CODE,
            "parameters": {"T": 1},
        }
        assert keys.execution(**usual) == keys.execution(**copy.deepcopy(usual))
        assert keys.execution(**(usual | change)) != keys.execution(**usual)


class TestParsing:
    @pytest.mark.parametrize(
        ("name", "text", "value"),
        [
            ("T", "20000", 20_000),
            ("T", "20_000", 20_000),
            ("T", "2e4", 20_000),
            ("T", "2.0e4", 20_000),
            ("T", "1e23", 10**23),
            ("T", "1e300", 10**300),
            ("T", "3.00000000000000000000", 3),
            ("mu", "none", None),
            ("mu", "1", 1.0),
            ("mu", ".5", 0.5),
            ("mu", "1e-3", 0.001),
            ("weighted", "true", True),
            ("weighted", "False", False),
            ("kind", "decoy", "decoy"),
            ("label", "12", "12"),
            ("label", "a: [b", "a: [b"),
            ("factors", "1,2.5", [1, 2.5]),
            ("factors", "[1, 2.5]", [1, 2.5]),
            ("factors", "3", [3]),
        ],
    )
    def test_what_a_person_writes(
        self, mine: Experiment, name: str, text: str, value: object
    ) -> None:
        parsed = mine.parameter(name).typed(text)
        assert parsed == value
        assert type(parsed) is type(value)

    @pytest.mark.parametrize(
        ("name", "text", "message"),
        [
            ("T", "abc", "T must be an integer, got 'abc'"),
            ("T", "1.5", "T must be an integer, got '1.5'"),
            # No float is near enough to the first, or to the second above 0, to tell it apart.
            ("T", "3.00000000000000000001", "T must be an integer, got '3.00000000000000000001'"),
            ("T", "1e-400", "T must be an integer, got '1e-400'"),
            ("T", "1e-999999999", "T must be an integer, got '1e-999999999'"),
            ("T", "none", "T must be an integer, got 'none'"),
            ("T", "true", "T must be an integer, got 'true'"),
            ("T", "nan", "T must be finite, got 'nan'"),
            ("T", "[1]", "T must be an integer, got '[1]'"),
            ("mu", "inf", "mu must be finite, got 'inf'"),
            ("mu", "1e999", "mu must be finite, got '1e999'"),
            ("weighted", "yes please", "weighted must be true or false, got 'yes please'"),
            ("weighted", "1", "weighted must be true or false, got '1'"),
            ("factors", "1,x", "factors must be a list of one or more numbers, got '1,x'"),
            ("factors", "[]", "factors must be a list of one or more numbers, got '[]'"),
            ("factors", "[1,nan]", "factors must be finite, got '[1,nan]'"),
        ],
    )
    def test_a_wrong_type(self, mine: Experiment, name: str, text: str, message: str) -> None:
        with pytest.raises(UsageError) as caught:
            mine.parameter(name).typed(text)
        assert str(caught.value) == message or str(caught.value).startswith(message)

    @given(st.text(max_size=40))
    def test_any_text_is_a_value_or_one_line(self, text: str) -> None:
        for kind, default in (("int", "1"), ("float", "1.0"), ("bool", "True"), ("list", "[1]")):
            try:
                value = one(kind, default).typed(text)
            except UsageError as error:
                assert "\n" not in str(error)  # noqa: PT017
            else:
                assert value is not None

    @given(
        st.one_of(
            st.integers(-(10**9), 10**9),
            st.floats(allow_nan=False, allow_infinity=False),
            st.booleans(),
            st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=5),
        )
    )
    def test_what_is_written_reads_back(self, value: Any) -> None:
        kind = type(value).__name__
        default = {"int": "1", "float": "1.0", "bool": "True", "list": "[1]"}[kind]
        parameter = one(kind, default)
        assert parameter.typed(written(value)) == value

    @pytest.mark.parametrize(
        ("declared_as", "kind", "text", "value"),
        [
            ("int | None", "int", "1e3", 1000),
            ("None | float", "float", "1", 1.0),
            ("Optional[int]", "int", "2", 2),
            ("typing.Optional[list[int]]", "list[int]", "[1, 2e1]", [1, 20]),
            ("list[float]", "list[float]", "1,2", [1.0, 2.0]),
        ],
    )
    def test_types_as_python_has_them(
        self, declared_as: str, kind: str, text: str, value: Any
    ) -> None:
        parameter = one(declared_as)
        assert parameter.type == kind
        assert parameter.typed("none") is None
        assert repr(parameter.typed(text)) == repr(value)

    def test_none_may_be_given_where_it_is_no_default(self, tmp_path: Path) -> None:
        found = read(notebook(tmp_path, "W: int | None = 3  # window; in [1, 9]"))
        assert found.complete({})["W"] == 3
        assert found.complete({"W": "none"})["W"] is None

    @pytest.mark.parametrize("kind", ["int", "float", "bool", "str", "list"])
    def test_what_may_be_none_is_told_so(self, kind: str) -> None:
        parameter = one(kind)
        assert parameter.typed("none") is parameter.typed("None") is None
        with pytest.raises(UsageError, match=", or none, got"):
            parameter.typed({})

    def test_one_is_its_copy(self) -> None:
        parameter = one("int", "1", "a number")
        assert pickle.loads(pickle.dumps(parameter)) == copy.deepcopy(parameter) == parameter
        assert parameter != one("float", "1", "a number")

    @pytest.mark.parametrize(
        ("kind", "value", "message"),
        [
            ("str", "a\ud800", r"x must be a text, or none, got 'a\\ud800'"),
            ("float", Fraction(10**400), "x must be finite, got Fraction"),
            ("list", [Fraction(10**400)], "x must be finite, got .Fraction"),
            ("int", Fraction(7, 2), "x must be an integer, or none, got Fraction"),
        ],
    )
    def test_what_no_file_holds_is_refused(self, kind: str, value: Any, message: str) -> None:
        with pytest.raises(UsageError, match=f"^{message}"):
            one(kind).typed(value)

    @pytest.mark.parametrize("text", ["none", " none ", "null", "~"])
    def test_nothing_is_no_list(self, text: str) -> None:
        may = one("list")
        assert may.typed(text) is None
        must = one("list", "[1]")
        with pytest.raises(UsageError, match=r"^x must be a list of one or more numbers, got '"):
            must.typed(text)


class TestRanges:
    @pytest.mark.parametrize(
        ("kind", "members", "inside", "outside"),
        [
            ("float", "0.5, 1, 2", [0.5, 1.0, 2], [0.25, 1.5]),
            ("int", "1_000, 2000", [1000, 2000], [1, 2001]),
            ("bool", "True", [True], [False]),
            ("str", "1, a", ["1", "a"], ["1.0", "b"]),
            ("list", "1, 2.5", [[1.0], [2.5, 1]], [[1, 3]]),
        ],
    )
    def test_the_members_of_a_set_are_values(
        self, kind: str, members: str, inside: list[Any], outside: list[Any]
    ) -> None:
        found = one(kind, repr(inside[0]), f"what; in {{{members}}}")
        for value in inside:
            found.check(value, {})
        for value in outside:
            with pytest.raises(UsageError, match=r"^x must be in \{"):
                found.check(value, {})

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ({"T": 0}, "T must be in [1, 1_000_000], got 0"),
            ({"T": 1_000_001}, "T must be in [1, 1_000_000], got 1000001"),
            ({"T": 50}, "W must be in [1, T] with T = 50, got 100"),
            ({"W": 10_001}, "W must be in [1, T] with T = 10000, got 10001"),
            ({"mu": 0.0}, "mu must be in (0, inf), got 0.0"),
            ({"share": 1.0}, "share must be in [0, 1), got 1.0"),
            ({"kind": "papre"}, "kind must be in {paper, decoy}, got 'papre'"),
            ({"factors": [1, 11]}, "factors must be in (0, 10], got 11"),
        ],
    )
    def test_outside(self, mine: Experiment, given: dict[str, Any], message: str) -> None:
        with pytest.raises(UsageError) as caught:
            mine.complete(given)
        assert str(caught.value) == message

    @pytest.mark.parametrize("given", [{"T": 1, "W": 1}, {"share": 0.0}, {"factors": [10]}])
    def test_the_closed_ends_belong_to_it(self, mine: Experiment, given: dict[str, Any]) -> None:
        assert mine.complete(given).items() >= given.items()

    @given(st.floats(-5, 5), st.floats(-3, 3), st.floats(-3, 3), st.booleans(), st.booleans())
    def test_an_interval_is_what_it_says(
        self, x: float, a: float, b: float, left: bool, right: bool
    ) -> None:
        text = f"{'[' if left else '('}{a!r}, {b!r}{']' if right else ')'}"
        parameter = Parameter("x", "float", range=text)
        inside = (a <= x if left else a < x) and (x <= b if right else x < b)
        try:
            parameter.check(x, {})
        except UsageError:
            assert not inside
        else:
            assert inside


class TestRules:
    """A default that follows another parameter: W is the square root of T, unless it is given."""

    @pytest.mark.parametrize(
        ("given", "W"), [({}, 100), ({"T": 20_000}, 141), ({"T": 9}, 3), ({"T": 20_000, "W": 7}, 7)]
    )
    def test_a_root(self, tmp_path: Path, given: dict[str, Any], W: int) -> None:
        declared = "T: int = 10_000  # rounds; in [1, inf)\nW: int = None  # window; None: the square root of T; in [1, T]"  # noqa: E501
        found = read(notebook(tmp_path, declared))
        values = found.complete(given)
        assert values["W"] == W
        with pytest.raises(UsageError, match=r"W must be in \[1, T\]"):
            found.complete({"T": 4, "W": 5})

    def test_of_what_there_is_not(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="not an experiment"):
            read(notebook(tmp_path, "W: int = None  # window; None: the square root of S"))

    def test_the_papers_window_follows_its_horizon(self) -> None:
        for name in ("figure1", "figure1_sentences", "parameter_map"):
            assert find(name).complete({"T": 2500})["W"] == 50


class TestNames:
    def test_a_misspelt_parameter(self, mine: Experiment) -> None:
        with pytest.raises(UsageError, match="mine has no parameter 'wieghted'; did you mean w"):
            mine.complete({"wieghted": True})
        with pytest.raises(UsageError, match="has no parameter 'zzz'; there is T, W, mu"):
            mine.complete({"zzz": 1})

    def test_a_misspelt_experiment(self) -> None:
        with pytest.raises(UsageError, match=r"no experiment 'figure_1'; did you mean figure1\?"):
            find("figure_1")
        with pytest.raises(UsageError, match="no experiment"):
            find("../book/figure1")


class TestInputs:
    def test_a_file_and_the_line_over_it(self, mine: Experiment, tmp_path: Path) -> None:
        file = tmp_path / "some.yaml"
        file.write_text("T: 2e3\nW: 20\nfactors: [1, 2]\nmu: null\nkind: decoy\n")
        values = mine.complete(command.given(["W=30"], file))
        expected = {"T": 2000, "W": 30, "factors": [1, 2], "mu": None, "kind": "decoy"}
        assert values.items() >= expected.items()

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"- 1\n- 2\n", "it must be a mapping of names to values"),
            (b"", "it must be a mapping"),
            (b"T: [", "cannot be read"),
            (b"\xff\xfe\xfa", "cannot be read"),
            (b"T: 1\nT: 2\n", ": T is given twice"),
            (b"weighted: !!bool maybe\n", "weighted must be true or false, got 'maybe'"),
            (b"factors: [[1]]\n", "factors must be a list of one or more numbers"),
            (b"T: {a: 1}\n", "T must be an integer"),
            (b"label: {a: 1}\n", "label must be a text"),
            (b"weighted: [[true]]\n", "weighted must be true or false"),
            (b"factors: {a: 1}\n", "factors must be a list of one or more numbers"),
            (b"[" * 9000, "cannot be read"),
            (b"TT: 3\n", "no parameter 'TT'"),
            (b"T: abc\n", "T must be an integer"),
            (b"T: 1\n---\nT: 2\n", "cannot be read: .*a single document"),
            (b"{T: 1} W", "cannot be read"),
            (b"W: nan\n", "W must be finite, got 'nan'"),
            (b"!!python/object/apply:os.system ['true']", "must be a mapping"),
        ],
    )
    def test_a_file_that_is_none(
        self, mine: Experiment, tmp_path: Path, content: bytes, message: str
    ) -> None:
        file = tmp_path / "some.yaml"
        file.write_bytes(content)
        with pytest.raises(UsageError, match=message) as caught:
            mine.complete(command.given([], file))
        assert "\n" not in str(caught.value)

    def test_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(
            UsageError, match=r"--params cannot be read: .*gone\.yaml: No such file"
        ):
            command.given([], tmp_path / "gone.yaml")

    @pytest.mark.parametrize("text", ["T", "=3", "T="])
    def test_no_assignment(self, text: str) -> None:
        with pytest.raises(UsageError, match="-p must be NAME=VALUE"):
            command.given([text], None)

    def test_an_assignment_given_twice(self) -> None:
        with pytest.raises(UsageError, match="-p T is given twice: 1 and 2"):
            command.given(["T=1", "T=2"], None)


def test_a_quick_estimate_is_finite() -> None:
    for experiment in catalogue().values():
        assert math.isfinite(experiment.estimate(experiment.complete({}, quick=True)))
