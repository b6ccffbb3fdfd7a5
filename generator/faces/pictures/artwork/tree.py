"""An SVG file as a tree: its elements with their places in the file, and by their ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from xml.parsers import expat

SVG = "http://www.w3.org/2000/svg"
HREFS = ("href", "http://www.w3.org/1999/xlink href")
MOST_ELEMENTS = 200_000
MOST_DEEP = 200  # elements in elements


class Undrawable(ValueError):
    """What shapes, gradients and letters cannot show, though pixels could; `where` is its place, once known."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}, which cannot be drawn (convert it to paths)")
        self.what, self.where = what, ""

    def __str__(self) -> str:
        return f"{self.where}{super().__str__()}"


class Element:
    """`name` is that of SVG; one of another language has its space before it. `content` are its elements and texts."""

    __slots__ = ("attributes", "content", "name", "parent", "place")

    def __init__(self, name: str, attributes: Mapping[str, str], place: str, parent: Element | None) -> None:
        self.name, self.attributes, self.place, self.parent = name, attributes, place, parent
        self.content: list[Element | str] = []

    @property
    def children(self) -> list[Element]:
        return [each for each in self.content if isinstance(each, Element)]

    @property
    def href(self) -> str:
        """What it refers to, "" for nothing."""
        return next((self.attributes[key].strip() for key in HREFS if self.attributes.get(key)), "")

    def within(self) -> Iterator[Element]:
        """All elements in it, in their order."""
        for child in self.children:
            yield child
            yield from child.within()


class Tree:
    """The elements of a file; `place` is where reading is, its line and column, for errors to begin with."""

    def __init__(self, data: bytes) -> None:
        """Raises ValueError for what is no XML, or more than any drawing has."""
        self.ids: dict[str, Element] = {}
        self.place, self.count = "", 0
        self.open: list[Element] = []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text, self.parser.buffer_size = True, max(len(data), 1)  # a style sheet in one piece
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda tag: self.open.pop()
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = _no_entities
        try:
            self.parser.Parse(data, True)
        except (expat.ExpatError, LookupError) as error:  # LookupError: an unknown encoding
            raise ValueError(f"not SVG: {error}") from None
        self.place = self.root.place

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        place = f"{self.parser.CurrentLineNumber}:{self.parser.CurrentColumnNumber + 1}: "
        parent = self.open[-1] if self.open else None
        element = Element(name if space in ("", SVG) else tag, attributes, place, parent)
        if parent is None:
            self.root = element
        else:
            parent.content.append(element)
        self.open.append(element)
        self.count += 1
        if len(self.open) > MOST_DEEP:
            raise ValueError(f"{place}elements more than {MOST_DEEP} deep")
        if self.count > MOST_ELEMENTS:
            raise ValueError(f"{place}more than {MOST_ELEMENTS:,} elements")
        if "id" in attributes:
            self.ids.setdefault(attributes["id"], element)

    def _characters(self, text: str) -> None:
        self.open[-1].content.append(text)

    @contextmanager
    def placing(self) -> Iterator[None]:
        """Within it, an error says where reading is."""
        try:
            yield
        except Undrawable as error:
            error.where = self.place
            raise
        except ValueError as error:
            raise ValueError(f"{self.place}{error}") from None


def _no_entities(name: str, system: str | None, public: str | None, internal: int) -> None:
    """Refuse a DOCTYPE that defines anything. Raises ValueError."""
    # entities could read files or grow without end; the plain DOCTYPE old programs write names only the standard
    if internal:
        raise ValueError("a DOCTYPE with entities, which is not read")
