"""A spec completed after it is read: titles filled in, components as their variants, boxes sized. mm."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from specs.base.errors import Fault, KeyPath
from specs.expand import expr
from specs.model.component import Component, FoldedBox, variant
from specs.model.document import Piece
from specs.model.schema import Spec
from specs.read.yaml_nodes import Tree

ROOM = 1.5  # mm by which a box made to fit is larger than the largest piece, both ways
SLACK = 1.0  # mm by which it is deeper than the stack
LEAST_DEPTH = 6.0


def with_variants(spec: Spec, pieces: Mapping[str, tuple[Piece, ...]]) -> Spec:
    """The spec with each component as its variant, and with each box of size `fit` as large as the pieces it holds."""
    made = {name: variant(component) for name, component in spec.components.items()}
    counts = {name: len(pieces.get(name, ())) for name in made}
    return replace(spec, components={name: _fitted(component, made, counts) for name, component in made.items()})


def _fitted(box: Component, components: Mapping[str, Component], counts: Mapping[str, int]) -> Component:
    if not (isinstance(box, FoldedBox) and box.made_to_fit):
        return box
    held = [components[name] for name in box.holds if name in components]
    try:
        faces = [sorted(each.size_mm) for each in held if not (isinstance(each, FoldedBox) and each.is_tuckbox)]
    except KeyError:
        return box  # the check reports an unknown size where it stands
    if not faces:
        return box
    width, height = (max(face[axis] for face in faces) + ROOM for axis in (0, 1))
    depth = max(LEAST_DEPTH, sum(counts.get(name, 0) for name in box.holds) * box.thickness + SLACK)
    return replace(box, size=(round(width, 2), round(height, 2)), depth=round(depth, 2))


def titled(spec: Spec, tree: Tree) -> tuple[Spec, list[Fault]]:
    """A spec with its titles filled in, and what is wrong with them."""
    faults: list[Fault] = []

    def filled(title: str, env: Mapping[str, object], path: KeyPath) -> str:
        try:
            return expr.render(title, env)
        except expr.ExprError as error:
            expected = f"one of {', '.join(env)}" if error.code == "unknown-field" else error.expected
            faults.append(tree.fault(error.code, path, f"title '{title}': {error.found}", expected))
            return title

    env: dict[str, object] = {"game.id": spec.game}
    title = filled(spec.title, env, ("title",))
    env["game.title"] = title
    components = {
        name: replace(part, title=filled(part.title, env, ("components", name, "title")))
        for name, part in spec.components.items()
        if "{" in part.title or "}" in part.title
    }
    return replace(spec, title=title, components={**spec.components, **components}), faults
