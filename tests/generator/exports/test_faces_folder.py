"""`--format faces`: a folder of pictures that other programs open at their size and in their colours, and a list."""

import csv
import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from cases import data
from command import generator, tree
from PIL import Image, ImageCms

from generator import build
from specs.base.errors import SpecError

SPEC = data(__file__)["SPEC"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faces")
    (folder / "odd.yaml").write_text(SPEC, encoding="utf-8")
    build(folder / "odd.yaml", folder / "out", formats="faces", dpi=150)
    return folder / "out" / "odd"


def listed(folder: Path) -> Iterator[dict[str, str]]:
    with (folder / "faces" / "faces.csv").open(newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


def test_the_list_counts_as_the_manifest_does_and_names_every_picture_there_is(built: Path) -> None:
    manifest = json.loads((built / "manifest.json").read_text())
    counted = {name: sum(int(row["count"]) for row in listed(built) if row["component"] == name) for name in ("chips",)}
    assert counted == {"chips": manifest["components"]["chips"]["count"]} == {"chips": 5}
    named = {row[side] for row in listed(built) for side in ("front", "back") if row[side]}
    assert named == {file.name for file in (built / "faces").glob("*.png")}


def test_a_picture_is_called_for_its_component_and_first_piece_whatever_that_is_called(built: Path) -> None:
    assert [(row["front"], row["back"], row["pieces"]) for row in listed(built)] == [
        ("chips_1_.._.._out-front.png", "", '../../out; a/b-01; a/b-02; =1+1; x, "y"; ..'),
        ("standing_1_standing-front.png", "standing_1_standing-back.png", "standing"),
        ("dice_1_dice-front.png", "", "dice"),
    ]


def test_a_picture_says_its_size_and_that_its_colours_are_srgb(built: Path) -> None:
    for row in listed(built):
        with Image.open(built / "faces" / row["front"]) as picture:
            assert picture.size == (int(row["width_px"]), int(row["height_px"]))
            across, down = (float(row[f"{side}_mm"]) + 2 * float(row["bleed_mm"]) for side in ("width", "height"))
            assert picture.size == pytest.approx((across / 25.4 * 150, down / 25.4 * 150), abs=0.5)
            assert picture.info["dpi"] == pytest.approx((150, 150), abs=0.013)  # pixels a metre
            profile = ImageCms.ImageCmsProfile(BytesIO(picture.info["icc_profile"]))
            assert "sRGB" in ImageCms.getProfileDescription(profile)


def test_a_standee_has_two_sides(built: Path) -> None:
    with Image.open(built / "faces" / "standing_1_standing-back.png") as back:
        assert back.getcolors() == [(back.width * back.height, (0, 0, 255))]


def test_the_files_are_the_same_bytes_whenever_and_by_however_many_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from generator.exports import pictures as folder

    options = {"formats": "faces", "dpi": 60, "only": "cards"}
    build("atlantis", tmp_path / "one", jobs=1, **options)
    monkeypatch.setattr(folder, "LEAST_FACES", 2)
    folder.srgb.cache_clear()
    build("atlantis", tmp_path / "two", jobs=2, **options)
    one, two = tree(tmp_path / "one"), tree(tmp_path / "two")
    assert one == two
    assert sum(name.endswith(".png") for name in one) == 8


def test_a_jpeg_says_the_same_and_has_nothing_clear(tmp_path: Path) -> None:
    build("atlantis", tmp_path, formats="faces", dpi=60, only="aid", faces="square", picture="jpeg")
    with Image.open(next(tmp_path.rglob("*-front.jpg"))) as picture:
        assert (picture.format, picture.mode, picture.info["dpi"]) == ("JPEG", "RGB", (60, 60))
        assert len(picture.info["icc_profile"]) > 100
    with pytest.raises(SpecError, match=r"--picture: jpeg, in which nothing is clear.*; expected --picture png"):
        build("atlantis", tmp_path, formats="faces", faces="round", picture="jpeg")


def test_a_board_too_large_for_its_pixels_is_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    vast = SPEC.replace("[20, 30]\n    shape: standee", "[2000, 1400]").replace("26, 36]", "2006, 1406]")
    (tmp_path / "odd.yaml").write_text(vast, encoding="utf-8")
    done = generator("build", "odd.yaml", "--format", "faces", "--dpi", 1200, cwd=tmp_path)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "--dpi: 1200, at which standing is 94,772 × 66,425 pixels; expected at most" in done.err
    assert not list(tmp_path.rglob("*.png"))
    assert "--dpi" in generator("build", "odd.yaml", "--format", "faces", "--dpi", 49, cwd=tmp_path).err
