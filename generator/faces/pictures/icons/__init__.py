"""The named icons: SVG files of a 100 × 100 view box, drawn for this project, and a spec's own beside them."""

from collections.abc import Mapping
from pathlib import Path

from specs.model.document import Document
from specs.model.values import composed
from specs.read.beside import own_files

FOLDER = Path(__file__).parent


def bundled() -> Mapping[str, Path]:
    """The bundled icons' files by their names."""
    return {file.stem: file for file in sorted(FOLDER.glob("*.svg"))}


def files(document: Document) -> Mapping[str, Path]:
    """All icons a spec can use; one of its own wins over a bundled one of the same name."""
    own = document.spec.icons
    if own is None:
        return bundled()
    return {**bundled(), **{composed(file.stem): file for file in own_files(document.folder, own)}}
