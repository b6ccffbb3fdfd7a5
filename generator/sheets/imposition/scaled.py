"""A page made larger or smaller about its middle, so that a printer that keeps no sizes prints true ones. mm."""

from __future__ import annotations

from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page


def scaled(page: Page, scale: tuple[float, float]) -> Page:
    """The page, all of it `scale` times as large across and down; its trim and bleed boxes with it."""
    if scale == (1.0, 1.0) or not page.nodes:
        return page
    (across, down), x, y = scale, page.width / 2, page.height / 2
    matrix = (across, 0.0, 0.0, down, x - across * x, y - down * y)

    def moved(box: geo.Rectangle) -> geo.Rectangle:
        left, top = geo.apply(matrix, box[0], box[1])
        right, bottom = geo.apply(matrix, box[0] + box[2], box[1] + box[3])
        left, top, right, bottom = max(0.0, left), max(0.0, top), min(page.width, right), min(page.height, bottom)
        return left, top, right - left, bottom - top

    return replace(page, nodes=(Group(page.nodes, matrix),), trim=moved(page.trim), bleed=moved(page.bleed))
