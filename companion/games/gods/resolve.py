"""The rules of an action, each check where the rulebook has it; a refusal has an id and a sentence about this table."""

from __future__ import annotations

from companion.contract import IllegalMove
from companion.games.gods import feasts
from companion.games.gods.play import STRICT, Play
from companion.games.gods.state import (
    ACT,
    DISCARD,
    DRAW,
    HAND_LIMIT,
    NAMES,
    NEUTRAL,
    NO_CARD,
    NO_CARDS,
    OPPONENT,
    OVER,
    PHASES,
    ROMAN,
    TOP,
    WHOLE,
    Build,
    Convert,
    Demolish,
    Discard,
    Draw,
    Migrate,
    Move,
    Opponent,
    Pass,
    Recruit,
    State,
    Temple,
    Travel,
    card_words,
    letters,
    lies_words,
    place_text,
    plus,
    refusal,
    site_words,
)
from companion.ruling import Ruling


def legal(state: State, move: Move) -> bool:
    try:
        resolve(state, move, STRICT)
    except IllegalMove:
        return False
    return True


def can_act(state: State) -> bool:
    """Whether there is any action but to pass."""
    if sum(state.hands[state.turn]) or state.deck or state.discards != NO_CARDS:
        return True  # to travel with a card, or to draw one
    from companion.games.gods.moves import actions

    return any(legal(state, move) for move in actions(state))


def resolve(state: State, move: Move, ruling: Ruling) -> State:
    if state.phase == OVER:
        raise refusal("game.over", "the game is over; nothing follows the end")
    play = Play(state, ruling)
    match move:
        case Draw():
            _draw(play, move)
        case Opponent():
            _opponent(play, move)
        case Discard():
            _discard(play, move)
        case _:
            _act(play, state, move)
    return play.frozen()


# ---- beside the actions --------------------------------------------------------------------------


def _phase(play: Play, wanted: int) -> None:
    """Something of another phase: the table may let it stand."""
    if play.phase != wanted:
        play.ruling.against("phase", f"{_now(play)}; {_WANTED[wanted]}")


def _now(play: Play) -> str:
    if play.phase == OPPONENT:
        return f"{play.name}'s turn begins with the opponent's new follower"
    if play.phase == DRAW:
        return f"{play.name} draws {card_words(play.left, 'more')} first"
    if play.phase == ACT:
        return f"{play.name} has {play.left} action{'s' * (play.left != 1)} left"
    return f"{play.name} holds {card_words(sum(play.hands[play.me]))} and discards down to {HAND_LIMIT} first"


_WANTED = {
    OPPONENT: "the opponent's card comes first in a solo turn, once",
    DRAW: "cards are drawn at the beginning of a turn",
    ACT: f"actions belong to the phase '{PHASES[ACT]}'",
    DISCARD: "cards are discarded at the end of a turn",
}


def _draw(play: Play, move: Draw) -> None:
    """Rulebook: Draw 3 Dweller Cards."""
    _phase(play, DRAW)
    if move.card == NO_CARD:
        if not play.draw():
            raise refusal("draw.empty", "the deck and the discards are empty; there is no card to draw")
    else:
        if not play.area[move.card]:
            there = letters(play.area) or "nothing"
            raise refusal("draw.area", f"no {NAMES[move.card]} card lies in the area; {there} does")
        play.take_open(move.card, move.refill)
    if play.phase == OPPONENT:
        play.begin_draws()
    if play.phase == DRAW:
        play.drawn()


def _opponent(play: Play, move: Opponent) -> None:
    """Rulebook: Solo mode. The old follower is discarded before the new one is drawn."""
    if not play.table.solo:
        raise refusal("phase", f"{len(play.table.names)} play; only a solo game has an opponent's card")
    _phase(play, OPPONENT)
    play.discards = tuple(map(int.__add__, play.discards, play.followers[1]))
    play.followers[1] = NO_CARDS
    play.told(move.card, "the opponent's follower")
    play.followers[1] = plus(NO_CARDS, move.card)
    if play.phase == OPPONENT:
        play.solo_turns += 1
        play.begin_draws()


def _discard(play: Play, move: Discard) -> None:
    """Rulebook: Discard. Exactly as many as are too many."""
    _phase(play, DISCARD)
    number, excess = sum(move.cards), max(0, sum(play.hands[play.me]) - HAND_LIMIT)
    if number != excess and play.phase == DISCARD:
        holds = f"{play.name} holds {card_words(sum(play.hands[play.me]))} and discards {excess}"
        play.ruling.against("discard.count", f"{holds}; {letters(move.cards) or 'nothing'} is {number}")
    if number > sum(play.hands[play.me]):
        held = sum(play.hands[play.me])
        raise refusal("card.unavailable", f"{play.name} holds {card_words(held)}; {letters(move.cards)} is {number}")
    for colour, wanted in enumerate(move.cards):
        if wanted:
            play.spend(colour, wanted)
            play.discard(colour, wanted)
    if play.phase != DISCARD:
        play.end_turn()
    else:
        play.next_turn()


# ---- actions -------------------------------------------------------------------------------------


def _act(play: Play, state: State, move: Move) -> None:
    late = play.phase == DISCARD
    if play.phase != ACT:
        _phase(play, ACT)
        play.phase, play.left = ACT, 1 if late else 5
    laid = False
    match move:
        case Travel(card=card):
            _travel(play, card)
        case Build():
            _build(play, move)
            laid = True
        case Demolish():
            _demolish(play, move)
        case Convert():
            _convert(play, move)
        case Recruit(number=number):
            _recruit(play, number)
        case Migrate():
            if not play.draw():
                raise refusal("migrate.empty", "the deck and the discards are empty; there is no card to draw")
        case Pass():
            if can_act(state):
                play.ruling.against("pass.can-act", f"{play.name} can act; only who cannot passes")
        case Draw() | Opponent() | Discard():
            raise AssertionError("no action")
        case _:
            laid = feasts.feast(play, move)
    play.acted(laid)


def _travel(play: Play, card: int) -> None:
    """Rulebook: Travel."""
    play.spend(card, 1)
    play.discard(card)
    play.marker = card


def _build(play: Play, move: Build) -> None:
    """Rulebook: Build."""
    region, me, tile = play.marker, play.me, move.tile
    place = region + NEUTRAL if move.neutral else region
    if move.neutral:
        if not play.table.neutral[region]:
            raise refusal("build.neutral", f"the {NAMES[region]} region has no neutral site on this side")
        other = other_owner(play, place)
        if other is not None:
            raise refusal("build.site", f"tiles of {play.table.names[other]} lie on the {site_words(place)}")
    before = play.sites[me][place]
    temple, fits = built(before, move)
    if temple is None:
        raise refusal("build.level", f"the {site_words(place)} holds {lies_words(before)}; {_no_tile(move)}")
    if not fits:
        play.ruling.against("build.level", f"the {site_words(place)} holds {lies_words(before)}; {_not_higher(move)}")
    gone = before if move.at == WHOLE else (before[move.at - 1],) if move.at else ()
    for old in gone:
        play.stocked(old, 1)
    if not play.stock[me][tile]:
        raise refusal("build.stock", f"{play.name} has no {ROMAN[tile]} in stock; both are on the boards")
    play.stocked(tile, -1)
    level = sum(temple)
    cost = level
    if move.assistant:
        if not play.assistants[me]:
            play.ruling.against("build.assistant", f"{play.name} has no assistant token to pay with")
        play.assistants[me] = False
        cost -= 1
    hand = play.hands[me]
    if cost > hand[region] + hand[0]:
        price = f"a temple of level {level} in {NAMES[region]} costs {card_words(cost, NAMES[region])}"
        helped = " beside the assistant" if move.assistant else ""
        play.ruling.against("build.cost", f"{price}{helped}; {play.name} holds {letters(hand) or 'no cards'}")
        cost = hand[region] + (min(hand[0], play.unseen(region)) if hand[0] else 0)
    if cost:
        play.spend(region, cost, "build.cost")
        play.follow(region, cost)
    play.set_temple(place, temple)


def built(temple: Temple, move: Build) -> tuple[Temple | None, bool]:
    """The temple after a tile is built, None where the tile it replaces is not there; and whether it is one higher."""
    if move.at == TOP:
        return (*temple, move.tile), move.tile == 1
    if move.at == WHOLE:
        return ((move.tile,), move.tile == sum(temple) + 1) if temple else (None, False)
    if move.at > len(temple):
        return None, False
    at = move.at - 1
    return (*temple[:at], move.tile, *temple[at + 1 :]), move.tile == temple[at] + 1


def _no_tile(move: Build) -> str:
    return "there is no temple to replace" if move.at == WHOLE else f"there is no tile {move.at}"


def _not_higher(move: Build) -> str:
    if move.at == TOP:
        return f"only a I goes on top, a {ROMAN[move.tile]} adds more than one level"
    what = "the temple" if move.at == WHOLE else f"tile {move.at}"
    return f"a {ROMAN[move.tile]} in place of {what} does not make it one level higher"


def other_owner(play: Play, place: int) -> int | None:
    """Which other player has tiles on a neutral site."""
    return next((p for p, sites in enumerate(play.sites) if p != play.me and sites[place]), None)


def _demolish(play: Play, move: Demolish) -> None:
    """Rulebook: Demolition. The rest of the stack closes up."""
    temple = play.sites[play.me][move.place]
    if not 1 <= move.number <= len(temple):
        has = f"{play.name} has {lies_words(temple)}"
        raise refusal(
            "demolish.tile", f"{has} on the {site_words(move.place)}; there is no {place_text(move.place)}{move.number}"
        )
    play.set_temple(move.place, (*temple[: move.number - 1], *temple[move.number :]))
    play.stocked(temple[move.number - 1], 1)


def _convert(play: Play, move: Convert) -> None:
    """Rulebook: Conversion."""
    who = play.table.names[move.player]
    if play.converted:
        play.ruling.against("convert.once", f"{play.name} has converted a follower in this turn already")
    if move.player == play.me:
        raise refusal("convert.card", f"{who}'s followers are {play.name}'s own")
    theirs = play.followers[move.player]
    if not theirs[move.card]:
        raise refusal(
            "convert.card", f"{who} has no {NAMES[move.card]} follower; {letters(theirs) or 'none'} are there"
        )
    play.followers[move.player] = plus(theirs, move.card, -1)
    play.follow(move.card)
    play.converted = True


def _recruit(play: Play, number: int) -> None:
    """Rulebook: Recruitment."""
    if number < 1:
        play.ruling.against("recruit.count", f"{play.name} recruits {number}; at least 1 card is needed")
        return
    play.spend(play.marker, number)
    play.follow(play.marker, number)
