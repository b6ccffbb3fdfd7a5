"""Loads a spec file as a checked `Document`, and reports every fault of the file in one run, each with its place.

A spec is completed after it is read: titles are filled in, components become their variants, boxes get their size. mm.
"""

import json
import re
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from specs.base.errors import Fault, KeyPath, SpecError, bad
from specs.base.files import read, reading
from specs.base.languages import spoken
from specs.expand import expr
from specs.expand.pieces import Expander
from specs.model.component import Component, FoldedBox, variant
from specs.model.document import AnySpec, Document, Piece
from specs.model.schema import Spec
from specs.read.including import with_included
from specs.read.named_yaml import with_bundled
from specs.read.typed import convert, did_you_mean, limited
from specs.read.yaml_nodes import MAX_BYTES, Tree, read_text

ROOM = 1.5  # mm by which a box made to fit is larger than the largest piece, both ways
SLACK = 1.0  # mm by which it is deeper than the stack
LEAST_DEPTH = 6.0


def with_variants(spec: Spec, pieces: Mapping[str, tuple[Piece, ...]]) -> Spec:
    """Return the spec with each component as its variant, and each box of size `auto` as large as the pieces
    it holds."""
    made = {name: variant(component) for name, component in spec.components.items()}
    counts = {name: len(pieces.get(name, ())) for name in made}
    return replace(spec, components={name: _fitted(component, made, counts) for name, component in made.items()})


def _fitted(box: Component, components: Mapping[str, Component], counts: Mapping[str, int]) -> Component:
    if not (isinstance(box, FoldedBox) and box.made_to_fit):
        return box
    held = [components[name] for name in box.box.holds if name in components]
    try:
        faces = [sorted(each.size_mm) for each in held if not (isinstance(each, FoldedBox) and each.is_tuckbox)]
    except KeyError:
        return box  # the check reports an unknown size
    if not faces:
        return box
    width, height = (max(face[axis] for face in faces) + ROOM for axis in (0, 1))
    thick = box.box.thicknesses.items()
    depth = max(LEAST_DEPTH, sum(counts.get(name, 0) * mm for name, mm in thick) + SLACK)
    return replace(box, size=(round(width, 2), round(height, 2)), box=replace(box.box, depth=round(depth, 2)))


def titled(spec: Spec, tree: Tree) -> tuple[Spec, list[Fault]]:
    """Return the spec with its titles filled in, and what is wrong with them."""
    faults: list[Fault] = []

    def filled(title: str, env: Mapping[str, object], path: KeyPath) -> str:
        try:
            return expr.render(title, env)
        except expr.ExprError as error:
            expected = f"one of {', '.join(env)}" if error.code == "unknown-field" else error.expected
            faults.append(tree.fault(error.code, path, f"title '{title}': {error.found}", expected))
            return title

    env: dict[str, object] = {"game.id": spec.game}
    title = filled(spec.title, env, ("title",))
    env["game.title"] = title
    components = {
        name: replace(part, title=filled(part.title, env, ("components", name, "title")))
        for name, part in spec.components.items()
        if "{" in part.title or "}" in part.title
    }
    return replace(spec, title=title, components={**spec.components, **components}), faults


# ---- specs by name -------------------------------------------------------------------------------


BUNDLED = Path(__file__).parent
SUFFIXES = (".yaml", ".yml")  # of a spec
MOST_LOOKED = 500  # entries of a folder that are searched for specs


def bundled() -> tuple[str, ...]:
    """Return the names of the bundled games."""
    return tuple(sorted(file.stem for file in BUNDLED.glob("*.yaml")))


def lying(folder: Path) -> list[str]:
    """Return the relative paths of the specs in a folder, and in subfolders with a spec of the same name, as `generator
    new` makes them. Files that cannot be read, or whose names cannot be shown, are left out."""
    try:
        there = sorted(folder.iterdir())[:MOST_LOOKED]
    except OSError:
        return []
    files = [file for entry in there for file in (entry, *(entry / f"{entry.name}{suffix}" for suffix in SUFFIXES))]
    specs = [file for file in files if file.suffix.lower() in SUFFIXES and file.is_file() and _looks_so(file)]
    return [name for file in specs if (name := str(file.relative_to(folder))).isprintable()]


def _looks_so(file: Path) -> bool:
    """Return whether a file looks like a spec: it has the keys that every spec has and no record has."""
    try:
        data = read(file, MAX_BYTES)
    except OSError:
        return False
    return all(re.search(rb"^%s:" % key, data, re.M) for key in (b"game", b"components"))


def find(spec: str | Path) -> Path:
    """Find a spec by a bundled game's name or by path. Raises SpecError."""
    path = Path(spec)
    names = bundled()
    if str(spec) in names:
        return BUNDLED / f"{spec}.yaml"
    if path.is_dir():
        raise bad("wrong-file", str(spec), "a folder", "a spec file (YAML)")
    if not path.exists():
        hint = did_you_mean(str(spec), names) or f"bundled: {', '.join(names)}"
        raise bad("missing-file", str(spec), "no such spec", "the name of a bundled game or a YAML file", hint)
    return path


def _read(spec: AnySpec) -> tuple[Path, bytes]:
    """Return a spec's file and its text. A text of several lines, or a mapping, is in no file: its faults are in
    `spec`, and the files that it names are looked for in the current folder. Raises SpecError."""
    if isinstance(spec, Mapping) or "\n" in str(spec):
        text = json.dumps(spec, ensure_ascii=False, indent=1, default=str) if isinstance(spec, Mapping) else str(spec)
        return Path("spec"), text.encode(errors="surrogatepass")
    path = find(spec)
    with reading(str(path)):
        return path, read(path, MAX_BYTES)


def load(
    spec: AnySpec,
    *,
    icons: Collection[str] | None = None,
    fonts: Collection[str] | None = None,
    layout: str | None = None,
    players: int | None = None,
    language: str | None = None,
) -> Document:
    """Read, check and expand a spec: by a bundled game's name or a path, from its text (of several lines) or as a
    mapping. Icons and fonts are checked only if their names are given.

    Components whose rows come from a layout use `layout`, which must be one of the spec's. Rows that use the number of
    `players` give the pieces for that many, which the spec must allow; without it, for the largest number. With a
    `language` (de, pt-BR), texts come from `words/LANGUAGE.yaml`.

    Raises SpecError with all faults of the file.
    """
    document, faults = survey(spec, icons=icons, fonts=fonts, layout=layout, players=players)
    if document is None or faults:
        raise SpecError(faults)
    if language is None:
        return document
    from specs.translation.overlay import in_language  # only needed for another language

    return in_language(document, language)


def worded(document: Document) -> Document:
    """Return a document in the current language, or unchanged if it has no words in it."""
    if (tongue := spoken()) is None:
        return document
    from specs.translation.overlay import in_language

    try:
        return in_language(document, tongue.language)
    except SpecError:
        return document


def survey(
    spec: AnySpec,
    *,
    icons: Collection[str] | None = None,
    fonts: Collection[str] | None = None,
    layout: str | None = None,
    players: int | None = None,
) -> tuple[Document | None, list[Fault]]:
    """Return the document without its faulty parts (None if nothing is left), and all faults of the file.

    Raises SpecError if there is no such file, or its text cannot be read at all.
    """
    path, data = _read(spec)
    tree = read_text(data, str(path))
    value, found = convert(tree, Spec)
    faults = tree.faults + found
    unread = {fault.place for fault in faults}
    if value is None:
        return None, limited(faults, tree.file)
    value, found = with_included(value, tree, path.parent)
    faults += found
    value, found = titled(value, tree)
    faults += found
    expander = Expander(value, tree, path.parent, layout, players)
    pieces: dict[str, tuple[Piece, ...]] = {}
    for name, component in value.components.items():
        pieces[name] = expander.pieces(name, component)
    faults += expander.faults
    if tree.value.get("components") == {}:
        faults.append(tree.fault("empty", ("components",), "no components", "at least one kind of piece"))
    value, taken = with_bundled(with_variants(value, pieces))
    document = Document(
        value,
        path,
        path.parent,
        sha256(data).hexdigest(),
        pieces,
        tree.place,
        expander.origin,
        taken,
        expander.headers,
        expander.windows_1252,
        given=spec,
    )
    if icons is not None or fonts is not None or faults:
        from specs.check.spec import check  # only the printer and the checker need it

        # what stands in for a value that could not be read is not checked
        faults += [fault for fault in check(document, icons=icons, fonts=fonts) if fault.place not in unread]
    return document, limited(faults, tree.file)
