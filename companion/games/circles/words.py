"""Where things are on the board, in sentences: a field and what lies around it, a player's stacks and towers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.contract import Found
from companion.games.circles.choices import WAYS
from companion.games.circles.state import BURNED, STACK, TOWER, State, height, kind, owner
from specs.base.languages import Said, joined, say, say_many, word
from specs.model.shapes.hexes import name


def where(state: State, sought: str) -> Sequence[Found]:
    """Sentences about a field by its name, a player by name or colour, or `stacks`, `towers` and `burned` fields."""
    names = [name(cell) for cell in state.board.cells]
    if sought in names:
        return list(_field(state, names, names.index(sought)))
    found: list[Found] = []
    for number, player in enumerate(state.players):
        if sought in (player.name.lower(), player.colour):
            found += _player(state, names, number)
    kinds = {"stack": 0, "stacks": 0, "tower": TOWER, "towers": TOWER, "burned": BURNED}
    if sought in kinds:
        wanted = kinds[sought]
        for n, value in enumerate(state.fields):
            if kind(value) == wanted and (wanted == BURNED or owner(value) >= 0):
                found.append(Found(_told(state, names[n], n), names[n]))
    return found


def _field(state: State, names: Sequence[str], n: int) -> Iterator[Found]:
    told = [_told(state, names[n], n), *_limit(state, n)]
    yield Found(joined(told, " "), names[n])
    around = []
    for way, ray in zip(WAYS, state.board.rays[n], strict=True):
        if ray:
            what = _lies(state, ray[0])
            around.append(say("{way} {field}, {what}", way=word(way), field=names[ray[0]], what=what))
    yield Found(say("Around {field}: {fields}.", field=names[n], fields=joined(around, "; ") or say("no fields")))
    island = [names[other] for other, at in enumerate(state.board.islands) if at == state.board.islands[n]]
    yield Found(say("Its island: {fields}.", fields=", ".join(island)))


def _told(state: State, name: str, n: int) -> Said:
    return say("{field}: {what}.", field=name, what=_lies(state, n))


def _player(state: State, names: Sequence[str], player: int) -> Iterator[Found]:
    who = state.players[player].name
    own = [n for n, value in enumerate(state.fields) if owner(value) == player]
    stacks, towers = (
        joined([
            say("{field} of {height}", field=names[n], height=height(state.fields[n]))
            for n in own
            if kind(state.fields[n]) == wanted
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
    near = [n for n in own if _alive(state, n) - height(state.fields[n]) == 1]
    if near:
        fields = ", ".join(names[n] for n in near)
        yield Found(say("{who}: one piece more explodes {fields}.", who=who, fields=fields))
    for n in own:
        yield Found("", names[n])


def _alive(state: State, n: int) -> int:
    """How many fields beside it are alive: neither towers nor burned."""
    return sum(kind(state.fields[other]) == 0 for other in state.board.neighbours[n])


def _limit(state: State, n: int) -> Iterator[Said]:
    """When it explodes; nothing for what cannot."""
    if owner(state.fields[n]) < 0:
        return
    alive, more = _alive(state, n), _alive(state, n) - height(state.fields[n])
    beside = say_many("{n} field beside it is alive", "{n} fields beside it are alive", alive)
    when = say("it explodes in its player's turn")
    if more > 0:
        when = say_many("{n} piece more and it explodes", "{n} pieces more and it explodes", more)
    yield say("{beside}: {when}.", beside=beside, when=when)


def _lies(state: State, n: int) -> Said:
    value = state.fields[n]
    if kind(value) == BURNED:
        return say("burned")
    if owner(value) < 0:
        return say("empty")
    who, tall = state.players[owner(value)].name, height(value)
    if kind(value) == TOWER:
        return say("{who}'s growth tower of {height}", who=who, height=tall)
    return say("{who}'s stack of {height}", who=who, height=tall)
