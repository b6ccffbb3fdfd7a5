"""Finds the distinct faces of a spec before any is drawn, and so at once what a save has changed.

Two pieces share a tile if all that their side is drawn from is the same. A tile's `key` is the hash of that: the
elements, the templates they use, the fields they name, what every face may name, and the files beside the spec.

Also finds the tiles at each place of the setup that a seed deals to a number of players.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from operator import itemgetter
from typing import Literal
from urllib.parse import unquote

from msgspec import Struct
from msgspec.msgpack import Encoder
from msgspec.structs import replace

from generator.building.watch import State
from generator.faces.distinct import distinct
from generator.faces.faces import Faces
from generator.faces.pages.markdown import MOST_BYTES
from generator.plan.options import Options
from generator.plan.selection import deals
from generator.plan.settings import chosen
from specs.base.files import read
from specs.expand.deal import Deal, deal
from specs.model import component as parts
from specs.model.component import Component, PagedText, Pages, Rows
from specs.model.document import Document, Piece
from specs.model.elements import Face, Repeat, Use, walk
from specs.model.schema import Credits, Players, SetupRules
from specs.read.beside import ARTWORK, inside
from specs.read.named_yaml import used
from specs.translation.rendering import called, labels, left_over, notes

Side = Literal["front", "back", "flap", "page"]
FOUND = 400  # ids of pieces that a tile is found by
WORDS = (".yaml", ".yml")  # files with the fields of a text, and other languages
_TEMPLATE, _PIECES = re.compile(r"template:([^\s?)]+)"), re.compile(r"\b(?:face|back|setup):")  # what a text shows
_encode = Encoder(enc_hook=repr).encode


class Tile(Struct, frozen=True):
    """A face that pieces share, the first of them `piece`; of a text, its `number`th page."""

    id: str
    key: str
    side: Side
    piece: Piece
    pieces: tuple[str, ...]
    number: int = 0

    @property
    def front(self) -> bool:
        """Return whether its side is on top when its pieces are dealt."""
        return self.side == "front" or (self.side == "page" and self.number == 1)

    def facts(self) -> dict[str, object]:
        """Return the tile for the page."""
        return {
            "id": self.id,
            "key": self.key,
            "component": self.piece.component,
            "side": self.side,
            "number": self.number,
            "pieces": self.pieces[:FOUND],
            "count": len(self.pieces),
        }


class TileSet:
    """The tiles of a document in order, fronts before backs; `files` are those it is made of, `pages` the number of
    pages of each text when it was last drawn. What is unchanged since `before` is not computed again."""

    def __init__(
        self, document: Document, faces: Faces, files: State, pages: Mapping[str, int], before: "TileSet | None" = None
    ) -> None:
        self.document, self.faces = document, faces
        self.before = {} if before is None else before.sides
        self.sides: dict[tuple[str, Side], tuple[bytes, Sequence[Tile]]] = {}  # by what they are drawn from
        self.stamps = sorted((str(file), *stamp) for file, stamp in files.items())
        art = [stamp for stamp in self.stamps if stamp[0].lower().endswith(ARTWORK)]
        self.ground = _encode((_ground(document), art, [words.sha256 for words in document.all_words]))
        self.whole = _encode((document.sha256, self.stamps))
        self.saved = _hash(self.whole)  # changes with any of its files
        self.tiles = {tile.id: tile for name in document.pieces for tile in self._of(name, pages.get(name, 1))}
        self.before = {}

    def _of(self, name: str, pages: int) -> Iterator[Tile]:
        component, pieces = self.document.spec.components[name], self.document.pieces[name]
        if isinstance(component, PagedText):
            for piece in pieces[:1]:
                drawn_from = self._book(component, component.pages)
                for number in range(1, pages + 1):
                    key = _hash(drawn_from, name, str(number), repr(piece.row))
                    yield Tile(f"{name}/page/{number}", key, "page", piece, (piece.id,), number)
            return
        for side, face in component.faces():
            drawn_from = self._drawn_from(component, face)
            made = drawn_from + _encode(pieces)
            if (known := self.before.get((name, side))) is None or known[0] != made:
                known = made, [*self._side_of(name, side, drawn_from, pieces)]
            self.sides[name, side] = known
            yield from known[1]

    def _side_of(self, name: str, side: parts.Side, drawn_from: bytes, pieces: Sequence[Piece]) -> Iterator[Tile]:
        keys = ((_hash(drawn_from, name, side, repr(self.faces.face_key(piece, side))), piece) for piece in pieces)
        for alike in distinct(keys, itemgetter(0)):
            (key, first), ids = alike[0], tuple(piece.id for _, piece in alike)
            yield Tile(f"{name}/{side}/{ids[0]}", key, side, first, ids)

    def _drawn_from(self, component: Component, face: Face) -> bytes:
        """Return what a side of every piece of a component is drawn from."""
        spec, templates = self.document.spec, self.using(face)
        named: dict[str, object] = {name: spec.templates.get(name) for name in sorted(templates)}
        faces = (face, *(spec.templates.get(name, ()) for name in templates))
        tables = {over for each in faces for over in _tables(each)}
        named |= {f"data {over}": spec.data.get(over) for over in sorted(tables)}
        printed = replace(component.print, sheet=component.print.page)
        plain = replace(component, written_rows=Rows(), id=None, notation=None, note="", print=printed)
        own = replace(plain, front=face, back=None, standee=replace(component.standee, flap=None))
        return _hash(self.ground, _encode((own, named))).encode()  # short: each piece's key is made with it

    def _book(self, component: Component, pages: Pages) -> bytes:
        """Return what the pages of a text are drawn from: for one that shows pieces or a setup, the whole spec."""
        try:
            words = read(inside(self.document.folder, pages.from_), MOST_BYTES).decode("utf-8", "replace")
        except (OSError, ValueError):
            return self.whole
        if _PIECES.search(words):
            return self.whole
        named = (Use(template=unquote(name)) for name in _TEMPLATE.findall(words))
        drawn_from = self._drawn_from(component, (*(component.front or ()), *named))
        fields = [stamp for stamp in self.stamps if stamp[0].endswith(WORDS) and stamp[0] != str(self.document.file)]
        return drawn_from + _encode((words, fields))

    def using(self, face: Face) -> set[str]:
        """Return the templates that a face uses, and those that these use."""
        found: set[str] = set()
        asked = list(used(face))
        while asked:
            if (name := asked.pop()) not in found:
                found.add(name)
                asked += used(self.document.spec.templates.get(name, ()))
        return found

    @cached_property
    def templates(self) -> dict[tuple[str, str], set[str]]:
        """Return the templates that each side of each component uses."""
        return {
            (name, side): self.using(face)
            for name, component in self.document.spec.components.items()
            for side, face in component.faces()
        }

    def meeting(self, condition: str) -> list[str]:
        """Return the ids of the tiles with a piece that meets a condition on its fields. Raises SpecError."""
        found = chosen(self.document, [*self.document.pieces], Options(where=condition))
        met = {name: {piece.id for piece in pieces} for name, pieces in found.items()}
        tiles = self.tiles.values()
        return [tile.id for tile in tiles if not met.get(tile.piece.component, set()).isdisjoint(tile.pieces)]


def _tables(face: Face) -> Iterator[str]:
    """Yield the names of possible tables that a face repeats over."""
    for _, element, _ in walk(face):
        if isinstance(element, Repeat) and isinstance(element.over, str):
            yield element.over


def _ground(document: Document) -> object:
    """Return what every face may name: a spec without its components, templates, tables and other parts that draw
    nothing."""
    spec = document.spec
    boards = SetupRules(boards=spec.setup.boards)
    bare = replace(spec, components={}, templates={}, data={}, rule_options={}, needs=(), edition=None, setup=boards)
    return replace(bare, credits=Credits(designer=""), players=Players(min=1, max=99))


def _hash(*parts: bytes | str) -> str:
    found = blake2b(digest_size=10)
    for part in parts:
        found.update(part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass"))
        found.update(b"\0")
    return found.hexdigest()


# ---- where a seed deals them ---------------------------------------------------------------------


Stack = tuple[str, Sequence[Piece]]  # its label, and its pieces from the top down


def dealt(tile_set: TileSet, players: int, seed: int) -> dict[str, object]:
    """Return the places of a setup, each with its stacks; `player` is its owner, 0 for all. Raises SpecError."""
    document = tile_set.document
    if not deals(document):
        return {"places": [], "notes": []}
    tiles = {(tile.piece.component, id_): tile for tile in tile_set.tiles.values() if tile.front for id_ in tile.pieces}
    found = deal(document, players, seed)

    def shown(stack: Stack) -> dict[str, object]:
        label, pieces = stack
        found = [(piece.id, tiles[piece.component, piece.id]) for piece in pieces]
        return {"label": label, "pieces": [{"piece": id_, **_face(tile)} for id_, tile in found]}

    def _face(tile: Tile) -> dict[str, object]:
        return {"id": tile.id, "key": tile.key, "size": document.spec.components[tile.piece.component].size_mm}

    return {
        "places": [
            {"name": name, "player": player, "stacks": [shown(stack) for stack in stacks]}
            for name, player, stacks in _places(document, found)
        ],
        "notes": [*notes(document, players), *left_over(document, found)],
    }


def _places(document: Document, found: Deal) -> Iterator[tuple[str, int, Sequence[Stack]]]:
    for name, track in found.tracks.items():
        yield name, 0, [(f"{number}", stack[::-1]) for number, stack in enumerate(track, 1)]
    for name, row in found.open.items():
        yield name, 0, [(label, (piece,)) for label, piece in zip(labels(document, found, name), row, strict=True)]
    for board, cells in found.cells.items():
        yield board, 0, [(cell, stack[::-1]) for cell, stack in cells.items() if stack]
    owned: Mapping[str, Sequence[Sequence[Piece]]] = {"": found.hands, **found.areas}
    for player in range(found.players):
        for name, areas in owned.items():
            if areas[player]:
                yield called(document, name) if name else "", player + 1, [("", (piece,)) for piece in areas[player]]
