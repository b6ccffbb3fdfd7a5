"""A turn is a card, `draw` or `pass`; a position says the pile, the deck and every hand."""

from __future__ import annotations

from companion.games.climb.state import CARDS, Draw, Move, Pass, Play, State

from companion.contract import Player, SyntaxFault, positions
from companion.contract.plies import plies

__all__ = ["format", "parse", "parse_state", "plies", "text"]


def parse(state: State, text: str) -> Move:
    word = text.strip()
    if word.lower() in ("draw", "pass"):
        return Draw() if word.lower() == "draw" else Pass()
    if len(word) == 1 and word.upper() in CARDS:
        return Play(word.upper())
    raise SyntaxFault(f"'{text[:20]}'", "a card from A to L, draw or pass")


def format(state: State, move: Move) -> str:
    return move.card if isinstance(move, Play) else type(move).__name__.lower()


def text(state: State) -> str:
    return positions.line(
        state.pile or "-",
        players=positions.people(map(Player, state.names, state.colours)),
        turn=state.turn + 1,
        passes=state.passes,
        hands=positions.each(state.hands),
        deck=state.deck,
    )


def parse_state(text: str) -> State:
    board, rest = positions.parts(text, 2, "the pile | players and the rest")
    keys = positions.Keys(rest, ("players", "turn", "passes", "hands", "deck"))
    players = keys.players(2, 3)
    pile = board.text.strip()
    state = State(
        pile="" if pile == "-" else pile,
        deck=keys.value("deck", _cards, "cards from A to L, or ? for each"),
        hands=keys.each("hands", _cards, "cards from A to L, or ? for each", len(players)),
        turn=keys.whole("turn", 1, len(players)) - 1,
        passes=keys.whole("passes", 0, len(players)),
        names=tuple(player.name for player in players),
        colours=tuple(player.colour for player in players),
    )
    if not pile or set(state.pile) - set(CARDS):
        raise SyntaxFault(f"'{pile[:20]}'", "the cards played, or -", board.column)
    every = state.pile + state.deck + "".join(state.hands)
    if len(every) != len(CARDS) or any(every.count(card) > 1 for card in CARDS):
        raise keys.fault("hands", f"with the pile and the deck, {len(CARDS)} cards, each once")
    return state


def _cards(text: str) -> str:
    if set(text) - set(CARDS + "?"):
        raise ValueError(text)
    return text
