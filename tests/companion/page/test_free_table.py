"""A game of one's own on the page: printed faces as cards to tap and drag, piles, counters, whose turn; to its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from companion.games.free.picture import Drawing
from companion.page.live import Live, Spot
from companion.record.starting import new
from generator.building.new_game import start
from generator.draw.scene import Group, Node, Path as Outlined, Text
from generator.faces.outline import trim
from specs.load import find, load

from .conftest import PHONE, STEADY, Opened, Servers

FLOODS = Path(__file__).parents[3] / "docs" / "examples" / "gallery" / "floods.yaml"


def test_a_flood_is_held_on_two_phones(servers: Servers, browse: Opened) -> None:
    served = servers.start(str(FLOODS), "Ann", "Bob", "--seed", "7", "--cards", "dealt")
    served.move("draw help 2")
    first = " ".join(served.view("Ann")["hand"]["cards"][:3])
    served.move(f"play {first} / next / next / done")
    served.move(f"play {served.view('Bob')['hand']['cards'][0]} / next / next / done")
    ann, bob = browse(served.seat("Ann"), PHONE), browse(served.seat("Bob"), PHONE)
    # a card is dragged to where it goes
    card = ann.locator("#hand .card")
    ann.locator(STEADY).wait_for()
    start, ends = card.bounding_box(), ann.locator("[data-place=dykes] .lit:not(.case)").bounding_box()
    ann.mouse.move(start["x"] + 9, start["y"] + 9)
    ann.mouse.down()
    ann.mouse.move(start["x"] + 30, start["y"] - 30)
    ann.mouse.move(ends["x"] + ends["width"] / 2, ends["y"] + ends["height"] / 2)
    assert ann.locator(".ghost").is_visible()
    ann.mouse.up()
    ann.locator("#enter.ready").click()
    bob.locator("#did", has_text="to dykes").wait_for()
    ann.locator("#hand").wait_for(state="hidden")  # it was the last
    # a counter is tapped, and tapped again
    ann.locator(STEADY).wait_for()
    ann.locator("[data-place='actions -'] .reach").click()
    ann.locator(".choices [aria-pressed=true]").wait_for()
    ann.locator(STEADY).wait_for()
    ann.locator(".choices [aria-pressed=true]").click()
    ann.locator(".choices [data-text=next]").wait_for()
    assert served.view()["facts"]["counters"]["actions"] == 3
    served.move("next / next / done")
    # a card is tapped: the best of what can be done with it is taken, and a tap on that plays it
    bob.locator("#turn", has_text="Your turn").wait_for()
    bob.locator(STEADY).wait_for()
    bob.locator("#hand .card").click()
    bob.locator(".choices [aria-pressed=true]").wait_for()
    bob.locator(STEADY).wait_for()
    bob.locator(".choices [aria-pressed=true]").click()
    for page in (ann, bob):
        page.locator("#end .won").nth(1).wait_for()


def test_what_another_holds_is_a_back_and_every_place_of_a_choice_is_on_the_picture() -> None:
    live = Live(new(None, str(FLOODS), ["Ann", "Bob"], seed=7, options={"cards": "dealt"}))
    seen = [live.view(seat, Spot()) for seat in (0, 1)]
    hands = [view["hand"]["cards"] for view in seen]
    assert hands == [["h-fenn", "h-elder"], ["h-heath", "h-amber"]]
    assert seen[0]["picture"] == seen[1]["picture"]
    places = seen[0]["picture"]["places"]
    assert [place for place in places if place.startswith("Bob.hand.")] == ["Bob.hand.2", "Bob.hand.1"]
    offered = live.follow(0, Spot(), "", "")
    named = {choice["place"] for choice in (*offered["choices"], *offered["near"])} - {""}
    assert {"Ann.hand.1", "actions -", "rain"} <= named
    assert named - {"table", "discard"} <= {*places}, "these are drawn once something lies there"


@pytest.mark.parametrize("like", ["cards", "hexes"])
def test_a_game_that_was_just_begun_shows_a_dealt_hand_of_printed_faces(like: str, tmp_path: Path) -> None:
    spec = start("moors", like, tmp_path)
    live = Live(new(None, str(spec), ["Ann", "Bob"], seed=7, options={"cards": "dealt"}))
    hand = live.view(0, Spot())["hand"]
    faces = {kind["letter"]: kind["face"] for kind in hand["kinds"]}
    assert len(hand["cards"]) == len(hand["places"]) in (2, 5)
    assert all(faces[card]["faces"] for card in hand["cards"])
    ways = {choice["text"].split()[0] for choice in live.follow(0, Spot(), "", "")["near"]}
    assert "play" in ways


@pytest.mark.parametrize("game", ["atlantis", "circles", "escape", pytest.param("gods", marks=pytest.mark.deep)])
def test_the_big_games_open_on_the_free_table_too(game: str) -> None:
    """Every card of a hand can be tapped, whatever else of its kind lies there; no piece is larger than its cell."""
    live = Live(new(None, str(find(game)), ["Ann", "Bob"], seed=7, options={"cards": "dealt"}))
    view, offered = live.view(0, Spot()), {choice["place"] for choice in live.follow(0, Spot(), "", "")["near"]}
    hand = view["hand"] or {"cards": [], "places": []}
    held = set(hand["cards"])
    assert {card for card, where in zip(hand["cards"], hand["places"], strict=True) if where in offered} == held
    lie = view["picture"]["places"]
    cells = [name for name in lie if name.partition(".")[0] in ("path", "sea") and f"{name}.1" in lie]
    assert bool(cells) is (game in ("atlantis", "escape"))
    assert all(lie[f"{cell}.1"][side] <= 1.17 * lie[cell][side] for cell in cells for side in (2, 3))


def test_a_hand_told_to_a_phone_in_words_is_offered_card_by_card_or_refused_by_its_rule() -> None:
    live = Live(new(None, str(FLOODS), ["Ann", "Bob"], seed=7))
    assert live.view(0, Spot())["hand"] | {"kinds": []} == {
        "kind": "typed", "key": "0 Ann", "held": 2, "kinds": [], "apart": " ", "places": (), "fault": "", "rule": "",
    }  # fmt: skip
    told = live.view(0, Spot(), "h-dune h-fenn")["hand"]
    assert (told["fault"], [*told["places"]]) == ("", ["Ann.hand.1", "Ann.hand.2"])
    offered = {choice["text"]: choice["place"] for choice in live.follow(0, Spot(), "", "h-dune h-fenn")["near"]}
    assert (offered["play h-dune"], offered["play h-fenn"]) == ("Ann.hand.1", "Ann.hand.2")
    assert "play h-dune" not in {choice["text"] for choice in live.follow(0, Spot(), "", "")["near"]}
    rules = {
        "h-dune": "piece.few",
        "h-dune f-dune": "piece.other",
        "h-dune h-dune h-dune": "piece.few",
        "x y": "syntax",
    }
    assert {words: live.view(0, Spot(), words)["hand"]["rule"] for words in rules} == rules
    live.table = live.table.enter("play 2 h-dune", 0).table  # both lie open now
    held = live.view(1, Spot(), "h-dune h-fenn")["hand"]
    assert (held["rule"], held["fault"]) == ("piece.gone", "every h-dune is seen: dykes")


def test_a_back_on_which_nothing_is_printed_has_the_pieces_outline(tmp_path: Path) -> None:
    spec = start("moors", "hexes", tmp_path)
    table = new(None, str(spec), ["Ann", "Bob"], seed=7, options={"cards": "dealt"})
    document = load(spec)
    scene = Drawing(table.look().seen, document).drawn().scene
    drawn = [node.segments for node in walked(scene.nodes) if isinstance(node, Outlined)]
    assert drawn.count(trim(document, "tiles")) == 3, "the pile, and two hands"


@pytest.mark.parametrize("game", ["floods", "lands"])
def test_a_game_in_play_is_drawn_whatever_became_of_its_file(game: str, tmp_path: Path) -> None:
    """A piece that has gone from it is a blank with its word."""
    table = new(None, str(FLOODS.with_name(f"{game}.yaml")), ["Ann", "Bob"], seed=7, options={"cards": "dealt"})
    bare = tmp_path / "bare.yaml"
    bare.write_text("""\
game: bare
title: Bare
credits: {designer: nobody}
components: {one: {title: One, size: mini, front: []}}
play: {zones: {towns: {lay: places, places: {amber: {at: [1, 2]}, elsewhere: {at: [3, 4]}}}, empty: {per_player: true}}}
""")
    scene, places, *_ = Drawing(table.state, load(bare)).drawn()
    said = {node.text for node in walked(scene.nodes) if isinstance(node, Text)}
    assert {piece.word for pieces in table.state.state.lies for piece in pieces if piece.word in said}
    assert places.keys() & {"help", "bag", "deck", "box"}
    empty = new(None, str(bare), ["Ann"], seed=7, options={"cards": "dealt"})
    scene = Drawing(empty.state, load(bare)).drawn().scene
    assert "empty" in {node.text for node in walked(scene.nodes) if isinstance(node, Text)}


def walked(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from walked(node.children) if isinstance(node, Group) else ()
