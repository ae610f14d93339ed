"""Drive the demo's page in a browser: does it answer to its controls, and say nothing wrong?"""

import json
from collections.abc import Callable
from pathlib import Path

from browser import Session

PANEL = "document.querySelectorAll('#osphg-demo [role=tabpanel]')"
TOLD = f"{PANEL}[%d].querySelector('.demo-numbers').textContent"
BADGE = (
    "[...document.querySelectorAll('.demo-badge')].map((b) => b.classList.contains('demo-holds'))"
)
FIRST = "document.querySelector('.demo-effect').textContent"  # the violation, of every run another
STILL = "document.querySelector('.tag_demo-still')"
READINGS = 10


def put(session: Session, **values: object) -> None:
    """Give inputs new values, as a hand would; wait until the first badge's number is another."""
    before = session.value(FIRST)
    session.value(
        f"for (const [id, value] of Object.entries({json.dumps(values)})) {{"
        " const input = document.getElementById(`demo-${id}`); input.value = value;"
        " input.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    session.wait(f"{FIRST} !== {json.dumps(before)}")


def answer(session: Session, tab: int) -> None:
    """Answer a tab's question with its first answer."""
    session.value(
        f"{PANEL}[{tab}].querySelector('input').click();"
        f" {PANEL}[{tab}].querySelector('[type=submit]').click()"
    )
    session.wait(TOLD % tab)


def drag(session: Session, handle: str, right: float, up: float) -> None:
    """Drag an element with the mouse, by pixels."""
    there = "{block: 'center', behavior: 'instant'}"  # the theme scrolls slowly
    session.value(f"document.querySelector('{handle}').scrollIntoView({there})")
    box = session.value(
        f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])"
        f"(document.querySelector('{handle}').getBoundingClientRect())"
    )
    for kind, share in (("Pressed", 0.0), ("Moved", 0.5), ("Moved", 1.0), ("Released", 1.0)):
        session.ask(
            "Input.dispatchMouseEvent", type=f"mouse{kind}", button="left", buttons=1, clickCount=1,
            x=box[0] + share * right, y=box[1] - share * up,
        )  # fmt: skip


def check_demo(browser: str, page: Path) -> list[str]:
    """One line for each fault of the page; none for a good one."""
    found: list[str] = []

    def expect(what: str, holds: object) -> None:
        if not holds:
            found.append(what)

    with Session(browser, page, 1200, {"prefers-color-scheme": "dark"}) as session:
        try:
            session.wait("document.getElementById('osphg-demo').dataset.ready")
            drive(session, expect)
        except (TimeoutError, RuntimeError) as error:
            found.append(str(error))
        # The theme's icons come from fonts, which the browser denies to a page that is a file.
        errors = [error for error in session.errors if ".woff2" not in error]
        found += [f"the console says: {error}" for error in errors]
        expect("without scripts there is no picture", picture_without_scripts(session))
    return found


def picture_without_scripts(session: Session) -> bool:
    session.ask("Emulation.setScriptExecutionDisabled", value=True)
    session.open(session.page)
    described = f"{STILL}.querySelector('img').alt.length > 40"
    return bool(session.value(f"{STILL}.offsetParent !== null && {described}"))


def drive(session: Session, expect: Callable[[str, object], None]) -> None:
    """Use the page as a reader would, and say what is not as it should be."""
    expect("the picture stays", session.value(f"{STILL}.offsetParent === null"))
    hidden = session.value(f"{PANEL}[0].querySelector('.demo-shown').hidden")
    expect("the answer is shown before one is expected", hidden)
    answer(session, 0)
    expect(f"not {READINGS} badges", len(session.value(BADGE)) == READINGS)

    published, judged = session.value(TOLD % 0), session.value(BADGE)
    put(session, feedback="weighted")
    flipped = [
        i for i, (a, b) in enumerate(zip(judged, session.value(BADGE), strict=True)) if a != b
    ]
    expect("weighted feedback flips no badge of sentences 1 and 2", {0, 2} <= set(flipped))
    expect("feedback changes a badge of sentences 3 and 4", max(flipped, default=0) < 4)
    for values in (
        {"T": 1000}, {"feedback": "boosted"}, {"feedback": "published"}, {"K": 7}, {"W": 0.8},
        {"mu": 0.5}, {"delta": -0.5}, {"height": 3}, {"place": 0.2}, {"seed": 12},
    ):  # fmt: skip
        put(session, **values)  # waits until the numbers are others

    put(session, feedback="published", T=200)
    session.value(
        "for (const [id, value] of [['mu', 1], ['delta', 1], ['W', 0]]) {"
        " const input = document.getElementById(`demo-${id}`); input.value = value;"
        " input.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    refused = "document.querySelector('.demo-refused').textContent"
    session.wait(f"{refused}.includes('delta * mu^2 must be at most 1')")
    session.value("document.querySelector('.demo-controls [type=reset]').click()")
    session.wait(f"{refused} === '' && {TOLD % 0} === {json.dumps(published)}")

    drag(session, ".demo-handle", right=-60, up=20)
    session.wait("document.getElementById('demo-height').value > 1")
    expect(
        "the shock is not dragged",
        session.value("document.getElementById('demo-place').value < 0.5"),
    )

    session.value("document.getElementById('demo-round').value = 500")
    session.value("document.getElementById('demo-round').dispatchEvent(new Event('input'))")
    session.wait("document.getElementById('demo-chosen').textContent.startsWith('500: x = ')")
    dots = session.value("document.querySelectorAll('.demo-iterate').length")
    expect("not K - 1 marks between 0 and the decision", dots == 99)

    session.value("document.getElementById('demo-tab-0').focus()")
    for kind in ("keyDown", "keyUp"):
        session.ask("Input.dispatchKeyEvent", type=kind, key="ArrowRight", code="ArrowRight")
    session.wait(f"!{PANEL}[1].hidden && document.activeElement.id === 'demo-tab-1'")
    session.value("document.getElementById('demo-longest').value = 10000")
    answer(session, 1)
    shares = session.value(
        "[...document.querySelectorAll('.demo-table tr')].slice(1)"
        ".map((row) => Number(row.lastElementChild.textContent))"
    )
    expect("the published share is not the least", min(shares) == shares[0] < 1 - 1 / 2.718)

    for tab in (0, 1):
        session.value(f"document.getElementById('demo-tab-{tab}').click()")
        session.resize(360)
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        expect(f"tab {tab + 1} scrolls sideways at 360 pixels", session.value(wide) <= 0)
        unnamed = session.value(
            f"[...{PANEL}[{tab}].querySelectorAll('input, select')]"
            ".filter((input) => !input.labels.length).length"
        )
        expect("an input has no label", unnamed == 0)
