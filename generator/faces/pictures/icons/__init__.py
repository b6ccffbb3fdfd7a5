"""The named icons: SVG files with a 100 × 100 view box, drawn for this project, and a spec's own beside them.

A folder here is a group; `words.yaml` has further search words for each icon.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

from specs.model.document import Document
from specs.model.values import composed
from specs.read.beside import own_files

FOLDER = Path(__file__).parent


class Icon(Struct, frozen=True):
    """A bundled icon with its search words."""

    name: str
    group: str
    words: tuple[str, ...]


@cache
def bundled() -> Mapping[str, Path]:
    """Return the bundled icons' files by name."""
    return {file.stem: file for file in sorted(FOLDER.glob("*/*.svg"))}


def files(document: Document) -> Mapping[str, Path]:
    """Return all icons a spec can use; its own win over bundled ones of the same name."""
    own = document.spec.icons
    if own is None:
        return bundled()
    return {**bundled(), **{composed(file.stem): file for file in own_files(document.folder, own)}}


def library() -> list[Icon]:
    """Return the bundled icons by group."""
    from msgspec.yaml import decode  # a build needs no search words

    groups = decode((FOLDER / "words.yaml").read_bytes(), type=dict[str, dict[str, str]])
    return [Icon(name, group, tuple(text.split())) for group, of in groups.items() for name, text in of.items()]


def search(*words: str) -> list[Icon]:
    """Return the bundled icons that all the words find: by the beginning of a name, group or search word.

    >>> [icon.name for icon in search("forest", "bear")]
    ['bear']
    """
    wanted = [word.casefold() for word in words]
    return [
        icon
        for icon in library()
        if all(
            any(known.startswith(word) for known in (icon.name, *icon.name.split("-"), icon.group, *icon.words))
            for word in wanted
        )
    ]
