"""What a game gives the companion (`rules`), and what is derived from it once for all games."""

from companion.contract.codecs import Codec, Here, Unclear
from companion.contract.entering import Ply
from companion.contract.faults import IllegalMove, Refused, SyntaxFault, ValueFault, within
from companion.contract.judges import STRICT, Forbidden
from companion.contract.position import Position
from companion.contract.reading import typed
from companion.contract.rules import EVERYTHING, Given, Judge, Lies, OfSpec, Row, Rules, Score, Turn, says
from companion.contract.sentences import Text, Why, in_words
from companion.contract.values import JSON, NOTHING, Entry, Found, Player, Prompt, Result, Setup, SetupOption, Span
from specs.base.named import NamedTuple

__all__ = [
    "EVERYTHING", "JSON", "NOTHING", "STRICT", "Codec", "Entry", "Forbidden", "Found", "Given", "Here", "IllegalMove",
    "Judge", "Lies", "NamedTuple", "OfSpec", "Player", "Ply", "Position", "Prompt", "Refused", "Result", "Row", "Rules",
    "Score", "Setup", "SetupOption", "Span", "SyntaxFault", "Text", "Turn", "Unclear", "ValueFault", "Why",
    "in_words", "says", "typed", "within",
]  # fmt: skip
