"""A whole table for Tabletop Simulator and for playingcards.io: what was written is read again by another reader, put
together and compared with what the printer draws."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
import virtual_tables
from cases import data, put
from command import tree
from hypothesis import HealthCheck, given, settings, strategies as st
from jsonschema import Draft7Validator
from often import tiers
from PIL import Image, ImageChops, ImageStat
from virtual_tables import UNIT_MM, Thing

from generator import build, load
from generator.building.build import Built
from generator.building.loading import asked
from generator.exports.pictures import Face, Form, Side, faces, pictures
from generator.exports.tables.table import Table, laid_out
from generator.plan.drawer import drawer_of
from specs.expand.deal import deal

SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"
SEED, PLAYERS = 5, 3
SPEC = data(__file__)["SPEC"]


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = put(tmp_path_factory.mktemp("spec") / "quay.yaml", SPEC)
    (file.parent / "notes.md").write_text("A line of notes.\n\n" * 24, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def built(spec: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(spec, tmp_path_factory.mktemp("out"), formats="tts,pio", seed=SEED, players=PLAYERS)


@pytest.fixture(scope="module")
def things(built: Built) -> list[Thing]:
    return virtual_tables.tts(built.folder / "tts" / "quay.json", built.folder / "tts" / "pictures")


@pytest.fixture(scope="module")
def drawn(spec: Path) -> dict[str, tuple[Face, Image.Image, Image.Image | None]]:
    """Each piece's sides, as the printer draws them alone."""
    found: dict[str, tuple[Face, Image.Image, Image.Image | None]] = {}
    for face in faces(drawer_of(*asked(spec, {}))):
        both: tuple[Side, ...] = ("front", "back") if face.back_name else ("front",)
        front, *back = map(small, pictures([(face, side) for side in both], Form(150, "square")))
        found |= dict.fromkeys(face.pieces, (face, front, back[0] if back else None))
    return found


def small(picture: Image.Image | None) -> Image.Image:
    return picture.convert("RGB").resize((48, round(48 * picture.height / picture.width)))


def apart(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures differ, 0 to 255."""
    return max(ImageStat.Stat(ImageChops.difference(one, other.resize(one.size))).mean)


def where(things: list[Thing], *ids: str) -> list[tuple[float, float]]:
    places = {thing.id: (thing.x, thing.y) for thing in things}
    return [places[id_] for id_ in ids]


def test_every_piece_is_on_the_table_once(built: Built, things: list[Thing], spec: Path) -> None:
    pieces = Counter(piece.id for each in load(spec).pieces.values() for piece in each)
    pieces["notes"] = 2  # leaves
    assert Counter(thing.id for thing in things if thing.id) == pieces
    widgets, _ = virtual_tables.pio(built.folder / "quay.pcio")
    lying = Counter(each["deck"] for each in widgets if each["type"] in ("card", "piece", "dice"))
    counts = {f"deck-{name}": entry.count for name, entry in built.manifest.components.items()}
    counts["deck-notes"] = 2
    counts |= {"deck-die-1": counts.pop("deck-die") - 1, "deck-die-2": 1}
    assert counts.pop("deck-sea") == sum(each["type"] == "board" for each in widgets) == 1
    assert lying == counts


def test_a_card_cut_from_its_sheet_is_the_face_drawn_alone(
    things: list[Thing], drawn: dict[str, tuple[Face, Image.Image, Image.Image | None]]
) -> None:
    cards = [thing for thing in things if "CardID" in thing.raw and thing.id != "notes"]
    assert {drawn[thing.id][0].component for thing in cards} == {"cards", "sides", "plates", "sea", "score"}
    for thing in cards:
        face, front, back = drawn[thing.id]
        shown = small(thing.front)
        assert apart(shown, front) < 3
        assert back is None or apart(small(thing.back), back) < 3
        others = [one for own, one, _ in drawn.values() if own.component == face.component and own != face]
        assert all(apart(shown, front) < apart(shown, other) for other in others)
        assert thing.height == pytest.approx(face.height, abs=0.1)


def test_what_a_seed_deals_lies_where_the_setup_says(spec: Path, things: list[Thing]) -> None:
    dealt = deal(load(spec), PLAYERS, SEED)
    track = dealt.tracks["way"]
    assert [len(stack) for stack in track] == [2, 2, 0]
    for stack in track[:2]:
        (low, x), (high, also) = (
            (thing.high, (thing.x, thing.y)) for p in stack for thing in things if thing.id == p.id
        )
        assert x == also
        assert low < high
    for row in (dealt.open["market"], [stack[0] for stack in track[:2]]):
        places = where(things, *(piece.id for piece in row))
        assert places == sorted(places)
        assert len({round(y) for _, y in places}) == 1
    cells = {name: where(things, stack[0].id)[0] for name, stack in dealt.cells["bay"].items()}
    assert set(cells) == {"A1", "A2", "B1", "B2"}
    (x, y), (board_x, board_y) = cells["A1"], where(things, "sea")[0]
    assert (x - board_x, y - board_y) == pytest.approx((5 + 15 - 80, 6 + 30 / 3**0.5 - 60), abs=0.2)
    assert cells["B2"][0] - cells["A1"][0] == pytest.approx(45, abs=0.1)
    assert where(things, "man-black")[0] == pytest.approx(cells["A1"], abs=0.1)
    shown = {thing.id: thing.up for thing in things}
    assert not any(shown[piece.id] for piece in dealt.piles["deck"])
    assert all(shown[piece.id] for hand in (*dealt.hands, *dealt.areas["aside"]) for piece in hand)


def test_a_pile_s_next_card_is_the_first_of_a_deck_that_lies_face_down(spec: Path, built: Built) -> None:
    save = json.loads((built.folder / "tts" / "quay.json").read_text("utf-8"))
    (deck,) = (each for each in save["ObjectStates"] if each["Nickname"] == "the deck")
    assert [card["GMNotes"] for card in deck["ContainedObjects"]] == [
        piece.id for piece in deal(load(spec), PLAYERS, SEED).piles["deck"]
    ]
    assert deck["Transform"]["rotZ"] == 180


def test_a_text_s_first_page_lies_on_top(built: Built, things: list[Thing]) -> None:
    """Of a deck that lies face up the last card of its list is seen."""
    leaves = [small(thing.front) for thing in things if thing.id == "notes"]
    ink = [ImageStat.Stat(leaf).mean[0] for leaf in leaves]
    assert ink[1] < ink[0], "the first page has the most lines"
    widgets, kept = virtual_tables.pio(built.folder / "quay.pcio")
    types = next(each["cardTypes"] for each in widgets if each["id"] == "deck-notes")
    last = max((each for each in widgets if each.get("deck") == "deck-notes"), key=lambda each: each["z"])
    assert apart(small(kept[types[last["cardType"]]["image"]]), leaves[1]) < 3


def test_a_token_has_a_clear_rim_to_be_cut_out_by(things: list[Thing]) -> None:
    (arrow,) = (thing.front for thing in things if thing.kind == "Custom_Token")
    assert arrow.mode == "RGBA"
    across, down = arrow.size
    assert arrow.getchannel("A").getbbox() == (4, 4, across - 4, down - 4)


def test_a_hand_lies_in_its_players_zone_and_turned_to_them(spec: Path, built: Built, things: list[Thing]) -> None:
    save = json.loads((built.folder / "tts" / "quay.json").read_text("utf-8"))
    zones = [each for each in save["ObjectStates"] if each["Name"] == "HandTrigger"]
    assert [zone["FogColor"] for zone in zones] == ["Blue", "Red", "White"]  # clockwise from the upper left; no black
    by_colour = {zone["FogColor"]: zone["Transform"] for zone in zones}
    for hand, colour, turn in zip(
        deal(load(spec), 3, SEED).hands, ("Red", "Blue", "White"), (180, 0, 180), strict=True
    ):
        zone = by_colour[colour]
        assert (zone["posZ"] > 0) == (turn == 0)
        assert zone["rotY"] == (turn + 180) % 360
        for card in hand:
            (thing,) = (each for each in things if each.id == card.id)
            assert abs(thing.x / UNIT_MM - zone["posX"]) < zone["scaleX"] / 2
            assert abs(-thing.y / UNIT_MM - zone["posZ"]) < zone["scaleZ"] / 2
            assert thing.turn == turn


def test_each_player_has_the_pieces_of_a_colour(things: list[Thing]) -> None:
    """Blue, the second, sits at the far side; the others at the near one, the first on the left."""
    coins = {
        hue: {(thing.x, thing.y) for thing in things if thing.id.startswith(f"{hue}-")}
        for hue in ("red", "blue", "black")
    }
    (red,), (blue,), (black,) = coins.values()
    assert blue[1] < 0 < red[1] == black[1]
    assert red[0] < black[0]
    assert {thing.inside for thing in things if thing.id.startswith("red-")} == {("Bag",)}


def test_every_save_keeps_the_schema_and_names_no_thing_twice(built: Built) -> None:
    checked = Draft7Validator(json.loads((SCHEMAS / "tts-save.schema.json").read_text("utf-8")))
    saves = [built.folder / "tts" / "quay.json"]
    saves += sorted((built.folder / "tts" / "objects").iterdir())
    assert len(saves) == 11
    for file in saves:
        value = json.loads(file.read_text("utf-8"))
        assert not list(checked.iter_errors(value)), file
        named = re.findall(r'"GUID": "([^"]*)"', file.read_text("utf-8"))
        assert len(named) == len(set(named))
        assert all(re.fullmatch("[0-9a-f]{6}", name) for name in named)
        for url in re.findall(r'URL": "(.+?)"', file.read_text("utf-8")):
            assert url.startswith("file:///"), url
            assert Path("/", url.removeprefix("file:///")).is_file()


def test_a_room_keeps_the_schema_and_has_all_that_it_names(built: Built) -> None:
    widgets, kept = virtual_tables.pio(built.folder / "quay.pcio")
    schema = json.loads((SCHEMAS / "pcio-widgets.schema.json").read_text("utf-8"))
    assert not list(Draft7Validator(schema).iter_errors(widgets))
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets)
    named: set[str] = set()
    for widget in widgets:
        assert widget.get("parent") is None or by_id[widget["parent"]]["type"] == "holder"
        if "deck" in widget:
            assert widget.get("cardType", widget.get("diceValue")) in by_id[widget["deck"]]["cardTypes"]
        if widget["type"] == "cardDeck":
            named |= {value for each in widget["cardTypes"].values() for key, value in each.items() if key != "label"}
        named |= {widget["boardImage"]} if "boardImage" in widget else set()
        assert re.fullmatch("[A-Za-z0-9_-]+", widget["id"])
        right, low = (widget[side] + widget.get(size, 0) for side, size in (("x", "width"), ("y", "height")))
        assert 0 <= widget["x"] <= right <= 1600
        assert 0 <= widget["y"] <= low <= 1000
    assert named == set(kept)
    assert [len(by_id[name]["cardTypes"]) for name in ("deck-die-1", "deck-die-2")] == [6, 6], "one die's sides alone"


def test_a_card_in_a_room_has_its_own_front_and_back(
    built: Built, drawn: dict[str, tuple[Face, Image.Image, Image.Image | None]]
) -> None:
    widgets, kept = virtual_tables.pio(built.folder / "quay.pcio")
    (sides,) = (each["cardTypes"] for each in widgets if each["id"] == "deck-sides")
    assert len(sides) == 4
    for number, (_, type_) in enumerate(sorted(sides.items()), 1):
        _, front, back = drawn[f"sides-{number}"]
        assert apart(small(kept[type_["image"]]), front) < 3
        assert apart(small(kept[type_["back"]]), back) < 3


def test_a_dealt_hand_lies_face_down_at_its_seat(spec: Path, built: Built) -> None:
    widgets, _ = virtual_tables.pio(built.folder / "quay.pcio")
    hands = [each for each in widgets if each.get("linkedSeat")]
    assert [each["linkedSeat"] for each in hands] == ["seat-2", "seat-1", "seat-3"]
    held = [[card for card in widgets if card.get("parent") == hand["id"] and card["type"] == "card"] for hand in hands]
    assert [len(each) for each in held] == [3, 2, 4]
    assert not any(card["faceup"] for each in held for card in each)
    assert {"seat-1", "counter-1", "hand"} <= {each["id"] for each in widgets}


def test_two_builds_are_the_same_bytes_but_for_the_address_asked_for(spec: Path, built: Built, tmp_path: Path) -> None:
    there = "https://example.org/quay"
    other = build(spec, tmp_path, formats="tts,pio", seed=SEED, players=PLAYERS, url=f"{there}/")
    here = f"file://{built.folder}/tts/pictures"
    one, before = tree(other.folder), tree(built.folder)
    assert one.pop("manifest.json") != before.pop("manifest.json")
    assert one == {name: data.replace(here.encode(), there.encode()) for name, data in before.items()}
    assert b"file:" not in one["tts/quay.json"]
    assert not any("Only you" in remark for remark in other.remarks)
    assert any("Only you" in remark for remark in built.remarks)


def test_a_die_shows_each_side_when_it_is_turned_as_its_values_say(things: list[Thing], built: Built) -> None:
    """Unity turns about z, then x, then y, and mirrors x of a mesh."""
    die = next(thing for thing in things if thing.kind == "Custom_Model")
    file = built.folder / "tts" / "pictures" / die.raw["CustomMesh"]["MeshURL"].rsplit("/", 1)[1]
    lines = [line.split() for line in file.read_text().splitlines()]
    points = [tuple(map(float, line[1:])) for line in lines if line[0] == "v"]
    looks = [tuple(map(float, line[1:])) for line in lines if line[0] == "vt"]
    assert {round(abs(number) * 2 * UNIT_MM, 1) for point in points for number in point} == {16.0}
    for value in die.raw["RotationValues"]:
        turn = value["Rotation"]
        sine, cosine = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}[int(turn["z"])]
        turned = [(-x * cosine - y * sine, -x * sine + y * cosine, z) for x, y, z in points]
        sine, cosine = {0: (0, 1), 90: (1, 0), 270: (-1, 0)}[int(turn["x"])]
        heights = [y * cosine - z * sine for _, y, z in turned]
        (up,) = (n for n in range(6) if min(heights[4 * n : 4 * n + 4]) > 0)
        (u, v) = (sum(look[axis] for look in looks[4 * up : 4 * up + 4]) / 4 for axis in (0, 1))
        wide = max(look[0] for look in looks[4 * up : 4 * up + 4]) - min(look[0] for look in looks[4 * up : 4 * up + 4])
        spot = (u + wide * (2 * value["Value"] / 16 - 0.5), 1 - v)
        pixel = die.front.convert("L").getpixel((int(spot[0] * die.front.width), int(spot[1] * die.front.height)))
        assert pixel < 100, value


def laid(game: str | Path, seed: int, players: int) -> Table:
    """A game's table, each piece in one place, each hand as dealt, nothing on what it does not belong on."""
    drawer = drawer_of(*asked(game, {"seed": seed, "players": players}))
    table = laid_out(drawer.selection, faces(drawer))
    lying = sorted(piece for lot in table.lots for piece in lot.pieces)
    assert lying == sorted(piece.id for each in drawer.selection.pieces.values() for piece in each)
    loose = [lot for lot in table.lots if not lot.fixed and not re.fullmatch("[A-M][0-9]+", lot.title)]
    for number, one in enumerate(loose):
        for other in loose[number + 1 :]:
            across = abs(one.x - other.x) - (one.width + other.width) / 2
            down = abs(one.y - other.y) - (one.height + other.height) / 2
            assert max(across, down) > -0.01, (one.title, other.title)
    for hand in (lot for lot in table.lots if lot.how == "hand"):
        farther = [lot for lot in table.lots if (hand.y - lot.y if hand.turned else lot.y - hand.y) > 0.01]
        assert not [lot.title for lot in farther if abs(lot.x - hand.x) < (lot.width + hand.width) / 2], "behind a hand"
    hands = {lot.seat: lot.pieces for lot in table.lots if lot.how == "hand"}
    dealt = [tuple(piece.id for piece in hand) for hand in deal(drawer.selection.document, players, seed).hands]
    assert [hands[seat] for seat in range(1, players + 1)] == dealt
    return table


@pytest.mark.parametrize(("game", "players"), tiers([("escape", 3), ("circles", 2)], [("atlantis", 4), ("gods", 1)]))
def test_each_game_is_laid_out_with_nothing_on_what_it_does_not_belong_on(game: str, players: int) -> None:
    table = laid(game, 9, players)
    assert {lot.turned for lot in table.lots if lot.how == "hand"} == ({False} if players == 1 else {False, True})


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**53), players=st.integers(2, 3))
def test_so_is_whatever_a_seed_deals_to_any_number_of_players(spec: Path, seed: int, players: int) -> None:
    laid(spec, seed, players)


def test_without_a_seed_nothing_is_dealt_and_that_is_told(spec: Path, tmp_path: Path) -> None:
    built = build(spec, tmp_path, formats="pio", only="cards,sea")
    assert "The pieces are not shuffled or dealt; --seed deals them." in built.remarks
    widgets, _ = virtual_tables.pio(built.folder / "quay-cards+sea.pcio")
    (deck,) = (each["id"] for each in widgets if each["type"] == "holder")
    assert [each["parent"] for each in widgets if each["type"] == "card"] == [deck] * 24


def test_what_is_too_much_for_a_table_is_told(tmp_path: Path) -> None:
    file = put(tmp_path / "wide.yaml", data(__file__)["WIDE"])
    built = build(file, tmp_path, formats="tts,pio")
    assert "Map: drawn at 116 dpi, so that no side has more than 4096 pixels." in built.remarks
    assert any(re.match(r"1,?38\d things in a room", remark) for remark in built.remarks)
    pictures_ = built.folder / "tts" / "pictures"
    assert all(max(Image.open(picture).size) <= 4096 for picture in pictures_.glob("*.png"))
    numbers = virtual_tables.tts(built.folder / "tts" / "objects" / "numbers.json", pictures_)
    grids = [{key: (each["NumWidth"], each["NumHeight"]) for key, each in n.raw["CustomDeck"].items()} for n in numbers]
    assert Counter(key for grid in grids for key in grid) == {"2": 69, "3": 6}
    assert {grid["2"] for grid in grids if "2" in grid} == {(10, 7)}
