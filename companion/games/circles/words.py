"""Where things are on the board, in sentences: a field and what lies around it, a player's stacks and towers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract.position import Position
from companion.games.circles.ground import BURNED, STACK, TOWER, height, kind, owner
from companion.games.circles.state import State
from companion.values import Found
from specs.base.languages import Said, joined, mark, say, say_many, word

WAYS: Final = (
    mark("right"), mark("down right"), mark("down left"), mark("left"), mark("up left"), mark("up right"),
)  # fmt: skip
KINDS: Final = {"stack": STACK, "stacks": STACK, "tower": TOWER, "towers": TOWER, "burned": BURNED}


def where(p: Position, sought: str) -> Sequence[Found]:
    """Sentences about a field by its name, a player by name or colour, or `stacks`, `towers` and `burned` fields."""
    s: State = p.state
    if sought in s.board.number:
        return list(_field(p, s.board.number[sought]))
    found: list[Found] = []
    for seat, player in enumerate(p.players):
        if sought in (player.name.lower(), player.colour):
            found += _player(s, player.name, seat)
    wanted = KINDS.get(sought)
    there = [n for n, value in enumerate(s.fields) if value and kind(value) == wanted]
    return [*found, *(Found(_told(p, n), s.name(n)) for n in there)]


def _field(p: Position, n: int) -> Iterator[Found]:
    s: State = p.state
    name, names = s.name(n), s.board.names
    yield Found(joined([_told(p, n), *_limit(s, n)], " "), name)
    around = [
        say("{way} {field}, {what}", way=word(way), field=names[ray[0]], what=_lies(p, ray[0]))
        for way, ray in zip(WAYS, s.board.rays[n], strict=True)
        if ray
    ]
    yield Found(say("Around {field}: {fields}.", field=name, fields=joined(around, "; ") or say("no fields")))
    island = [names[other] for other, at in enumerate(s.board.islands) if at == s.board.islands[n]]
    yield Found(say("Its island: {fields}.", fields=", ".join(island)))


def _told(p: Position, n: int) -> Said:
    return say("{field}: {what}.", field=p.state.name(n), what=_lies(p, n))


def _player(s: State, who: str, seat: int) -> Iterator[Found]:
    own = [n for n, value in enumerate(s.fields) if owner(value) == seat]
    stacks, towers = (
        joined([
            say("{field} of {height}", field=s.name(n), height=height(s.fields[n]))
            for n in own
            if kind(s.fields[n]) == wanted
        ])
        for wanted in (STACK, TOWER)
    )  # fmt: skip
    yield Found(
        say("{who}: stacks {stacks}.", who=who, stacks=stacks) if stacks else say("{who}: stacks none.", who=who)
    )
    if towers:
        yield Found(say("{who}: growth towers {towers}.", who=who, towers=towers))
    else:
        yield Found(say("{who}: growth towers none.", who=who))
    near = [s.name(n) for n in own if _alive(s, n) - height(s.fields[n]) == 1]
    if near:
        yield Found(say("{who}: one piece more explodes {fields}.", who=who, fields=", ".join(near)))
    yield from (Found("", s.name(n)) for n in own)


def _alive(s: State, n: int) -> int:
    """How many fields beside it are alive: neither towers nor burned."""
    return sum(kind(s.fields[other]) == 0 for other in s.board.neighbours[n])


def _limit(s: State, n: int) -> Iterator[Said]:
    """When it explodes; nothing for what cannot."""
    if owner(s.fields[n]) < 0:
        return
    alive, more = _alive(s, n), _alive(s, n) - height(s.fields[n])
    beside = say_many("{n} field beside it is alive", "{n} fields beside it are alive", alive)
    when = say("it explodes in its player's turn")
    if more > 0:
        when = say_many("{n} piece more and it explodes", "{n} pieces more and it explodes", more)
    yield say("{beside}: {when}.", beside=beside, when=when)


def _lies(p: Position, n: int) -> Said:
    value = p.state.fields[n]
    if kind(value) == BURNED:
        return say("burned")
    if owner(value) < 0:
        return say("empty")
    who, tall = p.players[owner(value)].name, height(value)
    if kind(value) == TOWER:
        return say("{who}'s growth tower of {height}", who=who, height=tall)
    return say("{who}'s stack of {height}", who=who, height=tall)
