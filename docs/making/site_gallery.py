"""Pictures of the gallery: some faces of each spec on a table, nine of them as the strip that the README shows, and a
strip of icons.

`python docs/making/site_gallery.py` draws them anew: look at each that changed.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from generator import Document, load
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Node, Page, Paint, Path as Outline, Scene, Segment, Use
from generator.faces.faces import Faces
from generator.faces.outline import trim
from generator.faces.pictures.artwork.pixels import png
from generator.faces.pictures.icons import bundled
from generator.formats.png import render_page

DOCS = Path(__file__).parents[1]
HERE = DOCS / "examples" / "gallery"
NAMES = sorted(file.stem for file in HERE.glob("*.yaml"))
STRIP = ("tarot", "hexes", "map", "standees", "punchboard", "photos", "beasts", "cameos", "money")
ICONS = (
    "fox owl bear dragon octopus bee wizard king pirate miner farmer robot",
    "wood stone wheat gold gem fire tree castle windmill ship rocket swords",
    "dice d20 meeple victory-point draw shuffle time heart spade acorn cycle target",
)
GRADIENTS = ("artwork", "cameos", "hours", "photos")  # which need all their colours
WIDTH, HEIGHT, GAP = 160.0, 70.0, 4.0  # mm of a picture
DPI = 158.75  # 1,000 pixels wide
MOST = 12
GROUND, SHADE, EDGE = (0.93, 0.915, 0.885), (0.78, 0.75, 0.7), (0.5, 0.48, 0.45)
Shown = tuple[Scene, float, float, tuple[Segment, ...]]


def shown(document: Document) -> list[Shown]:
    """Return the distinct fronts of each component, and one of its backs; for a game that is a text only its pages."""
    faces = Faces(document)
    found: list[Shown] = []
    for name, pieces in document.pieces.items():
        width, height = document.spec.components[name].size_mm
        sides = [*dict.fromkeys(map(faces.front, pieces)), faces.back(pieces[0])]
        if document.spec.components[name].pages is not None:
            if not found:
                return [(page, width, height, trim(document, name)) for page in faces.pages(pieces[0])]
            continue  # rules beside the pieces
        found += [(scene, width, height, trim(document, name)) for scene in sides if scene is not None]
    return found


def arranged(faces: list[Shown]) -> tuple[float, list[list[Shown]]]:
    """Arrange them in one line or two, at the scale at which most of them is seen."""
    best = (0.0, 0.0, [faces])
    for rows in (1, 2):
        for count in range(min(len(faces), 4), min(len(faces), MOST) + 1):
            some = [faces[i * len(faces) // count] for i in range(count)]
            across = -(-count // rows)
            lines = [some[i : i + across] for i in range(0, count, across)]
            if len(lines) == rows:
                apart = 0.06 * max(h for _, _, h, _ in lines[0])
                wide = max(sum(w for _, w, _, _ in line) + apart * len(line) for line in lines)
                tall = sum(max(h for _, _, h, _ in line) for line in lines) * 1.06
                scale = min((WIDTH - 2 * GAP) / wide, (HEIGHT - 2 * GAP) / tall)
                area = scale * scale * sum(w * h for _, w, h, _ in some)
                best = max(best, (area, scale, lines), key=lambda found: found[0])
    return best[1:]


def picture(document: Document) -> Page:
    """Draw some faces of a game on a table."""
    scale, lines = arranged(shown(document))
    heights = [max(h for _, _, h, _ in line) * scale for line in lines]
    gap = 0.06 * heights[0]
    nodes: list[Node] = [Outline(geo.rectangle(0, 0, WIDTH, HEIGHT), Paint(fill=GROUND))]
    y = (HEIGHT - sum(heights) - gap * (len(lines) - 1)) / 2
    for line, height in zip(lines, heights, strict=True):
        x = (WIDTH - sum(w for _, w, _, _ in line) * scale - gap * (len(line) - 1)) / 2
        for scene, w, h, cut in line:
            top = y + (height - h * scale) / 2
            shade = Group((Outline(cut, Paint(fill=SHADE)),), (scale, 0, 0, scale, x + 0.8, top + 0.9))
            paper = Outline(cut, Paint(fill=(1, 1, 1)))
            matrix = (scale, 0.0, 0.0, scale, x, top)
            edge = Group((Outline(cut, Paint(stroke=EDGE, width=0.15 / scale)),), matrix)
            nodes += [shade, Group((paper, Use(scene)), matrix, cut), edge]
            x += w * scale + gap
        y += height + gap
    box = (0.0, 0.0, WIDTH, HEIGHT)
    return Page(WIDTH, HEIGHT, tuple(nodes), box, box, "gallery")


def drawn(name: str) -> Image.Image:
    """Draw the picture of a spec of the gallery."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "seen.png"
        render_page(picture(load(HERE / f"{name}.yaml")), DPI, file)
        return Image.open(BytesIO(file.read_bytes())).convert("RGB")


def strip() -> Image.Image:
    """Draw nine pictures of the gallery side by side."""
    pictures = [Image.open(HERE / f"{name}.png").convert("RGB") for name in STRIP]
    width, height = pictures[0].size
    found = Image.new("RGB", (3 * width, 3 * height))
    for index, each in enumerate(pictures):
        found.paste(each, (index % 3 * width, index // 3 * height))
    return found.resize((1200, round(1200 * found.height / found.width)), Image.Resampling.LANCZOS)


def strip_of_icons() -> Image.Image:
    """Draw some of the bundled icons, in rows."""
    side, gap, files = 84, 16, bundled()
    rows = [line.split() for line in ICONS]
    found = Image.new("RGB", (len(rows[0]) * (side + gap) + gap, len(rows) * (side + gap) + gap), "white")
    for y, names in enumerate(rows):
        for x, name in enumerate(names):
            drawing = Image.open(BytesIO(png(files[name].read_text(encoding="utf-8"), side, side, ())))
            found.paste(drawing, (gap + x * (side + gap), gap + y * (side + gap)), drawing)
    return found


if __name__ == "__main__":
    for name in NAMES:
        seen = drawn(name)
        few = (
            seen if name in ("artwork", "cameos", "hours", "photos") else seen.quantize(96)
        )  # gradients need all their colours
        few.save(HERE / f"{name}.png", optimize=True)
    strip_of_icons().quantize(256).save(DOCS / "icons.png", optimize=True)
    strip().quantize(256).save(DOCS / "gallery.png", optimize=True)
