"""A line typed or recorded, taken apart into its plies: `/` stands between them, in every game.

>>> plies("move - / sink D5 shark"), plies("draw deck; draw R>G;", also=";")
(('move -', 'sink D5 shark'), ('draw deck', 'draw R>G'))
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["plies"]


def plies(line: str, also: str = "") -> Sequence[str]:
    """The plies of a line, which `/` separates, and each sign of `also`; one that ends the line may stand there."""
    parts = [part.strip() for part in re.split(f"[/{re.escape(also)}]", line)]
    return tuple(parts[:-1] if len(parts) > 1 and not parts[-1] else parts)
