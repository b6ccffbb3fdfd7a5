"""Makes the end of the icons' page, every icon by its group: its drawing, its name and the words that find it.

A search field filters them.
"""

from __future__ import annotations

import shutil
from itertools import groupby
from pathlib import Path

from generator.faces.pictures import icons

FIND = """
```{raw} html
<p class="find" hidden><label>Find <input type="search" autocomplete="off"></label> <output></output></p>
<script defer src="_static/icons.js"></script>
```
"""


def groups(shown: str) -> str:
    """Return the end of the page; `shown` is the relative path of the drawings."""
    lines = [FIND]
    for group, of in groupby(icons.library(), lambda icon: icon.group):
        lines += [f"## {group.capitalize()}", "", "```{rst-class} icons", "```", ""]
        lines += [f"- ![]({shown}/{icon.name}.svg) **{icon.name}** *{' '.join(icon.words)}*" for icon in of]
        lines.append("")
    return "\n".join(lines)


def drawings(folder: Path) -> None:
    """Write every icon's file into a folder."""
    folder.mkdir()
    for file in icons.bundled().values():
        shutil.copy(file, folder)
