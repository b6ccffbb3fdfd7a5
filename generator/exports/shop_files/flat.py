"""Faces as a press wants them: nothing that shines through, dark letters in one ink, letters as outlines. mm.

Colours of a screen as inks on paper: sRGB to CMYK by an ICC profile, within what a shop allows in all.

What is grey is printed in black ink alone, so that thin lines and letters are sharp; an area of black itself, which is
`BLACK`, is mixed as the shop says. Inks go from 0 to 1.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import lru_cache
from io import BytesIO
from itertools import accumulate
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.colour.vision import lightness
from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.scene import IDENTITY, Colour, Group, Image, Matrix, Node, Page, Paint, Path, Scene, Shaded, Text
from generator.draw.walk import blends, walk
from specs.base.errors import SpecError, bad
from specs.base.files import read, unread

if TYPE_CHECKING:
    from PIL.Image import Image as Picture


FOLDER = FilePath(__file__).parent / "profiles"
MAX_BYTES = 20_000_000  # of a profile
STEPS = 33  # a side of the table of colours; what lies between is interpolated, and so keeps within the limit too
GREY = 0.03  # how far the channels of what is grey may differ
TONES = 64  # of black ink, to find the one that is as light as a grey
ROUNDING = 0.008  # that much the four bytes of a pixel may be above what they stand for

BLACK: Colour = (0.0, 0.0, 0.0)
Inks = tuple[float, float, float, float]


class Inking:
    """How colours become inks. `profile` is what they are made for, `limit` the most of all four inks together."""

    def __init__(self, profile: bytes, limit: float = 4.0, black: Inks | None = None) -> None:
        from PIL import ImageCms, ImageFilter

        self.profile, self.limit = profile, limit
        self.black = None if black is None else _within(black, limit)
        self._opened = ImageCms.getOpenProfile(BytesIO(profile))
        known = self._opened.profile
        if (known.xcolor_space.strip(), known.device_class.strip()) != ("CMYK", "prtr"):
            raise ValueError(f"a profile of {known.xcolor_space.strip()}")
        self.name = str(ImageCms.getProfileDescription(self._opened)).strip()
        screen, intent = ImageCms.createProfile("sRGB"), ImageCms.Intent.PERCEPTUAL
        self._pressed = ImageCms.buildTransform(screen, self._opened, "RGB", "CMYK", intent)
        self._tones = self._lightness()
        self._known: dict[Colour, Inks] = {}
        grid = [channel / (STEPS - 1) for channel in range(STEPS)]
        every = self._converted([(red, green, blue) for blue in grid for green in grid for red in grid])
        table = [ink for inks in every for ink in _within(inks, limit - ROUNDING)]
        self._table = ImageFilter.Color3DLUT(STEPS, table, channels=4, target_mode="CMYK")

    def _converted(self, colours: list[Colour]) -> list[Inks]:
        """Colours as the profile has them; white is paper, whatever it says."""
        from PIL import Image, ImageCms

        pixels = bytes([round(channel * 255) for colour in colours for channel in colour])
        picture = Image.frombytes("RGB", (len(colours), 1), pixels)
        done: Any = ImageCms.applyTransform(picture, self._pressed)
        found = done.tobytes()
        return [
            (0.0, 0.0, 0.0, 0.0)
            if min(colour) == 1
            else (found[at] / 255, found[at + 1] / 255, found[at + 2] / 255, found[at + 3] / 255)
            for at, colour in zip(range(0, len(found), 4), colours, strict=True)
        ]

    def _lightness(self) -> list[float]:
        """How light black ink alone is by its tone, falling from paper, 1, to full ink, 0."""
        from PIL import Image, ImageCms

        tones = bytes([ink for tone in range(TONES) for ink in (0, 0, 0, round(255 * tone / (TONES - 1)))])
        picture = Image.frombytes("CMYK", (TONES, 1), tones)
        lab = ImageCms.createProfile("LAB")
        done: Any = ImageCms.profileToProfile(picture, self._opened, lab, ImageCms.Intent.RELATIVE_COLORIMETRIC, "LAB")
        light = list(accumulate(done.getchannel("L").tobytes(), min))
        return [(level - light[-1]) / max(1, light[0] - light[-1]) for level in light]

    def inks(self, colour: Colour, *, area: bool = False) -> Inks:
        """The inks of a colour, of an area or of a line."""
        if max(colour) - min(colour) > GREY:
            return _within(self.unlimited(colour), self.limit)
        if area and colour == BLACK and self.black is not None:
            return self.black
        return 0.0, 0.0, 0.0, self._tone(lightness(colour) / 100)

    def _tone(self, light: float) -> float:
        """How much black ink alone is so light."""
        darker = bisect_left(self._tones, -light, key=lambda level: -level)
        if not 0 < darker < TONES:
            return 0.0 if darker == 0 else 1.0
        high, low = self._tones[darker - 1], self._tones[darker]
        return (darker - 1 + (high - light) / (high - low)) / (TONES - 1)

    def unlimited(self, colour: Colour) -> Inks:
        """What the profile makes of a colour, however much ink that is."""
        if colour not in self._known:
            self._known[colour] = self._converted([colour])[0]
        return self._known[colour]

    def picture(self, picture: Picture) -> Picture:
        """A picture in RGB or grey as CMYK."""
        return picture.convert("RGB").filter(self._table)


def inking(condition: str, given: str | None, limit: int | None, black: tuple[int, int, int, int] | None) -> Inking:
    """The inks for a condition that there is a profile of, or for the profile in a file; limits in percent.

    Raises SpecError where the file holds no profile of CMYK that can be printed with.
    """
    from PIL.ImageCms import PyCMSError

    file = FilePath(given) if given is not None else FOLDER / f"{condition}.icc"
    expected = "an ICC profile of a CMYK printer"
    mixed = None if black is None else (black[0] / 100, black[1] / 100, black[2] / 100, black[3] / 100)
    try:
        return Inking(read(file, MAX_BYTES), (limit or 400) / 100, mixed)
    except OSError as error:
        raise SpecError([unread(f"--profile {given}", error, expected)]) from None
    except (ValueError, PyCMSError):
        raise bad("wrong-value", "--profile", f"'{given}'", expected) from None


def _within(inks: Inks, limit: float) -> Inks:
    """Inks within a limit: of the three colours so much less as there is too much; black stays."""
    cyan, magenta, yellow, black = inks
    coloured = cyan + magenta + yellow
    if coloured + black <= limit or not coloured:
        return inks
    left = max(0.0, limit - black) / coloured
    return cyan * left, magenta * left, yellow * left, black


# ---- flat faces ----------------------------------------------------------------------------------


DPI = 600  # of what is no longer made of lines, letters among it; less where that were
MOST_PIXELS = 18_000_000  # A3 at 300 dpi
DARK = 30.0  # L* below which letters of little colour are black ink alone, all of it: a tint of it has no sharp edge
COLOURLESS = 0.25  # how far the channels of such letters differ at most
DEEP = 0.1  # what has no channel above it is black,
LARGE = 100.0  # and an area from so many mm²; of what is smaller black is
NOT_BLACK = 0.002
NEAR = 0.1  # mm from the edge of a face's bleed at which it is reached


class Flat(Struct, frozen=True):
    """Makes faces flat. Pictures are made in `folder`; with `outlines` text is paths, and what shines through may stay
    where `transparent`."""

    folder: FilePath
    outlines: bool = False
    transparent: bool = False
    faces: dict[int, tuple[Scene, Scene]] = {}
    shared: dict[int, tuple[Scene, Scene]] = {}  # what faces share stays shared
    edges: dict[tuple[int, ...], Scene] = {}

    def scene(self, scene: Scene) -> Scene:
        """A face with all that lies on or under what shines through as one picture; what is above it stays as it is."""
        if id(scene) not in self.faces:
            self.faces[id(scene)] = scene, self._flat(scene)
        return self.faces[id(scene)][1]

    def _flat(self, scene: Scene) -> Scene:
        nodes, below = scene.nodes, 0
        if not self.transparent:
            below = max((number for number, node in enumerate(nodes, 1) if shines(node)), default=0)
        ground = () if not below else (self._picture(scene.box, nodes[:below]),)
        flat = (*ground, *self._nodes(nodes[below:], IDENTITY))
        return replace(scene, nodes=flat, reusable=True, single=False)

    def edge(self, scene: Scene) -> Scene:
        """What of a flat face reaches its edge, but text: what goes on where its bleed is too small."""
        over = [node for node in scene.nodes if not isinstance(node, Text) and _reaches(node, scene.box)]
        return self.edges.setdefault(tuple(map(id, over)), replace(scene, nodes=tuple(over), alt=""))

    def _picture(self, box: geo.Rectangle, nodes: Sequence[Node]) -> Image:
        import pypdfium2

        from generator.formats.pdf import pages

        x, y, width, height = box
        dpi = min(DPI, 25.4 * (MOST_PIXELS / (width * height)) ** 0.5)
        whole = (0.0, 0.0, width, height)
        page = Page(width, height, (Group(tuple(nodes), geo.translate(-x, -y)),), whole, whole, ())
        file = self.folder / f"{len(self.faces):06}.pdf"
        pages.write([page], pages.Meta("ground"), file)
        with closing(pypdfium2.PdfDocument(str(file))) as document, closing(document[0]) as drawn:
            drawn.render(scale=dpi / 72).to_pil().convert("RGB").save(file.with_suffix(".png"), compress_level=1)
        file.unlink()
        return Image(x, y, width, height, file.with_suffix(".png"))

    def _nodes(self, nodes: Iterable[Node], matrix: Matrix) -> tuple[Node, ...]:
        return tuple(each for node in nodes for each in self._node(node, matrix))

    def _node(self, node: Node, matrix: Matrix) -> Sequence[Node]:
        match node:
            case Text():
                fill = node.fill
                if fill is not None and max(fill) - min(fill) < COLOURLESS and lightness(fill) < DARK:
                    node = replace(node, fill=_line(BLACK))
                return _outlined(node) if self.outlines else (node,)
            case Path(paint=Paint(fill=fill)) if fill is not None and max(fill) < DEEP:
                _, _, width, height = geo.bounds(geo.transform(node.segments, matrix)) or (0.0, 0.0, 0.0, 0.0)
                black = BLACK if width * height >= LARGE else _line(fill)
                return (node if black == fill else replace(node, paint=replace(node.paint, fill=black)),)
            case Group():
                return (replace(node, children=self._nodes(node.children, geo.multiply(matrix, node.matrix))),)
            case Path() | Shaded() | Image():
                return (node,)
            case _:  # a drawing that is used here
                return (replace(node, scene=self._shared(node.scene, geo.multiply(matrix, node.matrix))),)

    def _shared(self, scene: Scene, matrix: Matrix) -> Scene:
        """A scene that is drawn in many places, as it is in the first of them."""
        if id(scene) not in self.shared:
            self.shared[id(scene)] = scene, replace(scene, nodes=self._nodes(scene.nodes, matrix))
        return self.shared[id(scene)][1]


def _reaches(node: Node, box: geo.Rectangle) -> bool:
    left, top, right, bottom = box[0] + NEAR, box[1] + NEAR, box[0] + box[2] - NEAR, box[1] + box[3] - NEAR
    return any(
        x < left or y < top or x + width > right or y + height > bottom
        for _, (x, y, width, height) in geo.paint_box([node], IDENTITY)
    )


def _line(colour: Colour) -> Colour:
    """A colour of what is no area: never black itself."""
    return max(colour[0], NOT_BLACK), max(colour[1], NOT_BLACK), max(colour[2], NOT_BLACK)


def shines(node: Node) -> bool:
    """Whether anything can be seen through a node, or through a part of it."""
    return blends([node], into_uses=True) or any(_transparent(leaf) for leaf, _, _ in walk([node]))


def _transparent(node: Node) -> bool:
    match node:
        case Path():
            return node.paint.opacity < 1
        case Shaded():
            return node.paint.opacity < 1 or _fades(node)
        case Text():
            return node.opacity < 1 or _fades(node)
        case Image():
            return node.opacity < 1 or _alpha(node.file, node.data)
        case _:
            return False


def _fades(node: Shaded | Text) -> bool:
    return node.gradient is not None and any(stop.opacity < 1 for stop in node.gradient.stops)


@lru_cache(maxsize=256)
def _alpha(file: FilePath, data: bytes) -> bool:
    from PIL import Image as Pictures

    with Pictures.open(BytesIO(data) if data else file) as picture:
        return picture.has_transparency_data


def _outlined(node: Text) -> list[Node]:
    """A line of text as paths: what surrounds the letters, then the letters, each colour of theirs by itself."""
    found: list[Node] = []
    under = Paint(stroke=node.outline, width=2 * node.outline_width, join="round", opacity=node.opacity)
    for colour, segments in fonts.paths_by_colour(node, fonts.line(node.font, node.text, node.rtl)):
        if node.outline is not None and node.outline_width > 0:
            found.append(Path(segments, under))
        if node.fill is not None:
            paint = Paint(fill=colour or node.fill, opacity=node.opacity)
            shade = node.gradient if colour is None else None
            found.append(Path(segments, paint) if shade is None else Shaded(segments, paint, shade))
    return found
