"""What a build has printed, counted as it passes: pages and faces by component, and what tells a changed face."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct, field
from msgspec.msgpack import Encoder

from generator.draw.scene import Page, Scene
from specs.document import Piece


class Fingerprints:
    """What a piece's faces look like, as a few letters: the same ones on any machine as long as the drawing is the
    same, pictures and fonts by what their files hold."""

    def __init__(self) -> None:
        self._files: dict[Path, bytes] = {}
        self._kept: dict[int, tuple[Scene, bytes]] = {}
        self._encoder = Encoder(enc_hook=self._file)

    def of(self, scenes: Sequence[Scene | None], cut: bytes) -> str:
        """The fingerprint of a piece by its sides' drawings, and of how it is cut."""
        found = blake2b(cut, digest_size=8)
        for scene in scenes:
            found.update(b"-" if scene is None else self._scene(scene))
        return found.hexdigest()

    def cut(self, *values: object) -> bytes:
        """What `of` takes for a component's size, bleed and cut line."""
        return self._encoder.encode(values)

    def _scene(self, scene: Scene) -> bytes:
        if not scene.reusable:
            return self._encoder.encode(scene.nodes)
        kept = self._kept.get(id(scene))
        if kept is None:
            found = blake2b(self._encoder.encode(scene.nodes), digest_size=16).digest()
            kept = self._kept[id(scene)] = scene, found
        return kept[1]

    def _file(self, value: object) -> bytes:
        """A file in a drawing, by what it holds. Raises OSError."""
        if not isinstance(value, Path):
            raise NotImplementedError(type(value).__name__)
        if value not in self._files:
            self._files[value] = blake2b(value.read_bytes(), digest_size=16).digest()
        return self._files[value]


class Paged(Struct):
    """The pages of one printed file or pair of files: on which of them each component is."""

    pages: dict[str, list[int]] = field(default_factory=dict)
    sheets: int = 0
    count: int = 0

    def page(self, page: Page) -> None:
        self.count += 1
        self.sheets += page.side != "back"
        for name in page.components:
            self.pages.setdefault(name, []).append(self.count)


class Tally(Struct):
    """All that a build printed: by component how many faces, by piece its fiducials and fingerprint; remarks."""

    fiducials: dict[str, list[int]] = field(default_factory=dict)
    distinct: dict[str, set[int]] = field(default_factory=dict)
    streamed: dict[str, int] = field(default_factory=dict)
    prints: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def face(self, piece: Piece, scene: Scene, marks: Sequence[int]) -> None:
        if not scene.reusable:
            self.streamed[piece.component] = self.streamed.get(piece.component, 0) + 1
            return
        self.distinct.setdefault(piece.component, set()).add(id(scene))
        if marks:
            known = self.fiducials.setdefault(piece.id, [])
            known.extend(mark for mark in marks if mark not in known)

    def faces(self, name: str) -> int:
        """How many different faces a component has."""
        return len(self.distinct.get(name, ())) + self.streamed.get(name, 0)

    def remark(self, text: str) -> None:
        if text not in self.remarks:
            self.remarks.append(text)
