"""What today's Seven Circles shows of a position, and what its port does."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.contract import entering, offered, position
from companion.contract.position import Position
from companion.faults import Refused
from companion.games.circles import choices as old_choices
from companion.games.circles import picture as old_picture
from companion.games.circles import rules, score
from companion.games.circles import setup as old_setup
from companion.games.circles import transcript as old_transcript
from companion.games.circles import view as old_view
from companion.games.circles import words as old_words
from companion.games.circles.port import look, moves, picture, setup, sums, transcript
from companion.games.circles.state import Turn
from companion.values import Player, Setup
from tests.companion.ports import circles_mapped as mapped
from tests.companion.ports.circles_mapped import OLD, PORT
from tests.companion.ports.test_circles import GAMES, begun, by_chance

SOUGHT = ("ann", "bob", "blue", "stack", "stacks", "towers", "burned", "nothing", "e11", "g10", "zz9", "f5")


@pytest.mark.parametrize("seed", range(GAMES))
def test_it_looks_the_same(seed: int) -> None:
    for turns in (0, 4, 9, 16, 60):
        old = begun(seed, turns)
        here = mapped.new_position(old)
        assert look.facts(here) == old_view.facts(old)
        assert look.prompt(here) == old_view.prompt(old)
        assert look.LABELS == old_view.LABELS
        for width in (40, 52, 80, 120):
            assert look.board(here, width) == old_view.board(old, width)
        for sought in (*SOUGHT, *here.state.board.names[::9]):
            assert look.where(here, sought) == list(old_words.where(old, sought))
        assert (sums.result(here), sums.opening(here)) == (OLD.score.settle(old), OLD.score.opening(old))
        if old.over:
            assert sums.ending(here) == score.ending(old)


def test_turns_gain_the_same() -> None:
    for seed in range(GAMES):
        old = begun(seed, 10)
        for one in [] if old.over else list(rules.single_moves(old))[:12]:
            move, here = Turn((one,)), mapped.new_position(old)
            made = entering.ply(PORT, here, mapped.new_plies(old, move)[0], old.turn)
            after = OLD.rules.apply(old, move)
            assert list(sums.trail(here, made.move, made.after)) == OLD.score.trail(old, move, after)
            assert list(map(str, sums.chain(made))) == list(map(str, OLD.advice.chain(old, move)))


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_offered_is_said_as_before(seed: int) -> None:
    """Of a first move: fields to move from, where to, and what comes of it."""
    old = begun(seed, 8)
    here = mapped.new_position(old)
    if old.over:
        return
    first = {choice.text.rstrip("-") or "-": choice for choice in old_choices.choices(old, "")}
    offers = offered.offered(PORT, here, "")
    assert {way.text for way in offers} == set(first)
    for way in offers:
        was = first[way.text]
        assert sums.label(here, way) == (was.label, was.place)
    for source in [way.text for way in offers if way.field == "source"][:6]:
        targets = {choice.text: choice for choice in old_choices.choices(old, f"{source}-")}
        ways = offered.offered(PORT, here, f"{source}-")
        assert [way.text for way in ways] == list(targets)
        for way in ways:
            was = targets[way.text]
            assert (*sums.label(here, way), sums.note(here, way)) == (was.label, was.place, was.note)
            assert offered.whole(PORT, here, way.text) == was.whole


def test_another_move_is_offered_from_another_island() -> None:
    """Behind a move a plus, and in the turn left open what today's turns go on with."""
    old = next(old for old in (begun(seed, 14) for seed in range(20)) if not old.over and _pair(old))
    first = OLD.notation.format(old, Turn((_pair(old)[0],)))
    here = mapped.new_position(old)
    [more] = offered.offered(PORT, here, first)
    assert (more.text, str(sums.label(here, more)[0])) == (f"{first} +", "and another move")
    opened = entering.enter(PORT, here, more.text).plies[-1].after
    assert look.prompt(opened).sort == "more"
    was = [each for each in old_choices.choices(old, f"{first} ") if not each.whole]
    now = [way for way in offered.offered(PORT, opened, "") if way.field == "source"]
    assert [sums.label(opened, way) for way in now] == [(each.label, each.place) for each in was]
    end = next(way for way in offered.offered(PORT, opened, "") if way.move == moves.End("-"))
    assert str(sums.label(opened, end)[0]) == "no other move"


def _pair(old: Any) -> Any:
    pairs = ((one, two) for one in rules.single_moves(old) for two in rules.single_moves(old, (one,)))
    return next(pairs, None)


@pytest.mark.parametrize("turns", [0, 12, 50])
def test_the_picture_is_the_same(turns: int) -> None:
    old = begun(3, turns)
    here = mapped.new_position(old)
    assert picture.picture(here, OLD.document) == old_picture.picture(old, OLD.document)
    assert picture.places(here, OLD.document) == old_picture.places(old, OLD.document)


def test_setups_and_final_positions_are_the_same() -> None:
    assert setup.OPTIONS == old_setup.OPTIONS
    plain = Setup(options={"layout": "triangle-5"}, rules={"tie": "later"})
    assert setup.options(OLD.document, plain) == PORT.rules.OPTIONS("triangle-5", "", "jump", "later", "last-player")
    old = begun(2, 20)
    for line in (OLD.notation.text(old), OLD.notation.text(begun(2, 90)), "E11 | e11:9.1 | players=Ann:red", "x"):
        was, now = _ended(line, old=True), _ended(line, old=False)
        assert was == now or (isinstance(was, str) and isinstance(now, str))


def _ended(line: str, *, old: bool) -> Any:
    """A final position of an old line, which the port has in its own words."""
    players = (Player("Ann", "red"), Player("Bob", "blue"))
    try:
        if old:
            values = old_setup.Ended(game="circles", position=line)
            return mapped.new_state(old_setup.final(OLD.document, players, Setup(), values))
        if "|" in line and "turn=" in line:
            line = position.write(PORT.rules, mapped.new_position(OLD.notation.parse_state(line)))
        found: Position = setup.final(OLD.document, players, Setup(), setup.Ended(game="circles", position=line))
        return found.state
    except Refused as fault:
        return str(fault)


# ---- transcripts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2 * GAMES))
def test_transcripts_are_written_and_read_the_same(seed: int) -> None:
    """Or refused in the same words."""
    first, chance = begun(seed, seed), Random(seed)
    old, turns = first, list[Turn]()
    for _ in range(30 if seed % 3 else 90):
        if not old.over:
            turns.append(by_chance(old, chance))
            old = OLD.rules.apply(old, turns[-1])
    here, state, plies = mapped.new_position(first), first, list[Any]()
    for turn in turns:
        plies += mapped.new_plies(state, turn)
        state = OLD.rules.apply(state, turn)
    was, now = _told(lambda: old_transcript.write(first, turns)), _told(lambda: transcript.write(here, plies))
    assert now == was
    assert list(transcript.left_out(here, plies)) == old_transcript.left_out(first, turns)
    if was.startswith("{"):
        players, begins, lines = old_transcript.read(was)
        people, setup_, texts = transcript.read(was)
        assert (people, setup_.rules) == (players, begins.rules)
        given = setup.options(OLD.document, setup_)
        at = Position(PORT.rules.start(len(people), given, None), people)
        assert at.state == mapped.new_state(OLD.setup.new(OLD.document, players, begins))
        for line in texts:
            at = entering.enter(PORT, at, line).plies[-1].after
        end = OLD.setup.new(OLD.document, players, begins)
        for line in lines:
            end = OLD.rules.apply(end, OLD.notation.parse(end, line))
        assert at.state == mapped.new_state(end)


WRONG: list[dict[str, Any]] = [
    {"format": "chess"}, {"segments": 3}, {"segments": [["a1", "?"]]}, {"segments": [[]]}, {"players": []},
    {"players": [{"name": "Ann"}]}, {"turns": 5}, {"turns": [5]}, {"turns": [[["a1"]]]}, {"turns": [[["a1", "zz"]]]},
    {"turns": [[["a1", "a9"]]]}, {"turns": [[["a1", "c1"]]]}, {"turns": [[], [], [], [["a1", "b1"]]]},
    {"events": [], "turns": []},
    {"rules": 3}, {"rules": {"crossing": "fly"}}, {"rules": {"pace": "slow"}},
    {"players": [{"stacks": {"a1": "x"}}]}, {"players": [{"stacks": {"q1": 1}}]},
    {"players": [{"stacks": {"a1": 1}}, {"stacks": {"a1": 2}}]},
]  # fmt: skip


@pytest.mark.parametrize("change", WRONG)
def test_what_is_no_transcript_is_refused_alike(change: dict[str, Any]) -> None:
    right = {
        "format": "Atlantis transcript", "segments": [["a1", "a2", "b1", "b2", "b3", "c2", "c3"]],
        "players": [{"name": "John", "stacks": {"a1": 1}}, {"name": "Mary", "stacks": {"c3": 2}}],
    }  # fmt: skip
    text = json.dumps({**right, **change})
    was, now = _told(lambda: old_transcript.read(text)), _told(lambda: transcript.read(text))
    assert now == was


def test_a_turn_that_is_not_over_is_left_out_of_a_transcript() -> None:
    old = next(old for old in (begun(seed, 14) for seed in range(20)) if not old.over and _pair(old))
    here = mapped.new_position(old)._replace(state=mapped.new_state(old)._replace(table=transcript.READING))
    open_ = mapped.new_plies(old, Turn((_pair(old)[0],)))[0]._replace(more=True)
    assert transcript.write(here, [open_]) == transcript.write(here, [])
    assert [str(line) for line in transcript.left_out(here, [open_])] == [
        f"turn 1 of {here.players[old.turn].name} is not over, and is left out"
    ]


def _told(ask: Any) -> str:
    try:
        return str(ask())
    except Refused as fault:
        return str(fault)
