"""Sentences in the language of the reader. The code has them in English; catalogues (`languages/LANG/*.po`, compiled
into each package's `words`) have the translations, and are loaded only if another language is chosen.

>>> there = say("{there} does not touch {here}.", there="B4", here="A1")
>>> there, there.template, there.values["there"]
('B4 does not touch A1.', '{there} does not touch {here}.', 'B4')
>>> say_many("{n} card", "{n} cards", 2)
'2 cards'
>>> listed(["Ann", "Bob", "Cy"]), either(["A1", "B4"])
('Ann, Bob and Cy', 'A1 or B4')
>>> joined(["O5", say_many("{n} card", "{n} cards", 2)], " + ")
'O5 + 2 cards'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gettext import GNUTranslations

__all__ = [
    "ENGLISH", "Said", "Tongue", "either", "joined", "languages", "listed", "mark", "mark_many", "say", "say_as",
    "say_many", "speak", "speaking", "spoken", "verbatim", "word",
]  # fmt: skip

ENGLISH: Final = "en"
_ROOM = Path(__file__).parents[2]  # the folder of all packages


class Said(str):
    """A sentence in the current language, which can still be translated into another."""

    __slots__ = ("context", "many", "template", "values")
    template: str
    many: str  # the plural template, chosen by `values["n"]`; empty if nothing is counted
    context: str
    values: Mapping[str, object]

    def translated(self, tongue: Tongue | None) -> Said:
        """Return the same sentence in a language; None is English. Sentences within it are translated too."""
        values = {name: v.translated(tongue) if isinstance(v, Said) else v for name, v in self.values.items()}
        return _said(tongue, self.context, self.template, self.many, values)


class Tongue:
    """A language other than English, with the catalogues of these packages."""

    def __init__(self, language: str, packages: tuple[str, ...]) -> None:
        self.language, self.packages = language, packages
        self.catalogues = [*filter(None, (_catalogue(package, language) for package in packages))]

    def __reduce__(self) -> tuple[type[Tongue], tuple[str, tuple[str, ...]]]:
        return Tongue, (self.language, self.packages)

    def find(self, context: str, one: str, many: str, n: int) -> str:
        """Return the translation of a template, or the template itself if no catalogue has it."""
        key = f"{context}\x04{one}" if context else one
        for catalogue in self.catalogues:
            found = catalogue.ngettext(key, many, n) if many else catalogue.gettext(key)
            if found != (key if not many or n == 1 else many):
                return found
        return many if many and n != 1 else one


@lru_cache(maxsize=64)
def _catalogue(package: str, language: str) -> GNUTranslations | None:
    from gettext import GNUTranslations

    try:
        with open(_ROOM / package / "words" / f"{language}.mo", "rb") as compiled:
            return GNUTranslations(compiled)
    except FileNotFoundError:
        return None


# ---- what is said --------------------------------------------------------------------------------

_spoken: ContextVar[Tongue | None] = ContextVar("spoken", default=None)


def say(template: str, /, **values: object) -> Said:
    """Say a whole sentence, or a phrase that stands alone, with values in place of `{name}`. Values are names, numbers
    and other said texts, never a word with its article: another language would put it in another case."""
    return _said(_spoken.get(), "", template, "", values)


def say_many(one: str, many: str, n: int, /, **values: object) -> Said:
    """Say a sentence that counts `{n}` of something, in the plural form the language needs."""
    return _said(_spoken.get(), "", one, many, {"n": n, **values})


def say_as(context: str, template: str, /, **values: object) -> Said:
    """Say a sentence whose English has two meanings. Only translators see the context, which says which one
    is meant."""
    return _said(_spoken.get(), context, template, "", values)


def mark(text: str, /, *contexts: str) -> str:
    """Mark a constant to be said later by `word`: tables of names are made before any language is chosen. The context
    tells forms apart that English does not: "shark" alone, and after "no"."""
    return text


def mark_many(one: str, many: str, /) -> tuple[str, str]:
    """Mark a constant sentence that counts `{n}` of something, to be said later by `word`."""
    return one, many


def word(marked: str | tuple[str, str], context: str = "", /, **values: object) -> Said:
    """Say a marked text in the current language, in a context."""
    one, many = (marked, "") if isinstance(marked, str) else marked
    return _said(_spoken.get(), context, one, many, values)


def verbatim(text: str) -> Said:
    """Wrap text that is the same in every language: notation, a name, a number."""
    return _made(text, "{text}", "", "", {"text": text})


def numeral(value: float, form: str = ",") -> str:
    """Format a number as Python does, with the signs of the current language: 1,234.5 is 1.234,5 in German."""
    signs = {",": say_as("between thousands", ","), ".": say_as("before decimals", ".")}
    return "".join(signs.get(sign, sign) for sign in format(value, form))


def listed(items: Sequence[object]) -> Said:
    """List items: `A`, `A and B`, `A, B and C`."""
    if len(items) < 2:
        return _only(items)
    *before, last = items
    return say("{before} and {last}", before=joined(before), last=last)


def either(items: Sequence[object]) -> Said:
    """List alternatives: `A`, `A or B`, `A, B or C`."""
    if len(items) < 2:
        return _only(items)
    *before, last = items
    return say("{before} or {last}", before=joined(before), last=last)


def _only(items: Sequence[object]) -> Said:
    return items[0] if items and isinstance(items[0], Said) else verbatim("".join(map(str, items)))


def joined(items: Sequence[object], between: str = ", ") -> Said:
    """Join items with a separator; each can still be translated."""
    names = {f"item{number}": item for number, item in enumerate(items)}
    template = between.join(f"{{{name}}}" for name in names)
    return _made(template.format_map(names), template, "", "", names)


def _said(tongue: Tongue | None, context: str, one: str, many: str, values: Mapping[str, object]) -> Said:
    n = values["n"] if many else 1
    assert isinstance(n, int)
    words = (many if many and n != 1 else one) if tongue is None else tongue.find(context, one, many, n)
    return _made(words.format_map(values) if "{" in words else words, one, many, context, values)


def _made(text: str, template: str, many: str, context: str, values: Mapping[str, object]) -> Said:
    said = Said(text)
    said.template, said.many, said.context, said.values = template, many, context, values
    return said


# ---- who speaks what -----------------------------------------------------------------------------


def spoken() -> Tongue | None:
    """Return the current language; None is English."""
    return _spoken.get()


def speak(tongue: Tongue | None) -> None:
    """Switch the language from here on, in this context (a program or a request)."""
    _spoken.set(tongue)


@contextmanager
def speaking(tongue: Tongue | None) -> Iterator[None]:
    """Switch the language within a block."""
    before = _spoken.set(tongue)
    try:
        yield
    finally:
        _spoken.reset(before)


def languages(package: str) -> list[str]:
    """Return the languages a package is translated into, English first."""
    return [ENGLISH, *sorted(path.stem for path in (_ROOM / package / "words").glob("*.mo"))]
