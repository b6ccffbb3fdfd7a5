"""Blunders of ten kinds are planted in games of greedy bots: a review finds nine of ten, and names the better ply."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from often import tiers

from companion.contract.faults import IllegalMove
from companion.contract.rules import EVERYTHING
from companion.games import Game
from companion.lab.players import Eyes, plies, share
from companion.lab.review import Ply, judged
from companion.record.starting import prepare

LISTED, MOST, APART = 1_000, 150, 4  # most plies of a position, and of a game; one in so many positions is used
PLAYOUTS, GAP = {"atlantis": 400, "circles": 200, "escape": 300, "gods": 200}, 0.02
SEEDS = {"atlantis": range(1, 4), "circles": range(1, 4), "escape": range(1, 5), "gods": range(1, 4)}
DEALT = {"atlantis": {"cards": "dealt"}, "gods": {"cards": "dealt"}, "escape": {"pieces": "dealt", "dice": "dealt"}}
Kind = Callable[[str], bool]  # of a line


def begins(*words: str) -> Kind:
    return lambda line: line.startswith(words)


def has(*parts: str) -> Kind:
    return lambda line: all(part in line for part in parts)


def no(kind: Kind) -> Kind:
    return lambda line: not kind(line)


KINDS: dict[str, dict[str, Kind]] = {
    "atlantis": {
        "buys": begins("buy"), "bridge": has("bridge"), "pays": has("pay"), "pays coins": has("pay", "c"),
        "pays nothing": no(has("pay")), "first figure": begins("1:"), "second figure": begins("2:"),
        "third figure": begins("3:"), "one card": lambda line: len(line) == 3,
        "many cards": lambda line: len(line.split()[0]) > 5,
    },
    "circles": {
        "no move": begins("-"), "agree": begins("agree"), "resign": begins("resign"), "up": begins("a", "b", "c", "d"),
        "middle": begins("e", "f", "g"), "down": begins("h", "i", "j", "k", "l"), "several": has("+"),
        "one": no(has("+")), "to the middle": has("-f"), "to the right": has("-g"),
    },
    "escape": {
        "stays": begins("move -"), "sails": has("="), "swims": has("move", "~>"), "sinks": begins("sink"),
        "walks": lambda line: line.startswith("move") and ">" in line and not set(line) & set("=~"),
        "dives": lambda line: line.startswith("move") and line.endswith("~"), "leaves it": begins("roll -"),
        "sends it": has("roll", ">"), "ashore": begins("move C", "move D"), "inland": begins("move E", "move F"),
    },
    "gods": {
        "travel": begins("travel"), "build": begins("build"), "feast": begins("feast"), "recruit": begins("recruit"),
        "demolish": begins("demolish"), "yellow": has("Y"), "of one": has("1"), "blue": has("B"), "red": has("R"),
        "any": has(" "),
    },
}  # fmt: skip


def start(game: Game, seed: int) -> Any:
    options = DEALT.get(game.name, {})
    return prepare(game.name, ["Ann", "Bob"], seed=seed if options else None, options=options)[1].state


def planted(game: Game, seeds: range) -> dict[str, Ply]:
    """Return the worst ply of each kind in some games, if it is worse than the bot's by more than GAP."""
    worst = dict[str, tuple[float, Ply]]()
    for seed in seeds:
        before = start(game, seed)
        for number, (move, after) in enumerate(islice(plies(game, before, ("greedy", "greedy"), seed), MOST)):
            player = game.turn(before)
            if player is not None and game.rules.turn(before.state).seats and number % APART == seed % APART:
                for gap, line in gaps(Eyes(game, before, player), move, Random(seed)):
                    for name, kind in KINDS[game.name].items():
                        if kind(line) and gap > max(GAP, worst.get(name, (0.0,))[0]):
                            worst[name] = (
                                gap,
                                Ply(game.name, game.text(before), player, number, line, PLAYOUTS[game.name], seed),
                            )
            before = after
    return {name: one for name, (_, one) in worst.items()}


def gaps(eyes: Eyes, best: Any, chance: Random) -> Iterator[tuple[float, str]]:
    """Yield by how much each legal ply leaves its seat worse off than the best, and the ply."""
    game, sample = eyes.game, eyes.sample(chance)

    def stands(move: Any) -> float | None:
        try:
            reached = game.apply(sample, move)
        except IllegalMove:  # by what is hidden
            return None
        result = game.result(reached)
        return eyes.bots.value(reached, eyes.player) if result is None else share(result, eyes.player)

    most = stands(best)
    for other in islice(game.rules.moves(eyes.seen.state, EVERYTHING), LISTED):
        there = stands(other)
        if most is not None and there is not None:
            yield most - there, game.format(eyes.seen, other)


@pytest.mark.parametrize("name", tiers(["atlantis"], ["circles", "escape", "gods"]))
def test_a_review_finds_nine_of_ten_planted_blunders(name: str) -> None:
    found = planted(Game(name), SEEDS[name])
    assert found.keys() == KINDS[name].keys()
    reviewed = {kind: judged(ply) for kind, ply in found.items()}
    seen = [kind for kind, each in reviewed.items() if each is not None and (each.gave or each.spent) and each.best]
    assert len(seen) >= 0.9 * len(found), reviewed


def test_the_same_walk_with_a_cheaper_payment_is_named() -> None:
    game, before = Game("atlantis"), start(Game("atlantis"), 5)
    for number, (move, after) in enumerate(plies(game, before, ("greedy", "greedy"), 5)):
        eyes = Eyes(game, before, game.turn(before) or 0)
        dear = max(before.state.tiles[eyes.player], key=lambda tile: tile & 7, default=0)
        if dear & 7 > 4 and getattr(move, "paid", None) and not move.paid.tiles and move.paid.coins < 3:
            line = eyes.line(move._replace(paid=move.paid._replace(tiles=(dear,), coins=0)))
            found = judged(Ply("atlantis", game.text(before), eyes.player, number, line, PLAYOUTS["atlantis"], 1))
            assert found is not None
            assert (found.best, found.spent) == (eyes.line(move), (dear & 7) - move.paid.coins)
            return
        before = after
    pytest.fail("no turn was paid with coins by a seat that had a dear tile")
