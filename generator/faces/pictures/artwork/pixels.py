"""SVG artwork as pixels, where shapes, gradients and letters cannot show it: filters, masks, patterns, blending.

resvg draws it, in a process of its own: a file can ask for more time or memory than there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from math import ceil, sqrt

from specs.base.workers.pool import run_bounded

DPI = 300.0
MOST_PIXELS = 18_000_000  # as many as a PNG beside the spec may have
MEGABYTES, SECONDS = 2_000, 30.0
_FAMILY = "Alegreya Sans"


def possible() -> bool:
    """Whether the renderer is installed."""
    return find_spec("resvg_py") is not None


def size(width: float, height: float) -> tuple[int, int]:
    """How many pixels a picture of so many mm has: 300 to the inch, or as many as there may be."""
    across, down = max(1.0, width / 25.4 * DPI), max(1.0, height / 25.4 * DPI)
    less = min(1.0, sqrt(MOST_PIXELS / (across * down)))
    return min(MOST_PIXELS, ceil(across * less)), min(MOST_PIXELS, ceil(down * less))


def png(svg: str, width: int, height: int, fonts: Sequence[str]) -> bytes:
    """A harmless SVG text as a PNG of so many pixels. Raises ValueError."""
    sized = svg.replace("<svg", f'<svg width="{width}" height="{height}"', 1)
    try:
        return run_bounded(partial(_draw, sized, list(fonts)), seconds=SECONDS, megabytes=MEGABYTES)
    except TimeoutError:
        raise ValueError(f"more than {SECONDS:.0f} s of drawing as pixels") from None
    except MemoryError:
        raise ValueError("not drawn as pixels (too much memory)") from None
    except Exception as error:
        raise ValueError(f"not drawn as pixels ({type(error).__name__}: {error})"[:110]) from None


def _draw(svg: str, fonts: list[str]) -> bytes:
    import resvg_py  # only where artwork needs it; it may be absent

    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        dpi=96,
        skip_system_fonts=True,
        languages=["en"],
        font_files=fonts,
        font_family=_FAMILY,
        serif_family=_FAMILY,
        sans_serif_family=_FAMILY,
        cursive_family=_FAMILY,
        fantasy_family=_FAMILY,
        monospace_family=_FAMILY,
    )
    return bytes(drawn)
