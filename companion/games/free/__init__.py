"""The free table: any spec, played by hand. It knows what is possible, and of the rules what `table:` says."""

from __future__ import annotations

from collections.abc import Mapping

CONTRACT = "companion.games.free"
COMMANDS: Mapping[str, str] = {}
