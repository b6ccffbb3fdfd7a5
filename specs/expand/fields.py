"""Finds the fields that a face's elements use: what a row must have, and what makes two pieces' faces differ."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from msgspec.structs import astuple

from specs.base.unfit import KeyPath
from specs.expand import expr
from specs.model.component import Component
from specs.model.elements import AnyElement, Face, Group, Repeat, Style, Use, binds, walk
from specs.model.schema import Spec
from specs.model.values import Frozen

# Keys that hold names or nested elements rather than templates.
_NOT_TEMPLATES = ("when", "where", "items", "template", "style", "as_")
HOLDERS = (str, tuple, dict, Frozen)  # values that are texts or have some in them


def strings(value: object, keys: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """Yield every text in an element's value, with its path of keys inside it."""
    inner: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, str):
        yield keys, value
    elif isinstance(value, tuple):
        inner = enumerate(value)
    elif isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, Frozen):
        inner = zip(value.__struct_encode_fields__, astuple(value), strict=True)
    for key, item in inner:
        if isinstance(item, HOLDERS):  # a call for each of the others would take most of the time
            yield from strings(item, (*keys, key))


class OfTemplates:
    """The results of `look` for each template, computed once however many elements use it."""

    def __init__(self, templates: Mapping[str, Face], look: Callable[[Face, KeyPath], set[str]]) -> None:
        self.templates, self.look, self.deep = templates, look, 0
        self.found: dict[str, frozenset[str]] = {}

    def __call__(self, name: str) -> frozenset[str]:
        if name not in self.found:
            self.found[name] = frozenset()  # result for one that uses itself, which is a fault
            self.deep += 1
            if self.deep < MOST_NESTED:  # drawing refuses what is nested deeper
                self.found[name] = frozenset(self.look(self.templates.get(name, ()), ("templates", name)))
            self.deep -= 1
        return self.found[name]


class FieldsOf:
    """The fields that the elements and templates of one spec use."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._template = OfTemplates(spec.templates, lambda face, _: self._face(face))

    def template(self, name: str) -> set[str]:
        """Return the fields that a template needs where it is used, without print options."""
        return {field for field in self._template(name) if not field.startswith("option.")}

    def where(self, name: str, field: str) -> tuple[KeyPath, tuple[KeyPath, ...]]:
        """Return where a template first names a field, and the uses of other templates in between, outermost first."""
        path: KeyPath = ("templates", name)
        uses: tuple[KeyPath, ...] = ()
        face: Face = self.spec.templates.get(name, ())
        while found := next(((i, each) for i, each in enumerate(face) if field in self.element(each)), None):
            path = (*path, found[0])
            match found[1]:
                case element if field in _own(self.spec, element) or len(uses) > MOST_NESTED:
                    keys = (key for key in element.__struct_fields__ if key not in (*_NOT_TEMPLATES, "with_"))
                    own = (key for key in keys if field in _names(element, (), key))
                    return (*path, *islice(own, 1)), uses
                case Group() | Repeat() as element:
                    path, face = (*path, "items"), element.items
                case Use() as element:
                    uses, path = (*uses, path), ("templates", element.template)
                    face = self.spec.templates.get(element.template, ())
                case _:
                    break
        return path, uses

    def element(self, element: AnyElement) -> frozenset[str]:
        """Return the names an element's expressions use, including its children's."""
        return frozenset(self._face((element,)))

    def alt(self, component: Component) -> frozenset[str]:
        """Return the names used by the alternative text of a component's front."""
        try:
            return frozenset(_names(component, (), "alt"))
        except expr.ExprError:
            return frozenset()  # the checker reports it where it stands

    def _face(self, face: Face) -> set[str]:
        found: set[str] = set()
        for _, element, bound in walk(face, tables=self.spec.data):
            own = _own(self.spec, element)
            if isinstance(element, Use):
                own |= self._template(element.template) - set(element.with_)
            found |= own - bound
        return found


def of_game(spec: Spec) -> dict[str, object]:
    """Return what every expression of a spec may use."""
    return {"game.id": spec.game, "game.title": spec.title, expr.TERMS: spec.terms}


MOST_NESTED = 60  # nested templates
MOST_EXTENDED = 30  # styles that extend one another


def _own(spec: Spec, element: AnyElement) -> set[str]:
    """Return the names used by an element's own keys, without its children's."""
    found: set[str] = set()
    try:
        found |= _names(element, _NOT_TEMPLATES)
        for style in _styles(spec, element.style):
            found |= _names(style, ("style",))
        if element.when is not None:
            found |= set(expr.compile_expr(element.when).names)
        if isinstance(element, Repeat) and element.where is not None:
            found |= set(expr.compile_expr(element.where).names) - binds(element, spec.data)
    except expr.ExprError:
        pass  # the checker reports it where it stands
    return found


def _names(part: Frozen, leave_out: tuple[str, ...], *only: str) -> set[str]:
    found: set[str] = set()
    for key in only or part.__struct_fields__:
        if isinstance(value := getattr(part, key), HOLDERS) and key not in leave_out:
            for _, text in strings(value):
                if "{" in text:
                    found |= set(expr.names(text))
    return found


def _styles(spec: Spec, name: str | None) -> Iterator[Style]:
    """Yield a style and those it extends, each once."""
    seen: set[str] = set()
    while name in spec.styles and name not in seen and len(seen) <= MOST_EXTENDED:
        seen.add(name)
        yield spec.styles[name]
        name = spec.styles[name].style
