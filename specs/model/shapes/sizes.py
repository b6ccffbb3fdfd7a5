"""Trim sizes of pieces in mm, under the trade's names."""

LARGER = 1.4  # scale of text in large print, and of pieces to be read
NAMED_SIZES: dict[str, tuple[float, float]] = {
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "tarot": (69.85, 120.65),
    "euro": (59, 92),
    "standard-euro": (59, 92),
    "mini": (44.45, 63.5),
    "mini-euro": (44, 68),
    "business": (85, 55),
    "jumbo": (88.9, 139.7),
    "domino": (44.45, 88.9),
    "square-30": (30, 30),
    "square-40": (40, 40),
    "square-50": (50, 50),
    "square-63": (63.5, 63.5),
    "square-70": (70, 70),
    "a3": (297, 420),
    "a4": (210, 297),
    "a5": (148, 210),
    "a6": (105, 148),
    "a7": (74, 105),
    "letter": (215.9, 279.4),
    "half-letter": (139.7, 215.9),
}

PAPERS: dict[str, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "a3": (297.0, 420.0),
    "tabloid": (279.4, 431.8),
}
