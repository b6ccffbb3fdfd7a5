"""How large a tuck box is that is made for the pieces it holds. mm."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from specs.model.document import Piece
from specs.model.schema import Component, Spec
from specs.model.shapes.sizes import size_mm

FIT = "fit"  # the size of a box that is made for what it holds
ROOM = 1.5  # mm more than the largest piece, both ways
SLACK = 1.0  # mm more than the stack is high
LEAST_DEPTH = 6.0


def sized(spec: Spec, pieces: Mapping[str, tuple[Piece, ...]]) -> Spec:
    """The spec with each tuck box of size `fit` as large as the pieces it holds, stacked."""
    made: dict[str, Component] = {}
    for name, component in spec.components.items():
        if component.shape == "tuckbox" and component.size == FIT:
            held = [spec.components[each] for each in component.holds if each in spec.components]
            try:
                faces = [sorted(size_mm(each)) for each in held if each.shape != "tuckbox"]
            except KeyError:
                continue  # a size that is none is told where it stands
            if faces:
                count = sum(len(pieces.get(each, ())) for each in component.holds)
                width, height = (max(face[axis] for face in faces) + ROOM for axis in (0, 1))
                depth = max(LEAST_DEPTH, count * component.thickness + SLACK)
                made[name] = replace(component, size=(round(width, 2), round(height, 2)), depth=round(depth, 2))
    return replace(spec, components={**spec.components, **made}) if made else spec
