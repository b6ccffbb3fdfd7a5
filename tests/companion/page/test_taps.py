"""How a turn is tapped: what follows by itself, what the picture offers at once, and how few taps that takes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, starmap
from pathlib import Path
from statistics import fmean

import pytest
from often import tiers

from companion import Game
from companion.api import read as referee
from companion.games import names
from companion.page.tapping import BETWEEN, onward, played
from companion.record.record import read, write
from companion.table.look import REFEREE
from companion.table.table import Table

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))

import taps  # type: ignore[import-not-found]

# taps of a player's turn, the mean of some turns of a game between bots: what is typed in, which bots, which turns
MOST = {
    "atlantis": ("", "random", (0, 12), 2.8),
    "circles": ("", "random", (0, 15), 3.5),
    "gods": ("", "greedy", (2, 10), 8),
    "escape": ("dice", "random", (25, 32), 8.8),
}


@pytest.mark.parametrize("game", tiers(["atlantis", "circles"], ["gods", "escape"]))
def test_a_turn_takes_few_taps(game: str) -> None:
    typed_in, strength, which, most = MOST[game]
    turns = islice(taps.between_two_bots(Game(game), typed_in, strength, 0), *which)
    counts = [len(turn.taps) for turn in starmap(taps.tapped, turns) if turn.taps]
    assert fmean(counts) <= most


# ---- what follows by itself ----------------------------------------------------------------------


def some(game: str) -> Iterator[Table]:
    """A game as it stands after some of its first turns."""
    dealt = {option.name: "dealt" for option in Game(game).setup_options if "dealt" in option.choices}
    table = Game(game).new("Ann", "Bob", seed=5, **dealt)
    for number in range(14):
        if number % 3 == 0:
            yield table
        if not (legal := table.legal_moves()):
            return
        table = table.move(legal[number * 7 % len(legal)])


@pytest.mark.parametrize("game", names())
def test_a_line_is_never_led_past_a_choice_or_past_its_end(game: str) -> None:
    for table in some(game):
        look = table.look(table.turn)
        for typed in ("", *(choice.text for choice in look.offered(""))):
            found = onward(look, typed, follow=True)
            said = typed
            while said != found.text:
                (lone,) = look.offered(said)
                assert onward(look, said).steps is None, "what can be entered is not led on"
                said = lone.text


@pytest.mark.parametrize("game", names())
def test_whatever_is_offered_goes_on_from_the_line(game: str) -> None:
    """Also what is near, and what begins the next ply: each is a way to a turn, or to more choices."""
    for table in some(game):
        look = table.look(table.turn)
        first = onward(look, "", follow=True)
        whole = [choice.text for choice in (*first.choices, *first.near) if choice.whole][:3]
        for found in (first, *(onward(look, text, follow=True) for text in whole)):
            for choice in (*found.near[:6], *found.then[:6]):
                after = onward(look, choice.text)
                assert after.steps or after.choices, (found.text, choice.text)


def test_a_lone_choice_is_taken_and_the_next_ply_offered() -> None:
    table = Game("gods").new("Ann", "Bob", seed=3, cards="dealt")
    look = table.look(0)
    assert onward(look, "", follow=True).text == "draw ", "there is nothing else to do"
    assert onward(look, "").text == "", "who types is left alone"
    drawn = onward(look, "draw deck", follow=True)
    assert drawn.steps is not None
    cards = {choice.text.removeprefix("draw deck / draw ") for choice in drawn.then}
    assert cards >= {"deck", *"BGRY"}


def test_what_can_be_done_several_times_is_offered_so_at_once() -> None:
    table = Game("gods").new("Ann", "Bob", seed=3, cards="dealt")
    thrice = BETWEEN.join(["draw deck"] * 3)
    choice = next(one for one in onward(table.look(0), "", follow=True).choices if one.text == thrice)
    assert choice.label == "the deck's top card ×3"
    assert table.move(thrice).look(0).game.phase(table.move(thrice).state) == "act"


def test_both_dice_are_told_by_one_tap_and_a_creature_that_cannot_move_passes() -> None:
    table = Game("escape").new("Ann", "Bob", seed=5, pieces="dealt")
    while len(dice := onward(table.look(table.turn), "", follow=True).choices) != 16:
        table = table.move(table.legal_moves()[0])
    assert all(choice.whole for choice in dice)
    lone = [choice.text for choice in dice if table.move(choice.text).look(table.turn).only() == "roll -"]
    assert [change.steps[0].text for change in played(table, lone[0], table.turn)] == [lone[0], "roll -"]


def test_a_walk_is_paid_with_the_card_that_is_tapped() -> None:
    table = Game("atlantis").new("Ann", "Bob", seed=42, cards="dealt")
    while not (paid := [turn for turn in table.legal_moves() if turn.startswith("1:") and " pay " in turn]):
        table = table.move(table.legal_moves()[-1])
    near = [choice for turn in paid for choice in onward(table.look(table.turn), turn, follow=True).near]
    assert [choice for choice in near if choice.card]
    assert all(choice.card in choice.text.partition(" pay ")[2] for choice in near)
    for choice in near:
        table.move(choice.text)


def test_what_is_not_known_yet_is_not_gone_on_from() -> None:
    table = Game("escape").new("Ann", "Bob", seed=5, pieces="dealt", dice="dealt")
    while table.look(REFEREE).facts()["phase"] != "sink":
        table = table.move(table.legal_moves()[0])
    look = table.look(table.turn)
    sunk = [onward(look, choice.text, follow=True, dealt=True) for choice in look.offered("") if choice.whole]
    unknown = [each for each in sunk if each.steps and look.game.phase(each.steps[-1].after) == "reveal"]
    assert unknown
    assert not any(each.then for each in unknown), "what lies under it, and the dice, only the companion knows"


def test_where_a_marker_can_go_is_a_tap_on_the_region() -> None:
    table = Game("gods").new("Ann", "Bob", seed=3, cards="dealt").move("draw deck / draw deck / draw deck")
    near = {choice.text: choice.place for choice in onward(table.look(0), "", follow=True).near}
    assert {place for text, place in near.items() if text.startswith("travel")} >= {
        f"region {card}"
        for card in "BGRY"
        if card in table.look(0).hand(0)  # type: ignore[operator]
    }


def test_a_tap_on_a_temple_elsewhere_goes_there_and_builds_before_it_demolishes() -> None:
    path = Path(__file__).parents[2] / "records" / "gods-2-dealt.yaml"
    record, _ = read(path.read_bytes(), path.name)
    table = referee(write(replace(record, lines=record.lines[:20])))
    near = onward(table.look(table.turn), "", follow=True).near
    assert [choice.text for choice in near if choice.place == "Y"] == ["travel Y / build 1:II", "demolish Y1"]
    assert not [choice for choice in near if "/ demolish" in choice.text], "that needs no journey"
