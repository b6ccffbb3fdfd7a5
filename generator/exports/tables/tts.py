"""A game for Tabletop Simulator: a save with the whole table laid out, and a saved object for each component.

A save is JSON; docs/tables.md documents it, and says what is not verified. y is up, player 1 sits at -z.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path

from msgspec import json
from msgspec.structs import replace

from generator.exports.pictures import INCH, Face, Form, faces, sides
from generator.exports.tables.atlas import RIM, UP, Atlas, Place, dpi, is_die, obj
from generator.exports.tables.table import Lot, Role, Table, laid_out, remarks
from generator.plan.drawer import Drawer
from generator.plan.options import Crop
from generator.plan.selection import Selection
from specs.base.languages import say
from specs.model.component import Component, FoldedBox
from specs.translation import rendering

Object = dict[str, object]


# Sizes there. A unit is about an inch. All but `CARD` is what other builders rely on, and was not measured.
UNIT = 28.4  # mm in a unit: a poker card keeps the size that cards have there
CARD = 88.0  # mm: a card this high has scale 1; its width follows its picture
TILE = FIGURE = 56.8  # mm: shorter side of a tile or token, height of a figurine, at scale 1
BAG = 0.6  # a bag's scale
THICK = 0.1  # units, a tile's thickness
SEATS = ("White", "Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Pink", "Teal", "Brown")
HIGH = 1.0  # units: height of the table's top
LIFT = 0.4  # units above a board, for what may lie on it; it falls into place
TRANSFORM = tuple(f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ")
WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}
ALWAYS: Object = {
    **dict.fromkeys(("Description", "GMNotes", "LuaScript", "LuaScriptState", "XmlUI"), ""),
    **dict.fromkeys(("Grid", "Snap", "DragSelectable", "Autoraise", "Sticky", "Tooltip"), True),
    **dict.fromkeys(("IgnoreFoW", "MeasureMovement", "GridProjection", "HideWhenFaceDown", "Hands"), False),
    **dict.fromkeys(("LayoutGroupSortIndex", "Value"), 0),
    "AltLookAngle": {"x": 0.0, "y": 0.0, "z": 0.0},
    "ColorDiffuse": WHITE,
}
LONGEST = 60  # letters of a thing's name


def write(drawer: Drawer, folder: Path, stem: str, address: str) -> Iterator[str]:
    """Write a whole game into a folder; its pictures will be found below `address`. Yields remarks. Raises SpecError,
    OSError."""
    selection, found = drawer.selection, faces(drawer)
    table = laid_out(selection, found)
    made = TtsObjects(selection, table, found, Atlas(folder / "pictures"), address)
    title = selection.spec.title
    notes = "\n".join((*made.named(), *rendering.notes(selection.document, table.players)))
    _save(folder / f"{stem}.json", title, list(made.table()), notes, "Table_RPG")
    (folder / "objects").mkdir()
    for name in selection.components:
        lot = Lot(selection.title(name), tuple(piece.id for piece in selection.pieces[name]), 0.0, 0.0, up=False)
        if table.roles[name] not in ("card", "page") and len(lot.pieces) > 1:
            lot = replace(lot, how="bag")
        objects = [*made.lot(lot, f"object {name}")]
        _save(folder / "objects" / f"{name}.json", f"{title}: {selection.title(name)}", objects)
    yield from remarks(selection, table)
    if address.startswith("file:"):
        yield say("Only you see pictures on your own disk: --url says where others find them.")


def _one(lot: Lot, piece: str, face: Face) -> Lot:
    """Return a piece of a lot, named by its text, if that is short."""
    title = face.front.alt if 0 < len(face.front.alt) <= LONGEST else lot.title
    return replace(lot, title=title, pieces=(piece,))


def _save(file: Path, name: str, objects: Sequence[Object], notes: str = "", table: str = "") -> None:
    tab = {"title": name, "body": notes, "color": "White", "visibleColor": WHITE, "id": 0}
    value = {
        **dict.fromkeys(("Date", "Sky", "Note", "LuaScript", "LuaScriptState", "XmlUI", "VersionNumber"), ""),
        "SaveName": name,
        "GameMode": name,
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": table,
        "TabStates": {"0": tab} if notes else {},
        "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
        "ObjectStates": objects,
    }
    file.write_bytes(json.format(json.encode(value, enc_hook=str), indent=1) + b"\n")


Size = float | tuple[float, float, float]  # one scale, or one for each axis


class TtsObjects:
    """A game's objects. Their pictures are written when they are asked for."""

    def __init__(self, selection: Selection, table: Table, found: Sequence[Face], atlas: Atlas, address: str) -> None:
        self.selection, self.laid, self.atlas, self.address = selection, table, atlas, address.rstrip("/")
        self.guids: set[str] = set()
        self.places: dict[tuple[str, str], Place] = {}
        self.files: dict[str, str] = {}
        self.meshes: dict[str, str] = {}
        for name in selection.components:
            own = [face for face in found if face.component == name]
            if self.flat(name) and own:
                self.places |= {(face.front_name, face.back_name): place for face, place in atlas.sheet(own)}
            elif own:
                crop: Crop = "round" if table.roles[name] in ("token", "standee") else "square"
                self.files |= atlas.alone([*sides(own)], Form(dpi(own[0]), crop))

    def flat(self, name: str) -> bool:
        """Return whether a component is made of cards there: it is drawn from decks, read, or a board."""
        fixed = (piece for lot in self.laid.lots if lot.fixed for piece in lot.pieces)
        return self.laid.roles[name] in ("card", "page") or any(self.component(piece) == name for piece in fixed)

    def component(self, piece: str) -> str:
        return self.laid.faces[piece][0].component

    # ---- the whole table ---------------------------------------------------------------------

    def table(self) -> Iterator[Object]:
        """Yield the zone of each player's hand, then the objects of all lots."""
        seats = self.seats()
        for lot in self.laid.lots:
            if lot.how == "hand" and (colour := seats[lot.seat - 1]):
                size = (lot.width / UNIT, 7.0, lot.height / UNIT)
                zone = replace(lot, turned=not lot.turned, fixed=True)
                yield {**self.thing("HandTrigger", zone, "hand", size, HIGH + 3.0), "FogColor": colour}
        for number, lot in enumerate(self.laid.lots):
            yield from self.lot(lot, f"{number}")

    def seats(self) -> Sequence[str]:
        """Return each player's colour there: the one of the spec, if it exists there, else a free one."""
        wanted = [name.title() for name in self.selection.document.spec.players.colours[: self.laid.players]]
        left = [colour for colour in SEATS if colour not in wanted]
        wanted += [""] * (self.laid.players - len(wanted))
        return [colour if colour in SEATS else left.pop(0) if left else "" for colour in wanted]

    def named(self) -> Iterator[str]:
        """Say which colour there stands for a player's, if it is another."""
        for wanted, colour in zip(self.selection.document.spec.players.colours, self.seats(), strict=False):
            if colour and wanted.title() != colour:
                yield say("{player} sits at {colour}.", player=wanted.title(), colour=colour)

    def lot(self, lot: Lot, seed: str) -> Iterator[Object]:
        """Yield the objects of a lot. A lot to draw from is a deck; few pieces lie on one another, each by itself."""
        if lot.how == "bag":
            yield self.bag(lot, seed)
        elif lot.how == "hand":
            left = lot.x - lot.width / 2
            for number, piece in enumerate(lot.pieces):
                at = left + (number + 0.5) * lot.width / len(lot.pieces)
                yield self.piece(piece, replace(lot, x=at), seed, HIGH + 2.0)
        elif all(self.flat(self.component(piece)) for piece in lot.pieces) and (
            not lot.up or any(len(self.laid.faces[piece]) > 1 for piece in lot.pieces)
        ):
            yield self.deck(lot, seed)
        else:
            for number, piece in enumerate(lot.pieces):
                high = HIGH if lot.fixed else HIGH + LIFT + number * 2 * THICK
                yield self.piece(piece, lot, seed, high)

    # ---- things ------------------------------------------------------------------------------

    def thing(self, name: str, lot: Lot, seed: str, size: Size, high: float = HIGH + LIFT) -> Object:
        """Return what every object has."""
        turn = 0.0 if lot.turned else 180.0
        flat = name in ("Card", "CardCustom", "Deck", "Custom_Tile", "Custom_Token")
        place: tuple[float, ...] = (lot.x / UNIT, high, -lot.y / UNIT, 0.0, turn, 0.0 if lot.up else 180.0)
        place += (size, 1.0 if flat else size, size) if isinstance(size, float) else size
        return {
            **ALWAYS,
            "GUID": self.guid(f"{seed} {name} {lot.pieces}"),
            "Name": name,
            "Transform": {key: _round(number) for key, number in zip(TRANSFORM, place, strict=True)},
            "Nickname": lot.title,
            "Locked": lot.fixed,
        }

    def piece(self, piece: str, lot: Lot, seed: str, high: float = HIGH + LIFT) -> Object:
        """Return one piece as an object of its component's kind. Its id is in the game master's notes, for scripts."""
        face = self.laid.faces[piece][0]
        name, role = face.component, self.laid.roles[face.component]
        own = _one(lot, piece, face)
        if self.flat(name):
            return self.card(piece, face, own, seed, high)
        component = self.selection.document.spec.components[name]
        made, scale, more = self.shaped(role, face, component)
        return {**self.thing(made, own, f"{seed} {piece}", scale, high), "GMNotes": piece, **more}

    def shaped(self, role: Role, face: Face, component: Component) -> tuple[str, float, Object]:
        """Return the object type of a piece that is not a card, its scale, and its own keys."""
        if isinstance(component, FoldedBox):
            return "Custom_Model", 1.0, self.mesh(face, component)
        picture = {
            "ImageURL": self.url(self.files[face.front_name]),
            "ImageSecondaryURL": self.url(self.files[face.back_name]) if face.back_name else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
        }
        if role == "standee":
            return "Figurine_Custom", face.height / FIGURE, {"CustomImage": picture}
        scale = min(face.width, face.height) / TILE
        if role == "token":
            scale += 2 * RIM * INCH / dpi(face) / TILE
            token = {"Thickness": THICK, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
            return "Custom_Token", scale, {"CustomImage": {**picture, "CustomToken": token}}
        shape = {"hex-flat": 1, "hex-pointy": 1, "circle": 2}.get(component.shape, 3 if component.radius else 0)
        tile = {"Type": shape, "Thickness": THICK, "Stackable": False, "Stretch": True}
        return "Custom_Tile", scale, {"CustomImage": {**picture, "CustomTile": tile}}

    def mesh(self, face: Face, component: FoldedBox) -> Object:
        """Return a box with its sides' pictures; a cube is a die."""
        if face.component not in self.meshes:
            self.meshes[face.component] = self.atlas.put(obj(component, 1 / UNIT).encode(), "obj")
        mesh = {
            "MeshURL": self.url(self.meshes[face.component]),
            "DiffuseURL": self.url(self.files[face.front_name]),
            "NormalURL": "",
            "ColliderURL": "",
            "Convex": True,
            "MaterialIndex": 3,
            "TypeIndex": 2 if is_die(component) else 0,
            "CastShadows": True,
        }
        values = [{"Value": pips, "Rotation": dict(zip("xyz", turn, strict=True))} for pips, turn in UP]
        return {"CustomMesh": mesh, **({"RotationValues": values} if is_die(component) else {})}

    def bag(self, lot: Lot, seed: str) -> Object:
        held = [self.piece(piece, replace(lot, up=True), seed) for piece in lot.pieces]
        bag = self.thing("Bag", lot, seed, BAG)
        look = {"MaterialIndex": -1, "MeshIndex": -1, "Bag": {"Order": 0}}
        return {**bag, "ColorDiffuse": {"r": 0.44, "g": 0.36, "b": 0.27}, **look, "ContainedObjects": held}

    # ---- cards -------------------------------------------------------------------------------

    def card(self, piece: str, face: Face, lot: Lot, seed: str, high: float) -> Object:
        place = self.places[face.front_name, face.back_name]
        lies = self.laid.roles[face.component] == "card" and not lot.fixed
        return {
            **self.thing("Card", lot, f"{seed} {piece} {face.number}", face.height / CARD, high),
            "GMNotes": piece,
            "HideWhenFaceDown": lies,
            "Hands": lies,
            "CardID": 100 * place.sheet.key + place.index,
            "SidewaysCard": face.width > face.height,
            "CustomDeck": self.decks([place], face),
        }

    def deck(self, lot: Lot, seed: str) -> Object:
        """Return a deck, or its one card."""
        both = [(piece, face) for piece in lot.pieces for face in reversed(self.laid.faces[piece])]
        both = both if lot.up else both[::-1]  # a deck that lies face down lists its top first
        cards = [self.card(piece, face, _one(lot, piece, face), seed, HIGH + LIFT) for piece, face in both]
        if len(cards) == 1:
            return cards[0]
        first = both[0][1]
        places = [self.places[face.front_name, face.back_name] for _, face in both]
        return {
            **self.thing("Deck", lot, seed, first.height / CARD),
            "HideWhenFaceDown": True,
            "DeckIDs": [card["CardID"] for card in cards],
            "CustomDeck": self.decks(places, first),
            "ContainedObjects": cards,
            "SidewaysCard": first.width > first.height,
        }

    def decks(self, places: Iterable[Place], face: Face) -> Object:
        component = self.selection.document.spec.components[face.component]
        outline = {"hex-flat": 3, "hex-pointy": 3, "circle": 4}.get(component.shape, 0 if component.radius else 1)
        return {
            str(sheet.key): {
                "FaceURL": self.url(sheet.front),
                "BackURL": self.url(sheet.back or self.blank()),
                "NumWidth": sheet.across,
                "NumHeight": sheet.down,
                "BackIsHidden": True,
                "UniqueBack": sheet.unique,
                "Type": outline,
            }
            for sheet in {place.sheet.key: place.sheet for place in places}.values()
        }

    # ---- addresses and names -----------------------------------------------------------------

    def url(self, name: str) -> str:
        return f"{self.address}/{name}"

    def blank(self) -> str:
        """Return the back of a face without one."""
        from PIL import Image

        return self.atlas.save(Image.new("RGB", (64, 64), (255, 255, 255)))

    def guid(self, text: str) -> str:
        """Return six hexadecimal digits that are unique in this build, and the same in each build."""
        named = f"{self.selection.document.spec.game} {text}"
        every = (sha256(f"{named} {number}".encode()).hexdigest()[:6] for number in count())
        found = next(each for each in every if each not in self.guids)
        self.guids.add(found)
        return found


def _round(number: float) -> float:
    return round(number, 4) + 0.0  # avoids -0.0
