"""Titles of a spec, which may hold fields: the game's its id, a component's the game's title too."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from specs.base.errors import Fault
from specs.base.unfit import KeyPath
from specs.expand import expr
from specs.model.schema import Spec
from specs.read.yaml_nodes import Tree


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
