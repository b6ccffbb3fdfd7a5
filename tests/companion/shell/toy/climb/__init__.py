"""A toy game with hidden hands: play a card higher than the last, or draw one; whoever has no card left has won."""

from __future__ import annotations
