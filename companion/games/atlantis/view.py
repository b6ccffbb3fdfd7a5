"""A position for people: lines of a terminal, the prompt; and its facts for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.contract import JSON, Prompt, Refused, Span
from companion.games.atlantis import notation
from companion.games.atlantis.hands import cards
from companion.games.atlantis.resolve import apply
from companion.games.atlantis.state import (
    ATLANTIS,
    CODES,
    MAINLAND,
    NO_CARDS,
    NOTHING,
    SPACES,
    UNKNOWN,
    Counted,
    Gap,
    Move,
    State,
    Table,
    Turn,
    cards_text,
    gaps,
    set_of,
    tile_text,
)
from specs.base import measure
from specs.base.languages import joined, mark, say

LABELS = {
    "tiles": mark("tiles"),
    "cards": mark("cards"),
    "known": mark("known"),
    "bridge": mark("bridge"),
    "figures": mark("figures"),
    "atlantis": mark("atlantis"),
    "mainland": mark("mainland"),
}
CELL = 5
ITEM_STYLES = ("", "red", "olive", "grey", "brown", "blue", "white", "yellow", "dim")
PLAYER_STYLES = {
    "red": "on_red white bold",
    "white": "on_white black bold",
    "blue": "on_blue white bold",
    "black": "on_grey black bold",
}

Line = list[Span]


def seen_by(state: State, seat: int | None) -> State:
    """The position as a player, or anybody at the table, can know it: of what the seed fixed only how much there is, of
    hands and deck where it dealt them, and of what lies under other tiles.

    A hand's known cards stay known to its own player alone.
    """
    table = state.table
    if table.seed is None:
        return state
    hands, deck = state.hands, state.deck
    if table.dealt:
        hands = tuple(hand if p == seat else (sum(hand), *NO_CARDS[1:]) for p, hand in enumerate(hands))
        deck = "?" * len(deck)
    covered = [space for space, under in enumerate(state.unders) if under not in (NOTHING, UNKNOWN)]
    unseen = [list(own) for own in state.unseen]
    for space in covered:
        unseen[set_of(space)].append(state.unders[space])
    open_table = Table(
        table.names, table.colours, dealt=False, seed=None, buys_per_turn=table.buys_per_turn,
        settle_from_atlantis=table.settle_from_atlantis, stuck_with_bridge=table.stuck_with_bridge, away=table.away,
    )  # fmt: skip
    return State(
        table=open_table,
        tops=state.tops,
        unders=bytes(UNKNOWN if under else NOTHING for under in state.unders),
        bridges=state.bridges,
        unlaid=state.unlaid,
        figures=state.figures,
        hands=hands,
        tiles=state.tiles,
        deck=deck,
        discards=state.discards,
        shuffles=state.shuffles,
        gone=state.gone,
        unseen=(tuple(sorted(unseen[0])), tuple(sorted(unseen[1]))),
        turn=state.turn,
        over=state.over,
    )


def said(state: State, move: Move) -> str | None:
    """A turn without the tile that comes to light on a path the seed laid; of a count of a dealt hand, nothing."""
    if isinstance(move, Counted):
        return "" if state.table.dealt else None
    laid = state.table.seed is not None and UNKNOWN not in state.unders
    return notation.format(state, move._replace(reveal=0)) if laid and isinstance(move, Turn) and move.reveal else None


def facts(state: State) -> Mapping[str, JSON]:
    """The players' part of `check --json`, and what the gaps cost."""
    table = state.table
    return {
        "players": [
            {
                "name": name,
                "colour": table.colours[p],
                "tiles": [tile_text(code) for code in sorted(state.tiles[p], key=tile_text)],
                "cards": sum(state.hands[p]),
                **({"known": known} if (known := cards_text((0, *state.hands[p][1:]))) else {}),
                "bridge": state.unlaid[p],
                "figures": [_place(space) for space in state.figures[p * 3 : p * 3 + 3]],
            }
            for p, name in enumerate(table.names)
        ],
        # by the spaces they span: points to cross, 0 over a bridge, None where a tile beside must be seen first
        "gaps_cost": {
            str(gap.start) if gap.end - gap.start == 1 else f"{gap.start}-{gap.end - 1}": _cost(gap)
            for gap in gaps(state.tops, state.bridges)
        },
    }


def _cost(gap: Gap) -> int | None:
    return 0 if gap.bridged else gap.price or None


def _place(space: int) -> str | int:
    return "atlantis" if space == ATLANTIS else "mainland" if space == MAINLAND else space


def prompt(state: State) -> Prompt:
    """What can be typed next."""
    if state.over:
        return Prompt("over", say("The game is over"), "")
    me, (turn, bought) = state.turn, _suggested(state)
    parts = [*filter(None, (turn, bought))]
    if state.unlaid[me]:
        parts.append(say("bridge SPACE"))
    parts.append(f"pay {tile_text(state.tiles[me][0])} 1c" if state.tiles[me] else "pay 1c")
    if state.hands[me][0]:
        parts.append(say("stuck HAND"))
    elif not turn:
        parts.append("stuck")
    unseen = state.tops.find(UNKNOWN)
    if unseen > 0:
        parts.append(say("reveal {space} TILE", space=unseen))
    return Prompt("turn", "", say("Type {ways}", ways=joined(parts)))


def _suggested(state: State) -> tuple[str, str]:
    """A turn of one card, and one after a purchase, where there are such that are legal."""
    own = state.figures[state.turn * 3 : state.turn * 3 + 3]
    ways = [f"{n}:{card}" for n, space in enumerate(own, start=1) if space != MAINLAND for card in "HFOARSC"]
    turn = next((way for way in ways if _legal(state, way)), "")
    bought = [f"buy {tile_text(tile)}; {turn}" for tile in state.tiles[state.turn][::-1] if turn]
    return turn, next((way for way in bought if _legal(state, way)), "")


def _legal(state: State, text: str) -> bool:
    try:
        apply(state, notation.parse(state, text))
    except Refused:
        return False
    return True


def status(state: State) -> str:
    """The gaps that cost something, by their first space: `gaps 19: 2, 27: 3`."""
    priced = [gap for gap in gaps(state.tops, state.bridges) if not gap.bridged]
    told = ", ".join(f"{gap.start}: {gap.price or '?'}" for gap in priced)
    return say("gaps {gaps}", gaps=told) if priced else say("no gaps")


def board(state: State, width: int) -> Sequence[Sequence[Span]]:
    """The position as lines of at most `width` columns, at least 40."""
    per_row = _per_row(width)
    lines: list[Line] = [*_standing(state, say("ATLANTIS"), ATLANTIS, width)]
    for first in range(1, SPACES + 1, per_row):
        spaces = range(first, min(first + per_row, SPACES + 1))
        lines.append([Span(f"{space:<{CELL}}", "dim") for space in spaces])
        lines.append([span for space in spaces for span in _cell(state, space)])
        lines.append([span for space in spaces for span in _figures(state, space)])
    lines += _standing(state, say("MAINLAND"), MAINLAND, width)
    lines.append([])
    for p in range(len(state.table.names)):
        lines += _player(state, p, width)
    deck = say(
        "deck {deck}, discards {discards}, tiles out of the game {gone}",
        deck=len(state.deck), discards=sum(state.discards), gone=state.gone,
    )  # fmt: skip
    lines += [[Span(line, "dim")] for line in measure.wrap(deck, width)]
    return lines


def _per_row(width: int) -> int:
    """Spaces a row, so that the rows are about equally long."""
    rows = -(-SPACES // (width // CELL))
    return -(-SPACES // rows)


def _cell(state: State, space: int) -> Iterator[Span]:
    """A tile by its letter and value, `²` where another lies under it; water and bridges."""
    top = state.tops[space]
    if top == NOTHING:
        bridged = bool(state.bridges >> space & 1)
        yield Span("=====" if bridged else "~~~~ ", "brown bold" if bridged else "sea")
        return
    text = tile_text(top) + ("²" if state.unders[space] else "")
    yield Span(text, f"{ITEM_STYLES[top >> 3]} bold" if top != UNKNOWN else "dim")
    yield Span(" " * (CELL - len(text)))


def _figures(state: State, space: int) -> Iterator[Span]:
    """Figures on a space, as colour code and number."""
    here = [i for i, at in enumerate(state.figures) if at == space]
    room = CELL
    for i in here[:2]:
        colour = state.table.colours[i // 3]
        yield Span(f"{CODES[colour]}{i % 3 + 1}", PLAYER_STYLES[colour])
        room -= 2
    yield Span(" " * room)


def _standing(state: State, name: str, place: int, width: int) -> Iterator[Line]:
    """A place with the figures on it; as many lines as they need."""
    line, used = [Span(name, "bold")], measure.width(name)
    for i, at in enumerate(state.figures):
        if at == place:
            if used + 3 > width:
                yield line
                line, used = [Span(" " * measure.width(name))], measure.width(name)
            colour = state.table.colours[i // 3]
            line += [Span(" "), Span(f"{CODES[colour]}{i % 3 + 1}", PLAYER_STYLES[colour])]
            used += 3
    yield line


def _player(state: State, p: int, width: int) -> Iterator[Line]:
    """Name, cards, bridge, tiles; as many lines as the tiles need."""
    table = state.table
    colour, turn = table.colours[p], not state.over and state.turn == p
    name = measure.short(table.names[p], 24)
    bridge = say("bridge") if state.unlaid[p] else say("no bridge")
    hand = state.hands[p]
    held = f" {cards_text(hand)}" if any(hand[1:]) else ""
    head = [
        Span("> " if turn else "  ", "bold"),
        Span(f" {CODES[colour]} ", PLAYER_STYLES[colour]),
        Span(f" {name}", "bold" if turn else ""),
    ]
    text = f"{cards(sum(hand))}{held}, {bridge}; " + ("" if state.tiles[p] else say("no tiles"))
    used, line = sum(measure.width(span.text) for span in head) + 2, head
    head.append(Span(": "))
    if used + measure.width(text) > width:
        yield line
        *full, text = measure.wrap(text, width - 6)
        for part in full:
            yield [Span(" " * 6), Span(part)]
        line, used = [Span(" " * 6)], 6
        text += " " * bool(state.tiles[p])
    line.append(Span(text))
    used += measure.width(text)
    for code in state.tiles[p]:
        if used + 3 > width:
            yield line
            line, used = [Span(" " * 6)], 6
        line.append(Span(tile_text(code), ITEM_STYLES[code >> 3]))
        line.append(Span(" "))
        used += 3
    yield line
