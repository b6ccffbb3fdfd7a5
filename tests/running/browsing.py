"""A real browser for the tests of every page, and what each page is held to in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from foreign import missing

CHROMIUM = Path("/usr/bin/chromium")
# The address bar that nobody sees starts two pages of its own in every window, which cost more than the page itself.
# This list takes the place of Playwright's: what of it matters here is named again.
UNUSED = "AimEnabled WebUIOmniboxPopup WebUIOmniboxAimPopup LensOverlay MediaRouter OptimizationHints PaintHolding"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
FLAGS.append(f"--disable-features={UNUSED.replace(' ', ',')}")
DEFS_EMPTIED = """() => [...document.querySelectorAll("defs")].map((each) => {
    const inside = [...each.childNodes];
    each.replaceChildren();
    return [each, inside];
})"""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser for all tests of a worker."""
    if not CHROMIUM.exists():
        missing(str(CHROMIUM))
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()


def accessible(page: Any) -> None:
    """Axe finds nothing in what the page shows, by day and by night; only colours differ by night."""
    from axe_playwright_python.sync_playwright import Axe

    # axe goes through every element; those in `defs`, most of a board, are shown only where others use them
    defs = page.evaluate_handle(DEFS_EMPTIED)
    for scheme, only in (("dark", {"runOnly": ["color-contrast"]}), ("light", {})):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options={"resultTypes": ["violations"]} | only)
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"
    page.evaluate("defs => defs.forEach(([each, inside]) => each.append(...inside))", defs)
