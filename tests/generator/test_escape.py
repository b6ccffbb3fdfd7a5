"""Escape from Atlantis in print: counts, backs that tell nothing too early, dice, the board, the sealed deal."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from drawn import document_of, faces_of
from golden import looks_as_it_did
from PIL import Image
from said import said

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page, Scene, Use
from generator.faces.faces import Faces
from generator.formats import png
from generator.plan.settings import by_default
from specs.model.shapes import boards

ESCAPE = document_of("escape")
SPEC = ESCAPE.spec
SEA = SPEC.setup.boards["sea"]
KINDS = ("monster", "shark", "octopus", "dolphin")


# ---- what is in the box ----------------------------------------------------------------------------


def test_flat_prints_a_token_for_everything_that_stands() -> None:
    standing, flat = set(by_default(SPEC, ())), set(by_default(SPEC, ("flat",)))
    assert standing - flat == {"creatures", "boats", "atlanteans"}
    assert flat - standing == {"creature-tokens", "boat-tokens", "atlantean-tokens"}
    for name in standing - flat:
        token = name.removesuffix("s") + "-tokens"
        assert len(ESCAPE.pieces[token]) == len(ESCAPE.pieces[name])
        assert SPEC.components[token].shape == "circle"


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


# ---- dice ------------------------------------------------------------------------------------------


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


# ---- the board -------------------------------------------------------------------------------------


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
    box = scene.box
    shown = (Use(scene, geo.translate(-box[0], -box[1])),)
    png.render_page(Page(box[2], box[3], shown, box, box, ("board",)), 40, tmp_path / "b.png")
    with Image.open(tmp_path / "b.png") as file:
        picture = np.asarray(file.convert("RGB"), dtype=float)
    mm = 40 / 25.4
    depths: dict[str, set[float]] = {}
    for cell in boards.cells(SEA):
        if (ground := SEA.legend[cell.symbol].name) in ("lowland", "hill", "mountain"):
            x, y = boards.middle(cell, 35)
            # a spot of the hexagon's upper part, clear of its picture and its name
            row, column = round((y + 5.927 - box[1] - 14) * mm), round((x + 12.5 - box[0]) * mm)
            red, green, blue = picture[row, column]
            assert red < green < blue, f"{cell.name} looks like land"
            depths.setdefault(ground, set()).add(round(0.3 * red + 0.59 * green + 0.11 * blue))
    assert all(len(greys) == 1 for greys in depths.values())
    lowland, hill, mountain = (depths[ground].pop() for ground in ("lowland", "hill", "mountain"))
    assert lowland - hill > 10, "told apart in grey too"
    assert hill - mountain > 10


# ---- the deal --------------------------------------------------------------------------------------


# ---- golden pieces ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["island", "creatures", "atlanteans", "dice"])
def test_pieces_look_as_they_did(name: str, tmp_path: Path) -> None:
    faces = faces_of("escape")
    scenes = list(
        dict.fromkeys(scene for p in ESCAPE.pieces[name] for scene in (faces.front(p), faces.back(p)) if scene)
    )
    wide, tall = (max(scene.box[side] for scene in scenes) for side in (2, 3))
    nodes = []
    for number, scene in enumerate(scenes):
        x, y = (number % 5) * wide - scene.box[0], number // 5 * tall - scene.box[1]
        nodes.append(Group((Use(scene),), geo.translate(x, y), geo.rectangle(*scene.box)))
    width, height = wide * min(5, len(scenes)), tall * -(-len(scenes) // 5)
    box = (0.0, 0.0, width, height)
    png.render_page(Page(width, height, tuple(nodes), box, box, name), 60, tmp_path / "now.png")
    with Image.open(tmp_path / "now.png") as now:
        looks_as_it_did(now, f"escape-{name}")
