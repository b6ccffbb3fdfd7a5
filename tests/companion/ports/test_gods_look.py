"""What is shown of Island of Gods: today's game and its port say and draw the same, to every seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.json import schema

from companion.contract import entering, offered, position
from companion.contract.position import Position
from companion.faults import IllegalMove, Refused, SyntaxFault
from companion.games.gods.port import look, picture, setup, sums, words
from companion.record import read_final
from companion.values import Player
from tests.companion.ports.mapped_gods import OLD, PORT, new_move, new_state
from tests.companion.ports.test_gods import GAMES, KINDS, start

PLIES = 45
SOUGHT = ("r", "gn", "blue", "yellow region", "marker", "area", "deck", "ann", "opponent", "nothing")


def position_of(old: Any) -> Position:
    return Position(new_state(old), tuple(map(Player, old.table.names, old.table.colours)), 0, old.table.seed)


def played(kind: str, step: int = 16) -> Iterator[tuple[Any, Any, Any]]:
    """Positions of random games, with the move that is made there and the position after it."""
    for seed in range(GAMES):
        old, chance = start(kind, seed), Random(seed)
        for ply in range(PLIES):
            moves = [*OLD.rules.legal_moves(old)]
            if not moves:
                break
            move = moves[int(chance.random() * len(moves))]
            after = OLD.rules.apply(old, move)
            if ply % step == 0 or OLD.rules.turn(after) is None:
                yield old, move, after
            old = after


def views(old: Any) -> Iterator[tuple[Any, Position]]:
    for seat in (None, *range(len(old.hands))):
        view = OLD.view.seen_by(old, seat)
        yield view, position_of(view)
    yield old, position_of(old)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_of_a_position_agrees(kind: str) -> None:
    for old, _, _ in played(kind):
        for was, now in views(old):
            assert look.facts(now) == OLD.view.facts(was)
            assert look.prompt(now) == OLD.view.prompt(was)
            assert look.status(now) == OLD.view.status(was)
            for width in (40, 71, 100):
                assert look.board(now, width) == OLD.view.board(was, width)
            assert OLD.words is not None
            for sought in SOUGHT:
                assert words.where(now, sought) == OLD.words.where(was, sought)
            assert sums.result(now) == OLD.score.settle(was)


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_move_brought_agrees(kind: str) -> None:
    for old, move, after in played(kind, 3):
        assert sums.trail(position_of(old), None, position_of(after)) == OLD.score.trail(old, move, after)
        assert sums.opening(position_of(after)) == OLD.score.opening(after)
        if OLD.rules.turn(after) is None:
            assert sums.ending(position_of(after)) == OLD.score.ending(after)  # type: ignore[attr-defined]


def test_pictures_agree() -> None:
    document = OLD.document
    assert OLD.picture is not None
    for old, _, _ in played("dealt", 40):
        for was, now in views(old):
            assert picture.picture(now, document) == OLD.picture.picture(was, document)
            assert picture.places(now, document) == OLD.picture.places(was, document)


@pytest.mark.parametrize("kind", KINDS)
def test_hands_agree(kind: str) -> None:
    """What is known of a hand, and a hand that is told, rightly or not."""
    chance, told = Random(1), 0
    assert OLD.hands is not None
    for old, _, _ in played(kind):
        was, now = OLD.view.seen_by(old, None), position_of(OLD.view.seen_by(old, None))
        assert look.asks(now) == OLD.bots.asks(was)  # type: ignore[union-attr]
        for seat in range(len(old.hands)):
            assert look.known(now, seat) == OLD.hands.known(was, seat)
            size = sum(old.hands[seat]) + (chance.random() < 0.1)
            for hand in (
                "x",
                "".join("BGRY"[int(chance.random() * 4)] for _ in range(size)),
                OLD.hands.known(old, seat),
            ):
                told += _assumed(look.assume, now, hand, seat) == _assumed(OLD.hands.assume, was, hand, seat)
                assert _assumed(look.assume, now, hand, seat) == _assumed(OLD.hands.assume, was, hand, seat)
    assert told
    assert look.kinds(OLD.document) == OLD.hands.kinds(OLD.document)


def _assumed(assume: Any, view: Any, hand: str, seat: int) -> Any:
    try:
        after = assume(view, hand, seat)
    except (SyntaxFault, IllegalMove) as fault:
        return str(fault)
    return after.state if isinstance(after, Position) else new_state(after)


PLAYERS = "players: [{name: Ann, deity: 1, temples: {R: [I], G: [II, II], B: [I], Y: [III]}}, %s]\n"
BOB = "{name: Bob, deity: 4, temples: {R: [III], Bn: [I]}}"
END = "game: gods\norder: R G B Y\nsides: B2 G1 R1 Y1\n" + PLAYERS % BOB


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("", ""), (f", {BOB}", ""), ("order: R G B Y", "order: RGBY\nturn: Bob"), ("R: [I]", "R: I"),
        ("Y: [III]", "Y: []"),
        ("order: R G B Y\n", ""), ("order: R G B Y\n", "setup: {order: R G B Y}\n"), ("R G B Y", "R G B"), ("B2", "B3"),
        ("sides:", "turn: Cy\nsides:"), ("deity: 1", "deity: 9"), ("R: [I]", "Q: [I]"), ("R: [I]", "R: [IV]"),
        ("R: [I]", "R: [I, I, I]"), ("Bn: [I]", "Yn: [I]"), ("B: [I]", "B: [I], Bn: [I]"),
        ("sides:", "rules: {end: tile-laid}\nsides:"), (f", {BOB}", ", {name: opponent, deity: 2}"),
    ],
)  # fmt: skip
def test_final_positions_agree(was: str, now: str) -> None:
    """Described ends, and what is wrong with them."""
    text, found = END.replace(was, now, 1).encode(), list[Any]()
    record, _, values = read_final(text, "end.yaml")
    for make in (OLD.setup.final, setup.final):
        try:
            state = make(OLD.document, record.players, record.setup, values)
        except Refused as fault:
            found.append(str(fault))
        else:
            here = state if isinstance(state, Position) else position_of(state)
            found.append((here.state, here.players))
    assert found[0] == found[1]
    assert setup.OPTIONS == OLD.setup.OPTIONS
    assert schema(setup.Ended) == schema(OLD.setup.Ended)


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_action_sets_off_agrees(kind: str) -> None:
    """Slips, what followed, what everybody saw, and how it is typed by a machine."""
    for old, move, after in played(kind, 3):
        now = position_of(old)._replace(chances=0)
        made = entering.ply(PORT, now, new_move(move, dealt=old.table.dealt), old.turn)
        assert words.warnings(made) == list(OLD.advice.warnings(old, move))
        assert words.chain(made) == list(OLD.advice.chain(old, move))
        assert list(words.revealed(now, made.move, made.after)) == sorted(OLD.advice.revealed(old, move, after))
        assert OLD.bots is not None
        assert words.turns_up(now, made.move) == OLD.bots.turns_up(old, move)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_offered_is_told(kind: str) -> None:
    """Each whole action that is offered costs and means what today's choice says; its spot is one of the picture."""
    assert OLD.choices is not None
    for old, _, _ in played(kind):
        now = position_of(old)
        spots = {"", *picture.places(now, OLD.document)}
        for verb in offered.offered(PORT, now, ""):
            for way in [verb, *offered.offered(PORT, now, f"{verb.text} ")][:9]:
                said, place = words.label(now, way)
                assert said
                assert place in spots
                was = next((each for each in OLD.choices.choices(old, way.text) if each.whole), None)
                if was is not None and was.text.lower() == way.text.lower():
                    assert words.note(now, way) == was.note


@pytest.mark.parametrize("key", ["followers", "shown", "area", "discards"])
def test_a_position_has_no_unseen_cards_but_in_hands_and_the_deck(key: str) -> None:
    line = position.write(PORT.rules, position_of(start("hidden", 1)))
    with pytest.raises(SyntaxFault, match="cards such as BBGR, or -"):
        position.read(PORT.rules, re.sub(rf"(?<= {key}=)[^ ,]+", "?", line))
