"""What a sheet's backs and marks can be."""

from __future__ import annotations

from typing import Literal

Duplex = Literal["long-edge", "short-edge", "gutterfold", "none"]
Marks = Literal["crop", "lines", "none"]
MarksSide = Literal["front", "both"]
