"""The text of SVG artwork: set in the fonts it names, or with a warning in others."""

from pathlib import Path

import pypdf
from cases import cases, data, put
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont

from generator.building.check import check
from generator.draw.fonts.fonts import bundled, line, opened
from generator.draw.paragraphs.markup import Fonts
from generator.draw.scene import Font, Text, Use
from generator.faces.faces import Faces
from generator.faces.pictures.artwork.drawing import Letters
from generator.faces.pictures.artwork.lettering import Typefaces
from generator.faces.pictures.artwork.reader import parse
from generator.formats.pdf import pages
from specs.load import load
from tests.generator.faces.rendering import artwork, page, read

SPEC = data(__file__)["SPEC"]
FAMILY = 'font-family="Alegreya Sans"'


def test_text_stays_text_in_a_pdf(tmp_path: Path) -> None:
    body = f'<g transform="scale(2)"><text x="5" y="20" {FAMILY}>Zażółć <tspan fill="red">gęślą</tspan></text></g>'
    pages.write([page(read(body))], pages.Meta("art"), tmp_path / "art.pdf")
    assert "gęślą" in pypdf.PdfReader(tmp_path / "art.pdf").pages[0].extract_text()


@cases
def test_text_is_set_in_the_font_it_names_or_a_warning_says_in_which(own: str, name: str, said: str) -> None:
    drawing = read(f'<text y="20" {own}>A</text><text y="40" {own}>B</text>')
    one, _ = drawing.shapes
    assert isinstance(one, Letters)
    assert one.text.font.name == name
    assert [flaw.found for flaw in drawing.flaws] == ([said] if said else [])


@cases
def test_kerning_and_ligatures_are_set_unless_the_style_says_otherwise(
    style: str, drawn: list[str], tmp_path: Path
) -> None:
    font = TTFont(str(bundled()["Cinzel-Regular"]))
    del font["GPOS"], font["GSUB"]
    addOpenTypeFeaturesFromString(font, "feature kern { pos A V -300; } kern; feature liga { sub f i by B; } liga;")
    font.save(tmp_path / "own.ttf")
    one = Font("own", tmp_path / "own.ttf")
    body = f'<text y="20" font-family="own" font-size="10" style="{style}">AVfi</text>'
    (found,) = parse(artwork(body).encode(), lambda: Typefaces({"own": Fonts(one, one, one)})).shapes
    assert isinstance(found, Letters)
    ((_, (word,)),) = line(found.text.font, "AVfi").runs
    assert [glyph.text for glyph in word.glyphs] == drawn
    kerned = word.glyphs[0].advance < opened(one).advance(word.glyphs[0].number) - 150
    assert kerned == (style != "font-kerning: none")


def test_features_are_those_that_the_style_asks_for() -> None:
    style = "font-feature-settings: 'smcp', &quot;liga&quot; off, 'salt' 2; font-kerning: none"
    (found,) = read(f'<text y="20" {FAMILY} style="{style}">ffi</text>').shapes
    assert isinstance(found, Letters)
    assert found.text.font.features == ("kern=0", "smcp=1", "liga=0", "salt=2")


@cases
def test_text_is_set_in_a_font_of_the_spec_by_its_name_there_or_its_own(
    family: str, fonts: str, file: str, tmp_path: Path
) -> None:
    """Two fonts beside the spec say one name; a family's own name is that of its plain font."""
    for source, name in (("AlegreyaSans-Italic", "Hand.ttf"), ("AlegreyaSans-Bold", "Bold.ttf")):
        font = TTFont(bundled()[source])
        font["name"].setName("Dancing Hand", 1, 3, 1, 0x409)
        font["name"].setName("Dancing Hand", 1, 1, 0, 0)
        font.save(tmp_path / name)
    (tmp_path / "art.svg").write_text(artwork(f'<text x="9" y="40" font-size="20" font-family="{family}">A</text>'))
    document = load(put(tmp_path / "demo.yaml", SPEC.replace("hand: Hand.ttf", fonts)))
    faces = Faces(document)
    (used,) = faces.front(document.pieces["c"][0]).nodes
    assert isinstance(used, Use)
    (text,) = used.scene.nodes
    assert isinstance(text, Text)
    assert not faces.warnings
    assert text.font.file == bundled().get(file, tmp_path / file)


def test_letters_too_small_in_artwork_are_told(tmp_path: Path) -> None:
    (tmp_path / "art.svg").write_text(artwork(f'<g transform="scale(.5)"><text y="9" {FAMILY}>tiny</text></g>'))
    text = SPEC.replace(", hand: Hand.ttf", "").replace("50, 25", "10, 10")
    (warning,) = check(put(tmp_path / "demo.yaml", text)).warnings
    assert "text 'tiny' of 2.3 pt" in warning.found
