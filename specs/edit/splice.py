"""Edits one value of a YAML text in place: every other byte stays, comments and order too.

The marks of its node say where a value stands. The result is parsed again and compared with the values wanted: an edit
that would change anything else is refused.
"""

import json
import marshal
import re
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, Literal

import yaml
from msgspec import UNSET, Struct

from specs.base.errors import KeyPath, SpecError
from specs.base.languages import say
from specs.read.yaml_nodes import Tree, read_text, scalar

_PLAIN = re.compile(r"[A-Za-z_][\w./%+-]*( [\w./%+-]+)*")  # text that needs no quotes, even in brackets
_ANCHOR = re.compile(r"&\S+\s+(?=\S)")
DIGITS = 4  # decimals of a number

Splice = tuple[int, int, str]  # start, end, and the new text


class Unwritable(ValueError):
    """Why an edit cannot be written, in a sentence."""


class Conflict(Unwritable):
    """The value to be edited has changed: somebody else saved it. `ours` is what was to be written, `theirs` the value
    there."""

    def __init__(self, said: str, ours: str, theirs: str) -> None:
        super().__init__(said)
        self.ours, self.theirs = ours, theirs


class Change(Struct, frozen=True):
    """One edit, by a value's path of keys: `set` it (a missing key is added), `remove` a key or an item, `copy` an item
    to after itself, `add` a value before an item or at the end, `move` an item to the place `value`. `was` is the value
    when it was looked at."""

    kind: Literal["set", "remove", "copy", "add", "move"]
    path: tuple[str | int, ...]
    value: Any = None
    was: Any = UNSET


def changed(text: str, changes: Sequence[Change], name: str = "", *, over: bool = False) -> str:
    """Return the text with all edits made; their paths are those of the old text. With `over`, values that others have
    changed are overwritten. Raises Unwritable; without `over` Conflict; SpecError for text that is not YAML."""
    tree = read_text(text.encode(), name)
    if tree.faults:
        raise SpecError(tree.faults)
    if len(changes) > 1 and any(each.kind in ("add", "move") for each in changes):
        raise Unwritable(say("Items are added and moved one at a time."))
    writer, wanted = _Writer(text, tree), tree.value
    splices: list[Splice] = []
    for change in sorted(
        changes, key=lambda each: each.path, reverse=True
    ):  # from the end: earlier positions stay valid
        now = found(tree.value, change.path)
        if not over and change.was is not UNSET and not _same(now, change.was):
            said = say("Line {line} is not what it was.", line=writer.line(change.path))
            raise Conflict(said, written(change.value), written(now))
        splices += writer.splices(change)
        for path in writer.ways(change.path[:-1]):
            wanted = _applied(wanted, (*path, change.path[-1]), change)
    return _checked(_spliced(text, splices), wanted, name)


def _spliced(text: str, splices: Sequence[Splice]) -> str:
    """Apply the splices. Raises Unwritable if two overlap."""
    parts, end = list[str](), 0
    for start, stop, new in sorted(splices, key=lambda each: each[:2]):
        if start < end:
            raise Unwritable(say("Two of these changes are in one place: make one after the other."))
        parts += text[end:start], new
        end = stop
    return "".join((*parts, text[end:]))


def _checked(text: str, wanted: Any, name: str) -> str:
    """Return the text if it has the wanted values. Raises Unwritable."""
    try:
        there = read_text(text.encode(), name).value
    except SpecError:
        there = None
    if not _same(there, wanted):
        raise Unwritable(say("This would change something else too: edit it in the file."))
    return text


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are the same when written; True is not 1."""
    if marshal.dumps(one, 0) == marshal.dumps(other, 0):  # as usual, and found sooner
        return True
    return json.dumps(_plain(one), sort_keys=True) == json.dumps(_plain(other), sort_keys=True)


def _plain(value: Any) -> Any:
    match value:
        case float() if isfinite(value):
            short = round(value, DIGITS)
            return int(short) if short == int(short) else short
        case dict():
            return {str(key): _plain(each) for key, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
    return value


def found(value: Any, path: KeyPath) -> Any:
    """Return the value at a path of plain values; None if there is none."""
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _applied(value: Any, path: KeyPath, change: Change) -> Any:
    """Return plain values with one edit made, copying only what encloses it."""
    key, rest = path[0], path[1:]
    if isinstance(value, dict):
        if rest:
            return {**value, key: _applied(value[key], rest, change)}
        left = {name: each for name, each in value.items() if name != key}
        return left if change.kind == "remove" else {**value, key: change.value}
    items, index = list(value), int(key)
    if rest:
        items[index] = _applied(items[index], rest, change)
    elif change.kind == "set":
        items[index] = change.value
    elif change.kind == "add":
        items.insert(index, change.value)
    elif change.kind == "copy":
        items.insert(index + 1, items[index])
    else:
        item = items.pop(index)
        if change.kind == "move":
            items.insert(change.value, item)
    return items


def last_line(tree: Tree, path: KeyPath) -> int:
    """Return the last line, from 1, of the value at a path; if there is none, of what encloses it."""
    node: Any = tree.root
    for key in path:
        node = tree.child(node, key) or node
    while isinstance(node, yaml.CollectionNode) and node.value:
        node = node.value[-1]
        node = node[1] if isinstance(node, tuple) else node
    return int(node.end_mark.line) + int(node.end_mark.column > 0)


# ---- text ----------------------------------------------------------------------------------------


def written(value: Any) -> str:
    """Write a value in YAML's short form, on one line.

    >>> written({"draw": "text", "text": "# 1", "box": [1.0, 2.50004, 3, 4], "wrap": True})
    '{draw: text, text: "# 1", box: [1, 2.5, 3, 4], wrap: true}'
    """
    match _plain(value):
        case str() as text:
            means = scalar(yaml.ScalarNode("", text)) if _PLAIN.fullmatch(text) else None
            return text if means == text else json.dumps(text, ensure_ascii=False)
        case dict() as found:
            return "{" + ", ".join(f"{written(key)}: {written(each)}" for key, each in found.items()) + "}"
        case list() as found:
            return "[" + ", ".join(map(written, found)) + "]"
        case found:
            return json.dumps(found)


def _is_part(value: Any) -> bool:
    """Return whether a value is written on several lines: a mapping that has a list, such as a component."""
    return isinstance(value, dict) and any(isinstance(each, list) and each for each in value.values())


def _block(value: dict[str, Any], indent: int) -> Iterator[str]:
    """Yield the lines of such a mapping, each item of its lists on a line of its own."""
    pad = " " * indent
    for key, each in value.items():
        if isinstance(each, list) and each:
            yield f"{pad}{written(key)}:"
            yield from (f"{pad}  - {written(item)}" for item in each)
        else:
            yield f"{pad}{written(key)}: {written(each)}"


class _Writer:
    """Finds what to replace in a text; `tree` is its parsed form."""

    def __init__(self, text: str, tree: Tree) -> None:
        self.text, self.tree = text, tree
        self.newline = "\r\n" if "\r\n" in text else "\n"

    def line(self, path: KeyPath) -> int:
        return self.tree.mark(path)[0]

    def node(self, path: KeyPath) -> Any:
        """Return the node at a path. Raises Unwritable if there is none."""
        node: Any = self.tree.root
        for key in path:
            node = node and self.tree.child(node, key)
        if node is None:
            raise Unwritable(say("There is no such line any more: look again."))
        return node

    def ways(self, path: KeyPath) -> list[KeyPath]:
        """Return all paths to the value at a path: several if an alias names it again."""
        if not re.search(r"&\w", self.text):
            return [path]
        sought, found, ahead = self.node(path), list[KeyPath](), list[tuple[KeyPath, Any]]([((), self.tree.root)])
        while ahead:
            way, node = ahead.pop()
            if node is sought:
                found.append(way)
            elif isinstance(node, yaml.MappingNode):
                ahead += [((*way, key.value), inner) for key, inner in node.value]
            elif isinstance(node, yaml.SequenceNode):
                ahead += [((*way, index), inner) for index, inner in enumerate(node.value)]
        return found

    def splices(self, change: Change) -> list[Splice]:
        """Return what an edit replaces. Raises Unwritable."""
        parent, key = self.node(change.path[:-1]), change.path[-1]
        if isinstance(parent, yaml.MappingNode):
            there = self.tree.child(parent, key)
            if change.kind == "set":
                return (
                    [self.with_key(parent, str(key), change.value)] if there is None else self.put(there, change.value)
                )
            if change.kind == "remove" and there is not None:
                return [self.without(parent, [name.value for name, _ in parent.value].index(str(key)))]
        elif isinstance(parent, yaml.SequenceNode) and isinstance(key, int):
            match change.kind:
                case "add":
                    item = written(change.value)
                    block = bool(parent.value) and not self.flow(parent)
                    return [self.with_item(parent, key, f"{' ' * self.column(parent)}- {item}" if block else item)]
                case "set":
                    return self.put(self.node(change.path), change.value)
            item = self.raw(parent, self.node(change.path))
            match change.kind:
                case "copy":
                    return [self.with_item(parent, key + 1, item)]
                case "remove":
                    return [self.without(parent, key)]
                case "move":
                    place = int(change.value) + (change.value > key)
                    return (
                        []
                        if place in (key, key + 1)
                        else [self.without(parent, key), self.with_item(parent, place, item)]
                    )
        raise Unwritable(say("There is no such line any more: look again."))

    # ---- values ------------------------------------------------------------------------------

    def put(self, node: Any, value: Any) -> list[Splice]:
        """Replace a node's value; in a list or mapping that keeps its length, only what differs."""
        match node, value:
            case yaml.SequenceNode(), list() | tuple() if len(node.value) == len(value):
                pairs = list(zip(node.value, value, strict=True))
                return [splice for inner, each in pairs for splice in self.put(inner, each)]
            case yaml.MappingNode(), dict() if [key.value for key, _ in node.value] == [*map(str, value)]:
                inner = zip(node.value, value.values(), strict=True)
                return [splice for (_, old), each in inner for splice in self.put(old, each)]
            case yaml.ScalarNode(), str() | int() | float() | None if _same(scalar(node), value):
                return []
        start, end = self.start(node), self.end(node)
        if not isinstance(node, yaml.ScalarNode) and not self.flow(node):
            start = len(self.text[:start].rstrip())  # a block becomes a value on its key's line
        gap = " " if self.text[start - 1] in ":-" else ""
        return [(start, end, gap + self.styled(node, value))]

    def styled(self, node: Any, value: Any) -> str:
        """Write a value in the style of the node it replaces: with its quotes, or as a block of lines."""
        if isinstance(value, str) and isinstance(node, yaml.ScalarNode):
            if node.style == "'" and value.isprintable():
                return "'" + value.replace("'", "''") + "'"
            if node.style == '"':
                return json.dumps(value, ensure_ascii=False)
            if node.style in ("|", ">") and "\n" in value and not re.search(r"(^|\n)[ \t]|\n\n\Z", value):
                first = self.text.index("\n", self.start(node)) + 1
                indent = re.compile(r"[ \r\n]*").match(self.text, first)[0].rpartition("\n")[2]  # type: ignore[index]
                lines = [indent + line if line else "" for line in value.removesuffix("\n").split("\n")]
                return self.newline.join(("|" if value.endswith("\n") else "|-", *lines))
        return written(value)

    # ---- keys and items ----------------------------------------------------------------------

    def start(self, node: Any) -> int:
        """Return where a node's text begins, after its anchor."""
        named = _ANCHOR.match(self.text, node.start_mark.index)
        return named.end() if named else int(node.start_mark.index)

    def column(self, node: Any) -> int:
        """Return the indent of a block's lines, at its dashes or keys."""
        first = node.value[0]
        at = self.start(first[0]) if isinstance(first, tuple) else self.text.rfind("-", 0, self.start(first))
        return at - self.text.rfind("\n", 0, at) - 1

    def flow(self, node: Any) -> bool:
        """Return whether a list or mapping is in brackets."""
        return self.text[self.start(node) : self.start(node) + 1] in ("[", "{")

    def end(self, node: Any) -> int:
        """Return where a node's text ends, without what follows it."""
        if isinstance(node, yaml.ScalarNode):
            start, end = self.start(node), node.end_mark.index
            return start + len(self.text[start:end].rstrip()) if node.style in ("|", ">") else end
        if self.flow(node) or not node.value:
            return int(node.end_mark.index)
        last = node.value[-1]
        return self.end(last[1] if isinstance(last, tuple) else last)

    def spans(self, node: Any) -> list[tuple[int, int]]:
        """Return the start and end of each item, or of each key with its value."""
        items = [each if isinstance(each, tuple) else (each, each) for each in node.value]
        return [(self.start(first), self.end(last)) for first, last in items]

    def lines(self, node: Any, span: tuple[int, int]) -> tuple[int, int]:
        """Return the whole lines of an item that begins at the start of its line. Raises Unwritable for any other."""
        column = self.column(node)
        start = self.text.rfind("\n", 0, span[0]) + 1
        lead = self.text[start : span[0]]
        if lead[:column].strip() or lead[column:].strip(" -") or lead.count("-") > 1:
            raise Unwritable(say("Several values begin on this line: edit it in the file."))
        return start, self.line_end(span[1])

    def line_end(self, at: int) -> int:
        """Return where the next line begins."""
        found = self.text.find("\n", at)
        return len(self.text) if found < 0 else found + 1

    def raw(self, parent: Any, item: Any) -> str:
        """Return an item as it is written; in a block, its lines."""
        span = self.start(item), self.end(item)
        start, end = span if self.flow(parent) else self.lines(parent, span)
        return self.text[start:end]

    def with_item(self, parent: Any, index: int, item: str) -> Splice:
        """Insert an item before another, or at the end."""
        spans = self.spans(parent)
        index = min(index, len(spans))
        if not spans:
            return self.start(parent) + 1, self.start(parent) + 1, item
        if self.flow(parent):
            between = self.text[spans[-2][1] : spans[-1][0]] if len(spans) > 1 else ", "
            at = spans[index][0] if index < len(spans) else spans[-1][1]
            return at, at, item + between if index < len(spans) else between + item
        at = self.lines(parent, spans[index - 1])[1] if index > 0 else self.lines(parent, spans[0])[0]
        return self.at_line(at, item)

    def with_key(self, parent: Any, key: str, value: Any) -> Splice:
        """Add a key after all others of a mapping."""
        pair, spans = f"{written(key)}: {written(value)}", self.spans(parent)
        if self.flow(parent):
            at = spans[-1][1] if spans else self.start(parent) + 1
            return at, at, f", {pair}" if spans else pair
        column = self.column(parent)
        lines = [f"{written(key)}:", *_block(value, 2)] if _is_part(value) else [pair]
        if isinstance(value, list) and all(isinstance(each, dict) for each in value):
            lines = [*_block({key: value}, 0)]  # elements
        return self.at_line(self.line_end(spans[-1][1]), self.newline.join(" " * column + line for line in lines))

    def at_line(self, at: int, line: str) -> Splice:
        """Insert a line where one begins, or after the last, which may lack its line end."""
        line = line if line.endswith("\n") else line + self.newline
        ended = at == 0 or self.text[at - 1] == "\n"
        return at, at, line if ended else self.newline + line.rstrip("\r\n")

    def without(self, parent: Any, index: int) -> Splice:
        """Take out an item, or a key with its value."""
        spans = self.spans(parent)
        start, end = spans[index]
        if len(spans) == 1:
            empty = "{}" if isinstance(parent, yaml.MappingNode) else "[]"
            return self.start(parent), int(parent.end_mark.index) if self.flow(parent) else end, empty
        if self.flow(parent):
            return (spans[index - 1][1], end, "") if index else (start, spans[1][0], "")
        if index == 0 and isinstance(parent, yaml.MappingNode):
            return start, spans[1][0], ""
        return (*self.lines(parent, (start, end)), "")
