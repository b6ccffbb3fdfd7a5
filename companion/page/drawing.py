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
_STUB = re.compile(r'<g id="face\d+" ?(?:/>|></g>)')
_ID = re.compile(r'(?<=id=")[a-z]+\d+(?=")|(?<=url\(#)[a-z]+\d+(?=\))|(?<=href="#)[a-z]+\d+(?=")')
_DEFS = re.compile(r"<defs ?(?:/>|>(.*?)</defs>)", re.DOTALL)
_DEFINITION = re.compile(r"<([a-zA-Z]+)\b[^>]*?(?:/>|>.*?</\1>)", re.DOTALL)
MOST_KEPT = 4000  # faces, and parts of drawings


class Drawn(NamedTuple):
    """`width` and `height` in mm; `body` is what stands between the svg tags; `faces` the names it refers to."""

    width: float
    height: float
    body: str
    faces: tuple[str, ...]


class Part(NamedTuple):
    """One node of a drawing as text, with the `definitions` it refers to, each once."""

    definitions: tuple[str, ...]
    text: str


class Drawings:
    """Keeps what was drawn so far: a face, and a part of a picture that a turn left as it was, is written once."""

    def __init__(self) -> None:
        self.faces: dict[str, str] = {}
        self._names: dict[int, tuple[Scene, str]] = {}  # by identity, with the scene so that it stays alive
        self._parts: dict[tuple[Node, tuple[str, ...]], Part] = {}

    def draw(self, scene: Scene) -> Drawn:
        """A scene whose box begins at (0, 0)."""
        if len(self._names) > MOST_KEPT:
            self._names.clear()
        if len(self._parts) > MOST_KEPT:
            self._parts.clear()
        faces: dict[str, None] = {}
        definitions: dict[str, None] = {}
        body = []
        for node in scene.nodes:
            used: list[str] = []
            referring = self._referring(node, {}, used)
            key = referring, tuple(used)
            part = self._parts.get(key)
            if part is None:
                part = self._parts[key] = _part(referring, used)
            faces |= dict.fromkeys(used)
            definitions |= dict.fromkeys(part.definitions)
            body.append(part.text)
        if definitions:
            body.insert(0, f"<defs>{''.join(definitions)}</defs>")
        _, _, width, height = scene.box
        return Drawn(width, height, "".join(body), tuple(faces))

    def wanted(self, names: Iterable[str]) -> dict[str, str]:
        """Faces by their names, each as a group with its id; unknown names are left out."""
        return {name: self.faces[name] for name in names if name in self.faces}

    def _referring(self, node: Node, stubs: dict[str, Scene], used: list[str]) -> Node:
        """A node with an empty scene in place of each face; `used` are their names as they are met."""
        match node:
            case Group():
                inner = tuple([self._referring(child, stubs, used) for child in node.children])
                return Group(inner, node.matrix, node.clip)
            case Use():
                name = self._name(node.scene)
                used.append(name)
                return Use(stubs.setdefault(name, Scene(node.scene.box, ())), node.matrix)
            case _:
                return node

    def _name(self, face: Scene) -> str:
        if id(face) in self._names:
            return self._names[id(face)][1]
        inner = _inner(scene_svg(face, text=True))
        name = _named("f", inner)
        own = _ID.sub(lambda found: f"{name}-{found[0]}", inner)
        self.faces[name] = f'<g id="{name}">{own}</g>'
        self._names[id(face)] = (face, name)
        return name


def _part(node: Node, used: list[str]) -> Part:
    """A node written: its faces by their names, and what it defines by what that looks like, so that parts share it."""
    inner = _inner(scene_svg(Scene((0.0, 0.0, 1.0, 1.0), (node,)), text=True))
    # the stubs' ids count up in the order they are first met, as `used` does
    names = {f"face{number}": name for number, name in enumerate(dict.fromkeys(used))}
    defs = _DEFS.search(inner)
    defined = _STUB.sub("", defs[1] or "") if defs is not None else ""
    definitions = []
    for found in _DEFINITION.finditer(defined):
        name = _named("d", _ID.sub("", found[0]))
        names |= dict.fromkeys(_ID.findall(found[0]), name)
        definitions.append(_ID.sub(name, found[0]))
    text = _ID.sub(lambda found: names.get(found[0], found[0]), _DEFS.sub("", inner, count=1))
    return Part(tuple(definitions), text)


def _named(kind: str, text: str) -> str:
    return kind + sha256(text.encode()).hexdigest()[:10]


def _inner(document: str) -> str:
    found = _INNER.search(document)
    assert found is not None, "an SVG document"
    return found[1] or ""
