"""SVG artwork as pixels, where shapes, gradients and letters cannot show it: filters, masks, patterns, blending.

resvg draws it, in a process of its own: a file can ask for more time or memory than there is. Run as a program with
JSON on its standard input (`svg`, `fonts`), this module writes a PNG.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from math import ceil, sqrt
from subprocess import TimeoutExpired

from specs.base.workers import sandbox

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
    given = json.dumps({"svg": sized, "fonts": list(fonts)}).encode()
    try:
        run = sandbox.run(__name__, given, SECONDS)
    except TimeoutExpired:
        raise ValueError(f"more than {SECONDS:.0f} s of drawing as pixels") from None
    if run.returncode or not run.stdout.startswith(b"\x89PNG"):
        last_line = run.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise ValueError(f"not drawn as pixels ({last_line[0][:80] if last_line else 'too much memory'})")
    return run.stdout


def main() -> None:
    import resvg_py

    sandbox.bound(MEGABYTES)
    given = json.load(sys.stdin.buffer)
    drawn = resvg_py.svg_to_bytes(
        svg_string=given["svg"],
        dpi=96,
        skip_system_fonts=True,
        languages=["en"],
        font_files=given["fonts"],
        font_family=_FAMILY,
        serif_family=_FAMILY,
        sans_serif_family=_FAMILY,
        cursive_family=_FAMILY,
        fantasy_family=_FAMILY,
        monospace_family=_FAMILY,
    )
    sys.stdout.buffer.write(bytes(drawn))


if __name__ == "__main__":
    main()
