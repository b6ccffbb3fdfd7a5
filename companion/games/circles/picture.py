"""A position drawn: islands with their circles, stacks as discs with their height. mm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.games.circles.state import BURNED, TOWER, State, height, kind, owner
from generator.draw.fonts import bundled
from generator.draw.geometry import ellipse, polyline, translate
from generator.draw.scene import Font, Group, Node, Paint, Path, Scene, Text
from specs.colours import CSS, colour
from specs.hexes import circle, name, neighbours, outline, upright

if TYPE_CHECKING:
    from specs.document import Document

WIDTH = 30.0  # of an island
WOOD, PALE, LINE, WHITE, CHAR = (
    (0.87, 0.74, 0.55),
    (0.97, 0.93, 0.84),
    (0.36, 0.25, 0.16),
    (1.0, 1.0, 1.0),
    (0.13, 0.12, 0.11),
)


def picture(state: State, document: Document) -> Scene:
    """The board in the frame of `specs.hexes.upright`, with the spec's colours and each field's name."""
    nodes: list[Node] = []
    font = Font("AlegreyaSans-Bold", bundled()["AlegreyaSans-Bold"])
    radius = circle(WIDTH) / 2
    for segment in state.board.segments:
        if segment[1:] == neighbours(segment[0]):
            cx, cy = upright(segment[0], WIDTH)
            hexagon = [(cx + x, cy + y) for x, y in outline((0, 0), WIDTH)]
            nodes.append(Path(polyline(hexagon, closed=True), Paint(fill=WOOD, stroke=LINE, width=0.4)))
    for cell, value in zip(state.board.cells, state.fields, strict=True):
        x, y = upright(cell, WIDTH)
        ring = ellipse(x, y, radius * 0.9, radius * 0.9)
        ink = LINE
        if kind(value) == BURNED:
            nodes.append(Path(ring, Paint(fill=CHAR)))
            ink = WHITE
        elif not value:
            nodes.append(Path(ring, Paint(fill=PALE, stroke=LINE, width=0.25)))
        else:
            own = state.players[owner(value)].colour
            known = own in document.spec.palette or own.lower() in CSS
            paint = colour(document.spec.palette, own) if known else CHAR
            if kind(value) == TOWER:
                inner = ellipse(x, y, radius * 0.75, radius * 0.75)
                nodes.append(Path(inner, Paint(fill=WHITE, stroke=paint, width=radius * 0.3)))
                ink = CHAR
            else:
                nodes.append(Path(ring, Paint(fill=paint, stroke=LINE, width=0.3)))
                ink = CHAR if sum(paint) > 1.7 else WHITE
            nodes.append(Text(x, y + radius * 0.4, str(height(value)), font, radius * 1.2, ink, "middle"))
            # a number leaves no room for the name: it stands below, where an island's edge may pass
            size = radius * 0.55
            nodes.append(Text(x, y + radius * 1.4, name(cell), font, size, LINE, "middle", WOOD, size * 0.35))
            continue
        nodes.append(Text(x, y + radius * 0.2, name(cell), font, radius * 0.62, ink, "middle"))
    left, top, across, down = _box(state)
    return Scene((0.0, 0.0, across, down), (Group(tuple(nodes), translate(-left, -top)),))


def places(state: State, document: Document) -> Mapping[str, tuple[float, float, float, float]]:
    """The box of each field, by its name: (x, y, width, height) in mm."""
    left, top, _, _ = _box(state)
    across = circle(WIDTH)
    middles = ((cell, upright(cell, WIDTH)) for cell in state.board.cells)
    return {name(cell): (x - left - across / 2, y - top - across / 2, across, across) for cell, (x, y) in middles}


def _box(state: State) -> tuple[float, float, float, float]:
    """Left, top, width and height of what is drawn, with a margin of 2."""
    radius = circle(WIDTH) / 2
    corners: list[tuple[float, float]] = []
    for segment in state.board.segments:
        if segment[1:] == neighbours(segment[0]):
            cx, cy = upright(segment[0], WIDTH)
            corners += [(cx + x, cy + y) for x, y in outline((0, 0), WIDTH)]
    for cell in state.board.cells:
        x, y = upright(cell, WIDTH)
        corners += [(x - radius, y - radius), (x + radius, y + radius)]
    left, top = min(x for x, _ in corners) - 2, min(y for _, y in corners) - 2
    return left, top, max(x for x, _ in corners) + 2 - left, max(y for _, y in corners) + 2 - top
