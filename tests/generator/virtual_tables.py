"""A second reader of what is written for virtual tables: from what is known of their files alone, it puts each thing
back where it lies, with its pictures cut from their sheets. Nothing here is shared with the writers."""

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

UNIT_MM = 88 / 3.1  # a card of scale 1 is 3.1 units high


@dataclass
class Thing:
    """A thing with its middle at (x, y), mm, y towards the first player, `inside` what holds it, from the outermost."""

    id: str
    kind: str
    x: float
    y: float
    high: float
    up: bool
    turn: float
    title: str
    fixed: bool
    inside: tuple[str, ...] = ()
    front: Image.Image | None = None
    back: Image.Image | None = None
    height: float = 0.0
    raw: dict[str, Any] = field(default_factory=dict)


def tts(file: Path, pictures: Path) -> list[Thing]:
    """Every object of a save, those in decks and bags too, in the order in which they lie there."""
    save = json.loads(file.read_text(encoding="utf-8"))
    return [thing for each in save["ObjectStates"] for thing in _objects(each, pictures, ())]


def _objects(value: dict[str, Any], pictures: Path, inside: tuple[str, ...]) -> Iterator[Thing]:
    place = value["Transform"]
    thing = Thing(
        value["GMNotes"], value["Name"], place["posX"] * UNIT_MM, -place["posZ"] * UNIT_MM, place["posY"],
        round(place["rotZ"]) % 360 != 180, place["rotY"], value["Nickname"], value["Locked"], inside, raw=value,
    )  # fmt: skip
    if "CardID" in value:
        key, index = divmod(value["CardID"], 100)
        sheet = value["CustomDeck"][str(key)]
        across, down = sheet["NumWidth"], sheet["NumHeight"]
        assert index < across * down
        thing.front = _cut(pictures, sheet["FaceURL"], across, down, index)
        unique = (across, down, index) if sheet["UniqueBack"] else (1, 1, 0)
        thing.back = _cut(pictures, sheet["BackURL"], *unique)
        thing.height = 88 * place["scaleZ"]
    elif "CustomImage" in value:
        thing.front = _cut(pictures, value["CustomImage"]["ImageURL"], 1, 1, 0)
        if value["CustomImage"]["ImageSecondaryURL"]:
            thing.back = _cut(pictures, value["CustomImage"]["ImageSecondaryURL"], 1, 1, 0)
    elif "CustomMesh" in value:
        thing.front = _cut(pictures, value["CustomMesh"]["DiffuseURL"], 1, 1, 0)
    if "ContainedObjects" not in value:
        yield thing
        return
    if value["Name"] == "Deck":
        assert value["DeckIDs"] == [card["CardID"] for card in value["ContainedObjects"]]
    for each in value["ContainedObjects"]:
        yield from _objects(each, pictures, (*inside, value["Name"]))


def _cut(pictures: Path, url: str, across: int, down: int, index: int) -> Image.Image:
    whole = Image.open(pictures / url.rsplit("/", 1)[1])
    row, column = divmod(index, across)
    wide, high = whole.width / across, whole.height / down
    return whole.crop((round(column * wide), round(row * high), round((column + 1) * wide), round((row + 1) * high)))


def pio(file: Path) -> tuple[list[dict[str, Any]], dict[str, Image.Image]]:
    """The widgets of a room, and its pictures by their addresses."""
    with zipfile.ZipFile(file) as packed:
        assert all(info.compress_type == zipfile.ZIP_STORED for info in packed.infolist())
        widgets = json.loads(packed.read("widgets.json"))
        pictures = {
            f"package://{name}": Image.open(BytesIO(packed.read(name)))
            for name in packed.namelist()
            if name.startswith("userassets/")
        }
    return widgets, pictures
