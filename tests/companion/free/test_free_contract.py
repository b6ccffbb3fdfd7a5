"""The free table keeps the contract, whatever spec its rules are made from."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from often import tiers

from companion.contract import entering
from companion.contract.position import Position
from companion.contract.values import Options, Player
from companion.games import of
from tests.companion.contract.held import held

HERE = Path(__file__).parent
LINES = ("draw {}", "score -{}", "coins -{}", "play hand.{}", "next", "take {} blue-1", "flip deck", "draw {} table")


@pytest.mark.parametrize("name", tiers(["pebbles"], ["market", "tricks"]))
def test_random_games_keep_the_contract(name: str) -> None:
    game = of(str(HERE / f"{name}.yaml"))
    colours = ("red", "white")
    players = [Player("Ann Lee", colours[0]), Player("Bob", colours[1])]

    def start(seed: int) -> Position:
        cards = ("dealt", "hidden")[seed % 2]
        options = Options(document=game.document, cards=cards, colours=colours)
        return entering.start(game, players, options, seed)

    def wrong(chance: Random, seats: int) -> str:
        return LINES[int(chance.random() * len(LINES))].format(1 + int(chance.random() * 40))

    held(game, start, 2, wrong)
