"""YAML files that come along, called by their names, beside which somebody may have one of their own: sheets, cutting
machines, print shops."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from specs.base.errors import Fault, SpecError, bad
from specs.base.files import read, unread
from specs.read.typed import convert, did_you_mean
from specs.read.yaml_nodes import MAX_BYTES, Tree, read_text

T = TypeVar("T")


def along(folder: Path) -> dict[str, Path]:
    """The files that come along in a folder, by their names."""
    return {file.stem: file for file in sorted(folder.glob("*.yaml"))}


def asked_for(
    kind: type[T], what: str, option: str, name: str, known: Mapping[str, Path]
) -> tuple[T | None, Tree, list[Fault]]:
    """What a file says, by the name of one that comes along or by its path; the places of its values, and its faults,
    beside which there may be more. `what` it is and the `option` that asks for it are named where there is none.
    Raises SpecError for a file that cannot be read."""
    file = known.get(name, Path(name))
    try:
        data = read(file, MAX_BYTES)
    except FileNotFoundError:
        expected = f"a YAML file or one of {', '.join(known)}"
        raise bad("unknown-name", option, f"no {what} '{name}'", expected, did_you_mean(name, known)) from None
    except OSError as error:
        raise SpecError([unread(f"{option} {name}", error)]) from None
    tree = read_text(data, str(file))
    value, found = convert(tree, kind)
    return value, tree, [*tree.faults, *found]
