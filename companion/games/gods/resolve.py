"""The rules of an action, each check where the rulebook has it; a refusal has an id and a sentence about this table."""

from __future__ import annotations

from companion.contract import IllegalMove
from companion.games.gods import feasts
from companion.games.gods.play import STRICT, Play
from companion.games.gods.sites import no_neutral, no_tile, site_holds, taken_by
from companion.games.gods.state import (
    ACT,
    DISCARD,
    DRAW,
    HAND_LIMIT,
    NEUTRAL,
    NO_CARD,
    NO_CARDS,
    OPPONENT,
    OVER,
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
    hue,
    letters,
    plus,
    refusal,
)
from companion.ruling import Ruling
from specs.base.languages import Said, mark, say, say_many, word


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
        raise refusal("game.over", say("the game is over; nothing follows the end"))
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
        play.ruling.against("phase", say("{now}; {wanted}", now=_now(play), wanted=word(_WANTED[wanted])))


def _now(play: Play) -> Said:
    who = play.name
    if play.phase == OPPONENT:
        return say("{who}'s turn begins with the opponent's new follower", who=who)
    if play.phase == DRAW:
        return say_many("{who} draws {n} more card first", "{who} draws {n} more cards first", play.left, who=who)
    if play.phase == ACT:
        return say_many("{who} has {n} action left", "{who} has {n} actions left", play.left, who=who)
    held = card_words(sum(play.hands[play.me]))
    return say("{who} holds {cards} and discards down to {limit} first", who=who, cards=held, limit=HAND_LIMIT)


_WANTED = {
    OPPONENT: mark("the opponent's card comes first in a solo turn, once"),
    DRAW: mark("cards are drawn at the beginning of a turn"),
    ACT: mark("actions belong to the phase 'act'"),
    DISCARD: mark("cards are discarded at the end of a turn"),
}


def _draw(play: Play, move: Draw) -> None:
    """Rulebook: Draw 3 Dweller Cards."""
    _phase(play, DRAW)
    if move.card == NO_CARD:
        if not play.draw():
            raise refusal("draw.empty", say("the deck and the discards are empty; there is no card to draw"))
    else:
        if not play.area[move.card]:
            raise refusal("draw.area", play.not_open(move.card))
        play.take_open(move.card, move.refill)
    if play.phase == OPPONENT:
        play.begin_draws()
    if play.phase == DRAW:
        play.drawn()


def _opponent(play: Play, move: Opponent) -> None:
    """Rulebook: Solo mode. The old follower is discarded before the new one is drawn."""
    if not play.table.solo:
        message = say("{players} play; only a solo game has an opponent's card", players=len(play.table.names))
        raise refusal("phase", message)
    _phase(play, OPPONENT)
    play.discards = tuple(map(int.__add__, play.discards, play.followers[1]))
    play.followers[1] = NO_CARDS
    play.told(move.card, opponent=True)
    play.followers[1] = plus(NO_CARDS, move.card)
    if play.phase == OPPONENT:
        play.solo_turns += 1
        play.begin_draws()


def _discard(play: Play, move: Discard) -> None:
    """Rulebook: Discard. Exactly as many as are too many."""
    _phase(play, DISCARD)
    number, held = sum(move.cards), sum(play.hands[play.me])
    excess, cards, told = max(0, held - HAND_LIMIT), card_words(held), letters(move.cards) or say("nothing")
    if number != excess and play.phase == DISCARD:
        message = say(
            "{who} holds {cards} and discards {excess}; {told} is {number}",
            who=play.name, cards=cards, excess=excess, told=told, number=number,
        )  # fmt: skip
        play.ruling.against("discard.count", message)
    if number > held:
        message = say("{who} holds {cards}; {told} is {number}", who=play.name, cards=cards, told=told, number=number)
        raise refusal("card.unavailable", message)
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
                raise refusal("migrate.empty", say("the deck and the discards are empty; there is no card to draw"))
        case Pass():
            if can_act(state):
                play.ruling.against("pass.can-act", say("{who} can act; only who cannot passes", who=play.name))
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
            raise refusal("build.neutral", no_neutral(region))
        other = other_owner(play, place)
        if other is not None:
            raise refusal("build.site", taken_by(play.table.names[other], place))
    before = play.sites[me][place]
    temple, fits = built(before, move)
    if temple is None:
        raise refusal("build.level", say("{holds}; {what}", holds=site_holds(place, before), what=_no_tile(move)))
    if not fits:
        message = say("{holds}; {what}", holds=site_holds(place, before), what=_not_higher(move))
        play.ruling.against("build.level", message)
    gone = before if move.at == WHOLE else (before[move.at - 1],) if move.at else ()
    for old in gone:
        play.stocked(old, 1)
    if not play.stock[me][tile]:
        message = say("{who} has no {tile} in stock; both are on the boards", who=play.name, tile=ROMAN[tile])
        raise refusal("build.stock", message)
    play.stocked(tile, -1)
    level = sum(temple)
    cost = level
    if move.assistant:
        if not play.assistants[me]:
            play.ruling.against("build.assistant", say("{who} has no assistant token to pay with", who=play.name))
        play.assistants[me] = False
        cost -= 1
    hand = play.hands[me]
    if cost > hand[region] + hand[0]:
        values = {"level": level, "colour": hue(region), "cards": card_words(cost, region)}
        if move.assistant:
            price = say("a temple of level {level} in {colour} costs {cards} beside the assistant", **values)
        else:
            price = say("a temple of level {level} in {colour} costs {cards}", **values)
        play.ruling.against("build.cost", say("{price}; {holds}", price=price, holds=play.holds()))
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


def _no_tile(move: Build) -> Said:
    if move.at == WHOLE:
        return say("there is no temple to replace")
    return say("there is no tile {number}", number=move.at)


def _not_higher(move: Build) -> Said:
    tile = ROMAN[move.tile]
    if move.at == TOP:
        return say("only a I goes on top, a {tile} adds more than one level", tile=tile)
    if move.at == WHOLE:
        return say("a {tile} in place of the temple does not make it one level higher", tile=tile)
    return say("a {tile} in place of tile {number} does not make it one level higher", tile=tile, number=move.at)


def other_owner(play: Play, place: int) -> int | None:
    """Which other player has tiles on a neutral site."""
    return next((p for p, sites in enumerate(play.sites) if p != play.me and sites[place]), None)


def _demolish(play: Play, move: Demolish) -> None:
    """Rulebook: Demolition. The rest of the stack closes up."""
    temple = play.sites[play.me][move.place]
    if not 1 <= move.number <= len(temple):
        raise refusal("demolish.tile", no_tile(play.name, temple, move.place, move.number))
    play.set_temple(move.place, (*temple[: move.number - 1], *temple[move.number :]))
    play.stocked(temple[move.number - 1], 1)


def _convert(play: Play, move: Convert) -> None:
    """Rulebook: Conversion."""
    who = play.table.names[move.player]
    if play.converted:
        play.ruling.against("convert.once", say("{who} has converted a follower in this turn already", who=play.name))
    if move.player == play.me:
        raise refusal("convert.card", say("{who}'s followers are {who}'s own", who=who))
    theirs = play.followers[move.player]
    if not theirs[move.card]:
        values = {"who": who, "colour": hue(move.card)}
        if theirs == NO_CARDS:
            raise refusal("convert.card", say("{who} has no {colour} follower; none are there", **values))
        message = say("{who} has no {colour} follower; {followers} are there", **values, followers=letters(theirs))
        raise refusal("convert.card", message)
    play.followers[move.player] = plus(theirs, move.card, -1)
    play.follow(move.card)
    play.converted = True


def _recruit(play: Play, number: int) -> None:
    """Rulebook: Recruitment."""
    if number < 1:
        message = say("{who} recruits {number}; at least 1 card is needed", who=play.name, number=number)
        play.ruling.against("recruit.count", message)
        return
    play.spend(play.marker, number)
    play.follow(play.marker, number)
