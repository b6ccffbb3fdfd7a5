"""Layouts on paper: islands with the names of any board, its sheet with every field's name, sheets for the players
asked for, and which boards need more islands than are printed."""

import json
from pathlib import Path

import pytest
from command import generator
from copied import texts

from companion.contract.values import Player, Setup
from companion.games import Game
from generator.sheets.handouts.layouts import layout_pages
from generator.sheets.printable import Foot, SheetOptions
from specs.load import load
from specs.model.shapes.hexes import name

CIRCLES = load("circles")
LAYOUTS = CIRCLES.spec.setup.layouts


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
    (page,) = layout_pages(CIRCLES, SheetOptions(), Foot("", ""), None, layout)
    from generator.formats.pdf import pages as pdf

    pdf.write([page], pdf.Meta("page"), tmp_path / "page.pdf")
    words = texts(tmp_path / "page.pdf")[0].split()
    assert set().union(*board_names(layout)) <= set(words)


def test_only_the_players_asked_for() -> None:
    titles = [page.bookmarks[0] for page in layout_pages(CIRCLES, SheetOptions(), Foot("", ""))]
    assert titles == [f"Layouts for {players} players" for players in (2, 3, 4, 5, 6)]
    assert [page.bookmarks for page in layout_pages(CIRCLES, SheetOptions(), Foot("", ""), 4)] == [
        ("Layouts for 4 players",)
    ]


def test_a_layout_from_the_command_line(tmp_path: Path) -> None:
    words = ("--only", "islands", "--layout", "triangle-4", "--players", "3", "--format", "pdf", "--json")
    done = generator("build", "circles", *words, cwd=tmp_path)
    assert done.status == 0, done.err
    facts = json.loads(done.out)
    assert facts["components"]["islands"]["count"] == 10
    assert facts["options"]["layout"] == "triangle-4"
    first = texts(tmp_path / "output" / "circles" / "parts" / "islands" / "circles-islands.pdf")[0]
    assert "10 islands, 70 fields, for 3 players" in first
    done = generator("build", "circles", "--layout", "triangel-4", cwd=tmp_path)
    assert done.status == 2
    assert done.err.startswith("--layout: no layout 'triangel-4'; expected one of triangle-4, rhombus-4,")


def test_a_group_by_a_field_that_is_not_there_is_a_fault_with_its_line(tmp_path: Path) -> None:
    ours = "    bleed: 0\n    safe: 0.5\n"
    text = CIRCLES.file.read_text(encoding="utf-8").replace(ours, ours + '    group: "{hue}"\n')
    (tmp_path / "hue.yaml").write_text(text, encoding="utf-8")
    done = generator("check", "hue.yaml", cwd=tmp_path)
    assert done.status == 2
    assert "hue" in done.err.split("hue.yaml:", 1)[1]
