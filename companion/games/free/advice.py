"""What helps beside the rules: the turn nearest to a refused one, and what taking back cannot unsee."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from companion.contract import Refused
from companion.games.free.moves import Move
from companion.games.free.rules import fits, stand
from companion.games.free.state import State, place, seen_by
from specs.base.languages import say

UNFOLDS = True


def nearest(state: State, move: Move) -> Move | None:
    """The same with fewer, from where the piece is, or as far as a counter goes."""
    fewer: Callable[[int], Move]
    if len(move.pieces) == 1 and move.pieces[0].kind:
        ref = move.pieces[0]
        tries = [move._replace(source=None), move._replace(word="move", source=None)] if move.source else []
        if found := next((one for one in tries if fits(state, one)), None):
            return found
        fewer, most = (lambda n: move._replace(pieces=(ref._replace(n=n),))), ref.n
    elif move.n:
        fewer, most = (lambda n: move._replace(n=n)), move.n
    else:
        return None
    n = bisect_left(range(1, most), True, key=lambda n: not fits(state, fewer(n)))  # what so many can, fewer can
    return fewer(n) if n else None


def warnings(state: State, move: Move) -> Sequence[str]:
    """Nothing is unintended that nobody knows the rules of."""
    return ()


def revealed(before: State, move: Move, after: State) -> Sequence[str]:
    """The pieces that everybody sees now and nobody saw before, where they lie."""
    old, new = seen_by(before, None), seen_by(after, None)
    seen = [piece.word for pieces in old.lies for piece in pieces if piece.known]
    found = []
    for site, pieces in zip(new.plan.sites, new.lies, strict=True):
        for piece in pieces:
            if piece.known and piece.word in seen:
                seen.remove(piece.word)
            elif piece.known:
                found.append(say("{piece} at {place}", piece=piece.word, place=place(after, site)))
    if move.word in ("draw", "deal"):
        found.append(say("what '{word}' dealt", word=move.word))
    return found


def chain(before: State, move: Move) -> Sequence[str]:
    """The phase that begins by it, where turns have any; else turns do what they say."""
    if not before.kit.turn.phases:
        return ()
    try:
        after, _, _ = stand(before, move)
    except Refused:
        return ()
    same = (after.phase, after.turn) == (before.phase, before.turn)
    return () if same or after.over else (say("phase {phase}", phase=after.phased),)
