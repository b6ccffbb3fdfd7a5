"""Setup and layout sheets: the dealt path read back from its page, by eye's text and by camera's code."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdf
import pypdfium2
import pytest
import zxingcpp

from companion import games
from companion.contract import Player, Setup
from generator.draw.scene import Page, Scene
from generator.faces.faces import Faces
from generator.formats import pdf
from generator.handouts.deal import position, setup_pages
from generator.handouts.layouts import layout_pages
from generator.sheets.printable import Options
from specs.deal import deal
from specs.load import load

GAME = games.find("atlantis")

ATLANTIS, CIRCLES = load("atlantis"), load("circles")
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
FOOT = ("Game", "for personal use")


def same(scene: Scene) -> Scene:
    return scene


def printed(pages: list[Page], file: Path) -> list[str]:
    """The text of each page, as a PDF reader finds it."""
    pdf.write(pages, pdf.Meta("setup"), file)
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(file).pages]


def test_the_position_line_is_the_one_the_companion_reads() -> None:
    dealt = deal(ATLANTIS, 3, 42)
    line = position(ATLANTIS, dealt.tracks["path"])
    assert len(line.split(" ")) == 53
    assert line.split(" ")[26] == "~"
    people = [
        Player(name, colour) for name, colour in zip(("Ann", "Bob", "Cy"), ATLANTIS.spec.players.colours, strict=False)
    ]
    from_line = GAME.setup.new(ATLANTIS, people, Setup(options={"path": line}))
    from_seed = GAME.setup.new(ATLANTIS, people, Setup(seed=42))
    paths = [GAME.notation.text(state).split(" | ")[0] for state in (from_line, from_seed)]
    assert paths[0] == paths[1], "under tiles too"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sheet_says_seed_path_and_hands(paper: str, players: int, tmp_path: Path) -> None:
    dealt = deal(ATLANTIS, players, 42)
    pages = list(setup_pages(ATLANTIS, dealt, Faces(ATLANTIS), Options(paper=PAPERS[paper]), FOOT, same))
    path, hands = printed(pages, tmp_path / "setup.pdf")
    line = position(ATLANTIS, dealt.tracks["path"])
    assert line in path
    assert "seed 42" in path
    assert "for personal use" in path
    for number in (1, 27, 53):
        assert f" {number} " in f" {path} "
    for number, hand in enumerate(dealt.hands, 1):
        assert f"Player {number}: {len(hand)} cards" in hands
        assert " ".join(str(piece.row["letter"]) for piece in hand) in hands
    document = pypdfium2.PdfDocument(str(tmp_path / "setup.pdf"))
    picture = np.asarray(document[0].render(scale=200 / 72).to_pil().convert("L"))
    document.close()
    assert [found.text for found in zxingcpp.read_barcodes(picture)] == [line]


def test_the_layout_sheets_show_every_board_for_every_number_of_players(tmp_path: Path) -> None:
    pages = list(layout_pages(CIRCLES, Options(), FOOT))
    texts = printed(pages, tmp_path / "layouts.pdf")
    assert [page.bookmarks for page in pages] == [(f"Layouts for {players} players",) for players in (2, 3, 4, 5, 6)]
    for players, text in zip((2, 3, 4, 5, 6), texts, strict=True):
        for name, layout in CIRCLES.spec.setup.layouts.items():
            assert (name in text) == (str(players) in layout.starts), (players, name)


def test_a_game_without_layouts_has_no_layout_sheets() -> None:
    assert list(layout_pages(ATLANTIS, Options(), FOOT)) == []
