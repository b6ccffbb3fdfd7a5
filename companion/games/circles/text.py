"""What Seven Circles says: why a move is refused, by the rule's id, and how what follows unfolds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.contract.sentences import Why, by_why
from specs.base.languages import Said, joined, mark, say, say_many, word

# ---- moves ---------------------------------------------------------------------------------------

FOUND: Final = {
    "tower": mark("{here} is a growth tower of {owner}"),
    "burned": mark("{here} is burned"),
    "other": mark("{here} has {height} of {owner}'s"),
    "empty": mark("{here} is empty"),
}


def _source(why: str, who: str, here: str, whom: str = "", height: int = 0) -> Said:
    found = word(FOUND[why], here=here, owner=whom, height=height)
    return say("{found}; {who} has no stack there", found=found, who=who)


def _other(here: str, there: str, far: int, count: int) -> Said:
    reach = say_many("{here} to {there} is {n} field", "{here} to {there} is {n} fields", far, here=here, there=there)
    moved = say_many("{n} was moved", "{n} were moved", count)
    return say("{far}, so as many pieces go; {moved}", far=reach, moved=moved)


def _away(there: str, far: int) -> Said:
    return say_many("{there} is {n} field away", "{there} is {n} fields away", far, there=there)


def _few(who: str, here: str, there: str, far: int, tall: int) -> Said:
    return say("{far}; {here} has {tall} of {who}'s pieces", far=_away(there, far), here=here, tall=tall, who=who)


def _some(here: str, there: str, far: int, tall: int, late: int, free: int) -> Said:
    return say(
        "{late} of the {tall} pieces on {here} arrived this turn, so only {free} can move; {far}",
        late=late, tall=tall, here=here, free=free, far=_away(there, far),
    )  # fmt: skip


def _all(here: str, tall: int) -> Said:
    return say_many(
        "the piece on {here} arrived this turn and cannot move again",
        "all {n} pieces on {here} arrived this turn and cannot move again",
        tall, here=here,
    )  # fmt: skip


# ---- what follows --------------------------------------------------------------------------------


def _grow_forgotten(who: str, n: int) -> Said:
    return say_many(
        "{n} growth tower grows for {who} this turn; that was left out",
        "{n} growth towers grow for {who} this turn; that was left out",
        n, who=who,
    )  # fmt: skip


def _explosion(who: str, field: str, tower: bool, targets: Sequence[str], lost: int, away: bool) -> Said:
    to = joined(targets) or say("nowhere")
    if lost:
        to = say("{fields}, {lost} discarded", fields=to, lost=lost)
    if tower:
        what = say("{field}: {who}'s growth tower explodes to {to} and is burned", field=field, who=who, to=to)
    else:
        what = say("{field}: {who}'s stack explodes to {to} and becomes a growth tower", field=field, who=who, to=to)
    return say("{what}, though {who} has resigned", what=what, who=who) if away else what


MOVEMENT: Final = "Movement rules"

TEXT: Final[Mapping[str, Why]] = {
    "move.source": Why(MOVEMENT, _source),
    "move.island": Why(MOVEMENT, mark("{who} has already moved from the island of {here} this turn")),
    "move.line": Why(MOVEMENT, mark("{here} and {there} are not in a straight line")),
    "move.count": Why(MOVEMENT, by_why(other=_other, few=_few)),
    "move.moved": Why(MOVEMENT, by_why(some=_some, all=_all)),
    "move.blocked": Why(MOVEMENT, by_why(
        tower=mark("{field} is a growth tower: nothing moves onto it or over it"),
        burned=mark("{field} is burned: nothing moves onto it or over it"),
        gap=mark("between {here} and {there} there is no board"),
    )),
    "end.moved": Why("End of the game", mark("{who} has moved this turn; {word} is a turn without a move")),
    "explode.forgotten": Why("Explosions", mark("{who}'s {field} explodes this turn; that was left out")),
    "grow.forgotten": Why("Growth", _grow_forgotten),
    "explosion": Why("Explosions", _explosion),
    "game.over": Why("Objective of the game", mark("the game is over")),
    "leave.gone": Why("what the table decides", mark("{who} has left already")),
}  # fmt: skip
