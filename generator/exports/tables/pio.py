"""A game for playingcards.io and virtualtabletop.io: a room with the whole table, as a zip of widgets and pictures.

docs/tables.md documents the format. Lengths are px; x and y of a widget inside another are the room's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from itertools import count, groupby
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from msgspec import json

from generator.exports.pictures import Face, Form, faces, pictures, sides
from generator.exports.tables.atlas import MOST_PX, block_sides, dpi, is_die
from generator.exports.tables.table import Lot, Table, footprint, laid_out, remarks
from generator.plan.drawer import Drawer
from generator.plan.options import Crop
from generator.plan.selection import Selection
from specs.base.languages import say
from specs.model.component import FoldedBox

if TYPE_CHECKING:
    from PIL.Image import Image

Widget = dict[str, object]
ROOM = (8.0, 24.0, 1390.0, 784.0)  # of 1600 × 1000, the foot being the viewer's own hand
BESIDE = 1410.0  # x of seats and counters
HAND = {"x": 50, "y": 820, "width": 1500, "height": 180}
LARGEST = 2.5  # px for a mm
RIM = 4.0  # a holder's, around its content
VERSION = "6"
MOST = 1200  # widgets of a room
DPI, PX = 150.0, 1400  # of a picture; most pixels on a side, except a board's
MOST_BYTES = 2_000_000  # of a picture: a larger one is reduced to 256 colours
COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink")
EPOCH = (1980, 1, 1, 0, 0, 0)
_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}")


def write(drawer: Drawer, file: Path) -> Iterator[str]:
    """Write a whole game as one file. Yields remarks. Raises SpecError, OSError."""
    selection, found = drawer.selection, faces(drawer)
    table = laid_out(selection, found)
    room = _Room(selection, table, found)
    widgets = list(room.widgets())
    with ZipFile(file, "w", ZIP_STORED) as packed:
        for name, data in (
            ("widgets.json", json.encode(widgets, enc_hook=str)),
            ("schemaVersion", VERSION.encode()),
            *((f"userassets/{name}", data) for name, data in sorted(room.assets.items())),
        ):
            packed.writestr(ZipInfo(name, EPOCH), data)
    yield from remarks(selection, table, DPI, PX)
    if len(widgets) > MOST:
        yield say("{n} things in a room; playingcards.io seems to allow {most}.", n=len(widgets), most=MOST)


class _Room:
    """A room being filled; `assets` are its pictures by name."""

    def __init__(self, selection: Selection, table: Table, found: Sequence[Face]) -> None:
        self.selection, self.table, self.assets = selection, table, dict[str, bytes]()
        x, y, width, height = ROOM
        self.scale = min(width / table.width, height / table.height, LARGEST)
        self.middle = x + width / 2, y + height / 2
        self.z = count(1)
        self.pictures: dict[str, str] = {}
        self.homes: dict[str, str] = {}
        self.decks = {home: list(own) for home, own in groupby(found, self.home)}

    def widgets(self) -> Iterator[Widget]:
        laid = [widget for number, lot in enumerate(self.table.lots) for widget in self.lot(lot, f"lot-{number}")]
        yield {"id": "hand", "type": "hand", "z": next(self.z), "dragging": None, **HAND}
        used = {widget.get("deck") for widget in laid}
        decks = ((home, own) for home, own in self.decks.items() if home in used)
        yield from (self.deck(home, own, place) for place, (home, own) in enumerate(decks))
        yield from laid

    # ---- decks -------------------------------------------------------------------------------

    def home(self, face: Face) -> str:
        """Return a piece's deck: its component's; or a die's own, which holds just its sides."""
        die = is_die(self.selection.document.spec.components[face.component])
        return f"deck-{face.component}-{face.number}" if die else f"deck-{face.component}"

    def deck(self, home: str, own: Sequence[Face], place: int) -> Widget:
        """Return a deck with the types of its pieces, each with its own front and back."""
        name = own[0].component
        component, role = self.selection.document.spec.components[name], self.table.roles[name]
        width, height = self.size(own[0])
        types = dict(self.types(name, own))
        backs = any("back" in each for each in types.values())
        box = {"type": "image", "x": 0, "y": 0, "w": width, "h": height, "color": "transparent"}
        rim = {"includeBorder": False, "includeRadius": bool(component.radius)}
        back = {**box, "valueType": "dynamic", "value": "back" if backs else "image"}
        plain = {**box, "color": "white", "valueType": "static", "value": ""}
        kind = "dice" if is_die(component) else "" if role in ("card", "page") else "pieces"
        return {
            **self.widget("cardDeck", home, 1560.0, 30.0 + 24.0 * (place % 30)),
            "parent": self.homes.get(home),
            "cardWidth": width,
            "cardHeight": height,
            "cardTypes": types,
            "faceTemplate": {**rim, "objects": [{**box, "valueType": "dynamic", "value": "image"}]},
            "backTemplate": {**rim, "objects": [plain if role == "card" and not backs else back]},
            "enlarge": True,
            "confirmRecallAll": True,
            **({"collectionType": kind} if kind else {}),
        }

    def types(self, name: str, own: Sequence[Face]) -> Iterator[tuple[str, Mapping[str, str]]]:
        component, role = self.selection.document.spec.components[name], self.table.roles[name]
        crop: Crop = "square" if role in ("card", "page", "block") else "round"
        every, drawn = list(sides(own)), dict[str, str]()
        for (face, side), picture in zip(every, pictures(every, Form(dpi(own[0], DPI, PX), crop)), strict=True):
            if isinstance(component, FoldedBox):
                yield from self.block_sides(face, component, picture)
            else:
                drawn[face.named(side)] = self.asset(picture)
        for face in own if role != "block" else ():
            back = {"back": drawn[face.back_name]} if face.back_name else {}
            yield self.type(face), {"label": face.front.alt, "image": drawn[face.front_name], **back}

    def block_sides(self, face: Face, component: FoldedBox, net: Image) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Yield the sides of a die, or the upper side of another block."""
        fine = net.width / face.width
        for pips, (x, y, width, height), turned in block_sides(component):
            if pips == 1 or is_die(component):
                left, top, right, bottom = (round(mm * fine) for mm in (x, y, x + width, y + height))
                side = net.crop((left, top, right, bottom))
                image = self.asset(side.rotate(180) if turned else side)
                yield self.type(face, pips), {"label": str(pips), "image": image}

    def type(self, face: Face, pips: int = 1) -> str:
        return f"{face.component}-{face.number}-{pips}"

    def asset(self, picture: Image) -> str:
        data = _png(picture)
        data = _png(picture.quantize(256)) if len(data) > MOST_BYTES else data
        name = f"{UUID(sha256(data).hexdigest()[:32])}.png"
        self.assets[name] = data
        return f"package://userassets/{name}"

    # ---- what lies on the table --------------------------------------------------------------

    def lot(self, lot: Lot, name: str) -> Iterator[Widget]:
        roles = {self.table.roles[self.table.faces[piece][0].component] for piece in lot.pieces}
        if lot.how == "hand":
            yield from self.player(lot)
        if lot.how != "stack" or (not lot.up and "card" in roles):
            yield from self.holder(lot, name) if lot.pieces else ()
        else:
            for piece in lot.pieces:
                for face in reversed(self.table.faces[piece]):
                    yield self.piece(piece, face, lot, lot.x, lot.y)

    def player(self, lot: Lot) -> Iterator[Widget]:
        """Yield a player's seat and counter."""
        y = 30.0 + (lot.seat - 1) % 8 * 96
        colour = COLOURS[(lot.seat - 1) % len(COLOURS)]
        named = self.selection.document.spec.players.colours[lot.seat - 1 : lot.seat]
        seat = {"seatIndex": lot.seat - 1, "seatColor": next((each for each in named if each in COLOURS), colour)}
        free = dict.fromkeys(("seatedUser", "seatLabel", "seatInitials"))
        yield {**self.widget("seat", f"seat-{lot.seat}", BESIDE, y), **seat, **free}
        counter = {"counterValue": 0, "label": say("Player {n}", n=lot.seat)}
        yield {**self.widget("counter", f"counter-{lot.seat}", BESIDE, y + 46), **counter}

    def holder(self, lot: Lot, name: str) -> Iterator[Widget]:
        """Yield a place that holds pieces in a stack, or side by side, a hand's face down; then its pieces."""
        sizes = [self.size(self.table.faces[piece][0]) for piece in lot.pieces]
        width, height = (max(size[axis] for size in sizes) + 2 * RIM for axis in (0, 1))
        hand = lot.how == "hand"
        width = max(width, lot.width * self.scale) if hand else width
        x, y = self.at(lot.x, lot.y)
        decks = list(dict.fromkeys(self.home(self.table.faces[piece][0]) for piece in lot.pieces))
        seat = {"layoutType": "spread", "spreadMulti": "multi", "linkedSeat": f"seat-{lot.seat}"} if hand else {}
        yield {
            **self.widget("holder", name, x - width / 2, y - height / 2),
            "width": _round(width),
            "height": _round(height),
            "label": lot.title,
            "allowedDecks": decks,
            "hasShuffleButton": not hand and lot.how != "bag",
            **seat,
        }
        for each in () if hand else decks:
            self.homes.setdefault(each, name)
        for number, piece in enumerate(lot.pieces):
            face = self.table.faces[piece][0]
            left = lot.x - lot.width / 2 + (number + 0.5) * lot.width / len(lot.pieces) if hand else lot.x
            yield {**self.piece(piece, face, lot, left, lot.y), "parent": name, "faceup": lot.how == "bag"}

    def piece(self, piece: str, face: Face, lot: Lot, left: float, top: float) -> Widget:
        """Return a piece with its middle at a point, mm."""
        component, role = self.selection.document.spec.components[face.component], self.table.roles[face.component]
        width, height = self.size(face)
        x, y = self.at(left, top)
        more = f"-{face.number}" if len(self.table.faces[piece]) > 1 else ""
        type_ = "dice" if is_die(component) else "card" if role in ("card", "page") else "piece"
        made = self.widget(type_, _named(piece) + more, x - width / 2, y - height / 2)
        if lot.fixed:
            return {**made, "type": "board", "width": width, "height": height, "boardImage": self.picture(face)}
        made |= {"deck": self.home(face)}
        if type_ == "dice":
            return {**made, "diceValue": self.type(face)}
        return {**made, "cardType": self.type(face), "parent": None, "faceup": lot.up, "owner": None}

    def picture(self, face: Face) -> str:
        """Return the address of a board's picture, which is added to the assets."""
        if face.front_name not in self.pictures:
            (drawn,) = pictures([(face, "front")], Form(dpi(face, DPI, MOST_PX), "round"))
            self.pictures[face.front_name] = self.asset(drawn)
        return self.pictures[face.front_name]

    # ---- px ----------------------------------------------------------------------------------

    def widget(self, type_: str, name: str, x: float, y: float) -> Widget:
        return {"id": name, "type": type_, "x": _round(x), "y": _round(y), "z": next(self.z), "dragging": None}

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.middle[0] + x * self.scale, self.middle[1] + y * self.scale

    def size(self, face: Face) -> tuple[float, float]:
        width, height = footprint(self.selection.document.spec.components[face.component], face)
        return _round(width * self.scale), _round(height * self.scale)


def _named(piece: str) -> str:
    """Return a widget's name: the piece's id, if that is safe anywhere."""
    return f"piece-{piece}" if _SAFE.fullmatch(piece) else f"piece-{sha256(piece.encode()).hexdigest()[:32]}"


def _png(picture: Image) -> bytes:
    data = BytesIO()
    picture.save(data, format="PNG")
    return data.getvalue()


def _round(px: float) -> float:
    return round(px, 2) + 0.0
