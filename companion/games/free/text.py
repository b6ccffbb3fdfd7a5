"""The sentences of the free table for impossible turns, by the rule's id."""

from typing import Final

from companion.contract.sentences import Text, Why, in_words
from specs.base.languages import listed, mark, say_many

LIES, COUNTERS = "what lies on the table", "table: counters"
WORDS: Final = {
    "cards": lambda n: say_many("{n} card", "{n} cards", n), "what": listed,
    "faces": lambda faces: listed([*map(str, faces)]),
}  # fmt: skip

TEXT: Final[Text] = in_words(WORDS, {
    "piece.few": Why(LIES, {
        "there": mark("there are {there} {piece} there, not {n}"),
        "held": mark("{who} holds {cards}; {given} given"),
    }),
    "piece.elsewhere": Why(LIES, {
        "lies": mark("{piece} lies at {place}"),
        "nowhere": mark("{who} sees no {piece} there"),
        "held": mark("{piece} is in that hand"),
    }),
    "piece.gone": Why(LIES, mark("every {piece} is seen: {places}")),
    "piece.which": Why(LIES, mark("{piece} lies at {places}; say from which")),
    "piece.twice": Why(LIES, mark("one piece is named twice")),
    "piece.other": Why(LIES, mark("what lies at {place} is not {piece}")),
    "place.cell": Why(LIES, mark("{zone} has many places; say which, such as {example}")),
    "place.full": Why(LIES, mark("{place} takes {n} of {what}")),
    "pile.none": Why(LIES, mark("there is no pile here")),
    "pile.short": Why(LIES, {
        "": mark("{place} has {there}, not {n}"),
        "named": mark("{n} are named, of {there}"),
    }),
    "pile.fill": Why(LIES, mark("{place} has no pile to fill it from, or no limit")),
    "zone.holds": Why("table: zones", mark("{zone} holds {what}, not {piece}")),
    "zone.full": Why("table: zones", mark("{place} takes {n}, not {there}")),
    "count.low": Why(COUNTERS, {
        "all": mark("{counter}: there are {there}, not {n}"),
        "own": mark("{counter}: {who} has {there}, not {n}"),
    }),
    "count.far": Why(COUNTERS, mark("{counter} counts to {n} at most")),
    "count.high": Why(COUNTERS, mark("{counter} goes to {n}, not {now}")),
    "die.face": Why("table: dice", mark("faces of {name}: {n}, each one of {faces}")),
    "button.unseen": Why("table: buttons", mark("what '{word}' needs is not known yet")),
    "button.line": Why("table: buttons", mark("{word}: {fault}")),
    "house": Why("table: refuse", lambda say: say),
    "game.over": Why("table: end", mark("the game is over")),
})  # fmt: skip
