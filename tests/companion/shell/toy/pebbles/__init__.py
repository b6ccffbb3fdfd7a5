"""A toy game that shows that the shell knows none: take 1 to `most` pebbles; the last pebble costs 2 points."""

from __future__ import annotations
