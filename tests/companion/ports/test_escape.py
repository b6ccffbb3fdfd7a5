"""Random games of the old Escape from Atlantis and of its port: positions, what is listed, refusals, what stood, views
and scores, wherever the old game stops."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from often import THOROUGH

from companion.contract import entering, offered, position, scoring
from companion.contract.rules import EVERYTHING
from companion.games.escape import leaving, playout, sinking
from companion.games.escape.port import bots, moves
from companion.games.escape.state import Roll, Sink, Steps
from companion.starting import prepare
from tests.companion.contract.held import held, shows_nothing
from tests.companion.ports import escape_mapped as mapped
from tests.companion.ports.escape_mapped import OLD, PORT

GAMES = 60 if THOROUGH else 2
WRONG = 10  # lines at a position that are mostly wrong
KINDS = ("hidden", "dealt", "1996", "late")
OTHERS = {"creature_die": "1996", "whirlpool": "1996", "sink": "empty-first", "dolphin": "bodyguard", "end": "all"}


def start(kind: str, seed: int) -> Any:
    """A first position: backs hidden; dealt; with all other rules; in the middle of a game, colours out of order."""
    seats = 2 + seed % 3
    options = {"pieces": "dealt" if kind == "dealt" else "hidden", "dice": "table"}
    colours = ("blue", "yellow", "red", "green") if seats > 2 else ("blue", "red")
    names = ["Ann", "Bob", "Cy", "Di"][:seats]
    names = [f"{name}:{colour}" for name, colour in zip(names, colours, strict=False)] if kind == "late" else names
    _, played = prepare("escape", names, seed=seed, options=options, rules=OTHERS if kind == "1996" else {})
    old, chance = played.state, Random(seed)
    while old.phase == "place" or (kind == "late" and old.phase != "over" and len(set(old.ground)) > 4):
        old = _next(old, chance)
    return old


def _next(old: Any, chance: Random) -> Any:
    return OLD.rules.apply(old, playout.random_ply(old, chance.random))


def listed(old: Any) -> tuple[set[Any], set[Any]]:
    """What follows from what the old game and the port list, as far as that is not too much: moves of one step or two,
    sinkings of the first pieces, ways of the first dice."""
    here = mapped.new_position(old)
    if old.phase == "sink":
        few = sinking.pieces(old)[:2]
        ways = [Sink(piece, symbol, puts) for piece in few for symbol in sinking.symbols(old, piece)[:1]
                for puts in islice(sinking.puts(old, piece), 3000)]  # fmt: skip
        if len(ways) >= 3000:
            return set(), set()
        olds = {mapped.compared(mapped.new_state(OLD.rules.apply(old, way))) for way in ways}
        depth, only = 9, {moves.Sink(piece) for piece in few}
        here = mapped.made(here, [moves.Move(None)]) if old.steps else here
    else:
        legal = [
            move
            for move in islice(OLD.rules.legal_moves(old), 3000)
            if not isinstance(move, Steps) or len(move.steps) < 3
        ]
        if len(legal) >= 3000:
            return set(), set()
        if not old.dice:
            legal = [move for move in legal if not isinstance(move, Roll) or move[:2] == ("shark", "2")]
        olds = {mapped.compared(mapped.new_state(OLD.rules.apply(old, move))) for move in legal}
        depth, only = 2, set[Any]()
    return olds, {mapped.compared(after) for after in _reached(here, depth, only, here.state.phase)}


def _reached(here: position.Position, depth: int, only: set[Any], phase: str) -> set[Any]:
    found = set[Any]()
    for move in PORT.rules.moves(here.state, EVERYTHING):
        if (isinstance(move, moves.Sink) and move not in only) or (move == moves.Move(None) and here.state.steps):
            continue
        if (isinstance(move, moves.Roll) and tuple(move) != ("shark", "2")) or (
            isinstance(move, moves.Reveal) and move != next(PORT.rules.moves(here.state, EVERYTHING))
        ):
            continue
        after = mapped.made(here, [move])
        ends = after.state.turn != here.state.turn or after.state.phase in ("over", "dice")
        if isinstance(move, moves.Move) or ends:
            found.add(after.state)
        if (
            depth > 1
            and not ends
            and move != moves.Move(None)
            and after.state.phase in ("move", "put", "reveal", "roll")
        ):
            found |= _reached(after, depth - 1, only, phase)
    return found


def agreed(old: Any, chance: Random, total: Counter[str]) -> None:
    """Hold what can be asked about one position against each other."""
    here = mapped.new_position(old)
    line = position.write(PORT.rules, here)
    assert position.read(PORT.rules, line) == here, line
    for seat in (None, *range(len(here.players))):
        assert PORT.rules.seen(here.state, seat) == mapped.new_state(OLD.view.seen_by(old, seat))
    for _ in range(WRONG):
        text = mapped.wrong(chance, len(here.players))
        was, now = mapped.old_outcome(old, text), mapped.port_outcome(here, text)
        assert mapped.agree(text, was, now), (line, text, was, now)
        total["wrong"] += 1
    for seat in range(len(here.players)):
        left = mapped.compared(entering.ended(PORT, here, seat, "leave").state)
        assert left == mapped.compared(mapped.new_state(leaving.leave(old, seat)))
    settled, result = OLD.score.settle(old), scoring.result(PORT, here, settle=True)
    assert result is not None
    assert (result.points, result.winners) == (tuple(each.score for each in settled.standings), settled.winners)


@pytest.mark.parametrize("kind", KINDS)
def test_games_by_chance_agree(kind: str) -> None:
    total = Counter[str]()
    for seed in range(GAMES):
        old, chance = start(kind, seed), Random(seed)
        for number in range(60):
            if old.phase == "over":
                break
            agreed(old, chance, total)
            if number % (12 if kind == "late" else 5) == 0:
                was, now = listed(old)
                assert was == now
                total["listed"] += len(was)
            move = playout.random_ply(old, chance.random)
            after = OLD.rules.apply(old, move)
            here = mapped.made(mapped.new_position(old), mapped.new_plies(old, move))
            assert mapped.compared(here.state) == mapped.compared(mapped.new_state(after))
            old = after
            total["positions"] += 1
    print(kind, dict(total))


def begun(kind: str, seed: int) -> position.Position:
    return mapped.new_position(start(kind, seed))


def dealt(seed: int, plies: int) -> position.Position:
    """A position of the port after some plies by chance; backs and dice are dealt."""
    here, chance = (
        entering.start(PORT, begun("late", 0).players, PORT.rules.OPTIONS("dealt", "dealt"), seed),
        Random(seed),
    )
    for _ in range(plies):
        here = entering.random_ply(PORT, here, chance).after
    return here


def test_the_port_keeps_the_contract() -> None:
    for kind in KINDS:
        held(PORT, lambda seed, kind=kind: begun(kind, seed), max(1, GAMES // 6), mapped.wrong)
    held(PORT, lambda seed: dealt(seed, 24), 1)


def test_nothing_hidden_is_shown() -> None:
    """Pairs of games that differ only in what lies under the pieces refuse, offer and suggest the same."""
    compared = 0
    for seed in range(max(1, GAMES // 3)):
        here, chance = dealt(seed, 24), Random(seed)
        for _ in range(10):
            lines = [mapped.wrong(chance, len(here.players)) for _ in range(5)]
            piece = next(move for move in PORT.rules.moves(here.state._replace(phase="sink"), EVERYTHING))
            lines += [f"{lines[0]} / {lines[1]}", f"sink {here.state.name(piece.hex)} / roll shark 2 -"]
            compared += shows_nothing(PORT, here, lines, chance)
            for _ in range(6):
                here = entering.random_ply(PORT, here, chance).after
            here, _ = entering.dealt(PORT, here)
    assert compared > 100 * (GAMES // 3)


def test_what_is_typed_begins_and_goes_on_as_before() -> None:
    """Words may be left out, and one text may stand for several plies."""
    here = begun("hidden", 0)
    texts = [one.text for one in offered.offered(PORT, here, "E9>")]
    assert texts[:2] == ["move E9>E10~", "move E9>F9"]
    done = entering.enter(PORT, here, "e9e8 =C5-C6-C7 / d5s / octopus 2 -")
    assert [ply.text for ply in done.plies] == [
        "move E9>E8", "move =C5>C6", "move =C6>C7", "sink D5", "reveal shark", "roll octopus 2", "roll -",
    ]  # fmt: skip


def test_bots_agree() -> None:
    """What a position is worth, and where the moves begin that are worth a thought."""
    for seed in range(GAMES):
        old, chance = start("hidden", seed), Random(seed)
        for _ in range(12):
            here = mapped.new_state(old)
            assert [bots.value(here, seat) for seat in range(here.seats)] == [
                OLD.bots.value(old, seat) for seat in range(here.seats)
            ]
            if old.phase == "move":
                first = [move.steps[0] for move in OLD.bots.candidates(old, chance, 8) if move.steps]
                thought = [
                    move.step for move in bots.candidates(PORT.rules, here, chance, 8) if isinstance(move, moves.Move)
                ]
                assert thought[: len(set(first))] == list(dict.fromkeys(first))
            old = _next(old, chance)
