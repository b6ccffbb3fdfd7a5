"""The free table: what is physically possible, then the light rules of the kit, then whether it ends.

Its rules are made from a spec, or from what a game keeps of one: later changes to the file never change the game.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Final

from companion.contract import reading
from companion.contract.codecs import Here, Unclear
from companion.contract.faults import SyntaxFault
from companion.contract.judges import Forbidden, Noting, legal
from companion.contract.listing import Fields, Parts, listed
from companion.contract.rules import EVERYTHING, Given, Judge, Lies, OfSpec, Turn, corrects, no_chance
from companion.games.free import moves
from companion.games.free.counting import Did, House, ended, holds, of_player, scored
from companion.games.free.deeds import Deed
from companion.games.free.moves import LINES, Pass, Press, word_of
from companion.games.free.plan import Ref, Site, unnamed
from companion.games.free.state import State, goes, seen_by, sound
from companion.games.free.texts import KINDS
from specs.base.languages import mark, say
from specs.base.seeds import shuffle
from specs.expand.counting import Unknown, said
from specs.expand.expr import ExprError
from specs.expand.table_kit import Kit, decode, encode, kit_of
from specs.translation.overlay import table_words

if TYPE_CHECKING:
    from specs.model.document import Document


class Free(OfSpec):
    """The rules of one spec, of which a game keeps what is `kept`."""

    STATE, MOVES = State, moves.MOVES
    EXAMPLE: Final = mark("a turn such as draw, next, or a word of this game")
    deal = no_chance  # dice and shuffles happen as part of a turn
    seen, score, sound = staticmethod(seen_by), staticmethod(scored), staticmethod(sound)

    def __init__(self, kept: str) -> None:
        self.kept = kept

    @cached_property
    def kit(self) -> Kit:
        """Return the spec as a table plays it. Raises SyntaxFault for what we did not write."""
        try:
            return decode(self.kept)
        except ValueError:
            raise SyntaxFault(say("a kit that cannot be read"), say("a kit as it was kept")) from None

    def turn(self, s: State) -> Turn | None:
        return None if s.over else Turn((s.turn,), s.turns)

    def moves(self, s: State, given: Given) -> Iterator[Any]:
        return iter(()) if s.over else listed(self, s, s.turn, LISTED, given, PARTS)

    def usual(self, s: State) -> list[Any]:
        """Return what a bot chooses from: words that pass the turn, else buttons; if the spec has neither, plays, draws
        and takes. If there is nothing else, the turn passes."""
        passes, buttons = s.kit.turn.after, [*s.kit.buttons]
        open_to = [] if passes or buttons else ["play", "draw", "take"]
        for words in filter(None, (passes, buttons, open_to)):
            kinds = moves.USUAL if words is not buttons else (Press,)
            found = [move for move in listed(self, s, s.turn, kinds, EVERYTHING, PARTS) if word_of(move) in words]
            if found:
                return found + [Pass("next")] * bool(open_to)
        return [Pass("next")]

    def resample(self, s: State, chance: Random) -> State:
        """Deal the unknown pieces at random."""
        known = Counter([piece.word for pieces in s.lies for piece in pieces])
        left = defaultdict[str, list[str]](list)
        for kind in s.kit.kinds:
            left[f"?{kind.component}"] += [kind.word] * (kind.count - known[kind.word])
        left |= {back: shuffle(words, chance) for back, words in left.items()}
        lies = [[each if each.known else each._replace(word=left[each.word].pop()) for each in row] for row in s.lies]
        return s._replace(lies=tuple(map(tuple, lies)), luck=int(chance.random() * 2**31), dealt=True)

    def nearest(self, s: State, move: Any) -> Any:
        """Return the same move with fewer pieces, from where the piece is, or as far as a counter goes; None if there
        is none."""
        fewer: Callable[[int], Any]
        match move:
            case moves.Carry(pieces=(Ref(place=None, n=most) as ref,)):
                tries = [move._replace(source=None), move._replace(verb="move", source=None)] if move.source else []
                if found := next((one for one in tries if legal(self, s, s.turn, one)), None):
                    return found
                fewer = lambda n: move._replace(pieces=(ref._replace(n=n),))  # noqa: E731
            case moves.Draw(n=most) | moves.Deal(n=most) | moves.Pay(n=most):
                fewer = lambda n: move._replace(n=n)  # noqa: E731
            case moves.Count(by=by):
                most, fewer = int(by[1:]), lambda n: move._replace(by=f"{by[0]}{n}")
            case _:
                return None
        # what is legal with some number is legal with fewer
        n = bisect_left(range(1, most), True, key=lambda n: not legal(self, s, s.turn, fewer(n)))
        return fewer(n) if n else None

    def play(self, s: State, seat: int | None, move: Any, judge: Judge) -> State:
        if s.over:
            judge.cannot("game.over")
        after = _pressed(self, s, move, judge) if isinstance(move, Press) else _step(s, move, judge).state
        if word_of(move) in s.kit.turn.after and not after.over:
            after = _step(after, Pass("next"), judge).state
        if not after.over and not corrects(move):
            due = {"now"}
            if after.round != s.round:
                due |= {"round", "turn"}
            elif after.turn != s.turn:
                due.add("turn")
            after = after._replace(over=ended(after, s.turn, due) is not None)
        return after

    def lies(self, s: State) -> Iterator[Lies]:
        for site, pieces in s.lying:
            if pieces or not site.cell:
                words = tuple([piece.word if piece.known else "?" for piece in pieces])
                yield Lies(site.text(), words, site.owner)

    def holding(self, s: State, seat: int, text: str, judge: Judge) -> State:
        """Return the position with what a player holds."""
        site, given = Site("hand", seat), Counter(KINDS.read(text, Here(self, s, ())))
        if given.total() != len(s.at(site)):
            judge.cannot("piece.few", why="held", who=seat, cards=len(s.at(site)), given=given.total())
        for piece in (piece.word for piece in s.at(site) if piece.known):
            if not given[piece]:
                judge.cannot("piece.elsewhere", why="held", piece=piece)
            given[piece] -= 1
        for kind in given.elements():
            s = Deed(s, moves.Found(kind, site), judge).state
        return s

    def knows(self, s: State) -> bool:
        """Return whether the companion knows what is revealed."""
        return s.dealt


rules = Free  # made from what a game kept of its spec


def kept(document: Document) -> str:
    """Return what a game keeps of its spec. Raises Unfit."""
    return encode(kit_of(document, table_words(document)))


def _step(state: State, move: Any, judge: Judge) -> Deed:
    deed = Deed(state, move, judge)
    _judged(state, deed.state, move, deed.did, judge)
    return deed


def _pressed(rules: Free, state: State, move: Press, judge: Judge) -> State:
    """Return the position after a button's line: the rules judge each part, then the whole."""
    after, did = state, Did()
    for part in reading.plies(state.kit.buttons[move.button]):
        deed = _step(after, _read(rules, after, move, part, judge), judge)
        after, did = deed.state, did.then(deed.did)
    _judged(state, after, move, did, judge)
    return after


def _read(rules: Free, state: State, move: Press, part: str, judge: Judge) -> Any:
    """Read a part of a button's line, filled in by what the mover sees."""
    seen = seen_by(state, state.turn)
    first = next(iter(move.it.lower().split()), "")
    fields = state.plan.kinds[first].fields if first in state.plan.kinds else {}
    try:
        line = said(part, of_player(seen, state.turn, {**fields, "it": move.it}))
        read = reading.read(LINES, line, Here(rules, state, ())).move
        return read.filled(state, state.turn, rules) if hasattr(read, "filled") else read
    except Unknown:
        judge.needs("button.unseen", word=move.button)
    except (ExprError, SyntaxFault) as fault:
        judge.cannot("button.line", word=move.button, fault=fault.said)
    except Unclear as fault:
        judge.cannot("button.line", word=move.button, fault=SyntaxFault(fault.found, fault.expected).said)


def _judged(before: State, after: State, move: Any, did: Did, judge: Judge) -> None:
    """Refuse what breaks the light rules of the kit, by what the mover sees."""
    word = word_of(move)
    rules = [rule for rule in before.kit.refuse if rule.after in (None, word)]
    if not rules:
        return
    mover, seen = before.turn, seen_by(after, before.turn)._replace(kit=before.kit)  # with this game's words
    named = did.named(seen, unnamed(len(seen.colours)))
    for rule in rules:
        if holds(seen, mover, rule.when, named):
            judge.refuse(f"house.{rule.id}", say=House(rule.text, seen, mover, did))


LISTED: Final = tuple([kind for kind in moves.MOVES if kind not in (moves.Pay, moves.Found)])


def _targets(state: State, fields: Fields) -> Iterable[Any]:
    """Return None if a word goes somewhere by default, then every place; empty if the pieces are not there."""
    try:
        Deed(state, moves.Carry(**fields, target=Site("box")), Noting())
    except Forbidden:
        return []
    itself: list[Any] = [None] if goes(state.kit, fields["verb"]) else []
    return itself if fields["verb"] == "remove" else [*itself, *state.places()]


PARTS: Final[Parts] = {
    "it": lambda state, fields: state.its() if "{it}" in state.kit.buttons[fields["button"]] else [""],
    "source": lambda state, fields: [None, *(state.places() if fields["verb"] == "remove" else ())],
    "target": _targets,
}
