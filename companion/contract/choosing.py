"""How a turn typed or tapped so far can go on, with what a game's folder says of each way: labels, places and notes."""

import re
from collections.abc import Sequence
from typing import Any

from companion.contract import entering, offered
from companion.contract.offered import Offered
from companion.contract.position import Position
from companion.contract.values import Choice
from specs.base.languages import joined, verbatim

SIGNS = re.compile(r"[^\w\s]+ ?")


def choices(game: Any, view: Position, typed: str) -> Sequence[Choice]:
    """How a turn typed so far can go on, in a stable order; empty where nothing legal begins so. `game` is a
    `companion.games.Game`."""
    found, line = dict[str, Choice](), " ".join(typed.split())
    if line and offered.whole(game, view, line):
        line = offered.spelt(game, view, line)
        found[line.lower()] = _choice(game, view, Offered(line, "", None, game.parse(view, line)), line)
    ways = _ways(game, view, typed)
    for way in ways if (halves := game.given("halves")) is None else halves(typed, ways):
        text = _closed(game, view, way)
        found.setdefault(text.strip().lower(), _choice(game, view, way, text))
    clearer = offered.clearer(game, view, line) if line and not found else []
    return [*found.values(), *(_choice(game, view, way._replace(field=""), way.text) for way in clearer)]


def _ways(game: Any, view: Position, typed: str) -> list[Offered]:
    """How it can go on; where a part may follow, with its value, after the others. Of a word that the game has no label
    for, what follows it."""
    found, behind, label = list[Offered](), list[Offered](), game.given("label")
    for way in offered.offered(game, view, typed):
        whole = offered.whole(game, view, way.text)
        if not (way.part or way.field or whole) and label is not None and not any(label(view, way)):
            found += _ways(game, view, f"{way.text} ")
        elif not way.part or whole:
            found.append(way)
        else:
            behind += _ways(game, view, f"{way.text} ") or [way]
    return found + behind


def _closed(game: Any, view: Position, way: Offered) -> str:
    """What is offered with the signs that follow it."""
    written = entering.written(game, view, way.move)
    signs = SIGNS.match(written, len(way.text)) if written.startswith(way.text) else None
    return way.text + (signs[0] if signs is not None else "")


def _choice(game: Any, view: Position, way: Offered, text: str) -> Choice:
    label, place, given = verbatim(text.strip()), "", game.given("label")
    if given is not None and way.move is not None:
        named, place = given(view, way)
        label = named or label
    if not offered.whole(game, view, text):
        more = entering.written(game, view, way.move).startswith(f"{text} ")
        return Choice(f"{text} " if more else text, label, place)
    seat, step = game.turn(view), game.made(view, game.parse(view, text))
    gains = [each for each in game.trail(view, step.move, step.after) if each.player == seat]
    noted, way = game.given("note"), way._replace(text=text, move=step.move)
    costs = game.given("costs") or (lambda view, move: ())
    gained = [each.text for each in gains if each.points]
    note = noted(view, way) if noted is not None else joined([*costs(view, step.move), *gained])
    return Choice(text, label, place, note, sum(each.points for each in gains), whole=True)
