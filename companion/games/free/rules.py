"""What a turn leads to: what is physically possible, then the light rules of the kit, then whether it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.contract import IllegalMove, Refused, SyntaxFault, plies
from companion.games.free.counting import ended, holds, of_player
from companion.games.free.deeds import Deed, refusal
from companion.games.free.moves import Move, parse
from companion.games.free.state import State, place, seen_by
from companion.ruling import Ruling
from specs.base.languages import Said, say, verbatim
from specs.expand.counting import Unknown, said
from specs.expand.expr import ExprError

NO_TURNS = ("found",)


def turn(state: State) -> int | None:
    """Whose turn it is."""
    return None if state.over else state.turn


def is_turn(move: Move) -> bool:
    """What only came to light is none."""
    return move.word not in NO_TURNS


def begins(state: State) -> bool:
    """A turn ends when it is passed: what one player does one after the other is one turn."""
    return False


def apply(state: State, move: Move) -> State:
    """The position after a ply. Raises IllegalMove."""
    return _made(state, move, Ruling(refusal, lenient=False))


def fits(state: State, move: Move | str) -> bool:
    """Whether a ply can be made; of one as it is typed, whether it can be read at all."""
    try:
        apply(state, parse(state, move) if isinstance(move, str) else move)
    except Refused:
        return False
    return True


def stand(state: State, move: Move) -> tuple[State, tuple[IllegalMove, ...], int]:
    """The position after what a table let stand. Raises IllegalMove for what cannot be."""
    ruling = Ruling(refusal, lenient=True)
    after = _made(state, move, ruling)
    return after, tuple(why for why, _ in ruling.broken), 0


def _made(state: State, move: Move, ruling: Ruling) -> State:
    if state.over:
        raise refusal("game.over", say("the game is over"))
    after = state
    parts = _parts(state, move)
    done = list[Deed]()
    for part in parts if parts is not None else [""]:
        done.append(_step(after, _read(after, move, part) if parts is not None else move, ruling))
        after = done[-1].state
    if parts is not None:
        _judged(state, after, move, done, ruling)
    if move.word in state.kit.turn.passes and not after.over:
        after = _step(after, Move("next"), ruling).state
    at = state.kit.end.at
    looked = at == "now" or (after.round, after.turn) != (state.round, state.turn)
    if not after.over and is_turn(move) and (looked if at != "round" else after.round != state.round):
        after = after._replace(over=bool(ended(after, state.turn)))
    return after


def _step(state: State, move: Move, ruling: Ruling) -> Deed:
    deed = Deed(state, move, ruling)
    _judged(state, deed.state, move, [deed], ruling)
    return deed


def _parts(state: State, move: Move) -> list[str] | None:
    """The plies of a button; None for what is none."""
    line = state.kit.buttons.get(move.word)
    return None if line is None else list(plies.plies(line))


def _read(state: State, move: Move, part: str) -> Move:
    """A part of a button's line, filled in by what the mover sees. Raises IllegalMove."""
    seen = seen_by(state, state.turn)
    first = next(iter(move.note.lower().split()), "")
    fields = state.plan.kinds[first].fields if first in state.plan.kinds else {}
    try:
        return parse(state, said(part, of_player(seen, state.turn, {**fields, "it": move.note})))
    except Unknown:
        raise refusal("button.unseen", say("what '{word}' needs is not known yet", word=move.word)) from None
    except (ExprError, SyntaxFault) as fault:
        raise refusal("button.line", say("{word}: {why}", word=move.word, why=fault.said)) from None


def _judged(before: State, after: State, move: Move, done: Sequence[Deed], ruling: Ruling) -> None:
    """The light rules of the kit, judged by what the mover sees. Raises IllegalMove."""
    rules = [rule for rule in before.kit.refuse if rule.word in (None, move.word)]
    if not rules:
        return
    mover = before.turn
    seen = seen_by(after, mover)
    more = _of_turn(seen, done)
    for rule in rules:
        if holds(seen, mover, rule.when, more):
            try:
                sentence: Said = verbatim(said(before.kit.said(rule.say), of_player(seen, mover, more)))
            except (Unknown, ExprError):  # whatever its words meet, the rule holds
                sentence = verbatim(before.kit.said(rule.say))
            ruling.against(f"house.{rule.id}", sentence)


def _of_turn(seen: State, done: Sequence[Deed]) -> dict[str, Any]:
    """What a rule can ask about the turn: all it moved, and where that went last."""
    moved = [piece for deed in done for piece in deed.moved]
    last = next((deed for deed in reversed(done) if deed.target is not None), None)
    target = None if last is None else last.target
    known = [piece for piece in moved if piece.known]
    found: dict[str, Any] = {
        f"moved.{field}": tuple(value for piece in known if (value := seen.kind(piece).fields.get(field)) is not None)
        for field in seen.plan.fields
    }
    around: tuple[str, ...] = ()
    if target is not None:
        around = seen.zone(target).cells.get(target.cell, ())
    lies = [target._replace(cell=cell) for cell in around if target is not None]
    return found | {
        "moved.count": len(moved),
        "piece": moved[0].word if moved else "",
        "to": "" if target is None else place(seen, target),
        "near": any(site in lies for site in (() if last is None else last.left)),
        "touching": sum(bool(seen.lies[seen.plan.numbers[site]]) for site in lies),
    }


def legal_moves(state: State) -> Iterator[Move]:
    """Every line that choices lead to: what else can be typed is made of these, or is the same in other words."""
    from companion.games.free.choices import lines  # which asks here what is legal

    return (parse(state, line) for line in lines(state))
