"""A contact sheet: every distinct face of a game on one page, with its number of pieces. mm, y downward."""

from collections.abc import Sequence

from generator.draw.colour.ink import InkMode
from generator.draw.fonts.fonts import label
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Font, Node, Page, Paint, Path, Scene, Text
from generator.faces.distinct import drawn_alike
from generator.faces.faces import Faces
from generator.faces.outline import outlined, trim
from specs.base.languages import say
from specs.model.component import Side
from specs.model.document import Document

WIDTH = 640.0
MARGIN, GAP, LABEL = 16.0, 5.0, 6.0
LARGEST = 118.0  # a piece with a longer side is shown smaller
MOST_FACES = 60  # of a component's fronts or backs
GROUND, INK, FAINT = (0.965, 0.955, 0.93), (0.13, 0.13, 0.16), (0.45, 0.45, 0.48)


Shown = tuple[Scene, Side, int]  # a face, and the number of pieces with it


def shown_faces(faces: Faces, document: Document, component: str) -> tuple[list[Shown], int]:
    """Return a component's distinct fronts, then its backs, at most MOST_FACES of each; and how many pieces are left
    out."""
    found: list[Shown] = []
    left_out = 0
    pieces = document.pieces[component]
    sides: tuple[Side, ...] = ("front", "back")
    for side in sides:
        alike = drawn_alike(faces, pieces, side, MOST_FACES)
        for each in alike:
            scene = faces.side(each[0], side)
            assert scene is not None, "only what is drawn has a key"
            found.append((scene, side, len(each)))
        left_out = (len(pieces) - sum(map(len, alike)) if alike else 0) or left_out
    return found, left_out


def page(
    document: Document, faces: Faces, components: tuple[str, ...], ink: InkMode, others: tuple[Font, ...] = ()
) -> Page:
    """Return the contact sheet of some components; `others` are the spec's own fonts.

    Raises SpecError for a face that cannot be drawn.
    """
    plain, bold = (label(name, others) for name in ("AlegreyaSans-Regular", "AlegreyaSans-Bold"))
    nodes: list[Node] = [Text(MARGIN, MARGIN + 10, document.spec.title, bold, 14, INK)]
    y = MARGIN + 20.0
    for name in components:
        y = _component(nodes, y, document, faces, name, ink, (plain, bold))
    return grounded(nodes, y, "preview")


def grounded(nodes: Sequence[Node], bottom: float, name: str) -> Page:
    """Return what was drawn down to there, as a page of that height."""
    total = bottom + MARGIN
    ground = Path(geo.rectangle(0.0, 0.0, WIDTH, total), Paint(fill=GROUND))
    return Page.whole((WIDTH, total), (ground, *nodes), (name,))


def _component(
    nodes: list[Node], y: float, document: Document, faces: Faces, name: str, ink: InkMode, fonts: tuple[Font, Font]
) -> float:
    """Add a component's title and faces from `y` down; return where the next one begins."""
    plain, bold = fonts
    component = document.spec.components[name]
    cut = trim(document, name)
    shown, left_out = shown_faces(faces, document, name)
    width, height = component.size_mm
    scale = min(1.0, LARGEST / max(width, height))
    more = f" ({say('and {n} more', n=f'{left_out:,}')})" if left_out else ""
    size = f"{width:.4g} × {height:.4g}"
    about = say("{n} of {size} mm", n=f"{len(document.pieces[name]):,}", size=size) + more
    nodes += [
        Text(MARGIN, y + 7, component.title, bold, 8, INK),
        Text(WIDTH - MARGIN, y + 7, about, plain, 6, FAINT, "end"),
        Path((("M", MARGIN, y + 10), ("L", WIDTH - MARGIN, y + 10)), Paint(stroke=FAINT, width=0.3)),
    ]
    y += 14
    x = MARGIN
    for scene, side, alike in shown:
        if x > MARGIN and x + width * scale > WIDTH - MARGIN:
            x, y = MARGIN, y + height * scale + LABEL + GAP
        nodes.append(outlined(ink(scene), cut, (scale, 0.0, 0.0, scale, x, y), FAINT))
        count = f"× {alike:,}" if alike > 1 else ""
        caption = " ".join(filter(None, (say("back") if side == "back" else "", count)))
        if caption:
            nodes.append(Text(x + width * scale / 2, y + height * scale + 4.6, caption, plain, 4.6, FAINT, "middle"))
        x += width * scale + GAP
    return y + height * scale + LABEL + 2 * GAP
