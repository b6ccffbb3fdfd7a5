"""What style sheets and `style` attributes say of an element: CSS declarations in the order in which they win."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from xml.parsers import expat

from generator.faces.pictures.artwork.viewport import Undrawable

SVG = "http://www.w3.org/2000/svg"
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_-][\w-]*)*)\Z")
_PART = re.compile(r"[.#][\w-]+")
_DECLARED = re.compile(r"\s*([A-Za-z-][\w-]*)\s*:\s*(.*?)\s*(!\s*important)?\s*\Z", re.S | re.I)
_SHEET = re.compile(rb"<(?:[\w.-]+:)?style[\s/>]")
_HIDING = re.compile(r"\\|<!--|-->|\"[^\"\n]*[;{}*][^\"\n]*\"|'[^'\n]*[;{}*][^'\n]*'")
MOST_RULES = 20_000

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


def _rules(css: str) -> Iterable[tuple[str, Declared]]:
    """A style sheet's rules, read once from front to back."""
    css = _bare(css)
    *blocks, rest = css.split("}")
    for block in blocks:
        selectors, brace, body = block.partition("{")
        if selectors.lstrip().startswith("@"):
            raise Undrawable(f"style rule '{selectors.strip()[:30]}'")
        if not brace or "{" in body:
            raise ValueError(f"style sheet text '{block.strip()[:30]}', which cannot be read")
        found = declarations(body)
        for selector in selectors.split(","):
            yield selector.strip(), found
    if rest.strip().startswith("@"):
        raise Undrawable(f"style rule '{rest.strip()[:30]}'")
    if rest.strip():
        raise ValueError(f"style sheet text '{rest.strip()[:30]}', which cannot be read")


def declarations(text: str) -> Declared:
    """What a style attribute or a rule's body says. Raises ValueError."""
    found: Declared = {}
    for pair in _bare(text).split(";"):
        if not pair.strip():
            continue
        match = _DECLARED.match(pair)
        if match is None:
            raise ValueError(f"style '{pair.strip()[:30]}', which cannot be read")
        key, value, important = match[1], match[2], match[3] is not None
        if important or not found.get(key, ("", False))[1]:
            found.pop(key, None)
            found[key] = value, important
    return found


def _bare(css: str) -> str:
    """CSS without its comments. Raises Undrawable for strings and escapes that could hide what divides it."""
    if _HIDING.search(css):
        raise Undrawable("a style sheet with escapes or marks in strings")
    first, *others = css.split("/*")
    return " ".join([first, *(part.partition("*/")[2] for part in others)]) if others else css
