"""Finds every structural fault of a spec by walking its values along the types of `schema.py`.

Used only for a file that `msgspec.convert` refused. Faulty parts are left out of the value, so that the rest can still
be checked and all faults of a file are reported at once.
"""

import re
from collections.abc import Collection, Iterable
from functools import cache
from itertools import chain
from typing import Any

import msgspec
from msgspec import inspect as info
from msgspec.structs import replace

from specs.base.errors import Code, Fault, KeyPath, Place, SpecError, an, hints
from specs.read import guessed
from specs.read.yaml_nodes import Tree

_FAULTY = object()
MOST_COMPARED, LONGEST_COMPARED = 500, 100  # names, letters: more time for a hint is not worth it
MOST_FAULTS = 200  # of one file: more than anyone would read


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint such as "did you mean 'flag'?", or "" if no known name is close."""
    near = nearest(name, known)
    return f"did you mean '{near}'?" if near else ""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that is close to another, or ""."""
    names = list(known)
    if len(names) > MOST_COMPARED or len(name) > LONGEST_COMPARED:
        return ""
    small = {known.lower(): known for known in reversed(names) if known != name}  # the first of equal ones wins
    from difflib import get_close_matches  # only needed for a fault

    close = get_close_matches(str(name).lower(), small, n=1, cutoff=0.6)
    return small[close[0]] if close else ""


def many(count: int, what: str) -> str:
    """Return a number with its noun: 1 piece, 2 pieces, 1,000 pieces."""
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def shown(value: object) -> str:
    """Return a value as a fault shows it."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f"'{value}'" if len(value) < 60 else f"'{value[:57]}...'"
        case dict():
            return "a mapping"
        case list() | tuple():
            return f"a list of {len(value)}"
        case _:
            return str(value)


def too_many(file: str) -> Fault:
    """Return the last fault of a file that has more than anyone would read."""
    return Fault("more-faults", Place(file), f"more than {MOST_FAULTS} faults", "these mended first")


def limited(faults: Iterable[Fault], file: str) -> list[Fault]:
    """Return sorted faults, each once, and no more than anyone would read."""
    every = dict.fromkeys(faults)
    found = sorted((fault for fault in every if fault.code != "more-faults"), key=lambda fault: fault.place)
    if len(found) == len(every) <= MOST_FAULTS:
        return found
    return [replace(too_many(file), severity=found[0].severity), *found[:MOST_FAULTS]]


@cache
def _described(kind: type) -> info.Type:
    return info.type_info(kind)  # cached: a spec's types take longer than walking it


class _Walk:
    def __init__(self, tree: Tree) -> None:
        self.tree, self.faults = tree, list[Fault]()
        # values known to be faulty already
        self.unread = {(fault.place.line, fault.place.column) for fault in tree.faults}
        self.removed: dict[KeyPath, list[int]] = {}
        self.described: dict[KeyPath, str] = {}

    def fault(self, code: Code, place: tuple[int, int], found: str, expected: str, hint: str = "") -> object:
        if place not in self.unread:
            self.faults.append(Fault(code, Place(self.tree.file, *place), found, expected, hints(hint)))
        if len(self.faults) >= MOST_FAULTS:
            raise SpecError([*self.faults, too_many(self.tree.file)])
        return _FAULTY

    def wrong(self, value: object, kind: info.Type, path: KeyPath) -> object:
        name = f"{path[-1]}: " if path and isinstance(path[-1], str) else ""
        hint = guessed.value_instead(path[-1] if path else "", value) or self.instead(value, kind, path)
        expected = self.described.get(path) or describe(kind)
        return self.fault(_code(value, kind), self.tree.mark(path), f"{name}{shown(value)}", expected, hint)

    def instead(self, value: object, kind: info.Type, path: KeyPath) -> str:
        """Return what to write for a value that is not of a `kind`; "" if unknown."""
        for each in kind.types if isinstance(kind, info.UnionType) else (kind,):
            match each.type if isinstance(each, info.Metadata) else each:
                case info.LiteralType() as given if found := did_you_mean(str(value), map(str, given.values)):
                    return found
                case info.TupleType() as given if found := guessed.numbers_instead(value, len(given.item_types)):
                    return found
                case info.IntType() | info.FloatType() if isinstance(value, str):
                    return guessed.numbers_instead(value, 1)
                case info.StrType(pattern=None) if isinstance(value, int | float) and not isinstance(value, bool):
                    return f"in quotation marks: '{self.tree.text(path)}'"
        return ""

    def as_written(self, value: Any, kind: info.Type, path: KeyPath) -> Any:
        """Return a scalar as the file's text, if its type asks for that."""
        if isinstance(kind, info.Metadata) and kind.extra and not isinstance(value, dict | list | None):
            return self.tree.text(path)
        return value

    def visit(self, value: Any, kind: info.Type, path: KeyPath) -> Any:
        match kind:
            case info.Metadata():
                self.described.setdefault(path, describe(kind))
                return self.visit(self.as_written(value, kind, path), kind.type, path)
            case info.StructType():
                return self.struct(value, kind, path)
            case info.UnionType():
                return self.union(value, kind, path)
            case info.DictType():
                return self.dict(value, kind, path)
            case info.VarTupleType():
                long = len(value) if isinstance(value, list) else -1
                if not (kind.min_length or 0) <= long <= (kind.max_length or long):
                    return self.wrong(value, kind, path)
                items = [self.visit(item, kind.item_type, (*path, i)) for i, item in enumerate(value)]
                removed = [i for i, item in enumerate(items) if item is _FAULTY]
                if removed:
                    self.removed[path] = removed
                return [item for item in items if item is not _FAULTY]
            case info.TupleType():
                if not isinstance(value, list) or len(value) != len(kind.item_types):
                    return self.wrong(value, kind, path)
                items = [
                    self.visit(item, inner, (*path, i))
                    for i, (item, inner) in enumerate(zip(value, kind.item_types, strict=True))
                ]
                return _FAULTY if _FAULTY in items else items
            case _:
                return value if fits(value, kind) else self.wrong(value, kind, path)

    def struct(self, value: Any, kind: info.StructType, path: KeyPath) -> Any:
        if not isinstance(value, dict):
            return self.wrong(value, kind, path)
        known = {field.encode_name: field for field in kind.fields}
        result: dict[str, Any] = {}
        whole = True
        meant = set[str]()
        for key, item in self.with_its_rest(value, known, path).items():
            if key == kind.tag_field:
                result[key] = item
            elif key not in known and not kind.forbid_unknown_fields:
                continue
            elif key not in known:
                name = self.unknown(key, kind, known.keys() - value.keys(), path)
                meant.add(name)
                if name and (read := self.renamed(item, known[name].type, (*path, key), name)) is not _FAULTY:
                    result[name] = read
            elif (read := self.visit(item, known[key].type, (*path, key))) is not _FAULTY:
                result[key] = read
        for name, field in known.items():
            if field.required and name not in value and name not in meant:
                found = f"{_title(kind)} without '{name}'"
                self.fault("missing-key", self.tree.mark(path), found, f"'{name}:', {describe(field.type)}")
            if field.required and name not in result:
                # a faulty element is left out as a whole; a part with children is kept to find their faults
                result[name] = _FAULTY if kind.tag_field else stand_in(field.type)
                whole = whole and result[name] is not _FAULTY
        # a part of which nothing can be read is not taken for an empty one
        return result if whole and (result or not value) else _FAULTY

    def with_its_rest(self, value: dict[str, Any], known: Collection[str], path: KeyPath) -> dict[str, Any]:
        """Report values whose commas make keys of what follows, as in `{box: 4, 4, 50, 8}`, and leave them out."""
        rest: dict[str, list[str]] = {}
        last = ""
        for key, item in value.items():
            if last and item is None and key not in known and not str(key).isidentifier():
                rest.setdefault(last, []).append(str(key))
            else:
                last = key
        if not rest:
            return value
        for key, keys in rest.items():
            found = f"{key}: {', '.join((str(value[key]), *keys))}"
            expected = "[ and ] around a list, quotation marks around a text with a comma"
            self.fault("wrong-type", self.tree.mark((*path, key)), found, expected)
        gone = {*rest, *chain.from_iterable(rest.values())}
        return {key: item for key, item in value.items() if str(key) not in gone}

    def unknown(self, key: str, kind: info.StructType, free: Collection[str], path: KeyPath) -> str:
        """Report a key that a part does not have, and return which of its `free` ones is meant; "" if unknown."""
        names = [field.encode_name for field in kind.fields]
        instead = guessed.key_instead(key, names) if ours(kind) else ""
        name = instead.partition(":")[0] or nearest(key, free) or nearest(key, names)
        hint = f"write {instead}" if instead else f"did you mean '{name}'?" if name else ""
        expected = f"one of {', '.join(names)}" if not hint else f"a key of {_title(kind)}"
        hint = hint or getattr(kind.cls, "HINT", "")
        self.fault("unknown-key", self.tree.key_mark((*path, key)), f"unknown key '{key}'", expected, hint)
        return name if name in free else ""

    def renamed(self, value: Any, kind: info.Type, path: KeyPath, name: str) -> object:
        """Read a value as that of the key that was meant, so that what needs it is not a fault too; faulty names are
        reported only if many are named there."""
        known = len(self.faults)
        self.tree.rename(path, name)
        read = self.visit(value, kind, (*path[:-1], name))
        if not (isinstance(kind, info.DictType) and isinstance(value, dict)) and self.faults[known:]:
            del self.faults[known:]
            return _FAULTY
        return read

    def union(self, value: Any, kind: info.UnionType, path: KeyPath) -> Any:
        structs = {
            str(member.tag): member for member in kind.types if isinstance(member, info.StructType) and member.tag_field
        }
        if structs and (isinstance(value, dict) or len(structs) == len(kind.types)):
            return self.tagged(value, structs, path)
        if isinstance(value, dict) and guessed.value_instead("", value):
            return self.wrong(value, kind, path)
        for member in kind.types:
            item = self.as_written(value, member, path)
            if same_kind(item, member):
                return item if fits(item, member) else self.visit(item, member, path)
        return self.wrong(value, kind, path)

    def tagged(self, value: Any, structs: dict[str, info.StructType], path: KeyPath) -> Any:
        tag_field = next(iter(structs.values())).tag_field or ""
        if not isinstance(value, dict):
            return self.fault("wrong-type", self.tree.mark(path), shown(value), f"a mapping with '{tag_field}:'")
        tag = value.get(tag_field)
        if tag is None:
            expected = f"'{tag_field}:', one of {', '.join(structs)}"
            near = next((str(each) for pair in value.items() for each in pair if str(each) in structs), "")
            hint = f"{tag_field}: {near}" if near else ""
            return self.fault("missing-key", self.tree.mark(path), f"an element without '{tag_field}:'", expected, hint)
        if not isinstance(tag, str) or tag not in structs:
            hint = guessed.instead()["draws"].get(str(tag)) or did_you_mean(str(tag), structs)
            found, expected = f"{tag_field}: {shown(tag)}", f"one of {', '.join(structs)}"
            return self.fault("wrong-value", self.tree.mark((*path, tag_field)), found, expected, hint)
        return self.struct(value, structs[tag], path)

    def dict(self, value: Any, kind: info.DictType, path: KeyPath) -> Any:
        if not isinstance(value, dict):
            return self.wrong(value, kind, path)
        result = {}
        for key, item in value.items():
            if not fits(key, kind.key_type):
                found = f"name {shown(key)}"
                self.fault("wrong-type", self.tree.key_mark((*path, key)), found, describe(kind.key_type))
                continue
            inner = self.visit(item, kind.value_type, (*path, key))
            if inner is _FAULTY and isinstance(kind.value_type, info.StructType | info.StrType):
                inner = stand_in(kind.value_type)  # so that what names it is not a fault too
            if inner is not _FAULTY:
                result[key] = inner
        return result


def _code(value: object, kind: info.Type) -> Code:
    """Return the code of a value that is not of a `kind`."""
    if isinstance(kind, info.LiteralType) and isinstance(value, str):
        return "wrong-value"
    number = isinstance(kind, info.IntType | info.FloatType) and isinstance(value, int | float)
    return "out-of-range" if number and not isinstance(value, bool) else "wrong-type"


def stand_in(kind: info.Type) -> object:
    """Return a stand-in for a missing or faulty key, so that what surrounds it can still be checked."""
    match kind:
        case info.Metadata():
            return stand_in(kind.type)
        case info.StrType():
            return "x"
        case info.FloatType():
            return 1000.0  # a size in mm for which everything fits
        case info.VarTupleType():
            return []
        case info.DictType():
            return {}
        case info.StructType() if not kind.tag_field:
            inner = {field.encode_name: stand_in(field.type) for field in kind.fields if field.required}
            return _FAULTY if _FAULTY in inner.values() else inner
        case info.UnionType():
            numbers = [member for member in kind.types if isinstance(member, info.FloatType)]
            return stand_in(numbers[0]) if numbers else _FAULTY
        case _:
            return _FAULTY


def same_kind(value: Any, kind: info.Type) -> bool:
    """Return whether a value is roughly of a type, so that its faults are reported as faults of that type."""
    match kind:
        case info.Metadata():
            return same_kind(value, kind.type)
        case info.UnionType():
            return any(same_kind(value, member) for member in kind.types)
        case info.StructType() | info.DictType():
            return isinstance(value, dict)
        case info.TupleType() | info.VarTupleType():
            return isinstance(value, list)
        case _:
            return fits(value, kind)


def fits(value: Any, kind: info.Type) -> bool:
    """Return whether a scalar fits a scalar type."""
    match kind:
        case info.Metadata():
            return fits(value, kind.type)
        case info.AnyType():
            return True
        case info.NoneType():
            return value is None
        case info.BoolType():
            return isinstance(value, bool)
        case info.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and _in_range(value, kind)
        case info.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool) and _in_range(value, kind)
        case info.StrType():
            return (
                isinstance(value, str)
                and (kind.max_length is None or len(value) <= kind.max_length)
                and (kind.pattern is None or re.search(kind.pattern, value) is not None)
            )
        case info.LiteralType():
            return value in kind.values and not isinstance(value, bool)
        case _:
            return False


def _in_range(value: float, kind: info.IntType | info.FloatType) -> bool:
    return (
        (kind.gt is None or value > kind.gt)
        and (kind.ge is None or value >= kind.ge)
        and (kind.lt is None or value < kind.lt)
        and (kind.le is None or value <= kind.le)
    )


def describe(kind: info.Type) -> str:
    """Describe a type in words that an author of a spec uses."""
    match kind:
        case info.Metadata():
            return (kind.extra_json_schema or {}).get("description") or describe(kind.type)
        case info.NoneType():
            return "nothing"
        case info.BoolType():
            return "true or false"
        case info.IntType() | info.FloatType():
            noun = "a whole number" if isinstance(kind, info.IntType) else "a number"
            most = "" if kind.le is None else f" and at most {kind.le:,.10g}"
            if kind.gt is not None:
                return f"{noun} above {kind.gt:,.10g}{most}"
            return f"{noun} of at least {kind.ge:,.10g}{most}" if kind.ge is not None else noun
        case info.StrType():
            return f"at most {kind.max_length} small letters, digits and hyphens" if kind.pattern else "text"
        case info.LiteralType():
            return f"one of {', '.join(map(str, kind.values))}"
        case info.TupleType():
            return f"a list of {len(kind.item_types)}, each {describe(kind.item_types[0])}"
        case info.VarTupleType():
            return "a list"
        case info.DictType():
            return "a mapping"
        case info.StructType():
            needed = [field.encode_name for field in kind.fields if field.required]
            keys = (needed or [field.encode_name for field in kind.fields])[:3]
            return f"{_title(kind)} such as {{{', '.join(f'{key}: ...' for key in keys)}}}"
        case info.UnionType():
            words = [describe(member) for member in kind.types if not isinstance(member, info.NoneType)]
            if {"a whole number", "a number", "text"} <= set(words):
                words = [word for word in words if word != "a whole number"]
            return " or ".join(dict.fromkeys(words))
        case _:
            return "a value"


def ours(kind: info.StructType) -> bool:
    """Return whether a part belongs to a spec."""
    return kind.cls.__module__.startswith("specs.model")


def _title(kind: info.StructType) -> str:
    if called := getattr(kind.cls, "CALLED", ""):
        return str(called)
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.cls.__name__).lower()
    if name.endswith("s"):
        return name  # credits, players
    return an(name)


def convert(tree: Tree, kind: type) -> tuple[Any, list[Fault]]:
    """Convert the file's value to a `kind` (None if it cannot be one), with the faults found on the way."""
    try:
        return msgspec.convert(tree.value, kind), []
    except (msgspec.ValidationError, RecursionError):
        walk = _Walk(tree)
        value, faults = walk.visit(tree.value, _described(kind), ()), walk.faults
        tree.removed = walk.removed
    if value is _FAULTY:
        return None, faults
    try:
        return msgspec.convert(value, kind), faults
    except msgspec.ValidationError as error:
        # msgspec objects to something that the walk accepts: pass on its message
        return None, faults or [Fault("wrong-type", Place(tree.file, 1, 1), str(error), "a spec")]
