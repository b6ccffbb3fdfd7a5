"""What a rules sheet says and draws of each worked example: its words, and the templates, icons and images it uses.

An example is an aside of a rules text that begins with [!example-…]."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from generator.draw import geometry as geo
from generator.faces import elements
from generator.faces.faces import Faces
from generator.faces.pages.illustrations import Illustrations
from generator.faces.pages.markdown import Aside, Said
from generator.faces.pages.setting import Setter
from generator.faces.pen import Pen
from specs import expr
from specs import schema as el
from specs.document import Document

EXAMPLE = "example-"  # an aside of such a name is a worked example


class Drawn(NamedTuple):
    """`kind` is text, use, icon, image or hex; `name` its words, the template's, icon's or image's, or a fill; `x` and
    `y` where it is, mm; `values` the fields in force there; `inside` the templates around it."""

    kind: str
    name: str
    x: float
    y: float
    opacity: float
    values: Mapping[str, Any]
    inside: tuple[str, ...]


def examples(document: Document) -> Mapping[str, Sequence[Drawn]]:
    """Every worked example on the sheets of a game, by its name, in the order in which its parts stand in the text;
    under "" what is in none."""
    found: dict[str, list[Drawn]] = defaultdict(list)
    around: list[str] = []
    group, draw, aside, words = elements._group, elements._draw, Setter.aside, Setter.words
    file = Illustrations.file

    def keep(told: Drawn) -> None:
        for name in [name for name in around if name.startswith(EXAMPLE)][:1] or [""]:
            found[name].append(told)

    def noted(pen: Pen, element: el.AnyElement, path: Any) -> Any:
        told = _told(pen, element, tuple(around))
        if told is not None:
            keep(told)
        return draw(pen, element, path)

    def set_aside(self: Setter, block: Aside, *rest: Any) -> Any:
        around.append(block.name)
        try:
            return aside(self, block, *rest)
        finally:
            around.pop()

    def set_words(self: Setter, said: Sequence[Said], *rest: Any) -> Any:
        text = "".join(each.icon or each.text for each in said)
        keep(Drawn("text", text, 0.0, 0.0, 1.0, {}, tuple(around)))
        return words(self, said, *rest)

    def entered(pen: Pen, element: el.Group | el.Use, path: Any) -> Any:
        around.append(element.template if isinstance(element, el.Use) else "")
        try:
            return group(pen, element, path)
        finally:
            around.pop()

    def shown(self: Illustrations, name: str, room: float) -> Any:
        keep(Drawn("image", name, 0.0, 0.0, 1.0, {}, tuple(around)))
        return file(self, name, room)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(elements, "_draw", noted)
        patch.setattr(elements, "_group", entered)
        patch.setattr(Setter, "aside", set_aside)
        patch.setattr(Setter, "words", set_words)
        patch.setattr(Illustrations, "file", shown)
        faces = Faces(document)
        for name, component in document.spec.components.items():
            if component.sheet:
                for piece in document.pieces[name]:
                    faces.front(piece)
                    faces.back(piece)
    return found


def _told(pen: Pen, element: el.AnyElement, inside: tuple[str, ...]) -> Drawn | None:
    values, opacity = pen.env, pen.alpha(element)
    match element:
        case el.Text():
            name, (x, y) = pen.text(element.text, "text"), pen.frame(element.box)[:2]
        case el.Use():
            name, (x, y) = element.template, pen.point(element.at, "at")
            values = {**values, **{key: expr.evaluate(value, pen.env) for key, value in element.with_.items()}}
        case el.Icon():
            name, (x, y) = pen.text(element.icon, "icon"), pen.point(element.at, "at")
            values = {**values, "fill": None if element.fill is None else pen.text(element.fill, "fill")}
        case el.Hex():
            name, (x, y) = pen.text(element.fill or "", "fill"), pen.point(element.at, "at")
        case el.Image():
            name = pen.text(element.image, "image")
            x, y, wide, high = pen.frame(element.box)
            x, y = x + wide / 2, y + high / 2
        case _:
            return None
    return Drawn(element.__struct_config__.tag or "", name, *geo.apply(pen.matrix, x, y), opacity, values, inside)
