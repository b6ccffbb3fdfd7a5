"""YAML text to plain values, each with its place. The YAML of 1.2: only true and false are booleans.

PyYAML parses, event by event; the nodes are made here, because its own composer recurses in C and takes the
interpreter down with it where brackets nest some ten thousand deep. What `safe_load` would let through is refused or
read otherwise: duplicate keys, tags, merge keys, aliases without bound, `no` as False, `12:30` as 750.
"""

from __future__ import annotations

import re
from typing import Any, cast

import yaml
from msgspec import Struct

from specs.base.errors import Fault, Place, SpecError, bad, hints
from specs.base.fault_codes import Code
from specs.base.unfit import KeyPath
from specs.model.values import composed

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_BYTES = 8_000_000
MAX_NODES = 400_000
MAX_DEPTH = 60
LONGEST_NUMBER = 40  # a longer row of digits is text

_INT = re.compile(r"^[-+]?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_NULL = ("", "~", "null", "Null", "NULL")
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}


class Tree(Struct):
    """A parsed file: `value` is plain (dicts, lists, scalars); `mark` finds a place by its path of keys.

    `removed` tells which items of which lists were left out as faulty: paths count without them.
    """

    file: str
    value: Any
    root: yaml.Node | None
    faults: list[Fault] = []
    removed: dict[KeyPath, list[int]] = {}
    _keys: dict[int, dict[object, tuple[yaml.Node, yaml.Node]]] = {}

    def place(self, path: KeyPath) -> Place:
        """Where the value at a path is."""
        return Place(self.file, *self.mark(path))

    def fault(self, code: Code, path: KeyPath, found: str, expected: str, hint: str = "", name: str = "") -> Fault:
        """A fault of the value at a path."""
        return Fault(code, self.place(path), found, expected, hints(hint), name=name)

    def mark(self, path: KeyPath) -> tuple[int, int]:
        """Line and column, from 1, of the value at a path, or of the nearest thing that encloses it."""
        node = self.root
        if node is None:
            return (1, 1)
        original: KeyPath = ()
        for key in path:
            if isinstance(key, int) and original in self.removed:
                key = _nth_left(self.removed[original], key)
            original = (*original, key)
            inner = self.child(node, key)
            if inner is None:
                break
            node = inner
        return node.start_mark.line + 1, node.start_mark.column + 1

    def key_mark(self, path: KeyPath) -> tuple[int, int]:
        """Line and column of the key that ends a path, or of the place that encloses it."""
        node = self.root
        for key in path[:-1]:
            node = node and self.child(node, key)
        if isinstance(node, yaml.MappingNode) and path[-1] in self.keys(node):
            mark = self.keys(node)[path[-1]][0].start_mark
            return mark.line + 1, mark.column + 1
        return self.mark(path)

    def text(self, path: KeyPath) -> str:
        """The scalar at a path as it is written in the file."""
        node: Any = self.root
        for key in path:
            node = self.child(node, key)
        return str(node.value)

    def keys(self, node: yaml.MappingNode) -> dict[object, tuple[yaml.Node, yaml.Node]]:
        """A mapping's (key, value) nodes by the key as text and as a scalar; the first of duplicates."""
        found = self._keys.get(id(node))
        if found is None:
            found = self._keys[id(node)] = {}
            for name, value in node.value:
                if isinstance(name, yaml.ScalarNode):
                    found.setdefault(name.value, (name, value))
                    found.setdefault(scalar(name), (name, value))
        return found

    def child(self, node: yaml.Node, key: str | int) -> yaml.Node | None:
        """The value node below a mapping's key or at a sequence's index."""
        if isinstance(node, yaml.MappingNode):
            return self.keys(node)[key][1] if key in self.keys(node) else None
        if isinstance(node, yaml.SequenceNode) and isinstance(key, int) and 0 <= key < len(node.value):
            return node.value[key]  # type: ignore[no-any-return]
        return None


def _nth_left(removed: list[int], n: int) -> int:
    """The original index of a list's n-th item that was kept; `removed` is sorted."""
    low, high = 0, len(removed)  # how many of the removed come before it
    while low < high:
        middle = (low + high) // 2
        if removed[middle] - middle <= n:
            low = middle + 1
        else:
            high = middle
    return n + low


def scalar(node: yaml.ScalarNode) -> str | int | float | bool | None:
    """A scalar by the YAML 1.2 core schema; quoted and block scalars are text."""
    text: str = node.value
    if node.style:  # None or "" is plain, by PyYAML's two parsers
        return text
    if text in _NULL:
        return None
    if text in _BOOL:
        return _BOOL[text]
    if len(text) <= LONGEST_NUMBER and _INT.match(text):
        return int(text)
    if len(text) <= LONGEST_NUMBER and _FLOAT.match(text):
        return float(text)
    return text


class _Reader:
    def __init__(self, file: str) -> None:
        self.file, self.faults, self.count = file, list[Fault](), 0
        self.done: dict[int, Any] = {}
        self.open: set[int] = set()

    def fault(self, code: Code, node: yaml.Node, found: str, expected: str) -> None:
        mark = node.start_mark
        self.faults.append(Fault(code, Place(self.file, mark.line + 1, mark.column + 1), found, expected))

    def read(self, node: yaml.Node, depth: int = 0) -> Any:
        # a shared node (an alias) is read once for its faults but counted each time: aliases can double at every level
        self.count += 1
        many = self.count > MAX_NODES
        if many or depth > MAX_DEPTH:
            found = f"more than {MAX_NODES:,} values, aliases counted" if many else f"{depth} levels of nesting"
            self.fault("over-limit", node, found, f"at most {MAX_NODES:,} values and {MAX_DEPTH} levels")
            raise SpecError(self.faults)
        if id(node) in self.open:
            self.fault("endless", node, "an alias inside the value it stands for", "a value that ends")
            return None
        if node.tag:
            found = f"tag {node.tag.replace('tag:yaml.org,2002:', '!!')}"
            self.fault("not-yaml", node, found, "plain values without tags")
            return None
        if isinstance(node, yaml.ScalarNode):
            return scalar(node)
        self.open.add(id(node))
        try:
            if isinstance(node, yaml.SequenceNode):
                return [self.read(item, depth + 1) for item in node.value]
            return self._mapping(node, depth)
        finally:
            self.open.discard(id(node))

    def _mapping(self, node: yaml.Node, depth: int) -> dict[Any, Any]:
        result: dict[Any, Any] = {}
        places: dict[Any, int] = {}
        for name, value in node.value:
            key = scalar(name) if isinstance(name, yaml.ScalarNode) else None
            if isinstance(name, yaml.ScalarNode) and name.value == "<<" and not name.style:
                self.fault("not-yaml", name, "a merge key '<<'", "a template or a style, which do the same")
            elif key is None:
                self.fault("wrong-type", name, "a key that is no text", "text before the ':'")
            elif key in result:
                found = f"key '{key}' a second time (first in line {places[key]})"
                self.fault("duplicate", name, found, "each key once")
            else:
                # a key is text whatever it looks like: `1:` names the column "1"
                key = name.value
                result[key] = self.read(value, depth + 1)
                places[key] = name.start_mark.line + 1
        return result


def read_text(data: bytes, file: str) -> Tree:
    """Parse YAML. Raises SpecError where the text as a whole cannot be read; single faults are in the tree."""
    if len(data) > MAX_BYTES:
        raise bad("over-limit", file, f"{len(data):,} bytes", f"at most {MAX_BYTES:,}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        found = f"byte 0x{data[error.start]:02x}, which is not UTF-8"
        raise bad("wrong-encoding", Place(file, line, column), found, "a file saved as UTF-8") from None
    try:
        root = _compose(text, file)
    except yaml.YAMLError as error:
        raise SpecError([_syntax(error, file, text)]) from None
    if root is None:
        raise bad("empty", Place(file, 1, 1), "an empty file", "a YAML mapping that begins with 'game:'")
    reader = _Reader(file)
    return Tree(file, reader.read(root), root, reader.faults)


def _compose(text: str, file: str) -> yaml.Node | None:
    """The document's nodes, without recursion. Raises YAMLError, and SpecError where it is too deep or too large."""
    composer = _Composer(file)
    for event in yaml.parse(text, Loader=Loader):
        composer.take(event)
    return composer.root


class _Composer:
    """Puts nodes together from the parser's events, within bounds."""

    def __init__(self, file: str) -> None:
        self.file, self.count = file, 0
        self.root: yaml.Node | None = None
        self.anchors: dict[str, yaml.Node] = {}
        self.open: list[yaml.CollectionNode] = []
        self.keys: list[yaml.Node | None] = []  # of each open mapping, the key whose value comes next

    def fault(self, code: Code, mark: yaml.Mark, found: str, expected: str) -> SpecError:
        return bad(code, Place(self.file, mark.line + 1, mark.column + 1), found, expected)

    def take(self, event: Any) -> None:  # PyYAML's types leave open what each kind of event has
        kind = type(event)
        if kind in (yaml.SequenceEndEvent, yaml.MappingEndEvent):
            self.open.pop()
            self.keys.pop()
        elif kind is yaml.DocumentStartEvent and self.root is not None:
            raise self.fault("not-yaml", event.start_mark, "a second document", "one document a file")
        node = self.node(kind, event)
        if node is None:
            return
        self.count += 1
        if self.count > MAX_NODES:
            found = f"more than {MAX_NODES:,} values"
            raise self.fault("over-limit", event.start_mark, found, f"at most {MAX_NODES:,}")
        if event.anchor and kind is not yaml.AliasEvent:
            if event.anchor in self.anchors:
                found = f"anchor '&{event.anchor}' a second time"
                raise self.fault("duplicate", event.start_mark, found, "each anchor once")
            self.anchors[event.anchor] = node
        self.add(node)
        if kind in (yaml.MappingStartEvent, yaml.SequenceStartEvent):
            if len(self.open) >= MAX_DEPTH:
                found = f"more than {MAX_DEPTH} levels of nesting"
                raise self.fault("over-limit", event.start_mark, found, f"at most {MAX_DEPTH}")
            self.open.append(cast(yaml.CollectionNode, node))
            self.keys.append(None)

    def node(self, kind: type, event: Any) -> yaml.Node | None:
        """The node that an event begins or names; None for one that does neither."""
        if kind is yaml.ScalarEvent:
            return yaml.ScalarNode(
                event.tag or "", composed(event.value), event.start_mark, event.end_mark, event.style
            )
        if kind is yaml.MappingStartEvent:
            return yaml.MappingNode(event.tag or "", [], event.start_mark, event.end_mark)
        if kind is yaml.SequenceStartEvent:
            return yaml.SequenceNode(event.tag or "", [], event.start_mark, event.end_mark)
        if kind is not yaml.AliasEvent:
            return None
        if event.anchor not in self.anchors:
            found, expected = f"alias '*{event.anchor}'", f"an anchor '&{event.anchor}' before it"
            raise self.fault("unknown-name", event.start_mark, found, expected)
        return self.anchors[event.anchor]

    def add(self, node: yaml.Node) -> None:
        """A node, to what is open."""
        if not self.open:
            self.root = node
        elif isinstance(self.open[-1], yaml.SequenceNode):
            self.open[-1].value.append(node)
        elif self.keys[-1] is None:
            self.keys[-1] = node
        else:
            self.open[-1].value.append((self.keys[-1], node))
            self.keys[-1] = None


def _syntax(error: yaml.YAMLError, file: str, text: str) -> Fault:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or error).splitlines()[0]
    if mark is None:
        position = getattr(error, "position", None)
        if isinstance(position, int):
            before = text[:position]
            place = Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
            return Fault("not-yaml", place, f"not YAML: {problem}", "printable text")
        return Fault("not-yaml", Place(file, 1, 1), f"not YAML: {problem}", "a YAML mapping")
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    if "\t" in line[: mark.column + 1]:
        expected = "spaces, which alone can indent YAML"
        return Fault("not-yaml", Place(file, mark.line + 1, line.index("\t") + 1), "a tab", expected)
    return Fault("not-yaml", Place(file, mark.line + 1, mark.column + 1), f"not YAML: {problem}", "YAML")
