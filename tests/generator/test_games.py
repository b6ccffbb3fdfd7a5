"""The four games in print, as their rules have them: counts and setups, backs that tell nothing too early, colours that
all eyes and a grey print tell apart."""

from collections import Counter
from importlib import import_module
from itertools import combinations
from math import atan2, cos, degrees, dist, hypot, pi, sin
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from colours import SIMULATIONS, ciede2000, lab, simulated
from command import PROJECT
from drawn import document_of, faces_of
from hypothesis import given, settings, strategies as st
from said import said, words as written
from seen import face

from generator.building.loading import asked
from generator.draw.geometry.geometry import flatten, parse_path, rotation, transform
from generator.draw.scene import Group, Scene, Use
from generator.faces.faces import Faces
from generator.plan.drawer import drawer_of
from generator.plan.settings import by_default
from specs.base.seeds import MOST
from specs.expand.deal import deal
from specs.model.colours import colour
from specs.model.elements import PathData
from specs.model.shapes import boards

ATLANTIS, CIRCLES, ESCAPE, GODS = (document_of(game) for game in ("atlantis", "circles", "escape", "gods"))


# ---- Seven Circles -----------------------------------------------------------------------------------

COLOURS = CIRCLES.spec.players.colours
KINDS = {str(row["colour"]): row for row in CIRCLES.spec.data["kinds"]}


@pytest.mark.parametrize("players", [2, 3, 6])
def test_only_the_colours_of_those_who_play_are_printed(players: int) -> None:
    pieces = drawer_of(*asked("circles", {"players": players})).selection.pieces
    counts = {"box": 1, "islands": 21, "stones": 78 * players + 45, "towers": 18 * players, "aid": players, "rules": 1}
    assert {name: len(each) for name, each in pieces.items()} == counts


# the colours that must differ, by game and kind of piece; whether a pattern differs too
DIFFERENT = {
    ("atlantis", "figures"): ([row["hue"] for row in ATLANTIS.spec.data["colours"]], False),
    ("circles", "stones"): (COLOURS, True),
    ("escape", "people"): (ESCAPE.spec.players.colours, True),
    ("escape", "lands"): (["lowland", "hill", "mountain"], False),
    ("gods", "temples"): (GODS.spec.players.colours, True),
    ("gods", "dwellers"): ([row["hue"] for row in GODS.spec.data["regions"]], True),
}


def test_colours_differ_for_all_eyes_and_in_grey_as_much_as_the_docs_say() -> None:
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514)) == pytest.approx(0.9082, abs=1e-4)
    page = (PROJECT / "docs" / "printing.md").read_text(encoding="utf-8")
    for (game, kind), (names, patterned) in DIFFERENT.items():
        found = [colour(document_of(game).spec.palette, name) for name in names]
        apart = {
            eyes: min(ciede2000(lab(one, eyes), lab(other, eyes)) for one, other in combinations(found, 2))
            for eyes in ("", "protanopia", "deuteranopia", "tritanopia")
        }
        grey = min(abs(lab(one)[0] - lab(other)[0]) for one, other in combinations(found, 2))
        assert patterned or (min(apart.values()) >= 15 and grey >= 12), (game, kind)
        assert min(*apart.values(), grey) >= 10, (game, kind)
        row = " | ".join(f"{each:.0f}" for each in (*apart.values(), grey))
        assert f"| {game}: {kind} | {row} |" in page, f"| {game}: {kind} | {row} |"


def crossings() -> list[tuple[float, float]]:
    """Where an island's canals leave it, mm from its middle."""
    (path,) = {each.path for each in CIRCLES.spec.templates["canals"] if isinstance(each, PathData)}
    turn, found = rotation(-degrees(atan2(3**0.5, 5))), []
    for (x, y), (to_x, to_y) in flatten(transform(parse_path(path), turn)):
        ahead = atan2(to_y - y, to_x - x)
        for side in range(6):
            toward = side * pi / 3
            slope = cos(ahead - toward)
            if slope > 0.1:
                way = (30 - x * cos(toward) - y * sin(toward)) / slope
                here = x + way * cos(ahead), y + way * sin(ahead)
                if way <= dist((x, y), (to_x, to_y)) and hypot(*here) < 60 / 3**0.5:
                    found.append(here)
    return found


def test_islands_join_without_a_break_however_turned() -> None:
    """Each canal of one goes on over the edge as one of the other, turned by any sixth of a circle."""
    mine = crossings()
    assert mine
    for x, y in mine:
        edge = max(range(6), key=lambda side: x * cos(side * pi / 3) + y * sin(side * pi / 3))
        over = x - 60 * cos(edge * pi / 3), y - 60 * sin(edge * pi / 3)
        turned = x * cos(pi / 3) - y * sin(pi / 3), x * sin(pi / 3) + y * cos(pi / 3)
        for there in (over, turned):
            assert min(dist(there, other) for other in [*mine, *((-a, -b) for a, b in mine)]) < 0.05


def benchmark(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(PROJECT / "benchmarks"))
    return import_module("stones")


@pytest.mark.deep
def test_stones_towers_and_burned_markers_suffice_in_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """benchmarks/stones.py plays a thousand games on each board; here are a few of the neediest."""
    stones = benchmark(monkeypatch)
    kit: Any = stones.printed()
    assert kit == (Counter({1: 30, 2: 27, 3: 10, 4: 5, 5: 3, 6: 3}), 18, 45)
    for layout, players in (("triangle-5", 3), ("hexagon-3", 3), ("hexagon-21", 6)):
        for seed in range(4):
            for state in stones.positions(layout, players, "any moves", seed):
                assert stones.wanting(state, kit) == set(), (layout, seed, state.plies)
    needy = stones.Kit({1: 7}, 1, 1)
    assert any(stones.wanting(state, needy) for state in stones.positions("triangle-4", 3, "any moves", 0))


# ---- Island of Gods --------------------------------------------------------------------

EACH = {1: 6, 2: 10, 3: 14, 4: 18}  # dwellers of a colour by the number of players


def test_deity_cards_are_of_two_kinds_that_are_even_and_no_two_are_alike_in_two_regions() -> None:
    cards = [[str(row[f"r{n}"]) for n in (1, 2, 3, 4)] for row in GODS.spec.data["deities"]]
    kinds = Counter(tuple(sorted(card)) for card in cards)
    assert kinds == {("I", "I", "II+II", "III"): 3, ("I", "II", "III", "III+I"): 3}, "docs/playtest.md: how even"
    for one, other in combinations(cards, 2):
        assert sum(a == b for a, b in zip(one, other, strict=True)) <= 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@settings(max_examples=15)
@given(seed=st.integers(0, MOST))
def test_a_deal_obeys_the_setup(players: int, seed: int) -> None:
    dealt = deal(GODS, players, seed)
    assert Counter(piece.row["letter"] for piece in dealt.open["regions"]) == dict.fromkeys("BGRY", 1)
    assert Counter(piece.row["letter"] for piece in dealt.open["row"]) == dict.fromkeys("BGRY", 1)
    assert [len(hand) for hand in dealt.hands] == [3, 4, 5, 6][:players]
    assert [len(cards) for cards in dealt.areas["followers"]] == [1] * players
    deities = [card.id for cards in dealt.areas["deities"] for card in cards]
    assert len(set(deities)) == len(deities) == players
    dwellers = [*dealt.open["row"], *dealt.piles["deck"], *sum(dealt.hands, ()), *sum(dealt.areas["followers"], ())]
    assert len({piece.id for piece in dwellers}) == len(dwellers)
    assert Counter(piece.row["letter"] for piece in dwellers) == dict.fromkeys("BGRY", EACH[players])


def test_temples_are_tiles_or_by_option_blocks() -> None:
    kinds = {"flat": by_default(GODS.spec, ()), "blocks": by_default(GODS.spec, ("blocks",))}
    assert {name for name in kinds["flat"] if name.startswith("blocks")} == set()
    assert {name for name in kinds["blocks"] if name.startswith("tiles")} == set()
    assert {*kinds["flat"]} ^ {*kinds["blocks"]} == {f"{kind}-{n}" for kind in ("tiles", "blocks") for n in (1, 2, 3)}
    assert sum(len(GODS.pieces[f"blocks-{n}"]) for n in (1, 2, 3)) == 24


@pytest.mark.parametrize(("players", "each"), [(1, 6), (2, 10), (3, 14), (4, 18)])
def test_the_mark_on_a_card_says_from_how_many_players_on_it_plays(players: int, each: int) -> None:
    marked: Counter[object] = Counter()
    for piece in GODS.pieces["dwellers"]:
        trade, *said = written(faces_of("gods").front(piece).nodes)
        assert trade.isalpha() or " " in trade
        said = [text.removesuffix("+") for text in said]
        assert len(said) <= 1
        marked[piece.row["letter"]] += int((said or [1])[0]) <= players
    assert marked == dict.fromkeys("BGRY", each)


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    """A dweller of each people at 150 dpi."""
    folder = tmp_path_factory.mktemp("cards")
    first = {str(piece.row["letter"]): piece for piece in GODS.pieces["dwellers"] if piece.row["number"] == 1}
    return {letter: face(faces_of("gods").front(piece), folder, 150) / 255 for letter, piece in first.items()}


@pytest.mark.parametrize("eyes", ["grey", *SIMULATIONS])
def test_peoples_rims_differ_also_in_grey_and_to_colour_blind_eyes(eyes: str, cards: dict[str, np.ndarray]) -> None:
    rims = {letter: simulated(card, eyes)[40:-40, 2:16].mean(axis=(0, 1)) for letter, card in cards.items()}
    for one, other in combinations(rims, 2):
        assert np.abs(rims[one] - rims[other]).max() > 0.05, (one, other)


def test_peoples_patterns_differ_in_black_and_white(cards: dict[str, np.ndarray]) -> None:
    per_mm = 150 / 25.4
    top, bottom, left, right = (round((mm + 1.5) * per_mm) for mm in (54.2, 60, 15, 29))
    bands = {}
    for letter, card in cards.items():
        grey = simulated(card[top:bottom, left:right], "grey")[..., 0]
        bands[letter] = (grey - grey.mean()) / grey.std()
    for one, other in combinations(bands, 2):
        assert abs((bands[one] * bands[other]).mean()) < 0.5, (one, other)


# ---- Escape from Atlantis -----------------------------------------------------------------

SEA = ESCAPE.spec.setup.boards["sea"]


def test_flat_prints_a_token_for_everything_that_stands() -> None:
    standing, flat = set(by_default(ESCAPE.spec, ())), set(by_default(ESCAPE.spec, ("flat",)))
    assert standing - flat == {"creatures", "boats", "atlanteans"}
    assert flat - standing == {"creature-tokens", "boat-tokens", "atlantean-tokens"}
    for name in standing - flat:
        token = name.removesuffix("s") + "-tokens"
        assert len(ESCAPE.pieces[token]) == len(ESCAPE.pieces[name])
        assert ESCAPE.spec.components[token].shape == "circle"


@pytest.mark.parametrize("options", [frozenset[str](), frozenset({"fiducials"})])
def test_a_front_tells_nothing_of_its_back(options: frozenset[str]) -> None:
    faces = Faces(ESCAPE, options)
    pieces = ESCAPE.pieces["island"]
    assert len({(piece.row["region"], id(faces.front(piece))) for piece in pieces}) == 3
    assert len({id(faces.back(piece)) for piece in pieces}) == 6
    for symbol in ("shark", "boat", "whirlpool"):
        backs = {id(faces.back(piece)) for piece in pieces if piece.row["symbol"] == symbol}
        assert len(backs) == 1, "nor does a back tell its region"


def test_camera_marks_name_the_region() -> None:
    faces = Faces(ESCAPE, frozenset({"fiducials"}))
    found = {(piece.row["region"], *faces.markers(faces.front(piece))) for piece in ESCAPE.pieces["island"]}
    assert found == {("lowland", 140), ("hill", 141), ("mountain", 142)}


def used(scene: Scene) -> Counter[int]:
    """How often a face uses each picture."""
    found: Counter[int] = Counter()
    for node in scene.nodes:
        match node:
            case Use(scene=inner):
                found[id(inner)] += 1
                found += used(inner)
            case Group():
                found += used(Scene(scene.box, node.children))
            case _:
                pass
    return found


def test_the_creature_die_shows_each_creature_as_often_as_its_table() -> None:
    for options, shares in ((frozenset[str](), [1, 1, 2, 2]), (frozenset({"later"}), [1, 1, 1, 3])):
        faces = Faces(ESCAPE, options)
        die = next(piece for piece in ESCAPE.pieces["dice"] if piece.row["die"] == "creature")
        tokens = (faces.front(piece) for piece in ESCAPE.pieces["creature-tokens"])
        icons = {max(used(token)) for token in tokens if used(token)}
        found = used(faces.front(die))
        assert sorted(found[icon] for icon in icons) == shares


def test_every_hex_of_the_ruling_has_its_coordinate_inside_it() -> None:
    (board,) = ESCAPE.pieces["board"]
    found = {each.text: ((each.left + each.right) / 2, each.y) for each in said(faces_of("escape").front(board).nodes)}
    cells = boards.by_name(SEA)
    assert set(found) == set(cells)
    for name, cell in cells.items():
        x, y = boards.middle(cell, 35)
        assert abs(found[name][0] - 12.5 - x) < 6
        assert abs(found[name][1] - 5.927 - y) < 35 / 3**0.5


def test_where_the_island_has_sunk_there_is_sea_and_each_ring_of_its_own_depth(tmp_path: Path) -> None:
    (board,) = ESCAPE.pieces["board"]
    scene = faces_of("escape").front(board)
    picture, box = face(scene, tmp_path, 40), scene.box
    mm = 40 / 25.4
    depths: dict[str, set[float]] = {}
    for cell in boards.cells(SEA):
        if (ground := SEA.legend[cell.symbol].title) in ("lowland", "hill", "mountain"):
            x, y = boards.middle(cell, 35)
            # a spot of the hexagon's upper part, clear of its picture, its slopes and its name
            row, column = round((y + 5.927 - box[1] - 12) * mm), round((x + 12.5 - box[0]) * mm)
            red, green, blue = picture[row, column]
            assert red < green < blue, f"{cell.name} looks like land"
            depths.setdefault(ground, set()).add(round(0.3 * red + 0.59 * green + 0.11 * blue))
    assert all(len(greys) == 1 for greys in depths.values())
    lowland, hill, mountain = (depths[ground].pop() for ground in ("lowland", "hill", "mountain"))
    assert lowland - hill > 10, "told apart in grey too"
    assert hill - mountain > 10
