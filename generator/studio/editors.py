"""Places in files as a person copies them, and as an editor opens them: its own kind of address."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

from msgspec import Struct

from specs.base.errors import Fault, Place

EDITORS: Final[Mapping[str, str]] = {
    "vscode": "vscode://file/{path}:{line}:{column}",
    "vscodium": "vscodium://file/{path}:{line}:{column}",
    "cursor": "cursor://file/{path}:{line}:{column}",
    "windsurf": "windsurf://file/{path}:{line}:{column}",
    "zed": "zed://file/{path}:{line}:{column}",
    "idea": "idea://open?file=/{path}&line={line}&column={column}",
    "pycharm": "pycharm://open?file=/{path}&line={line}&column={column}",
    "sublime": "subl://open?url=file:///{path}&line={line}&column={column}",
    "textmate": "txmt://open?url=file:///{path}&line={line}&column={column}",
    "macvim": "mvim://open?url=file:///{path}&line={line}&column={column}",
    "emacs": "emacs://open?url=file:///{path}&line={line}&column={column}",
}


class Editor(Struct, frozen=True):
    """What a place is opened with; "" for nothing."""

    name: str = ""

    def place(self, place: Place) -> dict[str, str]:
        """A place: `text` as it is copied, and `link`, which opens it.

        >>> Editor("vscode").place(Place("/games/my game.yaml", 12, 5))["link"]
        'vscode://file/games/my%20game.yaml:12:5'
        """
        text = f"{place.file}:{place.line}" if place.line else place.file
        if not self.name or not place.file:
            return {"text": text, "link": ""}
        whole = Path(place.file).resolve()
        path = whole.drive + quote(whole.as_posix().removeprefix(whole.drive).removeprefix("/"))
        line, column = max(1, place.line), max(1, place.column)
        return {"text": text, "link": EDITORS[self.name].format(path=path, line=line, column=column)}

    def facts(self, fault: Fault) -> dict[str, object]:
        """A fault or warning as the page takes it, which makes a sentence of it."""
        phrases = {"found": fault.finding, "expected": fault.expected, "hint": fault.hint}
        return {"place": self.place(fault.place), **phrases}
