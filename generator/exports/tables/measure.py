"""How large things are in Tabletop Simulator, and a saved object for one person who has it, to see whether that is so:
what is not as large as the card beside it says which number of `SIZES` is to be multiplied by how much too large."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from generator.exports.tables.table import Lot

if TYPE_CHECKING:
    from PIL.Image import Image

Object = dict[str, object]
Thing = Callable[[str, Lot, str, float], Object]  # what all things have, by name, place, component and scale


class Sizes(Struct, frozen=True):
    """How large things are there. A unit is about an inch; `mm` of ours are one, so that a poker card keeps the size
    that cards there have. All but `card` is what builders of others were seen to count on, and was not measured."""

    mm: float = 28.4
    card: float = 88.0  # a card this high has scale 1; its width follows its picture
    tile: float = 56.8  # a tile whose shorter side is this long; the same for a token
    figure: float = 56.8  # a figurine this high
    board: float = 600.0  # a board this high
    bag: float = 0.6  # a bag's scale
    thick: float = 0.1  # units, a tile's


SIZES = Sizes()
SIDE = 88  # mm, as high as a card of scale 1
PX = 10  # a mm


def ruler() -> Image:
    """A square of so many mm with a line each 10."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (SIDE * PX, SIDE * PX), (251, 243, 223))
    pen = ImageDraw.Draw(picture)
    for mm in range(0, SIDE, 10):
        pen.line((mm * PX, 0, mm * PX, SIDE * PX), (43, 36, 32), 8 if mm % 50 == 0 else 3)
        pen.line((0, mm * PX, SIDE * PX, mm * PX), (43, 36, 32), 8 if mm % 50 == 0 else 3)
    return picture


def objects(thing: Thing, url: str) -> list[Object]:
    """A card, a tile, a token, a board and a figurine, each of that size by our numbers."""
    image = {"ImageURL": url, "ImageSecondaryURL": url, "ImageScalar": 1.0, "WidthScale": 0.0}
    tile = {"Type": 0, "Thickness": SIZES.thick, "Stackable": False, "Stretch": True}
    token = {"Thickness": SIZES.thick, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
    deck = {"FaceURL": url, "BackURL": url, "NumWidth": 1, "NumHeight": 1, "BackIsHidden": True}
    kinds: tuple[tuple[str, float, Object], ...] = (
        ("CardCustom", SIZES.card, {"CardID": 100, "CustomDeck": {"1": {**deck, "UniqueBack": False, "Type": 1}}}),
        ("Custom_Tile", SIZES.tile, {"CustomImage": {**image, "CustomTile": tile}}),
        ("Custom_Token", SIZES.tile, {"CustomImage": {**image, "CustomToken": token}}),
        ("Custom_Board", SIZES.board, {"CustomImage": image}),
        ("Figurine_Custom", SIZES.figure, {"CustomImage": image}),
    )
    found: list[Object] = []
    for number, (name, mm, more) in enumerate(kinds):
        lot = Lot(f"{name}: {SIDE} mm", (), SIDE, SIDE, x=(number - 2) * 100.0)
        found.append({**thing(name, lot, "measure", SIDE / mm), **more})
    return found
