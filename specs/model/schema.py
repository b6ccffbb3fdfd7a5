"""What a game is made of, as typed, immutable values. All sizes are mm, all angles degrees clockwise.

A spec is one YAML file; `load.py` reads it into `Spec`. JSON Schema for editors comes out of these
types. A `Num` is a number or an expression in braces, such as "{n * 6 + 4}"; a `str` that is shown
may hold `{field}` anywhere. Names an expression can use: the row's fields; `id`, `n` (which of the
row's copies, from 1), `w` and `h` (the piece's trim size); inside `repeat` its variable and `i` (from
0); on a block `side` and `pips`; `option.NAME` for the spec's print options; `game.title`, `game.id`.
"""

# annotations that are values, not text: msgspec would compile each of them at every start

from typing import Annotated

import msgspec
from msgspec import Meta

from specs.model.component import Component
from specs.model.elements import Face, Language, Style
from specs.model.setup_schema import SetupRules
from specs.model.table_schema import TableRules
from specs.model.values import AS_WRITTEN, Frozen, Name, Row, Scalar

Edition = Annotated[
    str,
    AS_WRITTEN,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,15}$(?!\n)",
        extra_json_schema={"description": "an edition such as 2, 1.4 or second-print, of at most 16 letters"},
    ),
]


class RuleOption(Frozen, frozen=True, kw_only=True):
    """A reading of the rules that can be chosen: its default, what it means, and the choices (none: any
    value of the default's kind)."""

    default: Scalar
    text: str
    choices: tuple[Scalar, ...] = ()


class Players(Frozen, frozen=True, kw_only=True):
    min: Annotated[int, Meta(ge=1)]
    max: Annotated[int, Meta(ge=1)]
    colours: tuple[str, ...] = ()


class Credits(Frozen, frozen=True, kw_only=True):
    designer: str
    artist: str = ""
    publisher: str = ""
    year: int | None = None
    note: str = ""


class Spec(Frozen, frozen=True, kw_only=True):
    """A game: what it is made of, how it starts, which readings of its rules there are.

    `needs` is what players bring along beside what is printed, such as `two dice`: the first sheet says so. `language`
    (en, de_AT) is that of its words; `hyphenation` has words with a hyphen wherever they may be parted,
    `Zu-cker-bä-cker`, or without one for nowhere. `terms` are what its values are called in its words: `{suit:word}`
    says the term of a suit, `{n:word}` that of a number. `words` is the
    folder with its words in other languages. `edition` rises whenever a piece says something else than before.
    """

    game: Name
    title: str
    credits: Credits
    components: dict[Name, Component]
    text: str = ""
    players: Players = Players(min=1, max=99)
    needs: tuple[str, ...] = ()
    edition: Edition | None = None
    language: Language | None = None
    hyphenation: tuple[str, ...] = ()
    words: str = "words"
    fonts: dict[str, str | tuple[str, ...]] = msgspec.field(default_factory=dict)
    icons: str | None = None
    palette: dict[str, str] = msgspec.field(default_factory=dict)
    styles: dict[str, Style] = msgspec.field(default_factory=dict)
    terms: dict[str, str] = msgspec.field(default_factory=dict)
    tables: dict[str, tuple[Row, ...]] = msgspec.field(default_factory=dict)
    templates: dict[str, Face] = msgspec.field(default_factory=dict)
    options: dict[str, str] = msgspec.field(default_factory=dict)
    rules: dict[str, RuleOption] = msgspec.field(default_factory=dict)
    setup: SetupRules = SetupRules()
    table: TableRules = TableRules()
