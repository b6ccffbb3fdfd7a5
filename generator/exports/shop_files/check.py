"""A game held against what a print shop takes, nothing written: a line a finding, with its component's place. mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from pathlib import Path

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Colour, Node, Scene, Text
from generator.draw.scene import Path as Drawn
from generator.draw.walk import texts, walk
from generator.exports.faces import Face, sides
from generator.exports.shop_files.description import OrderLine, line_text, mixed, order_lines
from generator.exports.shop_files.flat import Flat, shines
from generator.exports.shop_files.inking import BLACK, GREY, Inking
from generator.exports.shop_files.order import target
from generator.faces.outline import corners, cut_along, cut_line
from generator.plan.drawer import drawer_of
from generator.plan.print_shops.shop import Shop
from specs.base.errors import Fault, in_order
from specs.base.languages import say_many
from specs.model.document import Document
from specs.model.shapes.outlines import Outline

NEAR = 0.05  # mm that a safe zone lets pass


def for_shop(document: Document, name: str | None, profile: str | None) -> tuple[list[Fault], list[str]]:
    """What a shop would refuse or spoil of a game, and what it would get. Raises SpecError for faulty faces, and for a
    shop's file or a profile that cannot be used."""
    from generator.plan.settings import read

    settings = read({"shop": name, "profile": profile}, document)
    assert settings.shop is not None, "a profile without a shop is a fault"
    drawer, shop = drawer_of(document, settings), settings.shop
    found, warnings = order_lines(drawer, shop)
    inks = None if shop.standard is None else target(drawer, shop).inking
    flat = Flat(Path(), transparent=True)  # makes no pictures
    for line in found:
        warnings += _warnings(drawer.selection.document, shop, line, inks)
    return list(in_order(warnings)), [remark for line in found for remark in _remarks(shop, line, flat)]


def _remarks(shop: Shop, line: OrderLine, flat: Flat) -> Iterator[str]:
    """What a shop would get of a component, and what becomes of its black areas and of what shines through."""
    yield line_text(line, shop)
    scenes = [scene for _, scene in _drawn(line)]
    black = 0 if shop.black is None else sum(BLACK in _colours(flat.scene(scene).nodes) for scene in scenes)
    if shop.black is not None and black:
        yield say_many(
            "{title}: {n} side has an area of black, mixed as {mix}",
            "{title}: {n} sides have areas of black, mixed as {mix}",
            black, title=line.title, mix=mixed(shop.black),
        )  # fmt: skip
    if shop.standard == "x-1a" and (made := sum(any(map(shines, scene.nodes)) for scene in scenes)):
        yield say_many(
            "{title}: {n} side has what shines through, and becomes a picture",
            "{title}: {n} sides have what shines through, and become pictures",
            made, title=line.title,
        )  # fmt: skip


def _warnings(document: Document, shop: Shop, line: OrderLine, inks: Inking | None) -> Iterator[Fault]:
    place, face = ("components", line.component), line.faces[0]
    if face.bleed < shop.bleed - NEAR:
        found = f"{line.title} with a bleed of {face.bleed:g} mm"
        expected = f"{shop.bleed:.4g} mm; the edge is drawn once more beyond it"
        yield document.warning("narrow-margin", (*place, "bleed"), found, expected)
    outline = document.spec.components[line.component].outline()
    depth, text, piece = min(
        ((*_nearest(face, outline, scene), face.pieces[0]) for face, scene in _drawn(line)), default=(inf, "", "")
    )
    if depth < shop.safe - NEAR:
        far = f"{depth:.2f} mm from the cut" if depth >= 0 else f"{-depth:.2f} mm beyond the cut"
        found = f"text '{text[:30]}' of {piece} {far}"
        yield document.warning("narrow-margin", place, found, f"{shop.safe:.4g} mm, as {shop.title} asks")
    if inks is not None and shop.ink is not None:
        every = {colour for _, scene in _drawn(line) for colour in _colours(scene.nodes)}
        colours = [colour for colour in every if max(colour) - min(colour) > GREY]
        most, colour = max(((sum(inks.unlimited(each)), each) for each in colours), default=(0.0, (1.0, 1.0, 1.0)))
        if most > shop.ink / 100 + 0.005:
            name = "#" + "".join(f"{round(255 * channel):02x}" for channel in colour)
            expected = f"at most {shop.ink} %; so much less of it is printed"
            found = f"{name} on {line.title}, of {100 * most:.0f} % ink"
            yield document.warning("too-much-ink", place, found, expected)


def _drawn(line: OrderLine) -> Iterator[tuple[Face, Scene]]:
    """Each distinct side once."""
    return ((face, face.side(side)) for face, side in sides(line.faces))


def _nearest(face: Face, outline: Outline, scene: Scene) -> tuple[float, str]:
    """How far from the cut the text is that is closest to it, and that text."""
    cut = cut_line(outline, face.outline) or cut_along(face.outline)
    return min(
        ((cut.nearest(corners(geo.text_box(text), matrix))[0], text.text) for text, matrix in texts(scene.nodes)),
        default=(inf, ""),
    )


def _colours(nodes: Iterable[Node]) -> Iterator[Colour]:
    """The colours that are mixed of inks: of text and paths."""
    for node, _, _ in walk(nodes):
        if isinstance(node, Text | Drawn):
            found = (node.fill,) if isinstance(node, Text) else (node.paint.fill, node.paint.stroke)
            yield from (colour for colour in found if colour is not None)
