"""A document in another language: the same pieces, ids and places, with the words of that language; or in two
languages on one piece.

A language's file of words, such as `words/de.yaml`, has an entry for each text of the spec. A text without an entry
stays as it is. An entry is the translation; or, if one text needs several, `words` with others `in` some places of the
spec or of a column of data. `was` is the earlier text that the words were made for: they are not printed until somebody
has checked them.

A pruned document has on its faces only what a language changes, which is enough to see that it fits. Empty groups take
the place of what is left out, so that every path stays the same.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePath

import msgspec
from msgspec.structs import asdict, replace

from specs.base.errors import Fault, KeyPath, SpecError, bad
from specs.base.files import read, reading
from specs.expand.expr import ExprError
from specs.model.component import Component, Flat, PagedText
from specs.model.document import Document, Piece
from specs.model.elements import AnyElement, Face, Group, Repeat, Text, Use, mapped, walk
from specs.model.schema import Spec
from specs.model.values import Frozen, Written
from specs.read.beside import inside
from specs.read.typed import convert, did_you_mean, limited
from specs.read.yaml_nodes import MAX_BYTES, Tree, read_text
from specs.translation.rendering import Twofold, Worded, printed
from specs.translation.texts import Reading, reworded

TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")  # de, pt-BR, zh-Hant
SUFFIX = ".yaml"


class Entry(Frozen, frozen=True, kw_only=True):
    """A translation, for everywhere and for some places; `was` is the text it was made for."""

    CALLED = "an entry"

    words: Written = ""
    in_: dict[str, Written] = msgspec.field(name="in", default_factory=dict)
    was: Written | None = None


class Sheet(Frozen, frozen=True, kw_only=True):
    """A file of words: the language's own name, its hyphenation, fonts that replace the spec's, and the words."""

    CALLED = "a file of words"

    name: Written = ""
    hyphens: tuple[str, ...] = ()
    fonts: dict[str, str | tuple[str, ...]] = msgspec.field(default_factory=dict)
    words: dict[str, Written | Entry | None] = msgspec.field(default_factory=dict)


class Words:
    """The words of one language, as its file has them. `tag` is the language's, such as pt-BR; `sha256` is
    the file's."""

    def __init__(self, tag: str, file: Path, sha256: str, sheet: Sheet, tree: Tree) -> None:
        self.tag, self.file, self.sha256, self.sheet, self.tree = tag, file, sha256, sheet, tree

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """Return the entry of each text, without empty ones."""
        given = self.sheet.words.items()
        found = {text: each if isinstance(each, Entry) else Entry(words=each or "") for text, each in given}
        return {text: each for text, each in found.items() if each.words or each.in_}

    @cached_property
    def plain(self) -> Mapping[str, str]:
        """Return the translations that apply everywhere."""
        return {text: each.words for text, each in self.entries.items() if not each.in_ and each.was is None}

    def at(self, text: str, path: KeyPath) -> str:
        """Return the translation of a text at its place in the spec, or the text itself."""
        found = self.plain.get(text)
        return self._placed(text, ".".join(map(str, path))) if found is None else found

    def of(self, value: object, column: str = "") -> object:
        """Return what is printed for a value of some column: its translation if it is text and has one."""
        if isinstance(value, Worded):
            return value.by.get(self.tag, str(value))
        if not isinstance(value, str):
            return value
        found = self.plain.get(value)
        return self._placed(value, column) if found is None else found

    def _placed(self, text: str, place: str) -> str:
        entry = self.entries.get(text)
        if entry is None or entry.was is not None:
            return text
        near = [each for each in entry.in_ if place == each or place.startswith(f"{each}.")]
        return (entry.in_[max(near, key=len)] if near else entry.words) or text

    def mark(self, *path: str | int) -> tuple[int, int]:
        """Return line and column of a value in the file; for a translated text, of its key."""
        return self.tree.key_mark(("words", *path))


def tag(language: str) -> str:
    """Write a language tag as file names have it: pt_BR as pt-BR."""
    first, *rest = language.replace("_", "-").split("-")
    return "-".join((first.lower(), *rest))


def languages(spec: Spec, folder: Path) -> Mapping[str, Path]:
    """Return the files of words beside a spec, by language; none if the folder, or a link, leads elsewhere."""
    found: dict[str, Path] = {}
    with suppress(ValueError, OSError):
        for file in sorted(inside(folder, spec.words).glob(f"*{SUFFIX}")):
            if TAG.match(tag(file.stem)) and inside(folder, f"{spec.words}/{file.name}").is_file():
                found.setdefault(tag(file.stem), folder / spec.words / file.name)
    return found


def strays(spec: Spec, folder: Path) -> list[Path]:
    """Return the files in a spec's own folder of words that are not for a language, or for one that has
    another file."""
    known = languages(spec, folder).values()
    with suppress(ValueError, OSError):
        files = sorted(inside(folder, spec.words).glob(f"*{SUFFIX}"))
        return [each for file in files if (each := folder / spec.words / file.name) not in known]
    return []


def load_words(spec: Spec, folder: Path, language: str) -> tuple[Words, list[Fault]]:
    """Load a language's words and the faults of their file. Raises SpecError if it cannot be read at all."""
    file = languages(spec, folder)[language]
    with reading(str(file)):
        return read_words(language, file, read(file, MAX_BYTES))


def read_words(language: str, file: Path, data: bytes) -> tuple[Words, list[Fault]]:
    """Return the words in a file and its faults. Raises SpecError."""
    tree = read_text(data, str(file)) if data.strip() else Tree(str(file), {}, None)
    sheet, faults = convert(tree, Sheet)
    words = Words(language, file, sha256(data).hexdigest(), sheet or Sheet(), tree)
    return words, limited(tree.faults + faults, str(file))


# ---- the document in them ------------------------------------------------------------------------


def in_language(document: Document, language: str) -> Document:
    """Return a document in a language; unchanged in its own. Raises SpecError for a language without words, and for
    faults of their file."""
    asked, own = tag(language), tag(document.spec.language or "")
    known = languages(document.spec, document.folder)
    if asked not in known:
        if own and own == asked:
            return document
        all_ = ([f"{own} (the spec's own)"] if own else []) + list(known)
        expected = f"one of {', '.join(all_)}" if all_ else f"no --language: no words lie in {document.spec.words}/"
        found = f"no words in '{language}'"
        raise bad("unknown-name", "--language", found, expected, did_you_mean(asked, [own, *known]))
    words, faults = load_words(document.spec, document.folder, asked)
    if faults:
        raise SpecError(faults)
    return worded(document, words)


def worded(document: Document, words: Words) -> Document:
    """Return a document with some texts replaced by words."""
    spec = reworded(document.spec, words.at)
    components = {name: _texts_of(document, part, words) for name, part in spec.components.items()}
    spec = replace(
        spec,
        components=components,
        language=words.tag.replace("-", "_"),
        hyphens=(*spec.hyphens, *words.sheet.hyphens),
        fonts={**spec.fonts, **words.sheet.fonts},
    )
    pieces = {name: tuple(_grouped(piece, words) for piece in each) for name, each in document.pieces.items()}
    return replace(document, spec=spec, pieces=pieces, words=words, tongue=words.tag)


def _grouped(piece: Piece, words: Words) -> Piece:
    return replace(piece, group=str(words.of(piece.group, "group"))) if piece.group else piece


def _texts_of(document: Document, part: Component, words: Words) -> Component:
    """Return a component whose text comes from the language's own file; in its own language if there is none."""
    if not isinstance(part, PagedText):
        return part
    own = beside(document.spec, part.pages.from_, words.tag)
    try:
        there = inside(document.folder, own).is_file()
    except ValueError:
        return part
    if there:
        return replace(part, pages=replace(part.pages, from_=own))
    return replace(part, pages=replace(part.pages, language=part.pages.language or document.spec.language))


def beside(spec: Spec, text: str, language: str) -> str:
    """Return where the translation of a text file is: `rules.md` in `words/de/rules.md`, and `isle/rules.md` in
    `isle/words/de/rules.md` if the words are in `isle/words`."""
    home, file = PurePath(spec.words), PurePath(text)
    kept = file.relative_to(home.parent) if file.is_relative_to(home.parent) else PurePath(file.name)
    return (home / language / kept).as_posix()


def twofold(first: Document, second: Document, tongue: str) -> Document:
    """Return the first document with the texts of the second added to its faces."""
    own, other = first.spec, second.spec
    components = {name: _twofold_component(part, other.components[name]) for name, part in own.components.items()}
    templates = {name: _twofold_face(face, other.templates[name]) for name, face in own.templates.items()}
    spec = replace(own, components=components, templates=templates)
    return replace(first, spec=spec, second=second, tongue=tongue)


def _twofold_component(own: Component, other: Component) -> Component:
    return own.redrawn(lambda side, face: _twofold_face(face, getattr(other, side)))


def _twofold_face(own: Face, other: Face) -> Face:
    there = {path: element for path, element, _ in walk(other)}

    def both(element: AnyElement, path: KeyPath) -> AnyElement:
        match element, there[path]:
            case Text() as one, Text() as two:
                return replace(one, text=Twofold(one.text, two.text))
            case _:
                return element

    return mapped(own, both)


def table_words(document: Document) -> dict[str, dict[str, str]]:
    """Return the table's words in other languages, from the spec's files of words; a faulty file counts as empty."""
    rules, found = document.spec.play, dict[str, dict[str, str]]()
    texts: list[tuple[str, KeyPath]] = [(row.text, ("play", "score", n, "text")) for n, row in enumerate(rules.score)]
    texts += [(rule.text, ("play", "refuse", n, "text")) for n, rule in enumerate(rules.refuse)]
    for language in languages(document.spec, document.folder) if texts else ():
        with suppress(SpecError):
            words, faults = load_words(document.spec, document.folder, language)
            found[language.replace("-", "_")] = {} if faults else {text: words.at(text, path) for text, path in texts}
    return found


# ---- nothing but what changes --------------------------------------------------------------------


NOTHING = Group(items=())


def pruned(document: Document, words: Words, known: Mapping[str, Reading]) -> tuple[Document, tuple[str, ...]]:
    """Return the document in a language, with only those parts of its faces that the words change, and the names of the
    components that have any; of texts, the face under their pages. `known` are the texts of the spec."""
    translated = worded(document, words)
    own = document.spec
    columns = {known[text].column for text in words.entries if text in known} - {""}

    def changed(before: str, now: str) -> bool:
        try:
            inside = printed(before)
        except ExprError:
            return True  # the text's own check reports it
        return before != now or bool(inside.names & columns) or any(text in words.entries for text in inside.texts)

    templates: dict[str, Face] = {}
    whole = translated.spec
    prune = _Pruning(changed, templates, own.templates, whole.templates)
    components = {name: prune.component(own.components[name], part) for name, part in whole.components.items()}
    pieces = dict(translated.pieces)
    for name, part in components.items():
        if isinstance(part, PagedText):
            components[name] = Flat(**asdict(part) | {"pages": None})
            pieces[name] = tuple(replace(each, row={**each.row, "page": 1, "pages": 1}) for each in pieces[name])
    spec = replace(whole, components=components, templates={**whole.templates, **templates})
    left = tuple(name for name, part in components.items() if _any(part))
    return replace(translated, spec=spec, pieces=pieces), left


def replaced_texts(document: Document, translated: Document) -> tuple[str, ...]:
    """Return the components whose text comes from another file in a language."""
    texts = {name: part.pages.from_ for name, part in document.spec.components.items() if isinstance(part, PagedText)}
    there = {name: part.pages.from_ for name, part in translated.spec.components.items() if isinstance(part, PagedText)}
    return tuple(name for name, text in texts.items() if there.get(name, text) != text)


def untranslated(document: Document, there: Document) -> Document:
    """Return a document in its own language, with only those texts that `there` still has: it is pruned in another."""
    own, left = document.spec, there.spec
    prune = _Pruning(lambda _, now: now != "", {}, left.templates, own.templates)
    components = {name: prune.component(left.components[name], part) for name, part in own.components.items()}
    templates = {name: prune.template(name) for name in own.templates}
    return replace(document, spec=replace(own, components=components, templates=templates))


def _any(part: Component) -> bool:
    return any(element is not NOTHING for _, face in part.faces() for element in face)


class _Pruning:
    """Leaves of faces only the texts that `changed` names, and puts NOTHING in place of every other element. `done`
    collects the templates met so far, each pruned once."""

    def __init__(
        self,
        changed: Callable[[str, str], bool],
        done: dict[str, Face],
        own: Mapping[str, Face],
        translated: Mapping[str, Face],
    ) -> None:
        self.changed, self.done, self.own, self.translated = changed, done, own, translated

    def component(self, own: Component, translated: Component) -> Component:
        return translated.redrawn(lambda side, face: self.face(getattr(own, side), face))

    def face(self, own: Face, translated: Face) -> Face:
        before = {path: element for path, element, _ in walk(own)}
        return mapped(translated, lambda element, path: self.element(before.get(path, NOTHING), element))

    def element(self, own: AnyElement, translated: AnyElement) -> AnyElement:
        """Return an element whose children are pruned already; NOTHING if nothing of it is left."""
        match own, translated:
            case _ if own is NOTHING:
                return NOTHING
            case Text(), Text():
                return translated if self.changed(own.text, translated.text) else NOTHING
            case _, Group() | Repeat():
                return NOTHING if all(item is NOTHING for item in translated.items) else translated
            case Use(template=name), Use():
                return NOTHING if all(item is NOTHING for item in self.template(name)) else translated
            case _:
                return NOTHING

    def template(self, name: str) -> Face:
        if name not in self.done:
            self.done[name] = self.own.get(name, ())  # result for one that uses itself, which is a fault
            self.done[name] = self.face(self.own.get(name, ()), self.translated.get(name, ()))
        return self.done[name]
