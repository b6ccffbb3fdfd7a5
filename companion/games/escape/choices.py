"""How a ply typed so far can go on, with words and places; and how plies are typed.

Nothing is multiplied out: of a move the next hex is offered, of a sinking first the piece, then the symbol, then one
put after the other, of a roll first the dice, then the creature, then where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.contract import Choice, IllegalMove, SyntaxFault
from companion.games.escape import notation, rolling, sinking
from companion.games.escape.moving import Waters, step_text
from companion.games.escape.rules import places
from companion.games.escape.state import (
    CORAL,
    CREATURES,
    DIVE,
    FACES,
    LETTERS,
    MOVE,
    OVER,
    PLACE,
    REGIONS,
    SAIL,
    SEA,
    SINK,
    STEPS,
    SWIM,
    SYMBOLS,
    UNKNOWN,
    Put,
    Sink,
    State,
    Step,
    Steps,
    eaters,
    letters,
    of,
    unplaced,
)
from specs.base.languages import Said, joined, say, say_many, word

PARTS = True
ASKS: Mapping[str, str] = {}


def choices(state: State, typed: str) -> Sequence[Choice]:
    """How a ply typed so far can go on, in a stable order; empty where nothing legal begins so."""
    if state.phase == OVER:
        return ()
    found = _choices(state, state.phase, typed)
    if not state.steps:
        return found
    if not typed.strip():
        more = say_many("up to {n} step more", "up to {n} steps more", STEPS - state.steps)
        return (*found, Choice(f"{MOVE} ", more))
    return found or _choices(state, MOVE, typed)


def _choices(state: State, phase: str, typed: str) -> Sequence[Choice]:
    words = typed.lower().split()
    begun = words if words[:1] == [phase] else [phase, *words]
    found = tuple(_following(state, phase, begun[1:]))
    if found or not words or typed[-1].isspace():
        return found
    # the last word is only begun
    begun = words if phase.startswith(words[0]) else begun
    before, so_far = begun[1:-1], " ".join(begun)
    return tuple(one for one in _following(state, phase, before) if one.text.lower().startswith(so_far))


def _following(state: State, phase: str, words: Sequence[str]) -> Iterator[Choice]:
    match phase:
        case "place":
            return _places(state) if not words else iter(())
        case "move":
            return _steps(state, words)
        case "sink":
            return _sinkings(state, words)
    return _rolls(state, words)


def _places(state: State) -> Iterator[Choice]:
    left = unplaced(state, state.turn)
    for h in places(state):
        name, people = state.board.names[h], letters(state.stand[h])
        label = joined([name, _ground(state, h), *_beside(people)])
        yield Choice(f"{PLACE} {name}", label, name, say("{n} left to place", n=left - 1), whole=True)


def _ground(state: State, h: int) -> Said:
    return word(REGIONS[state.ground[h]])


def _beside(people: str) -> list[Said]:
    return [say("beside {people}", people=people)] if people else []


# ---- steps ---------------------------------------------------------------------------------------


def _steps(state: State, words: Sequence[str]) -> Iterator[Choice]:
    names = state.board.names
    *done, last = words or [""]
    source = _begun(state, last)
    if source is None and last:
        done, last = list(words), ""
    try:
        move = notation.parse(state, " ".join([MOVE, *done])) if done else Steps(())
    except SyntaxFault:
        return
    assert isinstance(move, Steps)
    waters = Waters(state)
    for step in move.steps:
        if waters.judge(step, alone=len(move.steps) == 1) is not None:
            return
        waters.make(step)
    so_far = notation.steps_text(names, move.steps) + " " if move.steps else ""
    if source is None:
        if not move.steps:
            label = say("nobody else moves") if state.steps else say("nobody moves")
            yield Choice(f"{MOVE} -", label, whole=True)
        yield from _sources(state, waters, f"{MOVE} {so_far}")
        return
    for step in waters.steps():
        if step.source == source[0] and (step.how == SAIL) == source[1]:
            rescue = waters.rescues(step)
            if rescue and move.steps:
                continue
            target = names[step.target]
            brings = 1 if state.ground[step.target] == CORAL else 0
            label = _label(waters, step, rescue)
            note = say("the whole move") if rescue else _left(STEPS - waters.taken - 1)
            yield Choice(f"{MOVE} {so_far}{step_text(names, step)}", label, target, note, brings, whole=True)


def _left(steps: int) -> Said:
    return say_many("{n} step left", "{n} steps left", steps) if steps else say("no steps left")


def _begun(state: State, word: str) -> tuple[int, bool] | None:
    """The hex a half typed step begins on, and whether it is a boat's; None for what is no half step."""
    sails = word.startswith("=")
    name = word.removeprefix("=").rstrip(">-").removesuffix("~").upper()
    h = state.board.number.get(name)
    return None if h is None else (h, sails)


def _sources(state: State, waters: Waters, before: str) -> Iterator[Choice]:
    seen = set[tuple[int, bool]]()
    for step in waters.steps():
        key = (step.source, step.how == SAIL)
        if key in seen:
            continue
        seen.add(key)
        name = state.board.names[step.source]
        if step.how == SAIL:
            crew = letters(waters.stand[step.source])
            boat = say("the boat on {hex}, empty", hex=name)
            if crew:
                boat = say("the boat on {hex} with {people}", hex=name, people=crew)
            yield Choice(f"{before}={name}>", boat, name)
        else:
            swims = "~" * (step.how == SWIM)
            yield Choice(f"{before}{name}{swims}>", _somebody(state, step, name), name)


def _somebody(state: State, step: Step, name: str) -> Said:
    if step.how == SWIM:
        return say("somebody in the water of {hex}", hex=name)
    if state.ground[step.source] == SEA:
        return say("somebody aboard on {hex}", hex=name)
    return say("somebody on {hex}", hex=name)


def _label(waters: Waters, step: Step, rescue: bool) -> Said:
    """A step in words."""
    names, how = waters.start.board.names, step.how
    at, to, stays = names[step.source], names[step.target], step.source == step.target
    if rescue:
        return say("a dolphin carries the swimmer on {here} to {there}", here=at, there=to)
    if waters.ground[step.target] == CORAL:
        return say("from {here} ashore on {there}", here=at, there=to)
    if how == SAIL:
        return say("the boat from {here} to {there}", here=at, there=to)
    if how == DIVE:
        dive = say("dive from {here} to {there}", here=at, there=to)
        return _perhaps_eaten(waters, step, say("overboard on {hex}", hex=at) if stays else dive)
    if how == SWIM and stays:
        return say("climb into the boat on {hex}", hex=at)
    if how == SWIM:
        return _perhaps_eaten(waters, step, say("swim from {here} to {there}", here=at, there=to))
    if waters.boats >> step.target & 1:
        return say("from {here} into the boat on {there}", here=at, there=to)
    return say("walk from {here} to {there}", here=at, there=to)


def _perhaps_eaten(waters: Waters, step: Step, label: Said) -> Said:
    """A step into the water, and to whom."""
    eaten = eaters(waters.start.table, waters.beasts[step.target])
    return say("{step}, to the {beasts}", step=label, beasts=rolling.kinds_said(eaten)) if eaten else label


# ---- sinking -------------------------------------------------------------------------------------


def _sinkings(state: State, words: Sequence[str]) -> Iterator[Choice]:
    names = state.board.names
    if not words:
        for h in sinking.pieces(state):
            people = letters(state.stand[h])
            label = say("{hex}, {region}, empty", hex=names[h], region=_ground(state, h))
            if people:
                label = say("{hex}, {region} with {people}", hex=names[h], region=_ground(state, h), people=people)
            whole = state.table.pieces == "dealt" and not people
            yield Choice(f"{SINK} {names[h]}", label, names[h], whole=whole)
        return
    try:
        sink = notation.parse(state, " ".join([SINK, *words]))
    except (SyntaxFault, IllegalMove):
        return
    piece = sink[0]
    if not isinstance(sink, Sink) or piece not in sinking.pieces(state):
        return
    before = f"{SINK} {names[piece]}"
    if sink.symbol == UNKNOWN and state.table.pieces != "dealt":
        supply = state.supply[state.ground[piece] - 1]
        for symbol in sinking.symbols(state, piece):
            label = say("{symbol} came up", symbol=word(SYMBOLS[symbol]))
            note, whole = say("{n} left", n=supply[symbol]), not state.stand[piece]
            yield Choice(f"{before} {SYMBOLS[symbol]}", label, names[piece], note, whole=whole)
        return
    # what a seed dealt needs no telling; whoever sees no backs leaves it out
    told = "" if sink.symbol == UNKNOWN else f" {SYMBOLS[sink.symbol]}"
    if told and sink.symbol not in sinking.symbols(state, piece):
        return
    given = sink.puts if any(char.isdigit() for word in words[1:] for char in word) else ()
    yield from _puts(state, piece, f"{before}{told}", given)


def _puts(state: State, piece: int, before: str, puts: Sequence[Put]) -> Iterator[Choice]:
    """The next of those on a piece, to every place that has room for him."""
    names, room = state.board.names, sinking.rooms(state, piece)
    for put in puts:
        if put.target in room and not put.water:
            room[put.target] -= 1
    counts = [of(state.stand[piece], n) - sum(put.colour == n for put in puts) for n in range(4)]
    waiting = [n for n, count in enumerate(counts) for _ in range(count)]
    if not waiting or min(counts) < 0 or any(left < 0 for left in room.values()):
        return
    told = "".join(f" {LETTERS[p.colour]}>{names[p.target]}{'~' * p.water}" for p in puts)
    letter, last = LETTERS[waiting[0]], len(waiting) == 1
    free = [h for h, left in room.items() if left]
    for h in free:
        to = say("{letter} to {hex}", letter=letter, hex=names[h])
        label = joined([to, _ground(state, h), *_beside(letters(state.stand[h]))])
        yield Choice(f"{before}{told} {letter}>{names[h]}", label, names[h], whole=last)
    for h in () if free else sinking.waters(state, piece):
        label = say("{letter} into the water on {hex}", letter=letter, hex=names[h])
        yield Choice(f"{before}{told} {letter}>{names[h]}~", label, names[h], whole=last)


# ---- dice ----------------------------------------------------------------------------------------


def _rolls(state: State, words: Sequence[str]) -> Iterator[Choice]:
    names = state.board.names
    told = [one for one in words if one.isalnum() and one.upper() not in state.board.number]
    dice = [next((name for name in CREATURES if name.startswith(one)), "") for one in told[:1]]
    dice += [one.upper() for one in told[1:2] if one.upper() in FACES]
    if state.dice and not told:
        dice = list(state.dice)
    if not dice:
        for creature in CREATURES:
            for face in FACES:
                label = say("{beast} and {face}", beast=word(creature), face=face)
                yield Choice(f"roll {creature} {face} ", label)
        return
    if not dice[0] or len(told) > len(dice):
        return
    if len(dice) == 1:
        for face in FACES:
            yield Choice(f"roll {dice[0]} {face} ", say("the second die shows {face}", face=face))
        return
    creature, number = dice
    before = f"roll {creature} {number} "
    last = words[-1] if words and words[-1] not in told else ""
    source = _begun(state, last) if last else None
    kind = 4 * CREATURES.index(creature)
    if source is None and not last:
        yield Choice(f"{before}-", say("no {beast} moves", beast=word(creature, "no")), whole=True)
        beast = word(creature, "the")
        for h in rolling.where(state, creature):
            yield Choice(f"{before}{names[h]}>", say("the {beast} on {hex}", beast=beast, hex=names[h]), names[h])
    elif source is not None and state.beasts[source[0]] >> kind & 15:
        for target in rolling.reach(state, source[0], number):
            there = rolling.contents(state, target)
            label = say("from {here} to {there}", here=names[source[0]], there=names[target])
            if there:
                label = joined([label, there], ": ")
            yield Choice(f"{before}{names[source[0]]}>{names[target]}", label, names[target], whole=True)
