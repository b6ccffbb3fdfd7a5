"""Bundled YAML files that are chosen by name, such as sheets, cutting machines and print shops; a path chooses a file
of one's own.

Also the bundled templates. A spec's own template wins over the bundled one of the same name.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from specs.base.errors import Fault, SpecError, bad
from specs.base.files import read, unread
from specs.model.elements import Face, Use, walk
from specs.model.schema import Spec
from specs.read.typed import convert, did_you_mean
from specs.read.yaml_nodes import MAX_BYTES, Tree, read_text

T = TypeVar("T")


def along(folder: Path) -> dict[str, Path]:
    """Return the bundled files of a folder, by name."""
    return {file.stem: file for file in sorted(folder.glob("*.yaml"))}


def asked_for(
    kind: type[T], what: str, option: str, name: str, known: Mapping[str, Path]
) -> tuple[T | None, Tree, list[Fault]]:
    """Return the value of a file, by a bundled name or by path (None if it cannot be a `kind`), the tree with its
    places, and its faults. `what` it is and the `option` that asks for it are named if there is no such file. Raises
    SpecError for a file that cannot be read."""
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


# ---- templates -----------------------------------------------------------------------------------


FOLDER = Path(__file__).parent / "templates"


@cache
def templates() -> Mapping[str, Face]:
    """Return the bundled templates, by name."""
    found: dict[str, Face] = {}
    for file in sorted(FOLDER.glob("*.yaml")):
        found |= msgspec.convert(read_text(file.read_bytes(), str(file)).value, dict[str, Face])
    return found


def with_bundled(spec: Spec) -> tuple[Spec, frozenset[str]]:
    """Return a spec with those bundled templates that it uses and does not define, and their names."""
    faces = [face for component in spec.components.values() for _, face in component.faces()]
    wanted = [name for face in (*faces, *spec.templates.values()) for name in used(face)]
    taken: dict[str, Face] = {}
    for name in wanted:  # grows meanwhile: a template may use others
        if name not in spec.templates and name not in taken and name in templates():
            taken[name] = templates()[name]
            wanted.extend(used(taken[name]))
    return (replace(spec, templates={**spec.templates, **taken}) if taken else spec), frozenset(taken)


def used(face: Face) -> Iterator[str]:
    """Yield the templates that a face's elements use."""
    return (element.template for _, element, _ in walk(face) if isinstance(element, Use))
