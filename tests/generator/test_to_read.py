"""What people read at the table, in every language: letters large enough, typeset marks, no word left alone, none on a
picture or on another. A box is large enough for what the sheets say lies in it."""

import io
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from babel.messages.pofile import read_po
from drawn import document_of, faces_of
from msgspec.structs import replace
from said import Said, said
from seen import face

from generator.building.loading import asked
from generator.draw.scene import Group, Node, Page, Scene, Text, Use
from generator.faces.faces import Faces
from generator.plan.drawer import drawer_of
from generator.plan.plan import plan
from generator.plan.selection import printed_in
from generator.sheets.handouts.handout import Thumbnails
from generator.sheets.handouts.hands import WIDTH, slips
from generator.sheets.handouts.setup import setup_pages
from generator.sheets.printable import Foot, SheetOptions
from specs.base.chosen_language import chosen
from specs.base.languages import languages, speaking
from specs.expand.deal import deal
from specs.load import bundled, load
from specs.model.document import Document
from specs.translation.overlay import load_words
from specs.translation.texts import readings

GAMES = pytest.mark.parametrize("game", bundled())
POINT = 25.4 / 72
DPI = 127  # 5 pixels a mm


def sides_of(document: Document, component: str) -> Iterator[list[Said]]:
    """What stands on the front and on the back of a component's first piece."""
    faces = faces_of(document.spec.game)
    for piece in document.pieces[component][:1]:
        yield from (list(said(scene.nodes)) for scene in (faces.front(piece), faces.back(piece)) if scene is not None)


def read_on(document: Document, component: str) -> Iterator[tuple[str, float]]:
    """Every text of its first piece with its em in mm."""
    yield from ((each.text, each.size) for side in sides_of(document, component) for each in side)


def lines_of(side: list[Said]) -> list[Said]:
    """The lines of a side, put together from their runs of one font."""
    found: list[Said] = []
    for run in side:
        for number, line in enumerate(found):
            if abs(line.y - run.y) < 0.05 and abs(line.size - run.size) < 0.01 and -1 <= run.left - line.right < 3:
                found[number] = line._replace(text=f"{line.text.rstrip()} {run.text}", right=run.right)
                break
        else:
            found.append(run)
    return found


@GAMES
def test_an_aid_is_set_in_ten_points_or_more(game: str) -> None:
    document = document_of(game)
    (aid,) = (name for name in document.spec.components if name in ("aid", "aids"))
    small = {text for text, size in read_on(document, aid) if size < 10 * POINT - 1e-6}
    assert not small


@GAMES
def test_no_paragraph_ends_in_a_line_of_one_word(game: str) -> None:
    document = document_of(game)
    alone = []
    for name in ("rules", "aid", "aids"):
        for side in sides_of(document, name) if name in document.spec.components else ():
            every = lines_of(side)
            for last in every:
                before = [
                    line
                    for line in every
                    if 0.9 * last.size < last.y - line.y < 1.4 * last.size
                    and abs(line.size - last.size) < 0.01
                    and abs(line.left - last.left) < 6
                    and len(line.text.split()) > 3
                ]
                alone += [(name, last.text) for _ in before[:1] if len(last.text.split()) == 1]
    assert not alone


@GAMES
def test_no_word_on_a_piece_has_a_typewriters_apostrophe(game: str) -> None:
    document = document_of(game)
    straight = {
        (name, text) for name in document.pieces for text, _ in read_on(document, name) if "'" in text or '"' in text
    }
    assert not straight


@GAMES
def test_a_rules_sheet_prints_no_name_of_an_option(game: str) -> None:
    document = document_of(game)
    sheet = " ".join(text for text, _ in read_on(document, "rules")).split()
    machine = {name for name in document.spec.rule_options if "_" in name} | {
        str(choice) for option in document.spec.rule_options.values() for choice in option.choices if "-" in str(choice)
    }
    assert machine & {word.strip(".:,") for word in sheet} == set()


@GAMES
def test_the_rules_sheet_marks_our_rulings_and_says_what_the_mark_is(game: str) -> None:
    texts = " ".join(" ".join(text for text, _ in read_on(document_of(game), "rules")).split())
    assert "† Our ruling, where the rule" in texts
    assert texts.count("†") > 3


def test_all_that_stands_in_escape_lies_flat_in_its_box() -> None:
    document = document_of("escape")
    box = document.spec.components["box"]
    assert box.box.depth
    wide, tall = box.size
    volume = 0.0
    for name in ("creatures", "boats", "atlanteans"):
        figure = document.spec.components[name]
        assert figure.flap is not None, "its feet fold out, and back: they are not glued to anything"
        across, up = figure.size
        assert across <= wide - 2
        assert up + figure.standee.depth <= tall - 2
        volume += len(document.pieces[name]) * across * (up + figure.standee.depth) * 1.0  # four layers of card
    die = document.spec.components["dice"].size
    volume += len(document.pieces["dice"]) * die**3
    assert volume < wide * tall * box.box.depth / 2


# ---- captions and pictures -------------------------------------------------------------------------


def bare(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """What is drawn, without its texts."""
    found: list[Node] = []
    for node in nodes:
        match node:
            case Text():
                pass
            case Group():
                found.append(replace(node, children=bare(node.children)))
            case Use():
                found.append(Group(bare(node.scene.nodes), node.matrix))
            case _:
                found.append(node)
    return tuple(found)


def on_pictures(scene: Scene, folder: Path) -> list[str]:
    """The words of a face under which there is more than a plain ground."""
    x, y, _, _ = scene.box
    pixels = face(Scene(scene.box, bare(scene.nodes)), folder, DPI)
    found, mm = [], DPI / 25.4
    for word in said(scene.nodes):
        if len(word.text.strip()) < 3:
            continue  # a number on a tile is the tile's
        rows = slice(round((word.y - y - word.size / 2) * mm), round((word.y - y) * mm) + 1)
        ground = pixels[rows, round((word.left - x) * mm) : round((word.right - x) * mm)].reshape(-1, 3)
        if (np.abs(ground - np.median(ground, axis=0)).max(axis=1) > 40).mean() > 0.04:
            found.append(word.text)
    return found


@GAMES
def test_no_word_of_a_sheet_or_an_aid_lies_on_a_picture_or_on_another(game: str, tmp_path: Path) -> None:
    document, faces, tried = document_of(game), faces_of(game), 0
    for name, component in document.spec.components.items():
        if component.print.page or "aid" in name:
            piece = document.pieces[name][0]
            for scene in filter(None, (faces.front(piece), faces.back(piece))):
                assert on_pictures(scene, tmp_path) == [], name
                boxes = [(each, (each.left, each.y - each.size / 2, each.right, each.y)) for each in said(scene.nodes)]
                for (one, a), (two, b) in combinations(boxes, 2):
                    lapped = min(a[2], b[2]) - max(a[0], b[0]) > 0.3 and min(a[3], b[3]) - max(a[1], b[1]) > 0.3
                    assert not lapped, (one.text, two.text)
                tried += 1
    assert tried >= 2, "rules and an aid"


# ---- what is printed in another language fits as the English does ----------------------------------

LANGUAGES = [language for language in languages("generator") if language != "en"]
DEALT = [game for game in bundled() if load(game).spec.setup is not None]
EIGHT_POINTS = 8 * 25.4 / 72
READABLE = 2.0  # mm: what is smaller on a handout stands on a picture of a piece


@cache
def faces(game: str, language: str) -> Faces:
    like = Faces(load(game)) if language == LANGUAGES[0] else faces(game, LANGUAGES[0])
    return Faces(load(game, language=language), like=like)


def sticking_out(texts: list[Said], left: float, right: float) -> Iterator[str]:
    """What of a sheet's texts lies on another, or sticks out on a side."""
    read = [each for each in texts if each.size >= READABLE and each.text.strip()]
    for each in read:
        if each.left < left - 0.1 or each.right > right + 0.1:
            yield each.text
    for one, other in combinations(read, 2):
        level = abs(one.y - other.y) < 0.5 * min(one.size, other.size)
        if level and min(one.right, other.right) - max(one.left, other.left) > 0.5:
            yield f"{one.text} / {other.text}"


@pytest.mark.deep
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", DEALT)
def test_on_dealt_sheets_no_text_lies_on_another_or_beyond_the_edges(game: str, language: str) -> None:
    drawn, sheet = faces(game, language), SheetOptions()
    dealt = deal(drawn.document, 3, 42)
    with speaking(chosen(language, ("generator", "specs"))):
        foot = Foot(drawn.document.spec.title, "")
        pages: list[Page] = list(setup_pages(drawn.document, dealt, drawn, sheet, foot))
        hands = slips(drawn.document, dealt, Thumbnails(drawn.document, drawn), foot)
        scenes = [] if hands is None else [hands.item(n).front for n in range(hands.count)]
    area = sheet.area
    for page in pages:
        texts = list(said(page.nodes))
        assert not list(sticking_out(texts, area.x, area.x + area.width))
        assert not [each.text for each in texts if each.text.startswith("Player")], "as the slips call them"
    for scene in scenes:
        assert not list(sticking_out(list(said(scene.nodes)), 1.5, WIDTH - 1.5))


@pytest.mark.deep
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", bundled())
def test_no_word_on_a_piece_is_under_eight_points(game: str, language: str) -> None:
    drawn = faces(game, language)
    every = (piece for pieces in drawn.document.pieces.values() for piece in pieces)
    scenes = {id(scene): scene for piece in every for scene in (drawn.front(piece), drawn.back(piece)) if scene}
    texts = (each for scene in scenes.values() for each in said(scene.nodes) if sum(map(str.isalpha, each.text)) > 3)
    small = {each.text for each in texts if each.size < EIGHT_POINTS - 0.01}
    assert small <= {"glue"}, "which stands on a flap no larger"


# ---- nothing of another language -----------------------------------------------------------------

WORD = re.compile(r"[^\W\d_]{3,}")
ROOT = Path(__file__).parents[2]


def words_of(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(text)}


@cache
def spoken_by_the_printer(language: str) -> set[str]:
    """English words are those that its German stands for."""
    file = ROOT / "languages" / ("de" if language == "en" else language) / "generator.po"
    catalogue = read_po(io.BytesIO(file.read_bytes()))
    said = (each.id if language == "en" else each.string for each in catalogue if each.id)
    return words_of(" ".join(each) if isinstance(each, (tuple, list)) else each for each in said)


def english_of(document: Document) -> set[str]:
    """The words of a game's texts, and the names that its spec gives."""
    spec, setup = document.spec, document.spec.setup
    names = (spec.components, setup.piles, setup.tracks, setup.boards, setup.open, setup.layouts)
    rules = (document.folder / spec.game / "rules.md").read_text("utf-8")
    return words_of([*readings(document), rules, *(name for each in names for name in each)])


def whole_of(page: Page) -> str:
    """Its texts, with words that were divided whole again."""
    return "".join(each.text[:-1] if each.text.endswith("-") else f"{each.text} " for each in said(page.nodes))


@pytest.mark.deep
@pytest.mark.parametrize("language", LANGUAGES)
@GAMES
def test_no_word_of_english_and_no_name_of_the_spec_is_on_a_sheet(game: str, language: str) -> None:
    own, (document, settings) = load(game), asked(game, {"language": language, "seed": 3, "players": 2})
    words, _ = load_words(own.spec, own.folder, language)
    rules = (own.folder / game / "words" / language / "rules.md").read_text("utf-8")
    known = words_of([rules, *(text for each in words.entries.values() for text in (each.words, *each.in_.values()))])
    with speaking(printed_in(document)):
        drawer = drawer_of(document, settings)
        runs = [run for file in plan(drawer).papers[0].files for run in file.runs]
        seen = words_of(whole_of(page) for run in runs for _, sheet in run.sheets for page in sheet.draw())
    assert len(seen) > 100
    foreign = (english_of(own) | spoken_by_the_printer("en")) - known - spoken_by_the_printer(language)
    assert seen & foreign == set()
