"""`make scenes`: photographs the page in a browser, docs/pictures/page-NAME.png, each in the midst of a game."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "records"
COMPANION = Path(sys.executable).parent / "companion"
BELLS = ["new", str(ROOT / "docs/examples/gallery/bells.yaml"), "Ann", "Bob", "Cy", "Dee", "--seed=7", "--cards=dealt"]


class Picture(NamedTuple):
    """A record (a file's name and how many of its lines are left out) or commands, whose page is shown and what is
    tapped there, the window's size in px, and its colours."""

    game: tuple[str, int] | list[list[str]]
    who: str
    taps: tuple[str, ...] = ()
    size: tuple[int, int] = (390, 844)
    colours: Literal["light", "dark"] = "light"


PICTURES = {
    "table": Picture(("atlantis-3-path", 18), "table", size=(1280, 800)),
    "end": Picture(("atlantis-3-path", 0), "table", size=(1280, 1000)),
    "seat": Picture(("atlantis-2-dealt", 13), "Ann", ("22",)),
    "seat-dark": Picture(("gods-2-dealt", 55), "Ann", (), colours="dark"),
    "own": Picture([BELLS, ["move", "play sun-8"], ["move", "play sun-7"]], "Cy"),
}


def main() -> None:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, picture in PICTURES.items():
            width, height = picture.size
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=picture.colours)
            with TemporaryDirectory() as folder:
                photographed(page, picture, Path(folder), ROOT / "docs" / "pictures" / f"page-{name}.png")
            page.close()


def photographed(page: Page, picture: Picture, folder: Path, to: Path) -> None:
    """Bring a game to where it stands in the picture, serve it, and photograph its page."""
    commands = picture.game
    if isinstance(commands, tuple):
        name, less = commands
        lines = (RECORDS / f"{name}.yaml").read_text().splitlines(keepends=True)
        (folder / "record.yaml").write_text("".join(lines[: len(lines) - less]))
        commands = [["import", str(folder / "record.yaml")]]
    program = [str(COMPANION), "--db", str(folder / "games.db")]
    for words in commands:
        subprocess.run([*program, *words], check=True, capture_output=True)
    with subprocess.Popen([*program, "serve", "--port=0", "--json"], stdout=subprocess.PIPE, text=True) as served:
        try:
            links = json.loads(next(iter(served.stdout or ())))
            page.goto(links["table"] if picture.who == "table" else links["seats"][picture.who])
            page.locator("#picture svg:not(.small-map)").first.wait_for()
            for place in picture.taps:
                page.locator(f'.target[data-place="{place}"] .reach').click(force=True)
            page.wait_for_timeout(2500)  # until nothing moves any more
            page.screenshot(path=to)
        finally:
            served.terminate()
    print(f"{to.name}: {to.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
