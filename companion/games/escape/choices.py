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
    creatures,
    eaters,
    letters,
    of,
    unplaced,
)

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
        return (*found, Choice(f"{MOVE} ", f"up to {left(STEPS - state.steps)} more"))
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


def left(steps: int) -> str:
    """So many steps, in words."""
    return f"{steps or 'no'} step{'s' * (steps != 1)}"


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
        beside = f", beside {people}" if people else ""
        label = f"{name}, {REGIONS[state.ground[h]]}{beside}"
        yield Choice(f"{PLACE} {name}", label, name, f"{left - 1} left to place", whole=True)


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
            yield Choice(f"{MOVE} -", "nobody else moves" if state.steps else "nobody moves", whole=True)
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
            note = "the whole move" if rescue else f"{left(STEPS - waters.taken - 1)} left"
            yield Choice(f"{MOVE} {so_far}{step_text(names, step)}", label, target, note, brings, whole=True)


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
            yield Choice(f"{before}={name}>", f"the boat on {name}" + (f" with {crew}" if crew else ", empty"), name)
        else:
            where = "in the water of" if step.how == SWIM else "aboard on" if state.ground[step.source] == SEA else "on"
            swims = "~" * (step.how == SWIM)
            yield Choice(f"{before}{name}{swims}>", f"somebody {where} {name}", name)


def _label(waters: Waters, step: Step, rescue: bool) -> str:
    """A step in words."""
    names, how = waters.start.board.names, step.how
    at, to = names[step.source], names[step.target]
    eaten = eaters(waters.start.table, waters.beasts[step.target])
    end = f", to the {' and '.join(dict.fromkeys(creatures(eaten)))}" if eaten else ""
    if rescue:
        return f"a dolphin carries the swimmer on {at} to {to}"
    if waters.ground[step.target] == CORAL:
        return f"from {at} ashore on {to}"
    if how == SAIL:
        return f"the boat from {at} to {to}"
    if how == DIVE:
        return f"overboard on {at}{end}" if step.source == step.target else f"dive from {at} to {to}{end}"
    if how == SWIM:
        return f"climb into the boat on {at}" if step.source == step.target else f"swim from {at} to {to}{end}"
    if waters.boats >> step.target & 1:
        return f"from {at} into the boat on {to}"
    return f"walk from {at} to {to}"


# ---- sinking -------------------------------------------------------------------------------------


def _sinkings(state: State, words: Sequence[str]) -> Iterator[Choice]:
    names = state.board.names
    if not words:
        for h in sinking.pieces(state):
            people = letters(state.stand[h])
            who = f" with {people}" if people else ", empty"
            known = state.table.pieces == "dealt"
            whole = known and not people
            yield Choice(f"{SINK} {names[h]}", f"{names[h]}, {REGIONS[state.ground[h]]}{who}", names[h], whole=whole)
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
            text = f"{before} {SYMBOLS[symbol]}"
            whole = not state.stand[piece]
            yield Choice(text, f"{a(SYMBOLS[symbol])} came up", names[piece], f"{supply[symbol]} left", whole=whole)
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
    colour, letter = waiting[0], LETTERS[waiting[0]]
    last = len(waiting) == 1
    free = [h for h, left in room.items() if left]
    for h in free:
        people = letters(state.stand[h])
        label = f"{letter} to {names[h]}, {REGIONS[state.ground[h]]}" + (f", beside {people}" if people else "")
        yield Choice(f"{before}{told} {letter}>{names[h]}", label, names[h], whole=last)
    for h in () if free else sinking.waters(state, piece):
        label = f"{LETTERS[colour]} into the water on {names[h]}"
        yield Choice(f"{before}{told} {letter}>{names[h]}~", label, names[h], whole=last)


def a(word: str) -> str:
    """A word with its article."""
    return f"{'an' if word[0] == 'o' else 'a'} {word}"


# ---- dice ----------------------------------------------------------------------------------------


def _rolls(state: State, words: Sequence[str]) -> Iterator[Choice]:
    names = state.board.names
    told = [word for word in words if word.isalnum() and word.upper() not in state.board.number]
    dice = [next((name for name in CREATURES if name.startswith(word)), "") for word in told[:1]]
    dice += [word.upper() for word in told[1:2] if word.upper() in FACES]
    if state.dice and not told:
        dice = list(state.dice)
    if not dice:
        for creature in CREATURES:
            for face in FACES:
                yield Choice(f"roll {creature} {face} ", f"{a(creature)} and {face}")
        return
    if not dice[0] or len(told) > len(dice):
        return
    if len(dice) == 1:
        for face in FACES:
            yield Choice(f"roll {dice[0]} {face} ", f"the second die shows {face}")
        return
    creature, number = dice
    before = f"roll {creature} {number} "
    last = words[-1] if words and words[-1] not in told else ""
    source = _begun(state, last) if last else None
    kind = 4 * CREATURES.index(creature)
    if source is None and not last:
        yield Choice(f"{before}-", f"no {creature} moves", whole=True)
        for h in rolling.where(state, creature):
            yield Choice(f"{before}{names[h]}>", f"the {creature} on {names[h]}", names[h])
    elif source is not None and state.beasts[source[0]] >> kind & 15:
        for target in rolling.reach(state, source[0], number):
            there = rolling.contents(state, target)
            label = f"from {names[source[0]]} to {names[target]}" + (f": {there}" if there else "")
            yield Choice(f"{before}{names[source[0]]}>{names[target]}", label, names[target], whole=True)
