"""PNG and JPEG files of every make: what the PDF and the SVG show is what a browser shows of the file."""

import struct
import zlib
from base64 import b64encode
from collections.abc import Sequence
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow, ImageCms
from pngs import SIGNATURE, part

from generator.draw.scene import Image, Page
from generator.exports.shop_files.flat import inking
from generator.faces.pictures.profiles import made
from generator.faces.pictures.rasters import Raster, Unusable, read
from generator.formats import svg
from tests.generator.faces.rendering import by_pdfium, by_resvg

SIDE = 4  # fields across a picture
FIELD = 4  # samples across a field, so that its middle is not smoothed
SHOWN = 4  # dots across a sample
GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
DEPTHS = {GREY: (1, 2, 4, 8, 16), RGB: (8, 16), PALETTE: (1, 2, 4, 8), GREY_ALPHA: (8, 16), RGB_ALPHA: (8, 16)}
KINDS = [(colours, depth) for colours, depths in DEPTHS.items() for depth in depths]
Sample = tuple[int, ...]
Rgb = tuple[float, float, float]


def samples(colours: int, depth: int) -> list[list[Sample]]:
    """A picture's fields, of as many different samples as there can be."""
    top = (1 << depth) - 1

    def sample(n: int) -> Sample:
        level = n % (top + 1) if colours == PALETTE else n * top // 15
        rgb = (level, top - level, (5 * n % 16) * top // 15)
        alpha = (n * top // 15,) if colours in (GREY_ALPHA, RGB_ALPHA) else ()
        return (*(rgb if colours in (RGB, RGB_ALPHA) else rgb[:1]), *alpha)

    return [[sample(SIDE * y + x) for x in range(SIDE)] for y in range(SIDE)]


def colour(n: int) -> tuple[int, int, int]:
    """A palette's n-th colour."""
    return 17 * (n % 16), 255 - 17 * (n % 16), 53 * n % 256


def png(colours: int, depth: int, rows: Sequence[Sequence[Sample]], *parts: bytes) -> bytes:
    def line(row: Sequence[Sample]) -> bytes:
        bits = "".join(f"{level:0{depth}b}" for sample in row for level in FIELD * sample)
        return b"\0" + int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big")

    side = SIDE * FIELD
    head = part(b"IHDR", struct.pack(">IIBBBBB", side, side, depth, colours, 0, 0, 0))
    palette = part(b"PLTE", bytes(level for n in range(min(256, 1 << depth)) for level in colour(n)))
    before = [*[one for one in parts if one[4:8] != b"tRNS"], *[palette] * (colours == PALETTE)]
    after = [one for one in parts if one[4:8] == b"tRNS"]
    pixels = part(b"IDAT", zlib.compress(b"".join(FIELD * line(row) for row in rows)))
    return b"".join([SIGNATURE, head, *before, *after, pixels, part(b"IEND", b"")])


def meant(colours: int, depth: int, sample: Sample, key: Sample = ()) -> Rgb:
    """What a sample looks like on white paper."""
    top = (1 << depth) - 1
    alpha = sample[-1] / top if colours in (GREY_ALPHA, RGB_ALPHA) else float(sample != key)
    if colours == PALETTE:
        rgb = tuple(level / 255 for level in colour(sample[0]))
    else:
        rgb = tuple(level / top for level in (sample[:3] if colours in (RGB, RGB_ALPHA) else sample[:1] * 3))
    red, green, blue = (255 * (1 - alpha + alpha * level) for level in rgb)
    return red, green, blue


def shown(file: Path, across: int, down: int) -> list[np.ndarray]:
    """A picture as our PDF and our SVG show it, `SHOWN` dots to a sample."""
    found = read(file)
    assert (found.width, found.height) == (across, down)
    page = Page.whole((across, down), (Image(0, 0, across, down, file, 1.0, found.data),), ())
    size = across * SHOWN, down * SHOWN
    return [by_pdfium(page, file.with_suffix(".pdf"), size[0]), by_resvg(svg.page_svg(page), *size)]


def at(picture: np.ndarray, x: float, y: float) -> Rgb:
    """What a picture shows at a sample."""
    return tuple(picture[int(y * SHOWN), int(x * SHOWN)])  # type: ignore[return-value]


def same(one: Rgb, other: Rgb, within: float) -> bool:
    return all(abs(a - b) <= within for a, b in zip(one, other, strict=True))


def looks(file: Path, rows: Sequence[Sequence[Rgb]]) -> None:
    """Every field shows what it should, in the PDF and in the SVG."""
    for picture in shown(file, SIDE * FIELD, SIDE * FIELD):
        for (y, row), x in product(enumerate(rows), range(SIDE)):
            found = at(picture, (x + 0.5) * FIELD, (y + 0.5) * FIELD)
            assert same(found, row[x], 3), (x, y, found, row[x])


@pytest.mark.parametrize(("colours", "depth"), KINDS)
def test_every_kind_of_png_looks_as_its_samples_say(colours: int, depth: int, tmp_path: Path) -> None:
    rows = samples(colours, depth)
    (tmp_path / "a.png").write_bytes(png(colours, depth, rows))
    looks(tmp_path / "a.png", [[meant(colours, depth, sample) for sample in row] for row in rows])


@pytest.mark.parametrize(("colours", "depth"), [kind for kind in KINDS if kind[0] in (GREY, RGB) and kind != (RGB, 16)])
def test_the_transparent_colour_of_a_png_lets_the_paper_through(colours: int, depth: int, tmp_path: Path) -> None:
    rows = samples(colours, depth)
    key = rows[1][1]
    trns = part(b"tRNS", struct.pack(f">{len(key)}H", *key))
    (tmp_path / "a.png").write_bytes(png(colours, depth, rows, trns))
    assert meant(colours, depth, rows[1][1], key) == (255, 255, 255)
    looks(tmp_path / "a.png", [[meant(colours, depth, one, key) for one in row] for row in rows])


def test_a_transparent_colour_of_16_bits_is_a_fault_rather_than_nearly_right(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(png(RGB, 16, samples(RGB, 16), part(b"tRNS", struct.pack(">3H", 1, 2, 3))))
    with pytest.raises(Unusable) as refused:
        read(file)
    assert refused.value.found == "'a.png' with a transparent colour of 16 bits"


@pytest.mark.parametrize(("gamma", "level", "expected"), [(100_000, 55, 128), (45_455, 128, 128), (35_000, 128, 104)])
def test_a_gamma_is_obeyed(gamma: int, level: int, expected: int, tmp_path: Path) -> None:
    # so much light, as sRGB shows it
    (tmp_path / "a.png").write_bytes(png(GREY, 8, [[(level,)] * SIDE] * SIDE, part(b"gAMA", struct.pack(">I", gamma))))
    looks(tmp_path / "a.png", [[(expected,) * 3] * SIDE] * SIDE)


def test_the_primaries_of_srgb_leave_the_file_as_it_is(tmp_path: Path) -> None:
    said = part(b"cHRM", struct.pack(">8I", 31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000))
    (tmp_path / "a.png").write_bytes(png(RGB, 8, samples(RGB, 8), said))
    assert read(tmp_path / "a.png").data == b""


# ---- photos ---------------------------------------------------------------------------------------

QUARTERS: tuple[Rgb, ...] = ((250, 10, 10), (10, 200, 10), (10, 10, 250), (240, 240, 10))


def quarters() -> Pillow.Image:
    """A picture of four colours, 64 × 32."""
    found = Pillow.new("RGB", (64, 32))
    for n, each in enumerate(QUARTERS):
        found.paste(tuple(map(int, each)), (n % 2 * 32, n // 2 * 16, n % 2 * 32 + 32, n // 2 * 16 + 16))
    return found


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize(
    # which quarter is shown top left, top right, bottom left, bottom right
    ("note", "order"),
    list(enumerate(["0123", "1032", "3210", "2301", "0213", "2031", "3120", "1302"], 1)),
)
def test_a_photo_is_turned_as_its_note_says(kind: str, note: int, order: str, tmp_path: Path) -> None:
    notes = Pillow.Exif()
    notes[0x0112] = note
    file = tmp_path / f"a.{kind.lower()}"
    quarters().save(file, kind, exif=notes, **({"quality": 95} if kind == "JPEG" else {}))
    across, down = (64, 32) if note < 5 else (32, 64)
    for picture in shown(file, across, down):
        places = [(across * x // 4, down * y // 4) for y in (1, 3) for x in (1, 3)]
        for place, quarter in zip(places, order, strict=True):
            assert same(at(picture, *place), QUARTERS[int(quarter)], 12), (note, place)
    again = read(file)
    assert (again.data == b"") == (note == 1)
    assert b"Exif" not in again.data


@pytest.mark.parametrize("value", [0, 9, 60_000])
def test_a_note_that_means_nothing_turns_nothing(value: int, tmp_path: Path) -> None:
    notes = Pillow.Exif()
    notes[0x0112] = value
    quarters().save(tmp_path / "a.jpg", exif=notes)
    assert read(tmp_path / "a.jpg") == Raster(64, 32)


def in_quarters(file: Path, within: float) -> None:
    for picture in shown(file, 64, 32):
        for n, each in enumerate(QUARTERS):
            assert same(at(picture, 16 + n % 2 * 32, 8 + n // 2 * 16), each, within), n


@pytest.mark.parametrize("how", [{}, {"progressive": True}, {"subsampling": 2}, {"keep_rgb": True}])
def test_a_jpeg_of_any_make_keeps_its_colours(how: dict[str, object], tmp_path: Path) -> None:
    quarters().save(tmp_path / "a.jpg", quality=95, **how)
    in_quarters(tmp_path / "a.jpg", 12)


def test_a_jpeg_whose_note_alone_says_rgb_is_put_into_what_every_reader_knows(tmp_path: Path) -> None:
    file = tmp_path / "a.jpg"
    quarters().save(file, quality=95, keep_rgb=True)
    data = bytearray(file.read_bytes())
    frame, scan = data.index(b"\xff\xc0"), data.index(b"\xff\xda")
    assert data[frame + 10 : frame + 19 : 3] == data[scan + 5 : scan + 11 : 2] == b"RGB"
    data[frame + 10 : frame + 19 : 3] = data[scan + 5 : scan + 11 : 2] = b"\1\2\3"
    file.write_bytes(data)
    assert read(file).data
    in_quarters(file, 12)


def test_a_jpeg_for_a_press_is_put_into_rgb(tmp_path: Path) -> None:
    quarters().convert("CMYK").save(tmp_path / "a.jpg", quality=95)
    in_quarters(tmp_path / "a.jpg", 15)


@pytest.mark.parametrize("how", [{"lossless": True}, {"quality": 95}])
def test_a_webp_keeps_its_colours(how: dict[str, object], tmp_path: Path) -> None:
    quarters().save(tmp_path / "a.webp", **how)
    in_quarters(tmp_path / "a.webp", 15)


@pytest.mark.parametrize(("name", "kind"), [("a.png", "JPEG"), ("b.jpg", "PNG"), ("c.webp", "PNG"), ("d.png", "WEBP")])
def test_a_file_of_the_other_kinds_name_is_drawn_as_what_it_is(name: str, kind: str, tmp_path: Path) -> None:
    quarters().save(tmp_path / name, kind)
    in_quarters(tmp_path / name, 12)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_colours_of_a_profile_are_put_into_srgb(kind: str, tmp_path: Path) -> None:
    # a profile that is sRGB but for red and green, which it exchanges
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    other = srgb.replace(b"rXYZ", b"....").replace(b"gXYZ", b"rXYZ").replace(b"....", b"gXYZ")
    file = tmp_path / f"a.{kind.lower()}"
    for profile, plain in ((srgb, True), (other, False)):
        quarters().save(file, kind, icc_profile=profile)
        assert (read(file).data == b"") == plain
    for picture in shown(file, 64, 32):
        red, green, _ = at(picture, 16, 8)
        assert green > 200 > red


ADOBE = (0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)  # white, red, green, blue
CHRM = part(b"gAMA", (45455).to_bytes(4)) + part(b"cHRM", struct.pack(">8I", *(round(100_000 * n) for n in ADOBE)))
P3, OWN = (part(b"cICP", code) for code in (b"\x0c\x0d\0\1", b"\1\x0d\0\1"))


def profiled(folder: Path) -> dict[str, Path]:
    """Pictures of three colours in every mode, with profiles that are not a screen's, and with what stands for one."""
    whole = Pillow.new("RGB", (3, 1))
    whole.putdata([(180, 90, 60), (40, 120, 110), (200, 200, 90)])
    whole = whole.resize((48, 16), Pillow.Resampling.NEAREST)
    adobe, inks = made(ADOBE, 2.2), inking("fogra39", None, None, None).profile
    grey = adobe.replace(b"mntrRGB ", b"mntrGRAY").replace(b"rTRC", b"kTRC")
    files = {name: folder / name for name in ("cHRM.png", "P3.png", "OWN.png")}
    for (_, file), chunk in zip(files.items(), (CHRM, P3, OWN), strict=True):
        whole.save(file)
        file.write_bytes(file.read_bytes()[:33] + chunk + file.read_bytes()[33:])
    kinds = (("RGB", "png"), ("RGB", "jpg"), ("RGB", "webp"), ("RGBA", "png"), ("P", "png"), ("L", "png"), ("L", "jpg"))
    for mode, kind in (*kinds, ("CMYK", "jpg")):
        files[f"{mode}.{kind}"] = file = folder / f"{mode}.{kind}"
        picture = whole.quantize(8) if mode == "P" else whole.convert(mode)
        profile = {"L": grey, "CMYK": inks}.get(mode, adobe)
        picture.save(file, icc_profile=profile, quality=100, subsampling=0, lossless=True)
    return files


def test_pictures_of_any_profile_look_as_in_a_browser(tmp_path: Path, chromium: Any) -> None:
    """Chromium reads profiles with a library of its own."""
    page = chromium.new_page()
    for name, file in profiled(tmp_path).items():
        kind = file.suffix[1:].replace("jpg", "jpeg")
        theirs = page.evaluate(SEEN, f"data:image/{kind};base64,{b64encode(file.read_bytes()).decode()}")
        found = read(file)
        with Pillow.open(BytesIO(found.data) if found.data else file) as ours:
            pixels = np.asarray(ours.convert("RGB"), dtype=int)[8, 8::16]
        assert np.abs(pixels - np.reshape(theirs, (3, 4))[:, :3]).max() <= 3, name
        assert bool(found.data) == (name != "OWN.png"), name
    page.close()


SEEN = """async (url) => {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const context = new OffscreenCanvas(48, 16).getContext('2d');
  context.drawImage(picture, 0, 0);
  return [8, 24, 40].flatMap((x) => [...context.getImageData(x, 8, 1, 1).data]);
}"""


@pytest.mark.parametrize(("curve", "name"), [(16, "PQ"), (18, "HLG")])
def test_a_picture_of_high_dynamic_range_is_refused(curve: int, name: str, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Pillow.new("RGB", (4, 4)).save(file)
    file.write_bytes(file.read_bytes()[:33] + part(b"cICP", bytes((9, curve, 0, 1))) + file.read_bytes()[33:])
    with pytest.raises(Unusable, match=rf"high dynamic range \({name}\)"):
        read(file)


def test_a_page_of_a_pdf_is_clear_where_nothing_is_drawn(tmp_path: Path) -> None:
    first, second = (Pillow.new("RGB", (72, 36), colour) for colour in ("red", "blue"))
    first.save(tmp_path / "art.pdf", save_all=True, append_images=[second], resolution=72)
    found = read(tmp_path / "art.pdf#2")
    with Pillow.open(BytesIO(found.data)) as picture:
        assert (picture.size, picture.mode) == ((300, 150), "RGBA")
        red, _, blue, alpha = picture.getpixel((150, 75))  # type: ignore[misc]
        assert (red < 9, blue > 246, alpha) == (True, True, 255)
    with pytest.raises(Unusable, match=r"page 3 of .art\.pdf., which has 2"):
        read(tmp_path / "art.pdf#3")
    (tmp_path / "torn.pdf").write_bytes(b"%PDF-1.7 nothing")
    with pytest.raises(Unusable, match="cannot be read"):
        read(tmp_path / "torn.pdf#1")
