"""The CSS of an SVG file: style sheets and `style` attributes, and the declarations that hold for an element.

Whether the elements, properties and attributes of an SVG file are among those in `understood.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import tinycss2
from msgspec import Struct, yaml
from tinycss2.ast import Declaration, Node, QualifiedRule

from generator.faces.pictures.artwork.tree import Element, Tree, Undrawable

SPACE = "http://www.w3.org/XML/1998/namespace space"
PROPAGATED = ("text-decoration", "text-decoration-line", "font")
_NUMBER, _UNIT = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", "(?:px|pt|pc|mm|cm|in)?"
_PATTERNS = {
    "<number>": _NUMBER,
    "<unit>": _UNIT,
    "<size>": _NUMBER + _UNIT,
    "<length>": f"{_NUMBER}(?:{_UNIT}|%)",
    "<part>": f"{_NUMBER}%?",
    "<feature>": r"""["'][A-Za-z0-9]{4}["'](?:\s+(?:on|off|\d{1,3}))?""",
    "<read>": "[^!]+",
    "<any>": ".*",
}
_NOTE = re.compile(r"(?:data-|aria-|on|_|v-|ng-)[\w.:-]+\Z|.* ")  # attributes that programs add for themselves


class _Understood(Struct, frozen=True):
    """The list in `understood.yaml`."""

    inherited: dict[str, str]
    own: dict[str, str]
    letters_inherited: dict[str, str]
    letters_own: dict[str, str]
    idle: frozenset[str]
    attributes: dict[str, frozenset[str]]
    notes: frozenset[str]
    pixels: frozenset[str]
    silent: frozenset[str]


UNDERSTOOD = yaml.decode(Path(__file__).with_name("understood.yaml").read_bytes(), type=_Understood)
INHERITED = UNDERSTOOD.inherited.keys() | UNDERSTOOD.letters_inherited.keys()
LETTERS = UNDERSTOOD.letters_inherited.keys() | UNDERSTOOD.letters_own.keys()
ALL = {
    key: re.compile(re.sub("<[a-z]+>", lambda found: _PATTERNS[found[0]], pattern), re.S)
    for kind in (UNDERSTOOD.inherited, UNDERSTOOD.own, UNDERSTOOD.letters_inherited, UNDERSTOOD.letters_own)
    for key, pattern in kind.items()
}


LONGEST = 10_000  # letters of a property: dashes and font names need far fewer


class Styled(Struct, frozen=True, gc=False):
    """An element's attributes and its style, each known to be understood, except those of letters."""

    name: str
    attributes: Mapping[str, str]
    style: dict[str, str]


def styled(name: str, attributes: Mapping[str, str], sheet: Sheet) -> Styled:
    """Return an element as it is drawn. Raises ValueError, Undrawable for what is not understood."""
    known = UNDERSTOOD.attributes.get(name, frozenset())
    style: dict[str, str] = {}
    for key, value in attributes.items():
        if key in ALL:
            if key != "marker":  # it is not an attribute
                style[key] = value.strip()
        elif key == "transform":
            if name == "svg":  # rotated about its middle
                raise Undrawable(f"transform on <{name}>")
        elif key not in known and key not in UNDERSTOOD.notes and key not in UNDERSTOOD.idle and not _NOTE.match(key):
            raise Undrawable(f"{key[:30]} on <{name[:30]}>")
    for key, value in sheet.declared(name, attributes).items():
        if key in ALL and key != SPACE:
            style.pop(key, None)
            style[key] = value
        elif key not in UNDERSTOOD.idle and not key.startswith(("-inkscape-", "--")):
            raise Undrawable(f"{key[:30]} of <{name[:30]}>")
    for key, value in style.items():
        if len(value) > LONGEST:
            raise ValueError(f"{key} of more than {LONGEST:,} letters")
        if key not in LETTERS and not understood(key, value):
            raise Undrawable(f"{key} on <{name}>" if key in UNDERSTOOD.own else f"{key} '{value[:30]}' on <{name}>")
    return Styled(name, attributes, style)


@lru_cache(maxsize=4096)
def understood(key: str, value: str) -> bool:
    """Return whether a property's value is drawn as the standard says."""
    if value == "inherit":
        return key in INHERITED
    return ALL[key].fullmatch(value) is not None


# ---- style sheets --------------------------------------------------------------------------------


_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_-][\w-]*)*)\Z")
_PART = re.compile(r"[.#][\w-]+")
MOST_RULES = 20_000
MOST_COMPARED = 1_000_000  # pairs of a rule and an element it may apply to
MOST_CSS = 1_000_000  # letters of one sheet or style: about two seconds of parsing

MOST_STYLES = 1_000_000  # letters of all different `style` attributes of a file

Declared = dict[str, tuple[str, bool]]  # each property's value, and whether it is important


class Rule:
    """One selector of a style sheet, its parts and its body; `rank` sorts rules by specificity and order."""

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
        """Return the key by which an element finds it."""
        return f"#{self.id}" if self.id is not None else f".{min(self.classes)}" if self.classes else self.tag


class Sheet:
    """All style rules of a file: they apply to what stands before them too."""

    def __init__(self) -> None:
        self.rules: dict[str, list[Rule]] = {}
        self.styles: set[str] = set()
        self.count = self.compared = self.letters = 0

    def add(self, css: str) -> None:
        """Add rules. Raises ValueError for what is not a style sheet, Undrawable for selectors that are not plain."""
        for selector, found in _rules(css):
            self.count += 1
            if self.count > MOST_RULES:
                raise ValueError(f"more than {MOST_RULES:,} style rules")
            rule = Rule(selector, found, self.count)
            self.rules.setdefault(rule.key, []).append(rule)

    def inherited(self, element: Element, key: str, default: str) -> str:
        """Return a property of an element: its own, or that of the nearest one around it. Raises ValueError."""
        around: Element | None = element
        while around is not None:
            own = around.attributes.get(key, "inherit").strip()
            found = self.declared(around.name, around.attributes).get(key, own)
            if found != "inherit":
                return found
            around = around.parent
        return default

    def bounded(self, style: str) -> str:
        """Return a `style` attribute, while all different ones together stay within the limit. Raises ValueError."""
        if style not in self.styles:
            self.styles.add(style)
            self.letters += len(style)
        if self.letters > MOST_STYLES:
            raise ValueError(f"styles of more than {MOST_STYLES:,} letters")
        return style

    def declared(self, name: str, attributes: Mapping[str, str]) -> dict[str, str]:
        """Return the declarations for an element: rules for its name, its classes, its id, then its own style;
        important ones last.

        Raises ValueError, Undrawable.
        """
        own = declarations(self.bounded(attributes["style"])) if "style" in attributes else {}
        if not self.rules:
            return {key: value for key, (value, _) in own.items()}
        classes = set(attributes.get("class", "").split())
        keys = ["*", name, *(f".{each}" for each in classes), f"#{attributes.get('id', '')}"]
        held = [rule for key in keys for rule in self.rules.get(key, ())]
        self.compared += len(held)
        if self.compared > MOST_COMPARED:
            raise ValueError(f"style rules and elements in more than {MOST_COMPARED:,} pairs")
        ruled = [
            rule for rule in held
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


def sheet_of(tree: Tree) -> Sheet:
    """Return the style rules of a file, wherever they stand in it. Raises ValueError, Undrawable."""
    sheet = Sheet()
    for element in tree.root.within():
        if element.name == "style":
            tree.place = element.place
            if element.children or element.attributes.get("type", "text/css") not in ("", "text/css"):
                raise Undrawable("a style sheet that is not plain CSS")
            if element.attributes.get("media", "all") != "all":
                raise Undrawable("a style sheet for some media")
            sheet.add("".join(map(str, element.content)))
    return sheet


def _rules(css: str) -> Iterator[tuple[str, Declared]]:
    """Yield the rules of a style sheet: each selector with its declarations. Raises ValueError, Undrawable."""
    for node in tinycss2.parse_stylesheet(_bounded(css), skip_comments=True, skip_whitespace=True):
        if node.type == "at-rule":
            raise Undrawable(f"style rule '@{node.at_keyword[:30]}'")
        if not isinstance(node, QualifiedRule):
            raise ValueError(f"style sheet text at {node.source_line}:{node.source_column}, which cannot be read")
        found = _declared(node.content, "style sheet text")
        for selector in _text(node.prelude).split(","):
            yield selector.strip(), found


@lru_cache(maxsize=4096)  # drawing programs repeat one style on many elements
def declarations(text: str) -> Declared:
    """Return the declarations of a `style` attribute. Raises ValueError."""
    return _declared(_bounded(text), "style")


def _bounded(css: str) -> str:
    if len(css) > MOST_CSS:
        raise Undrawable(f"a style sheet of more than {MOST_CSS:,} letters")
    return css


def _declared(body: str | Sequence[Node], what: str) -> Declared:
    """Return the declarations of a `style` attribute or a rule's body; important and later ones win. Raises
    ValueError."""
    found: Declared = {}
    for node in tinycss2.parse_blocks_contents(body, skip_comments=True, skip_whitespace=True):
        if not isinstance(node, Declaration):
            raise ValueError(f"{what} at {node.source_line}:{node.source_column}, which cannot be read")
        if node.important or not found.get(node.lower_name, ("", False))[1]:
            found.pop(node.lower_name, None)
            found[node.lower_name] = _text(node.value), node.important
    return found


def _text(tokens: Sequence[Node]) -> str:
    """Return CSS tokens as text, without comments. Raises ValueError for brackets nested too deep."""
    try:
        return str(tinycss2.serialize([token for token in tokens if token.type != "comment"])).strip()
    except RecursionError:
        raise ValueError("a style with brackets too deep in each other") from None
