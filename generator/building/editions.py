"""Compares two editions of a game: what is drawn differently, what is new, what is gone.

An edition is a spec, or what a build wrote: its folder or manifest, which shows which faces changed but cannot draw
them.

The differences are drawn, before beside after, as one tall page to look at, and as the sheets of an update, which say
what to take out of the box and what to put in. mm.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from fnmatch import fnmatchcase
from itertools import chain, zip_longest
from pathlib import Path
from typing import Literal, get_args

from msgspec import DecodeError, Struct
from msgspec.structs import replace

from generator.building.loading import asked, load
from generator.building.publish import NAME, stored as manifest
from generator.draw.fonts.fonts import width
from generator.draw.scene import Colour, Font, Node, Page, Text
from generator.faces.distinct import distinct
from generator.faces.outline import outlined, trim
from generator.plan import options
from generator.plan.drawer import Drawer, drawer_of
from generator.sheets.handouts.handout import Handout, heading
from generator.sheets.lettering import INK
from generator.sheets.printable import Foot, SheetOptions
from specs.base.errors import Fault, Place, SpecError, bad
from specs.base.files import unread
from specs.base.languages import say
from specs.model.document import Piece

Kind = Literal["changed", "new", "gone"]
# build options that the other edition is looked at with
KEPT = ("only", "options", "language", "large", "count", "players", "pieces", "where")
CHOSEN = ("only", "pieces")  # those that may select nothing in the other edition
MOST_LETTERS = 160  # letters of a difference


class Changes(Struct, frozen=True):
    """How a game differs from another edition, by the ids of its pieces."""

    changed: tuple[str, ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """Yield a line for each kind of change."""
        for what, ids in ((say("changed"), self.changed), (say("new"), self.new), (say("gone"), self.gone)):
            if ids:
                yield f"  {what}: {span(ids, 12)}"


class Edition(Struct, frozen=True):
    """A game as it is or was printed: `prints` tells a changed face, by piece; an earlier build has no `drawer`.
    `known` are the other pieces that it has, if only some are looked at."""

    game: str
    title: str
    edition: str
    prints: Mapping[str, str]
    drawer: Drawer | None = None
    options: Mapping[str, object] = {}
    known: frozenset[str] = frozenset()

    def pieces(self) -> Iterator[Piece]:
        """Return every piece that can be drawn."""
        return chain.from_iterable(self.drawer.selection.pieces.values() if self.drawer else ())


class _Stored(Struct):
    """The parts of a manifest that identify an edition."""

    game: str
    title: str
    edition: str
    faces: dict[str, str]
    options: dict[str, object]


class Difference(Struct, frozen=True):
    """Pieces that differ in the same way; `before` and `after` are the first of them, if it can be drawn, `number` the
    side that shows it. `words` say what differs."""

    kind: Kind
    title: str
    pieces: tuple[str, ...]
    words: str
    before: Piece | None
    after: Piece | None
    number: int = 0


def changes(before: Mapping[str, str], after: Mapping[str, str], known: Set[str] = frozenset()) -> Changes:
    """Return how prints differ; a piece in `known` is not gone."""
    return Changes(
        tuple(piece for piece, print_ in after.items() if piece in before and before[piece] != print_),
        tuple(piece for piece in after if piece not in before),
        tuple(piece for piece in before if piece not in after and piece not in known),
    )


def editions(old: str, new: str, words: Mapping[str, object] | None = None) -> tuple[Edition, Edition]:
    """Return two editions by a spec's name or file, a build's folder or its manifest; if one was built with options of
    its own, the other is looked at with the same, as far as it has them. Raises SpecError, OSError."""
    built = [_built(name) for name in (old, new)]
    given = next((each.options for each in built if each is not None), None)
    if given is not None:
        for flag in (options.known()[name].flag for name, word in (words or {}).items() if word):
            raise bad("wrong-value", flag, "a build, which is looked at as it was printed", "two specs")
    first, second = (
        found or (of(drawer_of(*asked(name, words or {}))) if given is None else _like(name, given))
        for name, found in zip((old, new), built, strict=True)
    )
    _same_game(old, first.game, second.game)
    return first, second


def before(name: str, drawer: Drawer) -> Edition:
    """Return the edition before a build, with the build's options. Raises SpecError, OSError."""
    given = drawer.selection.settings.given
    words = {key: getattr(given, key) for key in ("options", "language", "large", "players")}
    found = _built(name) or _like(name, {**words, "only": () if drawer.selection.settings.whole else given.only})
    _same_game(name, found.game, drawer.selection.spec.game)
    return found


def of(drawer: Drawer) -> Edition:
    """Return the edition that a build prints. Raises SpecError."""
    selection = drawer.selection
    document, spec = selection.document, selection.spec
    ids = (piece.id for pieces in document.pieces.values() for piece in pieces)
    known = frozenset() if selection.settings.whole else frozenset(ids)
    return Edition(spec.game, spec.title, document.edition, drawer.fingerprints(), drawer, known=known)


def _same_game(name: str, old: str, new: str) -> None:
    if old != new:
        raise bad("wrong-value", name, f"an edition of {old}", f"one of {new}")


def _like(name: str, given: Mapping[str, object]) -> Edition:
    """Return a spec with another edition's options: of the names among them those that it has. Raises SpecError; faults
    of an option are placed at the spec."""
    document = load(name)
    spec = document.spec
    ids = [piece.id for each in document.pieces.values() for piece in each]
    has: dict[str, Callable[[str], bool]] = {
        "only": spec.components.__contains__,
        "options": spec.print_options.__contains__,
        "pieces": lambda pattern: any(fnmatchcase(each, pattern) for each in ids),
    }
    fitted = {
        key: tuple(filter(has[key], word)) if key in has and isinstance(word, list | tuple) else word
        for key, word in given.items()
    }
    if any(given.get(key) and not fitted[key] for key in CHOSEN):
        return Edition(spec.game, spec.title, document.edition, {})
    try:
        return of(drawer_of(*asked(document, fitted)))
    except SpecError as error:
        raise SpecError([_of_edition(name, fault) for fault in error.faults]) from None


def _of_edition(name: str, fault: Fault) -> Fault:
    """Return a fault; that of an option with the edition's name before the option's."""
    file = fault.place.file
    return replace(fault, place=Place(f"{name}: {file}")) if file.startswith("--") else fault


def _built(name: str) -> Edition | None:
    """Return what a build's manifest says; None for a spec's name. Raises SpecError for a file that is no manifest."""
    place = Path(name)
    if not (place.is_dir() or place.suffix == ".json"):
        return None
    file = place / NAME if place.is_dir() else place
    try:
        stored = manifest(file, _Stored)
        if any(len(text.splitlines()) > 1 for text in (stored.game, stored.title, stored.edition, *stored.faces)):
            raise ValueError
    except OSError as error:
        raise SpecError([unread(str(file), error)]) from None
    except (DecodeError, ValueError):
        found = "no manifest of a build"
        raise bad("wrong-file", str(file), found, f"a spec, a build's folder or its {NAME}") from None
    given = {key: word for key in KEPT if (word := stored.options.get(key))}
    return Edition(stored.game, stored.title, stored.edition, stored.faces, None, given)


# ---- what differs ----------------------------------------------------------------------------------


def differences(old: Edition, new: Edition) -> list[Difference]:
    """Return what differs, with pieces that differ alike as one: changed, new, gone, each in its edition's order.
    Raises SpecError."""
    found = changes(old.prints, new.prints, new.known)
    return [each for kind in get_args(Kind) for each in _alike(old, new, kind, getattr(found, kind))]


def _alike(old: Edition, new: Edition, kind: Kind, ids: Sequence[str]) -> Iterator[Difference]:
    before, after = ({piece.id: piece for piece in edition.pieces()} for edition in (old, new))

    def prints(name: str) -> tuple[str, str, str]:
        known = after.get(name) or before.get(name)
        return known.component if known else "", old.prints.get(name, ""), new.prints.get(name, "")

    for alike in distinct(ids, prints):
        was, now = before.get(alike[0]), after.get(alike[0])
        drawer = new.drawer if now else old.drawer
        title = drawer.selection.title(prints(alike[0])[0]) if drawer else ""
        words, number = "", 0
        if old.drawer and new.drawer and was and now:
            words, number = _difference(old.drawer, was, new.drawer, now)
        yield Difference(kind, title, tuple(alike), words, was, now, number)


def _difference(old: Drawer, was: Piece, new: Drawer, now: Piece) -> tuple[str, int]:
    """Return what differs of a piece, in words, and which of its sides shows it first."""
    sides = [*zip_longest(_sides(old, was), _sides(new, now), fillvalue=("", ""))]
    number = next((n for n, (before, after) in enumerate(sides) if before != after), 0)
    sizes = [drawer.selection.size(piece.component) for drawer, piece in ((old, was), (new, now))]
    if sizes[0] != sizes[1]:
        return " → ".join(f"{width:g} × {height:g} mm" for width, height in sizes), number
    words = "; ".join(_words(before, after) for (_, before), (_, after) in sides if before != after)
    return words[:MOST_LETTERS] + "…" * (len(words) > MOST_LETTERS), number


def _sides(drawer: Drawer, piece: Piece) -> list[tuple[str, str]]:
    """Return the fingerprint of each side, and its alt text."""
    return [(drawer.prints.of((side,), b""), side.alt) if side else ("", "") for side in drawer.sides(piece)]


def _words(before: str, after: str) -> str:
    """Return the words that differ in two texts."""
    from difflib import SequenceMatcher

    a, b = ([word.strip(",;:.") for word in text.split()] for text in (before, after))
    parts = []
    for what, i, j, k, n in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        gone, come = " ".join(a[i:j]), " ".join(b[k:n])
        if what != "equal":
            parts.append(f"“{gone}” → “{come}”" if gone and come else f"“{come}” +" if come else f"“{gone}” −")
    return ", ".join(parts)


def lines(old: Edition, new: Edition, found: Sequence[Difference]) -> Iterator[str]:
    """Yield what differs, a line each."""
    if not found:
        yield say("{title}: edition {old} and edition {new} look the same.",
                  title=new.title, old=old.edition, new=new.edition)  # fmt: skip
        return
    changed, fresh, gone = (sum(len(e.pieces) for e in found if e.kind == kind) for kind in get_args(Kind))
    yield say(
        "{title}: from edition {old} to {new}: {changed} changed, {fresh} new, {gone} gone",
        title=new.title, old=old.edition, new=new.edition, changed=changed, fresh=fresh, gone=gone,
    )  # fmt: skip
    named = {"changed": say("changed"), "new": say("new"), "gone": say("gone")}
    for each in found:
        about = " · ".join(filter(None, (each.title, span(each.pieces), each.words)))
        yield f"  {named[each.kind]}: {about}"


def span(ids: Sequence[str], most: int = 3) -> str:
    """Return pieces in a line: the first few by id, and how many more there are."""
    shown = ", ".join(ids[:most])
    return shown if len(ids) <= most else f"{shown} {say('and {n} more', n=len(ids) - most)}"


def facts(old: Edition, new: Edition, found: Sequence[Difference], file: Path | None) -> dict[str, object]:
    """Return what differs, for programs."""
    differences = [{"kind": e.kind, "component": e.title, "pieces": list(e.pieces), "words": e.words} for e in found]
    sides = {"old": old.edition, "new": new.edition}
    return {"title": new.title, **sides, "differences": differences, "picture": None if file is None else str(file)}


# ---- differences as pages ------------------------------------------------------------------------


ROW, HEAD, PICTURE, APART = 25.0, 10.0, 22.0, 8.0
TOP = 18.0  # height of the headline's strip
WIDTH = 190.0  # width of the page
MARGIN = 10.0
FAINT: Colour = (0.42, 0.42, 0.45)
COMPONENT = "update"


def picture(old: Edition, new: Edition, found: Sequence[Difference], foot: Foot) -> Page:
    """Draw all of it on one page as tall as needed. Raises SpecError as faces do."""
    tall = 3 * MARGIN + TOP + HEAD * len(_by_kind(found)) + ROW * len(found)
    sheet = SheetOptions(paper=(WIDTH, tall), margin=MARGIN)
    (page,) = _Pages(old, new, Handout(sheet, foot), tall).pages(found)
    return page


def update(old: Edition, new: Edition, found: Sequence[Difference], sheet: SheetOptions, foot: Foot) -> list[Page]:
    """Return the sheets of an update on a paper. Raises SpecError as faces do."""
    handout = Handout(sheet, foot)
    return _Pages(old, new, handout, handout.area.height).pages(found)


def _by_kind(found: Sequence[Difference]) -> dict[str, list[Difference]]:
    """Return the differences of each kind, by headline."""
    headlines: dict[str, str] = {
        "changed": say("Changed: take out the old, put in the new"),
        "gone": say("Gone: take out"),
        "new": say("New: put in"),
    }
    kinds = {headline: [each for each in found if each.kind == kind] for kind, headline in headlines.items()}
    return {headline: some for headline, some in kinds.items() if some}


class _Pages(Struct, frozen=True):
    old: Edition
    new: Edition
    handout: Handout
    tall: float

    def pages(self, found: Sequence[Difference]) -> list[Page]:
        title = say("From edition {old} to {new}", old=self.old.edition, new=self.new.edition)
        pages: list[list[Node]] = []
        y = bottom = 0.0
        area = self.handout.area
        for headline, some in _by_kind(found).items():
            for each in some:
                first = each is some[0]
                if not pages or y + ROW + (HEAD if first else 0.0) > bottom:
                    pages.append(list(self.handout.head(self.new.title, title)))
                    y, bottom, first = area.y + TOP, area.y + min(area.height, self.tall), True
                if first:
                    y = self.headline(pages[-1], headline, y)
                pages[-1] += self.row(each, y)
                y += ROW
        return [self.handout.page(nodes, COMPONENT, say("update"), say("Update")) for nodes in pages]

    def headline(self, nodes: list[Node], text: str, y: float) -> float:
        nodes.append(heading(2, Text(self.handout.area.x, y + 6.5, text, self.handout.bold, 4.6, INK)))
        return y + HEAD

    def row(self, each: Difference, y: float) -> Iterator[Node]:
        x = self.handout.area.x
        if each.kind != "new":
            yield from self.face(self.old.drawer, each.before, each.number, x, y)
        if each.kind == "changed" and self.old.drawer is not None:
            yield Text(x + PICTURE + APART / 2, y + ROW / 2 + 1.5, "→", self.handout.bold, 6, INK, "middle")
        if each.kind != "gone":
            yield from self.face(self.new.drawer, each.after, each.number, x + PICTURE + APART, y)
        left = x + 2 * (PICTURE + APART)
        room = self.handout.area.x + self.handout.area.width - left
        count = f"{len(each.pieces):,} × "
        yield self.fitted(left, y + 7, count + (each.title or span(each.pieces)), self.handout.bold, 4.2, room, INK)
        if each.words:
            yield self.fitted(left, y + 13, each.words, self.handout.plain, 3.8, room, INK)
        if each.title:
            yield self.fitted(left, y + 19, span(each.pieces), self.handout.plain, 3.2, room, FAINT)

    def fitted(self, x: float, y: float, text: str, font: Font, size: float, room: float, ink: Colour) -> Text:
        """Return a line of text, cut to the available room."""
        if width(font, text, size) > room:
            while text and width(font, text + "…", size) > room:
                text = text[:-1]
            text = text.rstrip() + "…"
        return Text(x, y, text, font, size, ink)

    def face(self, drawer: Drawer | None, piece: Piece | None, number: int, x: float, y: float) -> Iterator[Node]:
        """Draw a side of a piece in its square; an edition known by its manifest has none to show."""
        if drawer is None or piece is None:
            return
        sides = drawer.sides(piece)
        scene = (sides[number] if number < len(sides) else None) or sides[0]
        if scene is None:
            return
        wide, high = drawer.selection.size(piece.component)
        scale = min(PICTURE / wide, PICTURE / high, 1.0)
        cut = trim(drawer.selection.document, piece.component)
        place = (scale, 0.0, 0.0, scale, x + (PICTURE - wide * scale) / 2, y + (ROW - high * scale) / 2)
        yield outlined(drawer.ink(scene), cut, place, FAINT)
