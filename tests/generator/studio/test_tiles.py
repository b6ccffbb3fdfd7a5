"""What a save changes: a face whose key stays looks as it did, and one that is not concerned keeps its key."""

import json
from pathlib import Path
from typing import Any

import pytest
from cases import cases, data, put
from hypothesis import given, settings, strategies as st
from often import times

from generator.building import watch
from generator.studio.drawing import TileDrawer, read
from generator.studio.findings import Editor, FaultLocator
from generator.studio.tiles import TileSet
from specs.base.errors import Fault, Place

SPEC = data(__file__)["SPEC"]
EDITS: dict[str, dict[str, Any]] = data(__file__)["EDITS"]  # what is saved, and the faces that look otherwise after it
GUIDE = {"guide/page/1"}  # which shows a card, and hangs on all of the spec


def line(text: str) -> int:
    """The line of the spec that has a text."""
    return SPEC[: SPEC.index(text)].count("\n") + 1


@pytest.fixture
def port(tmp_path: Path) -> Path:
    return written(tmp_path)


def written(folder: Path) -> Path:
    for name, text in data(__file__)["FILES"].items():
        (folder / name).write_text(text, encoding="utf-8")
    return put(folder / "port.yaml", SPEC)


class Open:
    """A spec as a studio has it, without a page."""

    def __init__(self, spec: Path) -> None:
        self.spec, self.eye, self.drawer = spec, watch.FileWatcher(str(spec)), TileDrawer(Editor())

    def saved(self) -> TileSet:
        changed = self.eye.look()
        reading = read(str(self.spec))
        assert reading.document is not None
        assert reading.faults == ()
        return self.drawer.take(reading.document, self.eye.seen, changed)

    def pictures(self, tile_set: TileSet) -> dict[str, str]:
        self.drawer.kept.clear()
        drawn = {id_: json.loads(self.drawer.drawn(tile, tile_set).plain) for id_, tile in tile_set.tiles.items()}
        assert {id_: found["faults"] for id_, found in drawn.items() if found["faults"]} == {}
        return {id_: str(found["digest"]) for id_, found in drawn.items()}


def edited(folder: Path, what: str, more: str = "") -> None:
    """Saved as an editor does: a new file in place of the old."""
    file, edit = folder / EDITS[what]["file"], EDITS[what]
    assert file.read_text().count(edit["old"]) == 1
    put(folder / "beside.new", file.read_text().replace(edit["old"], edit["new"]) + more).replace(file)


@pytest.mark.parametrize("what", EDITS)
def test_a_save_changes_the_faces_that_are_drawn_from_it_and_no_others(port: Path, what: str) -> None:
    studio, expected = Open(port), set(EDITS[what]["changes"])
    before = studio.saved()
    pictures = studio.pictures(before)
    edited(port.parent, what)
    after = studio.saved()
    assert {id_ for id_, digest in studio.pictures(after).items() if pictures[id_] != digest} == expected
    kept = {id_ for id_, tile in after.tiles.items() if tile.key == before.tiles[id_].key}
    assert not kept & expected
    if "exactly" in EDITS[what]:
        assert kept - GUIDE == after.tiles.keys() - expected - GUIDE


@settings(max_examples=times(6, 200))
@given(st.lists(st.sampled_from(sorted(EDITS)), min_size=1, max_size=4, unique=True))
def test_what_keeps_its_key_looks_the_same_whatever_is_saved(
    tmp_path_factory: pytest.TempPathFactory, edits: list[str]
) -> None:
    port = written(tmp_path_factory.mktemp("port"))
    studio = Open(port)
    seen: dict[str, str] = {}
    for edit in ("", *edits):
        if edit:
            edited(port.parent, edit, "\n" if EDITS[edit]["file"] != "wave.svg" else " ")
        tile_set = studio.saved()
        for id_, digest in studio.pictures(tile_set).items():
            assert seen.setdefault(tile_set.tiles[id_].key, digest) == digest


def test_pieces_that_are_drawn_from_the_same_are_one_face(port: Path) -> None:
    tiles = Open(port).saved().tiles
    assert [tile.pieces for id_, tile in tiles.items() if id_.startswith("cards/front")] == [
        ("sun-1", "sun-2"), ("star-1", "star-2"),
    ]  # fmt: skip
    assert tiles["cards/back/sun-1"].pieces == ("sun-1", "sun-2", "star-1", "star-2")


def test_a_place_of_a_face_tells_the_element_its_template_and_its_fields(port: Path) -> None:
    studio = Open(port)
    tile_set = studio.saved()
    tile = tile_set.tiles["cards/front/sun-1"]
    told = json.loads(studio.drawer.at(tile, tile_set, (8, 8)).plain)
    (disc,) = told["elements"]
    assert (disc["draw"], disc["template"], disc["fields"]) == ("circle", "disc", {"r": "3"})
    assert disc["box"] == [5, 5, 6, 6]
    assert disc["place"]["text"] == f"{port}:{line('disc: [')}"
    assert [each["text"] for each in disc["uses"]] == [
        f"{port}:{line('template: corner')}",
        f"{port}:{line('corner: [')}",
    ]
    assert json.loads(studio.drawer.at(tile, tile_set, (60, 2)).plain)["elements"] == []
    assert len(json.loads(studio.drawer.at(tile, tile_set, None).plain)["elements"]) == 2
    row = studio.drawer.at(tile_set.tiles["rows/front/rows-02"], tile_set, None)
    assert json.loads(row.plain)["row"]["text"] == f"{port.parent / 'rows.csv'}:3"


@cases
def test_a_fault_is_told_beside_the_faces_it_is_of(
    port: Path, file: str, at: str, pieces: tuple[str, ...], used: list[str], tiles: set[str]
) -> None:
    tile_set = Open(port).saved()
    place = Place(str(port.parent / file), line(at) if file == "port.yaml" else 3, 1)
    fault = Fault("wrong-value", place, "this", "another", pieces=pieces, used=tuple(map(line, used)))
    assert set(FaultLocator(tile_set, tile_set.document).tiles(fault)) == tiles


def test_a_face_is_found_by_each_of_its_pieces(port: Path) -> None:
    port.write_text(SPEC.replace("count: 2", "count: 60"), encoding="utf-8")
    facts = Open(port).saved().tiles["cards/front/sun-1"].facts()
    assert (facts["count"], facts["pieces"]) == (60, tuple(f"sun-{n}" for n in range(1, 61)))
