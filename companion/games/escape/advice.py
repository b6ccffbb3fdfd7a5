"""What helps beside the rules: the nearest legal ply, what was likely not meant, what was seen, what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from companion.games.escape import rolling, sinking
from companion.games.escape.moving import Waters, step_text
from companion.games.escape.rules import phase_of, places
from companion.games.escape.state import (
    CORAL,
    CREATURES,
    DIVE,
    FACES,
    OCTOPUS,
    SAIL,
    STEPS,
    SWIM,
    SYMBOLS,
    WHIRLPOOL,
    Move,
    Place,
    Put,
    Roll,
    Sink,
    Skip,
    State,
    Step,
    Steps,
    creatures,
    eaters,
    letters,
    of,
)
from specs.base.languages import Said, joined, say, say_many, word

UNFOLDS = True


# ---- the nearest legal ply -----------------------------------------------------------------------


def nearest(state: State, move: Move) -> Move | None:
    """The legal ply most like a refused one: what is legal of it, the rest as near as the board allows."""
    if phase_of(move) != state.phase:
        return Steps(()) if state.phase == "move" else None
    match move:
        case Place(at):
            free = places(state)
            return Place(min(free, key=lambda h: (_apart(state, at, h), h))) if free else None
        case Steps(steps):
            return _nearest_steps(state, steps)
        case Sink():
            return _nearest_sink(state, move)
        case Skip():
            return None
    return _nearest_roll(state, move)


def _apart(state: State, a: int, b: int) -> int:
    """How many hexes apart two hexes are, whatever lies between."""
    if a == b:
        return 0
    seen = edge = {a}
    apart = 0
    while edge:
        apart += 1
        edge = {t for h in edge for t in state.board.around[h]} - seen
        if b in edge:
            return apart
        seen = seen | edge
    return len(state.ground)


def _nearest_steps(state: State, steps: Sequence[Step]) -> Steps:
    waters, found = Waters(state), list[Step]()
    for step in steps:
        step = waters.resolve(step)
        if waters.judge(step, alone=not found and len(steps) == 1) is not None:
            near = [other for other in waters.steps() if not waters.rescues(other)]
            same = [
                other for other in near if other.source == step.source and (other.how == SAIL) == (step.how == SAIL)
            ]
            if not same and not found:  # nobody there: the step most like it that somebody can take
                same = near
            if not same:
                continue
            step = min(same, key=partial(_unlike, state, step))
        waters.make(step)
        found.append(step)
    return Steps(tuple(found[:STEPS]))


def _unlike(state: State, step: Step, other: Step) -> tuple[bool, int, bool, int, Step]:
    away = _apart(state, step.source, other.source), _apart(state, step.target, other.target)
    return (other.how == SAIL) != (step.how == SAIL), away[0], other.how != step.how, away[1], other


def _nearest_sink(state: State, sink: Sink) -> Sink | None:
    allowed = sinking.pieces(state)
    if not allowed:
        return None
    piece = min(allowed, key=lambda h: (_apart(state, sink.hex, h), h))
    known = sinking.symbols(state, piece)
    if not known:
        return None
    symbol = sink.symbol if sink.symbol in known else known[0]
    return Sink(piece, symbol, _nearest_puts(state, piece, sink.puts))


def _nearest_puts(state: State, piece: int, wanted: Sequence[Put]) -> tuple[Put, ...]:
    """Puts for all on a piece: those wanted where they fit, the others to the nearest room, then into the water."""
    room = sinking.rooms(state, piece)
    by_distance = sorted(room, key=lambda h: (_apart(state, piece, h), h))
    wet = sinking.waters(state, piece)
    asked = Counter(wanted)
    found = []
    for colour in (n for n in range(4) for _ in range(of(state.stand[piece], n))):
        target = next((p.target for p in asked if p.colour == colour and asked[p] and room.get(p.target)), None)
        if target is not None:
            asked[Put(colour, target, False)] -= 1
        else:
            target = next((h for h in by_distance if room[h]), None)
        if target is None:
            swims = next((p.target for p in asked if p.colour == colour and p.target in wet), wet[0])
            found.append(Put(colour, swims, True))
        else:
            room[target] -= 1
            found.append(Put(colour, target, False))
    return tuple(sorted(found))


def _nearest_roll(state: State, roll: Roll) -> Roll:
    creature = roll.creature if roll.creature in CREATURES else CREATURES[0]
    number = roll.number if roll.number in FACES else FACES[0]
    if state.dice:
        creature, number = state.dice
    if roll.source < 0:
        return Roll(creature, number, -1, -1)
    sources = rolling.where(state, creature)
    if not sources:
        return Roll(creature, number, -1, -1)
    source = min(sources, key=lambda h: (_apart(state, roll.source, h), h))
    ends = rolling.reach(state, source, number)
    if not ends:
        return Roll(creature, number, -1, -1)
    return Roll(creature, number, source, min(ends, key=lambda h: (_apart(state, roll.target, h), h)))


# ---- warnings ------------------------------------------------------------------------------------


def warnings(state: State, move: Move) -> Sequence[str]:
    """Legal but likely unintended."""
    if not isinstance(move, Steps) or state.phase != "move":
        return ()
    waters, found = Waters(state), []
    names = state.board.names
    for step in move.steps:
        step = waters.resolve(step)
        beasts = eaters(state.table, state.beasts[step.target])
        if beasts and (step.how == DIVE or (step.how == SWIM and step.source != step.target)):
            told, at, whom = step_text(names, step), names[step.target], rolling.kinds_said(beasts)
            found.append(say("{step} goes to the {beasts} on {hex}, which devours.", step=told, beasts=whom, hex=at))
        waters.make(step)
    left = STEPS - waters.taken
    if left > 0:
        landing = next((s for s in waters.steps() if state.ground[s.target] == CORAL), None)
        if landing is not None:
            found.append(
                say_many(
                    "{n} step is left, and {step} would bring one ashore.",
                    "{n} steps are left, and {step} would bring one ashore.",
                    left, step=step_text(names, landing),
                )
            )  # fmt: skip
    return found


# ---- what was seen, and what happened ------------------------------------------------------------


def revealed(before: State, move: Move, after: State) -> Sequence[str]:
    """The back of a sunk piece, and the dice where a seed rolls them."""
    found = []
    if isinstance(move, Sink):
        symbol = word(SYMBOLS[move.symbol], "the")
        found.append(say("the {symbol} under {hex}", symbol=symbol, hex=before.board.names[move.hex]))
    if after.dice and after.dice != before.dice:
        found.append(say("the dice: {dice}", dice=rolling.dice_said(after.dice)))
    return found


def chain(before: State, move: Move) -> Sequence[str]:
    """What a ply set off: who was devoured, what a whirlpool took."""
    match move:
        case Steps(steps):
            return _unfolded(before, steps)
        case Sink():
            return _flooded(before, move)
        case Roll():
            return _attacked(before, move)
    return ()


def _unfolded(before: State, steps: Sequence[Step]) -> list[Said]:
    waters, found, names = Waters(before), list[Said](), before.board.names
    for step in steps:
        step = waters.resolve(step)
        alive = sum(waters.stand) + sum(waters.swim)
        landing = before.board.landing.get(step.target, -1)
        if waters.rescues(step) and waters.beasts[step.source] >> 12 and landing >= 0:
            at, to, coral = names[step.source], names[landing], names[step.target]
            found.append(say("the dolphin on {hex} goes to {landing}, beside {coral}", hex=at, landing=to, coral=coral))
        waters.make(step)
        if sum(waters.stand) + sum(waters.swim) < alive:
            told, at = step_text(names, step), names[step.target]
            whom = rolling.kinds_said(eaters(before.table, before.beasts[step.target]))
            found.append(say("{step}: devoured by the {beasts} on {hex}", step=told, beasts=whom, hex=at))
    return found


def _flooded(before: State, sink: Sink) -> list[Said]:
    after, names = sinking.sunk(before, sink), before.board.names
    found = [*_came_up(before, sink)]
    for put in sink.puts:
        if put.water and eaters(before.table, before.beasts[put.target]):
            who = letters(1 << 4 * put.colour)
            found.append(say("{hex}: {people} is devoured", hex=names[put.target], people=who))
    if sink.symbol == WHIRLPOOL:
        for h in (sink.hex, *before.board.around[sink.hex]):
            gone = _swallowed(before, sink, after, h)
            if gone:
                found.append(say("the whirlpool takes {what} on {hex}", what=joined(gone), hex=names[h]))
    return found


def _came_up(before: State, sink: Sink) -> Iterator[Said]:
    """What came up under a piece, and whether there is such a one in the box."""
    name, what = before.board.names[sink.hex], word(SYMBOLS[sink.symbol])
    if sink.symbol == WHIRLPOOL or before.box[sink.symbol] == 0:
        yield say("{hex} sinks: {symbol}", hex=name, symbol=what)
        if sink.symbol != WHIRLPOOL:
            none = word(SYMBOLS[sink.symbol], "no")
            yield say("no {symbol} is left in the box: nothing is placed", symbol=none)
    elif sink.symbol == OCTOPUS:
        yield say("{hex} sinks: an octopus of the box is put there", hex=name)
    else:
        yield say("{hex} sinks: a {symbol} of the box is put there", hex=name, symbol=what)


def _swallowed(before: State, sink: Sink, after: State, h: int) -> list[Said]:
    """What a whirlpool took from a hex, in words."""
    put = [one for one in sink.puts if one.target == h]
    words = []
    crew = before.stand[h] + sum(1 << 4 * one.colour for one in put if not one.water)
    if h != sink.hex and before.ground[h] != after.ground[h]:
        words.append(say("the piece with {people}", people=letters(crew)) if crew else say("the piece"))
    if before.boats >> h & 1:
        words.append(say("the boat with {people}", people=letters(crew)) if crew else say("the empty boat"))
    eaten = eaters(before.table, before.beasts[h])
    swimmers = before.swim[h] + sum(1 << 4 * one.colour for one in put if one.water and not eaten)
    if swimmers and not after.swim[h]:
        words.append(say("swimmers {people}", people=letters(swimmers)))
    return [*words, *map(word, creatures(before.beasts[h]))]


def _attacked(before: State, roll: Roll) -> list[Said]:
    if roll.source < 0:
        return []
    after, h = rolling.rolled(before, roll), roll.target
    name = before.board.names[h]
    found = list[Said]()
    if before.boats & ~after.boats:
        crew = letters(before.stand[h])
        if roll.creature == SYMBOLS[OCTOPUS]:  # which leaves empty boats alone
            found.append(say("the octopus sinks the boat of {people} on {hex}", people=crew, hex=name))
        elif crew:
            found.append(say("the monster devours the boat of {people} on {hex}", people=crew, hex=name))
        else:
            found.append(say("the monster devours the empty boat on {hex}", hex=name))
        if after.swim[h] > before.swim[h]:
            swim = letters(after.swim[h] - before.swim[h])
            found.append(say("{people} swim on {hex}", people=swim, hex=name))
        elif crew and roll.creature == SYMBOLS[OCTOPUS]:
            found.append(say("{people} are devoured on {hex}", people=crew, hex=name))
    if after.swim[h] < before.swim[h]:
        told, swim = word(roll.creature, "the"), letters(before.swim[h])
        found.append(say("the {beast} devours swimmers {people} on {hex}", beast=told, people=swim, hex=name))
    return found
