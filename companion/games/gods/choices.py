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
    hue,
    place_text,
    shape_text,
)
from specs.base.languages import Said, joined, mark, say, verbatim, word

VERBS: Final = MappingProxyType(
    {
        "draw": mark("take a card"),
        "opponent": mark("turn the opponent's card"),
        "travel": mark("discard a card, move the marker"),
        "build": mark("build a level in the marker's region"),
        "demolish": mark("take one of your tiles back"),
        "convert": mark("win an opponent's follower"),
        "feast": mark("discard 2 followers, use the region"),
        "recruit": mark("hand cards become followers"),
        "migrate": mark("draw the deck's top card"),
        "pass": mark("nothing else can be done"),
        "discard": mark("down to 5 hand cards"),
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
        texts = ["", *(step.text.lower() for step in path)]
        for at, step in enumerate(path):
            whole = step is path[-1]
            if texts[at] == said:
                into = after
            elif texts[at + 1].startswith(said) and said.startswith(texts[at]) and said:
                into = completed
            else:
                continue
            known = into.get(step.text)
            if known is None or (whole and not known.whole):
                into[step.text] = _choice(state, move, step, whole)
    return after or completed


def _choice(state: State, move: Move, step: Word, whole: bool) -> Choice:
    if not whole:
        return Choice(step.text, step.label, step.place)
    gains = [entry for entry in trail(state, move, resolve(state, move, STRICT)) if entry.player == state.turn]
    note = joined([*_cost(state, move), *(entry.text for entry in gains)])
    return Choice(step.text, step.label, step.place, note, sum(entry.points for entry in gains), True)


def _cost(state: State, move: Move) -> Iterator[Said]:
    match move:
        case Build(neutral=neutral, assistant=assistant):
            place = state.marker + NEUTRAL if neutral else state.marker
            temple, _ = built(state.sites[state.turn][place], move)
            price = card_words(sum(temple or ()) - assistant, state.marker)
            if assistant:
                yield say("costs {cards} and the assistant", cards=price)
            else:
                yield say("costs {cards}", cards=price)
        case Travel(card=card):
            yield say("costs a {colour} card", colour=hue(card))


def _path(state: State, move: Move) -> Iterator[Word]:
    """The words of an action one after the other; the last is the whole of it."""
    verb = move.verb.split()[0]
    # what the seed turns up is nothing to be said
    dealt = state.table.dealt
    if not (isinstance(move, Opponent) and dealt):
        yield Word(verb, word(VERBS[verb]))
    match move:
        case Draw(card=card):
            if card == NO_CARD:
                yield Word("draw deck", say("the deck's top card"), "deck")
            else:
                yield Word(f"draw {LETTERS[card]}", _of_area(card), f"area {LETTERS[card]}")
                if not dealt:
                    yield _turned_up(notation.format(state, move), move.refill)
        case Opponent(card=card):
            if dealt:
                yield Word(verb, word(VERBS[verb]), "deck")
            else:
                yield Word(f"opponent {LETTERS[card]}", say("it is {colour}", colour=hue(card)), "deck")
        case Travel(card=card):
            region = say("to the {colour} region", colour=hue(card))
            yield Word(f"travel {LETTERS[card]}", region, f"region {LETTERS[card]}")
        case Build():
            yield from _build(state, move)
        case Demolish(place=place, number=number):
            yield Word(notation.format(state, move), _tile(state, place, number), place_text(place))
        case Convert(player=player, card=card):
            followers = f"followers {player + 1}"
            yield Word(f"convert {player + 1}", say("from {who}", who=state.table.names[player]), followers)
            follower = say("the {colour} follower", colour=hue(card))
            yield Word(f"convert {player + 1} {LETTERS[card]}", follower, followers)
        case Recruit(number=number):
            yield Word(f"recruit {number}", card_words(number, state.marker))
        case Discard(cards=cards):
            letters = ""
            for colour in COLOURS:
                letters += LETTERS[colour] * cards[colour]
                if cards[colour]:
                    yield Word(f"discard {letters}", card_words(cards[colour], colour))
        case _:
            yield from _feast(state, move, dealt)


def _turned_up(text: str, card: int) -> Word:
    if card == NO_CARD:
        return Word(text, say("no card is left to turn up"))
    return Word(text, say("{colour} is turned up", colour=hue(card)))


def _of_area(card: int) -> Said:
    return say("the {colour} card of the area", colour=hue(card))


def _tile(state: State, place: int, number: int) -> Said:
    level = ROMAN[state.sites[state.turn][place][number - 1]]
    return say("tile {number}, {level}, of {place}", number=number, level=level, place=place_text(place))


def _build(state: State, move: Build) -> Iterator[Word]:
    place = place_text(state.marker + NEUTRAL if move.neutral else state.marker)
    temple = state.sites[state.turn][state.marker + NEUTRAL if move.neutral else state.marker]
    after, _ = built(temple, move)
    label = _how(move) if temple else verbatim(ROMAN[move.tile])
    if move.neutral:
        label = say("{what} on the neutral site", what=label)
    shape = say("{what}: {shape}", what=label, shape=shape_text(after or ()))
    text = notation.format(state, move)
    yield Word(text.removesuffix(" a"), shape, place)
    if move.assistant:
        yield Word(text, say("the assistant pays one card"), place)


def _how(move: Build) -> Said:
    tile = ROMAN[move.tile]
    if move.at == TOP:
        return say("{tile} on top", tile=tile)
    if move.at == WHOLE:
        return say("{tile} in place of all", tile=tile)
    return say("{tile} in place of tile {number}", tile=tile, number=move.at)


def _feast(state: State, move: Move, dealt: bool) -> Iterator[Word]:
    match move:
        case FeastArea(first=first, refill=refill, second=second):
            one, two = f"feast {LETTERS[first]}", LETTERS[second]
            yield Word(one, _of_area(first), f"area {LETTERS[first]}")
            if not dealt:
                one = f"{one}>{'-' if refill == NO_CARD else LETTERS[refill]}"
                yield _turned_up(one, refill)
            yield Word(f"{one} {two}", _of_area(second), f"area {two}")
            if not dealt:
                yield _turned_up(notation.format(state, move), move.refill2)
        case FeastSwap(follower=follower, card=card):
            own = f"follower {LETTERS[follower]}"
            yield Word(f"feast {LETTERS[follower]}", _to_hand(follower), own)
            hand = say("a {colour} hand card to the followers", colour=hue(card))
            yield Word(notation.format(state, move), hand)
        case FeastColour(colour=colour):
            letter = LETTERS[colour]
            if state.table.abilities[state.marker] == "take-follower":
                yield Word(f"feast {letter}", _to_hand(colour), f"follower {letter}")
            else:
                there = say("the marker to the {colour} region", colour=hue(colour))
                yield Word(f"feast {letter}", there, f"region {letter}")
        case FeastMove(step=step):
            yield from _steps(state, step)
        case FeastExchange(first=first_step, second=second_step):
            yield from _steps(state, first_step)
            place, number = second_step.place, second_step.number
            label = say(
                "tile {number}, {level}, to {place}, as tile {becomes}",
                number=number, level=ROMAN[state.sites[state.turn][place][number - 1]],
                place=place_text(second_step.to), becomes=second_step.becomes,
            )  # fmt: skip
            yield Word(notation.format(state, move), label, place_text(place))


def _to_hand(follower: int) -> Said:
    return say("the {colour} follower to the hand", colour=hue(follower))


def _steps(state: State, step: Step) -> Iterator[Word]:
    source = place_text(step.place)
    one = f"feast {source}{step.number}"
    yield Word(one, _tile(state, step.place, step.number), source)
    to = place_text(step.to)
    label = say("to {place}, as tile {becomes}", place=to, becomes=step.becomes)
    yield Word(f"{one}>{to}{step.becomes}", label, to)
