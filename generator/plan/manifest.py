"""What a build records of itself: what it was made from, with which options, and what there is to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec import Struct, json

FORMAT = 1


class ComponentEntry(Struct, frozen=True):
    """A component as printed: its trim size in mm; its pages in the PDF, counted from 1."""

    title: str
    shape: str
    count: int
    distinct_faces: int
    width_mm: float
    height_mm: float
    pages: tuple[int, ...]


class PaperEntry(Struct, frozen=True):
    """A paper of a build on one paper or several: its size in mm, how much is printed on it, and sheets and pages of
    each stock."""

    paper_mm: list[float]
    sheets: int
    pages: int
    stocks: dict[str, tuple[int, int]] = {}


class Manifest(Struct, frozen=True):
    """A build: what it was made from, with which options, and what there is to print; fiducials' ids by piece.

    `sheets`, `pages` and the components' pages are those of the first of `papers`. `faces` has what tells a changed
    face, by piece.
    """

    game: str
    title: str
    edition: str
    spec: str
    spec_sha256: str
    options: Mapping[str, object]
    components: Mapping[str, ComponentEntry]
    sheets: int
    pages: int
    papers: Mapping[str, PaperEntry]
    fiducials: Mapping[str, list[int]]
    faces: Mapping[str, str]

    def text(self, files: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
        """The manifest as JSON, part by part, for there may be many faces; `files` is what `digest` found. The same
        build gives the same text."""
        own = {name: getattr(self, name) for name in self.__struct_fields__}
        value = {"format": FORMAT, **own, "faces": {}, "files": dict(sorted(files.items()))}
        before, opened, after = _indented(value).partition('\n  "faces": {')
        yield f"{before}{opened}"
        faces, several = iter(self.faces.items()), ""
        while some := dict(islice(faces, 1000)):
            yield several + _indented({"faces": some}).removeprefix('{\n  "faces": {').removesuffix("\n  }\n}")
            several = ","
        yield ("\n  " if several else "") + after + "\n"


def _indented(value: Mapping[str, object]) -> str:
    return json.format(json.encode(value), indent=2).decode()
