"""Where things are on the board, in sentences: a field and what lies around it, a player's stacks and towers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.contract import Found
from companion.games.circles.choices import WAYS
from companion.games.circles.score import several
from companion.games.circles.state import BURNED, TOWER, State, height, kind, owner
from specs.hexes import name


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
                found.append(Found(f"{names[n]}: {_lies(state, n)}.", names[n]))
    return found


def _field(state: State, names: Sequence[str], n: int) -> Iterator[Found]:
    yield Found(f"{names[n]}: {_lies(state, n)}.{_limit(state, n)}", names[n])
    around = []
    for way, ray in zip(WAYS, state.board.rays[n], strict=True):
        if ray:
            around.append(f"{way} {names[ray[0]]}, {_lies(state, ray[0])}")
    yield Found(f"Around {names[n]}: {'; '.join(around) or 'no fields'}.")
    island = [names[other] for other, at in enumerate(state.board.islands) if at == state.board.islands[n]]
    yield Found(f"Its island: {', '.join(island)}.")


def _player(state: State, names: Sequence[str], player: int) -> Iterator[Found]:
    who = state.players[player].name
    own = [n for n, value in enumerate(state.fields) if owner(value) == player]
    for what, wanted in (("stacks", 0), ("growth towers", TOWER)):
        held = [n for n in own if kind(state.fields[n]) == wanted]
        told = ", ".join(f"{names[n]} of {height(state.fields[n])}" for n in held)
        yield Found(f"{who}: {what} {told or 'none'}.")
    near = [n for n in own if _alive(state, n) - height(state.fields[n]) == 1]
    if near:
        yield Found(f"{who}: one piece more explodes {', '.join(names[n] for n in near)}.")
    for n in own:
        yield Found("", names[n])


def _alive(state: State, n: int) -> int:
    """How many fields beside it are alive: neither towers nor burned."""
    return sum(kind(state.fields[other]) == 0 for other in state.board.neighbours[n])


def _limit(state: State, n: int) -> str:
    """When it explodes; nothing for what cannot."""
    if owner(state.fields[n]) < 0:
        return ""
    alive, more = _alive(state, n), _alive(state, n) - height(state.fields[n])
    beside = f"{several(alive, 'field')} beside it {'is' if alive == 1 else 'are'} alive"
    when = f"{several(more, 'piece')} more and it explodes" if more > 0 else "it explodes in its player's turn"
    return f" {beside[0].upper()}{beside[1:]}: {when}."


def _lies(state: State, n: int) -> str:
    value = state.fields[n]
    if kind(value) == BURNED:
        return "burned"
    if owner(value) < 0:
        return "empty"
    who = state.players[owner(value)].name
    return f"{who}'s {'growth tower' if kind(value) == TOWER else 'stack'} of {height(value)}"
