"""The room of the studio where a face is edited, in a browser: by mouse, keys, fields, its text and its rows."""

import difflib
import random
import shutil
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from browsing import accessible
from often import THOROUGH
from studied import CARDS, SPEC

ROOT = Path(__file__).parents[3]


@pytest.fixture
def page(served: str, chromium: Any) -> Any:
    page = chromium.new_context(viewport={"width": 1360, "height": 860}, reduced_motion="reduce").new_page()
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.goto(served)
    page.locator(".tile image").first.wait_for()
    page.locator('#rooms [data-room="edit"]').click()
    page.locator(".drawing svg").wait_for()
    return page


def until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.03)


def boxes(page: Any, selector: str) -> list[dict[str, float]]:
    """Return where elements lie, in pixels, read at once: the page may draw them again at any time."""
    found: list[dict[str, float]] = page.locator(selector).evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().toJSON())"
    )
    return found


def drag(page: Any, x: float, y: float) -> None:
    """Draw what is selected by so many pixels, without snapping."""
    [box] = boxes(page, ".chosen")
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.keyboard.down("Alt")
    page.mouse.down()
    page.mouse.move(middle[0] + x, middle[1] + y, steps=3)
    page.mouse.up()
    page.keyboard.up("Alt")


def written(page: Any, port: Path, old: str) -> bool:
    """Return whether a file has changed, or the change was taken back; confirm the change of a template."""
    if page.locator("dialog .primary").count():
        page.locator("dialog .primary").click()
    return port.read_text(encoding="utf-8") != old or page.locator("#notice.bad").count() > 0


def undoable(page: Any, port: Path, old: str) -> bool:
    enabled = page.locator("#edit button:enabled", has_text="Undo").count() > 0
    return enabled or port.read_text(encoding="utf-8") == old


def test_a_face_is_edited_by_mouse_by_keys_and_in_its_fields_text_and_rows(port: Path, page: Any) -> None:
    def spec() -> str:
        return port.read_text(encoding="utf-8")

    before = spec()
    page.locator(".tree .pick", has_text="text").click()
    drag(page, 40, 0)
    until(lambda: "box: [5, 40" not in spec(), "a drag is written")
    moved = spec().splitlines()
    assert [n for n, (old, new) in enumerate(zip(before.splitlines(), moved, strict=True)) if old != new] == [14]
    page.locator(".canvas").focus()
    page.keyboard.press("Control+z")
    until(lambda: spec() == before, "an undo is written")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowDown")
    until(lambda: "box: [6, 40.1, 50, 30]" in spec(), "arrow keys are written together")
    page.locator("#field-size").fill("6.5")
    page.locator("#field-size").press("Tab")
    until(lambda: "size: 6.5" in spec(), "a field is written")
    page.locator('.field button[aria-label="Take out wrap"]').click()
    until(lambda: "wrap" not in spec(), "a key is taken out")
    page.get_by_label("Add an element").select_option("rect")
    until(lambda: "fill: silver}" in spec(), "an element is added")
    page.locator(".tree .pick", has_text="rect").click()
    accessible(page)
    page.locator(".canvas").focus()
    page.keyboard.press("Delete")
    until(lambda: "silver" not in spec(), "an element is taken out")
    page.get_by_label("Add an element").select_option("back")
    page.locator('#edit[data-face*="/back/"]').wait_for()
    assert "\n    back:\n      - {draw: rect, fill: silver}\n" in spec()
    page.locator(".text-pane summary", has_text="Text").click()
    page.locator(".cm-content").wait_for()
    page.locator(".cm-line", has_text="palette").click()
    page.keyboard.press("End")
    page.keyboard.type(" # ours")
    until(lambda: 'palette: {sand: "#f1e4c8"} # ours' in spec(), "what is typed is saved")
    page.locator(".text-pane summary", has_text="Rows").click()
    page.locator("#cell-2-1").fill("one, two")
    page.locator("#cell-2-1").press("Enter")
    until(lambda: 'ada,"one, two"' in (port.parent / "cards.csv").read_text(encoding="utf-8"), "a cell is written")

    def undone() -> bool:
        page.get_by_role("button", name="Undo").evaluate("each => each.click()")  # nothing, while there is nothing
        return (spec(), (port.parent / "cards.csv").read_text(encoding="utf-8")) == (SPEC, CARDS)

    until(undone, "all is taken back")
    assert page.wrong == []


@pytest.mark.parametrize("game", ["atlantis", "bazaar", *(["circles"] if THOROUGH else [])])
def test_drags_are_each_one_line_and_are_taken_back_to_equal_bytes(
    game: str, tmp_path: Path, chromium: Any, studio_of: Callable[[Path], str]
) -> None:
    source = next(
        each for each in (ROOT / f"specs/{game}.yaml", ROOT / f"docs/examples/gallery/{game}.yaml") if each.exists()
    )
    shutil.copytree(source.parent, tmp_path / "games", ignore=shutil.ignore_patterns("*.py", "*.png"))
    port = tmp_path / "games" / source.name
    calm = chromium.new_context(viewport={"width": 1360, "height": 860}, reduced_motion="reduce")
    page, picks, done = calm.new_page(), random.Random(5), 0
    page.goto(studio_of(port))
    page.locator(".tile:not([hidden]) image").first.wait_for(timeout=30_000)
    page.locator('#rooms [data-room="edit"]').click()
    page.locator(".drawing svg").wait_for()
    before = port.read_text(encoding="utf-8")
    for _ in range(40):
        face = picks.choice(page.locator("#edited option").evaluate_all("all => all.map((each) => each.value)"))
        page.locator("#edited").select_option(face)
        page.locator(f'#edit[data-face="{face}"]').wait_for()
        tree = page.locator(".tree .pick")
        tree.nth(picks.randrange(tree.count())).click()
        chosen = boxes(page, ".chosen:not(.computed)")
        if len(chosen) != 1:
            continue  # computed
        old = port.read_text(encoding="utf-8")
        page.locator("#notice").evaluate("each => { each.className = ''; }")
        drag(page, picks.randint(3, 9), picks.randint(3, 9))
        until(partial(written, page, port, old), f"{face}: a drag is written: {chosen}")
        new = port.read_text(encoding="utf-8")
        if new == old:
            continue  # beyond the piece: it was taken back at once
        steps = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False).get_opcodes()
        assert sum(kind != "equal" for kind, *_ in steps) == 1
        assert old.count("#") == new.count("#")
        until(partial(undoable, page, port, old), "a drag can be taken back, or has been")
        taken = page.locator("#notice.bad").count() > 0  # the page itself takes it back, once it was drawn
        if done == 7 and not taken:
            break
        done += not taken
        if not taken:
            page.locator("#edit").get_by_role("button", name="Undo").evaluate("each => each.click()")
        until(lambda old=old: port.read_text(encoding="utf-8") == old, "a drag is taken back")
    assert done > 5
    assert port.read_text(encoding="utf-8") != before
    page.reload()
    page.locator('#rooms [data-room="edit"]').click()
    page.locator("#edit").get_by_role("button", name="Undo").click()
    until(lambda: port.read_text(encoding="utf-8") == before, "after a reload too")


def test_an_element_is_hidden_several_are_sized_at_once_and_whose_change_is_kept_is_asked(
    port: Path, page: Any
) -> None:
    def spec() -> str:
        return port.read_text(encoding="utf-8")

    page.locator(".branch", has=page.locator(".pick", has_text="text")).get_by_role("button", name="Hide").click()
    until(lambda: 'when: "false"' in spec(), "an element is hidden")
    page.locator(".branch", has=page.locator(".pick.off", has_text="text")).get_by_role("button", name="Show").click()
    until(lambda: spec() == SPEC, "it is shown again")
    page.get_by_label("Add an element").select_option("rect")
    until(lambda: "silver" in spec(), "an element is added")
    page.locator(".pick", has_text="rect").click()
    page.locator(".pick", has_text="text").click(modifiers=["Shift"])
    page.locator('.knob[data-knob="size e"]').wait_for()
    old, [knob] = spec(), boxes(page, '.knob[data-knob="size e"]')
    page.mouse.move(knob["x"] + 5, knob["y"] + 5)
    page.mouse.down()
    page.mouse.move(knob["x"] - 35, knob["y"] + 5, steps=3)
    page.mouse.up()
    until(lambda: spec() != old, "both are sized")
    now = spec().splitlines()
    assert [n for n, line in enumerate(old.splitlines()) if line != now[n]] == [14, 15]
    page.locator(".text-pane summary", has_text="History").click()
    page.locator(".past ins").nth(1).wait_for()
    page.locator(".pick", has_text="rect").click()
    page.locator("#field-fill").wait_for()
    accessible(page)
    theirs = spec().replace("silver", "gold")
    page.locator("#field-fill").fill("teal")
    page.route("**/api/change*", lambda route: (port.write_text(theirs, encoding="utf-8"), route.continue_()), times=1)
    page.locator("#field-fill").press("Tab")
    page.locator("dialog").wait_for()
    accessible(page)
    page.get_by_role("button", name="Write mine").click()
    until(lambda: spec() == theirs.replace("gold", "teal"), "ours is written")
    page.locator(".pick", has_text="text").click()
    [box], first = boxes(page, ".chosen"), "      - {draw: use, template: disc, with: {r: 9}}\n"
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 20, box["y"] + box["height"] / 2, steps=3)
    others = spec().replace(first, "")
    port.write_text(others, encoding="utf-8")  # by another program: what is dragged is now one place further up
    page.locator(".pick", has_text="use").wait_for(state="detached")
    page.mouse.up()
    until(lambda: spec() != others, "what is dragged is moved")
    [line] = {*spec().splitlines()} - {*others.splitlines()}
    assert "draw: text" in line
    assert page.wrong == []
