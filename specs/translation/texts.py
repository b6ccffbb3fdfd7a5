"""Every text of a spec that people read, with its place: what translators are given, and where the words go.

`reworded` walks the texts and replaces them, so that what is listed and what is replaced cannot differ. Data values
that a text prints, above all the names of pieces, are not replaced but translated when they are printed: their rows
stay, and with them every id, condition and record.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from specs.base.unfit import KeyPath
from specs.expand import expr
from specs.expand.fields import OfTemplates
from specs.expand.pieces import row_path
from specs.model.component import SIDES, Component
from specs.model.document import Document
from specs.model.elements import AnyElement, Face, Lattice, Repeat, Text, Use, mapped, walk
from specs.model.schema import Run, SetupRules, Spec, TableRules
from specs.translation.rendering import printed

Say = Callable[[str, KeyPath], str]

WORD = re.compile(r"[^\W\d_]{2}")  # two letters: shorter texts are signs or figures, whose translation is optional
_NAMED = ("credits",)  # sections that hold mostly names


class Reading(Struct, frozen=True):
    """A text that people read: its place; whether it is a template with fields; or the column it is a value of; whether
    a translation is incomplete without it."""

    text: str
    path: KeyPath
    template: bool = False
    column: str = ""
    wanted: bool = True


def readings(document: Document) -> Mapping[str, Reading]:
    """Return all texts of a spec that people read, each once, in the spec's order."""
    found: dict[str, Reading] = {}

    def add(reading: Reading) -> None:
        known = found.get(reading.text)
        if known is None or (reading.wanted and not known.wanted):
            found[reading.text] = reading

    def listed(text: str, path: KeyPath) -> str:
        if text.strip():
            words = bare(text) if _is_template(path) else text
            wanted = bool(WORD.search(words)) and (path[0] not in _NAMED or path[-1] == "note")
            add(Reading(text, path, template=_is_template(path), wanted=wanted))
        return text

    reworded(document.spec, listed)
    for reading in _Printed(document).readings():
        add(reading)
    return found


def _is_template(path: KeyPath) -> bool:
    """Return whether the text at a path may hold fields: texts on faces, texts of rows and notes."""
    on_face = path[0] == "templates" or (path[0] == "components" and len(path) > 3)
    templates = (("setup", "note"), ("setup", "open"), ("play", "refuse"))
    return on_face or path[-1] in ("alt", "title") or path[:2] in templates


def bare(template: str) -> str:
    """Return the words of a template without its fields."""
    try:
        return " ".join(part for part in expr.compile_template(template) if isinstance(part, str))
    except expr.ExprError:
        return template  # the checker reports it where it stands


# ---- what is written in the spec -----------------------------------------------------------------


def reworded(spec: Spec, say: Say) -> Spec:
    """Return a spec with every text that people read replaced by what `say` returns."""

    def each(value: Any, path: KeyPath, *keys: str) -> Any:
        changed = {key: say(getattr(value, key), (*path, key)) for key in keys if getattr(value, key)}
        return replace(value, **changed)

    spec = each(spec, (), "title", "note")
    return replace(
        spec,
        credits=each(spec.credits, ("credits",), "designer", "note"),
        terms={name: say(term, ("terms", name)) for name, term in spec.terms.items()},
        needs=tuple(say(text, ("needs", index)) for index, text in enumerate(spec.needs)),
        print_options={name: say(text, ("print_options", name)) for name, text in spec.print_options.items()},
        rule_options={name: each(rule, ("rule_options", name), "note") for name, rule in spec.rule_options.items()},
        components={name: _component(part, ("components", name), say) for name, part in spec.components.items()},
        templates={name: _face(face, ("templates", name), say) for name, face in spec.templates.items()},
        setup=_setup(spec.setup, each, say),
        play=_play(spec.play, each),
    )


def _component(part: Component, path: KeyPath, say: Say) -> Component:
    title, note = say(part.title, (*path, "title")), say(part.note, (*path, "note")) if part.note else ""
    redrawn = part.redrawn(lambda side, face: _face(face, (*path, *SIDES[side]), say))
    alt = say(part.alt, (*path, "alt")) if part.alt else part.alt
    return replace(redrawn, title=title, note=note, alt=alt)


def _face(face: Face, path: KeyPath, say: Say) -> Face:
    def said(element: AnyElement, path: KeyPath) -> AnyElement:
        if element.alt:
            element = replace(element, alt=say(element.alt, (*path, "alt")))
        if isinstance(element, Text):
            return replace(element, text=say(element.text, (*path, "text")))
        return element

    return mapped(face, said, path)


def _setup(setup: SetupRules, each: Callable[..., Any], say: Say) -> SetupRules:
    path: KeyPath = ("setup",)

    def named(value: Any, name: str, place: KeyPath) -> Any:
        """Return a copy with its title reworded, or the name that is printed if it has none."""
        said = say(value.title or name, (*place, "title")) if value.title or name else ""
        return value if said in (value.title, name) else replace(value, title=said)

    def ended(part: Run | str, place: KeyPath) -> Run | str:
        return say(part, place) if isinstance(part, str) else part

    return replace(
        setup,
        piles={name: named(pile, name, (*path, "piles", name)) for name, pile in setup.piles.items()},
        tracks={
            name: tuple(ended(part, (*path, "tracks", name, index)) for index, part in enumerate(parts))
            for name, parts in setup.tracks.items()
        },
        open={
            name: each(named(row, name, (*path, "open", name)), (*path, "open", name), "text", "note")
            for name, row in setup.open.items()
        },
        boards={name: each(board, (*path, "boards", name), "note") for name, board in setup.boards.items()},
        hands=tuple(named(hand, hand.to or "", (*path, "hands", index)) for index, hand in enumerate(setup.hands)),
        layouts={name: each(layout, (*path, "layouts", name), "note") for name, layout in setup.layouts.items()},
        note=tuple(say(note, (*path, "note", index)) for index, note in enumerate(setup.note)),
    )


def _play(play: TableRules, each: Callable[..., Any]) -> TableRules:
    """Reword what is said during play: the rows of the score, and the reasons for refusals."""
    score = tuple(each(row, ("play", "score", n), "text") for n, row in enumerate(play.score))
    refuse = tuple(each(rule, ("play", "refuse", n), "text") for n, rule in enumerate(play.refuse))
    return replace(play, score=score, refuse=refuse)


# ---- values that are printed ---------------------------------------------------------------------


class _Printed:
    """The data values that texts print."""

    def __init__(self, document: Document) -> None:
        self.document, self.spec = document, document.spec
        self.found: list[Reading] = []
        self._template = OfTemplates(self.spec.templates, self._face)

    def readings(self) -> Iterator[Reading]:
        for name, part in self.spec.components.items():
            path: KeyPath = ("components", name)
            free: set[str] = set()
            for side, face in part.faces():
                free |= self._face(face, (*path, *SIDES[side]))
            free |= self._text(part.alt, (*path, "alt")) if part.alt else set()
            self._columns(name, part, free)
            for group in dict.fromkeys(piece.group for piece in self.document.pieces.get(name, ())):
                self._value(group, (*path, "print", "group"), "group")
        for kind, names in (("tracks", self.spec.setup.tracks), ("boards", self.spec.setup.boards)):
            for name in names:
                self._value(name, ("setup", kind, name), kind)
        for name in self.spec.setup.boards:
            self._grounds(name, keyed=True)
        for name, row in self.spec.setup.open.items():
            pile = self.spec.setup.piles.get(row.from_)
            if row.text and pile is not None and pile.from_ in self.spec.components:
                free = self._text(row.text, ("setup", "open", name, "text"))
                self._columns(pile.from_, self.spec.components[pile.from_], free)
        for index, note in enumerate(self.spec.setup.note):
            if not WORD.search(bare(note)):  # otherwise the note is translated as a whole
                self._text(note, ("setup", "note", index))
        yield from self.found

    def _columns(self, name: str, part: Component, free: set[str]) -> None:
        """Collect the values of some columns of a component's pieces, each once."""
        columns = sorted(free)
        if part.rows.name in self.spec.setup.layouts or not columns:
            return  # a layout's values are names of fields, which are notation
        seen: set[tuple[str, str]] = set()
        for piece in self.document.pieces.get(name, ()):
            for column in columns:
                value = piece.row.get(column)
                if isinstance(value, str) and (column, value) not in seen:
                    seen.add((column, value))
                    self._value(value, (*row_path(self.spec, name, piece.source), column), column)

    def _value(self, value: object, path: KeyPath, column: str) -> None:
        if isinstance(value, str) and value.strip():
            self.found.append(Reading(value, path, column=column, wanted=bool(WORD.search(value))))

    def _face(self, face: Face, path: KeyPath) -> set[str]:
        """Return the fields that a face's texts print and that come from outside; its own are collected."""
        own = {place: self._element(element, place) for place, element, _ in walk(face, path)}
        for place, element, _ in reversed(list(walk(face, path))):
            match element:
                case Repeat():
                    own[place] |= self._looped(element, place, self._free(element.items, (*place, "items"), own))
                case _:
                    pass
        return self._free(face, path, own)

    def _free(self, face: Face, path: KeyPath, own: Mapping[KeyPath, set[str]]) -> set[str]:
        """Return the fields that a face needs from outside; `own` are those that each element prints."""
        return set[str]().union(*(own[place] - bound for place, _, bound in walk(face, path, self.spec.data)))

    def _element(self, element: AnyElement, path: KeyPath) -> set[str]:
        """Return the fields that an element itself prints."""
        said = self._text(element.alt, (*path, "alt")) if element.alt else set()
        match element:
            case Text():
                return said | self._text(element.text, (*path, "text"))
            case Use():
                return said | self._use(element, path)
            case _:
                return said

    def _grounds(self, name: str, *, keyed: bool = False) -> None:
        """Collect the names of a board's grounds; if `keyed`, of those in a setup sheet's key."""
        board = self.spec.setup.boards.get(name)
        for symbol, ground in board.legend.items() if board is not None else ():
            if ground.icon or not keyed:
                self._value(ground.title, ("setup", "boards", name, "legend", symbol, "title"), "ground")

    def _looped(self, element: Repeat, path: KeyPath, printed: set[str]) -> set[str]:
        """Collect the printed values of a loop; for one over an expression, return the fields that it prints."""
        over = element.over
        if isinstance(over, Lattice):
            if "ground" in printed and over.board is not None:
                self._grounds(over.board)
        elif isinstance(over, str) and over in self.spec.data:
            for index, row in enumerate(self.spec.data[over]):
                for column in row:
                    if column in printed:
                        self._value(row[column], ("data", over, index, column), column)
        elif isinstance(over, tuple) and element.as_ in printed:
            for index, item in enumerate(over):
                self._value(item, (*path, "over", index), element.as_)
        elif isinstance(over, str) and element.as_ in printed:
            return self._text(over, (*path, "over"))
        return set()

    def _use(self, element: Use, path: KeyPath) -> set[str]:
        inside = self._template(element.template)
        free = set(inside) - set(element.with_)
        for name, value in element.with_.items():
            if name in inside and isinstance(value, str):
                where = (*path, "with", name)
                if "{" in value or "}" in value:
                    wanted = bool(WORD.search(bare(value)))
                    if bare(value).strip():
                        self.found.append(Reading(value, where, template=True, column=name, wanted=wanted))
                    free |= self._text(value, where)
                else:
                    self._value(value, where, name)
        return free

    def _text(self, template: str, path: KeyPath) -> set[str]:
        """Return the fields whose values a text prints; its own quoted words are collected."""
        try:
            printed_ = printed(template)
        except expr.ExprError:
            return set()  # the checker reports it where it stands
        for constant in printed_.texts:
            self._value(constant, path, "")
        return set(printed_.names)
