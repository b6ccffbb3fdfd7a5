"""Random games of today's Island of Gods and of its port: positions, views, listed turns, refusals, what stood, what
followed by itself, scores and bots."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from often import THOROUGH

from companion.contract import entering, offered, position, scoring
from companion.contract.game import filled_in
from companion.contract.rules import EVERYTHING
from companion.faults import Refused
from companion.games.gods import leaving
from companion.games.gods.port import bots
from companion.games.gods.port.state import Options
from companion.games.gods.port.text import TOLD
from companion.starting import prepare
from companion.values import Player
from specs.base.errors import SpecError
from tests.companion.contract.held import held, shows_nothing
from tests.companion.ports import mapped_gods as mapped
from tests.companion.ports.mapped_gods import OLD, PORT

GAMES = 40 if THOROUGH else 4
PLIES, WRONG = 60, 4
KINDS = ("dealt", "hidden", "tile-laid")
SIDES = ("", "B1 G2 R2 Y1", "B2 G1 R2 Y2")
NAMES = ("Ann", "Bob", "Cy", "Di")


def start(kind: str, seed: int) -> Any:
    """A first position for one to four: cards dealt, or hidden; with the rule that only a tile laid ends the game."""
    options = {"cards": "hidden" if kind == "hidden" else "dealt"}
    options |= {"sides": SIDES[seed % 3]} if seed % 3 else {}
    rules = {"end": "tile-laid"} if kind == "tile-laid" else {}
    _, played = prepare("gods", NAMES[: 1 + seed % 4], seed=seed, options=options, rules=rules)
    return played.state


def port_of(kind: str, seed: int) -> position.Position:
    """A first position of the port by itself."""
    document = OLD.document
    old = start(kind, seed)
    seats = 1 + seed % 4
    players = tuple(map(Player, old.table.names, old.table.colours))[:seats]
    end = "tile-laid" if kind == "tile-laid" else "any-action"
    options = Options("hidden" if kind == "hidden" else "dealt", SIDES[seed % 3], end=end)
    assert document is not None
    return entering.start(PORT, players, options, seed)


def agreed(old: Any, turns: int, chance: Random) -> Counter[str]:
    """Hold everything that can be asked about one position against each other; how much was compared."""
    here, dealt = mapped.new_position(old, turns), old.table.dealt
    for seat in (None, *range(len(old.hands))):
        assert PORT.rules.seen(here.state, seat) == mapped.new_state(OLD.view.seen_by(old, seat), turns)
    listed = [mapped.new_move(move, dealt=dealt) for move in OLD.rules.legal_moves(old)]
    assert list(PORT.rules.moves(here.state, EVERYTHING)) == listed
    for move in listed[:: max(1, len(listed) // 3)]:
        text = entering.written(PORT, here, move)
        assert mapped.port_outcome(old, here, text) == mapped.old_outcome(old, text)
        assert entering.parsed(PORT, here, text, here.state.turn) == move
    for _ in range(WRONG):
        text = mapped.any_wrong(chance, len(old.hands))
        assert mapped.port_outcome(old, here, text) == mapped.old_outcome(old, text), text
    was, now = OLD.score.settle(old), scoring.result(PORT, here, settle=True)
    assert now is not None
    assert (now.points, now.winners) == (tuple(each.score for each in was.standings), was.winners)
    return Counter(positions=1, listed=len(listed), wrong=WRONG)


def _next(old: Any, turns: int, chance: Random) -> tuple[Any, int]:
    """The position after a listed action by chance, made by both: with what it gained, and what is said of it."""
    moves = list(OLD.rules.legal_moves(old))
    move = moves[int(chance.random() * len(moves))]
    after = OLD.rules.apply(old, move)
    here = mapped.new_position(old, turns)
    made = entering.ply(PORT, here, mapped.new_move(move, dealt=old.table.dealt), old.turn)
    turns = made.after.state.turns
    assert made.after.state == mapped.new_state(after, turns)
    trail = scoring.trail(PORT, here, made.after)
    gained = Counter[int]()
    for entry in OLD.score.trail(old, move, after):
        gained[entry.player] += entry.points
    assert [sum(row.points for row in trail if row.seat == seat) for seat in range(len(old.hands))] == [
        gained[seat] for seat in range(len(old.hands))
    ]
    told = [str(filled_in(TOLD[what], facts, here.players)) for what, facts in made.effects]
    assert sorted(told) == sorted(map(str, (*OLD.advice.warnings(old, move), *OLD.advice.chain(old, move))))
    return after, turns


@pytest.mark.parametrize("kind", KINDS)
def test_games_by_chance_agree(kind: str) -> None:
    total = Counter[str]()
    for seed in range(GAMES):
        assert port_of(kind, seed).state == mapped.new_state(start(kind, seed))
        old, chance, turns = start(kind, seed), Random(seed), 0
        for ply in range(PLIES):
            if OLD.rules.turn(old) is None:
                break
            if ply % 2 == 0 or THOROUGH:
                total += agreed(old, turns, chance)
            old, turns = _next(old, turns, chance)
    print(kind, dict(total))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"order": "R G B Y", "marker": "r", "followers": "R G", "deities": "1 4"},
        {"order": "RGBY", "marker": "R", "followers": "R G", "deities": "1, 4", "sides": "B2 G1 R2"},
        {"order": "R G B", "marker": "R"},
        {"order": "R G B B", "marker": "R"},
        {"order": "RGBY", "marker": "red", "followers": "R G", "deities": "1 4"},
        {"order": "RGBY", "marker": "R", "followers": "R", "deities": "1 4"},
        {"order": "RGBY", "marker": "R", "followers": "R G", "deities": "1 1"},
        {"order": "RGBY", "marker": "R", "followers": "R G", "deities": "1 9"},
        {"order": "RGBY", "marker": "R", "followers": "R G"},
        {"order": "RGBY", "marker": "R", "followers": "R G", "deities": "1 4", "sides": "B2 B1"},
        {"cards": "dealt", "followers": "R G"},
    ],
)
@pytest.mark.parametrize("seed", [None, 3])
def test_setups_agree(options: dict[str, str], seed: int | None) -> None:
    """Games that are told, and what is wrong with them."""
    if "cards" in options and seed is None:
        return  # the shell refuses it
    players, found = (Player("Ann", "white"), Player("Bob", "black")), list[Any]()
    for begin in (
        lambda: mapped.new_state(prepare("gods", ["Ann", "Bob"], seed=seed, options=options)[1].state),
        lambda: entering.start(PORT, players, Options(**options), seed).state,
    ):
        try:
            found.append(begin())
        except (Refused, SpecError) as fault:
            found.append(re.sub(r"^(setup\.\w+|column 1): ", "", str(fault)))  # the shell says where
    assert found[0] == found[1]


def test_leaving_agrees() -> None:
    """Whoever leaves, whoever is to move."""
    for seed in range(1, 1 + GAMES):
        old, chance, turns = start("dealt", seed), Random(seed), 0
        for ply in range(PLIES):
            if OLD.rules.turn(old) is None:
                break
            seat = ply % (1 + seed % 4)
            if ply % 5 == 0 and not (old.table.away and old.table.away[seat]):
                after = entering.ended(PORT, mapped.new_position(old, turns), seat, "leave").state
                assert after == mapped.new_state(leaving.leave(old, seat), after.turns)
                if ply == 40:
                    old = leaving.leave(old, seat)
                    continue
            old, turns = _next(old, turns, chance)


def test_bots_agree() -> None:
    """A sample of what each sees, the actions worth a thought there, and what it is worth."""
    for seed in range(max(2, GAMES // 2)):
        old, chance = start("dealt", seed), Random(seed)
        for ply in range(30):
            if OLD.rules.turn(old) is None:
                break
            if ply % 3 == 0:
                seen = OLD.view.seen_by(old, old.turn)
                sample, drawn = OLD.bots.sample(seen, Random(ply)), bots.resample(mapped.new_state(seen), Random(ply))
                assert drawn == mapped.new_state(sample)
                thought = [mapped.new_move(move, dealt=True) for move in OLD.bots.candidates(sample, chance, 8)]
                assert list(bots.candidates(PORT.rules, drawn, chance, 8)) == thought
                seats = range(1 if old.table.solo else len(old.hands))
                values = [OLD.bots.value(sample, seat) for seat in seats]
                assert [bots.value(drawn, seat) for seat in seats] == values
            moves = list(islice(OLD.rules.legal_moves(old), 300))
            old = OLD.rules.apply(old, moves[int(chance.random() * len(moves))])


def test_the_port_keeps_the_contract() -> None:
    for kind in KINDS:
        held(PORT, lambda seed, kind=kind: port_of(kind, seed), max(1, GAMES // 2), mapped.any_wrong)


def test_nothing_hidden_is_shown() -> None:
    """Pairs of games that differ only in what a seat does not see refuse, offer and suggest the same to it."""
    compared = 0
    for seed in range(1, 1 + GAMES // 2):
        here, chance = port_of("dealt", seed), Random(seed)
        for _ in range(8):
            if PORT.rules.turn(here.state) is None:
                break
            lines = [mapped.any_wrong(chance, len(here.players)) for _ in range(4)]
            lines.append(f"{lines[0]} / {lines[1]}")
            compared += shows_nothing(PORT, here, lines, chance)
            here = entering.random_ply(PORT, here, chance).after
    assert compared > 50 * GAMES


def test_a_line_stops_where_a_card_is_turned_up() -> None:
    here = port_of("dealt", 1)
    card = "BGRY"[[bool(number) for number in here.state.area[1:]].index(True)]
    done = entering.enter(PORT, here, f"d{card}; deck", viewer=0)
    assert [ply.text for ply in done.plies], done.rest == ([f"draw {card}"], "deck")


def test_a_feast_is_completed_part_by_part() -> None:
    """Two cards of the area: the first with what is turned up for it, then the second."""
    here = port_of("hidden", 1)
    table = here.state.table._replace(abilities=(None, *("draw-area",) * 4))
    here = here._replace(
        state=here.state._replace(phase="act", left=5, table=table, followers=((0, 3, 3, 3, 3), (0, 0, 0, 0, 0)))
    )
    first = [way.text for way in offered.offered(PORT, here, "feast ")]
    assert first[:2] == ["feast B>B", "feast B>G"]
    for begun in (first[1], first[1] + " "):
        second = [way.text for way in offered.offered(PORT, here, begun)]
        assert second[0] == "feast B>G G>B"
        assert all(offered.whole(PORT, here, text) for text in second)
    assert not offered.whole(PORT, here, first[1])


def test_a_shortened_word_is_a_word_before_it_is_run_together() -> None:
    here = port_of("hidden", 1)
    moves = [entering.parsed(PORT, here, text, 0) for text in ("dr B>G", "dB>G", "b-g", "d b>g", "bg")]
    assert len(set(moves)) == 1
