"""What is printed in another language fits as the English does: on no sheet does a text lie on another or beyond the
paper, and on no piece is a word too small to be read."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from said import Said, said

from generator.draw.scene import Node, Page
from generator.faces.faces import Faces
from generator.sheets.handouts.handout import Thumbnails
from generator.sheets.handouts.hands import WIDTH, slips
from generator.sheets.handouts.setup import setup_pages
from generator.sheets.printable import Foot, SheetOptions
from specs.base.chosen_language import chosen
from specs.base.languages import languages, speaking
from specs.expand.deal import deal
from specs.load import bundled, load

LANGUAGES = [language for language in languages("generator") if language != "en"]
DEALT = [game for game in bundled() if load(game).spec.setup is not None]
EIGHT_POINTS = 8 * 25.4 / 72
READ = 2.0  # mm: what is smaller on a handout stands on a picture of a piece


@cache
def faces(game: str, language: str) -> Faces:
    like = Faces(load(game)) if language == LANGUAGES[0] else faces(game, LANGUAGES[0])
    return Faces(load(game, language=language), like=like)


def beyond(texts: list[Said], left: float, right: float) -> Iterator[str]:
    """What of a sheet's texts lies on another, or sticks out on a side."""
    read = [each for each in texts if each.size >= READ and each.text.strip()]
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
        assert not list(beyond(texts, area.x, area.x + area.width))
        assert not [each.text for each in texts if each.text.startswith("Player")], "as the slips call them"
    for scene in scenes:
        assert not list(beyond(list(said(scene.nodes)), 1.5, WIDTH - 1.5))


@pytest.mark.deep
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", bundled())
def test_no_word_on_a_piece_is_under_eight_points(game: str, language: str) -> None:
    drawn = faces(game, language)
    seen: dict[int, tuple[Node, ...]] = {}
    for piece in (piece for pieces in drawn.document.pieces.values() for piece in pieces):
        for scene in (drawn.front(piece), drawn.back(piece)):
            if scene is not None:
                seen[id(scene)] = scene.nodes
    small = {
        each.text
        for nodes in seen.values()
        for each in said(nodes)
        if each.size < EIGHT_POINTS - 0.01 and sum(map(str.isalpha, each.text)) > 3
    }
    assert small <= {"glue"}, "which stands on a flap no larger"


@pytest.mark.deep
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", bundled())
def test_rules_are_printed_large_in_any_language(game: str, language: str) -> None:
    usual = faces(game, language)
    (rules,) = usual.document.pieces["rules"]
    assert len(Faces(usual.document, large=True, like=usual).pages(rules)) >= len(usual.pages(rules))
