"""What tells a changed face: a few letters for how a piece looks, the same on any machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from msgspec.msgpack import Encoder

from generator.draw.scene import Scene


class Fingerprints:
    """What a piece's faces look like, as a few letters: the same ones on any machine as long as the drawing is the
    same, pictures and fonts by what their files hold."""

    def __init__(self) -> None:
        self._files: dict[Path, bytes] = {}
        self._kept: dict[int, tuple[Scene, bytes]] = {}
        self._encoder = Encoder(enc_hook=self._file)

    def of(self, scenes: Sequence[Scene | None], cut: bytes) -> str:
        """The fingerprint of a piece by its sides' drawings, and of how it is cut."""
        return self.joined([None if scene is None else self.scene(scene) for scene in scenes], cut)

    @staticmethod
    def joined(looks: Sequence[bytes | None], cut: bytes) -> str:
        """The same, of what `scene` returned for each side."""
        return blake2b(b"".join([cut, *[look or b"-" for look in looks]]), digest_size=8).hexdigest()

    def cut(self, *values: object) -> bytes:
        """What `of` takes for a component's size, bleed and cut line."""
        return self._encoder.encode(values)

    def forget(self) -> None:
        """Let go of the drawings seen so far."""
        self._kept.clear()

    def scene(self, scene: Scene) -> bytes:
        """The fingerprint of one drawing."""
        if not scene.reusable:
            return blake2b(self._encoder.encode(scene.nodes), digest_size=16).digest()
        kept = self._kept.get(id(scene))
        if kept is None:
            found = blake2b(self._encoder.encode(scene.nodes), digest_size=16).digest()
            kept = self._kept[id(scene)] = scene, found
        return kept[1]

    def _file(self, value: object) -> bytes:
        """A file in a drawing, by what it holds. Raises OSError."""
        if not isinstance(value, Path):
            raise TypeError(f"{type(value).__name__} in a drawing, which no fingerprint is made of")
        if value not in self._files:
            self._files[value] = blake2b(value.read_bytes(), digest_size=16).digest()
        return self._files[value]
