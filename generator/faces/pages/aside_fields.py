"""Fields of a text: a YAML file that says, by the name of an aside, what its words and pictures may use.

Beside numbers and words a field may be a list of them, or of rows, for a `repeat` to go over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from generator.faces.pages.markdown import AnyBlock, Heading, Inline, Pictures, Table, Words
from specs.base.errors import SpecError
from specs.base.files import read as read_bytes
from specs.expand.expr import WIDEST
from specs.model.values import Name, Row, Scalar
from specs.read.typed import convert
from specs.read.yaml_nodes import MAX_BYTES, read_text

_Block = TypeVar("_Block", bound=AnyBlock)
_Field = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_]{0,59}\Z",
        extra_json_schema={"description": "a field of small letters, digits and _"},
    ),
]
_List = Annotated[tuple[Scalar | Row, ...], Meta(max_length=WIDEST)]
Fields = Mapping[str, Mapping[str, Scalar | tuple[Scalar | Row, ...]]]


def read(file: Path) -> Fields:
    """The fields of each aside. Raises SpecError, and OSError for a file that cannot be read."""
    tree = read_text(read_bytes(file, MAX_BYTES), str(file))
    value, faults = convert(tree, dict[Name, dict[_Field, Scalar | _List]])
    if tree.faults or faults:
        raise SpecError([*tree.faults, *faults])
    found: Fields = value
    return found


def filled(block: _Block, fill: Callable[[Inline], Inline]) -> _Block:
    """A block with its words filled in, but for those of blocks in it, which are set by themselves."""

    def words(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
        return tuple(each if each.icon else fill(each) for each in inlines)

    match block:
        case Heading() | Words():
            return replace(block, inlines=words(block.inlines))
        case Pictures():
            return replace(block, drawn=tuple(replace(each, caption=words(each.caption)) for each in block.drawn))
        case Table():
            return replace(block, rows=tuple(tuple(map(words, row)) for row in block.rows))
        case _:
            return block
