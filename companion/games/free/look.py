"""A position of the free table for people: what lies in each zone, what can be typed, hands, the sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.contract.codecs import Here
from companion.contract.entering import Ply
from companion.contract.faults import SyntaxFault
from companion.contract.grammar import codecs_of
from companion.contract.judges import Forbidden
from companion.contract.offered import Offered
from companion.contract.position import Position
from companion.contract.sentences import sentence
from companion.contract.values import JSON, Card, Prompt, Result, Span, Standing
from companion.games.free.counting import rows, scored, total
from companion.games.free.listing import reached
from companion.games.free.moves import word_of
from companion.games.free.plan import Piece, Site, place, seats
from companion.games.free.state import State
from companion.games.free.text import TEXT
from companion.games.free.texts import Place, Ref, place_of
from specs.base import measure
from specs.base.languages import Said, listed, mark, say, verbatim
from specs.expand.table_kit import words_of
from specs.model.document import Document

LABELS = {"zones": mark("places"), "counters": mark("counters"), "score": mark("score"), "rows": mark("score by rows")}
PARTS, UNFOLDS, APART = True, True, " "


def _called(piece: Piece) -> str:
    return f"{piece.word}{'~' if piece.down else ''}{f'^{piece.turn}' if piece.turn else ''}"


def _whose(state: State, owner: int | None) -> dict[str, JSON]:
    """The zones and counters of a player, or everybody's; places of many with nothing there are left out."""
    zones: dict[str, dict[str, list[str]]] = {}
    for site, pieces in state.lying:
        if site.owner == owner:
            places = zones.setdefault(site.zone, {})
            if pieces or not site.cell:
                places[site.cell] = [_called(piece) for piece in pieces]
    counted = {name: state.counts[n] for n, (name, whose) in enumerate(state.plan.counters) if whose == owner}
    return {"zones": zones, "counters": counted}


def facts(view: Position) -> Mapping[str, JSON]:
    """`zones` has for each zone its places with what lies there, the top or first first; "" is a zone that is one."""
    state: State = view.state
    people = [
        {
            "name": player.name,
            "colour": player.colour,
            **_whose(state, seat),
            "score": total(state, seat),
            "rows": {row.text: row.points for row in found},
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
    """What can be typed next."""
    state: State = view.state
    if state.over:
        return Prompt("over", say("The game is over"), "")
    words = [verbatim(name) for name in (*state.kit.buttons, *state.kit.counters)]
    how = say("play, draw, take, move, give, flip, roll, next or one of {names}.", names=listed(words))
    return Prompt("turn", say("round {n}", n=state.round), how)


def status(view: Position) -> str:
    """The phase of the turn, and the dice as they lie."""
    state: State = view.state
    thrown = ((name, faces) for name, faces in zip(state.kit.dice, state.dice, strict=True) if faces)
    told = [f"{name} {' '.join('?' if one is None else str(one) for one in faces)}" for name, faces in thrown]
    return "; ".join([*([say("phase {phase}", phase=state.phased)] if state.phased else []), *told])


def board(view: Position, width: int) -> Sequence[Sequence[Span]]:
    """A line for each zone with what lies there, what all share first, then each player's."""
    state: State = view.state
    lines: list[tuple[str, str, str]] = [
        (f"{name}: ", str(n), "") for name, n in _whose(state, None)["counters"].items()
    ]
    lines += [("", told, "") for told in (status(view),) if told]
    for site, pieces in state.lying:
        if site.owner is None and (pieces or (not site.cell and site.zone != "box")):
            lines.append((f"{place((), site)}: ", _row(state, site, pieces), "dim" if site.zone == "box" else ""))
    for seat, player in enumerate(view.players):
        counters = {**_whose(state, seat)["counters"], "score": total(state, seat)}
        told = ", ".join(f"{name} {count}" for name, count in counters.items())
        lines.append((f"{'>' if seat == state.turn and not state.over else ' '} {player.name}: ", told, "bold"))
        for site, pieces in state.lying:
            if site.owner == seat and pieces:
                lines.append((f"    {place((), site._replace(owner=None))}: ", _row(state, site, pieces), ""))
    return [
        [Span(line, style)]
        for head, text, style in lines
        for line in measure.wrap(f"{head}{text}".rstrip(), width, "", "      ")
    ]


def _row(state: State, site: Site, pieces: Sequence[Piece]) -> str:
    """What lies at a site: `4×?cards`, `red-4 gold-2`; of the box only how many of each component."""
    if not pieces:
        return "-"
    called = [state.component(piece) if site.zone == "box" else _called(piece) for piece in pieces]
    runs = [(word, len(list(run))) for word, run in groupby(called)]
    return " ".join(word if count == 1 else f"{count}×{word}" for word, count in runs)


# ---- turns -------------------------------------------------------------------------------------------


def label(view: Position, way: Offered) -> tuple[Said | str, str]:
    """What a part of a turn that is offered says, and its spot on the picture."""
    if not way.field:
        return verbatim(way.text.strip()), ""
    kind: Any = type(way.move)
    here, before = Here(None, view.state, view.players), {"source": "from ", "target": "to "}
    said = codecs_of(kind)[way.field].write(way.value, here)
    spot = _spot(view, way, said, here)
    return verbatim(f"{before.get(way.field, '')}{said}"), spot


def _spot(view: Position, way: Offered, said: str, here: Here) -> str:
    state: State = view.state
    match way.field, way.value:
        case "by", sign:
            whose = way.move.whose if way.move.whose is not None else state.turn
            each = f"{seats(view.players)[whose]}." if state.kit.counters[way.move.counter].each else ""
            return f"{each}{way.move.counter} {sign[0]}"
        case "die", name:
            return str(name)
        case _, (Ref(kind=kind, place=None),):
            return _lying(view, kind, word_of(way.move))
        case (_, (Ref(place=Place() as where),)) | (_, Place() as where):
            return _whole(view, where)
        case "it", str():
            spot = place_of(said, here)
            return _lying(view, said, "") if spot is None else _whole(view, spot)
    return ""


def _whole(view: Position, where: Place) -> str:
    """A place with whose it is."""
    owner = (view.state.turn if where.seat is None else where.seat) if view.state.kit.zones[where.zone].each else None
    return place(seats(view.players), Site(where.zone, owner, where.cell), where.at)


def _lying(view: Position, kind: str, word: str) -> str:
    """Where the first of a kind lies that is in reach of a word; empty where none is."""
    spots = (place(seats(view.players), site, at) for ref, site, at in reached(view.state, word) if ref.kind == kind)
    return next(spots, "")


def chain(made: Ply) -> Iterator[Said]:
    """The phase that begins by a turn, where turns have any; else turns do what they say."""
    before, after = made.before.state, made.after.state
    if before.kit.turn.phases and not after.over and (after.phase, after.turn) != (before.phase, before.turn):
        yield say("phase {phase}", phase=after.phased)


def result(view: Position) -> Result:
    """The sums line by line; what is not known is ?."""
    state: State = view.state
    score, found = scored(state), rows(state, "end")
    standings = []
    for seat, points in enumerate(score.points(len(found))):
        told = [(state.kit.said(row.text), "?" if row.points is None else row.points) for row in found[seat]]
        lines = [verbatim(f"{text}: {each}") for text, each in told]
        if counted := state.counted("score", seat):
            lines.insert(0, say("counted on the way: {points}", points=counted))
        facts = {"rows": {row.text: row.points for row in found[seat]}}
        standings.append(Standing(seat, 0, 0, points, tuple(lines), facts))
    return Result(tuple(standings), score.winners)


# ---- hands -------------------------------------------------------------------------------------------


def hand_places(view: Position, player: int) -> Sequence[str]:
    """Where each card of a hand lies, as choices name it."""
    site = Site("hand", player)
    return [place(seats(view.players), site, at) for at in range(len(view.state.at(site)))]


def assume(view: Position, hand: str, player: int | None = None) -> Position:
    """The position with a hand told, that of the player to move unless named. Raises SyntaxFault, or IllegalMove where
    it cannot be."""
    state: State = view.state
    me, kinds = state.turn if player is None else player, state.plan.kinds
    words, site = hand.lower().split(), Site("hand", me)
    for word in words:
        if word not in kinds:
            raise SyntaxFault(f"'{word[:40]}'", say("a piece of this game"))
    told = tuple(Piece(kinds[word].word) for word in words)
    at = state.plan.numbers[site]
    after = state._replace(lies=(*state.lies[:at], told, *state.lies[at + 1 :]))
    for rule, why in _amiss(state, after, site):
        raise sentence(TEXT, Forbidden(rule, {"who": me, **why}), view.players)
    return view._replace(state=after)


def _amiss(state: State, after: State, site: Site) -> Iterator[tuple[str, dict[str, Any]]]:
    """Why a hand cannot be what was told."""
    held, told = state.at(site), after.at(site)
    if len(told) != len(held):
        yield "piece.few", {"why": "held", "cards": len(held), "given": len(told)}
    if Counter(map(state.component, told)) != Counter(map(state.component, held)):
        yield "piece.elsewhere", {"why": "backs"}
    for piece in (Counter(piece for piece in held if piece.known) - Counter(told)).elements():
        yield "piece.elsewhere", {"why": "held", "piece": piece.word}
    for word, count in Counter(piece.word for pieces in after.lies for piece in pieces if piece.known).items():
        if count > state.plan.kinds[word.lower()].count:
            yield "piece.gone", {"why": "held", "piece": word}


def kinds(document: Document) -> Sequence[Card]:
    """Every kind of piece there is, as the first of it looks."""
    found = {word: piece for piece, word in reversed(words_of(document))}
    return [Card(word, word, piece) for word, piece in reversed(found.items())]
