"""The setup sheet of what lies open: rows with their labels, what is before each player, notes for this many."""

from pathlib import Path

import pytest
from cases import cases, data
from copied import texts
from drawn import document_of, faces_of

from generator.building.check import check
from generator.draw.scene import Page
from generator.formats.pdf import pages as pdf
from generator.sheets.handouts.setup import setup_pages
from generator.sheets.printable import Foot, SheetOptions
from specs.expand.deal import deal
from specs.load import load
from specs.translation.rendering import labels, notes

GODS, ATLANTIS = document_of("gods"), document_of("atlantis")
FOOT = Foot("Game", "for personal use")
SPEC = data(__file__)["SPEC"]


def printed(pages: tuple[Page, ...], file: Path) -> list[str]:
    """The text of each page, as a PDF reader finds it."""
    pdf.write(pages, pdf.Meta("setup"), file)
    return texts(file)


def spec(folder: Path, label: str = "", note: str = "") -> Path:
    file = folder / "rows.yaml"
    file.write_text(SPEC.replace("LABEL", label).replace("NOTE", note), encoding="utf-8")
    return file


@cases
def test_the_sheet_says_the_order_the_marker_and_the_gods(
    players: int, paper: tuple[float, float], tmp_path: Path
) -> None:
    dealt = deal(GODS, players, 42)
    pages = setup_pages(GODS, dealt, faces_of("gods"), SheetOptions(paper=paper), FOOT)
    (opened,) = printed(pages, tmp_path / "setup.pdf")
    assert f"Setup for {players} player" in opened
    assert "seed 42" in opened
    for number in (1, 2, 3, 4):
        assert f"order token {number}" in opened
    assert f"the marker starts in {dealt.open['area'][0].row['region']}" in opened
    for player in range(players):
        assert f"Player {player + 1}" in opened
        assert str(dealt.areas["deities"][player][0].row["name"]) in opened
    for note in notes(GODS, players):
        assert note in opened


def test_the_sheet_speaks_in_words_and_says_no_name_of_the_spec(tmp_path: Path) -> None:
    dealt = deal(GODS, 3, 42)
    (opened,) = printed(setup_pages(GODS, dealt, faces_of("gods"), SheetOptions(), FOOT), tmp_path / "setup.pdf")
    assert "3 left in the gods’ pile · 37 left in the deck" in opened
    assert "Recruitment area" in opened
    assert opened.count("god, first follower") == 3
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
    document = load(spec(tmp_path, "{name} {i + 1} of {len('abc')}, {players} play"))
    dealt = deal(document, 2, 5)
    names = [str(piece.row["name"]) for piece in dealt.open["order"]]
    assert sorted(names) == ["Hill", "Lake", "Wood"]
    assert labels(document, dealt, "order") == tuple(
        f"{name} {number} of 3, 2 play" for number, name in enumerate(names, 1)
    )


@cases
def test_a_note_that_comes_out_empty_is_left_out(players: int, expected: tuple[str, ...], tmp_path: Path) -> None:
    document = load(spec(tmp_path, note="{'Alone.' if players == 1 else ''}"))
    assert notes(document, players) == expected


@cases
def test_words_that_cannot_be_have_their_place(label: str, note: str, said: str, tmp_path: Path) -> None:
    (fault,) = check(spec(tmp_path, label, note)).faults
    assert f"{fault.place.line}: {fault.found}".startswith(said)
