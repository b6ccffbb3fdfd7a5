"""How a turn typed so far can go on: a figure, card after card where each leads, then a bridge and the payment.

1:            where figure 1 can go with one card
1:H           ... with another, where the helmet led onto somebody
1:HH          the turn as it is, or with a bridge, or with its payment written out
buy F4; 1:    the same after a purchase
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from companion.contract import Choice, IllegalMove, SyntaxFault
from companion.games.atlantis import hands
from companion.games.atlantis.notation import default_payment, format, parse
from companion.games.atlantis.resolve import apply, buy, walk
from companion.games.atlantis.ruling import STRICT, refusal
from companion.games.atlantis.score import bought_text, drawn, gained, paid_text, settle, trail
from companion.games.atlantis.slips import where
from companion.games.atlantis.state import (
    ATLANTIS,
    LETTERS,
    MAINLAND,
    NAMES,
    UNKNOWN,
    Counted,
    Move,
    Reveal,
    State,
    Turn,
    gaps,
    occupied,
    tile_text,
    tiles_text,
    worth,
)
from companion.ruling import Ruling
from specs.base.languages import Said, joined, say, word

_TYPED = re.compile(r"([1-3])\s*:?\s*([foharsc]*)(\s.*)?", re.IGNORECASE | re.DOTALL)
_LENIENT = Ruling(refusal, lenient=True)


PARTS = False
ASKS: Mapping[str, str] = {}


def choices(state: State, typed: str) -> Sequence[Choice]:
    """How the turn typed so far can go on; what is whole is legal as far as this position knows."""
    if state.over:
        return ()
    bought, semicolon, rest = typed.rpartition(";")
    buys = _bought(state, bought) if semicolon else ()
    if buys is None:
        return ()
    before = f"buy {tiles_text(buys)}; " if buys else ""
    match = _TYPED.fullmatch(rest.strip(" ") + (" " if rest.endswith(" ") and rest.strip() else ""))
    if match is None:
        begun = f"{before}{rest.lstrip()}".lower()
        found = [choice for choice in _beginnings(state, before) if choice.text.lower().startswith(begun)]
        return [*found, *_alone(state, before, rest)] or list(_as_it_is(state, typed))
    figure, cards, more = int(match[1]), match[2].upper(), match[3]
    if state.figures[state.turn * 3 + figure - 1] == MAINLAND:
        return ()
    turn = Turn(buys, figure, cards, 0, (), 0, "", 0)
    if more and more.strip():
        begun = f"{before}{figure}:{cards} {' '.join(more.split())}".lower()
        found = [choice for choice in _endings(state, turn) if choice.text.lower().startswith(begun)]
        return found or list(_as_it_is(state, typed))
    if cards and _where(state, turn) not in occupied(state.figures):
        return list(_endings(state, turn))
    return list(_next_cards(state, turn))


def _bought(state: State, text: str) -> tuple[int, ...] | None:
    """The tiles of `buy F4`; None for what cannot be bought."""
    try:
        move = parse(state, f"{text}; 1:F")
        buys = move.buys if isinstance(move, Turn) else ()
        buy(state, buys, STRICT)
    except (SyntaxFault, IllegalMove):
        return None
    return buys


def _beginnings(state: State, before: str) -> Iterator[Choice]:
    me = state.turn
    for figure, space in enumerate(state.figures[me * 3 : me * 3 + 3], start=1):
        buys = _bought(state, before) or () if before else ()
        if space != MAINLAND and any(_next_cards(state, Turn(buys, figure, "", 0, (), 0, "", 0))):
            label = say("figure {figure}, {place}", figure=figure, place=where(state, space))
            yield Choice(f"{before}{figure}:", label, _place(space))
    if not before:
        for code in sorted(set(state.tiles[me])):
            label = say("first give up {tile}", tile=tile_text(code))
            note = say("brings {cards}", cards=hands.cards((code & 7) // 2))
            yield Choice(f"buy {tile_text(code)}; ", label, note=note)
    yield from _stuck(state, before)
    space = state.tops.find(UNKNOWN)
    while space > 0 and not before:
        yield Choice(f"reveal {space} ", say("tell the tile on space {space}", space=space), str(space))
        space = state.tops.find(UNKNOWN, space + 1)


def _alone(state: State, before: str, typed: str) -> Iterator[Choice]:
    """Where each figure goes with cards typed alone, `flag` or `HH`."""
    word = typed.strip().upper()
    cards = next((LETTERS[n] for n, name in enumerate(NAMES) if n and word in (name.upper(), f"{name}S".upper())), word)
    if hands.is_cards(cards):
        for figure in (1, 2, 3):
            yield from (way for way in choices(state, f"{before}{figure}:{cards}") if way.text.endswith(f":{cards}"))


def _stuck(state: State, before: str) -> Iterator[Choice]:
    """`stuck`, where the hand is known and that is so; the word for who must show the hand."""
    may = state.table.stuck_with_bridge == "may" and state.unlaid[state.turn]
    label = say("no figure can move without the bridge") if may else say("no figure can move")
    if state.hands[state.turn][0]:
        yield Choice(f"{before}stuck ", say("{what}: show the hand", what=label))
    else:
        yield from _as_it_is(state, f"{before}stuck", label)


def _next_cards(state: State, turn: Turn) -> Iterator[Choice]:
    """Another card, and where it leads."""
    me, table = state.turn, state.table
    hand, *_ = buy(state, turn.buys, _LENIENT)
    # what a purchase brings unseen may be given, but nobody can name it before it is drawn
    held = state.hands[me] if not table.dealt else hand
    pool = hands.pool(state.discards, state.hands)
    for item in range(1, 8):
        longer = turn._replace(cards=turn.cards + LETTERS[item])
        if isinstance(hands.spend(held, longer.cards, pool, ""), str):
            continue
        to = _where(state, longer)
        if to is None:
            continue
        text, kind, place = _text(longer), word(NAMES[item]), where(state, to)
        if to in occupied(state.figures):
            if len(longer.cards) < sum(held) and any(_next_cards(state, longer)):
                label = say("{item}: {place}, where a figure stands; another card must follow", item=kind, place=place)
                yield Choice(text, label, _place(to))
            continue
        whole = _filled(state, longer)
        after = _after(state, whole)
        if after is not None:
            label = say("{item}: {place}", item=kind, place=place)
            yield _choice(state, whole, after, text, label, _place(to))
        elif any(True for _ in _bridged(state, longer)):
            yield Choice(text, say("{item}: {place}, which needs the bridge", item=kind, place=place), _place(to))


def _endings(state: State, turn: Turn) -> Iterator[Choice]:
    """The walk as it is, with its payment written out, with the bridge over each gap."""
    whole, to = _filled(state, turn), _where(state, turn)
    after = _after(state, whole)
    if after is not None and to is not None:
        label = say("to the mainland")
        if to != MAINLAND:
            label = say("to space {space} ({tile})", space=to, tile=tile_text(state.tops[to]))
        yield _choice(state, whole, after, _text(turn), label, _place(to))
        if whole.tiles or whole.coins:
            yield _choice(state, whole, after, format(state, whole), say("so paid"), _place(to))
    for bridged in _bridged(state, turn):
        after = _after(state, bridged)
        if after is not None:
            label = say("bridge on space {space}", space=bridged.bridge)
            yield _choice(state, bridged, after, _text(turn, bridged.bridge), label, str(bridged.bridge))
            if bridged.tiles or bridged.coins:
                text = format(state, bridged)
                so = say("{what}, so paid", what=label)
                yield _choice(state, bridged, after, text, so, str(bridged.bridge))


def _bridged(state: State, turn: Turn) -> Iterator[Turn]:
    """The turn with the bridge over each gap that has none, at the gap's first space, where it can be paid."""
    if not state.unlaid[state.turn]:
        return
    for gap in gaps(state.tops, state.bridges):
        if not gap.bridged:
            bridged = _filled(state, turn._replace(bridge=gap.start))
            if _after(state, bridged) is not None:
                yield bridged


def _as_it_is(state: State, typed: str, label: str = "") -> Iterator[Choice]:
    """A line that can be entered as it is."""
    try:
        move = parse(state, typed)
        after = apply(state, move)
    except (SyntaxFault, IllegalMove):
        return
    yield _choice(state, move, after, typed, label or say("enter it"), "")


def _filled(state: State, turn: Turn) -> Turn:
    tiles, coins = default_payment(state, turn)
    return turn._replace(tiles=tiles, coins=coins)


def _after(state: State, turn: Turn) -> State | None:
    try:
        return apply(state, turn)
    except IllegalMove:
        return None


def _where(state: State, turn: Turn) -> int | None:
    """Where the cards lead; None where an unseen tile decides, or a card cannot follow."""
    standing = occupied(state.figures)
    start = state.figures[state.turn * 3 + turn.figure - 1]
    try:
        to = start
        for n, letter in enumerate(turn.cards):
            if n and to not in standing:
                return None
            to = walk(state, to, letter, _LENIENT)
    except IllegalMove:
        return None
    return to


def _choice(state: State, move: Move, after: State, text: str, label: str, place: str) -> Choice:
    """A whole turn with what it gains and costs its player."""
    own = [entry for entry in trail(state, move, after) if entry.player == state.turn]
    points = sum(entry.points for entry in own)
    return Choice(text, label, place, joined(list(_note(state, move, after))), points, whole=True)


def _note(state: State, move: Move, after: State) -> Iterator[Said]:
    """What a turn costs and brings, as its trail says it but shorter."""
    if isinstance(move, Reveal | Counted):
        return
    if move.buys:
        yield bought_text(move.buys)
    if isinstance(move, Turn) and (move.tiles or move.coins):
        what, owed = paid_text(move.tiles, move.coins), _overpaid(state, move)
        yield say("pays {what} for {points}", what=what, points=owed) if owed else say("pays {what}", what=what)
    for code in gained(state, move, after):
        yield say("takes {tile}", tile=tile_text(code))
    yield say("draws {n}", n=drawn(state, move, after))
    due = settle(after).standings[state.turn].due if after.over else 0
    if due:
        yield say("owes {due} for the last gaps", due=due)


def _overpaid(state: State, move: Move) -> int:
    """What a walk owes, where more than that is paid for it; else 0."""
    if not isinstance(move, Turn) or not move.tiles:
        return 0
    start, to = state.figures[state.turn * 3 + move.figure - 1], _where(state, move)
    bridges = state.bridges | (1 << move.bridge if move.bridge else 0)
    owed = sum(gap.price for gap in gaps(state.tops, bridges, start, to or start) if not gap.bridged)
    return owed if worth(move.tiles) + move.coins > owed else 0


def _text(turn: Turn, bridge: int = 0) -> str:
    bought = f"buy {tiles_text(turn.buys)}; " if turn.buys else ""
    return f"{bought}{turn.figure}:{turn.cards}" + (f" bridge {bridge}" if bridge else "")


def _place(space: int) -> str:
    return "atlantis" if space == ATLANTIS else "mainland" if space == MAINLAND else str(space)
