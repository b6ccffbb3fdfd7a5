"""Makes faces as a press needs them: without transparency, dark letters in one ink, letters as outlines. mm.

It also converts a screen's colours to inks on paper: sRGB to CMYK by an ICC profile, within the total that a shop
allows.

Greys are printed in black ink alone, so that thin lines and letters are sharp; an area of black itself, which is
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
STEPS = 33  # side of the colour table; values between are interpolated, and so keep within the limit too
GREY = 0.03  # how far the channels of a grey may differ
TONES = 64  # tones of black ink, to find the one as light as a grey
ROUNDING = 0.008  # how much ink the rounding of a pixel's four bytes may add

BLACK: Colour = (0.0, 0.0, 0.0)
Inks = tuple[float, float, float, float]


class Inking:
    """How colours become inks. `profile` is what they are made for, `limit` the maximum of all four inks together."""

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
        """Convert colours by the profile; white is always bare paper."""
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
        """Return the lightness of black ink alone by its tone, falling from paper, 1, to full ink, 0."""
        from PIL import Image, ImageCms

        tones = bytes([ink for tone in range(TONES) for ink in (0, 0, 0, round(255 * tone / (TONES - 1)))])
        picture = Image.frombytes("CMYK", (TONES, 1), tones)
        lab = ImageCms.createProfile("LAB")
        done: Any = ImageCms.profileToProfile(picture, self._opened, lab, ImageCms.Intent.RELATIVE_COLORIMETRIC, "LAB")
        light = list(accumulate(done.getchannel("L").tobytes(), min))
        return [(level - light[-1]) / max(1, light[0] - light[-1]) for level in light]

    def inks(self, colour: Colour, *, area: bool = False) -> Inks:
        """Return the inks of a colour, of an area or of a line."""
        if max(colour) - min(colour) > GREY:
            return _within(self.unlimited(colour), self.limit)
        if area and colour == BLACK and self.black is not None:
            return self.black
        return 0.0, 0.0, 0.0, self._tone(lightness(colour) / 100)

    def _tone(self, light: float) -> float:
        """Return how much black ink alone has that lightness."""
        darker = bisect_left(self._tones, -light, key=lambda level: -level)
        if not 0 < darker < TONES:
            return 0.0 if darker == 0 else 1.0
        high, low = self._tones[darker - 1], self._tones[darker]
        return (darker - 1 + (high - light) / (high - low)) / (TONES - 1)

    def unlimited(self, colour: Colour) -> Inks:
        """Convert a colour by the profile, however much ink that takes."""
        if colour not in self._known:
            self._known[colour] = self._converted([colour])[0]
        return self._known[colour]

    def picture(self, picture: Picture) -> Picture:
        """Convert a picture in RGB or grey to CMYK."""
        return picture.convert("RGB").filter(self._table)


def inking(condition: str, given: str | None, limit: int | None, black: tuple[int, int, int, int] | None) -> Inking:
    """Return the inks for a condition that we have a profile of, or for the profile in a file; limits in percent.

    Raises SpecError if the file cannot be read, or holds no CMYK profile for printing.
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
    """Reduce inks to a limit: the three colours in proportion; black stays."""
    cyan, magenta, yellow, black = inks
    coloured = cyan + magenta + yellow
    if coloured + black <= limit or not coloured:
        return inks
    left = max(0.0, limit - black) / coloured
    return cyan * left, magenta * left, yellow * left, black


# ---- flat faces ----------------------------------------------------------------------------------


DPI = 600  # of pictures that replace lines and letters; less if they had more pixels than
MOST_PIXELS = 18_000_000  # which are A3 at 300 dpi
DARK = 30.0  # L* below which letters of little colour become pure black ink: a tint has no sharp edge
COLOURLESS = 0.25  # how far the channels of such letters differ at most
DEEP = 0.1  # black has no channel above this,
LARGE = 100.0  # mm², least size of an area whose black is mixed; smaller ones stay black ink alone
NOT_BLACK = 0.002
NEAR = 0.1  # mm from the edge of the bleed that count as reaching it


class Flat(Struct, frozen=True):
    """Makes faces flat. Pictures are made in `folder`; with `outlines` text becomes paths; with `transparent`,
    transparency may stay."""

    folder: FilePath
    outlines: bool = False
    transparent: bool = False
    faces: dict[int, tuple[Scene, Scene]] = {}
    shared: dict[int, tuple[Scene, Scene]] = {}  # what faces share stays shared
    edges: dict[tuple[int, ...], Scene] = {}

    def scene(self, scene: Scene) -> Scene:
        """Return a face with everything on or under a transparent part as one picture; what is above it stays
        as it is."""
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
        """Return what of a flat face reaches its edge, except text: it is repeated where the bleed is too small."""
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
        """Return a scene that is drawn in many places, as it is in the first of them."""
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
    """Return a colour of a line or text: never the mixed black."""
    return max(colour[0], NOT_BLACK), max(colour[1], NOT_BLACK), max(colour[2], NOT_BLACK)


def shines(node: Node) -> bool:
    """Return whether a node, or a part of it, is transparent."""
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
    """Return a line of text as paths: the outline of the letters, then the letters, each of their colours by itself."""
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
