"""The sentences of Seven Circles: why a move is refused, by the rule's id, and how its consequences unfold."""

from collections.abc import Sequence
from typing import Final

from companion.contract.sentences import Text, Why, in_words
from specs.base.languages import Said, joined, mark, mark_many, say, say_many


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
WORDS: Final = {"count": lambda n: say_many("{n} was moved", "{n} were moved", n)}

TEXT: Final[Text] = in_words(WORDS, {
    "move.source": Why(MOVEMENT, {
        "tower": mark("{here} is a growth tower of {whom}; {who} has no stack there"),
        "burned": mark("{here} is burned; {who} has no stack there"),
        "other": mark("{here} has {height} of {whom}; {who} has no stack there"),
        "empty": mark("{here} is empty; {who} has no stack there"),
    }),
    "move.island": Why(MOVEMENT, mark("{who} has already moved from the island of {here} this turn")),
    "move.line": Why(MOVEMENT, mark("{here} and {there} are not in a straight line")),
    "move.count": Why(MOVEMENT, {
        "other": mark_many(
            "{here} to {there} is {n} field, so {n} stone must move; {count}",
            "{here} to {there} is {n} fields, so {n} stones must move; {count}",
        ),
        "few": mark_many(
            "{there} is {n} field away; {who} has {tall} on {here}",
            "{there} is {n} fields away; {who} has {tall} on {here}",
        ),
    }),
    "move.moved": Why(MOVEMENT, {
        "some": mark_many(
            "{late} of the {tall} stones on {here} arrived this turn, so only {free} can move; "
            "{there} is {n} field away",
            "{late} of the {tall} stones on {here} arrived this turn, so only {free} can move; "
            "{there} is {n} fields away",
        ),
        "all": mark_many(
            "the stone on {here} arrived this turn and cannot move again",
            "all {n} stones on {here} arrived this turn and cannot move again",
        ),
    }),
    "move.blocked": Why(MOVEMENT, {
        "tower": mark("{field} is a growth tower: nothing moves onto it or over it"),
        "burned": mark("{field} is burned: nothing moves onto it or over it"),
        "gap": mark("between {here} and {there} there is no board"),
    }),
    "end.moved": Why("End of the game", mark("{who} has moved this turn; {word} is a turn without a move")),
    "explode.forgotten": Why("Explosions", mark("{who}'s {field} explodes this turn; that was left out")),
    "grow.forgotten": Why("Growth", mark_many(
        "{n} growth tower grows for {who} this turn; that was left out",
        "{n} growth towers grow for {who} this turn; that was left out",
    )),
    "explosion": Why("Explosions", _explosion),
    "game.over": Why("Objective of the game", mark("the game is over")),
    "leave.gone": Why("what the table decides", mark("{who} has left already")),
})  # fmt: skip
