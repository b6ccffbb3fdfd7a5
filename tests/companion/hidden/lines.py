"""Lines as people type them who know the game, half know it, or mean it ill: of one ply or several, right and wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, cycle, islice, product
from random import Random
from typing import Any

from companion.contract.faults import IllegalMove, SyntaxFault
from companion.games import Game

LOOKED_AT = 200  # legal turns that one is chosen from
HEXES = [f"{row}{column}" for row in "DEFGHIJ" for column in range(4, 11)]
SYMBOLS = ("monster", "shark", "octopus", "dolphin", "boat", "whirlpool")
SEPARATORS = {"gods": "; ", "escape": " / ", "atlantis": "; ", "circles": " / "}


def line(game: str, worlds: Sequence[Any], chance: Random) -> str:
    """A line for a game that may stand in any of those positions; mostly of several plies where the game has such."""
    way = chance.random()
    if way < 0.30:
        found = _legal(game, chance.choice(worlds), chance)
    elif way < 0.62:
        found = _walked(game, chance.choice(worlds), chance)
    elif way < 0.92:
        joint = SEPARATORS[game] if chance.random() < 0.9 else chance.choice((" / ", "; ", ";", "/"))
        found = joint.join(_WILD[game](chance) for _ in range(chance.choice((1, 1, 1, 2, 3, 6))))
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
        plies.append(_WILD[game](chance))
    return SEPARATORS[game].join(plies)


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


# ---- by the vocabulary of each game --------------------------------------------------------------


def _atlantis(chance: Random) -> str:
    def some(letters: str, most: int) -> str:
        return "".join(chance.choice(letters) for _ in range(chance.randint(1, most)))

    cards, tile = some("FOHARSC", 3), f"{some('FOHARSC', 1)}{chance.randint(1, 7)}"
    return chance.choice(
        (
            f"{chance.randint(1, 3)}:{cards}", f"{chance.randint(1, 3)}:{cards}", cards, f"stuck {some('FOHARSC', 6)}",
            "stuck", f"{chance.randint(1, 3)}:{cards} pay {chance.randint(0, 3)}c", f"buy {tile}; 1:{cards}",
            f"1:{cards} pay {some('FOHARSC', 3)}", f"1:{cards} bridge {chance.randint(1, 53)}",
            f"2:{cards} pay {tile} 1c", f"1:{cards} reveal {tile}", f"reveal {chance.randint(1, 53)} {tile}",
            f"hand {chance.choice(('Ann', 'Bob', 'red'))} {chance.randint(0, 9)}",
            f"1:{cards} to {chance.randint(1, 53)}", f"1:{cards} take {chance.randint(1, 30)}",
            f"1:{cards} draw {chance.randint(0, 9)}", f"stuck {some('FOHARSC', 5)} draw {chance.randint(0, 4)}",
        )
    )  # fmt: skip


def _escape(chance: Random) -> str:
    one, two, symbol = chance.choice(HEXES), chance.choice(HEXES), chance.choice(SYMBOLS)
    creature, number = chance.choice((*SYMBOLS[:4], "crab")), chance.choice("123D4")
    return chance.choice(
        (
            f"sink {one} {symbol}", f"sink {one} {symbol}", f"sink {one}", f"sink {one} {symbol} r>{two}", "sink none",
            f"sink {one} >{two}", f"sink {one} {symbol} r>{two} b>{two}", f"sink {one} r>{two}~",
            f"roll {creature} {number} -", f"roll {creature} {number} -", f"roll {creature} {number} {one}>{two}",
            f"roll {one}>{two}", "roll -", "roll none", f"{one}>{two}", "-", "move -", f"move {one}>{two}",
            f"move {one}~>{two}", f"place {one}", one, f"{creature[:2]} {number} {one}>{two}",
        )
    )  # fmt: skip


def _gods(chance: Random) -> str:
    one, two, level = chance.choice("BGRY"), chance.choice("BGRY"), chance.choice(("I", "II", "III", "2:II", "all:III"))
    some = "".join(chance.choice("BGRY") for _ in range(chance.randint(1, 4)))
    return chance.choice(
        (
            f"draw {one}", f"draw {one}>{two}", "draw deck", "draw deck", f"travel {one}", f"travel {one}",
            f"build {level}", f"build n {level}", f"build {level} a", f"demolish {one}1", f"convert 2 {one}",
            f"convert 1 {one}", "feast", f"feast {one}", f"feast {one}<>{two}", f"feast {one}>{two} {two}>{one}",
            f"feast {one} {two}", f"feast {one}1>{two}1", f"recruit {chance.randint(1, 5)}", "migrate", "pass", "pass",
            f"discard {some}", f"discard {some}", "opponent", f"opponent {one}",
        )
    )  # fmt: skip


def _circles(chance: Random) -> str:
    def hex_name() -> str:
        return f"{chance.choice('abcdefghijkl')}{chance.randint(1, 14)}"

    steps = " ".join(f"{hex_name()}-{hex_name()}" for _ in range(chance.randint(1, 3)))
    return chance.choice((steps, "-", "agree", "resign"))


_WILD: Mapping[str, Callable[[Random], str]] = {
    "atlantis": _atlantis,
    "escape": _escape,
    "gods": _gods,
    "circles": _circles,
}


def sought(chance: Random) -> str:
    """What somebody asks to be shown where it is."""
    return chance.choice(
        (*HEXES, *SYMBOLS, *"FOHARSCBGRY", "hand", "known", "deck", "Ann", "Bob", "red", "blue", "seed", "backs",
         "dice", "F3", "O5", "the table", "cards", "flag", "crown", "O", "27", "temples", "?")
    )  # fmt: skip


def hand(game: str, chance: Random) -> str:
    letters = {"atlantis": "FOHARSC", "gods": "BGRY"}.get(game, "AB")
    return "".join(chance.choice(letters) for _ in range(chance.randint(1, 7)))


# ---- every guess there is ------------------------------------------------------------------------


def guesses(game: str) -> Iterator[str]:
    """What somebody would try one after the other to find out what is hidden, over and over."""
    return cycle(_GUESSES[game]())


def _in_turn(*ways: Iterable[str]) -> Iterator[str]:
    """One of each, then the next of each: what is short is tried as often as what is long."""
    for some in zip(*(cycle(list(way)) for way in ways[:-1]), ways[-1], strict=False):
        yield from some


def _atlantis_guesses() -> Iterator[str]:
    held = ["".join(cards) for n in (1, 2, 3) for cards in combinations_with_replacement("FOHARSC", n)]
    hands = ["".join(cards) for n in (4, 5) for cards in combinations_with_replacement("FOHARSC", n)]
    tiles = [f"{letter}{value}" for letter in "FOHARSC" for value in range(1, 8)]
    return _in_turn(
        (f"{figure}:{cards}" for cards in held for figure in (1, 2, 3)),
        (f"stuck {cards}" for cards in hands),
        (f"1:{cards} reveal {tile}" for cards in "FOHARSC" for tile in tiles),
        (f"1:{cards} pay {named}" for cards, named in product("FOHARSC", held[:35])),
        (f"reveal {space} {tile}" for space in range(1, 54, 3) for tile in tiles),
    )


def _escape_guesses() -> Iterator[str]:
    dice = [f"{creature} {number}" for creature, number in product(SYMBOLS[:4], "123D")]
    return _in_turn(
        (f"roll {each} -" for each in dice),
        (f"sink {at} {symbol} / roll {each} -" for at, symbol, each in product(HEXES, SYMBOLS, dice)),
        (f"sink {at} / roll {each} -" for at, each in product(HEXES, dice)),
        (f"sink {at} {symbol}" for at, symbol in product(HEXES, SYMBOLS)),
        (f"roll {each} {one}>{two}" for each in dice for one in HEXES[:9] for two in HEXES[:9]),
    )


def _gods_guesses() -> Iterator[str]:
    cards = ["".join(some) for n in (1, 2, 3, 4) for some in combinations_with_replacement("BGRY", n)]
    turn = "draw deck; draw deck; draw deck; "
    return _in_turn(
        (f"travel {card}" for card in "BGRY"),
        (f"draw {one}>{two}" for one, two in product("BGRY", "BGRY-")),
        (f"discard {some}" for some in cards),
        (f"{turn}travel {one}; travel {two}; recruit {n}" for one, two, n in product("BGRY", "BGRY", range(1, 7))),
        (f"{turn}migrate; migrate; migrate; migrate; migrate; discard {some}" for some in cards),
        (f"draw deck; draw {one}>{two}; draw {two}>{one}; build {n}" for one, two, n in product("BGRY", "BGRY", "123")),
        (f"recruit {n}" for n in range(1, 200)),
    )


_GUESSES: Mapping[str, Callable[[], Iterator[str]]] = {
    "atlantis": _atlantis_guesses,
    "escape": _escape_guesses,
    "gods": _gods_guesses,
}
