"""YAML text as plain values with their places. YAML 1.2: only true and false are booleans.

PyYAML parses, event by event. The nodes are made here, because its own composer recurses in C and crashes the
interpreter on brackets nested some ten thousand deep. Some of what `safe_load` accepts is refused or read differently:
duplicate keys, tags, merge keys, unbounded aliases, `no` as False, `12:30` as 750.
"""

import re
from functools import lru_cache
from typing import Any

import yaml
from msgspec import Struct

from specs.base.errors import Code, Fault, KeyPath, Place, SpecError, bad, hints
from specs.model.values import composed

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_BYTES = 8_000_000
MAX_NODES = 400_000
MAX_DEPTH = 60
LONGEST_NUMBER = 40  # more digits are text

_INT = re.compile(r"^[-+]?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_COMMENT = re.compile(r":\s+(#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}))\s*$")  # a colour without quotes
_CONSTANTS = dict.fromkeys(("", "~", "null", "Null", "NULL")) | dict.fromkeys(("true", "True", "TRUE"), True)
_CONSTANTS |= dict.fromkeys(("false", "False", "FALSE"), False)


class Tree(Struct):
    """A parsed file: `value` is plain (dicts, lists, scalars); `mark` finds a place by its path of keys.

    `parts` are the files that it includes, by the first two keys of their paths. `removed` says which items of which
    lists were left out as faulty: paths count without them.
    """

    file: str
    value: Any
    root: yaml.Node | None
    faults: list[Fault] = []
    removed: dict[KeyPath, list[int]] = {}
    parts: dict[KeyPath, "Tree"] = {}
    _keys: dict[int, dict[object, tuple[yaml.Node, yaml.Node]]] = {}

    def place(self, path: KeyPath) -> Place:
        """Return the place of the value at a path."""
        part = self.parts.get(path[:2])
        return Place(self.file, *self.mark(path)) if part is None else part.place(path)

    def fault(self, code: Code, path: KeyPath, found: str, expected: str, hint: str = "", name: str = "") -> Fault:
        """Make a fault of the value at a path."""
        return Fault(code, self.place(path), found, expected, hints(hint), name=name)

    def mark(self, path: KeyPath) -> tuple[int, int]:
        """Return line and column, from 1, of the value at a path, or of the nearest thing that encloses it."""
        node = self.root
        if node is None:
            return (1, 1)
        original: KeyPath = ()
        for key in path:
            if isinstance(key, int) and original in self.removed:
                # converts an index among the kept items to one among all; the removed indices are sorted
                key += sum(index - before <= key for before, index in enumerate(self.removed[original]))
            original = (*original, key)
            inner = self.child(node, key)
            if inner is None:
                break
            node = inner
        return node.start_mark.line + 1, node.start_mark.column + 1

    def key_mark(self, path: KeyPath) -> tuple[int, int]:
        """Return line and column of the key that ends a path, or of what encloses it."""
        node = self.root
        for key in path[:-1]:
            node = node and self.child(node, key)
        if isinstance(node, yaml.MappingNode) and path[-1] in self.keys(node):
            mark = self.keys(node)[path[-1]][0].start_mark
            return mark.line + 1, mark.column + 1
        return self.mark(path)

    def text(self, path: KeyPath) -> str:
        """Return the scalar at a path as it is written in the file."""
        node: Any = self.root
        for key in path:
            node = self.child(node, key)
        return str(node.value)

    def keys(self, node: yaml.MappingNode) -> dict[object, tuple[yaml.Node, yaml.Node]]:
        """Return a mapping's (key, value) nodes, by the key as text and as a scalar; of duplicates the first."""
        found = self._keys.get(id(node))
        if found is None:
            found = self._keys[id(node)] = {}
            for name, value in node.value:
                if isinstance(name, yaml.ScalarNode):
                    found.setdefault(name.value, (name, value))
                    found.setdefault(scalar(name), (name, value))
        return found

    def rename(self, path: KeyPath, name: str) -> None:
        """Let the value at a path be found by another key of its mapping too."""
        node = self.root
        for key in path[:-1]:
            node = node and self.child(node, key)
        if isinstance(node, yaml.MappingNode):
            self.keys(node)[name] = self.keys(node)[path[-1]]

    def child(self, node: yaml.Node, key: str | int) -> yaml.Node | None:
        """Return the value node under a mapping's key or at a sequence's index."""
        if isinstance(node, yaml.MappingNode):
            return self.keys(node)[key][1] if key in self.keys(node) else None
        if isinstance(node, yaml.SequenceNode) and isinstance(key, int) and 0 <= key < len(node.value):
            return node.value[key]  # type: ignore[no-any-return]
        return None


def scalar(node: yaml.ScalarNode) -> str | int | float | bool | None:
    """Read a scalar by the YAML 1.2 core schema; quoted and block scalars are text."""
    text: str = node.value
    if node.style:  # None or "" is plain, in PyYAML's two parsers
        return text
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] > "9" or len(text) > LONGEST_NUMBER:  # most begin with a letter
        return text
    return int(text) if _INT.match(text) else float(text) if _FLOAT.match(text) else text


class _Reader:
    def __init__(self, file: str, text: str) -> None:
        self.file, self.faults, self.count = file, list[Fault](), 0
        self.lines = text.splitlines()
        self.done: dict[int, Any] = {}
        self.open: set[int] = set()

    def fault(self, code: Code, node: yaml.Node, found: str, expected: str) -> None:
        self.faults.append(Fault(code, _place(self.file, node.start_mark), found, expected))

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
                # a key is always text: `1:` names the column "1"
                key = name.value
                result[key] = self.read(value, depth + 1)
                places[key] = name.start_mark.line + 1
                self._commented(key, value)
        return result

    def _commented(self, key: str, value: yaml.Node) -> None:
        """Report a key whose only value is a comment that looks like a colour."""
        if isinstance(value, yaml.ScalarNode) and not value.value and not value.style:
            found = _COMMENT.search(self.lines[value.start_mark.line])
            if found:
                expected = f"a colour in quotation marks, '{found[1]}'"
                self.fault("wrong-value", value, f"{key}: nothing, because {found[1]} is a comment", expected)


def read_text(data: bytes, file: str) -> Tree:
    """Parse YAML. Raises SpecError if the text as a whole cannot be read; single faults are in the tree."""
    value, root, faults = _parsed(data, file)
    return Tree(file, value, root, [*faults])


@lru_cache(maxsize=2)  # while a file is edited, each state of it is read several times
def _parsed(data: bytes, file: str) -> tuple[Any, yaml.Node, list[Fault]]:
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
    reader = _Reader(file, text)
    return reader.read(root), root, reader.faults


def _compose(text: str, file: str) -> yaml.Node | None:
    """Compose the document's nodes without recursion. Raises YAMLError, and SpecError if it is too deep or
    too large."""
    root: yaml.Node | None = None
    anchors: dict[str, yaml.Node] = {}
    open_: list[yaml.Node] = []  # a mapping's keys and values alternate until it is closed
    count = 0
    for event in yaml.parse(text, Loader=Loader):
        if isinstance(event, yaml.NodeEvent):
            node = _node(event, anchors, file)
            if open_:
                open_[-1].value.append(node)
            else:
                root = node
            count += 1
            if count > MAX_NODES:
                found, expected = f"more than {MAX_NODES:,} values", f"at most {MAX_NODES:,}"
                raise bad("over-limit", _place(file, event.start_mark), found, expected)
            if isinstance(event, yaml.CollectionStartEvent):
                if len(open_) >= MAX_DEPTH:
                    found, expected = f"more than {MAX_DEPTH} levels of nesting", f"at most {MAX_DEPTH}"
                    raise bad("over-limit", _place(file, event.start_mark), found, expected)
                open_.append(node)
        elif isinstance(event, yaml.CollectionEndEvent):
            closed = open_.pop()
            closed.end_mark = event.end_mark  # for values in brackets; a block ends with its last value
            if isinstance(closed, yaml.MappingNode):
                closed.value = list(zip(closed.value[::2], closed.value[1::2], strict=True))
        elif isinstance(event, yaml.DocumentStartEvent) and root is not None:
            raise bad("not-yaml", _place(file, event.start_mark), "a second document", "one document a file")
    return root


def _node(event: Any, anchors: dict[str, yaml.Node], file: str) -> yaml.Node:
    """Return the node that an event begins or names."""
    start, end, anchor = event.start_mark, event.end_mark, event.anchor
    if type(event) is yaml.ScalarEvent and not anchor:  # most of them
        return yaml.ScalarNode(event.tag or "", composed(event.value), start, end, event.style)
    tag = getattr(event, "tag", None) or ""
    node: yaml.Node
    match event:
        case yaml.ScalarEvent():
            node = yaml.ScalarNode(tag, composed(event.value), start, end, event.style)
        case yaml.MappingStartEvent():
            node = yaml.MappingNode(tag, [], start, end)
        case yaml.SequenceStartEvent():
            node = yaml.SequenceNode(tag, [], start, end)
        case _ if anchor in anchors:
            return anchors[anchor]
        case _:
            raise bad("unknown-name", _place(file, start), f"alias '*{anchor}'", f"an anchor '&{anchor}' before it")
    if anchor in anchors:
        raise bad("duplicate", _place(file, start), f"anchor '&{anchor}' a second time", "each anchor once")
    if anchor:
        anchors[anchor] = node
    return node


def _place(file: str, mark: Any) -> Place:  # PyYAML's types do not say whether there is one
    return Place(file, mark.line + 1, mark.column + 1)


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
    expected = _instead(lines[: mark.line + 1], problem)
    return Fault("not-yaml", _place(file, mark), f"not YAML: {problem}", expected)


_HEX = re.compile(r"[:\[,]\s+#[0-9A-Fa-f]{3,8}\b")


def _instead(lines: list[str], problem: str) -> str:
    """Say what to write where a text is not YAML; `lines` are those up to the place."""
    if any(_HEX.search(line) for line in lines[-3:]):
        return "a colour in quotation marks, such as '#c0392b'"
    if "mapping values" in problem or "expected ',' or" in problem or "node content" in problem:
        return "quotation marks around a text or an expression with : [ ] { } , or # in it"
    if "did not find expected" in problem:
        return "'- ' before each item of a list, keys that begin in one column, and quotation marks around braces"
    return "YAML"
