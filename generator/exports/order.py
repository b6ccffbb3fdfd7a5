"""A game as a shop takes it: a PDF for each component, or its pictures, and what to do with them. mm."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from generator.draw import geometry as geo
from generator.draw.scene import Group, Node, Page, Scene, Use
from generator.exports.faces import Face, Side, faces, sides
from generator.exports.flat import Flat, unlettered
from generator.exports.inking import inking
from generator.exports.pdfx import Target, convert
from generator.exports.shop import Shop, Size
from generator.press import Press
from generator.tally import Paged, Tally
from generator.words import bad
from specs.ground.errors import Fault, SpecError
from specs.ground.files import replace_text
from specs.ground.languages import say, say_many

INCH = 25.4
MOST_PAGES = 20_000  # of a file


class Part(Struct, frozen=True):
    """A component as a shop takes it: in one of its sizes, `turned` where it lies on its side there."""

    component: str
    title: str
    size: Size
    turned: bool
    faces: tuple[Face, ...]

    @property
    def count(self) -> int:
        return sum(face.count for face in self.faces)

    @property
    def backed(self) -> bool:
        return any(face.back_name for face in self.faces)

    @property
    def pages(self) -> int:
        return self.count * (1 + self.backed)


def parts(press: Press, shop: Shop) -> tuple[list[Part], list[Fault]]:
    """The components that a shop takes, and what is wrong with the others."""
    found: list[Part] = []
    wrong: list[Fault] = []
    drawn: dict[str, list[Face]] = {}
    for face in faces(press):
        drawn.setdefault(face.component, []).append(face)
    for name, each in drawn.items():
        shape, size = press.document.spec.components[name].shape, (each[0].width, each[0].height)
        fit, title, path = shop.fit(size, shape), press.title(name), ("components", name, "size")
        if fit is not None:
            found.append(Part(name, title, *fit, tuple(each)))
            continue
        nearest = shop.nearest(size, shape)
        expected = (
            f"a flat piece that {shop.title} cuts"
            if nearest is None
            else f"a size of {shop.title}'s, nearest {nearest}"
        )
        what = f"{title} of {size[0]:g} × {size[1]:g} mm, {shape}"
        wrong.append(press.document.fault(path, what, expected))
    return found, wrong


def write(press: Press, shop: Shop, folder: Path, tally: Tally) -> Paged:
    """Write all that a shop takes of a build into a folder; the pages there are, each PDF's counted from 1.

    Raises SpecError where a component is of no size that the shop has, where faces are faulty, and OSError.
    """
    found, wrong = parts(press, shop)
    if wrong:
        only = f"--only {','.join(part.component for part in found)} prints what is" if found else ""
        raise SpecError([replace(fault, hint=only) for fault in wrong[:1]] + wrong[1:])
    paged = Paged()
    tally.prints = press.fingerprints(press.pieces)
    target = None if shop.form == "pictures" else _target(press, shop)
    for part in found:
        press.progress(part.title)
        if part.pages > MOST_PAGES:
            raise bad(
                "--shop", f"{part.pages:,} pages of {part.title}", f"at most {MOST_PAGES:,}; --count prints fewer"
            )
        if target is None:
            _pictures(shop, part, folder / part.component)
        else:
            _pdf(press, shop, part, target, folder / f"{part.component}.pdf")
            paged.pages[part.component] = list(range(1, part.pages + 1))
            paged.count += part.pages
        tally.streamed[part.component] = len(list(sides(list(part.faces))))
    _list(shop, found, folder / "list.csv")
    lines = told(press, shop, found)
    replace_text(folder / "README.txt", "\n".join(lines) + "\n")
    tally.remarks += lines[2 : 2 + len(found)]
    return paged


# ---- a PDF -----------------------------------------------------------------------------------------


def _target(press: Press, shop: Shop) -> Target:
    given = press.settings.given.profile
    assert shop.standard is not None, "a shop's file says it for each PDF"
    inks = inking(str(shop.condition), given, shop.ink, shop.black)
    return Target(shop.standard, inks, shop.condition if given is None else None)


def _pdf(press: Press, shop: Shop, part: Part, target: Target, file: Path) -> None:
    from generator.formats import pdf

    spec = press.told
    with TemporaryDirectory() as folder:
        flat = Flat(Path(folder), outlines=shop.text == "outlines", transparent=shop.standard == "x-4")
        meta = pdf.Meta(f"{spec.title}: {part.title}", spec.credits.designer, language=spec.language or "en")
        screen = Path(folder) / "screen.pdf"
        pdf.write(pages(shop, part, flat), meta, screen)
        convert(screen, file, target)


def pages(shop: Shop, part: Part, flat: Flat) -> Iterator[Page]:
    """A page a side, each as often as its piece is printed; blank where a piece has no back and others have."""
    for face in part.faces:
        item = face.item()
        front = page(shop, part, face, flat.scene(item.front), "front")
        if not part.backed:
            yield from (front for _ in face.pieces)
            continue
        none = Scene((0.0, 0.0, 1.0, 1.0), ())
        back = page(shop, part, face, none if item.back is None else flat.scene(item.back), "back")
        both = (front, back) if shop.order == "front first" else (back, front)
        yield from (side for _ in face.pieces for side in both)


def page(shop: Shop, part: Part, face: Face, scene: Scene, side: Side) -> Page:
    """A side in the middle of the shop's size, its bleed around it. A back is turned the other way than its front."""
    width, height = (length + 2 * shop.bleed for length in part.size.size)
    turn = 0 if not part.turned else 90 if side == "front" else 270
    middle = geo.multiply(geo.translate(width / 2, height / 2), geo.rotation(turn))
    across, down = (height, width) if part.turned else (width, height)
    drawn = _bled(scene, (face.width, face.height), face.bleed, (across, down))
    nodes = (Group(drawn, geo.multiply(middle, geo.translate(-face.width / 2, -face.height / 2))),)
    trim = (shop.bleed, shop.bleed, *part.size.size)
    return Page(width, height, nodes, trim, (0.0, 0.0, width, height), (part.component,))


def _bled(scene: Scene, size: tuple[float, float], bleed: float, whole: tuple[float, float]) -> tuple[Node, ...]:
    """A face that reaches so far: where its own bleed ends, its edge is drawn once more, farther out."""
    width, height = size
    own = (width + 2 * bleed, height + 2 * bleed)
    larger = tuple(max(1.0, far / near) for far, near in zip(whole, own, strict=True))
    if max(larger) < 1 + 1e-6:
        return (Use(scene),)
    middle = geo.translate(width / 2, height / 2)
    farther = geo.multiply(middle, geo.multiply(geo.scaling(*larger), geo.translate(-width / 2, -height / 2)))
    edge = replace(scene, nodes=unlettered(scene.nodes))
    around = geo.rectangle(-bleed - whole[0], -bleed - whole[1], own[0] + 2 * whole[0], own[1] + 2 * whole[1])
    left, top, right, bottom = -bleed, -bleed, width + bleed, height + bleed
    hole = geo.polyline(((left, top), (left, bottom), (right, bottom), (right, top)), closed=True)
    inside = geo.rectangle(left, top, *own)
    return Group((Use(edge, farther),), clip=(*around, *hole)), Group((Use(scene),), clip=inside)


# ---- pictures --------------------------------------------------------------------------------------


def _pictures(shop: Shop, part: Part, folder: Path) -> None:
    from PIL.Image import Transpose

    from generator.exports.pictures import Form, pictures

    folder.mkdir()
    dpi = 300 if shop.pixels is None else shop.pixels.dpi
    across, down = shop.picture(part.size)
    if part.turned:
        across, down = down, across
    first = part.faces[0]
    around = ((across * INCH / dpi - first.width) / 2, (down * INCH / dpi - first.height) / 2)
    every = list(sides(list(part.faces)))
    for (face, side), picture in zip(every, pictures(every, Form(dpi, "bleed", around)), strict=True):
        if part.turned:
            picture = picture.transpose(Transpose.ROTATE_270 if side == "front" else Transpose.ROTATE_90)
        picture.save(folder / _file(part, face, side), "PNG", dpi=(dpi, dpi))


def _file(part: Part, face: Face, side: Side) -> str:
    name = face.named(side)
    return f"{name}-x{sum(each.count for each in part.faces if each.named(side) == name)}.png"


# ---- what to do with them --------------------------------------------------------------------------


def _list(shop: Shop, found: Sequence[Part], file: Path) -> None:
    """A table of all faces: in which file each is, and how often."""
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("component", "size", "front", "back", "count", "pieces"))
    for part in found:
        for face in part.faces:
            if shop.form == "pdf":
                front = back = f"{part.component}.pdf"
            else:
                front, back = (f"{part.component}/{_file(part, face, side)}" for side in ("front", "back"))
            back = back if face.back_name else ""
            table.writerow((part.component, part.size.name, front, back, face.count, " ".join(face.pieces)))
    replace_text(file, text.getvalue())


def told(press: Press, shop: Shop, found: Sequence[Part]) -> list[str]:
    """What to upload where and how often, and what is not known of the shop."""
    lines = [f"{press.told.title}: {shop.title}", ""]
    for part in found:
        many = say_many("{n} piece", "{n} pieces", part.count)
        if shop.form == "pdf":
            lines.append(
                say("{file}: {title}, {size}: {pieces} on {n} pages", file=f"{part.component}.pdf", title=part.title,
                    size=part.size, pieces=many, n=part.pages)
            )  # fmt: skip
        else:
            pictures = len(list(sides(list(part.faces))))
            lines.append(
                say("{folder}: {title}, {size}: {pieces}, {n} pictures", folder=f"{part.component}/", title=part.title,
                    size=part.size, pieces=many, n=pictures)
            )  # fmt: skip
    unverified = [figure for figure in shop.given() if shop.source(figure) is None]
    lines += ["", *filter(None, (shop.upload, shop.note))]
    if unverified:
        lines.append(say("Not read on a page of the shop's: {figures}.", figures=", ".join(unverified)))
    lines += [f"{', '.join(source.figures)}: {source.url} ({source.checked})" for source in shop.sources]
    return lines
