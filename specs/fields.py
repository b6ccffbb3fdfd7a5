"""Which fields a face's elements use: what a row must have, and what tells two pieces' faces apart."""

from __future__ import annotations

from collections.abc import Iterator

from specs import expr
from specs.document import KeyPath
from specs.schema import AnyElement, Cells, Face, Group, HexGrid, Repeat, Spec, Style, Use
from specs.values import Frozen

# Keys that hold names or nested elements rather than templates.
_NOT_TEMPLATES = ("when", "where", "board", "items", "template", "style", "each")


def strings(value: object, keys: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """Every text in an element's value, with its path of keys inside it."""
    if isinstance(value, str):
        yield keys, value
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from strings(item, (*keys, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from strings(item, (*keys, key))


def template_fields(spec: Spec, template: str) -> set[str]:
    """The fields a template needs from whoever uses it, print options left out."""
    return {name for name in _template(spec, template, ()) if not name.startswith("option.")}


def element_fields(spec: Spec, element: AnyElement) -> frozenset[str]:
    """The names one element's expressions use, those of what it contains included."""
    return frozenset(_element(spec, element, ()))


def loop_fields(spec: Spec, element: Repeat) -> set[str]:
    """The names a `repeat` binds for its items."""
    names = {element.each, "i"}
    if isinstance(element.over, str):
        for row in spec.tables.get(element.over, ()):
            names |= set(row)
    return names


CELL_FIELDS = ("cell", "row", "column", "symbol", "ground")  # what `cells` binds for its items


def _template(spec: Spec, template: str, seen: tuple[str, ...]) -> set[str]:
    if template in seen or template not in spec.templates:
        return set()
    return _face(spec, spec.templates[template], (*seen, template))


def _face(spec: Spec, face: Face, seen: tuple[str, ...]) -> set[str]:
    return set().union(*(_element(spec, element, seen) for element in face))


def _element(spec: Spec, element: AnyElement, seen: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    try:
        found |= _names(element, _NOT_TEMPLATES)
        for style in _styles(spec, element.style):
            found |= _names(style, ("extends",))
        if element.when is not None:
            found |= set(expr.compile_expr(element.when).names)
        if isinstance(element, HexGrid):
            # the label's own names, unless another key means the row's fields of these names
            found -= {"column", "row"} - _names(element, (*_NOT_TEMPLATES, "label"))
        if isinstance(element, Cells) and element.where is not None:
            found |= set(expr.compile_expr(element.where).names) - set(CELL_FIELDS)
    except expr.ExprError:
        pass  # the checker reports it where it stands
    match element:
        case Group():
            found |= _face(spec, element.items, seen)
        case Repeat():
            found |= _face(spec, element.items, seen) - loop_fields(spec, element)
        case Use():
            found |= _template(spec, element.template, seen) - set(element.with_)
        case Cells():
            found |= _face(spec, element.items, seen) - set(CELL_FIELDS)
        case _:
            pass
    return found


def _names(part: Frozen, leave_out: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    for key in part.__struct_fields__:
        if key not in leave_out:
            for _, text in strings(getattr(part, key)):
                if "{" in text:
                    found |= set(expr.names(text))
    return found


def _styles(spec: Spec, name: str | None) -> Iterator[Style]:
    """A style and those it extends, each once."""
    seen: set[str] = set()
    while name in spec.styles and name not in seen:
        seen.add(name)
        yield spec.styles[name]
        name = spec.styles[name].extends
