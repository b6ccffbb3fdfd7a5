"""Includes other files of a spec's folder: `include: [theme.yaml]`.

A file may include others. A file's own values win over those it includes, and a later file's over an earlier one's.
"""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from specs.base.errors import Fault, SpecError, Unfit, of_unfit
from specs.base.files import read, reading
from specs.model.schema import Shared, Spec
from specs.read.beside import file_beside
from specs.read.typed import convert
from specs.read.yaml_nodes import MAX_BYTES, Tree, read_text

MOST = 30  # files in all
SECTIONS = tuple(name for name in Shared.__struct_fields__ if name != "include")


def with_included(spec: Spec, tree: Tree, folder: Path) -> tuple[Spec, list[Fault]]:
    """Return a spec with what it includes, and what is wrong with that; `tree` then knows the places of all of it."""
    if not spec.include:
        return spec, []
    includer = _Includer(folder)
    whole = includer.merged(spec, tree, (Path(tree.file).resolve(),))
    tree.parts = {path: part for path, part in includer.parts.items() if part is not tree}
    return replace(spec, **whole), includer.faults


class _Includer:
    def __init__(self, folder: Path) -> None:
        self.folder, self.count = folder, 0
        self.faults: list[Fault] = []
        self.parts: dict[tuple[str, str], Tree] = {}  # the file of each name of each section

    def merged(self, value: Shared, tree: Tree, way: tuple[Path, ...]) -> dict[str, dict[str, Any]]:
        """Merge all sections of a file with those it includes; `way` are the files that led to it."""
        found: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
        for index, name in enumerate(value.include):
            try:
                for section, inner in self.read(name, way).items():
                    found[section] |= inner
            except Unfit as error:
                self.faults.append(of_unfit(error, tree.place(("include", index))))
            except SpecError as error:
                self.faults += error.faults
        for section in SECTIONS:
            own = getattr(value, section)
            found[section] |= own
            self.parts |= {(section, name): tree for name in own}
        return found

    def read(self, name: str, way: tuple[Path, ...]) -> dict[str, dict[str, Any]]:
        """Read all sections of a file by its name in the spec's folder. Raises Unfit, SpecError."""
        file = file_beside(self.folder, name, "a YAML file beside the spec")
        self.count += 1
        if file in way:
            circle = " > ".join(each.name for each in (*way[way.index(file) :], file))
            raise Unfit("endless", f"a file that includes itself ({circle})", "files that end")
        if self.count > MOST:
            raise Unfit("over-limit", f"more than {MOST} files to include", "fewer")
        shown = str(self.folder / name)
        with reading(shown):
            data = read(file, MAX_BYTES)
        tree = read_text(data, shown)
        value, faults = convert(tree, Shared)
        self.faults += [*tree.faults, *faults]
        return self.merged(Shared() if value is None else value, tree, (*way, file))
