"""Beside the faces: the sheets as a build prints them, with its command; what a seed deals; another language."""

import asyncio
import shlex
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import resvg_py
from cases import cases, data, put
from hypothesis import given, settings, strategies as st
from PIL import Image
from studied import Asked, asked

from generator import build
from generator.building.loading import asked as settings_of
from generator.draw.scene import Page
from generator.faces.faces import Faces
from generator.plan import options
from generator.plan.drawer import drawer_of
from generator.plan.options import Faults
from generator.studio.app import Studio
from generator.studio.controls import arguments, controls, copied, read
from generator.studio.drawing import flat, read as read_spec
from generator.studio.findings import Editor
from generator.studio.sheets import Sheets
from specs.base.errors import SpecError
from specs.expand.deal import deal
from specs.model.document import Document

SPEC = data(__file__)["SPEC"]


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "de.yaml").write_text("words:\n  Sun {n}: Sonne {n}\n", encoding="utf-8")
    return put(tmp_path / "port.yaml", SPEC)


def document(spec: Path) -> Document:
    found = read_spec(str(spec)).document
    assert found is not None
    return found


# ---- sheets --------------------------------------------------------------------------------------


def test_the_controls_are_the_options_of_a_build(isle: Path) -> None:
    found = {str(each["name"]): each for each in controls(document(isle))}
    assert sorted(found) == sorted(options.known())
    assert found["duplex"]["choices"] == ("long-edge", "short-edge", "gutterfold", "none")
    assert found["paper"]["offered"] == ["a4", "letter", "legal", "a3", "tabloid"]
    assert (found["pack"]["default"], found["landscape"]["default"]) == (True, False)
    assert (found["language"]["offered"], found["options"]["offered"]) == (["en", "de"], ["glow"])


@cases
def test_the_sheets_told_are_the_sheets_a_build_prints(
    isle: Path, tmp_path: Path, words: dict[str, str | bool]
) -> None:
    plan: Any = Sheets(str(isle), Editor()).plan(document(isle), words)
    built = build(isle, tmp_path / "out", formats="pdf", **words).manifest
    assert built is not None
    assert {each["name"]: each["sheets"] for each in plan["papers"]} == {
        name: paper.sheets for name, paper in built.papers.items()
    }


def test_what_the_pieces_take_of_the_sheets_they_are_on_is_their_area(isle: Path) -> None:
    plan: Any = Sheets(str(isle), Editor()).plan(document(isle), {"plan": False})
    (paper,) = plan["papers"]
    assert paper["used"] == pytest.approx(18 * 100 * 100 / (paper["sheets"] * 210 * 297))


def test_the_pages_of_a_plan_are_drawn_one_after_another_and_end(isle: Path) -> None:
    sheets = Sheets(str(isle), Editor())
    plan: Any = sheets.plan(document(isle), {})
    number, pages = plan["plan"], list[dict[str, Any]]()
    assert sheets.page(number, 1) is None, "not the next one"
    while "svg" in (page := sheets.page(number, len(pages)) or {}):
        pages.append(page)
    assert len(pages) == plan["papers"][0]["lines"][-1][2]
    assert all(page["svg"].startswith("<?xml") for page in pages)
    assert sheets.page(number + 1, 0) is None


def test_a_page_is_named_by_what_is_on_it_as_far_as_there_is_room(isle: Path) -> None:
    selection = drawer_of(*settings_of(isle, {})).selection
    named = [selection.page_name(Page.whole((9, 9), (), tuple("abcde"[:many]))) for many in (1, 4, 5)]
    assert named == ["A", "A, B, C, D", "A, B, C, 2 more"]


ODD = st.text("ab -=;|&$`()'\"\\!*~#é\n\u202e", max_size=12)


@settings(max_examples=15)
@given(where=ODD, spec=ODD.filter(bool), margin=st.sampled_from(["", "5", "-1", "12"]), pack=st.booleans())
def test_the_command_asks_a_shell_for_what_was_chosen_and_nothing_else(
    where: str, spec: str, margin: str, pack: bool
) -> None:
    words: dict[str, str | bool] = {"where": where, "margin": margin, "pack": pack, "paper": "a4", "offset": "-1,0.5"}
    try:
        asked_for = read(words)
    except SpecError as error:
        assert all(fault.place.file == "--where" for fault in error.faults), "letters that cannot be printed"
        return
    line = arguments(spec, words, yes=False)
    assert shlex.split(copied(line)) == ["generator", *line]
    flags = {flag: option for option in options.known().values() for flag in option.flags}
    found: dict[str, object] = {}
    rest = line[1:-2] if spec.startswith("-") else line[2:]
    while rest:
        flag, _, value = rest.pop(0).partition("=")
        option = flags[flag]
        found[option.name] = flag == option.flag if option.kind is bool else value or rest.pop(0)
    assert found == asked_for
    assert options.read(found, Faults()) == options.read(
        {**words, "where": where or None, "margin": margin or None}, Faults()
    )


@cases
def test_what_is_wrong_is_told_beside_its_control(isle: Path, name: str, given: str | bool, told: str) -> None:
    found: Any = Sheets(str(isle), Editor()).plan(document(isle), {name: given})
    assert [*found["wrong"]] == [name], found
    assert told in found["wrong"][name][0]["found"]
    assert "plan" not in found


def test_an_option_that_is_none_is_told(isle: Path) -> None:
    found: Any = Sheets(str(isle), Editor()).plan(document(isle), {"papr": "a4"})
    assert "no option 'papr'" in found["faults"][0]["found"]


def test_more_sheets_than_anybody_prints_unasked_are_built_only_when_they_are_meant(isle: Path) -> None:
    found: Any = Sheets(str(isle), Editor()).plan(document(isle), {"count": "1000", "paper": "150x150mm"})
    assert found["many"]
    assert found["command"].endswith(" --count 1000 --paper 150x150mm --yes")


# ---- what is asked of the page -------------------------------------------------------------------


def test_one_build_is_made_at_a_time_and_tells_its_faults(isle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(isle.parent)

    async def questions(studio: Studio, ask: Asked) -> None:
        isle.write_text(SPEC.replace("size: 5,", "size: 50, min_size: 50,"), encoding="utf-8")
        first = asyncio.create_task(ask("/api/build", sends={"words": {"formats": "pdf"}}))
        while studio.building is None:
            await asyncio.sleep(0.01)
        assert (await ask("/api/build", sends={"words": {}}))[0] == 409
        status, built = await first
        assert (status, built["status"], built["files"]) == (200, 2, [])
        assert built["remarks"][0].startswith("port.yaml:")
        ended = asyncio.create_task(ask("/api/build", sends={"words": {}}))
        await asyncio.sleep(0.1)
        studio.end()
        assert (await ended)[0] == 503

    asked(Path("port.yaml"), questions)


def test_a_seed_is_dealt_as_setup_deals_it_in_faces_by_place(isle: Path) -> None:
    async def questions(studio: Studio, ask: Asked) -> None:
        rooms = (await ask("/api/rooms"))[1]
        assert (rooms["players"], rooms["languages"]) == ([2, 3], ["en", "de"])
        found = (await ask("/api/setup", players=2, seed=7))[1]
        dealt = deal(document(isle), 2, 7)
        places = {(each["name"], each["player"]): each["stacks"] for each in found["places"]}
        assert [*places] == [("path", 0), ("row", 0), ("", 1), ("", 2)]
        tops = [[piece["piece"] for piece in stack["pieces"]] for stack in places["path", 0]]
        assert tops == [[piece.id for piece in reversed(stack)] for stack in dealt.tracks["path"]]
        assert [stack["label"] for stack in places["row", 0]] == ["cost 0", "cost 1"]
        assert [stack["pieces"][0]["piece"] for stack in places["", 2]] == [piece.id for piece in dealt.hands[1]]
        assert found["notes"] == ["The youngest of 2 begins.", "6 left in deck"]
        piece = places["", 1][0]["pieces"][0]
        cut = (await ask("/api/piece", id=piece["id"], key=piece["key"]))[1]["svg"]
        assert 'viewBox="0 0 100 100"' in cut
        for query in ({"players": "x", "seed": "1"}, {"players": "2", "seed": "-1"}, {"players": "9", "seed": "1"}):
            assert (await ask("/api/setup", **query))[0] == 422

    asked(isle, questions)


def test_all_faces_are_shown_in_a_language_and_told_apart_from_their_own(isle: Path) -> None:
    async def alts(ask: Asked) -> list[str]:
        tiles = (await ask("/api/spec"))[1]["tiles"][:2]
        return [(await ask("/api/face", id=tile["id"], key=tile["key"]))[1]["alt"] for tile in tiles]

    async def questions(studio: Studio, ask: Asked) -> None:
        assert await alts(ask) == ["Sun 1", "Sun 2"]
        assert (await ask("/api/language", sends={"language": "de"}))[0] == 200
        assert await alts(ask) == ["Sonne 1", "Sonne 2"]
        (isle.parent / "words" / "de.yaml").write_text("words:\n  Sun {n}: Licht {n}\n", encoding="utf-8")
        await studio.shown.saved(studio.shown.eye.look())
        assert await alts(ask) == ["Licht 1", "Licht 2"]
        (isle.parent / "words" / "de.yaml").unlink()
        await studio.shown.saved(studio.shown.eye.look())
        assert ["no words in 'de'" in flaw["found"] for flaw in (await ask("/api/spec"))[1]["flaws"]] == [True]
        assert (await ask("/api/language", sends={"language": ""}))[0] == 200
        assert await alts(ask) == ["Sun 1", "Sun 2"]

    asked(isle, questions)


# ---- unfolded and standing -----------------------------------------------------------------------

FOLDED = data(__file__)["FOLDED"]


def test_a_box_tells_the_element_on_each_side_where_its_net_has_it(tmp_path: Path) -> None:
    (tmp_path / "port.yaml").write_text(FOLDED, encoding="utf-8")

    async def questions(studio: Studio, ask: Asked) -> None:
        tile = (await ask("/api/spec"))[1]["tiles"][0]
        asked_for = {"id": tile["id"], "key": tile["key"]}
        flat_ = (await ask("/api/standing", **asked_for))[1]
        sides = {side["name"]: side for side in flat_["sides"]}
        assert sorted(sides) == ["back", "bottom", "front", "left", "right", "top"]
        assert [name for name, side in sides.items() if side["turned"]] == ["top"]
        for name, side in sides.items():
            x, y, width, height = side["box"]
            box = [width - 15, height - 11, 10, 6] if side["turned"] else [5, 5, 10, 6]
            at = {"x": x + box[0] + 5, "y": y + box[1] + 3}
            (hit,) = (await ask("/api/at", **asked_for, **at))[1]["elements"]
            assert hit["place"]["text"].endswith("port.yaml:11")
            assert hit["fields"] == {"side": name}
            assert hit["box"] == pytest.approx([x + box[0], y + box[1], 10, 6])

    asked(tmp_path / "port.yaml", questions)


def test_a_figure_laid_flat_is_what_is_printed_of_it(tmp_path: Path) -> None:
    whole = document(put(tmp_path / "port.yaml", FOLDED))
    found: Any = flat(whole, Faces(whole), whole.pieces["figures"][0])
    boxes = {side["name"]: side["box"] for side in found["sides"]}
    assert boxes == {
        "back-flap": (0, 0, 26, 11),
        "back": (0, 11, 26, 42),
        "front": (0, 53, 26, 42),
        "front-flap": (0, 95, 26, 11),
    }
    with Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=found["svg"], dpi=254))) as opened:
        picture = opened.convert("RGB")
    assert picture.getpixel((130, 10 * (11 + 21))) == (0, 0, 255), "the back, above the fold"
    assert picture.getpixel((130, 10 * (53 + 21))) == (255, 0, 0)
