"""A position as a seat sees it: facts for programs, a board of hexes for people at a terminal.

Everybody sees everything except the backs of the remaining pieces and the dice to come.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from companion.contract import JSON, Position, Prompt, Span, typed
from companion.games.escape import drawing, moving, rolling, state
from companion.games.escape.board import CORAL, SAIL, SEA
from companion.games.escape.drawing import letters
from companion.games.escape.rules import places
from companion.games.escape.state import State
from companion.games.escape.text import dice_said
from companion.games.escape.texts import CREATURES, GROUND, SYMBOLS, step_text
from specs.base import measure
from specs.base.languages import Said, joined, mark, say, say_many, word


def facts(p: Position) -> Mapping[str, JSON]:
    """Return players with where their Atlanteans are; the phase; what is on the board, by hex."""
    s, sea = p.state, p.state.sea
    players = [{"name": who.name, "colour": who.colour, **counted(s, seat)} for seat, who in enumerate(p.players)]

    def by_hex(shown: Callable[[int], JSON], on: Callable[[int], object]) -> dict[str, JSON]:
        return {name: shown(h) for h, name in enumerate(sea.board.names) if on(h)}

    def stands(h: int) -> str:
        return letters(p, sea.stand[h])

    return {
        "players": players,
        "phase": state.task(s),
        "pieces": by_hex(lambda h: GROUND[sea.ground[h]], lambda h: state.is_land(sea.ground[h])),
        "atlanteans": by_hex(stands, lambda h: state.is_land(sea.ground[h]) and sea.stand[h]),
        "swimmers": by_hex(lambda h: letters(p, sea.swim[h]), lambda h: sea.swim[h]),
        "boats": by_hex(stands, lambda h: sea.boats >> h & 1),
        "coral": by_hex(stands, lambda h: sea.ground[h] == CORAL and sea.stand[h]),
        "creatures": by_hex(lambda h: list(state.creatures(sea.beasts[h])), lambda h: sea.beasts[h]),
    }


def counted(s: State, seat: int) -> dict[str, int]:
    """Count where a player's Atlanteans are; those not yet placed are not counted."""
    sea = s.sea
    landed, swimming = state.of(state.ashore(sea), seat), state.of(sum(sea.swim), seat)
    boats = sum(state.of(sea.stand[h], seat) for h, at in enumerate(sea.ground) if at == SEA)
    island = state.of(sum(sea.stand), seat) - boats - landed
    lost = state.TRIBE - island - boats - swimming - landed - state.unplaced(s, seat)
    return {"island": island, "boats": boats, "swimming": swimming, "ashore": landed, "lost": lost}


# ---- what can be typed, what is weighed ----------------------------------------------------------


def prompt(p: Position) -> Prompt:
    """Return what can be typed next."""
    s: State = p.state
    match s.phase:
        case "place":
            example = say("{hex}, for example", hex=_free(s))
            return Prompt("place", say("Place an Atlantean ({n} left)", n=state.unplaced(s, s.turn)), example)
        case "move" if not s.steps:
            return Prompt("move", say("Move 3 steps"), joined([*_steps(s), say("- for none")], "; "))
        case "put" | "reveal":
            return _sinking(p)
        case "roll" if s.dice:
            return Prompt("rolled", say("The dice show {dice}", dice=dice_said(s.dice)), say("FROM-TO, or -"))
    if state.task(s) == "roll":
        return Prompt("roll", say("Roll"), _roll(s))
    how = say("HEX SYMBOL, and r-HEX for each person on it")
    if s.table.pieces == "dealt":
        how = say("HEX, and r-HEX for each person on it")
    return Prompt("sink", _sinks(s), how)


def _sinking(p: Position) -> Prompt:
    """Ask where the people on the sinking piece go, or what came up."""
    s = p.state
    name, people = s.name(s.sinking), letters(p, s.sea.stand[s.sea.sinking])
    if s.phase == "put":
        how = say("{letter}-HEX for each", letter=people[0])
        return Prompt("put", say("{hex} sinks; put {people} elsewhere", hex=name, people=people), how)
    left = zip(SYMBOLS, s.supply[s.sea.ground[s.sinking] - 1], strict=True)
    return Prompt("reveal", say("What came up under {hex}?", hex=name), joined([word(one) for one, n in left if n]))


def _sinks(s: State) -> Said:
    region = word(state.REGIONS[state.lowest(s.sea.ground)], "of")
    if not state.is_open(s):
        return say("Sink a piece of {region}", region=region)
    return say_many(
        "Sink a piece of {region}, or {n} more step", "Sink a piece of {region}, or {n} more steps",
        state.STEPS - s.steps, region=region,
    )  # fmt: skip


def status(p: Position) -> str:
    """Return how many of each player are ashore, and what is left of the region that sinks next."""
    sea = p.state.sea
    landed, region = state.ashore(sea), state.lowest(sea.ground)
    people = joined([f"{player.name} {state.of(landed, seat)}" for seat, player in enumerate(p.players)])
    if not region:
        return say("ashore {people}", people=people)
    left = sea.ground.count(region)
    return say("ashore {people}; {region} {n} left", people=people, region=word(state.REGIONS[region], "of"), n=left)


def _steps(s: State) -> Iterator[Said]:
    """Yield a step of a person and one of a boat, if there are such: `E5-E6, or =C5-C6`."""
    steps = moving.steps(s)
    one = next((step for step in steps if step.how != SAIL), None)
    boat = next((step for step in steps if step.how == SAIL), None)
    some = [typed(step_text(s.sea.board.names, step)) for step in (one, boat) if step is not None]
    if len(some) > 1:
        yield say("such as {step}, or {boat}", step=some[0], boat=some[1])
    elif some:
        yield say("such as {step}", step=some[0])


def _roll(s: State) -> Said:
    """Return an example of the dice, and a creature that could move by them."""
    for creature in CREATURES:
        for source in rolling.where(s, creature):
            for target in rolling.reach(s, source, "1")[:1]:
                way = f"{s.name(source)}-{s.name(target)}"
                return say(
                    "CREATURE NUMBER FROM-TO, such as {typed} 1 {way}, or {typed} 1 - for none", typed=creature, way=way
                )
    if any(s.sea.beasts):
        return say("CREATURE NUMBER -, because none can move")
    return say("-, because no creature is on the board")


def _free(s: State) -> str:
    free = places(s)
    return s.name(free[len(free) // 2]) if free else say("nowhere")


# ---- the board -----------------------------------------------------------------------------------


def board(p: Position, width: int) -> Sequence[Sequence[Span]]:
    """Return the hexes, then the players, what is still under the region that sinks, and the legend."""
    lines = drawing.hexes(p, width)
    lines += [[Span("")], *(_player(p, seat, width) for seat in range(len(p.players)))]
    region = state.lowest(p.state.sea.ground)
    if region and p.state.phase != "place":
        supply = zip(p.state.supply[region - 1], SYMBOLS, strict=True)
        left = joined([say("{n} {symbol}", n=n, symbol=word(symbol)) for n, symbol in supply if n])
        under = say("Under {region}: {symbols}.", region=word(state.REGIONS[region]), symbols=left)
        lines += [[Span(text)] for text in measure.wrap(under, width)]
    lines += [[Span(text, "dim")] for marks in drawing.LEGEND for text in measure.wrap(word(marks), width)]
    return lines


LABELS: Final = {
    "island": mark("island"), "boats": mark("boats"), "swimming": mark("swimming"), "ashore": mark("ashore"),
    "lost": mark("lost"),
}  # fmt: skip
WHERE: Final = {
    "island": mark("{n} on land"), "boats": mark("{n} in boats"), "swimming": mark("{n} swimming"),
    "ashore": mark("{n} ashore"), "lost": mark("{n} lost"),
}  # fmt: skip


def whereabouts(s: State, seat: int) -> list[Said]:
    """Say where a player's Atlanteans are."""
    return [word(WHERE[place], n=count) for place, count in counted(s, seat).items() if count]


def _player(p: Position, seat: int, width: int) -> list[Span]:
    s, letter = p.state, letters(p, 1 << 4 * seat)
    turn = seat == s.turn and s.phase != "over"
    left = state.unplaced(s, seat)
    words = ", ".join([*([say("{n} to place", n=left)] if left else []), *whereabouts(s, seat)])
    name = measure.short(p.players[seat].name, max(4, width - measure.width(words) - 9))
    return [
        Span("> " if turn else "  ", "bold"),
        Span(f" {letter} ", drawing.TRIBE[letter]),
        Span(f" {name}: ", "bold" if turn else ""),
        Span(words),
    ]
