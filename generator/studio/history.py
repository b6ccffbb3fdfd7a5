"""Edits that the page makes to the files of a spec: each is kept with the files' earlier content, and undone to equal
bytes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from generator.studio.saving import added, free_name, laid, remove, text_of, writable, write
from generator.studio.tables import TABLES, deck_of, table_of
from specs.base.errors import KeyPath
from specs.base.languages import say
from specs.edit.merge import differing, disputed, merged
from specs.edit.splice import Change, Conflict, Unwritable, changed
from specs.edit.table import CellChange, with_change
from specs.model.document import Document
from specs.read.beside import IMAGES

MOST_KEPT = 400  # changes that can be taken back
MOST_DRAWN = 60  # changes that are kept with their faces
MOST_LINES = 12  # old and new lines of a change that are shown
LAST = 9999  # an item's place at the end of its list
NOTHING: Mapping[Path, bytes] = {}


class Wanted(Struct, frozen=True):
    """Edits of one file in steps; each counts from the result of the step before it."""

    steps: tuple[tuple[Change, ...], ...]


class Typed(Struct, frozen=True):
    """The spec's text as somebody typed it, and what it was before."""

    text: str
    was: str


class Edited(Struct):
    """An edit of a file's text, and its time; `added` are files that came with it, `faces` the face that was looked at,
    before and after."""

    file: Path
    before: str
    after: str
    time: str
    added: Mapping[Path, bytes] = NOTHING
    faces: tuple[object | None, object] | None = None


class History:
    """The page's edits since the studio began, in order; and those that were undone."""

    def __init__(self) -> None:
        self.done: list[Edited] = []
        self.undone: list[Edited] = []

    def change(self, document: Document, steps: Sequence[Sequence[Change]], *, over: bool = False) -> Path:
        """Make edits in their file, as it is saved now; `over` overwrites what others made of the same values. Raises
        Unwritable, SpecError and OSError; then the file is as it was."""
        files = {writable(document, change.path) for step in steps for change in step}
        if len(files) != 1:
            raise Unwritable(say("Change one file at a time."))
        [file] = files
        before = after = text_of(file)
        for step in steps:
            after = changed(after, step, str(file), over=over)
        return self.put(file, before, after)

    def typed(self, document: Document, text: str, was: str, *, over: bool = False) -> Path:
        """Save the spec's own text as it was typed, over what it `was`; what others saved meanwhile stays. Raises
        Unwritable, SpecError and OSError."""
        file = writable(document, ())
        now = text_of(file)
        return self.put(file, now, _agreed(file, was, text, now, over=over))

    def cell(self, document: Document, change: CellChange, *, over: bool = False) -> Path:
        """Edit a table of rows. Raises as `change` does."""
        file = table_of(document, change.component)
        before = text_of(file)
        return self.put(file, before, with_change(before, change, over=over))

    def placed(self, document: Document, face: KeyPath, box: Sequence[float], name: str, data: bytes) -> Path:
        """Keep a picture beside the spec, and draw it in a box on top of a face. Raises as `change` does."""
        file = writable(document, face)
        kept = free_name(document.folder, name, data, IMAGES)
        change = Change("add", (*face, LAST), {"draw": "image", "image": kept, "box": box})
        before = text_of(file)
        after = changed(before, [change], str(file))
        return self.put(file, before, after, added(document.folder / kept, data))

    def deck(self, document: Document, name: str, data: bytes) -> Path:
        """Keep a table beside the spec, and make a deck of it. Raises as `change` does."""
        file = writable(document, ())
        kept = free_name(document.folder, name, data, TABLES)
        new = added(document.folder / kept, data)
        with laid(new):
            before = text_of(file)
            return self.put(file, before, changed(before, [deck_of(document, kept)], str(file)), new)

    def put(self, file: Path, before: str, after: str, new: Mapping[Path, bytes] = NOTHING) -> Path:
        """Write an edit, and keep it for undo; return its file. Raises Unwritable and OSError."""
        if after != before:
            with laid(new):
                write(file, after)
            edited = Edited(file, before, after, datetime.now().strftime("%H:%M:%S"), new)
            self.done = [*self.done, edited][-MOST_KEPT:]
            self.undone.clear()
        return file

    def step(self, *, back: bool, over: bool = False) -> Path:
        """Undo the last edit, or redo it. What others saved since stays. Raises Unwritable and OSError."""
        source, target = (self.done, self.undone) if back else (self.undone, self.done)
        if not source:
            raise Unwritable(say("There is nothing to take back.") if back else say("There is nothing to do again."))
        last = source[-1]
        base, ours = (last.after, last.before) if back else (last.before, last.after)
        text = _agreed(last.file, base, ours, text_of(last.file), over=over)
        with laid(NOTHING if back else last.added):
            write(last.file, text)
        if back:
            remove(last.added)
        target.append(source.pop())
        return last.file

    def drew(self, before: object | None, after: object) -> None:
        """Keep with the last edit the face that was looked at, before it (None if unknown) and after it."""
        if self.done and self.done[-1].faces is None:
            self.done[-1].faces = before, after
            for old in self.done[:-MOST_DRAWN]:
                old.faces = None

    def all(self) -> list[Edited]:
        """Return all edits in order, including those that were undone."""
        return [*self.done, *reversed(self.undone)]

    def listing(self) -> list[dict[str, object]]:
        """Return all edits for the page's list: file and time, the old and new lines, the number of the first."""
        return [_listed(each, n >= len(self.done)) for n, each in enumerate(self.all())]


def _listed(edited: Edited, undone: bool) -> dict[str, object]:
    start, old, new = differing(edited.before, edited.after)
    lines = {"old": old[:MOST_LINES], "new": new[:MOST_LINES], "line": start + 1}
    names = [file.name for file in edited.added]
    return {
        "file": edited.file.name,
        "time": edited.time,
        **lines,
        "added": names,
        "undone": undone,
        "drawn": edited.faces is not None,
    }


def _agreed(file: Path, was: str, text: str, now: str, *, over: bool) -> str:
    """Return a text merged with what others saved meanwhile. Raises Conflict."""
    found = merged(was, text, now, over=over)
    if found is None:
        said = say("{file} was changed in the same lines since.", file=file.name)
        raise Conflict(said, *disputed(was, text, now))
    return found
