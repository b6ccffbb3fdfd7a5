"""The free table: any spec, played by hand. It knows what is possible, and of the rules what `table:` says."""

from __future__ import annotations

CONTRACT = "companion.games.free"
