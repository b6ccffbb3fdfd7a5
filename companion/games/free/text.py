"""What the free table says of a turn that cannot be, by the rule's id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.contract.game import Text, Why
from specs.base.languages import Said, mark, say_many, word

LIES, COUNTERS = "what lies on the table", "table: counters"


def _by(**sentences: str) -> Callable[..., Said]:
    """The sentence of the fact `why`."""
    return lambda why="", **facts: word(sentences[why or "plain"], **facts)


def _few(why: str, **facts: Any) -> Said:
    if why == "there":
        return word(mark("there are {there} {piece} there, not {n}"), **facts)
    cards = say_many("{n} card", "{n} cards", facts.pop("n"))
    return word(mark("{who} holds {cards}; {told} told"), cards=cards, **facts)


def _why(why: Said, **facts: Any) -> Said:
    return word(mark("{word}: {why}"), why=why, **facts)


TEXT: Final[Text] = {
    "piece.few": Why(LIES, _few),
    "piece.elsewhere": Why(LIES, _by(
        lies=mark("{piece} lies at {place}"),
        nowhere=mark("{piece} is nowhere there that {who} sees"),
        backs=mark("the cards {who} holds have other backs"),
        held=mark("{piece} is in that hand"),
    )),
    "piece.gone": Why(LIES, _by(
        seen=mark("every {piece} is seen: {places}"),
        held=mark("{piece} lies elsewhere: all of them are seen"),
    )),
    "piece.which": Why(LIES, mark("{piece} lies at {places}; say from which")),
    "piece.twice": Why(LIES, mark("one piece is named twice")),
    "piece.told": Why(LIES, mark("what lies at {place} is not {piece}")),
    "place.cell": Why(LIES, mark("{zone} has many places; say which, such as {example}")),
    "place.full": Why(LIES, mark("{place} takes {n} of {what}")),
    "pile.none": Why(LIES, mark("there is no pile here")),
    "pile.short": Why(LIES, _by(plain=mark("{place} has {there}, not {n}"), told=mark("{n} are told, of {there}"))),
    "pile.fill": Why(LIES, mark("{place} has no pile to fill it from, or no size")),
    "zone.holds": Why("table: zones", mark("{zone} holds {what}, not {piece}")),
    "zone.full": Why("table: zones", mark("{place} takes {n}, not {there}")),
    "count.low": Why(COUNTERS, _by(
        all=mark("{counter}: there are {there}, not {n}"),
        own=mark("{counter}: {who} has {there}, not {n}"),
    )),
    "count.far": Why(COUNTERS, mark("{counter} counts to {n} at most")),
    "count.high": Why(COUNTERS, mark("{counter} goes to {n}, not {now}")),
    "die.face": Why("table: dice", mark("faces of {name}: {n}, each one of {faces}")),
    "button.unseen": Why("table: buttons", mark("what '{word}' needs is not known yet")),
    "button.line": Why("table: buttons", _why),
    "house": Why("table: refuse", lambda say: say),
    "game.over": Why("table: end", mark("the game is over")),
}  # fmt: skip
