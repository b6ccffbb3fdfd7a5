"""The five games of the gallery with a table, each played from its setup to its end, and counted beside it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.starting import new
from companion.table import Table
from companion.turns import Untaken
from companion.unstored import Unstored

GALLERY = Path(__file__).parents[3] / "docs" / "examples" / "gallery"


class Play:
    """A game in play; a line is entered by whoever is to move."""

    def __init__(self, game: str, *players: str) -> None:
        self.table: Table = new(Unstored(), str(GALLERY / f"{game}.yaml"), players, seed=7, options={"cards": "dealt"})

    def __call__(self, *lines: str) -> None:
        for line in lines:
            assert self.table.turn is not None
            self.table = self.table.enter(line, self.table.turn).table

    @property
    def facts(self) -> Any:
        look = self.table.look("referee")
        return look.game.view.facts(look.seen)

    @property
    def mine(self) -> Any:
        return self.facts["players"][self.table.turn or 0]

    def zone(self, name: str) -> list[str]:
        return lying(self.facts["zones"], name)

    def scores(self) -> list[int]:
        result = self.table.look().result()
        assert result is not None
        return [standing.score for standing in result.standings]


def lying(zones: Any, name: str) -> list[str]:
    return [word for words in zones[name].values() for word in words]


def suit(card: str) -> str:
    return card.partition("-")[0]


def value(card: str) -> int:
    return int(card.partition("-")[2])


def test_four_rounds_of_tricks_cost_as_many_bells_as_they_bring_tricks() -> None:
    names = ["Ann", "Bob", "Cy", "Dee"]
    play, points = Play("bells", *names), Counter[str]()
    for number in range(4):
        for _ in range(9):
            trick: list[tuple[str, str]] = []
            for _ in names:
                hand = lying(play.mine["zones"], "hand")
                follows = [card for card in hand if trick and suit(card) == suit(trick[0][1])]
                card = max(follows or hand, key=lambda card: (suit(card) != "bell", value(card)))
                trick.append((play.mine["name"], card))
                play(f"play {card}")
            led = suit(trick[0][1])
            winner, _ = max(trick, key=lambda each: value(each[1]) if suit(each[1]) == led else 0)
            points[winner] += 1 - sum(suit(card) == "bell" for _, card in trick)
            play(f"wins {winner}")
        if number < 3:
            play("again")
    play("round")
    assert play.table.turn is None
    assert play.scores() == [points[name] for name in names]
    assert sum(play.scores()) == 0


def test_a_button_asks_what_it_is_about_where_its_line_says_it() -> None:
    play = Play("bells", "Ann", "Bob", "Cy", "Dee")
    with pytest.raises(Untaken, match="expected what it is about"):
        play("wins")
    told = {choice.text: choice.whole for choice in play.table.look(0).offered("").choices}
    assert (told["wins "], told["again"]) == (False, True)


def test_a_bazaar_is_bought_empty_and_counts_goods_sets_and_gold() -> None:
    play = Play("bazaar", "Ann", "Bob")
    costs, coins = {1: 1, 2: 2, 3: 4, 4: 5, 5: 7}, {"Ann": 3, "Bob": 3}
    shelves: dict[str, list[str]] = {"Ann": [], "Bob": []}
    while play.table.turn is not None:
        who = play.mine["name"]
        assert play.mine["counters"]["coins"] == coins[who]
        good = max((good for good in play.zone("market") if costs[value(good)] <= coins[who]), key=value, default=None)
        if good is None:
            play("rest")
            coins[who] += 2
        else:
            play(f"buy {good}")
            coins[who] -= costs[value(good)]
            shelves[who].append(good)
    gold = {who: sum(suit(good) == "gold" for good in shelf) for who, shelf in shelves.items()}

    def score(who: str, other: str) -> int:
        kinds = Counter(map(suit, shelves[who]))
        sets = min(kinds[colour] for colour in ("silk", "spice", "oil", "gold"))
        most = 5 if gold[who] > gold[other] else 2 if gold[who] < gold[other] else 3
        return sum(map(value, shelves[who])) + 6 * sets + most

    assert sum(map(len, shelves.values())) >= 16, "the deck is empty"
    assert play.scores() == [score("Ann", "Bob"), score("Bob", "Ann")]


def test_an_isle_is_laid_out_and_each_settler_counts_its_land() -> None:
    play = Play("lands", "Ann", "Bob")
    land: dict[str, str] = {}
    settled: list[tuple[str, str]] = []
    while play.table.turn is not None:
        who = play.mine["name"]
        play("flip bag")
        (tile,) = play.zone("drawn")
        cells = play.table.state.kit.zones["isle"].cells
        free = [cell for cell in cells if cell not in land and (not land or any(near in land for near in cells[cell]))]
        cell = max(free, key=lambda cell: sum(land.get(near) == tile for near in cells[cell]))
        play(f"play {tile} to {cell}")
        land[cell] = tile
        if play.table.turn is None:
            break
        if len([one for one, _ in settled if one == who]) < 5:
            play(f"play {'red' if who == 'Ann' else 'blue'} to {cell}")
            settled.append((who, cell))
        play("next")

    def together(cell: str) -> int:
        found, more = {cell}, [cell]
        while more:
            for near in cells[more.pop()]:
                if near not in found and land.get(near) == land[cell]:
                    found.add(near)
                    more.append(near)
        return len(found)

    assert len(land) == 24
    assert play.scores() == [sum(together(cell) for one, cell in settled if one == who) for who in ("Ann", "Bob")]


def test_lamps_are_lit_by_dice_that_both_use() -> None:
    play = Play("lamps", "Ann", "Bob")
    streets: dict[str, dict[str, int]] = {"Ann": {}, "Bob": {}}
    for number in range(9):
        play("roll die")
        (thrown,) = play.facts["dice"].values()
        for who, cell in (
            ("Ann", f"{'ABCDEF'[number % 6]}{number // 6 + 1}"),
            ("Bob", f"{'ABC'[number // 3]}{number % 3 + 1}"),
        ):
            assert play.mine["name"] == who
            face = thrown[number % 3]
            play(f"add n{face} {cell}", "next")
            streets[who][cell] = face

    def score(street: dict[str, int]) -> int:
        quay, stairs, market = ([face for cell, face in street.items() if cell[1] == row] for row in "123")
        run = max((n for first in stairs for n in range(1, 7) if {*range(first, first + n)} <= {*stairs}), default=0)
        return 2 * len({*quay}) + 3 * run + 4 * max(Counter(market).values(), default=0)

    assert play.table.turn is None
    assert play.scores() == [score(streets["Ann"]), score(streets["Bob"])]


def test_wardens_hold_the_flood_together_with_three_dykes() -> None:
    play = Play("floods", "Ann", "Bob")
    play("add pawn-red fenn / add pawn-blue fenn", "rain", "rain", "rain")
    side = dict.fromkeys(("h-amber", "h-birch", "h-cliff", "h-dune"), "north")
    built = 0
    while play.table.turn is not None:
        hand = lying(play.mine["zones"], "hand")
        for each in ("north", "south"):
            pair = [card for card in hand if side.get(card, "south") == each][:2]
            if len(pair) == 2 and play.table.turn is not None and play.facts["counters"]["actions"]:
                play(f"actions -1 / play {' '.join(pair)}")
                built += 2
        for line in ("draw help 2", "rain", "rain", "done"):
            if play.table.turn is not None:
                play(line)
    result = play.table.look().result()
    assert built == len(play.zone("dykes")) == 6
    assert result is not None
    assert result.winners == (0, 1)
