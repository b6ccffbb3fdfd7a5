"""A position's picture for a browser: faces once each, by what they look like, and a small drawing that refers to them.

A page keeps the faces it has seen, so a turn costs it the small drawing only. Text stays text: the page has the fonts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from generator.draw.scene import Group, Node, Scene, Use
from generator.formats.svg import scene_svg

_INNER = re.compile(r"<svg[^>]*?(?:/>|>(.*)</svg>)", re.DOTALL)
_STUB = re.compile(r'<g id="face(\d+)" ?(?:/>|></g>)')
_ID = re.compile(r'(?<=id=")[a-z]+\d+(?=")|(?<=url\(#)[a-z]+\d+(?=\))|(?<=href="#)[a-z]+\d+(?=")')
MOST_KEPT = 4000  # faces


class Drawn(NamedTuple):
    """`width` and `height` in mm; `body` is what stands between the svg tags; `faces` the names it refers to."""

    width: float
    height: float
    body: str
    faces: tuple[str, ...]


class Drawings:
    """Keeps the faces drawn so far: each is written once, however many positions show it."""

    def __init__(self) -> None:
        self.faces: dict[str, str] = {}
        self._names: dict[int, tuple[Scene, str]] = {}  # by identity, with the scene so that it stays alive

    def draw(self, scene: Scene) -> Drawn:
        """A scene whose box begins at (0, 0)."""
        if len(self._names) > MOST_KEPT:
            self._names.clear()
        stubs: dict[int, Scene] = {}
        names: dict[str, str] = {}
        nodes = tuple(self._referring(node, stubs, names) for node in scene.nodes)
        _, _, width, height = scene.box
        inner = _inner(scene_svg(Scene(scene.box, nodes), text=True))
        # the stubs' ids count up in the order they are first met, as `names` does
        ids = [f"face{number}" for number in _STUB.findall(inner)]
        named = dict(zip(ids, names.values(), strict=True))
        body = _ID.sub(lambda found: named.get(found[0], found[0]), _STUB.sub("", inner))
        return Drawn(width, height, body, tuple(dict.fromkeys(names.values())))

    def wanted(self, names: Iterable[str]) -> dict[str, str]:
        """Faces by their names, each as a group with its id; unknown names are left out."""
        return {name: self.faces[name] for name in names if name in self.faces}

    def _referring(self, node: Node, stubs: dict[int, Scene], names: dict[str, str]) -> Node:
        """A node with an empty scene in place of each face."""
        match node:
            case Group():
                inner = tuple(self._referring(child, stubs, names) for child in node.children)
                return Group(inner, node.matrix, node.clip)
            case Use():
                name = self._name(node.scene)
                key = id(node.scene)
                if key not in stubs:
                    stubs[key] = Scene(node.scene.box, ())
                    names[str(key)] = name
                return Use(stubs[key], node.matrix)
            case _:
                return node

    def _name(self, face: Scene) -> str:
        if id(face) in self._names:
            return self._names[id(face)][1]
        inner = _inner(scene_svg(face, text=True))
        name = f"f{sha256(inner.encode()).hexdigest()[:10]}"
        own = _ID.sub(lambda found: f"{name}-{found[0]}", inner)
        self.faces[name] = f'<g id="{name}">{own}</g>'
        self._names[id(face)] = (face, name)
        return name


def _inner(document: str) -> str:
    found = _INNER.search(document)
    assert found is not None, "an SVG document"
    return found[1] or ""
