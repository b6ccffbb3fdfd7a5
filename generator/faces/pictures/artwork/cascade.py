"""The CSS of an SVG file: style sheets and `style` attributes, and the declarations that hold for an element."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from xml.parsers import expat

import tinycss2
from tinycss2.ast import Declaration, Node, QualifiedRule

from generator.faces.pictures.artwork.viewport import Undrawable

SVG = "http://www.w3.org/2000/svg"
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_-][\w-]*)*)\Z")
_PART = re.compile(r"[.#][\w-]+")
_SHEET = re.compile(rb"<(?:[\w.-]+:)?style[\s/>]")
MOST_RULES = 20_000
MOST_CSS = 1_000_000  # letters of one sheet or style: some two seconds of parsing

Declared = dict[str, tuple[str, bool]]  # each property's value, and whether it is important


class Rule:
    """One selector of a sheet, its parts and its body; `rank` sorts what holds by how specific and how late it is."""

    __slots__ = ("classes", "declared", "id", "rank", "tag")

    def __init__(self, selector: str, declared: Declared, order: int) -> None:
        """Raises Undrawable for a selector of more than one element's own name, classes and id."""
        found = _SELECTOR.match(selector)
        if found is None or not selector:
            raise Undrawable(f"style rule '{selector[:30]}', not of one plain name, .class or #id")
        parts = _PART.findall(found[2])
        ids = [part[1:] for part in parts if part[0] == "#"]
        if len(ids) > 1:
            raise Undrawable(f"style rule '{selector[:30]}', not of one plain name, .class or #id")
        self.tag, self.id = (found[1] or "*"), (ids[0] if ids else None)
        self.classes = frozenset(part[1:] for part in parts if part[0] == ".")
        self.rank = (len(ids), len(parts) - len(ids), int(self.tag != "*"), order)
        self.declared = declared

    @property
    def key(self) -> str:
        """Under what an element could find it."""
        return f"#{self.id}" if self.id is not None else f".{min(self.classes)}" if self.classes else self.tag


class Sheet:
    """All style rules of a file, wherever in it they stand."""

    def __init__(self) -> None:
        self.rules: dict[str, list[Rule]] = {}
        self.count = 0

    def add(self, css: str) -> None:
        """More rules. Raises ValueError for what is no style sheet, Undrawable for selectors that are not plain."""
        for selector, found in _rules(css):
            self.count += 1
            if self.count > MOST_RULES:
                raise ValueError(f"more than {MOST_RULES:,} style rules")
            rule = Rule(selector, found, self.count)
            self.rules.setdefault(rule.key, []).append(rule)

    def declared(self, name: str, attributes: Mapping[str, str]) -> dict[str, str]:
        """What holds for an element: rules for its name, its classes, its id, then its own style; the important last.

        Raises ValueError, Undrawable.
        """
        own = declarations(attributes["style"]) if "style" in attributes else {}
        if not self.rules:
            return {key: value for key, (value, _) in own.items()}
        classes = set(attributes.get("class", "").split())
        keys = ["*", name, *(f".{each}" for each in classes), f"#{attributes.get('id', '')}"]
        ruled = [
            rule for key in keys for rule in self.rules.get(key, ())
            if rule.tag in ("*", name) and rule.classes <= classes and rule.id in (None, attributes.get("id"))
        ]  # fmt: skip
        ruled.sort(key=lambda rule: rule.rank)
        bodies = [*(rule.declared for rule in ruled), own]
        found: dict[str, str] = {}
        for wanted in (False, True):
            for body in bodies:
                for key, (value, important) in body.items():
                    if important is wanted:
                        found[key] = value
        return found


def sheet_of(data: bytes) -> Sheet:
    """The style sheets of a file, which hold for what stands before them too. Raises ValueError, Undrawable."""
    sheet = Sheet()
    if _SHEET.search(data) is None and b"\0" not in data:
        return sheet
    parts: list[str] = []
    depth = 0  # inside of a <style>

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        space, _, name = tag.rpartition(" ")
        if depth or (name == "style" and space in ("", SVG)):
            depth += 1
            if depth > 1 or attributes.get("type", "text/css") not in ("", "text/css"):
                raise Undrawable("a style sheet that is not plain CSS")
            if attributes.get("media", "all") != "all":
                raise Undrawable("a style sheet for some media")

    def end(tag: str) -> None:
        nonlocal depth
        if depth:
            depth -= 1
            sheet.add("".join(parts))
            parts.clear()

    def characters(text: str) -> None:
        if depth:
            parts.append(text)

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, characters
    parser.StartDoctypeDeclHandler = no_entities
    parser.Parse(data, True)
    return sheet


def no_entities(name: str, system: str | None, public: str | None, internal: int) -> None:
    """Refuse a DOCTYPE that defines anything. Raises ValueError."""
    # entities could read files or grow without end; the plain DOCTYPE old programs write names only the standard
    if internal:
        raise ValueError("a DOCTYPE with entities, which is not read")


def _rules(css: str) -> Iterator[tuple[str, Declared]]:
    """The rules of a style sheet: each selector with what it declares."""
    for node in tinycss2.parse_stylesheet(_bounded(css), skip_comments=True, skip_whitespace=True):
        if node.type == "at-rule":
            raise Undrawable(f"style rule '@{node.at_keyword[:30]}'")
        if not isinstance(node, QualifiedRule):
            raise ValueError(f"style sheet text at {node.source_line}:{node.source_column}, which cannot be read")
        found = _declared(node.content, "style sheet text")
        for selector in _text(node.prelude).split(","):
            yield selector.strip(), found


@lru_cache(maxsize=4096)  # drawing programs give many elements one style
def declarations(text: str) -> Declared:
    """What a `style` attribute declares. Raises ValueError."""
    return _declared(_bounded(text), "style")


def _bounded(css: str) -> str:
    if len(css) > MOST_CSS:
        raise Undrawable(f"a style sheet of more than {MOST_CSS:,} letters")
    return css


def _declared(body: str | Sequence[Node], what: str) -> Declared:
    """The declarations of a `style` attribute or a rule's body; the important and the later ones win."""
    found: Declared = {}
    for node in tinycss2.parse_blocks_contents(body, skip_comments=True, skip_whitespace=True):
        if not isinstance(node, Declaration):
            raise ValueError(f"{what} at {node.source_line}:{node.source_column}, which cannot be read")
        if node.important or not found.get(node.lower_name, ("", False))[1]:
            found.pop(node.lower_name, None)
            found[node.lower_name] = _text(node.value), node.important
    return found


def _text(tokens: Sequence[Node]) -> str:
    """CSS tokens as text, without comments. Raises ValueError for brackets too deep in each other."""
    try:
        return str(tinycss2.serialize([token for token in tokens if token.type != "comment"])).strip()
    except RecursionError:
        raise ValueError("a style with brackets too deep in each other") from None
