"""A position as a seat sees it: facts for programs, a board of hexes for people at a terminal.

Everybody sees everything but the backs of the pieces that are left and the dice to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from companion.contract import JSON, Prompt, Span
from companion.games.escape import drawing, notation, rolling
from companion.games.escape.moving import Waters, step_text
from companion.games.escape.rules import places
from companion.games.escape.state import (
    CORAL,
    CREATURES,
    GROUND,
    LETTERS,
    OVER,
    PLACE,
    REGIONS,
    SAIL,
    SEA,
    STEPS,
    SYMBOLS,
    TRIBE,
    UNKNOWN,
    Move,
    Roll,
    Sink,
    State,
    ashore,
    creatures,
    letters,
    lowest,
    of,
    unplaced,
)
from companion.plies import typed
from specs.base import measure
from specs.base.languages import Said, joined, mark, say, say_many, word


def seen_by(state: State, seat: int | None) -> State:
    """The position without the backs and the seed: all seats see the same."""
    del seat
    table = state.table
    return State(
        board=state.board,
        table=table._replace(seed=None),
        ground=state.ground,
        stand=state.stand,
        swim=state.swim,
        beasts=state.beasts,
        boats=state.boats,
        box=state.box,
        supply=state.supply,
        backs=b"",
        turn=state.turn,
        phase=state.phase,
        rolls=state.rolls,
        dice=state.dice,
        steps=state.steps,
        tired=state.tired,
    )


def said(state: State, move: Move) -> str | None:
    """A ply without the symbol under a piece; nothing is left of dice that the seed gives and that do not show yet."""
    match move:
        case Sink(symbol=symbol) if state.table.pieces == "dealt" and symbol != UNKNOWN:
            return notation.format(state, move._replace(symbol=UNKNOWN))
        case Roll() if state.table.dice == "dealt" and not state.dice:
            return ""
    return None


def facts(state: State) -> Mapping[str, JSON]:
    """Players with where their Atlanteans are; the phase; what is on the board, by hex."""
    people = []
    for number, player in enumerate(state.table.players):
        counts = counted(state, number)
        people.append({"name": player.name, "colour": player.colour, **counts})

    def where(shown: Callable[[int], JSON], on: Callable[[int], object]) -> dict[str, JSON]:
        return {name: shown(h) for h, name in enumerate(state.board.names) if on(h)}

    ground, stand = state.ground, state.stand
    return {
        "players": people,
        "phase": state.phase,
        "pieces": where(lambda h: GROUND[ground[h]], lambda h: SEA < ground[h] < CORAL),
        "atlanteans": where(lambda h: letters(stand[h]), lambda h: SEA < ground[h] < CORAL and stand[h]),
        "swimmers": where(lambda h: letters(state.swim[h]), lambda h: state.swim[h]),
        "boats": where(lambda h: letters(stand[h]), lambda h: state.boats >> h & 1),
        "coral": where(lambda h: letters(stand[h]), lambda h: ground[h] == CORAL and stand[h]),
        "creatures": where(lambda h: list(creatures(state.beasts[h])), lambda h: state.beasts[h]),
    }


def counted(state: State, player: int) -> dict[str, int]:
    """Where a player's Atlanteans are; those not yet placed are nowhere."""
    colour = state.table.colours[player]
    landed, swimming = of(ashore(state), colour), of(sum(state.swim), colour)
    boats = sum(of(state.stand[h], colour) for h, at in enumerate(state.ground) if at == SEA)
    island = of(sum(state.stand), colour) - boats - landed
    alive = island + boats + swimming + landed
    lost = TRIBE - alive - unplaced(state, player)
    return {"island": island, "boats": boats, "swimming": swimming, "ashore": landed, "lost": lost}


def prompt(state: State) -> Prompt:
    """What can be typed next."""
    match state.phase:
        case "place":
            left = unplaced(state, state.turn)
            example = say("{hex}, for example", hex=_free(state))
            return Prompt("place", say("Place an Atlantean ({n} left)", n=left), example)
        case "move":
            return Prompt("move", say("Move 3 steps"), joined([*_steps(state), say("- for none")], "; "))
        case "sink":
            how = say("HEX SYMBOL, and r-HEX for who stands on it")
            if state.table.pieces == "dealt":
                how = say("HEX, and r-HEX for who stands on it")
            return Prompt("sink", _sinks(state), how)
        case "roll":
            if state.dice:
                shown = rolling.dice_said(state.dice)
                return Prompt("rolled", say("The dice show {dice}", dice=shown), say("FROM-TO, or -"))
            return Prompt("roll", say("Roll"), _roll(state))
    return Prompt("over", say("The game is over"), "")


def _sinks(state: State) -> Said:
    region = word(REGIONS[lowest(state.ground)], "of")
    if not state.steps:
        return say("Sink a piece of {region}", region=region)
    return say_many(
        "Sink a piece of {region}, or {n} more step", "Sink a piece of {region}, or {n} more steps",
        STEPS - state.steps, region=region,
    )  # fmt: skip


def status(state: State) -> str:
    """How many of each player are ashore, and what is left of the region that sinks next."""
    landed, region = ashore(state), lowest(state.ground)
    tribes = zip(state.table.players, state.table.colours, strict=True)
    people = joined([f"{player.name} {of(landed, colour)}" for player, colour in tribes])
    if not region:
        return say("ashore {people}", people=people)
    left = state.ground.count(region)
    return say("ashore {people}; {region} {n} left", people=people, region=word(REGIONS[region], "of"), n=left)


def _steps(state: State) -> Iterator[Said]:
    """A step of somebody and one of a boat, where there are such: `E5-E6, or =C5-C6`."""
    steps, names = list(Waters(state).steps()), state.board.names
    one = next((step for step in steps if step.how != SAIL), None)
    boat = next((step for step in steps if step.how == SAIL), None)
    told = [typed(step_text(names, step)) for step in (one, boat) if step is not None]
    if len(told) > 1:
        yield say("such as {step}, or {boat}", step=told[0], boat=told[1])
    elif told:
        yield say("such as {step}", step=told[0])


def _roll(state: State) -> Said:
    """What the dice may have shown, and a creature that could move by them."""
    for creature in CREATURES:
        for source in rolling.where(state, creature):
            for target in rolling.reach(state, source, "1")[:1]:
                way = f"{state.board.names[source]}-{state.board.names[target]}"
                return say(
                    "CREATURE NUMBER FROM-TO, such as {typed} 1 {way}, or {typed} 1 - for none", typed=creature, way=way
                )
    if any(state.beasts):
        return say("CREATURE NUMBER -, for none can move")
    return say("-, for no creature is on the board")


def _free(state: State) -> str:
    free = places(state)
    return state.board.names[free[len(free) // 2]] if free else say("nowhere")


# ---- the board -----------------------------------------------------------------------------------


def board(state: State, width: int) -> Sequence[Sequence[Span]]:
    """The hexes, then the players, what is still under the region that sinks, and what the marks mean."""
    lines = drawing.hexes(state, width)
    lines += [[Span("")], *(_player(state, number, width) for number in range(len(state.table.players)))]
    region = lowest(state.ground)
    if region and state.phase != PLACE:
        supply = zip(state.supply[region - 1], SYMBOLS, strict=True)
        left = joined([say("{n} {symbol}", n=n, symbol=word(symbol)) for n, symbol in supply if n])
        under = say("Under {region}: {symbols}.", region=word(REGIONS[region]), symbols=left)
        lines += [[Span(text)] for text in measure.wrap(under, width)]
    lines += [[Span(text, "dim")] for marks in drawing.LEGEND for text in measure.wrap(word(marks), width)]
    return [drawing.cut(line, width) for line in lines]


LABELS = {
    "island": mark("island"),
    "boats": mark("boats"),
    "swimming": mark("swimming"),
    "ashore": mark("ashore"),
    "lost": mark("lost"),
}
WHERE: Final = {
    "island": mark("{n} on land"),
    "boats": mark("{n} in boats"),
    "swimming": mark("{n} swimming"),
    "ashore": mark("{n} ashore"),
    "lost": mark("{n} lost"),
}


def whereabouts(state: State, player: int) -> list[Said]:
    """Where a player's Atlanteans are, in words."""
    return [word(WHERE[where], n=count) for where, count in counted(state, player).items() if count]


def _player(state: State, number: int, width: int) -> list[Span]:
    player, colour = state.table.players[number], state.table.colours[number]
    letter = LETTERS[colour]
    turn = number == state.turn and state.phase != OVER
    left = unplaced(state, number)
    words = ", ".join([*([say("{n} to place", n=left)] if left else []), *whereabouts(state, number)])
    room = max(4, width - measure.width(words) - 9)
    name = measure.short(player.name, room)
    return [
        Span("> " if turn else "  ", "bold"),
        Span(f" {letter} ", drawing.TRIBE[letter]),
        Span(f" {name}: ", "bold" if turn else ""),
        Span(words),
    ]
