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
    NAMES,
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
    card_words,
    complete,
    letters,
    place_text,
    shape_text,
)
from companion.games.gods.temples import missing, needs
from companion.plies import typed
from specs.ground import measure

Line = list[Span]
STYLES = ("dim", "blue bold", "green bold", "red bold", "yellow bold")
GROUNDS = ("dim", "on_blue white bold", "on_green black bold", "on_red white bold", "on_yellow black bold")
SEATS = {"white": "on_white black bold", "black": "on_grey black bold", "purple": "on_purple white bold",
         "orange": "on_orange black bold"}  # fmt: skip
DOES = {
    "draw-deck": "two cards from the deck",
    "draw-area": "two cards of the area",
    "swap-follower": "follower <> hand card",
    "take-follower": "follower to the hand",
    "move-tile": "move a tile",
    "swap-tiles": "swap two tiles",
    "assistant": "assistant token",
    "move-marker": "move the marker",
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
        return Prompt("over", "The game is over", "")
    if state.phase == OPPONENT:
        how = "opponent" if state.table.dealt else f"{_example(state)}, for example"
        return Prompt("opponent", "First the opponent's card", how)
    if state.phase == DISCARD:
        excess = sum(state.hands[state.turn]) - HAND_LIMIT
        return Prompt("discard", f"{excess} card{'s' * (excess != 1)} too many", f"{_example(state)}, for example")
    if state.phase == DRAW:
        return Prompt("draw", f"{state.left} to draw", " or ".join(_draws(state)))
    left = f"{state.left} action{'s' * (state.left != 1)} left"
    return Prompt("act", left, " ".join(_verbs(state)))


def status(state: State) -> str:
    """Where the marker lies, the temples each player has complete, and that the deck is to be made anew."""
    done = ", ".join(f"{name} {len(complete(state, p))}" for p, name in enumerate(state.table.names))
    empty = "; the deck is empty, the discards become it" if not state.deck and any(state.discards) else ""
    return f"marker in {NAMES[state.marker]}; temples {done}{empty}"


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


def _example(state: State) -> str:
    """The first that is legal."""
    return next(_typed(state, move) for move in candidates(state) if legal(state, move))


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
    area: Line = [Span("area ", "dim")]
    for colour in COLOURS:
        for _ in range(state.area[colour]):
            area += [Span(f" {LETTERS[colour]} ", GROUNDS[colour]), Span(" ")]
    if not sum(state.area):
        area.append(Span("empty "))
    piles = f"deck {len(state.deck)}  discards {sum(state.discards)}"
    tally = " ".join(f"{LETTERS[c]}{state.discards[c]}" for c in COLOURS if state.discards[c])
    rest = f" ({tally})" if tally else ""
    solo = f"  turn {state.solo_turns} of {SOLO_TURNS}" if state.table.solo else ""
    used = sum(measure.width(span.text) for span in area)
    text = f" {piles}{rest}{solo}"
    if used + len(text) <= width:
        yield [*area, Span(text)]
        return
    yield area
    yield [Span(f"{piles}{rest}{solo}"[:width])]


def _regions(state: State, width: int) -> Iterator[Line]:
    """A line a region, in order: its token, the marker, what its feast does, who is on its neutral site."""
    table = state.table
    for number, region in enumerate(table.order, start=1):
        here = state.marker == region
        ability = DOES[table.abilities[region]]
        line = [
            Span(">" if here else " ", "bold"),
            Span(f"{number} ", "dim"),
            Span(f" {LETTERS[region]} ", GROUNDS[region]),
            Span(f" {NAMES[region]:<7}", STYLES[region] if here else ""),
            Span(ability if width < TWO_COLUMNS else f"feast: {ability}"),
        ]
        used = sum(measure.width(span.text) for span in line)
        extra = []
        if table.neutral[region]:
            place = region + NEUTRAL
            owner = next((p for p, sites in enumerate(state.sites) if sites[place]), NOBODY)
            held = f"{table.names[owner]} {shape_text(state.sites[owner][place])}" if owner != NOBODY else "free"
            extra.append(f"neutral {held}")
        if table.abilities[region] == "assistant":
            tokens = sum(1 for card in table.cards if card) - sum(state.assistants)
            extra.append(f"{tokens} token{'s' * (tokens != 1)}")
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
    won = "  wins!" if state.winner == p else ""
    head: Line = [
        Span("> " if turn else "  ", "bold"),
        Span(f" {name} ", SEATS.get(table.colours[p], "reverse")),
        Span(won, "bold"),
    ]
    if turn:
        head.append(Span(f" {_doing(state)}"[: width - measure.width(name) - 4], "dim"))
    if not table.cards[p]:
        return [head, [Span("  follower: "), *_cards(state.followers[p], width - 14)]]
    hand: Line = [Span(f"  hand {sum(state.hands[p])} "), *_cards(state.hands[p], width - 12)]
    follow: Line = [Span("  followers ")]
    for colour in COLOURS:
        number = state.followers[p][colour]
        follow += [Span(f"{LETTERS[colour]}{number} ", STYLES[colour] if number else "dim")]
    if state.assistants[p]:
        follow.append(Span(" assistant", "bold"))
    lines = [head, hand, follow]
    for number, region in enumerate(table.order, start=1):
        lines.append(_temple(state, p, number, region, width))
    stock = " ".join(ROMAN[level] for level in (1, 2, 3) for _ in range(state.stock[p][level]))
    elsewhere = [f"{place_text(q)} {shape_text(state.sites[p][q])}" for q in PLACES[NEUTRAL:] if state.sites[p][q]]
    lines.append([Span(f"  stock {stock or 'empty'}"[:width], "dim")])
    if elsewhere:
        lines.append([Span(f"  too many: {', '.join(elsewhere)}"[:width], "bold")])
    return lines


def _doing(state: State) -> str:
    if state.phase == ACT:
        return f"acts, {state.left} left"
    return {DRAW: f"draws, {state.left} left", DISCARD: "discards", OPPONENT: "turns the opponent's card"}[state.phase]


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
    column = min(22, max(used + 1, width - len(note)))
    pad = max(1, column - used)
    return [*line, Span((" " * pad + note)[: width - used], "green" if done else "dim")]


def what_is_left(state: State, p: int, region: int) -> str:
    """What a temple still needs, in few words."""
    if state.sites[p][region] == state.table.targets[p][region]:
        return "complete"
    found = needs(state, p, region)
    if found is None:
        return f"needs {' '.join(ROMAN[level] for level in missing(state, p, region))} back"
    parts = [f"-{found.demolitions}"] if found.demolitions else []
    if found.builds:
        parts.append(
            f"+{found.builds}, {card_words(found.cards).replace(' cards', '').replace(' card', '')} {LETTERS[region]}"
        )
    return " ".join(parts)
