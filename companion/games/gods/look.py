"""A position for people: terminal lines and the prompt; its facts for programs; and what is known of hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from companion.contract import Here, Position, grammar, typed
from companion.contract.values import JSON, Card, Prompt, Span, cut, wrapped
from companion.games.gods import listing
from companion.games.gods.moves import Draw

from companion.games.gods.state import (  # isort: skip
    ACTIONS, COLOURS, HAND_LIMIT, LETTERS, NEUTRAL, NO_CARD, PLACES, ROMAN, SOLO_TURNS, Cards, State, complete, letters,
    place_text, shape_text, targets, unbuilt,
)  # fmt: skip
from companion.games.gods.temples import missing, needs
from companion.games.gods.text import hue, named
from specs.base import measure
from specs.base.languages import Said, either, mark, say, say_many, verbatim, word

if TYPE_CHECKING:
    from specs.model.document import Document

Line = list[Span]
LABELS: Final = {
    "deity": mark("deity"), "hand": mark("hand"), "known": mark("known"), "followers": mark("followers"),
    "complete": mark("complete"), "temples": mark("temples"), "stock": mark("stock"), "assistant": mark("assistant"),
}  # fmt: skip
STYLES = ("dim", "blue bold", "green bold", "red bold", "yellow bold")
GROUNDS = ("dim", "on_blue white bold", "on_green black bold", "on_red white bold", "on_yellow black bold")
SEATS = {"white": "on_white black bold", "black": "on_grey black bold", "purple": "on_purple white bold",
         "orange": "on_orange black bold"}  # fmt: skip
DOES: Final = {
    "draw-deck": mark("two cards from the deck"), "draw-row": mark("two cards from the open row"),
    "swap-follower": mark("follower <> hand card"), "take-follower": mark("follower to the hand"),
    "move-tile": mark("move a tile"), "swap-tiles": mark("swap two tiles"),
    "assistant": mark("assistant token"), "move-marker": mark("move the marker"),
}  # fmt: skip
TWO_COLUMNS: Final = 72


# ---- facts ---------------------------------------------------------------------------------------


def facts(view: Position) -> Mapping[str, JSON]:
    """Return a position by the keys of the rules page."""
    state = view.state
    return {
        "players": [_player_facts(view, player) for player in range(len(view.players))],
        "marker": LETTERS[state.marker],
        "order": "".join([LETTERS[region] for region in state.table.order]),
        "row": letters(state.row),
        "deck": len(state.deck),
        "discards": letters(state.discards),
        "phase": state.phase,
        "actions_left": {"act": state.left, "opponent": ACTIONS, "draw": ACTIONS}.get(state.phase, 0),
        "solo_turns": state.solo_turns,
    }


def _player_facts(view: Position, player: int) -> Mapping[str, JSON]:
    state, sites = view.state, view.state.sites[player]
    return {
        "name": view.players[player].name,
        "colour": view.players[player].colour or None,
        "deity": state.table.deities[player] or None,
        "hand": sum(state.hands[player]),
        "known": letters((0, *state.hands[player][1:])),
        "followers": letters(state.followers[player]),
        "assistant": state.assistants[player],
        "stock": [ROMAN[level] for level in unbuilt(state, player)],
        "temples": {place_text(place): [ROMAN[tile] for tile in sites[place]] for place in PLACES if sites[place]},
        "complete": [LETTERS[region] for region in complete(state, player)],
    }


# ---- lines ---------------------------------------------------------------------------------------


def prompt(view: Position) -> Prompt:
    """Return what can be typed next."""
    state = view.state
    if state.phase == "opponent":
        how = verbatim("opponent") if state.table.dealt else _for_example(view)
        return Prompt("opponent", say("First the opponent's card"), how)
    if state.phase == "discard":
        excess = sum(state.hands[state.turn]) - HAND_LIMIT
        return Prompt("discard", say_many("{n} card too many", "{n} cards too many", excess), _for_example(view))
    if state.phase == "draw":
        return Prompt("draw", say("{left} to draw", left=state.left), either(list(_draws(view))))
    left = say_many("{n} action left", "{n} actions left", state.left)
    return Prompt("act", left, " ".join(dict.fromkeys(map(_verb, listing.moves(state)))))


def status(view: Position) -> str:
    """Return where the marker lies, the temples each player has complete, and whether the deck is to be made anew."""
    state = view.state
    done = ", ".join([f"{name} {len(complete(state, seat))}" for seat, (name, _) in enumerate(view.players)])
    said = say("marker in {colour}; temples {temples}", colour=hue(state.marker), temples=done)
    if state.deck or not any(state.discards):
        return said
    return say("{what}; the deck is empty: shuffle the discards", what=said)


def _verb(move: Any) -> str:
    return str(move.SAYS).split()[0].partition("|")[0]


def _draws(view: Position) -> Iterator[str]:
    """Yield a card of the open row, with another colour turned up in its place if that is possible; and the deck."""
    found = [move for move in listing.moves(view.state) if isinstance(move, Draw)]
    taken = [move for move in found if move.taken.card != NO_CARD]
    other = [move for move in taken if move.taken.refill not in (None, move.taken.card)]
    if taken:
        yield _typed(view, (other or taken)[0])
    if len(taken) < len(found):
        yield "draw deck"


def _for_example(view: Position) -> Said:
    """Return the first legal one, as an example."""
    return say("{move}, for example", move=_typed(view, next(listing.moves(view.state))))


def _typed(view: Position, move: Any) -> str:
    return typed(grammar.write(move, Here(None, view.state, view.players)))


def board(view: Position, width: int) -> Sequence[Sequence[Span]]:
    """Return the position as lines of at most `width` columns, at least 40: what lies in the middle, the four regions,
    then every player with what each temple still needs."""
    half = (width - 3) // 2
    lines = [*_middle(view.state, width), [], *_regions(view, width), []]
    blocks = [_player(view, seat, half if width >= TWO_COLUMNS else width) for seat in range(len(view.players))]
    if width < TWO_COLUMNS:
        return [*lines, *(line for block in blocks for line in block)]
    for first in range(0, len(blocks), 2):
        for left, *right in zip_longest(*blocks[first : first + 2], fillvalue=()):
            gap = Span(" " * (half - _wide(left) + 3 if any(right) else 0))
            lines.append([*left, gap, *(span for line in right for span in line)])
    return lines


def _wide(line: Sequence[Span]) -> int:
    return sum(measure.width(span.text) for span in line)


def _middle(state: State, width: int) -> list[Line]:
    line: Line = [Span(f"{say('open row')} ", "dim")]
    for colour in COLOURS:
        line += [Span(f" {LETTERS[colour]} ", GROUNDS[colour]), Span(" ")] * state.row[colour]
    if not sum(state.row):
        line.append(Span(f"{say('empty')} "))
    line.append(Span(f" {say('deck {deck}  discards {discards}', deck=len(state.deck), discards=sum(state.discards))}"))
    if any(state.discards):
        line.append(Span(f" ({' '.join(f'{LETTERS[c]}{state.discards[c]}' for c in COLOURS if state.discards[c])})"))
    if state.table.solo:
        line.append(Span(f"  {say('turn {turn} of {last}', turn=state.solo_turns, last=SOLO_TURNS)}"))
    return wrapped(line, width, 0)


def _regions(view: Position, width: int) -> Iterator[Line]:
    """Yield a line for each region, in order: its token, the marker, what its feast does, who is on its
    neutral site."""
    state, table = view.state, view.state.table
    across = max(7, *(1 + measure.width(named(colour)) for colour in COLOURS))
    for number, region in enumerate(table.order, start=1):
        here, ability = state.marker == region, word(DOES[table.abilities[region] or ""])
        line = [
            Span(">" if here else " ", "bold"),
            Span(f"{number} ", "dim"),
            Span(f" {LETTERS[region]} ", GROUNDS[region]),
            Span(f" {measure.left(named(region), across)}", STYLES[region] if here else ""),
            Span(ability if width < TWO_COLUMNS else say("feast: {what}", what=ability)),
        ]
        note = ", ".join(_beside(view, region))
        fits = _wide(line) + 2 + measure.width(note) <= width
        yield [*line, Span(f"  {note}", "dim")] if note and fits else line
        if note and not fits:
            yield [Span(f"         {note}", "dim")]


def _beside(view: Position, region: int) -> Iterator[Said]:
    """Yield who is on a region's neutral site, and how many assistant tokens it has."""
    state, table, place = view.state, view.state.table, region + NEUTRAL
    if table.neutral[region]:
        who = next((seat for seat, sites in enumerate(state.sites) if sites[place]), None)
        if who is None:
            yield say("neutral free")
        else:
            tiles = shape_text(state.sites[who][place])
            yield say("neutral {who} {tiles}", who=view.players[who].name, tiles=tiles)
    if table.abilities[region] == "assistant":
        tokens = sum(1 for card in table.cards if card) - sum(state.assistants)
        yield say_many("{n} token", "{n} tokens", tokens)


def _player(view: Position, p: int, width: int) -> list[Line]:
    """Return a player's block: hand, followers, and each temple with what it needs."""
    state, table = view.state, view.state.table
    turn = state.phase != "over" and state.turn == p
    head: Line = [
        Span("> " if turn else "  ", "bold"),
        Span(f" {measure.cut(view.players[p].name, width - 22)} ", SEATS.get(view.players[p].colour, "reverse")),
        Span(f"  {say('wins!')}" if state.winner == p else "", "bold"),
        Span(f" {_doing(state)}" if turn else "", "dim"),
    ]
    if not table.cards[p]:
        return [head, [Span(f"  {say('follower:')} "), *_cards(state.followers[p], width - 14)]]
    held = say("hand {cards}", cards=sum(state.hands[p]))
    follow: Line = [Span(f"  {say('followers')} ")]
    for colour in COLOURS:
        number = state.followers[p][colour]
        follow.append(Span(f"{LETTERS[colour]}{number} ", STYLES[colour] if number else "dim"))
    follow.append(Span(f" {say('assistant')}" if state.assistants[p] else "", "bold"))
    stock = " ".join([ROMAN[level] for level in unbuilt(state, p)])
    lines = [
        head,
        [Span(f"  {held} "), *_cards(state.hands[p], width - 5 - measure.width(held))],
        follow,
        *(_temple(state, p, number, region, width) for number, region in enumerate(table.order, start=1)),
        [Span(f"  {say('stock {tiles}', tiles=stock) if stock else say('stock empty')}", "dim")],
    ]
    if many := [f"{place_text(q)} {shape_text(state.sites[p][q])}" for q in PLACES[NEUTRAL:] if state.sites[p][q]]:
        lines.append([Span(f"  {say('too many: {tiles}', tiles=', '.join(many))}", "bold")])
    return [cut(line, width) for line in lines]


def _doing(state: State) -> Said:
    if state.phase == "act":
        return say("acts, {left} left", left=state.left)
    if state.phase == "draw":
        return say("draws, {left} left", left=state.left)
    return say("discards") if state.phase == "discard" else say("turns the opponent's card")


def _cards(cards: Cards, room: int) -> Iterator[Span]:
    """Write cards by letter; as numbers if they are too many for the line."""
    if sum(cards) > room:
        yield Span(" ".join(f"{number}{LETTERS[c]}" for c, number in enumerate(cards) if number)[:room])
        return
    for colour in COLOURS:
        if cards[colour]:
            yield Span(LETTERS[colour] * cards[colour], STYLES[colour])
    yield Span("?" * cards[0], "dim")


def _temple(state: State, p: int, number: int, region: int, width: int) -> Line:
    """Write `2 G II+I > II+II   1 build, 4 G`: what stands, what the card wants, what is still to do."""
    there, goal = state.sites[p][region], targets(state.table, p)[region]
    line = [
        Span(f"  {number} ", "dim"),
        Span(f"{LETTERS[region]} ", STYLES[region]),
        Span(f"{shape_text(there)}", "bold"),
    ]
    if there != goal:
        line += [Span(" > ", "dim"), Span(shape_text(goal))]
    note, used = what_is_left(state, p, region), _wide(line)
    column = min(22, max(used + 1, width - measure.width(note)))
    return [*line, Span(" " * max(1, column - used) + note, "green" if there == goal else "dim")]


def what_is_left(state: State, p: int, region: int) -> str:
    """Say what a temple still needs, in few words."""
    if state.sites[p][region] == targets(state.table, p)[region]:
        return say("complete")
    found = needs(state, p, region)
    if found is None:
        return say("needs {tiles} back", tiles=" ".join(ROMAN[level] for level in missing(state, p, region)))
    builds = [price for price in found.prices if price]
    parts = [f"-{len(found.prices) - len(builds)}"] if 0 in found.prices else []
    if builds:
        parts.append(f"+{len(builds)}, {sum(builds)} {LETTERS[region]}")
    return " ".join(parts)


# ---- hands ---------------------------------------------------------------------------------------


def kinds(document: Document) -> Sequence[Card]:
    """Return the four colours, each as the first of its dwellers looks."""
    looks = {str(piece.row["letter"]): piece for piece in reversed(document.pieces["dwellers"])}
    return [Card(LETTERS[colour], named(colour), looks.get(LETTERS[colour])) for colour in COLOURS]


HAND: Final = mark("What does {who} hold? Type its cards, such as BGRY.")
