"""Drive the demo's page in a browser: does it answer to its controls, and say nothing wrong?

Its own, as what is right on this page no general checker knows.
"""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Error, Locator, Page
from playwright.sync_api import expect as see

FIRST = "document.querySelector('.demo-effect').textContent"  # the violation, of every run another
READINGS = 10
see.set_options(timeout=60_000)


def give(page: Page, **values: object) -> None:
    """Give inputs new values, as a hand would."""
    page.evaluate(
        """values => { for (const [id, value] of Object.entries(values)) {
          const input = document.getElementById(`demo-${id}`);
          input.value = value;
          input.dispatchEvent(new Event("input", {bubbles: true}));
        } }""",
        values,
    )


def put(page: Page, **values: object) -> None:
    """Give inputs new values, and wait until the first badge's number is another."""
    before = page.evaluate(FIRST)
    give(page, **values)
    page.wait_for_function(f"before => {FIRST} !== before", arg=before)


def answer(panel: Locator) -> str:
    """Answer a tab's question with its first answer, and return the numbers that it then tells."""
    panel.locator("input").first.click()
    panel.locator("[type=submit]").click()
    panel.locator(".demo-numbers", has_text=re.compile(r"\S")).wait_for()
    return panel.locator(".demo-numbers").text_content() or ""


def check_demo(browser: Browser, file: Path) -> list[str]:
    """One line for each fault of the page; none for a good one."""
    found: list[str] = []

    def expect(what: str, holds: object) -> None:
        if not holds:
            found.append(what)

    page = browser.new_page(color_scheme="dark", viewport={"width": 1200, "height": 900})
    page.set_default_timeout(60_000)
    page.on("pageerror", lambda error: found.append(f"an error: {error}"))
    page.on("console", lambda told: found.extend([f"told: {told.text}"] * (told.type == "error")))
    try:
        page.goto(file.as_uri())
        drive(page, expect)
        page = browser.new_page(java_script_enabled=False)
        page.goto(file.as_uri())
        expect("without scripts there is no picture", page.is_visible(".tag_demo-still img"))
    except (Error, AssertionError) as error:
        found.append(str(error))
    # The theme's icons come from fonts, which the browser denies to a page that is a file.
    return [line for line in found if ".woff2" not in line and "net::ERR_FAILED" not in line]


def drive(page: Page, expect: Callable[[str, object], None]) -> None:
    """Use the page as a reader would, and say what is not as it should be."""
    first, second = page.locator("#osphg-demo [role=tabpanel]").all()
    refused = first.locator(".demo-refused")
    page.wait_for_function("document.getElementById('osphg-demo').dataset.ready")
    expect("the picture stays", page.is_hidden(".tag_demo-still"))
    expect("the answer is shown before one is expected", first.locator(".demo-shown").is_hidden())
    published = answer(first)
    badges = "all => all.map((badge) => badge.classList.contains('demo-holds'))"
    judged = page.eval_on_selector_all(".demo-badge", badges)
    expect(f"not {READINGS} badges", len(judged) == READINGS)

    put(page, feedback="weighted")
    weighted = page.eval_on_selector_all(".demo-badge", badges)
    flipped = [i for i, (a, b) in enumerate(zip(judged, weighted, strict=True)) if a != b]
    expect("weighted feedback flips no badge of sentences 1 and 2", {0, 2} <= set(flipped))
    expect("feedback changes a badge of sentences 3 and 4", max(flipped, default=0) < 4)
    for name, value in (
        ("T", 1000), ("feedback", "boosted"), ("feedback", "published"), ("K", 7), ("W", 0.8),
        ("mu", 0.5), ("delta", -0.5), ("height", 3), ("place", 0.2), ("seed", 12),
    ):  # fmt: skip
        put(page, **{name: value})  # waits until the numbers are others

    put(page, feedback="published", T=200)
    give(page, mu=1, delta=1, W=0)
    see(refused).to_contain_text("delta * mu^2 must be at most 1")
    page.click(".demo-controls [type=reset]")
    see(first.locator(".demo-numbers")).to_have_text(published)
    see(refused).to_have_text("")

    handle = page.locator(".demo-handle").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 20, steps=2)
    page.mouse.up()
    height, place = (float(page.input_value(f"#demo-{name}")) for name in ("height", "place"))
    expect("the shock is not dragged", height > 1 and place < 0.5)

    give(page, round=500)
    page.locator("#demo-chosen", has_text="500: x = ").wait_for()
    expect(
        "not K - 1 marks between 0 and the decision", page.locator(".demo-iterate").count() == 99
    )

    page.focus("#demo-tab-0")
    page.keyboard.press("ArrowRight")
    expect(
        "an arrow does not change the tab", page.evaluate("document.activeElement.id")[-1] == "1"
    )
    page.evaluate("document.getElementById('demo-longest').value = 10000")
    answer(second)
    rows = second.locator(".demo-table tr td:last-child").all_text_contents()
    shares = [float(row) for row in rows]
    expect("the published share is not the least", min(shares) == shares[0] < 1 - 1 / 2.718)

    page.set_viewport_size({"width": 360, "height": 900})
    for tab, panel in enumerate((first, second)):
        page.click(f"#demo-tab-{tab}")
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        expect(f"tab {tab + 1} scrolls sideways at 360 pixels", page.evaluate(wide) <= 0)
        unnamed = "all => all.filter((input) => !input.labels.length).length"
        inputs = panel.locator("input, select")
        expect("an input has no label", inputs.evaluate_all(unnamed) == 0)
