"""Templates that come along, as icons and fonts do. One of a spec's own wins over that of the same name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from specs.model.elements import Face, Use, walk
from specs.model.schema import Spec
from specs.read.yaml_nodes import read_text

FOLDER = Path(__file__).parent / "templates"


@cache
def templates() -> Mapping[str, Face]:
    """The templates there are, by their names."""
    found: dict[str, Face] = {}
    for file in sorted(FOLDER.glob("*.yaml")):
        found |= msgspec.convert(read_text(file.read_bytes(), str(file)).value, dict[str, Face])
    return found


def with_bundled(spec: Spec) -> tuple[Spec, frozenset[str]]:
    """A spec with those templates that it uses and does not have, and their names."""
    faces = [face for component in spec.components.values() for _, face in component.faces()]
    wanted = [name for face in (*faces, *spec.templates.values()) for name in used(face)]
    taken: dict[str, Face] = {}
    for name in wanted:  # grows while it is walked: a template may use others
        if name not in spec.templates and name not in taken and name in templates():
            taken[name] = templates()[name]
            wanted.extend(used(taken[name]))
    return (replace(spec, templates={**spec.templates, **taken}) if taken else spec), frozenset(taken)


def used(face: Face) -> Iterator[str]:
    """The templates that a face's elements use, one by one."""
    return (element.template for _, element, _ in walk(face) if isinstance(element, Use))
