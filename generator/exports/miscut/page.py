"""Faces cut badly on one page, the worst first: what is cut off pale, the cut line red. mm, y downward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.draw.fonts import fonts
from generator.draw.fonts.fonts import label
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Font, Group, Node, Page, Paint, Path, Text, Use
from generator.exports.miscut.faces import TURN, Slip
from specs.base.languages import say

WIDTH, MARGIN, GAP, LABEL = 640.0, 16.0, 6.0, 5.0
LARGEST, SIZE = 118.0, 3.6  # of a face's longer side as shown, and of its words
MOST_FACES, MOST_LINES = 60, 40
GROUND, INK, FAINT, CUT = (0.965, 0.955, 0.93), (0.13, 0.13, 0.16), (0.45, 0.45, 0.48), (0.85, 0.1, 0.1)
WHITE = (1.0, 1.0, 1.0)


def page(game: str, off: float, told: Sequence[Slip], others: tuple[Font, ...] = ()) -> Page:
    """The worst of some faces with what befalls them. `others` are the spec's own fonts."""
    title = f"{game}: {headline(off)}"
    plain, bold = (label(name, others) for name in ("AlegreyaSans-Regular", "AlegreyaSans-Bold"))
    nodes: list[Node] = [Text(MARGIN, MARGIN + 10, title, bold, 12, INK)]
    x, y, tall = MARGIN, MARGIN + 20.0, 0.0
    for slip in told[:MOST_FACES]:
        face = slip.face
        width, height = face.width + 2 * slip.around, face.height + 2 * slip.around
        scale = min(1.0, LARGEST / max(width, height))
        lines = [named(slip), *harms(slip)]
        across = max(width * scale, *(fonts.width(plain, line, SIZE) for line in lines))
        if x > MARGIN and x + across > WIDTH - MARGIN:
            x, y, tall = MARGIN, y + tall + GAP, 0.0
        nodes.append(
            Group(tuple(_cut(slip)), (scale, 0.0, 0.0, scale, x + slip.around * scale, y + slip.around * scale))
        )
        for row, line in enumerate(lines):
            nodes.append(Text(x, y + height * scale + LABEL * (row + 1), line, plain, SIZE, FAINT if row else INK))
        x, tall = x + across + GAP, max(tall, height * scale + LABEL * (len(lines) + 1))
    total = y + tall + MARGIN
    box = (0.0, 0.0, WIDTH, total)
    return Page(WIDTH, total, (Path(geo.rectangle(*box), Paint(fill=GROUND)), *nodes), box, box, ("miscut",))


def _cut(slip: Slip) -> Iterator[Node]:
    """A side as it is printed, pale where it is cut off, on paper where nothing is printed."""
    face = slip.face
    scene = face.front if slip.side == "front" else face.back
    assert scene is not None, "only sides that there are"
    cut = geo.transform(face.outline, slip.matrix)  # of a standee the folds, off as they are with the cut
    printed, around = (
        geo.rectangle(-rim, -rim, face.width + 2 * rim, face.height + 2 * rim) for rim in (face.bleed, slip.around)
    )
    yield Path(cut, Paint(fill=WHITE))
    yield Group((Use(scene),), clip=printed)
    yield Path((*around, *cut), Paint(fill=GROUND, even_odd=True, opacity=0.7))
    yield Path(face.outline, Paint(stroke=FAINT, width=0.2, dash=(1.0, 1.0)))
    yield Path(cut, Paint(stroke=CUT, width=0.3))


def headline(off: float) -> str:
    return say("cut {mm} mm off in any direction, and turned by {degrees}°", mm=f"{off:g}", degrees=f"{TURN:g}")


def lines(off: float, told: Sequence[Slip]) -> list[str]:
    """What befalls the text and the paper of faces, the worst first, for a terminal."""
    found = [f"  {named(slip)}: {'; '.join(harms)}" for slip in told if (harms := _grave(slip))]
    if not found:
        return [f"{headline(off)}:", f"  {say('no text comes too close, and no paper shows')}"]
    more = [f"  {say('and {n} more', n=len(found) - MOST_LINES)}"] if len(found) > MOST_LINES else []
    return [f"{headline(off)}:", *found[:MOST_LINES], *more]


def facts(told: Sequence[Slip]) -> list[dict[str, object]]:
    """The same, and all of it, for programs."""
    return [
        {
            "component": slip.face.component,
            "pieces": list(slip.face.pieces),
            "side": slip.side,
            "move_mm": [round(part, 3) for part in slip.move[:2]],
            "turned_degrees": slip.move[2],
            "texts": [{"text": hit.text, "left_mm": round(hit.left_mm, 3)} for hit in slip.hits],
            "paper": round(slip.paper, 4),
            "changed": round(slip.changed, 4),
        }
        for slip in told
    ]


def named(slip: Slip) -> str:
    """Which side of which piece that is."""
    piece = slip.face.pieces[0]
    return say("{piece}, back", piece=piece) if slip.side == "back" else piece


def harms(slip: Slip) -> list[str]:
    """What befalls a side, in a few words each."""
    if slip.changed == 0:
        return _grave(slip)
    share = f"{slip.changed:.0%}"
    return [*_grave(slip), say("another colour along {share} of its edge", share=share)]


def _grave(slip: Slip) -> list[str]:
    """What befalls its texts, the worst of them by its words, and where paper shows."""
    found: list[str] = []
    if slip.hits:
        hit = slip.hits[0]
        text = hit.text if len(hit.text) < 30 else f"{hit.text[:27]}…"
        if hit.left_mm <= -0.05:
            said = say("'{text}' is cut off by {mm} mm", text=text, mm=f"{-hit.left_mm:.1f}")
        else:
            said = say("'{text}' is left {mm} mm from the cut", text=text, mm=f"{hit.left_mm:.1f}")
        more = f" ({say('and {n} more', n=len(slip.hits) - 1)})" if len(slip.hits) > 1 else ""
        found.append(said + more)
    if slip.paper > 0:
        found.append(say("paper shows along {share} of its edge", share=f"{slip.paper:.0%}"))
    return found
