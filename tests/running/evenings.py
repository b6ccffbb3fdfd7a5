"""How the five games of the gallery with a table are played to their ends, and the sums, counted beside the referee."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.record.starting import new
from companion.table.table import Table
from specs.expand.table_kit import kit_of
from specs.load import load

GALLERY = Path(__file__).parents[2] / "docs" / "examples" / "gallery"


class Play:
    """A game in play; a line is entered by whoever is to move, and kept with how many entries were before it."""

    def __init__(self, game: str, *players: str) -> None:
        self.table: Table = new(None, str(GALLERY / f"{game}.yaml"), players, seed=7, options={"cards": "dealt"})
        self.lines: list[tuple[int, str, str]] = []

    def __call__(self, *lines: str) -> None:
        for line in lines:
            assert self.turn is not None
            self.lines.append((self.table.stored.last, self.table.names[self.turn], line))
            self.table = self.table.enter(line, self.turn).table

    @property
    def turn(self) -> int | None:
        return self.table.turn

    @property
    def facts(self) -> Any:
        look = self.table.look("referee")
        return look.game.facts(look.seen)

    @property
    def mine(self) -> Any:
        return self.facts["players"][self.turn or 0]


def lying(zones: Any, name: str) -> list[str]:
    return [word for words in zones[name].values() for word in words]


def suit(card: str) -> str:
    return card.partition("-")[0]


def value(card: str) -> int:
    return int(card.partition("-")[2])


def bells(play: Play) -> list[int]:
    """Four rounds of tricks: one for each trick, one off for each bell in it."""
    names, points = ["Ann", "Bob", "Cy", "Dee"], Counter[str]()
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
    return [points[name] for name in names]


def bazaar(play: Play) -> list[int]:
    """The market is bought empty: goods, sets of four colours, and most gold."""
    costs, coins = {1: 1, 2: 2, 3: 4, 4: 5, 5: 7}, {"Ann": 3, "Bob": 3}
    shelves: dict[str, list[str]] = {"Ann": [], "Bob": []}
    while play.turn is not None:
        who = play.mine["name"]
        assert play.mine["counters"]["coins"] == coins[who]
        market = lying(play.facts["zones"], "market")
        good = max((good for good in market if costs[value(good)] <= coins[who]), key=value, default=None)
        if good is None:
            play("rest")
            coins[who] += 2
        else:
            play(f"buy {good}")
            coins[who] -= costs[value(good)]
            shelves[who].append(good)
    assert sum(map(len, shelves.values())) >= 16, "the deck is empty"
    gold = {who: sum(suit(good) == "gold" for good in shelf) for who, shelf in shelves.items()}

    def score(who: str, other: str) -> int:
        kinds = Counter(map(suit, shelves[who]))
        sets = min(kinds[colour] for colour in ("silk", "spice", "oil", "gold"))
        most = 5 if gold[who] > gold[other] else 2 if gold[who] < gold[other] else 3
        return sum(map(value, shelves[who])) + 6 * sets + most

    return [score("Ann", "Bob"), score("Bob", "Ann")]


def lands(play: Play) -> list[int]:
    """The isle is laid out, and each settler counts its land."""
    cells = kit_of(load(GALLERY / "lands.yaml")).zones["isle"].cells
    land: dict[str, str] = {}
    settled: list[tuple[str, str]] = []
    while play.turn is not None:
        who = play.mine["name"]
        play("flip bag")
        (tile,) = lying(play.facts["zones"], "drawn")
        free = [cell for cell in cells if cell not in land and any(near in land for near in cells[cell])] or ["g7"]
        cell = max(free, key=lambda cell: sum(land.get(near) == tile for near in cells[cell]))
        play(f"lay isle.{cell}")
        land[cell] = tile
        if play.turn is not None and len([one for one, _ in settled if one == who]) < 5:
            play(f"sit isle.{cell}")
            settled.append((who, cell))
        elif play.turn is not None:
            play("next")
    assert len(land) == 24

    def together(cell: str) -> int:
        found, more = {cell}, [cell]
        while more:
            for near in cells[more.pop()]:
                if near not in found and land.get(near) == land[cell]:
                    found.add(near)
                    more.append(near)
        return len(found)

    return [sum(together(cell) for one, cell in settled if one == who) for who in ("Ann", "Bob")]


def lamps(play: Play) -> list[int]:
    """Nine throws of three dice, which both use: different numbers, a run, most of one."""
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
            play(f"add n{face} to street.{cell}")
            streets[who][cell] = face

    def score(street: dict[str, int]) -> int:
        quay, stairs, market = ([face for cell, face in street.items() if cell[1] == row] for row in "123")
        run = max((n for first in stairs for n in range(1, 7) if {*range(first, first + n)} <= {*stairs}), default=0)
        return 2 * len({*quay}) + 3 * run + 4 * max(Counter(market).values(), default=0)

    return [score(streets["Ann"]), score(streets["Bob"])]


def floods(play: Play) -> list[int]:
    """Three dykes hold the flood; nobody counts points, all win."""
    play("add pawn-red fenn / add pawn-blue fenn", "rain", "rain", "rain")
    side = dict.fromkeys(("h-amber", "h-birch", "h-cliff", "h-dune"), "north")
    built = 0
    while play.turn is not None:
        hand = lying(play.mine["zones"], "hand")
        for each in ("north", "south"):
            pair = [card for card in hand if side.get(card, "south") == each][:2]
            if len(pair) == 2 and play.turn is not None and play.facts["counters"]["actions"]:
                play(f"actions -1 / play {' '.join(pair)}")
                built += 2
        for line in ("next", "draw help 2", "next", "rain", "rain", "done"):
            if play.turn is not None:
                play(line)
    assert built == len(lying(play.facts["zones"], "dykes")) == 6
    return [0, 0]


PLAYED: dict[str, tuple[Callable[[Play], list[int]], tuple[str, ...]]] = {
    "bells": (bells, ("Ann", "Bob", "Cy", "Dee")),
    "bazaar": (bazaar, ("Ann", "Bob")),
    "lands": (lands, ("Ann", "Bob")),
    "lamps": (lamps, ("Ann", "Bob")),
    "floods": (floods, ("Ann", "Bob")),
}
