"""Pictures of too many pixels, torn ones, and ones that lie about themselves."""

import io
import warnings
from pathlib import Path

import pytest
from cases import cases
from PIL import Image
from pngs import grey

from generator.faces.pictures.rasters import Raster, Unusable, read


@pytest.mark.parametrize("side", [4_300, 9_400, 13_000, 60_000, 100_000])
def test_more_pixels_than_a_printer_shows_are_a_fault_before_they_are_decoded(side: int, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(grey(side, side, 1))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(Unusable) as refused:
            read(file)
    size = f"{side:,} × {side:,}" if side < 60_000 else "too many"  # which Pillow refuses before it says how many
    assert refused.value.found == f"'a.png' of {size} pixels"
    assert "at most 18,000,000 in all" in refused.value.expected or size == "too many"


def test_a_picture_without_its_last_rows_is_torn(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(grey(100, 100, 50)[:-30])
    with pytest.raises(Unusable, match="damaged"):
        read(file)


def test_a_picture_of_a3_at_300_dpi_is_none_too_large(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(grey(3508, 4961, 4961))
    assert read(file) == Raster(3508, 4961)


MANY = 12_000_000  # bytes; as many parts as there could be in them take minutes, one Python step a part
SMALL = {"JPEG": io.BytesIO(), "PNG": io.BytesIO()}
for _form, _file in SMALL.items():
    Image.new("RGB", (8, 8), "red").save(_file, _form)


def test_a_jpeg_of_long_notes_is_refused_before_they_are_put_together(tmp_path: Path) -> None:
    whole, file = SMALL["JPEG"].getvalue(), tmp_path / "a.jpg"
    file.write_bytes(whole[:2] + (b"\xff\xe1\xff\xffExif\0\0" + bytes(65_527)) * 310 + whole[2:])
    with pytest.raises(Unusable, match="with more than 20,000,000 bytes before its pixels"):
        read(file)


@cases
def test_more_parts_than_a_drawing_program_writes_are_refused_before_they_are_gone_through(
    form: str, head: int, filler: str, tmp_path: Path
) -> None:
    whole = SMALL[form].getvalue()
    file = tmp_path / ("a.jpg" if form == "JPEG" else "a.png")
    file.write_bytes(whole[:head] + filler.encode("latin-1") * (MANY // len(filler)) + whole[head:])
    with pytest.raises(Unusable, match="of more than 100,000 parts"):
        read(file)
