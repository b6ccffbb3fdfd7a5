"""Answers the page while it edits: a face's elements, the files' text and rows, and its edits."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
from starlette.requests import Request

from generator.studio import editing, saving, tables
from generator.studio.history import History, Typed, Wanted
from generator.studio.shown import Shown
from generator.studio.tiles import Tile, TileSet
from specs.base import seeds
from specs.base.errors import SpecError
from specs.base.json_values import decoded
from specs.base.languages import say
from specs.edit.splice import Conflict, Unwritable
from specs.edit.table import CellChange
from specs.model.document import Document

REMEMBERED = 8  # last drawings, for the history


class Refused(Exception):
    """A refused request: the status, a sentence that says why, and further facts for the page."""

    def __init__(self, status: int, said: str, **more: object) -> None:
        super().__init__(said)
        self.status, self.more = status, more


class Changes:
    """The edits of one spec by its page."""

    def __init__(self, shown: Shown) -> None:
        self.shown, self.history, self.writing = shown, History(), asyncio.Lock()
        self.looked: dict[str, dict[str, object]] = {}  # the last drawings for editing, by the faces' keys

    def whole(self) -> Document:
        """Return the spec as it was last saved without a fault. Raises Refused if it never was."""
        if self.shown.whole is None:
            raise Refused(409, say("Nothing to show yet: fix what is listed beside this, and save."))
        return self.shown.whole

    def elements(self, tile: Tile, tile_set: TileSet) -> dict[str, object]:
        """Return a face for editing, and its elements with their keys."""
        face, trace = self.shown.drawer.numbered(tile, tile_set)
        self.looked = dict([*self.looked.items(), (tile.key, face)][-REMEMBERED:])
        return {"face": face, "elements": editing.elements(tile_set.document, tile.piece, tile.side, trace)}

    async def kit(self, _: Request) -> object:
        return await self.shown.work(editing.kit, self.whole()) | self.steps()

    def steps(self) -> dict[str, int]:
        """Return how many edits can be undone and redone."""
        return {"undo": len(self.history.done), "redo": len(self.history.undone)}

    async def change(self, request: Request) -> object:
        wanted = msgspec.json.decode(await request.body(), type=Wanted)
        over = _over(request)
        return await self.edited(partial(self.history.change, self.whole(), wanted.steps, over=over), request)

    async def text(self, _: Request) -> dict[str, str]:
        """Return the spec's own text."""
        file = Path(self.whole().file)
        return {"file": str(file), "text": await asyncio.to_thread(saving.text_of, file)}

    async def type(self, request: Request) -> object:
        typed = msgspec.json.decode(await request.body(), type=Typed)
        deed = partial(self.history.typed, self.whole(), typed.text, typed.was, over=_over(request))
        answer = await self.edited(deed, request)
        return {**answer, **await self.text(request)}

    def rows(self, tile: Tile, tile_set: TileSet) -> object:
        """Return the table that a face's piece comes from, or why it cannot be edited here."""
        try:
            return tables.rows(tile_set.document, tile.piece)
        except Unwritable as error:
            return {"message": str(error)}

    async def cell(self, request: Request) -> object:
        change = msgspec.json.decode(await request.body(), type=CellChange)
        return await self.edited(partial(self.history.cell, self.whole(), change, over=_over(request)), request)

    async def picture(self, request: Request) -> object:
        """Keep a dropped picture beside the spec, and draw it on the face where it was dropped."""
        query, data = request.query_params, await request.body()
        whole, path = self.whole(), decoded(query.get("at", ""), tuple[str | int, ...])
        box = decoded(query.get("box", ""), tuple[float, float, float, float])
        deed = partial(self.history.placed, whole, path, box, query.get("name", ""), data)
        return await self.edited(deed, request)

    async def deck(self, request: Request) -> object:
        """Keep a dropped table beside the spec, and make a deck of it."""
        name, data = request.query_params.get("name", ""), await request.body()
        return await self.edited(partial(self.history.deck, self.whole(), name, data), request)

    async def past(self, _: Request) -> object:
        """Return the edits since the studio began."""
        return {"edits": self.history.listing()}

    async def was(self, request: Request) -> object:
        """Return the face that was looked at when an edit was made, before it and after it."""
        number, edits = seeds.read(request.query_params.get("number", "")), self.history.all()
        faces = edits[number].faces if number is not None and number < len(edits) else None
        if faces is None:
            raise Refused(410, say("This face is no longer kept."))
        return {name: face for name, face in zip(("before", "after"), faces, strict=True) if face}

    async def step(self, back: bool, request: Request) -> object:
        return await self.edited(partial(self.history.step, back=back, over=_over(request)), request)

    async def edited(self, deed: Callable[[], Path], request: Request) -> dict[str, object]:
        """Edit a file, one edit after another, and show the result: with the face that is looked at, if the request
        names one, so that the page needs no second request."""
        face, before = request.query_params.get("face", ""), self.shown.tile_set
        async with self.writing:
            try:
                file = await asyncio.to_thread(deed)
            except Conflict as error:
                asked = {"ours": error.ours, "theirs": error.theirs}
                raise Refused(409, str(error), conflict=asked) from None
            except (Unwritable, SpecError, OSError) as error:
                raise Refused(409, editing.refusal(error)) from None
            await self.shown.saved(await asyncio.to_thread(self.shown.eye.look) | {file})
        tile_set = self.shown.tile_set
        looked: dict[str, object] = {}
        if tile_set is not None and (tile := tile_set.tiles.get(face)) is not None:
            looked = await self.shown.work(self.looked_at, tile, tile_set, before)
        return {"number": self.shown.number, **self.steps(), **looked}

    def looked_at(self, tile: Tile, tile_set: TileSet, before: TileSet | None) -> dict[str, object]:
        """Return a face and its elements: empty if it cannot be drawn; after a save that could not be taken, or with a
        newer one, only what is wrong. A face that the edit changed is kept with it, together with its look before."""
        if tile_set is not self.shown.drawer.tile_set or self.shown.unread:
            return {"faults": [self.shown.editor.facts(fault) for fault in self.shown.unread]}
        try:
            found = self.elements(tile, tile_set)  # which draws what the face then shows
        except (SpecError, OSError):  # a file that is gone again
            return {}
        former = None if before is None else before.tiles.get(tile.id)
        if former is None or former.key != tile.key:
            self.history.drew(None if former is None else self.looked.get(former.key), found["face"])
        return {"key": tile.key, "saved": tile_set.saved, **found}


def _over(request: Request) -> bool:
    """Return whether the page may overwrite what somebody else saved: its user was asked."""
    return request.query_params.get("over") == "yes"
