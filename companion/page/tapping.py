"""A turn entered by tapping: what can follow, what follows by itself, and what the picture offers at once.

Everything here is made from a look, so it tells nothing that its viewer may not know.

>>> from companion import Game
>>> table = Game("gods").new("Ann", "Bob", seed=3, cards="dealt")
>>> onward(table.look(0), "", follow=True).text  # there is nothing else to do
'draw '
>>> [choice.text for choice in onward(table.look(0), "draw deck", follow=True).then][:2]
['draw deck / draw B', 'draw deck / draw G']
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import eq
from typing import NamedTuple

from companion.contract.entering import Ply
from companion.contract.values import Choice
from companion.record.bots import due
from companion.table import PUBLIC, Look, Table, Untaken, Viewer
from companion.table.table import Change
from specs.base.languages import say

MOST_PEEKED = 60  # choices whose continuations are computed
MOST_REPEATED = 8  # of one ply's choices
TIMES, FEW = 5, 5  # times that a ply is offered at once; choices that lie nowhere
BETWEEN = " / "  # between the plies of a line


class Onward(NamedTuple):
    """How a tapped line continues. `text` is the line with everything that has no alternative; `choices` continue its
    last ply, `then` begin the player's next one if the line is whole; `near` are those one choice further on, for a tap
    on their place, and a whole line's other payments. For a whole line `steps` is what it would do, empty if only the
    companion knows; for any other it is None, and `why` is the refusal if the line was judged."""

    text: str
    choices: Sequence[Choice] = ()
    near: Sequence[Choice] = ()
    then: Sequence[Choice] = ()
    steps: tuple[Ply, ...] | None = None
    why: Untaken | None = None


def onward(look: Look, typed: str, *, follow: bool = False, entered: bool = False, dealt: bool = False) -> Onward:
    """Return how a line typed so far continues; with `follow`, as it was tapped: an only choice is taken automatically.
    `dealt` says that the companion knows what the view does not."""
    text, found = typed, look.offered(typed)
    steps, why = _judged(look, text, entered=entered, dealt=dealt)
    while follow and steps is None and (lone := _lone(found, text)) is not None:
        text, found = lone.text, look.offered(lone.text)
        steps, why = _judged(look, text, entered=entered, dealt=dealt)
    then, beyond = _next(look, text, steps) if steps else ((), ())
    if steps and not then:
        then, beyond = _going_on(look, text, found)
    near: Sequence[Choice] = (*_behind(look, found), *beyond, *(_instead(look, text, steps[-1]) if steps else ()))
    if follow and not typed.strip():
        found, near = _wider(look, found, near)
    return Onward(text, found, near, then, steps, why)


def played(table: Table, line: str, viewer: Viewer) -> list[Change]:
    """Enter a tapped line: it continues after what was revealed as long as it can, and if passing is all that is left,
    that is entered too. Raises as `Table.enter` does."""
    changes, player = [table.enter(line, viewer)], table.turn
    with suppress(Untaken):
        while changes[-1].table.turn == player and (more := changes[-1].on or _pass(changes[-1].table, viewer)):
            changes.append(changes[-1].table.enter(more, viewer))
    return changes


def _pass(table: Table, viewer: Viewer) -> str:
    """Return the only turn there is, if it changes nothing; else empty."""
    only = "" if due(table) or viewer not in (PUBLIC, table.turn) else table.look(viewer).only()
    if not only:
        return ""
    step = table.judged(only, viewer)[-1]
    return only if all(map(eq, *(table.game.rules.lies(at.state) for at in (step.before, step.after)))) else ""


def _judged(
    look: Look, text: str, *, entered: bool = False, dealt: bool = False
) -> tuple[tuple[Ply, ...] | None, Untaken | None]:
    if not text.strip():
        return None, None
    try:
        return look.steps(text, entered=entered), None
    except Untaken as refused:
        # whole, but only the companion knows what it reveals
        return ((), None) if refused.unseen and dealt else (None, refused)


def _lone(found: Sequence[Choice], text: str) -> Choice | None:
    """Return the only choice there is, if it says more than the line does."""
    other = [choice for choice in found if choice.text.strip() != text.strip()]
    return other[0] if len(found) == len(other) == 1 else None


def _next(look: Look, text: str, steps: Sequence[Ply]) -> tuple[Sequence[Choice], Sequence[Choice]]:
    """Return the player's next ply after a whole line of theirs, and what is near there; empty if somebody else is
    next."""
    if (after := _later(look, steps)) is None:
        return (), ()
    found = _led(after)
    before, both = f"{text.strip()}{BETWEEN}", _wider(after, found, _behind(after, found))
    then, near = ([choice._replace(text=before + choice.text) for choice in choices] for choices in both)
    return then, near


def _wider(look: Look, found: Sequence[Choice], near: Sequence[Choice]) -> tuple[Sequence[Choice], Sequence[Choice]]:
    """Return the choices of a ply that begins, together with those of several steps at once; and what is near."""
    return [*_at_once(look, found), *_again(look, found)], [*_across(look, found, near), *near]


def _later(look: Look, steps: Sequence[Ply]) -> Look | None:
    """Return what the player sees after those steps; None if somebody else is next."""
    after = look._replace(seen=steps[-1].after, ply=look.ply + sum(step.counts for step in steps))
    return None if after.turn is None or after.turn != look.turn else after


def _reached(look: Look, line: str) -> Look | None:
    """Return what the player sees after a line; None also if it cannot be judged."""
    steps, _ = _judged(look, line)
    return _later(look, steps) if steps else None


def _led(look: Look, text: str = "") -> Sequence[Choice]:
    """Return how a ply continues, followed while there is only one way."""
    found = look.offered(text)
    while (lone := _lone(found, text)) is not None and not lone.whole:
        text, found = lone.text, look.offered(lone.text)
    return found


def _at_once(look: Look, found: Sequence[Choice]) -> Sequence[Choice]:
    """Join few choices without a place that lead to few without a place: both dice by one tap."""
    if not 1 < len(found) <= FEW or any(choice.whole or choice.place for choice in found):
        return found
    behind = [far for choice in found for far in look.offered(choice.text)]
    return behind if len(behind) <= FEW * FEW and all(far.whole and not far.place for far in behind) else found


def _again(look: Look, found: Sequence[Choice]) -> Iterator[Choice]:
    """Yield each ply that can be repeated, such as a card drawn unseen, two to `TIMES` times at once."""
    for choice in [choice for choice in found if choice.whole and not choice.card][:MOST_REPEATED]:
        line, after = choice.text, _reached(look, choice.text)
        for times in range(2, TIMES + 1):
            line = f"{line}{BETWEEN}{choice.text}"
            steps = _judged(look, line)[0] if after is not None else None
            if not steps:
                break
            after = _later(look, steps)
            label = say("{what} ×{n}", what=choice.label, n=times)
            yield choice._replace(text=line, label=label, place="", note="")


def _across(look: Look, found: Sequence[Choice], near: Sequence[Choice]) -> Iterator[Choice]:
    """Yield what can be done only where a card leads, at places where nothing else begins."""
    known, said = {choice.place for choice in found}, {(choice.text, choice.place) for choice in near}
    for choice in (*found, *near):
        cards = choice.whole and choice.place and choice.card
        if cards and (after := _reached(look, choice.text)) is not None:
            for far in _behind(after, _led(after)):
                if far.whole and far.place not in known and (far.text, far.place) not in said:
                    label = f"{choice.label}: {far.label}"
                    yield far._replace(text=f"{choice.text}{BETWEEN}{far.text}", label=label)


def _going_on(look: Look, text: str, found: Sequence[Choice]) -> tuple[Sequence[Choice], Sequence[Choice]]:
    """Return the player's next ply after a whole line that ends the turn unless a sign continues it, and what is near
    there. Only if one text may stand for several plies."""
    signed = [choice for choice in found if choice.whole and choice.text.strip() != text.strip()]
    if not hasattr(look.game.rules, "split") or len(signed) != 1:
        return (), ()
    steps, _ = _judged(look, signed[0].text)
    return _next(look, signed[0].text, steps) if steps else ((), ())


def _instead(look: Look, text: str, made: Ply) -> Iterator[Choice]:
    """Yield a whole line whose last ply is paid differently, if the game has such ways."""
    own, before = look.game.given("instead"), look.game.plies(text)[:-1]
    for move, label, card in own(made) if own is not None else ():
        line = BETWEEN.join((*before, look.game.format(made.before, move)))
        yield Choice(line, label, card=card, whole=True)


def _behind(look: Look, choices: Sequence[Choice]) -> list[Choice]:
    """Return what can follow the choices that are not whole, at places or by cards of their own."""
    found = list[Choice]()
    for choice in choices[:MOST_PEEKED]:
        if not choice.whole:
            offered = _led(look, choice.text)
            own = {"", choice.place, choice.card}
            beyond = [far for far in offered if not {far.place, far.card} <= own and far.text != choice.text]
            found += [far._replace(label=f"{choice.label}: {far.label}") for far in beyond]
    return found
