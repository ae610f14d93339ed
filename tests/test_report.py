"""The report of a run: one file that loads nothing, shows no raw markup, and takes any text."""

import base64
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from bs4 import BeautifulSoup
from IPython.core.formatters import DisplayFormatter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from osphg import experiments
from osphg.experiments import report
from osphg.experiments.report import mathml_of
from osphg.experiments.results import Results

BOOK = Path(__file__).resolve().parent.parent / "book"
HOSTILE = (
    "</script></td>\"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;\x00math 9\x00"
)
# What has got through filters of HTML, or runs or loads something where nothing stops it.
TRICKS = [
    "<!--><meta http-equiv=refresh content='0;url={at}/1'>-->",
    "<!--->--!><meta http-equiv=refresh content='0;url={at}/2'>",
    "<meta http-equiv=refresh content='0;url={at}/3'><base href={at}/>",
    "<link rel=prefetch href={at}/4><link rel=stylesheet href={at}/5>",
    "<svg><script>fetch('{at}/6')</script><image href='{at}/7'/></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img src={at}/8></mglyph></table></math>",
    "<img srcset='{at}/9'><video poster={at}/10 src={at}/11></video><audio src={at}/12></audio>",
    "<iframe src={at}/13></iframe><object data={at}/14></object><embed src={at}/15>",
    "<p style='background:url({at}/16)'>x</p><style>@import '{at}/17';</style>",
    "<form action={at}/18><input autofocus onfocus=fetch('{at}/19')></form>",
    '<noscript><p title="</noscript><img src={at}/20>"></noscript>',
    "<textarea></textarea><img src={at}/21><title><img src={at}/22></title>",
    "<xmp><img src={at}/23></xmp><template><img src={at}/24></template>",
    "<![CDATA[<img src={at}/25>]]><?xml <img src={at}/26>?><!doctype <img src={at}/27>>",
    "<textarea><plaintext><img src={at}/28>",
    "<a href=\" javascript:fetch('{at}/31')\" ping={at}/32>x</a><a href='data:text/html,x'>y</a>",
    "<p style='x:\\75rl({at}/29)'>x</p><p style=\"background:image-set('{at}/30' 1x)\">y</p>",
]
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
REMOTE = re.compile(r"""(?:src|url)\s*[=(]\s*["']?(?:https?:)?//""")
RAW = re.compile(r"\{[a-z]+(:[a-z]+)?\}[`\[]|:::|```|\$[^$\s]|\\[A-Za-z]{2,}|\x00")
PROVENANCE: dict[str, Any] = {
    "experiment": "figure1",
    "parameters": {"T": 50, "W": 7, "name": "x"},
    "command": "osphg run figure1 -p T=50",
    "started": "2026-01-02T03:04:05+00:00",
    "git": {"commit": "0123abc", "clean": False},
    "python": "3.11.7",
    "packages": {"numpy": "2.4.6"},
    "seconds": 1.25,
}
PARAMETERS = """T: int = 10  # rounds; in [1, 100]
W: int = None  # window; None: the square root of T
name: str = 'x'  # a name"""


def notebook(*cells: Any) -> str:
    return str(nbformat.writes(new_notebook(cells=list(cells))))


def rendered(*cells: Any, **changes: Any) -> BeautifulSoup:
    return BeautifulSoup(report.render(notebook(*cells), PROVENANCE | changes), "html.parser")


def code(source: str, tags: tuple[str, ...] = (), *outputs: Any, **metadata: Any) -> Any:
    return new_code_cell(source, outputs=list(outputs), metadata={"tags": list(tags), **metadata})


def glue(name: str, text: str) -> Any:
    prefix = "application/papermill.record/"
    about = {"scrapbook": {"name": name, "mime_prefix": prefix}}
    return new_output("display_data", {f"{prefix}text/plain": text}, metadata=about)


def figure(name: str, caption: str, alt: str) -> Any:
    about = {"figure": {"name": name, "caption": caption}, "image": {"alt": alt}}
    return code("draw()", (), new_output("display_data", {"image/png": PNG}), mystnb=about)


def text_of(soup: BeautifulSoup) -> str:
    """What a reader sees, without listings and formulas."""
    main: Any = copy(soup.main)
    for tag in main.select("pre, code, math"):
        tag.decompose()
    return re.sub(r"\s+", " ", main.get_text())


def source(name: str) -> str:
    return (BOOK / f"{name}.ipynb").read_text(encoding="utf-8")


@cache
def of_the_book(name: str) -> BeautifulSoup:
    """The report of a notebook as the book keeps it; to be read only."""
    html = report.render(source(name), PROVENANCE | {"experiment": name})
    assert len(html.encode()) < 4_000_000
    return BeautifulSoup(html, "html.parser")


class TestTheBooksExperiments:
    @pytest.fixture(params=sorted(experiments.catalogue()))
    def page(self, request: pytest.FixtureRequest) -> tuple[dict[str, Any], BeautifulSoup]:
        return json.loads(source(request.param)), of_the_book(request.param)

    def test_loads_and_runs_nothing(self, page: tuple[dict[str, Any], BeautifulSoup]) -> None:
        _, soup = page
        assert not REMOTE.search(str(soup))
        assert not soup.select("script, link, iframe, object, embed")
        assert all(str(tag["src"]).startswith("data:image/") for tag in soup.find_all("img"))
        policy = soup.select_one("meta[http-equiv=Content-Security-Policy]")
        assert policy is not None
        assert str(policy["content"]).startswith("default-src 'none'")

    def test_shows_no_raw_markup(self, page: tuple[dict[str, Any], BeautifulSoup]) -> None:
        _, soup = page
        assert not RAW.search(text_of(soup)), RAW.findall(text_of(soup))
        assert not soup.select(".math-core-error, .missing")

    def test_keeps_figures_and_their_descriptions(
        self, page: tuple[dict[str, Any], BeautifulSoup]
    ) -> None:
        source, soup = page
        described = [c["metadata"]["mystnb"] for c in source["cells"] if "mystnb" in c["metadata"]]
        outputs = [o for cell in source["cells"] for o in cell.get("outputs", [])]
        drawn = sum("image/png" in output.get("data", {}) for output in outputs)
        assert len(soup.select("main img")) == drawn
        draws = any(name in str(source["cells"]) for name in ("matplotlib", "draw_season"))
        assert bool(drawn) == draws
        assert all(i["alt"] and "/" not in i["alt"] for i in soup.select("main img"))
        told = [about["image"]["alt"] for about in described if "figure" in about]
        assert [i["alt"] for i in soup.select("figure img")] == told
        alts = {i["alt"] for i in soup.select("main img")}
        assert alts >= {about["image"]["alt"] for about in described}
        captions = [tag.get_text().strip() for tag in soup.select("figcaption .caption-number")]
        assert captions == [f"Figure {k}" for k in range(1, len(told) + 1)]

    def test_every_reference_in_the_page_leads_somewhere(
        self, page: tuple[dict[str, Any], BeautifulSoup]
    ) -> None:
        source, soup = page
        text = "\n".join("".join(cell["source"]) for cell in source["cells"])
        keys = ",".join(re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", text)).split(",")
        assert len(soup.select(".citation")) == len({key.strip() for key in keys} - {""})
        places = {f"#{tag['id']}" for tag in soup.select("[id]")}
        assert {str(a["href"]) for a in soup.select("a[href^='#']")} <= places
        assert all(
            "://" in str(a["href"]) for a in soup.select("a[href]:not([href^='#'], [download])")
        )


class TestBox:
    def test_marks_what_was_changed_and_says_what_a_parameter_means(self) -> None:
        soup = rendered(code(PARAMETERS, ("parameters",)))
        (row,) = soup.select("tr.changed")
        assert [cell.get_text() for cell in row.find_all(["th", "td"])] == [
            "T", "50 changed", "10", "rounds",
        ]  # fmt: skip

    def test_names_commit_versions_time_and_command(self) -> None:
        text = rendered().select_one(".run").get_text(" ")  # type: ignore[union-attr]
        for part in ("0123abc, with changes", "2.4.6", "3.11.7", "1.2 s", "osphg run figure1"):
            assert part in text, part
        clean = rendered(git={"commit": "0123abc", "clean": True})
        assert "with changes" not in clean.get_text()

    def test_without_git_or_parameters(self) -> None:
        soup = BeautifulSoup(report.render(notebook(), {"git": None}), "html.parser")
        assert "not in a repository" in soup.get_text()

    def test_parameters_stand_once(self) -> None:
        soup = rendered(
            code(PARAMETERS, ("parameters",)),
            code("# Parameters\nT = 50\n", ("injected-parameters",)),
        )
        (listing,) = soup.select("main details.code")
        assert listing.get_text().split() == ["Parameters", "of", "this", "run", "T", "=", "50"]


class TestText:
    @pytest.mark.parametrize(
        ("source", "shown"),
        [
            ("{glue:text}`gap`", "0.12345"),
            ("{glue:text}`gap:.3f`", "0.123"),
            ("{glue:text}`gap:.1%` of {glue:text}`count:,`", "12.3% of 12,345"),
            ("{glue:text}`word:s` {glue:text}`word`", "negative negative"),
            ("{glue:text}`nothing:.2f`", "[nothing]"),
            ("{numref}`fig-b` and {numref}`fig-a`", "Figure 2 and Figure 1"),
            ("{numref}`fig-of-nobody`", "fig-of-nobody"),
            ("{doc}`problem`", "“The problem: bid first, learn the price later”"),
            ("{doc}`this <problem>`", "this"),
            ("{prf:ref}`def-violation`", "“Total violation”"),
            ("{ref}`sec-literal`", "“A recipe that is not monotone”"),
            ("{eq}`eq:boosted-41`", "“Boosted, and a queue”"),
            ("{ref}`of-nobody`", "of-nobody"),
            ("{cite}`sadeghi2020`", "[Sadeghi and Fazel, 2020]"),
            ("{cite:t}`sadeghi2020`", "Sadeghi and Fazel [2020]"),
            ("$$ x $$ (eq-a)\n\nsee {eq}`eq-a`", "(1) see (1)"),
            ("% a remark\n\n(label)=\n<!-- another -->text", "text"),
            ("a <b onclick='x()'>tag</b><script>1</script>", "a tag"),
            (":::{note}\nWords.\n:::", "Note Words."),
            (":::{admonition} Next\n:class: osphg-next\n{doc}`demo`\n:::\nWords.", "Words."),
            ("```{prf:lemma} Name\n:label: lem-x\nWords.\n```", "Lemma 1 (Name) Words."),
            (
                "````{dropdown} Listing\n:class-container: osphg-listing\n\n"
                "```{literalinclude} of_nobody.py\n```\n````\nWords.",
                "Words.",
            ),
            (":::{dropdown} Solution\n{glue:text}`word`\n:::", "Solution negative"),
            ("```{admonition} Proof\n:class: dropdown\nWords.\n```", "Proof Words."),
        ],
    )
    def test_is_set(self, source: str, shown: str) -> None:
        values = {"gap": "0.12345", "word": "'negative'", "count": "12345"}
        glued = code("", (), *(glue(name, text) for name, text in values.items()))
        soup = rendered(
            new_markdown_cell(source), glued, figure("fig-a", "A.", "a"), figure("fig-b", "B.", "b")
        )
        for tag in soup.select("main figure, #references"):
            tag.decompose()
        assert text_of(soup).replace("draw()", "").replace("Code", "").strip() == shown

    def test_references_are_listed_once(self) -> None:
        cell = new_markdown_cell("{cite}`sadeghi2020` and {cite:t}`sadeghi2020`")
        (entry,) = rendered(cell).select(".citation")
        assert "Long-Term Budget".lower() in entry.get_text().lower()

    def test_code_is_folded_and_hidden_cells_are_absent(self) -> None:
        soup = rendered(
            code("shown = 1"), code("a = 1", ("remove-input",)), code("b = 2", ("remove-cell",))
        )
        assert [d.get_text().split() for d in soup.select("main details.code")] == [
            ["Code", "shown", "=", "1"]
        ]
        assert not soup.select("main details[open]")


class TestFormulas:
    def test_macros_of_the_book_are_known(self) -> None:
        (shown,) = rendered(new_markdown_cell(r"$\ip{x}{y} \in \X$")).select(".math > math")
        assert len(shown.select("mi")) == 3

    @pytest.mark.parametrize("tex", [r"\undefined{x}", r"\frac{1", r"\loop", r"\ip{x}", "a}"])
    def test_a_wrong_one_shows_its_source(self, tex: str) -> None:
        macros = {"ip": "<#1,#2>", "loop": r"\loop\loop"}
        soup = BeautifulSoup(mathml_of(tex, macros, display=True), "html.parser")
        (wrong,) = soup.select(".math-core-error[title] > code")
        assert wrong.get_text() == tex

    def test_a_tag_within_one_is_text(self) -> None:
        shown = mathml_of(r"\text{<script>alert(1)</script>}", {})
        assert "<script" not in shown
        assert "&lt;script&gt;" in shown


class TestHostile:
    def test_nothing_of_a_text_becomes_markup(self) -> None:
        soup = rendered(
            code(f"T: int = 10  # {HOSTILE!r}\n", ("parameters",)),
            new_markdown_cell(f"# {HOSTILE}\n\n{HOSTILE} {{doc}}`{HOSTILE}` {{eq}}`{HOSTILE}`"),
            new_markdown_cell(f"{{glue:text}}`bad` ${HOSTILE}$"),
            new_markdown_cell(f"```{{figure}} {HOSTILE}\n:alt: {HOSTILE}\n{HOSTILE}\n```"),
            code(
                HOSTILE,
                (),
                glue("bad", repr(HOSTILE)),
                new_output("stream", text=HOSTILE),
                new_output("execute_result", {"text/plain": HOSTILE}),
                new_output("error", ename="E", evalue=HOSTILE, traceback=[f"\x1b[31m{HOSTILE}"]),
            ),
            figure(HOSTILE, HOSTILE, HOSTILE),
            parameters={"T": 50, "name": HOSTILE, HOSTILE: [HOSTILE]},
            command=HOSTILE,
            error=HOSTILE,
            experiment=HOSTILE,
            packages={HOSTILE: HOSTILE},
        )
        assert not soup.select("script, .run img")
        (drawn,) = soup.select("img[src^='data:']")
        assert drawn["alt"] == HOSTILE.replace("\x00", "")
        assert "<script>alert(1)</script>" in soup.select_one(".run").get_text()  # type: ignore[union-attr]
        assert "\x1b" not in str(soup)

    def test_an_outputs_own_html_stays_whole_and_loads_nothing(self) -> None:
        html = (
            "</div></main><script>1</script><table onclick='x()'><tr><td>kept</td></tr></table>"
            "<img src='https://example.com/a.png'><video src='https://example.com/a.mp4'></video>"
            "<p style='background:url(//a.b)'>also kept"
        )
        soup = rendered(
            code("x", (), new_output("execute_result", {"text/html": html})),
            new_markdown_cell("after"),
        )
        assert not soup.select("script, video")
        assert "kept" in text_of(soup)
        assert text_of(soup).strip().endswith("after")

    @pytest.mark.parametrize("html", [trick.format(at="//a.b") for trick in TRICKS])
    def test_no_trick_leaves_more_than_what_is_allowed(self, html: str) -> None:
        """Nor does it take away what stands behind it."""
        shown = new_output("execute_result", {"text/html": html})
        soup = rendered(code("x", (), shown), new_markdown_cell("after"))
        elsewhere = r"<!--|<(meta|link|base|script|style|svg|iframe|form|textarea|plaintext)\b"
        assert not re.search(elsewhere, str(soup.main))
        assert text_of(soup).strip().endswith("after")

    @pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium")
    def test_a_browser_asks_for_nothing(self, tmp_path: Path) -> None:
        """By the page's policy; without it for pictures alone, and it leads nowhere."""
        asked: list[str] = []

        class Server(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *_: object) -> None:  # noqa: A002
                pass

        page = tmp_path / "page.html"
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            at = f"http://127.0.0.1:{server.server_port}"
            htmls = [trick.format(at=at) for trick in TRICKS]
            svg = f"<svg xmlns='http://www.w3.org/2000/svg'><image href='{at}/s'/><script/></svg>"
            outputs = [new_output("display_data", {"text/html": html}) for html in htmls]
            outputs.append(new_output("display_data", {"image/svg+xml": svg}))
            outputs += [new_output("display_data", {"text/markdown": html}) for html in htmls]
            cells = [code("x", (), output) for output in outputs]
            html = report.render(notebook(*cells, *map(new_markdown_cell, htmls)), PROVENANCE)
            assert "data:image/svg+xml;base64," in html
            for text in (html, html.replace("Content-Security-Policy", "X")):
                page.write_text(text)
                command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
                options = [f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=3000"]
                subprocess.run([*command, *options, page.as_uri()], capture_output=True, check=True)
                asked.append("end")
            server.shutdown()
        assert asked[0] == "end"  # with the policy
        loaded = set(re.findall(r"(?:src|srcset)='?{at}(/\d+)", " ".join(TRICKS)))
        assert "/21" in asked  # without it: the test sees what is loaded
        assert set(asked) <= {"end", "/s", "/16", "/29", "/30", *loaded}

    def test_a_picture_that_an_outputs_own_html_holds_is_kept(self) -> None:
        held = f"data:image/png;base64,{PNG * 5000}"
        html = f"<img alt='held' src='{held}'>"
        soup = rendered(code("x", (), new_output("execute_result", {"text/html": html})))
        assert [image["src"] for image in soup.select("main img")] == [held]

    def test_its_policy_allows_no_script_and_no_address(self) -> None:
        (policy,) = rendered().select("meta[http-equiv='Content-Security-Policy']")
        allowed = {part.partition(" ")[0]: part for part in str(policy["content"]).split("; ")}
        assert allowed.pop("default-src") == "default-src 'none'"
        assert allowed.pop("style-src") == "style-src 'unsafe-inline'"
        assert allowed.pop("img-src") == "img-src data:"
        assert all(part.endswith(" 'none'") for part in allowed.values())

    def test_formulas_of_an_outputs_own_html_are_set(self) -> None:
        html = r"<td>\(a &lt; \ip{x}{y}\) &lt; <code>\(b\)</code></td>"
        soup = rendered(code("x", (), new_output("execute_result", {"text/html": html})))
        assert soup.select_one("td math") is not None
        assert text_of(soup).strip().endswith("<")
        assert soup.select_one("td > code").get_text() == r"\(b\)"  # type: ignore[union-attr]

    def test_the_table_of_results_can_be_saved(self) -> None:
        table = Results("figure1", [{"quantity": "a", "value": 0.1, "unit": "1"}])
        formatter: Any = DisplayFormatter()
        data, _ = formatter.format(table)
        link = rendered(code("x", (), new_output("execute_result", data))).select_one("a[download]")
        assert link is not None
        assert link["download"] == "figure1.csv"
        content = str(link["href"]).removeprefix("data:text/csv;base64,")
        assert base64.b64decode(content).decode() == table.csv()


class TestFailures:
    def test_a_report_that_cannot_be_made_does_not_lose_the_run(self, tmp_path: Path) -> None:
        """Where a package of the extra cannot be loaded: one line says so, all else is kept."""
        hidden = tmp_path / "hidden"
        (hidden / "myst_nb").mkdir(parents=True)
        missing = "raise ModuleNotFoundError('no myst_nb', name='myst_nb')"
        (hidden / "myst_nb" / "__init__.py").write_text(missing)
        folder = tmp_path / "small"
        folder.mkdir()
        cells = [code("T: int = 1  # rounds", ("parameters",)), code("print(1 / T)")]
        made = new_notebook(cells=cells)
        made.metadata["kernelspec"] = {"name": "python3", "display_name": "", "language": "python"}
        nbformat.write(made, folder / "tiny.ipynb")
        environment = {"PYTHONPATH": f"{hidden}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
        ran = subprocess.run(
            [sys.executable, "-m", "osphg", "--book", "small", "run", "tiny", "--out", "out"],
            cwd=tmp_path, capture_output=True, text=True, env=os.environ | environment,
        )  # fmt: skip
        assert ran.returncode == 1
        said = ran.stderr.splitlines()[-1]
        assert ": the report could not be made: Could not import extension myst_nb" in said
        found = {path.name for path in (tmp_path / "out").iterdir()}
        assert found == {"notebook.ipynb", "provenance.json", "results.csv"}
