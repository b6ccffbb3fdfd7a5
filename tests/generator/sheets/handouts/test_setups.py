"""Pages beside the pieces: what a seed deals, read back from its page by eye's text and by camera's code; boards to lay
out; a score sheet."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from cases import cases, data, put
from copied import texts
from drawn import document_of, faces_of
from msgspec.structs import replace
from said import words as written
from seen import by_pdfium

from companion.contract.values import Player, Setup
from companion.games import Game
from generator.building.check import check
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page, Path as Outline, Text
from generator.faces.faces import Faces
from generator.formats.pdf import pages as pdf
from generator.sheets.handouts.handout import Thumbnails
from generator.sheets.handouts.hands import slips
from generator.sheets.handouts.layouts import layout_pages
from generator.sheets.handouts.scoresheet import rounds, scoresheet
from generator.sheets.handouts.setup import position, setup_pages
from generator.sheets.imposition.impose import impose
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Foot, SheetOptions
from specs.expand.deal import deal
from specs.load import load
from specs.model.document import Document
from specs.model.shapes.hexes import name
from specs.translation.rendering import labels, notes

ATLANTIS, CIRCLES, GODS = (document_of(game) for game in ("atlantis", "circles", "gods"))
LAYOUTS = CIRCLES.spec.setup.layouts
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
FOOT = Foot("Game", "for personal use")


def printed(pages: Iterable[Page], folder: Path) -> list[str]:
    """The text of each page, as a PDF reader finds it."""
    pdf.write(pages, pdf.Meta("setup"), folder / "setup.pdf")
    return texts(folder / "setup.pdf")


def test_the_position_line_is_the_one_the_companion_reads() -> None:
    dealt = deal(ATLANTIS, 3, 42)
    line = position(ATLANTIS, dealt.tracks["path"])
    assert len(line.split(" ")) == 53
    assert line.split(" ")[26] == "~"
    people = [Player(colour.title(), colour) for colour in ATLANTIS.spec.players.colours[:3]]
    from_line = Game("atlantis").begin(ATLANTIS, people, Setup(options={"path": line}))
    from_seed = Game("atlantis").begin(ATLANTIS, people, Setup(seed=42))
    paths = [Game("atlantis").text(state).split(" | ")[0] for state in (from_line, from_seed)]
    assert paths[0] == paths[1], "under tiles too"


@pytest.mark.parametrize(("players", "paper"), [(2, "a4"), (3, "letter"), (4, "a4")])
def test_the_sheet_says_seed_path_and_hands(paper: str, players: int, tmp_path: Path) -> None:
    dealt = deal(ATLANTIS, players, 42)
    faces, sheet = faces_of("atlantis"), SheetOptions(paper=PAPERS[paper])
    hands = slips(ATLANTIS, dealt, Thumbnails(ATLANTIS, faces), FOOT)
    pages = [*setup_pages(ATLANTIS, dealt, faces, sheet, FOOT), *impose(pack([hands], sheet))]
    path, inside, outside = printed(pages, tmp_path)
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
    picture = by_pdfium(tmp_path / "setup.pdf", 200).astype(np.uint8)
    assert [found.text for found in zxingcpp.read_barcodes(picture)] == [line]


@pytest.mark.parametrize("ends", [("a", "b"), ("start", "end"), ("a long way from anywhere", "home")])
def test_what_a_tracks_ends_are_called_stands_on_their_plates(ends: tuple[str, str]) -> None:
    path = tuple(ATLANTIS.spec.setup.runs["path"].values())
    setup = replace(ATLANTIS.spec.setup, tracks={"path": (ends[0], *path, ends[1])})
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
    trims = [placement.trim for placement in next(impose(pack([hands], SheetOptions()))).placements]
    (x, y, width, height), *_ = trims
    places = {((other[0] - x) / width, (other[1] - y) / height) for other in trims}
    assert {(round(across, 6), round(down, 6)) for across, down in places} == {(0, 0), (1, 0), (2, 0), (0, 1)}


def test_a_deal_without_hands_has_no_slips() -> None:
    dealt = replace(deal(ATLANTIS, 2, 7), hands=((), ()))
    assert slips(ATLANTIS, dealt, Thumbnails(ATLANTIS, faces_of("atlantis")), FOOT) is None


# ---- the setup sheet of what lies open -------------------------------------------------------------

ROWS = data(__file__)["ROWS"]


def rows_spec(folder: Path, label: str = "", note: str = "") -> Path:
    return put(folder / "rows.yaml", ROWS.replace("LABEL", label).replace("NOTE", note))


@cases
def test_the_sheet_says_order_marker_and_gods(players: int, paper: tuple[float, float], tmp_path: Path) -> None:
    dealt = deal(GODS, players, 42)
    pages = setup_pages(GODS, dealt, faces_of("gods"), SheetOptions(paper=paper), FOOT)
    (opened,) = printed(pages, tmp_path)
    assert f"Setup for {players} player" in opened
    assert "seed 42" in opened
    for number in (1, 2, 3, 4):
        assert f"order token {number}" in opened
    assert f"the marker starts in {dealt.open['row'][0].row['region']}" in opened
    for player in range(players):
        assert f"Player {player + 1}" in opened
        assert str(dealt.areas["deities"][player][0].row["name"]) in opened
    for note in notes(GODS, players):
        assert note in opened


def test_the_sheet_speaks_in_words_and_says_no_name_of_the_spec(tmp_path: Path) -> None:
    dealt = deal(GODS, 3, 42)
    (opened,) = printed(setup_pages(GODS, dealt, faces_of("gods"), SheetOptions(), FOOT), tmp_path)
    assert "3 left in the gods’ pile · 37 left in the deck" in opened
    assert "Open row" in opened
    assert opened.count("deity, first follower") == 3
    assert not {"Area", "Regions", "deities", "followers"} & set(opened.replace(",", " ").split())


@pytest.mark.parametrize("paper", [(210.0, 297.0), (148.0, 210.0)], ids=["a4", "a5"])
def test_nothing_of_the_sheet_leaves_the_page(paper: tuple[float, float]) -> None:
    dealt = deal(GODS, 4, 1)
    (opened,) = setup_pages(GODS, dealt, faces_of("gods"), SheetOptions(paper=paper), FOOT)
    matrices = [getattr(node, "matrix", None) for node in opened.nodes]
    corners = [matrix for matrix in matrices if matrix not in (None, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))]  # lines of words
    assert len(corners) >= 4 + 4 + 8, "four boards, four cards, a god and a follower for each player"
    assert all(0 < x < paper[0] and 0 < y < paper[1] for (_, _, _, _, x, y) in corners)


def test_a_game_without_open_rows_has_no_such_sheet() -> None:
    pages = setup_pages(ATLANTIS, deal(ATLANTIS, 2, 1), faces_of("atlantis"), SheetOptions(), FOOT)
    assert [page.bookmarks for page in pages] == [("Setup: path",)]


def test_a_label_has_the_pieces_row_its_place_and_the_number_of_players(tmp_path: Path) -> None:
    document = load(rows_spec(tmp_path, "{name} {i + 1} of {len('abc')}, {players} play"))
    dealt = deal(document, 2, 5)
    names = [str(piece.row["name"]) for piece in dealt.open["order"]]
    assert sorted(names) == ["Hill", "Lake", "Wood"]
    told = tuple(f"{name} {number} of 3, 2 play" for number, name in enumerate(names, 1))
    assert labels(document, dealt, "order") == told


@cases
def test_a_note_that_comes_out_empty_is_left_out(players: int, expected: tuple[str, ...], tmp_path: Path) -> None:
    document = load(rows_spec(tmp_path, note="{'Alone.' if players == 1 else ''}"))
    assert notes(document, players) == expected


# ---- layouts on paper ------------------------------------------------------------------------------


def board_names(layout: str) -> list[set[str]]:
    """The names the referee has for the fields of each island."""
    players = LAYOUTS[layout].players[0]
    people = [Player(f"P{n}", colour) for n, colour in enumerate(CIRCLES.spec.players.colours[:players])]
    here = Game("circles").begin(CIRCLES, people, Setup(options={"layout": layout}))
    return [{name(cell) for cell in segment} for segment in here.state.board.segments]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_islands_of_every_board_carry_the_names_the_referee_uses(layout: str) -> None:
    pieces = load("circles", layout=layout).pieces["islands"]
    assert [{piece.row[f"f{n}"] for n in range(7)} for piece in pieces] == board_names(layout)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_boards_own_sheet_names_every_field(layout: str, tmp_path: Path) -> None:
    (words,) = printed(layout_pages(CIRCLES, SheetOptions(), FOOT, None, layout), tmp_path)
    names = board_names(layout)
    assert set().union(*names) <= set(words.split())
    assert f"{len(names)} islands, {7 * len(names)} fields" in words


def test_the_layout_sheets_show_every_board_that_can_be_built_for_every_number_of_players(tmp_path: Path) -> None:
    pages = list(layout_pages(CIRCLES, SheetOptions(), FOOT))
    assert [page.bookmarks for page in pages] == [(f"Layouts for {players} players",) for players in (2, 3, 4, 5, 6)]
    for players, text in zip((2, 3, 4, 5, 6), printed(pages, tmp_path), strict=True):
        assert {each for each in LAYOUTS if LAYOUTS[each].note in text} == {
            each
            for each, layout in LAYOUTS.items()
            if str(players) in layout.start and len(layout.places) <= len(CIRCLES.pieces["islands"])
        }


def test_only_the_players_asked_for_and_none_for_a_game_without_layouts() -> None:
    (page,) = layout_pages(CIRCLES, SheetOptions(), FOOT, 4)
    assert page.bookmarks == ("Layouts for 4 players",)
    assert list(layout_pages(ATLANTIS, SheetOptions(), FOOT)) == []


def test_a_group_by_a_field_that_is_not_there_is_a_fault_with_its_line(tmp_path: Path) -> None:
    ours = "    print: {bleed: 0, safe: 0.5"
    text = CIRCLES.file.read_text(encoding="utf-8").replace(ours, ours + ', sheet: "{hue}"')
    assert any("hue" in fault.found for fault in check(put(tmp_path / "hue.yaml", text)).faults)


# ---- the score sheet -------------------------------------------------------------------------------

SUMS = data(__file__)["SUMS"]


def sums(folder: Path, table: str) -> Document:
    spec = put(folder / "sums.yaml", SUMS + "".join(f"  {line}\n" for line in table.splitlines()))
    return load(spec)


def words_of(document: Document, players: int | None = None) -> list[str]:
    """The words_of of each page, in their order."""
    pages = scoresheet(document, SheetOptions(), Foot("Sums", "nobody"), players)
    return [" ".join(written(page.nodes)) for page in pages]


def test_every_row_of_the_score_stands_on_the_sheet_and_then_the_total(tmp_path: Path) -> None:
    table = """\
counters: {old_coins: {per_player: true}, luck: {max: 4, min: 0}}
score:
  - {text: cards, points: hand.count}
  - {text: most cards, value: hand.count, points: [5, 2]}
"""
    (page,) = words_of(sums(tmp_path, table))
    assert page.startswith("Sums Score sheet cards most cards (5, 2) Total old coins luck 0 1 2 3 4 cards most cards")


def test_what_a_round_adds_has_a_column_for_each_round_and_a_sum(tmp_path: Path) -> None:
    table = "score: [{text: tricks, points: hand.count, after: round}]\nend: {when: round > 5}"
    (page,) = words_of(sums(tmp_path, table))
    assert "1 2 3 4 5 Sum tricks 1 2 3 4 5 Sum tricks 1 2 3 4 5 Sum tricks" in page
    assert "Total" not in page


@cases
def test_the_rounds_are_those_after_which_the_game_ends(when: str, many: int, tmp_path: Path) -> None:
    table = f"zones: {{deck: {{}}}}\nscore: [{{text: a, points: 1}}]\nend: {{when: {when}}}"
    assert rounds(sums(tmp_path, table).spec) == many


def test_a_long_score_of_many_players_goes_on_and_loses_no_line(tmp_path: Path) -> None:
    said = [f"row{n}{' and on it goes' * 9}" for n in range(60)]
    rows = "\n".join(
        f"  - {{text: {text}, points: 1, after: {'end' if n % 2 else 'round'}}}" for n, text in enumerate(said)
    )
    pages = words_of(sums(tmp_path, f"score:\n{rows}"), 12)
    assert len(pages) > 5
    assert all("Score sheet, continued" in page for page in pages[1:])
    everything = " ".join(pages)
    assert [everything.count(text) for text in said] == [1 if n % 2 else 12 for n in range(60)]
