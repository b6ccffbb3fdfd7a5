"""A trial build: every step of the printer runs, and no file is written. What passes here can be printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts import fonts
from generator.draw.scene import Page
from generator.faces.distinct import lookalikes
from generator.faces.elements.context import Exhausted
from generator.faces.faces import Faces
from generator.faces.outline import trim
from generator.faces.pictures import icons
from generator.plan.selection import PrintableTitles, printable_titles, unwritable
from generator.sheets.printable import Foot, SheetOptions
from specs.base.errors import Fault, Gathered, Place, RowPlace, SpecError, in_order, warning
from specs.base.languages import say
from specs.base.workers.pool import WorkerPool
from specs.check.data import column_remarks, copies_warnings, encoding_warnings, header_warnings
from specs.expand.fields import FieldsOf
from specs.load import survey
from specs.model.component import SIDES
from specs.model.document import AnySpec, Document, Piece
from specs.read.typed import MOST_FAULTS, limited

if TYPE_CHECKING:
    from specs.translation.texts import Reading

# the section that defines a name, for faults of faces that use it
_SECTIONS: dict[str, str] = {
    "unknown-colour": "palette",
    **{f"unknown-{one}": f"{one}s" for one in ("style", "template", "font", "icon")},
    **dict.fromkeys(("empty", "wrong-file", "outside-folder"), "fonts"),
}
MOST_TRIED = 200  # most combinations of print options tried
MOST_TOGETHER = 5  # most print options of an element tried in all combinations

Switched = frozenset[str]


class Findings(Struct, frozen=True):
    """`faults` forbid printing, `warnings` do not; `document` is None if nothing of it could be read.

    `remarks` are not flaws: what is larger than a sheet of A4, and is cut or made smaller for it; what expressions call
    the columns of a file.
    """

    document: Document | None
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    remarks: tuple[str, ...] = ()


def check(spec: AnySpec, jobs: int = 1) -> Findings:
    """Return every fault of a spec: its file, its data, each face and outline, its deals, its layouts; and of its words
    in other languages, in at most `jobs` processes at a time.

    Raises SpecError if there is no such spec, or its text cannot be read at all.
    """
    document, read = survey(spec, icons=icons.bundled(), fonts=fonts.bundled())
    if document is None:
        return Findings(None, in_order(read), ())
    trial = _Trial(document)
    trial.faces(tuple(document.spec.components))
    worded: list[_InWords] = []
    if read:
        places = {fault.place for fault in read}
        found = [each for each in trial.found() if each.place not in places and not _follows(each, read, document)]
    else:
        worded = _in_languages(document, trial, jobs)
        found = [*trial.found(), *(fault for each in worded for fault in each.faults)]
    of_data = chain.from_iterable(look(document) for look in (copies_warnings, header_warnings, encoding_warnings))
    warnings = [*of_data, *trial.warnings.values()]
    for each in worded:
        warnings += (*each.warnings, *(new for new in each.of_faces if _key(new) not in trial.warnings))
    remarks = () if read or found else (*_sizes(document), *column_remarks(document))
    return Findings(document, tuple(limited((*read, *found), str(document.file))), in_order(warnings), remarks)


# ---- in other languages ----------------------------------------------------------------------------


class _InWords(Struct, frozen=True):
    """The faults of a spec's words in a language, and the warnings: of their file, and of the faces they change."""

    faults: Sequence[Fault] = ()
    warnings: Sequence[Fault] = ()
    of_faces: Sequence[Fault] = ()


def _in_languages(document: Document, trial: _Trial, jobs: int) -> list[_InWords]:
    """Try the setup, and check a spec's words in each other language: in processes that start once all pictures are
    read, and only for a spec without a fault."""
    from generator.building.translating import all_readings  # many specs have no other language
    from specs.translation.overlay import languages, strays

    found = {} if trial.found() else languages(document.spec, document.folder)
    known = all_readings(document) if found else {}
    tasks = [partial(_words, document, language, known, trial.drawn) for language in found]
    with WorkerPool(tasks, jobs - 1) as pool:
        trial.setup()
        if trial.found():
            return []
        worded = pool.finish()
    expected = "a file such as de.yaml or pt-BR.yaml"
    files = strays(document.spec, document.folder)
    strange = [warning("wrong-file", Place(str(file)), f"'{file.name}', of no language", expected) for file in files]
    return [_InWords(warnings=strange), *worded]


def _words(document: Document, language: str, known: Mapping[str, Reading], drawn: Faces | None) -> _InWords:
    """Check a spec's words in one language, and the faces that they change."""
    # many specs have no other language
    from specs.translation.overlay import load_words, pruned, replaced_texts, worded
    from specs.translation.words_check import WordsCheck, text_warnings

    try:
        words, wrong = load_words(document.spec, document.folder, language)
    except SpecError as error:
        return _InWords(error.faults)
    if wrong:
        return _InWords(wrong)
    judged, file = WordsCheck(document, words, known), str(words.file)
    faults = limited(judged.faults, file)
    warnings = [*limited(judged.warnings, file), *text_warnings(document, language, words.file)]
    of_faces: list[Fault] = []
    if not judged.faults:
        changed, names = pruned(document, words, known)
        whole = worded(document, words)
        for other, components in ((changed, names), (whole, replaced_texts(document, whole))):
            trial = _Trial(other, drawn)
            trial.faces(components)
            faults += trial.found()
            of_faces += trial.warnings.values()
        warnings += printable_titles(whole).warnings
    return _InWords(faults, warnings, of_faces)


# ---- faults and warnings ---------------------------------------------------------------------------


def _key(fault: Fault) -> tuple[Place, str]:
    return fault.place, fault.expected


def _follows(fault: Fault, read: Iterable[Fault], document: Document) -> bool:
    """Return whether a face's fault follows from another: from the definition of a name or a file, or from one left out
    as faulty."""
    section = _SECTIONS.get(fault.code)
    if section is None or not (fault.name and fault.pieces):
        return fault.code == "wrong-gradient"
    if document.mark((section, fault.name)) != document.mark((section,)):
        return True
    icons = Place(str(document.file), *document.mark(("icons",)))
    return any(other.name == fault.name or (fault.code == "unknown-icon" and other.place == icons) for other in read)


def _sizes(document: Document) -> Iterator[str]:
    """Yield a remark on each component that is larger than a sheet of A4."""
    from generator.plan.drawer import as_printable
    from generator.sheets.layout.n_up import plan
    from generator.sheets.layout.pack import size_remark

    for name, pieces in document.pieces.items():
        printable = as_printable(document, name, len(pieces), foot=Foot("", ""))
        if pieces and (remark := size_remark(plan(printable, SheetOptions()))):
            yield say("On A4: {remark}", remark=remark)


def faults(document: Document, components: tuple[str, ...], options: Iterable[str]) -> tuple[Fault, ...]:
    """Return the faults of some components under some print options, each place once; none if all can be printed."""
    trial = _Trial(document)
    trial.draw(components, frozenset(options))
    return trial.found()


class _Trial:
    """Collects faults and warnings, each place once."""

    def __init__(self, document: Document, drawn: Faces | None = None) -> None:
        self.document, self.spec, self.drawn = document, document.spec, drawn
        self.fields, self.work = FieldsOf(document.spec), [0]
        self.faults: dict[tuple[Place, str], Fault] = {}
        self.pieces = Gathered()
        self.warnings: dict[tuple[Place, str], Fault] = {}

    def collect(self, error: SpecError) -> None:
        for fault in error.faults:
            self.faults.setdefault(_key(fault), fault)

    def of_piece(self, piece: Piece, error: SpecError) -> None:
        """Collect what is wrong with a piece: of one row, each place once."""
        for fault in error.faults:
            if _key(fault) not in self.faults:  # otherwise it is the component's fault
                self.pieces.add(replace(fault, pieces=()), RowPlace(*self.document.origin(piece)), piece.id)

    def found(self) -> tuple[Fault, ...]:
        """Return all faults, in order."""
        return tuple(limited((*self.faults.values(), *self.pieces.faults()), str(self.document.file)))

    # ---- faces -------------------------------------------------------------------------------

    def faces(self, components: tuple[str, ...]) -> None:
        """Draw every face, under each combination of print options that can change it."""
        wanted = {name: set(self.together(name)) for name in components}
        for options in sorted(set().union(*wanted.values()), key=sorted)[:MOST_TRIED]:
            self.draw(tuple(name for name in components if options in wanted[name]), options)

    def together(self, name: str) -> Iterator[Switched]:
        """Yield the sets of print options to try on a component: an element's look depends only on those it names."""
        yield frozenset()
        component = self.spec.components[name]
        for element in (*component.front, *(component.back or ())):
            used = {field.removeprefix("option.") for field in self.fields.element(element)}
            named = [option for option in self.spec.print_options if option in used]
            yield frozenset(named)
            for size in range(1, len(named) if len(named) <= MOST_TOGETHER else 2):
                yield from map(frozenset, combinations(named, size))

    def draw(self, components: tuple[str, ...], options: Switched) -> None:
        """Draw every face and outline of some components."""
        faces = self.drawn = Faces(self.document, options, self.work, like=self.drawn)
        sized = tuple(name for name in components if _sized(self.document, name))
        for name in sized:
            try:
                trim(self.document, name)
            except SpecError as error:
                self.collect(error)
            for piece in self.document.pieces.get(name, ()):
                for side in SIDES:
                    try:
                        faces.side(piece, side)
                    except SpecError as error:
                        self.of_piece(piece, error)
                        if isinstance(error, Exhausted) or len(self.pieces) > MOST_FAULTS:
                            return
        compared = () if self.faults or self.pieces else sized
        mistaken = (fault for name in compared for fault in lookalikes(self.document, name, faces))
        for each in in_order([*faces.flaws(), *mistaken]):
            self.warnings.setdefault(_key(each), each)

    # ---- setup -------------------------------------------------------------------------------

    def setup(self) -> None:
        """Try what each number of players is dealt, the layouts, each piece's notation, and the labels."""
        names = printable_titles(self.document)
        pages = list(self.setup_pages(names))
        for each in (*names.warnings, *unwritable(self.document, pages)):
            self.warnings.setdefault(_key(each), each)

    def setup_pages(self, names: PrintableTitles) -> Iterator[Page]:
        """Yield the pages of layouts and of what each number of players is dealt."""
        from generator.sheets.handouts.handout import notation
        from generator.sheets.handouts.layouts import layout_pages
        from generator.sheets.handouts.setup import setup_pages
        from specs.expand.deal import deal

        try:
            for piece in chain.from_iterable(self.document.pieces.values()):
                notation(self.document, piece)
        except SpecError as error:
            self.collect(error)
        drawn = not (self.faults or self.pieces)  # the pages show faces
        foot = Foot(names.document.spec.title, "", names.fonts)
        yield from layout_pages(names.document, SheetOptions(), foot)
        setup = self.spec.setup
        if not (setup.piles or setup.tracks):  # everything else is dealt from a pile
            return
        faces = Faces(self.document, like=self.drawn)
        for players in range(self.spec.players.min, self.spec.players.max + 1):
            try:
                dealt = deal(self.document, players, 0)
                if drawn:
                    yield from setup_pages(names.document, dealt, faces, SheetOptions(), foot, coded=False)
            except SpecError as error:
                self.collect(error)


def _sized(document: Document, name: str) -> bool:
    """Return whether a component has a size at all; if not, that is a fault already."""
    try:
        return min(document.spec.components[name].size_mm) > 0
    except KeyError:
        return False
