"""What print shops take: their files, sizes met or told, PDF/X by its rules, pictures by their pixels."""

import csv
import shutil
from contextlib import closing
from pathlib import Path

import pikepdf
import pytest
import site_tables
from cases import cases, data, put
from drawn import document_of
from foreign import run
from pdfx_rules import broken, most_ink, operators
from PIL import Image
from pypdfium2 import PdfDocument

import generator
from generator.exports.shop_files import pdfx
from generator.exports.shop_files.flat import FOLDER, inking
from generator.plan.print_shops import shop as shops
from generator.plan.print_shops.shop import load
from specs.base.errors import SpecError

CARDS = data(__file__)["CARDS"]


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ordered")
    Image.new("RGB", (8, 8), (250, 120, 20)).save(folder / "dot.png")
    Image.new("L", (8, 8), 90).save(folder / "grey.png")
    return put(folder / "ordered.yaml", CARDS)


def ordered(spec: Path, out: Path, shop: str, **more: str) -> Path:
    return generator.build(spec, out, **{"shop": shop, **more}).folder


@pytest.fixture(scope="module")
def built(spec: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same game as every shop takes it."""
    out = tmp_path_factory.mktemp("built")
    return {name: ordered(spec, out, name) for name in shops.bundled()}


def test_the_table_in_the_docs_is_what_the_files_say() -> None:
    assert site_tables.print_shops() == site_tables.shown("shops")


@pytest.mark.parametrize("name", shops.bundled())
def test_a_shop_that_comes_with_the_project_can_be_read(name: str) -> None:
    found = load(name)
    assert found.unit == "mm"
    assert found.upload
    for source in found.sources:
        assert source.url.startswith("http")
        assert set(source.figures) <= set(found.given())


@cases
def test_a_file_that_is_wrong_says_where(tmp_path: Path, line: str, said: str) -> None:
    file = put(tmp_path / "mine.yaml", f"title: Mine\nbleed: 3\nsafe: 3\n{line}\n")
    with pytest.raises(SpecError) as error:
        load(str(file))
    assert said in str(error.value)
    assert str(error.value).startswith(f"{file}:")


def test_inches_are_millimetres_once_read() -> None:
    assert load("drivethru").sizes[0].size == pytest.approx((63.5, 88.9))
    assert load("drivethru").bleed == pytest.approx(3.175)


@cases
def test_pictures_have_the_pixels_of_a_shops_templates(size: tuple[float, float], pixels: tuple[int, int]) -> None:
    shop = load("tgc")
    found, turned, scale = shop.fit(size, "rectangle")  # type: ignore[misc]
    assert (shop.picture(found), turned, scale) == (pixels, False, 1)
    assert shop.fit(size[::-1], "rectangle") == (found, size[0] != size[1], 1), "one that lies on its side is turned"


@pytest.mark.parametrize("name", shops.bundled())
def test_every_shop_takes_the_cards_and_player_aids_of_all_four_games(name: str) -> None:
    shop, taken = load(name), set()
    for game in ("atlantis", "circles", "escape", "gods"):
        for component in document_of(game).spec.components.values():
            if component.title.endswith((" cards", "aids", "Reference sheets")):
                assert shop.fit(component.size_mm, component.shape, component.print.bleed), component.title
                taken.add(component.title)
    assert taken == {"Movement cards", "Player aids", "Dweller cards", "Deity cards", "Reference sheets"}


def test_a_round_piece_is_no_square_one() -> None:
    found = load("tgc").fit((25.4, 25.4), "circle")
    assert found is not None
    assert found.size.name == "large circle chit"


@cases
def test_a_piece_of_no_size_of_a_shops_is_fitted_to_the_nearest(
    shop: str, size: tuple[float, float], shape: str, fits: str
) -> None:
    found = load(shop).fit(size, shape, bleed=1)
    padded = () if found is None else found.padding(size)
    said = (
        "" if found is None else f"{found.size.name} {found.turned} {found.scale:.3f} {padded[0]:.2f} {padded[1]:.2f}"
    )
    assert said == fits


@pytest.mark.parametrize("name", ["drivethru", "mbprint", "cartamundi"])
def test_it_breaks_no_rule_of_its_standard_and_takes_no_more_ink_than_allowed(
    built: dict[str, Path], name: str
) -> None:
    shop = load(name)
    file = built[name] / "cards.pdf"
    assert broken(file, shop.standard) == []
    assert most_ink(file) <= (shop.ink or 400) + 0.5
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) == 6
        trim = [float(side) for side in pdf.pages[0].TrimBox]
        assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((180, 252), abs=0.01)
        assert trim[0] == pytest.approx(shop.bleed * 72 / 25.4, abs=0.01)
        verbs = [verb for verb, _ in operators(pdf)]
    assert ("Tj" in verbs or "TJ" in verbs) == (shop.text == "fonts")


def test_a_file_for_a_screen_breaks_them(spec: Path, tmp_path: Path) -> None:
    built = generator.build(spec, tmp_path, formats="pdf")
    found = {line.partition(":")[0] for line in broken(built.folder / "ordered.pdf", "x-1a")}
    assert {"intents", "inks", "old_version", "opaque"} <= found


def test_backs_come_first_where_the_shop_wants_them_so(built: dict[str, Path]) -> None:
    words = {}
    for name in ("drivethru", "cartamundi"):
        with closing(PdfDocument(str(built[name] / "cards.pdf"))) as pdf:
            words[name] = [page.get_textpage().get_text_range().split()[0] for page in pdf]
    assert words["drivethru"] == ["above", "north", "above", "north", "above", "south"]
    assert words["cartamundi"] == ["north", "above", "north", "above", "south", "above"]


def test_large_black_is_mixed_and_dark_letters_are_black_ink_alone(built: dict[str, Path]) -> None:
    file = built["drivethru"] / "cards.pdf"
    with pikepdf.open(file) as pdf:
        drawn = [
            (verb, tuple(round(float(v), 2) for v in operands)) for verb, operands in operators(pdf) if verb == "k"
        ]
    assert ("k", (0.56, 0.37, 0.37, 1)) in drawn or ("k", (0.6, 0.4, 0.4, 1)) in drawn
    assert ("k", (0, 0, 0, 1)) in drawn


def test_the_picture_goes_on_to_the_edge_of_the_bleed_where_a_face_has_less(built: dict[str, Path]) -> None:
    """The cards have no bleed of their own."""
    with closing(PdfDocument(str(built["mbprint"] / "cards.pdf"))) as pdf:
        for number in range(2):
            with closing(pdf[number]) as page:
                drawn = page.render(scale=1).to_pil().convert("L")
            edge = [drawn.getpixel((x, y)) for x in range(drawn.width) for y in (1, drawn.height - 2)]
            edge += [drawn.getpixel((x, y)) for y in range(drawn.height) for x in (1, drawn.width - 2)]
            assert max(edge) < 60


def test_a_profile_of_ones_own_is_in_the_file(spec: Path, tmp_path: Path) -> None:
    given = tmp_path / "press.icc"
    shutil.copy(FOLDER / "fogra39.icc", given)
    file = ordered(spec, tmp_path, "drivethru", profile=str(given)) / "cards.pdf"
    assert broken(file, "x-1a") == []
    with pikepdf.open(file) as pdf:
        intent = pdf.Root.OutputIntents[0]
        assert str(intent.OutputConditionIdentifier) == "Custom"
        assert intent.DestOutputProfile.read_bytes() == given.read_bytes()


def test_poppler_calls_it_what_it_says_it_is(built: dict[str, Path]) -> None:
    for name, said in (("drivethru", "PDF/X-1a:2003"), ("cartamundi", "PDF/X-4")):
        assert f"PDF subtype:    {said}" in run("pdfinfo", built[name] / "cards.pdf")


def test_another_programs_plates_have_no_more_ink_than_allowed(built: dict[str, Path], tmp_path: Path) -> None:
    plates = tmp_path / "plates.tif"
    quiet = ("-q", "-dBATCH", "-dNOPAUSE", "-dLastPage=2", "-sDEVICE=tiff32nc", "-r72", "-o", plates)
    run("gs", *quiet, built["drivethru"] / "cards.pdf")
    with Image.open(plates) as picture:
        assert picture.mode == "CMYK"
        for number in range(2):
            picture.seek(number)
            assert max(map(sum, zip(*[iter(picture.tobytes())] * 4, strict=True))) <= 2.4 * 255 + 2


def test_what_shines_through_is_a_picture_and_what_lies_above_it_is_not(built: dict[str, Path]) -> None:
    with pikepdf.open(built["drivethru"] / "cards.pdf") as pdf:
        pictures = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/Height" in each]
        sizes = sorted((int(each.Width), int(each.Height)) for each in pictures)
        assert sizes == [(8, 8), (8, 8), (1500, 2100)]  # poker at 600 dpi
        assert sorted(str(each.ColorSpace) for each in pictures) == ["/DeviceCMYK", "/DeviceCMYK", "/DeviceGray"]


def test_without_pikepdf_it_says_what_to_install(spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdfx, "find_spec", lambda _: None)
    with pytest.raises(SpecError, match="no pikepdf; expected pip install"):
        ordered(spec, tmp_path, "drivethru")


def test_each_is_as_large_as_the_shop_wants_and_its_name_says_how_often(built: dict[str, Path]) -> None:
    folder = built["tgc"]
    found = {file.name: file for file in (folder / "cards").iterdir()}
    assert sorted(found) == [
        "cards_1_cards-01-01-back-x3.png",
        "cards_1_cards-01-01-front-x2.png",
        "cards_2_cards-02-front-x1.png",
    ]
    for file in found.values():
        with Image.open(file) as picture:
            assert picture.size == (825, 1125)
            assert picture.mode == "RGB"
            assert round(picture.info["dpi"][0]) == 300
            assert "sRGB".encode("utf-16-be") in picture.info["icc_profile"]
    with (folder / "list.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["count"]) for row in rows] == [2, 1]
    assert all((folder / row[side]).is_file() for row in rows for side in ("front", "back"))


@pytest.mark.parametrize("condition", ["fogra39", "swop3"])
def test_white_is_paper_and_greys_are_black_ink_that_grows(condition: str) -> None:
    inks = inking(condition, None, None, None)
    assert inks.inks((1, 1, 1)) == (0, 0, 0, 0)
    tones = [inks.inks((grey / 20,) * 3) for grey in range(21)]  # type: ignore[arg-type]
    assert all(tone[:3] == (0, 0, 0) for tone in tones)
    assert [tone[3] for tone in tones] == sorted((tone[3] for tone in tones), reverse=True)
    assert tones[0][3] == 1


def test_a_limit_is_kept_by_colours_and_pictures() -> None:
    inks = inking("fogra39", None, 200, (60, 40, 40, 100))
    picture = Image.merge("RGB", [Image.radial_gradient("L").rotate(turn) for turn in (0, 90, 180)])
    pixels = inks.picture(picture).tobytes()
    assert max(map(sum, zip(*[iter(pixels)] * 4, strict=True))) <= 2 * 255
    assert sum(inks.inks((0, 0, 0), area=True)) <= 2
    assert inks.inks((0, 0, 0), area=True)[3] == 1
