"""Transcripts: a game's public format beside our records, where it has one. What they say becomes a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.contract import SyntaxFault, ValueFault
from companion.games import Game, find, names
from companion.record import Line, Record, Source
from companion.turns import seat
from specs.errors import Fault, SpecError

if TYPE_CHECKING:
    from specs.document import Document


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
    from specs.load import load
    from specs.nodes import read_text

    tree = read_text(data, file)
    faults: list[Fault] = []
    for game in map(find, names()):
        if game.transcript is None:
            continue
        source = Source(file, tree.mark, load(game.name))
        try:
            return record(game, source.document, data.decode("utf-8-sig")), source
        except ValueFault as fault:
            faults.append(source.fault(fault.path, fault.found, fault.expected))
        except SyntaxFault as fault:
            faults.append(source.fault((), fault.found, fault.expected))
    raise SpecError(faults or [Fault(file, 1, 1, "a mapping without 'game'", "a record")])


def record(game: Game, document: Document, text: str) -> Record:
    """A record from a transcript's text, its players held to the spec. Raises ValueFault, SyntaxFault."""
    assert game.transcript is not None
    players, setup, moves = game.transcript.read(text)
    try:
        seated = seat([f"{p.name}:{p.colour}" for p in players], document.spec.players)
    except SyntaxFault as fault:
        raise ValueFault(("players",), fault.found, fault.expected) from None
    return Record(game.name, game.rules_version, seated, setup, tuple(Line("turn", move) for move in moves))
