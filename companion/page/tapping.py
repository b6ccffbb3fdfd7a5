"""A turn entered by tapping: what can follow, what follows by itself, and what the picture offers at once.

Everything here is made from a look, so it tells nothing that its viewer may not know.

>>> from companion import Game
>>> table = Game("gods").new("Ann", "Bob", seed=3, cards="dealt")
>>> onward(table.look(0), "", follow=True).text  # there is nothing else to do
'draw '
>>> [choice.text for choice in onward(table.look(0), "draw deck", follow=True).then][:2]
['draw deck / draw B', 'draw deck / draw G']
"""

from collections.abc import Sequence
from contextlib import suppress
from operator import eq
from typing import NamedTuple

from companion.contract.entering import Ply
from companion.contract.values import Choice
from companion.record.bots import due
from companion.table import PUBLIC, Look, Table, Untaken, Viewer
from companion.table.table import Change

MOST_PEEKED = 60  # choices that are looked behind
BETWEEN = " / "  # plies of a line


class Onward(NamedTuple):
    """`text` is the line as far as it goes by itself; `choices` go on with its last ply, `then` with the player's next
    one, where the line is whole; `near` are those one choice further on, for a tap on their place. Of a whole
    line `steps` is what it would do, empty where only the companion knows; of
    any other it is None, and `why` the refusal where the line was judged."""

    text: str
    choices: Sequence[Choice] = ()
    near: Sequence[Choice] = ()
    then: Sequence[Choice] = ()
    steps: tuple[Ply, ...] | None = None
    why: Untaken | None = None


def onward(look: Look, typed: str, *, follow: bool = False, entered: bool = False, dealt: bool = False) -> Onward:
    """How a line typed so far goes on; with `follow`, as it was tapped: a lone choice is taken by itself. `dealt` says
    that the companion knows what the look does not."""
    text, found = typed, look.offered(typed)
    steps, why = _judged(look, text, entered=entered, dealt=dealt)
    while follow and steps is None and (lone := _lone(found, text)) is not None:
        text, found = lone.text, look.offered(lone.text)
        steps, why = _judged(look, text, entered=entered, dealt=dealt)
    then, beyond = _next(look, text, steps) if steps else ((), ())
    if steps and not then:
        then, beyond = _going_on(look, text, found)
    return Onward(text, found, (*_behind(look, found), *beyond), then, steps, why)


def played(table: Table, line: str, viewer: Viewer) -> list[Change]:
    """A tapped line entered: it goes on behind what came to light as long as it can, and where only passing is left,
    that is entered too. Raises as `Table.enter` does."""
    changes, player = [table.enter(line, viewer)], table.turn
    with suppress(Untaken):
        while changes[-1].table.turn == player and (more := changes[-1].on or _pass(changes[-1].table, viewer)):
            changes.append(changes[-1].table.enter(more, viewer))
    return changes


def _pass(table: Table, viewer: Viewer) -> str:
    """The only turn there is, where that leaves everything where it lies; else empty."""
    only = "" if due(table) or viewer not in (PUBLIC, table.turn) else table.look(viewer).only()
    if not only:
        return ""
    before, after = table.state, table.judged(only, viewer)[-1].after
    return only if all(map(eq, *(table.game.rules.lies(at.state) for at in (before, after)))) else ""


def _judged(look: Look, text: str, *, entered: bool, dealt: bool) -> tuple[tuple[Ply, ...] | None, Untaken | None]:
    if not text.strip():
        return None, None
    try:
        return look.steps(text, entered=entered), None
    except Untaken as refused:
        # whole, but what it brings to light only the companion knows
        return ((), None) if refused.unseen and dealt else (None, refused)


def _lone(found: Sequence[Choice], text: str) -> Choice | None:
    """The only choice there is, if it says more than the line does."""
    other = [choice for choice in found if choice.text.strip() != text.strip()]
    return other[0] if len(found) == len(other) == 1 else None


def _next(look: Look, text: str, steps: Sequence[Ply]) -> tuple[Sequence[Choice], Sequence[Choice]]:
    """The player's next ply after a whole line of theirs, and what is near there; nothing where somebody else is
    next."""
    after = look._replace(seen=steps[-1].after, ply=look.ply + sum(step.counts for step in steps))
    if after.turn is None or after.turn != look.turn:
        return (), ()
    found = after.offered("")
    while (lone := _lone(found, "")) is not None and not lone.whole:
        found = after.offered(lone.text)
    before = f"{text.strip()}{BETWEEN}"
    then, near = (
        [choice._replace(text=before + choice.text) for choice in choices] for choices in (found, _behind(after, found))
    )
    return then, near


def _going_on(look: Look, text: str, found: Sequence[Choice]) -> tuple[Sequence[Choice], Sequence[Choice]]:
    """The player's next ply after a whole line that ends the turn unless a sign says that it goes on, and what is
    near there. Only where one text may stand for several plies."""
    signed = [choice for choice in found if choice.whole and choice.text.strip() != text.strip()]
    if not look.game.splits or len(signed) != 1:
        return (), ()
    steps, _ = _judged(look, signed[0].text, entered=False, dealt=False)
    return _next(look, signed[0].text, steps) if steps else ((), ())


def _behind(look: Look, choices: Sequence[Choice]) -> list[Choice]:
    """What can follow those choices that are not whole, at places of its own."""
    found = list[Choice]()
    for choice in choices[:MOST_PEEKED]:
        if not choice.whole:
            offered = look.offered(choice.text)
            beyond = [far for far in offered if far.place not in ("", choice.place) and far.text != choice.text]
            found += [far._replace(label=f"{choice.label}: {far.label}") for far in beyond]
    return found
