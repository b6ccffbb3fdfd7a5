"""Seats players as they were typed: names with or without a colour, checked against the spec's players.

>>> from specs.model.schema import Players
>>> seat(["Ann", "Bob:red", "Cy"], Players(min=2, max=4, colours=("red", "white", "blue", "black")))
(Player(name='Ann', colour='white'), Player(name='Bob', colour='red'), Player(name='Cy', colour='blue'))
"""

import re
from collections.abc import Sequence

from companion.contract import Player, SyntaxFault
from companion.record.about import STRENGTHS
from specs.base.languages import Said, either, mark, say, say_many, verbatim, word
from specs.model.schema import Players

KNOWN = (
    mark("red"), mark("blue"), mark("green"), mark("yellow"), mark("white"), mark("black"), mark("purple"),
    mark("orange"),
)  # fmt: skip


def coloured(player: Player) -> Said:
    """Write a player with the colour in brackets, as `Ann (red)`; the name alone without colours."""
    if not player.colour:
        return verbatim(player.name)
    colour = word(player.colour) if player.colour in KNOWN else player.colour
    return say("{who} ({colour})", who=player.name, colour=colour)


def between(least: int, most: int) -> str:
    """Write `2 to 4`, or `2` alone."""
    return say("{least} to {most}", least=least, most=most) if most > least else str(most)


def seat(words: Sequence[str], allowed: Players, *, begins: bool = False) -> tuple[Player, ...]:
    """Read players from `Ann` or `Ann:red`, in turn order, within the numbers that the spec allows; those without a
    colour get the spec's next free one, or none if the game has no colours. If a game `begins`, a bot's level may be
    given.

    Raises SyntaxFault, whose column is the player's number, 0 for their number.
    """
    colours = allowed.colours
    most = min(allowed.max, len(colours)) if colours else allowed.max
    if not allowed.min <= len(words) <= most:
        raise SyntaxFault(say_many("{n} player", "{n} players", len(words)), between(allowed.min, most), 0)
    wanted: list[tuple[str, str]] = []
    for number, typed in enumerate(words, start=1):
        name, _, colour = typed.partition(":")
        name, colour = " ".join(name.split()), colour.strip().lower()
        if not name or len(name) > 24 or not name.isprintable() or set(name) & set("|:;,=\"'@[]{}"):
            expected = say("1 to 24 characters without | : ; , = @, brackets or quotes")
            raise SyntaxFault(say("player name '{name}'", name=name), expected, number)
        if name.lower() == "referee":
            expected = say("another name: the referee is who sees everything")
            raise SyntaxFault(say("player name '{name}'", name=name), expected, number)
        if name.lower() in {taken.lower() for taken, _ in wanted}:
            raise SyntaxFault(say("two players named '{name}'", name=name), say("names that differ"), number)
        if colour and colour not in colours:
            expected = say("no colour: this game has none")
            expected = say("one of {names}", names=", ".join(colours)) if colours else expected
            if begins:
                expected = say("{colours}; or a bot's level: {levels}", colours=expected, levels=either(STRENGTHS))
            raise SyntaxFault(say("colour '{colour}'", colour=colour), expected, number)
        if colour and colour in {taken for _, taken in wanted}:
            raise SyntaxFault(say("colour '{colour}' twice", colour=colour), say("a colour each"), number)
        wanted.append((name, colour))
    free = [colour for colour in colours if colour not in {taken for _, taken in wanted}]
    return tuple(Player(name, colour or (free.pop(0) if free else "")) for name, colour in wanted)


def named(given: str) -> list[str]:
    """Split names: `Ann, Bob and Cy` are three, and so are `Ann Bob Cy`; with a comma, a name may have spaces.

    >>> named("Ann, Bob and Cy"), named("Ann Bob:blue & Cy"), named("Anna Maria, Bob : red")
    (['Ann', 'Bob', 'Cy'], ['Ann', 'Bob:blue', 'Cy'], ['Anna Maria', 'Bob:red'])
    """
    given = re.sub(r"\s*:\s*", ":", given)
    parts = re.split(r",(?:\s*(?:and|&)\s)?|\s(?:and|&)\s", given) if "," in given else given.split()
    return [part.strip() for part in parts if part.strip() and part.lower() not in ("and", "&")]
