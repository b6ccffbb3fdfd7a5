"""What a move offers and brings, in words; what a turn set off; and who wins, with the sums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.contract.entering import Ply
from companion.contract.game import filled_in
from companion.contract.offered import Offered
from companion.contract.position import Position
from companion.games.circles.areas import Area, areas, scores, settled
from companion.games.circles.exploding import Explosion
from companion.games.circles.ground import height, owner, pieces
from companion.games.circles.look import fields_said, pieces_said
from companion.games.circles.movement import free, made, ways
from companion.games.circles.moves import End, Go
from companion.games.circles.rules import Circles, finished
from companion.games.circles.state import State
from companion.games.circles.text import TEXT
from companion.games.circles.words import WAYS
from companion.values import Entry, Result, Standing
from specs.base.languages import Said, joined, mark, say, say_many, word
from specs.model.shapes.hexes import line

PARTS: Final = True  # turns are many, for each has many parts
UNFOLDS: Final = True  # a move may set off more than it says
ASKS: Final[Mapping[str, str]] = {
    "agree": mark("No move, and the game ends once all others agree?"),
    "resign": mark("No more turns for you in this game?"),
}
ENDS: Final = {
    "-": mark("no move"),
    "agree": mark("no move; I would end here"),
    "resign": mark("no more turns for me"),
}


# ---- what is offered -----------------------------------------------------------------------------


def label(p: Position, way: Offered) -> tuple[Said | str, str]:
    """What is offered, in words, and its field."""
    s: State = p.state
    match way.move:
        case End(how) if way.field == "how":
            return say("no other move") if s.moved else word(ENDS[how]), ""
        case Go(source) if way.field == "source":
            here, far = s.name(source), max(move.steps(s) for move in ways(s, source))
            reach = fields_said(1) if far == 1 else say("1 to {most} fields", most=far)
            return say(
                "from {here}: {pieces}, {reach}", here=here, pieces=pieces_said(free(s, source)), reach=reach
            ), here
        case Go(source, target) if way.field == "target":
            there, straight = s.name(target), line(s.board.cells[source], s.board.cells[target])
            direction, far = straight or (0, 0)
            said = say_many(
                "{n} piece {way} to {field}", "{n} pieces {way} to {field}", far, way=word(WAYS[direction]), field=there
            )
            return said, there
        case Go() if way.field == "more":
            return say("and another move"), ""
    return "", ""


def note(p: Position, way: Offered) -> Said | str:
    """What a move that ends the turn does where it comes, sets off and brings."""
    if way.field != "target":
        return ""
    s, move, steps = p.state, way.move, list[Explosion]()
    after = finished(made(s, move), chain=steps)
    held, holds = (scores(each.board, each.fields, each.seats)[s.turn] for each in (s, after))
    notes = [
        _landing(p, s.fields[move.target]),
        say_many("{n} explosion", "{n} explosions", len(steps)) if steps else "",
        say_many("{more} field", "{more} fields", abs(holds - held), more=f"{holds - held:+}") if holds != held else "",
    ]
    return joined([each for each in notes if each])


def _landing(p: Position, value: int) -> Said | str:
    if not value:
        return ""
    if owner(value) == p.state.turn:
        return say("joins {height}", height=height(value))
    return say("onto {height} of {who}'s", height=height(value), who=p.players[owner(value)].name)


def chain(ply: Ply) -> Sequence[Said]:
    """How a turn's explosions unfolded, one line each."""
    return [
        filled_in(TEXT[each.what].sentence, each.facts, ply.before.players)
        for each in ply.effects
        if each.what == "explosion"
    ]


# ---- points --------------------------------------------------------------------------------------


def ending(p: Position) -> str:
    """Why a game that is over ended: everything at rest before all else that may be true of it too."""
    s: State = p.state
    if settled(s.board, s.fields):
        return mark("every area is stable")
    playing = [seat for seat in s.there() if seat >= 0 and not s.away[seat]]
    if not playing:
        return mark("nobody is left")
    passed = len(playing) > 1 and all(s.passed[seat] for seat in playing)
    return mark("everybody passed") if passed else mark("one player is left")


def result(p: Position) -> Result:
    """The result if the game ended here: fields, then pieces left or, by the option, the later mover."""
    s, score = p.state, Circles().score(p.state)
    found, standings = [*areas(s.board, s.fields)], list[Standing]()
    for seat, total in enumerate(score.points(s.seats)):
        lines = [_area(s, area) for area in found if area.owner == seat]
        left = pieces_said(pieces(s.fields, seat)[0])
        lines.append(say("{fields}, {pieces} left", fields=fields_said(total), pieces=left))
        standings.append(Standing(seat, 0, 0, total, tuple(lines)))
    return Result(tuple(standings), score.winners)


def _area(s: State, area: Area) -> Said:
    number, field = len(area.fields), s.name(area.fields[0])
    if area.stable:
        return say_many("{n} field around {field}", "{n} fields around {field}", number, field=field)
    return say_many(
        "{n} field around {field} (a growth tower still borders them)",
        "{n} fields around {field} (a growth tower still borders them)",
        number, field=field,
    )  # fmt: skip


def opening(p: Position) -> Sequence[Entry]:
    """The fields each player holds alone at the start."""
    held = enumerate(scores(p.state.board, p.state.fields, p.state.seats))
    return [Entry(seat, total, say("fields held at the start")) for seat, total in held if total]


def trail(before: Position, move: Any, after: Position) -> Iterator[Entry]:
    """What a ply changed in each player's fields."""
    was, now = (scores(each.state.board, each.state.fields, each.state.seats) for each in (before, after))
    for seat, (old, new) in enumerate(zip(was, now, strict=True)):
        if new > old:
            yield Entry(seat, new - old, say_many("{n} field won", "{n} fields won", new - old))
        elif new < old:
            yield Entry(seat, new - old, say_many("{n} field lost", "{n} fields lost", old - new))
