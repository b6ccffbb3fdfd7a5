"""Reads records from files, also from a game's public format if it has one."""

import json
from collections.abc import Sequence
from itertools import chain, count
from typing import Any

from companion.contract.faults import within
from companion.games import Game, names
from companion.record.record import Line, Record, Source, read as read_record
from companion.record.seating import seat
from specs.base.errors import Fault, Place, SpecError, Unfit
from specs.load import load
from specs.model.document import Document
from specs.model.schema import Spec
from specs.read.typed import convert, limited
from specs.read.yaml_nodes import read_text

NOT_IN_NAMES = "|:;,=\"'@[]{}"


def read(data: bytes, file: str) -> tuple[Record, Source]:
    """Read a record, or a transcript by the first game that knows its format; `file` names it in faults. Raises
    SpecError."""
    value = _json(data)
    if value is None or "game" in value:
        return read_record(data, file)
    tree = read_text(data, file)
    tree.value = value  # letters exactly as in the JSON
    unlike = list[list[Fault]]()
    for game in map(Game, names()):
        if game.transcript is None:
            continue
        source = Source(file, tree.mark, load(game.name))
        values, found = convert(tree, game.transcript.Transcript)
        try:
            if not found:
                return _record(game, source.document, values), source
        except Unfit as fault:
            found = [source.fault(fault.path, fault)]
        unlike.append(found)
    none = [Fault("missing-key", Place(file, 1, 1), "a mapping without 'game'", "a record")]
    likest = min(unlike, key=len, default=none)
    raise SpecError(limited(likest, file))


def _json(data: bytes) -> dict[str, Any] | None:
    """Read a mapping in JSON; None for anything else. A record may be JSON too, which is YAML."""
    try:
        value = json.loads(data) if data.lstrip()[:1] == b"{" else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _record(game: Game, document: Document, values: Any) -> Record:
    """Make a record of a transcript's values, its players checked against the spec. Raises Unfit."""
    players, setup, moves = game.transcript.read(values)
    colours = coloured([player.colour for player in players], document.spec)
    named = zip(names_of([player.name for player in players]), colours, strict=True)
    with within("players"):
        seated = seat([f"{name}:{colour}" for name, colour in named], document.spec.players)
    return Record(game.name, seated, setup, tuple(Line("turn", move) for move in moves))


def names_of(given: Sequence[str]) -> list[str]:
    """Names as our records can hold them, each different: `"Ann: x"` is read as `Ann x`, a second Ann as `Ann 2`.

    >>> names_of(["Ann: x", "ann x", "::"])
    ['Ann x', 'ann x 2', 'Player 3']
    """
    found: list[str] = []
    for number, name in enumerate(given, 1):
        plain = "".join(" " if char in NOT_IN_NAMES or not char.isprintable() else char for char in name)
        whole = " ".join(plain.split())[:24].strip() or f"Player {number}"
        used = {other.lower() for other in found}
        tries = chain([whole], (f"{whole[:21].strip()} {second}" for second in count(2)))
        found.append(next(each for each in tries if each.lower() not in used))
    return found


def coloured(given: Sequence[str], spec: Spec) -> list[str]:
    """Return a colour of the spec for each colour of a transcript: the same name, else the nearest that is free; empty
    if no known colour is named, or if the spec's are used up."""
    from specs.model.colours import colour

    free, found = list(spec.players.colours), [""] * len(given)
    wanted = [name.strip().lower() for name in given]
    for number, name in enumerate(wanted):
        if name in free:
            free.remove(name)
            found[number] = name
    for number, name in enumerate(wanted):
        if found[number] or not free:
            continue
        try:
            want = colour({}, name)
            near = [sum((a - b) ** 2 for a, b in zip(colour(spec.palette, one), want, strict=True)) for one in free]
        except KeyError:
            continue
        found[number] = free.pop(near.index(min(near)))
    return found
