"""What a sheet is printed on, and what its backs and marks can be."""

from __future__ import annotations

from typing import Literal

Stock = Literal["card", "paper"]
Duplex = Literal["long-edge", "short-edge", "gutterfold", "none"]
Marks = Literal["crop", "lines", "none"]
MarksSide = Literal["front", "both"]
