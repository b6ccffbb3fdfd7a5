"""A player's turn takes few keys: turns of the games in tests/records, each as short as it can be typed
(benchmarks/keys.py tells every figure)."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from often import tiers

from companion import Game as Playable
from companion.contract.codecs import NOWHERE
from companion.contract.faults import SyntaxFault
from companion.contract.reading import read
from companion.games import Game
from companion.table.turns import Untaken, take

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import keys  # type: ignore[import-not-found]

TURNS = 16  # of each record; more takes long
MOST = {"atlantis": 5.6, "circles": 4.9, "escape": 15.4, "gods": 13.4}  # the mean, as it is now
each = pytest.mark.parametrize("name", tiers([name for name in MOST if name != "escape"], ["escape"]))


@cache
def typed(name: str) -> Sequence[Any]:
    return [turn for file in keys.records(name) for turn in keys.typed(file, TURNS)]


@each
def test_a_turn_takes_no_more_keys_than_it_did(name: str) -> None:
    pressed = [turn.keys for turn in typed(name)]
    assert statistics.mean(pressed) <= MOST[name]
    if name == "gods":
        assert max(pressed) <= 20


@pytest.mark.deep
def test_two_steps_a_sinking_and_a_roll_take_19_keys() -> None:
    counted = []
    for turn in typed("escape"):
        kinds = [step.text.split()[0] for step in turn.steps]
        if kinds.count("move") > 1 and "sink" in kinds:
            other = [ply for ply, kind in zip(turn.plies, kinds, strict=True) if kind != "move"]
            counted.append(sum(len(ply) + 1 for ply in [*turn.plies[:2], *other]))
    assert len(counted) > 20
    assert statistics.median(counted) <= 19


@each
def test_a_turn_typed_the_shortest_way_leads_where_it_led(name: str) -> None:
    for turn in typed(name):
        state = turn.steps[0].before
        for text in turn.game.plies(
            "/".join(text or step.text for text, step in zip(turn.plies, turn.steps, strict=True))
        ):
            state = take(turn.game, state, text, 1).after
            state = [state, *(step.after for step in turn.game.follows(state))][-1]
        after = turn.steps[-1].after
        assert state == [after, *(step.after for step in turn.game.follows(after))][-1]


def test_a_move_is_known_by_how_it_ends_where_only_one_does() -> None:
    table = Playable("circles").new("Ann", "Bob")
    assert table.move("e9").last() == "1. Ann: e10-e9"
    with pytest.raises(Untaken, match="'f10'; expected f11-f10 or e10-f10"):
        table.move("f10")


def test_where_a_step_ends_is_enough_if_nothing_can_sink_there() -> None:
    table = Playable("escape").new("Ann", "Bob", seed=0)
    while "move -" not in table.legal_moves():
        table = table.move(next(iter(table.legal_moves())))
    assert table.move("c5").last() == "25. Ann: move D5>C5"


@pytest.mark.parametrize(("typed", "made"), [("ef10", "e10-f10"), ("fg", "f11-g11"), ("d11d", "d11-d10")])
def test_less_of_its_places_is_enough_where_only_one_move_fits(typed: str, made: str) -> None:
    assert Playable("circles").new("Ann", "Bob").move(typed).last() == f"1. Ann: {made}"


def test_a_text_that_is_a_whole_move_is_never_read_as_another() -> None:
    table = Playable("escape").new("Ann", "Bob", seed=0)
    while not (steps := [text for text in table.legal_moves() if ">" in text]):
        table = table.move(next(iter(table.legal_moves())))
    ends = [step.split(">")[1] for step in steps]
    lowland = {text.split()[1] for step in steps for text in table.move(step).legal_moves() if text.startswith("sink")}
    target = next(end for end in ends if ends.count(end) == 1 and end in lowland)  # alone it sinks that piece, later
    with pytest.raises(Untaken, match=f"'{target}'; expected steps such as"):
        table.move(target)


def test_plies_of_a_turn_may_be_run_together_but_not_two_turns() -> None:
    table = Playable("gods").new("Ann", "Bob", seed=3)
    assert [step.text for step in table.enter("dddtgb1").steps][3:] == ["travel G", "build I"]
    with pytest.raises(Untaken):
        table.move("dddmmmmmd")  # the next player's


@pytest.mark.parametrize(
    ("typed", "made"),
    [("ddd", ["deck", "deck", "deck"]), ("ddrg", ["deck", "deck", "R>G"]), ("rgdd", ["R>G", "deck", "deck"])],
)
def test_draws_are_run_together(typed: str, made: list[str]) -> None:
    table = Playable("gods").new("Ann", "Bob", seed=3)
    assert [step.text for step in table.enter(typed).steps] == [f"draw {each}" for each in made]


@pytest.mark.parametrize(
    ("slip", "near"),
    [("ddraw d", "draw deck"), ("mmigrate", "migrate"), ("bbuild I", "build I"), ("travel gg", "travel G")],
)
def test_a_letter_too_many_is_refused_with_the_nearest_turn(slip: str, near: str) -> None:
    table = Playable("gods").new("Ann", "Bob", seed=3)
    table = table if near.startswith("draw") else table.move("ddd")
    with pytest.raises(Untaken) as refused:
        table.move(slip)
    assert refused.value.nearest == near


def test_the_same_ply_again_goes_on_after_a_card_that_turned_up() -> None:
    table = Playable("gods").new("Ann", "Bob", seed=3, cards="dealt")
    drawn = table.enter("d/d/d/m", 0)
    assert (len(drawn.steps), drawn.rest) == (3, "m was not entered: you typed it before this was known")
    moved = drawn.table.enter("/".join("mmmmmm"), 0)  # a turn has five actions; that the sixth fails takes back no card
    assert len(moved.steps) == 5
    assert moved.rest.startswith("m was not entered: Ann holds 11 cards")


@pytest.mark.parametrize(
    ("typed", "whole"),
    [("1c br27 p2c", "1:C bridge 27 pay 2c"), ("2:ar pa3 re o5", "2:AR pay A3 reveal O5"), ("buc2;3f", "buy C2; 3:F")],
)
def test_words_within_a_turn_may_be_shortened_where_no_other_begins_so(typed: str, whole: str) -> None:
    kinds = Game("atlantis").rules.MOVES
    assert read(kinds, typed, NOWHERE).move == read(kinds, whole, NOWHERE).move
    with pytest.raises(SyntaxFault, match="'t12'; expected"):  # to or take
        read(kinds, "1c t12", NOWHERE)


def test_plies_of_a_line_stand_between_the_same_signs_in_every_game_of_several() -> None:
    for name, line in (("escape", "move -{}sink D5 shark{}roll -"), ("gods", "draw deck{}draw deck{}draw deck")):
        read = Game(name).plies
        assert [*read(line.format("/", "/"))] == [*read(line.format(" ; ", ";"))] == line.split("{}")


@pytest.mark.parametrize("name", MOST)
@pytest.mark.parametrize("word", ["a", "b4c5 ", "=C5-", "1:H ", "- "])
def test_a_line_of_a_million_letters_is_refused_without_long_work(name: str, word: str) -> None:
    """A record may hold one: quadratic work on it would take hours."""
    with pytest.raises(Untaken, match="expected"):
        Playable(name).new("Ann", "Bob", seed=1).enter((word * 1_000_000)[:1_000_000].strip())
