"""What the last turn changed on the picture: the places that are marked, the pieces that glide; and the picture in the
hand, larger and smaller."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path as File
from typing import Any

import pytest
from hypothesis import given, strategies as st
from records import records_of, spec, whole

from companion import Game, games
from companion.page.drawing import Drawings, Drawn
from companion.page.live import Live, Spot
from companion.record.starting import new
from generator.draw.geometry.geometry import ellipse, rectangle
from generator.draw.scene import Group, Node, Paint, Path, Scene, Use
from generator.formats.motion import BESIDE, Motion, motion

from .conftest import LAPTOP, PHONE, Opened, Served

GALLERY = File(__file__).parents[3] / "docs" / "examples" / "gallery"
RED, BLUE = Paint(fill=(1.0, 0.0, 0.0)), Paint(fill=(0.0, 0.0, 1.0))
PLACES = {"left": (0.0, 0.0, 20.0, 20.0), "right": (40.0, 0.0, 20.0, 20.0), "inner": (44.0, 4.0, 10.0, 10.0)}
DRAWN = [name for name in games.names() if games.Game(name).has_picture]


def disc(x: float, y: float, paint: Paint = RED) -> Path:
    return Path(ellipse(x, y, 2, 2), paint)


def between(before: list[Node], after: list[Node]) -> Motion:
    drawings = Drawings()
    first, second = (drawings.draw(Scene((0, 0, 60, 40), tuple(nodes))) for nodes in (before, after))
    return motion(first, second, PLACES, PLACES)


BACKGROUND = Path(rectangle(0, 0, 60, 40), BLUE)


def test_a_piece_that_went_glides_from_where_it_lay_and_both_places_are_marked() -> None:
    found = between([BACKGROUND, disc(10, 10)], [BACKGROUND, disc(58, 18)])
    assert found == Motion((PLACES["left"], PLACES["right"]), ((1, -48.0, -8.0),))


def test_of_places_one_in_another_the_smaller_is_meant() -> None:
    assert between([disc(10, 10)], [disc(49, 9)]).marks == (PLACES["left"], PLACES["inner"])


def test_what_stands_beside_a_place_belongs_to_it_and_what_stands_farther_to_none() -> None:
    assert between([], [disc(10, 20 + BESIDE - 0.1)]).marks == (PLACES["left"],)
    assert between([], [disc(10, 20 + BESIDE + 0.1)]).marks == ()


def test_another_piece_does_not_glide() -> None:
    assert between([disc(10, 10)], [disc(50, 9, BLUE)]).moves == ()
    assert between([disc(10, 10)], [disc(10, 10), disc(50, 9)]).moves == (), "one more, and none that went"


def test_of_several_alike_the_nearest_went() -> None:
    found = between([disc(10, 10), disc(10, 30)], [disc(10, 10), disc(14, 30), BACKGROUND])
    assert found.moves == ((1, -4.0, 0.0),)


@given(st.floats(-40, 40), st.floats(-40, 40))
def test_groups_and_uses_glide_as_far_as_they_went(x: float, y: float) -> None:
    """However a piece is put together: a group of its own, a face that is used, one scaled."""
    face = Scene((0, 0, 4, 4), (disc(2, 2),))
    for piece in (
        lambda dx, dy: Group((disc(dx, dy), disc(dx + 1, dy, BLUE))),
        lambda dx, dy: Group((Use(face),), (0.5, 0, 0, 0.5, dx, dy), rectangle(0, 0, 4, 4)),
        lambda dx, dy: Group((Group((disc(0, 0),), (1, 0, 0, 1, 1, 1)),), (1, 0, 0, 1, dx, dy)),
        lambda dx, dy: Use(face, (1, 0, 0, 1, dx, dy)),
    ):
        moves = between([piece(0.0, 0.0)], [piece(x, y)]).moves
        if max(abs(x), abs(y)) < 0.04:
            assert moves == ()
        elif max(abs(x), abs(y)) > 0.06:
            assert moves == ((0, pytest.approx(-x, abs=0.01), pytest.approx(-y, abs=0.01)),)


def test_nothing_changed_marks_nothing() -> None:
    assert between([BACKGROUND, disc(10, 10)], [BACKGROUND, disc(10, 10)]) == Motion((), ())


def test_of_a_picture_that_was_laid_out_anew_only_what_changed_is_marked() -> None:
    """Bob's shelf grows, and all beside and below it goes elsewhere; of an isle that grows, the tile that was laid."""

    def marked(game: str, *lines: str) -> set[str]:
        table = new(None, str(GALLERY / f"{game}.yaml"), ["Ann", "Bob"], seed=7, options={"cards": "dealt"})
        for line in lines:
            table = table.enter(line, table.turn).table
        view = Live(table).view(0, Spot())
        places = {tuple(box): name for name, box in reversed(view["picture"]["places"].items())}
        return {places[tuple(mark)] for mark in view["did"]["marks"]}

    laid = ("flip bag", "lay isle.g7", "next", "flip bag", "lay isle.h7")
    assert marked("lands", *laid) == {"drawn", "isle.h7"}
    bought = ("rest", "rest", "buy oil-3", "buy spice-3", "buy oil-1")
    assert {name.partition(".")[0] for name in marked("bazaar", *bought)} == {"deck", "market", "Ann"}


@pytest.mark.parametrize("name", DRAWN)
def test_in_every_game_a_turn_that_shows_is_marked_and_what_glides_lay_where_it_comes_from(name: str) -> None:
    found, drawings, marked = whole(min(records_of(name))), Drawings(), 0
    game: Any = found.game
    for before, after in pairwise(found.states[:16]):
        first, second = (drawings.draw(game.picture(each, spec(name))) for each in (before, after))
        places = [game.drawn(each, spec(name)).places for each in (before, after)]
        moved = motion(first, second, *places)
        assert {box for named in places for box in named.values()} >= set(moved.marks)
        assert all(0 <= number < len(second.parts) for number, _, _ in moved.moves)
        assert (first.parts == second.parts) <= (moved == Motion((), ()))
        marked += bool(moved.marks)
    assert marked > 3


def test_a_figure_of_atlantis_glides_from_the_city_to_its_space() -> None:
    at = Live(Game("atlantis").new("Ann", "Bob", seed=42))
    at.table = at.table.enter("1:H").table
    did: Any = at.view(None, Spot())["did"]
    places = at.view(None, Spot())["picture"]["places"]
    assert [places["atlantis"], places["2"]] == [
        mark for mark in did["marks"] if mark in (places["atlantis"], places["2"])
    ]
    assert max(-y for _, _, y in did["moves"]) == pytest.approx(places["2"][1] - places["atlantis"][1], abs=8)


def test_each_part_of_a_picture_is_one_element() -> None:
    drawn: Drawn = Drawings().draw(Scene((0, 0, 9, 9), (disc(1, 1), Group(()), disc(2, 2))))
    assert drawn.body.count("<g>") == len(drawn.parts) == 3


# ---- in a browser --------------------------------------------------------------------------------

OVER = "document.querySelectorAll('.frame > svg > [class=over]').length"


def test_the_last_turn_is_marked_and_its_pieces_glide(hidden: Served, browse: Opened) -> None:
    looker, calm = browse(hidden.look, LAPTOP, reduced_motion="no-preference"), browse(hidden.look, LAPTOP)
    for page in (looker, calm):
        page.evaluate(
            "window.flew = 0; new MutationObserver(() => { window.flew = Math.max(window.flew, "
            f"{OVER}); }}).observe(document.querySelector('.frame'), {{subtree: true, childList: true}})"
        )
    asked = list[str]()
    looker.on("request", lambda request: asked.append(request.url))
    assert hidden.enter("Ann", "1:H")[0] == 200
    for page in (looker, calm):
        page.locator(".marks .upper:not(.way)").nth(2).wait_for(state="attached")
        assert page.locator(".marks .upper:not(.way)").count() == len(
            hidden.view(query=f"?wide={LAPTOP[0]}")["did"]["marks"]
        )
    assert not [url for url in asked if "/api/view" in url], "the stream brought it"
    assert looker.evaluate("window.flew") > 0
    assert calm.evaluate("window.flew") == 0
    looker.wait_for_function(f"() => {OVER} === 0")
    assert looker.locator(".frame [visibility=hidden]").count() == 0, "all landed"


def test_the_picture_is_pinched_dragged_and_remembered(hidden: Served, browse: Opened) -> None:
    page = browse(hidden.look, PHONE, has_touch=True)
    page.locator(".frame svg use").first.wait_for(state="attached")

    def wide() -> float:
        return float(page.evaluate("document.querySelector('.frame > svg').getBoundingClientRect().width"))

    whole, box = wide(), page.locator(".frame").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *apart: float) -> None:
        points = [{"x": x + side * half, "y": y, "id": i} for half in apart for i, side in enumerate((-1, 1))]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 30)
    for half in (40, 60, 90):
        fingers("touchMove", half)
    fingers("touchEnd")
    assert wide() == pytest.approx(3 * whole, rel=0.02)
    page.wait_for_timeout(400)  # where the fingers left it, it is kept, and not on the way
    page.wait_for_function(
        "() => Object.values(localStorage).some(kept => kept[0] === '[' && JSON.parse(kept)[0] > 2.9)"
    )
    seen = page.evaluate("[...document.querySelectorAll('.frame')].map(f => [f.scrollLeft, f.scrollTop])[0]")
    assert seen[0] > 0
    page.reload()
    page.locator(".frame svg use").first.wait_for(state="attached")
    assert wide() == pytest.approx(3 * whole, rel=0.02)
    again = page.evaluate("[...document.querySelectorAll('.frame')].map(f => [f.scrollLeft, f.scrollTop])[0]")
    assert again == pytest.approx(seen, abs=3)
    page.get_by_role("button", name="Whole picture").click()
    assert wide() == pytest.approx(whole, rel=0.02)
    page.locator(".frame").focus()
    page.keyboard.press("+")
    assert wide() == pytest.approx(1.5 * whole, rel=0.02)
    page.locator(".frame").dblclick()
    assert wide() == pytest.approx(whole, rel=0.02)
    page.wait_for_function("() => !Object.values(localStorage).some(kept => kept[0] === '[')")
