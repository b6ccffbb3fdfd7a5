"""How an action typed so far can go on, step by step: the verb, what it is done to, what else must be said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.contract import Choice, Refused
from companion.games.gods import notation
from companion.games.gods.play import STRICT
from companion.games.gods.resolve import built, resolve
from companion.games.gods.rules import legal_moves
from companion.games.gods.score import trail
from companion.games.gods.state import (
    COLOURS,
    LETTERS,
    NAMES,
    NEUTRAL,
    NO_CARD,
    ROMAN,
    TOP,
    WHOLE,
    Build,
    Convert,
    Demolish,
    Discard,
    Draw,
    FeastArea,
    FeastColour,
    FeastExchange,
    FeastMove,
    FeastSwap,
    Move,
    Opponent,
    Recruit,
    State,
    Step,
    Travel,
    card_words,
    place_text,
    shape_text,
)

VERBS: Final = MappingProxyType(
    {
        "draw": "take a card",
        "opponent": "turn the opponent's card",
        "travel": "discard a card, move the marker",
        "build": "build a level in the marker's region",
        "demolish": "take one of your tiles back",
        "convert": "win an opponent's follower",
        "feast": "discard 2 followers, use the region",
        "recruit": "hand cards become followers",
        "migrate": "draw the deck's top card",
        "pass": "nothing else can be done",
        "discard": "down to 5 hand cards",
    }
)


class Word(NamedTuple):
    """A step on the way to an action: the line as far as it goes then, what it adds, its spot in the picture."""

    text: str
    label: str
    place: str = ""


PARTS = False
ASKS: Mapping[str, str] = {}


def choices(state: State, typed: str) -> Sequence[Choice]:
    """How an action typed so far can go on, in a stable order; a whole one that cannot go on is its own answer. Empty
    where nothing legal begins so."""
    try:
        said = _canonical(state, typed)
    except Refused:
        return ()
    return list(_following(state, said).values())


def _canonical(state: State, typed: str) -> str:
    """What was typed with single spaces, in lower case, its verb in full once a space follows it."""
    words = typed.lower().split()
    if not words:
        return ""
    if len(words) > 1 or typed[-1].isspace():
        words[0] = notation.verb_of(state, words[0])
    return " ".join(words)


def _following(state: State, said: str) -> Mapping[str, Choice]:
    """The next words after `said`, where that is a step, else the words it is the beginning of."""
    after: dict[str, Choice] = {}
    completed: dict[str, Choice] = {}
    for move in legal_moves(state):
        path = list(_path(state, move))
        texts = ["", *(word.text.lower() for word in path)]
        for at, word in enumerate(path):
            whole = word is path[-1]
            if texts[at] == said:
                into = after
            elif texts[at + 1].startswith(said) and said.startswith(texts[at]) and said:
                into = completed
            else:
                continue
            known = into.get(word.text)
            if known is None or (whole and not known.whole):
                into[word.text] = _choice(state, move, word, whole)
    return after or completed


def _choice(state: State, move: Move, word: Word, whole: bool) -> Choice:
    if not whole:
        return Choice(word.text, word.label, word.place)
    gains = [entry for entry in trail(state, move, resolve(state, move, STRICT)) if entry.player == state.turn]
    notes = [*_cost(state, move), *(entry.text for entry in gains)]
    return Choice(word.text, word.label, word.place, ", ".join(notes), sum(entry.points for entry in gains), True)


def _cost(state: State, move: Move) -> Iterator[str]:
    match move:
        case Build(neutral=neutral, assistant=assistant):
            place = state.marker + NEUTRAL if neutral else state.marker
            temple, _ = built(state.sites[state.turn][place], move)
            price = sum(temple or ()) - assistant
            yield f"costs {card_words(price, NAMES[state.marker])}" + (" and the assistant" if assistant else "")
        case Travel(card=card):
            yield f"costs a {NAMES[card]} card"


def _path(state: State, move: Move) -> Iterator[Word]:
    """The words of an action one after the other; the last is the whole of it."""
    verb = move.verb.split()[0]
    # what the seed turns up is nothing to be said
    dealt = state.table.dealt
    if not (isinstance(move, Opponent) and dealt):
        yield Word(verb, VERBS[verb])
    match move:
        case Draw(card=card):
            if card == NO_CARD:
                yield Word("draw deck", "the deck's top card", "deck")
            else:
                yield Word(f"draw {LETTERS[card]}", f"the {NAMES[card]} card of the area", f"area {LETTERS[card]}")
                if not dealt:
                    yield _turned_up(notation.format(state, move), move.refill)
        case Opponent(card=card):
            if dealt:
                yield Word(verb, VERBS[verb], "deck")
            else:
                yield Word(f"opponent {LETTERS[card]}", f"it is {NAMES[card]}", "deck")
        case Travel(card=card):
            yield Word(f"travel {LETTERS[card]}", f"to the {NAMES[card]} region", f"region {LETTERS[card]}")
        case Build():
            yield from _build(state, move)
        case Demolish(place=place, number=number):
            label = f"{_tile(state, place, number)} of {place_text(place)}"
            yield Word(notation.format(state, move), label, place_text(place))
        case Convert(player=player, card=card):
            followers = f"followers {player + 1}"
            yield Word(f"convert {player + 1}", f"from {state.table.names[player]}", followers)
            yield Word(f"convert {player + 1} {LETTERS[card]}", f"the {NAMES[card]} follower", followers)
        case Recruit(number=number):
            yield Word(f"recruit {number}", card_words(number, NAMES[state.marker]))
        case Discard(cards=cards):
            letters = ""
            for colour in COLOURS:
                letters += LETTERS[colour] * cards[colour]
                if cards[colour]:
                    yield Word(f"discard {letters}", card_words(cards[colour], NAMES[colour]))
        case _:
            yield from _feast(state, move, dealt)


def _turned_up(text: str, card: int) -> Word:
    return Word(text, f"{NAMES[card]} is turned up" if card != NO_CARD else "no card is left to turn up")


def _tile(state: State, place: int, number: int) -> str:
    return f"tile {number}, {ROMAN[state.sites[state.turn][place][number - 1]]},"


def _build(state: State, move: Build) -> Iterator[Word]:
    place = place_text(state.marker + NEUTRAL if move.neutral else state.marker)
    temple = state.sites[state.turn][state.marker + NEUTRAL if move.neutral else state.marker]
    after, _ = built(temple, move)
    how = "on top" if move.at == TOP else "in place of all" if move.at == WHOLE else f"in place of tile {move.at}"
    where = f"{ROMAN[move.tile]} {how}" if temple else ROMAN[move.tile]
    label = f"{where} on the neutral site" if move.neutral else where
    shape = f"{label}: {shape_text(after or ())}"
    text = notation.format(state, move)
    yield Word(text.removesuffix(" a"), shape, place)
    if move.assistant:
        yield Word(text, "the assistant pays one card", place)


def _feast(state: State, move: Move, dealt: bool) -> Iterator[Word]:
    match move:
        case FeastArea(first=first, refill=refill, second=second):
            one, two = f"feast {LETTERS[first]}", LETTERS[second]
            yield Word(one, f"the {NAMES[first]} card of the area", f"area {LETTERS[first]}")
            if not dealt:
                one = f"{one}>{'-' if refill == NO_CARD else LETTERS[refill]}"
                yield _turned_up(one, refill)
            yield Word(f"{one} {two}", f"the {NAMES[second]} card of the area", f"area {two}")
            if not dealt:
                yield _turned_up(notation.format(state, move), move.refill2)
        case FeastSwap(follower=follower, card=card):
            own = f"follower {LETTERS[follower]}"
            yield Word(f"feast {LETTERS[follower]}", f"the {NAMES[follower]} follower to the hand", own)
            yield Word(notation.format(state, move), f"a {NAMES[card]} hand card to the followers")
        case FeastColour(colour=colour):
            letter = LETTERS[colour]
            if state.table.abilities[state.marker] == "take-follower":
                yield Word(f"feast {letter}", f"the {NAMES[colour]} follower to the hand", f"follower {letter}")
            else:
                yield Word(f"feast {letter}", f"the marker to the {NAMES[colour]} region", f"region {letter}")
        case FeastMove(step=step):
            yield from _steps(state, step)
        case FeastExchange(first=first_step, second=second_step):
            yield from _steps(state, first_step)
            label = f"{_tile(state, second_step.place, second_step.number)} to {_to(second_step)}"
            yield Word(notation.format(state, move), label, place_text(second_step.place))


def _steps(state: State, step: Step) -> Iterator[Word]:
    source = place_text(step.place)
    one = f"feast {source}{step.number}"
    yield Word(one, f"{_tile(state, step.place, step.number)} of {source}", source)
    yield Word(f"{one}>{place_text(step.to)}{step.becomes}", f"to {_to(step)}", place_text(step.to))


def _to(step: Step) -> str:
    return f"{place_text(step.to)}, as tile {step.becomes}"
