"""Lines as people type them who know the game, half know it, or mean it ill: of one ply or several, right and wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, cycle, islice, product
from random import Random
from typing import Any

from cases import data

from companion.contract.faults import IllegalMove, SyntaxFault
from companion.games import Game

LOOKED_AT = 200  # legal turns that one is chosen from
GAMES = data(__file__)
SLOT = re.compile(r"\{(\w+)\}")
SOUGHT, COMMANDS = (*"FOHARSCBGY?", "", "space 10", *GAMES["sought"]), GAMES["commands"]


@cache
def words(game: str, name: str) -> Sequence[str]:
    """Everything that may stand in a game's line for a word in braces."""
    given = str(GAMES[game]["words"][name])
    if numbers := re.fullmatch(r"(\d+)\.\.(\d+)", given):
        return [str(number) for number in range(int(numbers[1]), int(numbers[2]) + 1)]
    if letters := re.fullmatch(r"([A-Z]+) (\d)-(\d)", given):
        some = range(int(letters[2]), int(letters[3]) + 1)
        return ["".join(found) for count in some for found in combinations_with_replacement(letters[1], count)]
    return [*every(game, given)] if "{" in given else given.split()


def every(game: str, template: str) -> Iterator[str]:
    """A line with all that can stand in it."""
    for filled in product(*(words(game, name) for name in SLOT.findall(template))):
        values = iter(filled)
        yield SLOT.sub(lambda _, values=values: next(values), template)  # type: ignore[misc]


def guesses(game: str) -> Iterator[str]:
    """What somebody would try one after the other to find out what is hidden: one of each way, then the next of each,
    over and over; what is short is tried as often as what is long."""
    for some in zip(*(cycle(every(game, way)) for way in GAMES[game]["guesses"]), strict=True):
        yield from some


def line(game: str, worlds: Sequence[Any], chance: Random) -> str:
    """A line for a game that may stand in any of those positions; mostly of several plies where the game has such."""
    way = chance.random()
    if way < 0.30:
        found = _legal(game, chance.choice(worlds), chance)
    elif way < 0.62:
        found = _walked(game, chance.choice(worlds), chance)
    elif way < 0.92:
        joint = GAMES[game]["between"] if chance.random() < 0.9 else chance.choice((" / ", "; ", ";", "/"))
        found = joint.join(_wild(game, chance) for _ in range(chance.choice((1, 1, 1, 2, 3, 6))))
    else:
        found = _mangled(_walked(game, chance.choice(worlds), chance), chance)
    if chance.random() < 0.12:
        found = f"stood {found}"
    return found[:390] or "-"


def _legal(game: str, state: Any, chance: Random) -> str:
    found = Game(game)
    moves = list(islice(found.moves(state), LOOKED_AT))
    return _shorter(found.format(state, chance.choice(moves)), chance) if moves else "-"


def _walked(game: str, state: Any, chance: Random) -> str:
    """Several plies, each legal after those before, the last perhaps not; many end in another seat's turn."""
    found, plies = Game(game), []
    for _ in range(chance.choice((2, 3, 5, 9, 14))):
        moves = list(islice(found.moves(state), LOOKED_AT))
        if not moves:
            break
        move = chance.choice(moves)
        text = found.format(state, move)
        if sum(map(len, plies)) + len(text) > 300:
            break
        plies.append(_shorter(text, chance))
        try:
            state = found.apply(state, move)
        except (IllegalMove, SyntaxFault):
            break
    if chance.random() < 0.5:
        plies.append(_wild(game, chance))
    return GAMES[game]["between"].join(plies)


def _shorter(text: str, chance: Random) -> str:
    """Without what the companion turns up or rolls itself, or with all of it."""
    if chance.random() < 0.5:
        return text
    text = re.sub(r"^(sink \w+) [a-z]+", r"\1", text)
    text = re.sub(r"^roll \w+ \w+ ", "", text)
    return re.sub(r"(?<= [BGRY])>[BGRY-]", "", text)


def _mangled(text: str, chance: Random) -> str:
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(["", *"FOHARSCBGRY?123456;/:> "]) + text[at + chance.randint(0, 1) :]
    return text


def _wild(game: str, chance: Random) -> str:
    """A line of the game's vocabulary."""
    template = chance.choice(GAMES[game]["wild"])
    return SLOT.sub(lambda slot: chance.choice(words(game, slot[1])), template)


def hand(game: str, chance: Random) -> str:
    return "".join(chance.choice(GAMES[game]["hand"]) for _ in range(chance.randint(1, 7)))
