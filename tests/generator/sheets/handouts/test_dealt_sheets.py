"""Setup and layout sheets: the dealt path read back from its page, by eye's text and by camera's code."""

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
import zxingcpp
from copied import texts
from drawn import document_of, faces_of
from msgspec.structs import replace

from companion import games
from companion.contract.values import Player, Setup
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page, Text
from generator.draw.scene import Path as Outline
from generator.faces.faces import Faces
from generator.formats.pdf import pages as pdf
from generator.sheets.handouts.handout import Thumbnails
from generator.sheets.handouts.hands import slips
from generator.sheets.handouts.layouts import layout_pages
from generator.sheets.handouts.setup import position, setup_pages
from generator.sheets.imposition.impose import impose
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Foot, SheetOptions
from specs.expand.deal import deal
from specs.translation.rendering import notes

GAME = games.Game("atlantis")

ATLANTIS, CIRCLES = document_of("atlantis"), document_of("circles")
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
FOOT = Foot("Game", "for personal use")


def printed(pages: list[Page], file: Path) -> list[str]:
    """The text of each page, as a PDF reader finds it."""
    pdf.write(pages, pdf.Meta("setup"), file)
    return texts(file)


def test_the_position_line_is_the_one_the_companion_reads() -> None:
    dealt = deal(ATLANTIS, 3, 42)
    line = position(ATLANTIS, dealt.tracks["path"])
    assert len(line.split(" ")) == 53
    assert line.split(" ")[26] == "~"
    people = [
        Player(name, colour) for name, colour in zip(("Ann", "Bob", "Cy"), ATLANTIS.spec.players.colours, strict=False)
    ]
    from_line = GAME.begin(ATLANTIS, people, Setup(options={"path": line}))
    from_seed = GAME.begin(ATLANTIS, people, Setup(seed=42))
    paths = [GAME.text(state).split(" | ")[0] for state in (from_line, from_seed)]
    assert paths[0] == paths[1], "under tiles too"


@pytest.mark.parametrize(("players", "paper"), [(2, "a4"), (3, "letter"), (4, "a4")])
def test_the_sheet_says_seed_path_and_hands(paper: str, players: int, tmp_path: Path) -> None:
    dealt = deal(ATLANTIS, players, 42)
    faces, sheet = faces_of("atlantis"), SheetOptions(paper=PAPERS[paper])
    hands = slips(ATLANTIS, dealt, Thumbnails(ATLANTIS, faces), FOOT)
    assert hands is not None
    pages = [*setup_pages(ATLANTIS, dealt, faces, sheet, FOOT), *impose(pack([hands], sheet))]
    path, inside, outside = printed(pages, tmp_path / "setup.pdf")
    line = position(ATLANTIS, dealt.tracks["path"])
    assert line in path
    assert "seed 42" in path
    assert "for personal use" in path
    for number in (1, 27, 53):
        assert f" {number} " in f" {path} "
    for number, hand in enumerate(dealt.hands, 1):
        assert f"Player {number}: {len(hand)} cards" in inside
        assert " ".join(str(piece.row["letter"]) for piece in hand) in inside
        assert f"Player {number}" in outside
        assert "cards" not in outside, "once folded, a slip tells whose it is and no more"
    for note in notes(ATLANTIS, players):
        assert note in path
    document = pypdfium2.PdfDocument(str(tmp_path / "setup.pdf"))
    picture = np.asarray(document[0].render(scale=200 / 72).to_pil().convert("L"))
    document.close()
    assert [found.text for found in zxingcpp.read_barcodes(picture)] == [line]


@pytest.mark.parametrize("ends", [("a", "b"), ("start", "end"), ("a long way from anywhere", "home")])
def test_what_a_tracks_ends_are_called_stands_on_their_plates(ends: tuple[str, str]) -> None:
    setup = replace(ATLANTIS.spec.setup, ends={"path": ends})
    document = replace(ATLANTIS, spec=replace(ATLANTIS.spec, setup=setup))
    page, *_ = setup_pages(document, deal(document, 3, 42), Faces(document), SheetOptions(), FOOT)
    boxes = list(geo.paint_box(page.nodes))
    for end in ends:
        ((_, (x, y, width, height)),) = [(n, box) for n, box in boxes if isinstance(n, Text) and n.text == end]
        plates = [box for n, box in boxes if isinstance(n, Outline) and n.paint.fill == (1, 1, 1)]
        assert any(
            left < x and top < y and x + width < left + wide and y + height < top + tall
            for left, top, wide, tall in plates
        )


@pytest.mark.parametrize("cards", [1, 5, 12])
def test_a_slips_cards_keep_within_it(cards: int) -> None:
    dealt = deal(ATLANTIS, 2, 7)
    hand = [card for hand in (*dealt.hands, *dealt.piles.values()) for card in hand if card.component == "cards"]
    dealt, thumbnails = replace(dealt, hands=(tuple(hand[:cards]),)), Thumbnails(ATLANTIS, faces_of("atlantis"))
    hands = slips(ATLANTIS, dealt, thumbnails, FOOT)
    assert hands is not None
    assert hands.count == 1
    slip = hands.item(0)
    drawn = [node for node in slip.front.nodes if isinstance(node, Group)]
    assert len(drawn) == cards
    for node in drawn:
        scale, _, _, _, x, y = node.matrix
        assert min(x, y) >= 3
        assert x + 44 * scale <= 82 + 1e-6
        assert y + 68 * scale <= 51 + 1e-6


def test_slips_lie_edge_to_edge_so_that_one_cut_parts_two() -> None:
    hands = slips(ATLANTIS, deal(ATLANTIS, 4, 7), Thumbnails(ATLANTIS, faces_of("atlantis")), FOOT)
    assert hands is not None
    trims = [placement.trim for placement in next(impose(pack([hands], SheetOptions()))).placements]
    (x, y, width, height), *_ = trims
    places = {((other[0] - x) / width, (other[1] - y) / height) for other in trims}
    assert {(round(across, 6), round(down, 6)) for across, down in places} == {(0, 0), (1, 0), (2, 0), (0, 1)}


def test_a_deal_without_hands_has_no_slips() -> None:
    dealt = replace(deal(ATLANTIS, 2, 7), hands=((), ()))
    assert slips(ATLANTIS, dealt, Thumbnails(ATLANTIS, faces_of("atlantis")), FOOT) is None


def test_the_layout_sheets_show_every_board_for_every_number_of_players(tmp_path: Path) -> None:
    pages = list(layout_pages(CIRCLES, SheetOptions(), FOOT))
    found = printed(pages, tmp_path / "layouts.pdf")
    assert [page.bookmarks for page in pages] == [(f"Layouts for {players} players",) for players in (2, 3, 4, 5, 6)]
    for players, text in zip((2, 3, 4, 5, 6), found, strict=True):
        for name, layout in CIRCLES.spec.setup.layouts.items():
            assert (name in text) == (str(players) in layout.starts), (players, name)


def test_a_game_without_layouts_has_no_layout_sheets() -> None:
    assert list(layout_pages(ATLANTIS, SheetOptions(), FOOT)) == []
