"""A position for a seat; as facts for programs, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from companion.contract import JSON, Prompt, Span
from companion.games.gods import notation
from companion.games.gods.moves import candidates
from companion.games.gods.resolve import legal
from companion.games.gods.state import (
    ACT,
    ACTIONS,
    COLOURS,
    DISCARD,
    DRAW,
    HAND_LIMIT,
    LETTERS,
    NEUTRAL,
    NO_CARD,
    NOBODY,
    OPPONENT,
    OVER,
    PHASES,
    PLACES,
    ROMAN,
    SOLO_TURNS,
    Cards,
    Draw,
    FeastArea,
    Move,
    Opponent,
    State,
    complete,
    hue,
    letters,
    named,
    place_text,
    shape_text,
)
from companion.games.gods.temples import missing, needs
from companion.plies import typed
from specs.base import measure
from specs.base.languages import Said, either, mark, say, say_many, verbatim, word

Line = list[Span]
LABELS = {
    "deity": mark("deity"),
    "hand": mark("hand"),
    "known": mark("known"),
    "followers": mark("followers"),
    "complete": mark("complete"),
    "temples": mark("temples"),
    "stock": mark("stock"),
    "assistant": mark("assistant"),
}
STYLES = ("dim", "blue bold", "green bold", "red bold", "yellow bold")
GROUNDS = ("dim", "on_blue white bold", "on_green black bold", "on_red white bold", "on_yellow black bold")
SEATS = {"white": "on_white black bold", "black": "on_grey black bold", "purple": "on_purple white bold",
         "orange": "on_orange black bold"}  # fmt: skip
DOES = {
    "draw-deck": mark("two cards from the deck"),
    "draw-area": mark("two cards of the area"),
    "swap-follower": mark("follower <> hand card"),
    "take-follower": mark("follower to the hand"),
    "move-tile": mark("move a tile"),
    "swap-tiles": mark("swap two tiles"),
    "assistant": mark("assistant token"),
    "move-marker": mark("move the marker"),
}
TWO_COLUMNS = 72


# ---- what a seat may see -------------------------------------------------------------------------


def seen_by(state: State, seat: int | None) -> State:
    """The position as a seat can know it: its own hand, of the others what was shown, no deck and no seed."""
    table = state.table
    return State(
        table=table._replace(seed=None),
        hands=tuple(
            hand if player == seat else (sum(hand) - sum(shown), *shown[1:])
            for player, (hand, shown) in enumerate(zip(state.hands, state.shown, strict=True))
        ),
        shown=state.shown,
        followers=state.followers,
        sites=state.sites,
        stock=state.stock,
        assistants=state.assistants,
        marker=state.marker,
        area=state.area,
        deck="?" * len(state.deck),
        discards=state.discards,
        shuffles=state.shuffles,
        turn=state.turn,
        phase=state.phase,
        left=state.left,
        converted=state.converted,
        solo_turns=state.solo_turns,
        winner=state.winner,
    )


def said(state: State, move: Move) -> str | None:
    """An action without the cards that the dealt deck turns up."""
    if not state.table.dealt:
        return None
    match move:
        case Draw(card=card, refill=refill) if refill != NO_CARD:
            return f"draw {LETTERS[card]}"
        case FeastArea() if (move.refill, move.refill2) != (NO_CARD, NO_CARD):
            return f"feast {LETTERS[move.first]} {LETTERS[move.second]}"
        case Opponent():
            return "opponent"
    return None


# ---- facts ---------------------------------------------------------------------------------------


def facts(state: State) -> Mapping[str, JSON]:
    """A position by the keys of the ruling."""
    table = state.table
    return {
        "players": [_player_facts(state, player) for player in range(len(table.names))],
        "marker": LETTERS[state.marker],
        "order": letters_of(table.order),
        "area": letters(state.area),
        "deck": len(state.deck),
        "discards": letters(state.discards),
        "phase": PHASES[state.phase],
        "actions_left": actions_left(state),
        "solo_turns": state.solo_turns,
    }


def _player_facts(state: State, player: int) -> Mapping[str, JSON]:
    table, sites, stock = state.table, state.sites[player], state.stock[player]
    return {
        "name": table.names[player],
        "colour": table.colours[player] or None,
        "deity": table.deities[player] or None,
        "hand": sum(state.hands[player]),
        "known": letters((0, *state.hands[player][1:])),
        "followers": letters(state.followers[player]),
        "assistant": state.assistants[player],
        "stock": [ROMAN[level] for level in (1, 2, 3) for _ in range(stock[level])],
        "temples": {place_text(place): [ROMAN[tile] for tile in sites[place]] for place in PLACES if sites[place]},
        "complete": [LETTERS[region] for region in complete(state, player)],
    }


def letters_of(colours: Sequence[int]) -> str:
    return "".join(LETTERS[colour] for colour in colours)


def actions_left(state: State) -> int:
    if state.phase == ACT:
        return state.left
    return ACTIONS if state.phase in (OPPONENT, DRAW) else 0


# ---- lines ---------------------------------------------------------------------------------------


def prompt(state: State) -> Prompt:
    """What can be typed next."""
    if state.phase == OVER:
        return Prompt("over", say("The game is over"), "")
    if state.phase == OPPONENT:
        how = verbatim("opponent") if state.table.dealt else _for_example(state)
        return Prompt("opponent", say("First the opponent's card"), how)
    if state.phase == DISCARD:
        excess = sum(state.hands[state.turn]) - HAND_LIMIT
        return Prompt("discard", say_many("{n} card too many", "{n} cards too many", excess), _for_example(state))
    if state.phase == DRAW:
        return Prompt("draw", say("{left} to draw", left=state.left), either(list(_draws(state))))
    left = say_many("{n} action left", "{n} actions left", state.left)
    return Prompt("act", left, " ".join(_verbs(state)))


def status(state: State) -> str:
    """Where the marker lies, the temples each player has complete, and that the deck is to be made anew."""
    done = ", ".join(f"{name} {len(complete(state, p))}" for p, name in enumerate(state.table.names))
    told = say("marker in {colour}; temples {temples}", colour=hue(state.marker), temples=done)
    if state.deck or not any(state.discards):
        return told
    return say("{what}; the deck is empty, the discards become it", what=told)


def _verbs(state: State) -> Sequence[str]:
    """What can be done, in the order of the reference."""
    verbs: list[str] = []
    for move in candidates(state):
        verb = move.verb.split()[0]
        if verb not in verbs and legal(state, move):
            verbs.append(verb)
    return verbs


def _draws(state: State) -> Iterator[str]:
    """A card of the area, turned up in its place another colour if that can be; the deck."""
    found = [move for move in candidates(state) if isinstance(move, Draw) and legal(state, move)]
    taken = [move for move in found if move.card != NO_CARD]
    other = [move for move in taken if move.refill != move.card and not state.table.dealt]
    example = next(iter(other or taken), None)
    if example is not None:
        yield _typed(state, example)
    if any(move.card == NO_CARD for move in found):
        yield "draw deck"


def _for_example(state: State) -> Said:
    """The first that is legal."""
    first = next(_typed(state, move) for move in candidates(state) if legal(state, move))
    return say("{move}, for example", move=first)


def _typed(state: State, move: Move) -> str:
    return typed(said(state, move) or notation.format(state, move))


def board(state: State, width: int) -> Sequence[Sequence[Span]]:
    """The position as lines of at most `width` columns, at least 40: what lies in the middle, the four regions, then
    every player with what each temple still needs."""
    lines = [*_middle(state, width), [], *_regions(state, width), []]
    blocks = [_player(state, p, (width - 3) // 2 if width >= TWO_COLUMNS else width) for p in _order(state)]
    if width < TWO_COLUMNS:
        for block in blocks:
            lines += block
        return lines
    half = (width - 3) // 2
    for first in range(0, len(blocks), 2):
        pair = blocks[first : first + 2]
        for left, right in zip_longest(pair[0], pair[1] if len(pair) > 1 else [], fillvalue=()):
            gap = Span(" " * (half - sum(measure.width(span.text) for span in left) + 3 if right else 0))
            lines.append([*left, gap, *right])
    return lines


def _order(state: State) -> Sequence[int]:
    return range(len(state.table.names))


def _middle(state: State, width: int) -> Iterator[Line]:
    area: Line = [Span(f"{say('area')} ", "dim")]
    for colour in COLOURS:
        for _ in range(state.area[colour]):
            area += [Span(f" {LETTERS[colour]} ", GROUNDS[colour]), Span(" ")]
    if not sum(state.area):
        area.append(Span(f"{say('empty')} "))
    piles = say("deck {deck}  discards {discards}", deck=len(state.deck), discards=sum(state.discards))
    tally = " ".join(f"{LETTERS[c]}{state.discards[c]}" for c in COLOURS if state.discards[c])
    rest = f" ({tally})" if tally else ""
    turn = say("turn {turn} of {last}", turn=state.solo_turns, last=SOLO_TURNS)
    solo = f"  {turn}" if state.table.solo else ""
    used = sum(measure.width(span.text) for span in area)
    text = f" {piles}{rest}{solo}"
    if used + measure.width(text) <= width:
        yield [*area, Span(text)]
        return
    yield area
    yield [Span(measure.cut(text[1:], width))]


def _regions(state: State, width: int) -> Iterator[Line]:
    """A line a region, in order: its token, the marker, what its feast does, who is on its neutral site."""
    table = state.table
    across = max(7, *(1 + measure.width(named(colour)) for colour in COLOURS))
    for number, region in enumerate(table.order, start=1):
        here = state.marker == region
        ability = word(DOES[table.abilities[region]])
        told = ability if width < TWO_COLUMNS else say("feast: {what}", what=ability)
        line = [
            Span(">" if here else " ", "bold"),
            Span(f"{number} ", "dim"),
            Span(f" {LETTERS[region]} ", GROUNDS[region]),
            Span(f" {measure.left(named(region), across)}", STYLES[region] if here else ""),
            Span(measure.cut(told, width - across - 7)),
        ]
        used = sum(measure.width(span.text) for span in line)
        extra = []
        if table.neutral[region]:
            place = region + NEUTRAL
            owner = next((p for p, sites in enumerate(state.sites) if sites[place]), NOBODY)
            if owner != NOBODY:
                shape = shape_text(state.sites[owner][place])
                extra.append(say("neutral {who} {tiles}", who=table.names[owner], tiles=shape))
            else:
                extra.append(say("neutral free"))
        if table.abilities[region] == "assistant":
            tokens = sum(1 for card in table.cards if card) - sum(state.assistants)
            extra.append(say_many("{n} token", "{n} tokens", tokens))
        note = "  " + ", ".join(extra) if extra else ""
        if used + measure.width(note) > width and note:
            yield line
            yield [Span(measure.cut(f"         {note.strip()}", width), "dim")]
        else:
            yield [*line, Span(note, "dim")]


def _player(state: State, p: int, width: int) -> list[Line]:
    """A player's block: hand, followers, and each temple with what it needs."""
    table = state.table
    turn = state.phase != OVER and state.turn == p
    name = measure.cut(table.names[p], width - 22)
    won = f"  {say('wins!')}" if state.winner == p else ""
    head: Line = [
        Span("> " if turn else "  ", "bold"),
        Span(f" {name} ", SEATS.get(table.colours[p], "reverse")),
        Span(won, "bold"),
    ]
    if turn:
        head.append(Span(measure.cut(f" {_doing(state)}", width - measure.width(name) - 4), "dim"))
    if not table.cards[p]:
        return [head, [Span(f"  {say('follower:')} "), *_cards(state.followers[p], width - 14)]]
    held = say("hand {cards}", cards=sum(state.hands[p]))
    hand: Line = [Span(f"  {held} "), *_cards(state.hands[p], width - 5 - measure.width(held))]
    follow: Line = [Span(f"  {say('followers')} ")]
    for colour in COLOURS:
        number = state.followers[p][colour]
        follow += [Span(f"{LETTERS[colour]}{number} ", STYLES[colour] if number else "dim")]
    if state.assistants[p]:
        used = sum(measure.width(span.text) for span in follow)
        follow.append(Span(measure.cut(f" {say('assistant')}", width - used), "bold"))
    lines = [head, hand, follow]
    for number, region in enumerate(table.order, start=1):
        lines.append(_temple(state, p, number, region, width))
    stock = " ".join(ROMAN[level] for level in (1, 2, 3) for _ in range(state.stock[p][level]))
    elsewhere = [f"{place_text(q)} {shape_text(state.sites[p][q])}" for q in PLACES[NEUTRAL:] if state.sites[p][q]]
    lines.append([Span(f"  {say('stock {tiles}', tiles=stock) if stock else say('stock empty')}", "dim")])
    if elsewhere:
        told = say("too many: {tiles}", tiles=", ".join(elsewhere))
        lines.append([Span(measure.cut(f"  {told}", width), "bold")])
    return lines


def _doing(state: State) -> Said:
    if state.phase == ACT:
        return say("acts, {left} left", left=state.left)
    if state.phase == DRAW:
        return say("draws, {left} left", left=state.left)
    if state.phase == DISCARD:
        return say("discards")
    return say("turns the opponent's card")


def _cards(cards: Cards, room: int) -> Iterator[Span]:
    """Cards by letter; as numbers where they are too many for the line."""
    if sum(cards) > room:
        yield Span(" ".join(f"{number}{LETTERS[c]}" for c, number in enumerate(cards) if number)[:room])
        return
    for colour in COLOURS:
        if cards[colour]:
            yield Span(LETTERS[colour] * cards[colour], STYLES[colour])
    yield Span("?" * cards[0], "dim")


def _temple(state: State, p: int, number: int, region: int, width: int) -> Line:
    """`2 G II+I > II+II   1 build, 4 G`: what stands, what the card wants, what is still to do."""
    there, goal = state.sites[p][region], state.table.targets[p][region]
    done = there == goal
    line = [
        Span(f"  {number} ", "dim"),
        Span(f"{LETTERS[region]} ", STYLES[region]),
        Span(f"{shape_text(there)}", "bold"),
    ]
    if not done:
        line += [Span(" > ", "dim"), Span(shape_text(goal))]
    used = sum(measure.width(span.text) for span in line)
    note = what_is_left(state, p, region)
    column = min(22, max(used + 1, width - measure.width(note)))
    pad = max(1, column - used)
    return [*line, Span(measure.cut(" " * pad + note, width - used), "green" if done else "dim")]


def what_is_left(state: State, p: int, region: int) -> str:
    """What a temple still needs, in few words."""
    if state.sites[p][region] == state.table.targets[p][region]:
        return say("complete")
    found = needs(state, p, region)
    if found is None:
        return say("needs {tiles} back", tiles=" ".join(ROMAN[level] for level in missing(state, p, region)))
    parts = [f"-{found.demolitions}"] if found.demolitions else []
    if found.builds:
        parts.append(f"+{found.builds}, {found.cards} {LETTERS[region]}")
    return " ".join(parts)
