"""Transcripts: a game's public format beside our records, where it has one. What they say becomes a record."""

from __future__ import annotations

from typing import Any

from companion.found import find, names
from companion.game import Game, SyntaxFault, ValueFault
from companion.record import Line, Record, Source
from companion.turns import seat
from specs.errors import Fault, SpecError


def is_transcript(data: bytes) -> bool:
    """JSON that names no game of ours is a transcript; a record may be JSON too, which is YAML."""
    import json

    if data.lstrip()[:1] != b"{":
        return False
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and "game" not in value


def read(data: bytes, file: str) -> tuple[Record, Source]:
    """A record from a transcript, by the first game that knows its format. Raises SpecError."""
    from specs.nodes import read_text

    tree = read_text(data, file)
    source = Source(file, tree.mark)
    faults: list[Fault] = []
    for game in filter(lambda game: game.transcript, map(find, names())):
        try:
            return record(game, data.decode("utf-8-sig")), source
        except ValueFault as fault:
            faults.append(source.fault(fault.path, fault.found, fault.expected))
        except SyntaxFault as fault:
            faults.append(source.fault((), fault.found, fault.expected))
    raise SpecError(faults or [source.fault((), "a mapping without 'game'", "a record")])


def record(game: Game[Any, Any], text: str) -> Record:
    """A record from a transcript's text. Raises ValueFault, SyntaxFault."""
    players, setup, moves = game.read_transcript(text)
    try:
        seated = seat([f"{p.name}:{p.colour}" for p in players], game.colours, game.min_players, game.max_players)
    except SyntaxFault as fault:
        raise ValueFault(("players",), fault.found, fault.expected) from None
    return Record(game.id, game.rules_version, seated, setup, tuple(Line("turn", move) for move in moves))
