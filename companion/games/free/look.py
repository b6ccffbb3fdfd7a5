"""A position of the free table for people: what lies in each zone, what can be typed, hands, the sums."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from companion.contract.codecs import Here, codecs_of
from companion.contract.entering import Ply
from companion.contract.position import Position
from companion.contract.values import JSON, Card, Prompt, Span
from companion.games.free.counting import rows, total
from companion.games.free.moves import word_of
from companion.games.free.plan import Piece, Ref, Site, seats
from companion.games.free.state import State
from companion.games.free.texts import place_of
from specs.base import measure
from specs.base.languages import Said, listed, mark, say, verbatim
from specs.expand.table_kit import words_of

if TYPE_CHECKING:
    from companion.contract.offered import Offered
    from specs.model.document import Document

LABELS = {"zones": mark("places"), "counters": mark("counters"), "score": mark("score"), "rows": mark("score by rows")}
PARTS, UNFOLDS, APART = True, True, " "
HAND = mark("What does {who} hold? Type its cards.")


def _whose(state: State, owner: int | None) -> dict[str, JSON]:
    """Return the zones and counters of a player, or the common ones, without empty cells."""
    zones = defaultdict[str, dict[str, list[str]]](dict)
    for site, pieces in state.lying:
        if site.owner == owner:
            zones[site.zone] |= {site.cell: [piece.text for piece in pieces]} if pieces or not site.cell else {}
    counted = {name: state.counts[n] for n, (name, whose) in enumerate(state.plan.counters) if whose == owner}
    return {"zones": zones, "counters": counted}


def facts(view: Position) -> Mapping[str, JSON]:
    """Return the facts; `zones` has for each zone its places with what lies there, the top or first first; "" is the
    place of a zone without cells."""
    state: State = view.state
    people = [
        {
            "name": player.name,
            "colour": player.colour,
            **_whose(state, seat),
            "score": total(state, seat),
            "rows": dict(found),
        }
        for seat, (player, found) in enumerate(zip(view.players, rows(state, "end"), strict=True))
    ]
    return {
        "spec": state.kit.game,
        "kit": state.kit.digest,
        "round": state.round,
        "phase": state.phased,
        **_whose(state, None),
        "dice": {name: list(faces) for name, faces in zip(state.kit.dice, state.dice, strict=True)},
        "players": people,
    }


def prompt(view: Position) -> Prompt:
    """Return what can be typed next."""
    state: State = view.state
    words = [verbatim(name) for name in (*state.kit.buttons, *state.kit.counters)]
    how = say("play, draw, take, move, give, flip, roll, next or one of {names}.", names=listed(words))
    return Prompt("turn", say("round {n}", n=state.round), how)


def status(view: Position) -> str:
    """Return the phase of the turn, and the dice as they lie."""
    state: State = view.state
    thrown = ((name, faces) for name, faces in zip(state.kit.dice, state.dice, strict=True) if faces)
    dice = [f"{name} {' '.join('?' if one is None else str(one) for one in faces)}" for name, faces in thrown]
    return "; ".join([*([say("phase {phase}", phase=state.phased)] if state.phased else []), *dice])


def board(view: Position, width: int) -> Sequence[Sequence[Span]]:
    """Return a line for each zone with what lies there, the common ones first, then each player's."""
    state: State = view.state
    lines = [(f"{name}: {n}", "") for name, n in _whose(state, None)["counters"].items()]
    lines += [*[(line, "") for line in (status(view),) if line], *_rows(state, None)]
    for seat, player in enumerate(view.players):
        counters = {**_whose(state, seat)["counters"], "score": total(state, seat)}
        counted = ", ".join(f"{name} {count}" for name, count in counters.items())
        lines.append((f"{'>' if seat == state.turn and not state.over else ' '} {player.name}: {counted}", "bold"))
        lines += _rows(state, seat, "    ")
    return [[Span(line, style)] for text, style in lines for line in measure.wrap(text.rstrip(), width, "", "      ")]


def _rows(state: State, owner: int | None, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield a line for each site of a player, or of all, with its style."""
    for site, pieces in state.lying:
        if site.owner == owner and (pieces or (owner is None and not site.cell and site.zone != "box")):
            yield f"{before}{site.text()}: {_row(state, site, pieces)}", "dim" if site.zone == "box" else ""


def _row(state: State, site: Site, pieces: Sequence[Piece]) -> str:
    """Write what lies at a site: `4×?cards`, `red-4 gold-2`; of the box only how many of each component."""
    if not pieces:
        return "-"
    called = [state.component(piece) if site.zone == "box" else piece.text for piece in pieces]
    runs = [(word, len(list(run))) for word, run in groupby(called)]
    return " ".join(word if count == 1 else f"{count}×{word}" for word, count in runs)


def label(view: Position, way: Offered) -> tuple[Said | str, str]:
    """Say what a part of an offered turn means, with its spot on the picture."""
    if not way.field:
        return verbatim(way.text.strip()), ""
    kind: Any = type(way.move)
    here, before = Here(None, view.state, view.players), {"source": "from ", "target": "to "}
    said = codecs_of(kind)[way.field].write(way.value, here)
    return verbatim(f"{before.get(way.field, '')}{said}"), _spot(view, way, said, here)


def _spot(view: Position, way: Offered, said: str, here: Here) -> str:
    state, names = view.state, seats(view.players)
    where: Site | None = None
    kind, word = said, ""
    match way.field, way.value:
        case "by", sign:
            whose = way.move.whose if way.move.whose is not None else state.turn
            each = f"{names[whose]}." if state.kit.counters[way.move.counter].per_player else ""
            return f"{each}{way.move.counter} {sign[0]}"
        case "die", name:
            return str(name)
        case _, (Ref(kind=kind, place=None),):
            word = word_of(way.move)
        case (_, (Ref(place=Site() as where),)) | (_, Site() as where):
            pass
        case "it", str():
            where = place_of(said, here)
        case _:
            return ""
    where = where or next((at for ref, at in state.reached(word) if ref.kind == kind), None)  # the first in reach
    return "" if where is None else state.whole(where).text(names)


def chain(made: Ply) -> Iterator[Said]:
    """Say which phase a turn begins, if turns have phases."""
    before, after = made.before.state, made.after.state
    if before.kit.turn.phases and not after.over and (after.phase, after.turn) != (before.phase, before.turn):
        yield say("phase {phase}", phase=after.phased)


def lines(view: Position, seat: int) -> Iterator[Said]:
    """Yield the sum line by line; unknown values are ?."""
    state: State = view.state
    if counted := state.counted("score", seat):
        yield say("counted on the way: {points}", points=counted)
    for text, points in rows(state, "end")[seat]:
        yield verbatim(f"{state.kit.said(text)}: {'?' if points is None else points}")


def hand_places(view: Position, player: int) -> Sequence[str]:
    """Return where each card of a hand lies, as choices name it."""
    held = range(len(view.state.at(Site("hand", player))))
    return [Site("hand", player, at=at).text(seats(view.players)) for at in held]


def kinds(document: Document) -> Sequence[Card]:
    """Return every kind of piece, as the first of it looks."""
    found = {word: piece for piece, word in reversed(words_of(document))}
    return [Card(word, word, piece) for word, piece in reversed(found.items())]
