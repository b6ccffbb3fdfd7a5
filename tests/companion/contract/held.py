"""What every game by the contract is held to, for tests of any of them: `held(game, start)` plays random games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import Any

from often import times

from companion.contract import entering, lying, offered, position, scoring
from companion.contract.faults import Refused
from companion.contract.judges import STRICT, Forbidden, Noting
from companion.contract.position import Position
from companion.contract.rules import EVERYTHING, corrects
from companion.games import Game

Start = Callable[[int], Position]
PLIES, LISTED, OFFERED = 30, 60, 2


def held(
    game: Game,
    start: Start,
    games: int = 4,
    wrong: Callable[[Random, int], str] | None = None,
    sound: Callable[[Position], object] = bool,
) -> None:
    """Random games, each position of which keeps the contract, and is sound in what the game itself promises."""
    for seed in range(games):
        chance, here = Random(seed), start(seed)
        opening = scoring.opening(game, here)
        begins = [sum(row.points for row in opening if row.player == n) for n in range(_seats(here))]
        earned, over = begins, False
        for ply in range(PLIES):
            sound(here)
            if over := game.rules.turn(here.state) is None:
                break
            if next(iter(game.rules.moves(here.state, EVERYTHING)), None) is None:
                break  # the table has to tell something first
            if ply % times(3, 1) == 0:
                _holds(game, here, chance, wrong)
            made = random_ply(game, here, chance)
            earned = [
                points + sum(row.points for row in scoring.trail(game, here, made.after) if row.player == n)
                for n, points in enumerate(earned)
            ]
            here = made.after
        if over:
            assert list(game.tally(here)[0]) == earned, "the trail adds up to the scores"


def random_ply(game: Game, here: Position, chance: Random) -> entering.Ply:
    """A random legal ply, of chance itself if it is to move."""
    seat = entering.mover(game.rules.turn(here.state))
    return entering.ply(game, here, entering.random_move(game, here, chance), seat)


def _seats(here: Position) -> int:
    return len(here.players)


def _holds(game: Game, here: Position, chance: Random, wrong: Callable[[Random, int], str] | None) -> None:
    rules = game.rules
    assert position.read(rules, position.write(rules, here)) == here
    for seat in (None, *range(_seats(here))):
        view = position.seen(rules, here, seat)
        assert position.read(rules, position.write(rules, view)) == view
        assert position.seen(rules, view, seat) == view, "a view of a view is the same"
    moves = list(islice(rules.moves(here.state, EVERYTHING), LISTED))
    assert moves == list(islice(rules.moves(here.state, EVERYTHING), LISTED)), "always in the same order"
    assert len({(type(move), move) for move in moves}) == len(moves), "each once"
    counted = game.listed(here, LISTED)
    assert len(counted) >= len(moves), "counted as they are made"
    assert [*islice(counted, LISTED)] == [counted[at] for at in range(len(counted))][:LISTED] == moves
    turn = rules.turn(here.state)
    seat = entering.mover(turn)
    for move in moves[:: max(1, len(moves) // times(6, 12))]:
        _accepted(game, here, seat, move)
    if wrong is not None:
        for _ in range(6):
            _refused(game, here, seat, wrong(chance, _seats(here)))


def _accepted(game: Game, here: Position, seat: int | None, move: Any) -> None:
    """A listed move is accepted, reads back, agrees with what is given of it, and is legal in the view or waits."""
    made = entering.ply(game, here, move, seat)
    assert entering.ply(game, here, move, seat, stood=True).stood == ()
    for typed in (made.text, f" {made.text.lower().replace(' ', '  ')} "):
        assert entering.parsed(game, here, typed, seat) == move
    assert made.text == entering.written(game, here, move)
    given = {name: value for name, value in move._asdict().items() if value != move._field_defaults.get(name)}
    for part in ({}, given, *({name: value} for name, value in given.items())):
        like = offered.listed(game, here, part, type(move))
        assert move in islice(like, 20_000), f"{made.text}: listed by {part}"
    lying.turned_up(game, here, made.after)
    for viewer in (None, *range(_seats(here))):
        view = position.seen(game.rules, here, viewer)
        try:
            entering.ply(game, view, move, seat)
        except Forbidden as refused:
            assert refused.unseen, (viewer, made.text, str(refused))


def _refused(game: Game, here: Position, seat: int | None, text: str) -> None:
    """What a strict judge refuses first, a noting judge notes first, or raises as impossible."""
    try:
        move = entering.parsed(game, here, text, seat)
    except Refused:
        return
    judge = Noting()
    try:
        game.rules.play(here.state, seat, move, judge)
    except Forbidden as impossible:
        assert not impossible.possible
        return
    try:
        game.rules.play(here.state, seat, move, STRICT)
    except Forbidden as refused:
        assert judge.broken
        assert judge.broken[0].rule == refused.rule
        nearest = offered.nearest(game, here, move)
        if nearest is not None:
            entering.ply(game, here, nearest, seat)
    else:
        assert not judge.broken
    assert corrects(move) or game.rules.turn(here.state) is not None


# ---- what is hidden ------------------------------------------------------------------------------


def shows_nothing(game: Game, here: Position, lines: Sequence[str], chance: Random) -> int:
    """Enter lines as each seat, and as everyone, in two worlds that look the same to it: what is refused, offered and
    suggested is the same. How many lines were told apart by more than `hidden`: never."""
    compared = 0
    for viewer in (None, *range(_seats(here))):
        view = position.seen(game.rules, here, viewer)
        resample = getattr(game.rules, "resample", None) or game.given("resample", "bots")
        drawn = [here._replace(state=resample(view.state, chance)) for _ in range(2)]
        worlds = [here, *(each for each in drawn if position.seen(game.rules, each, viewer) == view)]
        for number, line in enumerate(lines):
            said = [_said(game, world, line, viewer) for world in worlds]
            for one in said[1:]:
                compared += 1
                if "entered" not in (one[0], said[0][0]) and "hidden" not in (one[0], said[0][0]):
                    assert one == said[0], (viewer, line)
            if number < OFFERED:
                assert len({_offers(game, world, line, viewer) for world in worlds}) == 1
    return compared


def _said(game: Game, world: Position, line: str, viewer: Any) -> tuple[str, ...]:
    try:
        done = entering.enter(game, world, line, viewer)
    except entering.Stopped as stopped:
        why = stopped.refusal
        return why.rule if isinstance(why, Forbidden) else "syntax", str(why)
    return "entered", done.plies[0].text


def _offers(game: Game, world: Position, line: str, viewer: Any) -> tuple[str, ...]:
    view = position.seen(game.rules, world, viewer)
    return tuple(way.text for way in offered.offered(game, view, line[: len(line) // 2]))
