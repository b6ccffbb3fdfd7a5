"""What is legal: a card of one's hand that is higher than the last, or drawing; passing where neither can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.climb.state import CARDS, Draw, Move, Pass, Play, State, in_order

from companion.contract import IllegalMove
from companion.ruling import Ruling, refusals

refusal = refusals({"game": "the end", "card": "playing", "deck": "drawing", "pass": "passing"}, {"card.hand"})


def turn(state: State) -> int | None:
    over = "" in state.hands or state.passes == len(state.hands)
    return None if over else state.turn


def begins(state: State) -> bool:
    return True


def is_turn(move: Move) -> bool:
    return True


def apply(state: State, move: Move) -> State:
    return _after(state, move, Ruling(refusal, lenient=False))


def stand(state: State, move: Move) -> tuple[State, tuple[IllegalMove, ...], int]:
    ruling = Ruling(refusal, lenient=True)
    after = _after(state, move, ruling)
    return after, tuple(why for why, _ in ruling.broken), sum(points for _, points in ruling.broken)


def _after(state: State, move: Move, ruling: Ruling) -> State:
    if turn(state) is None:
        raise refusal("game.over", "the game is over")
    name, hand, deck = state.names[state.turn], state.hand, state.deck
    match move:
        case Play(card):
            if card not in hand and ("?" not in hand or card in _seen(state)):
                raise refusal("card.hand", f"{name} does not hold {card}")
            if not _higher(state, card):
                ruling.against("card.low", f"{card} is lower than {state.pile[-1]}", 1)
            hand = hand.replace(card if card in hand else "?", "", 1)
            state = replace(state, pile=state.pile + card)
        case Draw():
            if not deck:
                raise refusal("deck.empty", "the deck is empty")
            hand, deck = in_order(hand + deck[0]), deck[1:]
        case Pass():
            if deck:
                raise refusal("pass.deck", f"{len(deck)} cards can be drawn")
            for card in hand:
                if card != "?" and _higher(state, card):
                    raise refusal("pass.card", f"{name} can play {card}")
    hands = tuple(hand if n == state.turn else other for n, other in enumerate(state.hands))
    passes = state.passes + 1 if isinstance(move, Pass) else 0
    return replace(state, deck=deck, hands=hands, passes=passes, turn=(state.turn + 1) % len(hands))


def _higher(state: State, card: str) -> bool:
    return not state.pile or card > state.pile[-1]


def _seen(state: State) -> str:
    """Every card whose place is known."""
    return state.pile + state.deck + "".join(state.hands)


def legal_moves(state: State) -> Iterator[Move]:
    for move in [*map(Play, CARDS), Draw(), Pass()]:
        try:
            apply(state, move)
        except IllegalMove:
            continue
        yield move
