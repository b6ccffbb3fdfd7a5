"""A folder of faces: each distinct one as a picture file in sRGB, and `faces.csv`, which counts them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from functools import cache, partial
from io import StringIO
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING

from generator.exports.faces import Face, Side, faces, sides
from generator.exports.pictures import Form, held, pictures
from generator.plan.drawer import Drawer
from generator.plan.options import Picture
from specs.base.files import replace_text, replacing
from specs.base.workers.forked import Work

if TYPE_CHECKING:
    from PIL.Image import Image

ENDINGS: dict[Picture, str] = {"png": ".png", "jpeg": ".jpg"}
LEVEL = 4  # how hard a PNG is pressed: 6 takes a fifth longer for 2 % less, 1 is a quarter faster for 15 % more
QUALITY = 92  # of a JPEG
MOST_WORKS = 128  # that the folder is divided into; and no fewer faces to each than
LEAST_FACES = 16
MADE = pack(">6H", 2000, 1, 1, 0, 0, 0)  # when a profile says it was made
HEAD = ("front", "back", "component", "count", "pieces", "width_mm", "height_mm", "bleed_mm", "width_px", "height_px")


def works(drawer: Drawer, folder: Path) -> Iterator[Work]:
    """What is to be done for a build's folder of faces, in parts of which none waits for another: first of all, in
    this process, every face is drawn, so that each part has them.

    Raises SpecError as faces do, and where a picture would be too large to be held.
    """
    given = drawer.selection.settings.given
    form, found = Form(given.dpi, given.faces), faces(drawer)
    held(found, form)
    folder.mkdir()
    replace_text(folder / "faces.csv", listed(found, form, given.picture))
    todo = list(sides(found))
    size = max(LEAST_FACES, -(-len(todo) // MOST_WORKS))
    for start in range(0, len(todo), size):
        yield partial(_write, todo[start : start + size], form, given.picture, folder)


def listed(found: Sequence[Face], form: Form, kind: Picture) -> str:
    """The faces as CSV: a line each, with its files, how many pieces have it, and which."""
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(HEAD)
    for face in found:
        names = (f"{name}{ENDINGS[kind]}" if name else "" for name in (face.front_name, face.back_name))
        size = (f"{mm:.10g}" for mm in (face.width, face.height, form.around(face)[0]))
        writer.writerow((*names, face.component, face.count, "; ".join(face.pieces), *size, *form.px(face)))
    return lines.getvalue()


def _write(todo: Sequence[tuple[Face, Side]], form: Form, kind: Picture, folder: Path) -> None:
    drawn = pictures(todo, form)
    for face, side in todo:
        save(next(drawn), folder / f"{face.named(side)}{ENDINGS[kind]}", form.dpi, kind)


def save(picture: Image, file: Path, dpi: float, kind: Picture = "png") -> None:
    """A picture to a file that says how large it is and that its colours are sRGB. Raises OSError."""
    told = {"dpi": (dpi, dpi), "icc_profile": srgb()}
    with replacing(file) as beside:
        if kind == "jpeg":
            picture.save(beside, format="JPEG", quality=QUALITY, subsampling=0, **told)
        else:
            picture.save(beside, format="PNG", compress_level=LEVEL, **told)


@cache
def srgb() -> bytes:
    """The profile of sRGB, made at no time: the same bytes in every build."""
    from PIL import ImageCms

    made = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return made[:24] + MADE + made[36:]
