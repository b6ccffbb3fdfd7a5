"""The text of SVG artwork: set where the standard has it, in the fonts it names, or with a warning in others."""

import io
from pathlib import Path

import numpy as np
import pypdf
import pytest
import resvg_py
from cases import cases, data
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.building.check import check
from generator.draw.fonts.fonts import bundled, line, opened, width
from generator.draw.geometry.geometry import paint_box
from generator.draw.paragraphs.markup import Fonts
from generator.draw.scene import Font, Page, Text, Use
from generator.faces.faces import Faces
from generator.faces.pictures.artwork.drawing import Drawing, Letters, Recolour, Shape, draw
from generator.faces.pictures.artwork.lettering import Typefaces
from generator.faces.pictures.artwork.reader import parse
from generator.faces.pictures.artwork.tree import Undrawable
from generator.formats import svg
from generator.formats.pdf import pages
from specs.load import load

SIDE = 300
HEAD = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="{SIDE}" height="{SIDE}">'
FAMILY = 'font-family="Alegreya Sans"'


def artwork(body: str) -> bytes:
    return f"{HEAD}{body}</svg>".encode()


def letters(body: str) -> list[Letters]:
    found = parse(artwork(body)).shapes
    assert all(isinstance(each, Letters) for each in found)
    return [each for each in found if isinstance(each, Letters)]


def page(drawing: Drawing) -> Page:
    box = (0.0, 0.0, 100.0, 100.0)
    return Page(100, 100, draw(drawing, {}), box, box, ("art",))


def by_resvg(data: str) -> np.ndarray:
    png = resvg_py.svg_to_bytes(
        svg_string=data,
        width=SIDE,
        height=SIDE,
        dpi=96,
        background="white",
        skip_system_fonts=True,
        font_files=[str(file) for file in bundled().values()],
    )
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"), dtype=float)


DRAWN = data(__file__)["DRAWN"]


@pytest.mark.parametrize("body", DRAWN.values(), ids=DRAWN.keys())
def test_our_pdf_and_our_svg_show_what_the_file_shows(body: str, tmp_path: Path) -> None:
    import pypdfium2

    drawing = parse(artwork(body))
    wanted = by_resvg(artwork(body).decode())
    pages.write([page(drawing)], pages.Meta("art"), tmp_path / "art.pdf")
    document = pypdfium2.PdfDocument(str(tmp_path / "art.pdf"))
    try:
        drawn = document[0].render(scale=SIDE / 100 / 72 * 25.4).to_pil().convert("RGB").resize((SIDE, SIDE))
    finally:
        document.close()
    for ours in (np.asarray(drawn, dtype=float), by_resvg(svg.page_svg(page(drawing)))):
        apart = np.abs(ours - wanted).max(axis=-1)
        # the renderers smooth letters differently
        assert (apart > 128).mean() < 0.01
        assert apart.mean() < 2.5
    assert not drawing.flaws


def test_text_stays_text_in_a_pdf(tmp_path: Path) -> None:
    body = f'<g transform="scale(2)"><text x="5" y="20" {FAMILY}>Zażółć <tspan fill="red">gęślą</tspan></text></g>'
    pages.write([page(parse(artwork(body)))], pages.Meta("art"), tmp_path / "art.pdf")
    assert "gęślą" in pypdf.PdfReader(tmp_path / "art.pdf").pages[0].extract_text()


def test_a_run_of_letters_is_one_text() -> None:
    one, two = letters(f'<text x="5" y="20" {FAMILY} font-size="10">a b<tspan dx="3">c d</tspan></text>')
    assert (one.text.text, two.text.text) == ("a b", "c d")
    assert two.text.x == pytest.approx(5 + width(one.text.font, "a b", 10) + 3)


@cases
def test_text_is_set_in_the_font_it_names_or_a_warning_says_in_which(family: str, name: str, said: str) -> None:
    drawing = parse(
        artwork(f'<text y="20" font-family="{family}">A</text><text y="40" font-family="{family}">B</text>')
    )
    one, _ = drawing.shapes
    assert isinstance(one, Letters)
    assert one.text.font.name == name
    assert [flaw.found for flaw in drawing.flaws] == ([said] if said else [])


@cases
def test_kerning_and_ligatures_are_set_unless_the_style_says_otherwise(
    style: str, text: str, drawn: list[str], tmp_path: Path
) -> None:
    font = TTFont(str(bundled()["Cinzel-Regular"]))
    del font["GPOS"], font["GSUB"]
    addOpenTypeFeaturesFromString(font, "feature kern { pos A V -300; } kern; feature liga { sub f i by B; } liga;")
    font.save(tmp_path / "own.ttf")
    one = Font("own", tmp_path / "own.ttf")
    drawing = parse(
        artwork(f'<text y="20" font-family="own" font-size="10" style="{style}">{text}</text>'),
        lambda: Typefaces({"own": Fonts(one, one, one)}),
    )
    (found,) = drawing.shapes
    assert isinstance(found, Letters)
    ((_, (word,)),) = line(found.text.font, text).runs
    assert [glyph.text for glyph in word.glyphs] == drawn
    kerned = word.glyphs[0].advance < opened(one).advance(word.glyphs[0].number) - 150
    assert kerned == (style != "font-kerning: none")


def test_features_are_those_that_the_style_asks_for() -> None:
    style = "font-feature-settings: 'smcp', &quot;liga&quot; off, 'salt' 2; font-kerning: none"
    (found,) = letters(f'<text y="20" {FAMILY} style="{style}">ffi</text>')
    assert found.text.font.features == ("kern=0", "smcp=1", "liga=0", "salt=2")


def test_a_style_that_a_font_lacks_is_told() -> None:
    (flaw,) = parse(artwork('<text y="20" font-family="Cinzel" font-style="italic">A</text>')).flaws
    assert flaw.found == "italic text in 'Cinzel', drawn in Cinzel-Regular"


@cases
def test_what_moves_letters_otherwise_is_left_to_pixels(body: str) -> None:
    with pytest.raises(Undrawable):
        parse(artwork(body))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<text>漢</text>", "text with '漢', which font AlegreyaSans-Regular lacks"),
        ('<text font-size="1e99">a</text>', "too large"),
        ('<text font-size="larger">a</text>', "length 'larger'"),
        ('<text x="one">a</text>', "length 'one'"),
        (f"<text>{'<tspan>' * 40}{'</tspan>' * 40}</text>", "more than 30 deep"),
        (f"<text>{'a' * 60_000}</text>", "more than 50,000 letters"),
    ],
)
def test_text_that_cannot_be_set_is_refused(body: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse(artwork(body))


def test_hidden_text_takes_its_room_and_what_is_not_displayed_takes_none() -> None:
    hidden = '<text y="9"><tspan visibility="hidden">ab</tspan>c<tspan display="none">d</tspan><title>e</title>f</text>'
    plain = '<text y="9"><tspan>ab</tspan>cf</text>'
    assert letters(hidden) == letters(plain)[1:]


def test_text_is_recoloured_by_its_role() -> None:
    (node,) = draw(parse(artwork('<text class="main" y="20">A</text>')), {"main": Recolour((1, 0, 0))}, 0.5)
    assert (node.fill, node.opacity) == ((1, 0, 0), 0.5)  # type: ignore[union-attr]


places = st.lists(st.sampled_from(["0", "5", "-3", "1e6", "50%", "2em", "3mm"]), max_size=4).map(" ".join)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["x", "y", "dx", "dy", "font-size", "letter-spacing", "text-anchor", "stroke", "xml:space"]
            ),
            st.one_of(places, st.sampled_from(["end", "red", "preserve", "normal"])),
            st.text(alphabet="ab \n", max_size=6),
        ),
        max_size=5,
    )
)
def test_any_text_has_finite_places_or_is_refused(spans: list[tuple[str, str, str]]) -> None:
    body = "".join(f'<tspan {key}="{value}">{text}</tspan>{text}' for key, value, text in spans)
    try:
        drawing = parse(artwork(f"<text>{body}</text>"))
    except ValueError as error:
        assert "\n" not in str(error)
        return
    for _, box in paint_box(draw(drawing, {})):
        assert all(abs(side) <= 1e8 for side in box)
    said = "".join(each.text.text for each in drawing.shapes if isinstance(each, Letters))
    if all(isinstance(each, Letters) for each in drawing.shapes) and all(key != "font-size" for key, *_ in spans):
        assert said.replace(" ", "") == "".join(2 * text for *_, text in spans).replace(" ", "").replace("\n", "")
    assert all(isinstance(each, Letters | Shape) for each in drawing.shapes)


SPEC = data(__file__)["SPEC"]


@pytest.mark.parametrize("family", ["display", "hand", "Alegreya Sans", "'Dancing Hand', cursive"])
def test_text_is_set_in_a_font_of_the_spec_by_its_name_there_or_its_own(family: str, tmp_path: Path) -> None:
    expected = {"display": "Cinzel-Bold", "Alegreya Sans": "AlegreyaSans-Regular"}.get(family, "hand")
    assert set_in(family, SPEC, tmp_path) == bundled().get(expected, tmp_path / "Hand.ttf")


@pytest.mark.parametrize("fonts", ["hand: Hand.ttf, hand-bold: Bold.ttf", "hand-bold: Bold.ttf, hand: Hand.ttf"])
def test_a_familys_own_name_is_that_of_its_plain_font(fonts: str, tmp_path: Path) -> None:
    spec = SPEC.replace("hand: Hand.ttf", fonts)
    assert set_in("Dancing Hand", spec, tmp_path) == tmp_path / "Hand.ttf"
    assert set_in("hand-bold", spec, tmp_path) == tmp_path / "Bold.ttf"


def set_in(family: str, spec: str, folder: Path) -> Path:
    """The file of the font that artwork's text of a family is set in; two fonts beside the spec say one name."""
    for source, name in (("AlegreyaSans-Italic", "Hand.ttf"), ("AlegreyaSans-Bold", "Bold.ttf")):
        font = TTFont(bundled()[source])
        font["name"].setName("Dancing Hand", 1, 3, 1, 0x409)
        font["name"].setName("Dancing Hand", 1, 1, 0, 0)
        font.save(folder / name)
    (folder / "art.svg").write_text(
        artwork(f'<text x="9" y="40" font-size="20" font-family="{family}">A</text>').decode()
    )
    (folder / "demo.yaml").write_text(spec)
    document = load(folder / "demo.yaml")
    faces = Faces(document)
    (used,) = faces.front(document.pieces["c"][0]).nodes
    assert isinstance(used, Use)
    (text,) = used.scene.nodes
    assert isinstance(text, Text)
    assert not faces.warnings
    return text.font.file


def test_letters_too_small_in_artwork_are_told(tmp_path: Path) -> None:
    (tmp_path / "art.svg").write_text(
        artwork(f'<g transform="scale(.5)"><text y="9" {FAMILY}>tiny</text></g>').decode()
    )
    (tmp_path / "demo.yaml").write_text(SPEC.replace(", hand: Hand.ttf", "").replace("50, 25", "10, 10"))
    (warning,) = check(tmp_path / "demo.yaml").warnings
    assert "text 'tiny' of 2.3 pt" in warning.found
