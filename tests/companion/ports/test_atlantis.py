"""Random games of the old Atlantis and of its port: positions, listed turns, refusals, what stood, views and scores."""

from __future__ import annotations

import os
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.contract import entering, position, scoring
from companion.contract.judges import Forbidden
from companion.contract.rules import EVERYTHING
from companion.faults import IllegalMove
from companion.games.atlantis.port import bots, listing
from companion.games.atlantis.port.moves import Walk
from companion.games.atlantis.state import Reveal
from companion.starting import prepare
from tests.companion.contract.held import held, shows_nothing
from tests.companion.ports import mapped
from tests.companion.ports.mapped import OLD, PORT

GAMES = 60 if os.environ.get("TIDELINE_DEEP") else 6
LISTED, WRONG = 400, 12  # turns compared at a position, and lines that are mostly wrong
KINDS = ("dealt", "hidden", "unseen", "may")


def start(kind: str, seed: int) -> Any:
    """A first position: cards dealt; hidden; hidden, with undersides unknown; with a bridge that need not be laid."""
    seats = 2 + seed % 3
    cards = "dealt" if kind in ("dealt", "may") else "hidden"
    rules = {"stuck_with_bridge": "may", "buys_per_turn": 0} if kind == "may" else {}
    names = ["Ann", "Bob", "Cy", "Di"][:seats]
    _, played = prepare("atlantis", names, seed=seed, options={"cards": cards}, rules=rules)
    return OLD.view.seen_by(played.state, None) if kind == "unseen" else played.state


def agreed(old: Any, plies: int, chance: Random) -> dict[str, int]:
    """Hold everything that can be asked about one position against each other; how much was compared."""
    here = mapped.new_position(old, plies)
    line = position.write(PORT.rules, here)
    assert position.read(PORT.rules, line) == here
    for seat in (None, *range(len(here.players))):
        assert PORT.rules.seen(here.state, seat) == mapped.new_state(OLD.view.seen_by(old, seat), plies)
    limit = LISTED if old.table.buys_per_turn else 60
    listed = [mapped.new_move(move) for move in islice(OLD.rules.legal_moves(old), limit)]
    assert list(islice(PORT.rules.moves(here.state, EVERYTHING), limit)) == listed
    for move in listed[:: max(1, len(listed) // 5)]:
        text = entering.written(PORT, here, move)
        assert mapped.port_outcome(here, text) == mapped.old_outcome(old, text)
        assert entering.parsed(PORT, here, text, here.state.turn) == move
    for _ in range(WRONG):
        text = mapped.wrong(chance, len(here.players))
        assert mapped.port_outcome(here, text) == mapped.old_outcome(old, text), (line, text)
    scores: list[Any] = []
    for settle in (lambda: _settled(old), lambda: _scored(here)):
        try:
            scores.append(settle())
        except (IllegalMove, Forbidden) as refused:
            scores.append(refused.rule)
    assert scores[0] == scores[1]
    return {"listed": len(listed), "wrong": WRONG}


@pytest.mark.parametrize("kind", ["dealt", "hidden"])
def test_bots_agree(kind: str) -> None:
    """A sample of what each sees, the turns worth a thought there, and what it is worth."""
    for seed in range(GAMES):
        old, chance = start(kind, seed), Random(seed)
        for plies in range(12):
            if old.over:
                break
            seen, view = OLD.view.seen_by(old, old.turn), mapped.new_state(OLD.view.seen_by(old, old.turn), plies)
            sample, drawn = OLD.bots.sample(seen, Random(plies)), bots.resample(view, Random(plies))
            assert drawn == mapped.new_state(sample, plies)
            thought = [mapped.new_move(move) for move in OLD.bots.candidates(sample, chance, 8)]
            assert list(bots.candidates(PORT.rules, drawn, 8)) == thought
            values = [OLD.bots.value(sample, seat) for seat in range(len(drawn.hands))]
            assert [bots.value(drawn, seat) for seat in range(len(drawn.hands))] == values
            moves = list(islice(OLD.rules.legal_moves(old), 300))
            old = OLD.rules.apply(old, moves[int(chance.random() * len(moves))])


def test_turns_are_picked_evenly() -> None:
    """What is counted is what is listed, one by one."""
    for kind in ("dealt", "hidden", "may"):
        for seed in range(GAMES):
            old, chance = start(kind, seed), Random(seed)
            for _ in range(6):
                here = mapped.new_state(old)
                if old.over or (old.table.buys_per_turn == 0 and len(old.tiles[old.turn]) > 3):
                    break
                moves = list(PORT.rules.moves(here, EVERYTHING))
                outlook = listing.Outlook(here)
                made = [outlook.made(buys, n) for buys in listing.purchases(here) for n in range(outlook.counted(buys))]
                assert Counter(made) == Counter(move for move in moves if isinstance(move, Walk))
                assert PORT.rules.evenly(here, chance) in moves
                turns = list(islice(OLD.rules.legal_moves(old), 300))
                old = OLD.rules.apply(old, turns[int(chance.random() * len(turns))])


def test_the_port_keeps_the_contract() -> None:
    for kind in KINDS:
        held(PORT, lambda seed, kind=kind: mapped.new_position(start(kind, seed)), max(1, GAMES // 6), mapped.wrong)


def test_nothing_hidden_is_shown() -> None:
    """Pairs of games that differ only in what a seat does not see refuse, offer and suggest the same to it."""
    compared = 0
    for seed in range(GAMES // 3):
        here, chance = mapped.new_position(start("dealt", seed)), Random(seed)
        for _ in range(10):
            if PORT.rules.turn(here.state) is None:
                break
            lines = [mapped.wrong(chance, len(here.players)) for _ in range(5)]
            lines.append(f"{lines[0]} / {lines[1]}")
            compared += shows_nothing(PORT, here, lines, chance)
            here = entering.random_ply(PORT, here, chance).after
    assert compared > 50 * GAMES


def _settled(old: Any) -> Any:
    result = OLD.score.settle(old)
    return tuple(each.score for each in result.standings), result.winners


def _scored(here: position.Position) -> Any:
    result = scoring.result(PORT, here, settle=True)
    assert result is not None
    return result.points, result.winners


@pytest.mark.parametrize("kind", KINDS)
def test_games_by_chance_agree(kind: str) -> None:
    total: dict[str, int] = {"positions": 0}
    for seed in range(GAMES):
        old, chance, plies = start(kind, seed), Random(seed), 0
        while not old.over and plies < 40:
            for name, number in agreed(old, plies, chance).items():
                total[name] = total.get(name, 0) + number
            total["positions"] += 1
            if (after := _next(old, plies, chance)) is None:
                break
            old, plies = after, plies + 1
    print(kind, total)


def _next(old: Any, plies: int, chance: Random) -> Any:
    """The position after a listed turn by chance, made by both; a tile that comes to light is told."""
    moves = list(islice(OLD.rules.legal_moves(old), 3000))
    if not moves:
        return None
    move = moves[int(chance.random() * len(moves))]
    after = OLD.rules.apply(old, move)
    here = mapped.new_position(old, plies)
    made = entering.ply(PORT, here, mapped.new_move(move), old.turn)
    assert made.after.state == mapped.new_state(after, plies + 1)
    try:
        trail = scoring.trail(PORT, here, made.after)
        gained = [0] * len(here.players)
        for entry in OLD.score.trail(old, move, after):
            gained[entry.player] += entry.points
        assert [sum(row.points for row in trail if row.seat == seat) for seat in range(len(gained))] == gained
    except (IllegalMove, Forbidden) as refused:
        assert refused.rule == "reveal.needed"
    space = after.tops.find(64)
    if space > 0 and chance.random() < 0.7:
        told = after.unseen[space > 27]
        after = OLD.rules.apply(after, Reveal(space, told[int(chance.random() * len(told))]))
    return after
