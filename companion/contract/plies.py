"""A line typed or recorded: what is the same of it in every game. `/` stands between its plies, and `-` may be typed
for `>` and `<>`, which a shell takes for files.

>>> plies("move - / sink D5 shark"), plies("draw deck; draw R>G;", also=";")
(('move -', 'sink D5 shark'), ('draw deck', 'draw R>G'))
>>> typed("sink D5 shark r>E6"), typed("feast R<>G")
('sink D5 shark r-E6', 'feast R-G')
"""

import re
from collections.abc import Sequence


def plies(line: str, also: str = "") -> Sequence[str]:
    """Split a line into plies at `/` and each sign of `also`; a separator may end the line."""
    parts = [part.strip() for part in re.split(f"[/{re.escape(also)}]", line)]
    return tuple(parts[:-1] if len(parts) > 1 and not parts[-1] else parts)


def typed(line: str) -> str:
    """Rewrite a line with signs that any keyboard has, for display; it reads as the same."""
    return line.replace("<>", "-").replace(">", "-")
