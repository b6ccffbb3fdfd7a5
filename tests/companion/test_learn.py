"""Guided first games: each script is played to its end as it says, and each of its slips is refused and explained."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from cases import cases

from companion.cli.main import run
from companion.games import Game, names
from companion.learn.learning import first, lessons, read
from specs.base.chosen_language import chosen
from specs.base.errors import SpecError
from specs.base.languages import languages, speaking, word

SCRIPT = """\
players: [Ann, Bob]
setup: {seed: 1, cards: dealt}
opening: Begin.
parts:
- tell: A ring.
  slip: "1:A"
  turn: "1:R"
- {tell: Bob., turn: "1:C"}
explained: {card.unavailable: Only what you hold.}
closing: End.
"""


def flat(text: str) -> str:
    """Without line ends, which a width decides."""
    return " ".join(text.split())


def notation(text: str) -> list[str]:
    """Each number and whatever has one in it, in no order."""
    return sorted({each.strip(":-") for each in re.findall(r"[\w=:-]*\d[\w=:-]*", text)})


def test_every_game_has_a_guided_game() -> None:
    assert lessons() == list(names())


@pytest.mark.parametrize("game", lessons())
def test_a_guided_game_is_played_to_its_end_explains_each_slip_and_breaks_no_turn_over_two_lines(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    guide = first(Game(game))
    lesson, table = guide.lesson, guide.table
    lines, slips = list[str](), 0
    for part in lesson.parts:
        if table.turn == 0:
            lines += [part.slip] * bool(part.slip) + [*table.game.plies(part.turn)]
            slips += bool(part.slip)
        for ply in table.game.plies(part.turn):
            table = table.move(ply, table.turn)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert run(["--db", str(tmp_path / "games.db"), "learn", game]) == 0
    out, refused = capsys.readouterr()
    told = flat(out)
    assert len([line for line in refused.splitlines() if line.endswith(")")]) == slips >= 3
    for rule, sentence in lesson.explained.items():
        assert f"{rule}: " in refused, rule
        assert flat(sentence) in told
    for part in lesson.parts:
        assert flat(part.tell) in told
        assert flat(part.then) in told
    assert told.endswith(flat(lesson.closing))
    assert [line for line in lines if len(line) < 40 and not any(line in each for each in out.splitlines())] == []
    assert not list(tmp_path.iterdir()), "a guided game is kept nowhere"


@pytest.mark.parametrize("game", lessons())
@pytest.mark.parametrize("language", languages("companion"))
def test_what_is_asked_for_is_told_in_the_text(language: str, game: str) -> None:
    guide = first(Game(game))
    lesson, table = guide.lesson, guide.table
    for part in lesson.parts:
        if table.turn == 0:
            with speaking(chosen(language, ("companion",))):
                tell = flat(word(part.tell))
            for ply in table.game.plies(part.turn):
                assert ply in tell, ply
            assert part.slip in tell, part.slip
        for ply in table.game.plies(part.turn):
            table = table.move(ply, table.turn)


@pytest.mark.parametrize("game", lessons())
@pytest.mark.parametrize("language", languages("companion")[1:])
def test_a_guided_game_is_told_in_every_language_with_the_same_numbers_and_notation(language: str, game: str) -> None:
    lesson = first(Game(game)).lesson
    told = [lesson.opening, *lesson.explained.values(), lesson.closing]
    told += [text for part in lesson.parts for text in (part.tell, part.then) if text]
    with speaking(chosen(language, ("companion",))):
        for text in told:
            assert word(text) != text
            assert [notation(each) for each in word(text).split("\n")] == [notation(each) for each in text.split("\n")]


def test_a_turn_of_several_plies_can_be_typed_one_by_one() -> None:
    guide = first(Game("gods"))
    while not (guide.asked and len(guide.left) > 1):
        guide, _ = guide.make()
    number, plies = guide.number, guide.left
    for at, ply in enumerate(plies, start=1):
        assert guide.number == number
        guide, heard = guide.hear(ply)
        assert heard.fits
        assert guide.left == plies[at:] or guide.number == number + 1


@cases
def test_a_script_at_fault_is_told_with_its_place(found: str, put: str, said: str) -> None:
    assert found in SCRIPT
    with pytest.raises(SpecError) as refused:
        read(SCRIPT.replace(found, put, 1).encode(), "a.yaml", Game("atlantis"))
    assert any(str(fault).startswith(said) for fault in refused.value.faults), str(refused.value)
