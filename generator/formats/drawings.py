"""Scenes for a browser: faces once each, by their content, and a small drawing that refers to them.

A page keeps the faces it has seen, so the next picture costs only the small drawing. Text stays text: the page has the
fonts.
"""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.draw.scene import Group, Node, Scene, Use
from generator.formats.svg import Fragment, fragment, in_steps

MOST_KEPT = 4000  # faces, and parts of drawings
PATH = re.compile(r'(?<= d=")M[-0-9. MLCZ]*(?=")')
SEGMENT = re.compile("([MLCZ])([^MLCZ]*)")


class Drawn(NamedTuple):
    """`width` and `height` in mm; `body` is the content of the svg element; `faces` are the names it refers to. Each of
    the scene's nodes is a `g` of the body, in order; its content is in `parts`."""

    width: float
    height: float
    body: str
    faces: tuple[str, ...]
    nodes: tuple[Node, ...] = ()
    parts: tuple[str, ...] = ()
    definitions: Mapping[str, str] = MappingProxyType({})  # shared definitions, by name

    @property
    def facts(self) -> dict[str, Any]:
        """Return the drawing as JSON."""
        return {"width": round(self.width, 3), "height": round(self.height, 3), "body": self.body, "faces": self.faces}


class Drawings:
    """Keeps what was drawn so far: a face, or a part of a picture that a turn did not change, is written once."""

    def __init__(self) -> None:
        self.faces: dict[str, str] = {}
        self._names: dict[int, tuple[Scene, str]] = {}  # by identity, with the scene to keep it alive
        self._parts: dict[tuple[Node, tuple[str, ...]], Fragment] = {}
        self._nodes: dict[int, tuple[Node, Fragment, list[str]]] = {}  # likewise by identity

    def draw(self, scene: Scene) -> Drawn:
        """Draw a scene whose box begins at (0, 0)."""
        kept: tuple[dict[Any, Any], ...] = (self._names, self._parts, self._nodes)
        for each in kept:
            if len(each) > MOST_KEPT:
                each.clear()
        faces, definitions, parts = dict[str, None](), dict[str, str](), list[str]()
        for node in scene.nodes:
            part, used = self._part(node)
            faces |= dict.fromkeys(used)
            definitions |= part.definitions
            parts.append(part.body)
        body = "".join([f"<g>{part}</g>" for part in parts])
        if definitions:
            body = f"<defs>{''.join(definitions.values())}</defs>{body}"
        _, _, width, height = scene.box
        return Drawn(width, height, body, tuple(faces), scene.nodes, tuple(parts), definitions)

    def _part(self, node: Node) -> tuple[Fragment, list[str]]:
        """Return a node as a part of a picture, and the names of the faces it uses."""
        if (kept := self._nodes.get(id(node))) is not None and kept[0] is node:
            return kept[1:]
        used: list[str] = []
        key = self._referring(node, {}, used), tuple(used)
        part = self._parts.get(key)
        if part is None:
            part = self._parts[key] = fragment((node,), _defined, self._name)
        self._nodes[id(node)] = node, part, used
        return part, used

    def wanted(self, names: Iterable[str]) -> dict[str, str]:
        """Return faces by name, each as a group with its id; unknown names are left out. Faces of one length stand side
        by side: they often differ in a number only, and are compressed together."""
        known = [name for name in names if name in self.faces]
        return {name: self.faces[name] for name in sorted(known, key=lambda name: len(self.faces[name]))}

    def _referring(self, node: Node, stubs: dict[str, Scene], used: list[str]) -> Node:
        """Return a node with an empty scene in place of each face; `used` collects their names."""
        match node:
            case Group():
                inner = tuple([self._referring(child, stubs, used) for child in node.children])
                return Group(inner, node.matrix, node.clip, blend=node.blend)
            case Use():
                name = self._name(node.scene)
                used.append(name)
                return Use(stubs.setdefault(name, Scene(node.scene.box, ())), node.matrix)
            case _:
                return node

    def _name(self, face: Scene) -> str:
        if id(face) in self._names:
            return self._names[id(face)][1]
        looks = fragment(face.nodes, _defined)
        name = _named("f", "".join([*looks.definitions.values(), looks.body]))
        # a face's definitions have ids of its own, unique among faces and the drawing
        own = fragment(face.nodes, lambda text: f"{name}-{_defined(text)}") if looks.definitions else looks
        defined = f"<defs>{''.join(own.definitions.values())}</defs>" if own.definitions else ""
        self.faces[name] = PATH.sub(_in_steps, f'<g id="{name}">{defined}{own.body}</g>')
        self._names[id(face)] = (face, name)
        return name


def _in_steps(path: re.Match[str]) -> str:
    """Return path data with distances instead of coordinates, exactly: half as long compressed."""
    segments = SEGMENT.findall(path[0])
    steps = in_steps([(verb, [round(1000 * float(n)) for n in numbers.split()]) for verb, numbers in segments])
    return f"M{steps[1:]}"


def _defined(text: str) -> str:
    return _named("d", text)


def _named(kind: str, text: str) -> str:
    return kind + sha256(text.encode()).hexdigest()[:10]
