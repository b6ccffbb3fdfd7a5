"""Writes a photograph of a table."""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from generator.draw.scene import Node
from generator.exports.scenes.lying import Kinds, lying
from specs.base.errors import bad
from specs.base.files import replacing

LARGEST = 300_000  # bytes of a JPEG


def photograph(nodes: Iterable[Node], kinds: Kinds, out: Path) -> None:
    """Write a photograph of a drawing's printed pieces on a table, 1600 × 1000 pixels; a PNG by the file's ending, else
    a JPEG. Raises SpecError without numpy or without printed pieces, OSError."""
    if find_spec("numpy") is None:
        raise bad("unavailable", "--scene", "no numpy", "pip install 'tideline-press[scenes]'")
    pieces = list(lying(nodes, kinds))
    if not pieces:
        raise bad("unavailable", "--scene", "no printed piece on the table", "a position with pieces that are printed")
    from generator.exports.scenes.develop import taken  # numpy, which nothing else needs

    picture = taken(pieces)
    with replacing(out) as beside:
        if out.suffix.lower() == ".png":
            picture.save(beside, format="PNG")
            return
        for quality in range(86, 40, -6):
            picture.save(beside, format="JPEG", quality=quality, optimize=True)
            if beside.stat().st_size <= LARGEST:
                break
