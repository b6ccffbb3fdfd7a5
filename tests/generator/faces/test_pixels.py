"""SVG artwork that only pixels can show: drawn with a warning, never with anything from outside the file."""

import base64
import io
from pathlib import Path

import pytest
from cases import cases, data, put
from PIL import Image as Picture

from generator.building.check import check
from generator.draw.scene import Image, Node, Page
from generator.faces.pictures.artwork import pixels
from generator.faces.pictures.artwork.drawing import Viewport
from generator.faces.pictures.artwork.pixels import Harmless
from generator.faces.pictures.artwork.reader import read
from generator.faces.pictures.artwork.tree import Tree
from generator.formats import svg
from tests.generator.faces.rendering import by_pdfium, by_resvg, far
from tests.generator.faces.written import fronts, written

WHOLE = (0.0, 0.0, 100.0, 50.0)
BLUR = '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>'
ART = f'{BLUR}<rect x="20" y="20" width="60" height="30" fill="#07a" filter="url(#f)"/>'
IMAGE = "{draw: image, image: art.svg, box: [5, 5, 50, 25]}"


def artwork(body: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 100 50">{body}</svg>'
    )


def spec(folder: Path, body: str = ART, element: str = IMAGE) -> Path:
    file = written(folder, element)
    (folder / "art.svg").write_text(artwork(body), encoding="utf-8")
    return file


def drawn(file: Path) -> list[Node]:
    (scene,) = fronts(file)
    return list(scene.nodes)


def test_it_is_drawn_at_300_dpi_with_a_warning(tmp_path: Path) -> None:
    file = spec(tmp_path)
    (image,) = drawn(file)
    assert isinstance(image, Image)
    assert (image.x, image.y, image.width, image.height) == pytest.approx((5, 5, 50, 25))
    with Picture.open(io.BytesIO(image.data)) as picture:
        assert picture.size == (591, 296)  # 50 × 25 mm at 300 dots to 25.4 mm, rounded up
    found = check(file)
    assert not found.faults
    (warning,) = found.warnings
    assert str(warning).endswith(
        "demo.yaml:20:44: warning: piece c: 'art.svg:1:163': filter on <rect>, drawn as pixels; "
        "expected shapes, gradients and text"
    )


def test_what_is_scaled_up_has_more_pixels(tmp_path: Path) -> None:
    group = "{draw: group, scale: 2, items: [{draw: image, image: art.svg, box: [0, 0, 25, 12.5]}]}"
    ((image,),) = [node.children for node in drawn(spec(tmp_path, element=group))]  # type: ignore[union-attr]
    with Picture.open(io.BytesIO(image.data)) as picture:  # type: ignore[union-attr]
        assert picture.size == (591, 296)


def test_a_poster_has_no_more_pixels_than_a_picture_may_have() -> None:
    width, height = pixels.size(1189, 841)
    assert 17_900_000 < width * height <= 18_020_000
    assert width / height == pytest.approx(1189 / 841, rel=0.001)
    assert pixels.size(0, 0) == (1, 1)


@cases
def test_pdf_and_svg_show_what_resvg_shows_of_the_file(root: str, tmp_path: Path) -> None:
    text = artwork(ART).replace('viewBox="0 0 100 50"', root or 'viewBox="0 0 100 50"')
    file = spec(tmp_path)
    (tmp_path / "art.svg").write_text(text, encoding="utf-8")
    page = Page.whole((60, 40), tuple(drawn(file)), ("c",))
    inner = text.replace('width="100" height="50" ', "", 1).replace("<svg", '<svg x="5" y="5" width="50" height="25"')
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40" width="600" height="400">{inner}</svg>'
    wanted = by_resvg(whole, 600, 400)
    for found in (by_pdfium(page, tmp_path / "art.pdf", 600), by_resvg(svg.page_svg(page), 600, 400)):
        mean, edges = far(found, wanted)
        assert mean < 1
        assert edges < 0.005


def test_without_the_renderer_a_fault_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pixels, "possible", lambda: False)
    (fault,) = check(spec(tmp_path)).faults
    assert str(fault).endswith(
        "'art.svg:1:163': filter on <rect>, which cannot be drawn (convert it to paths); "
        "expected an SVG file of shapes, gradients and text (pip install resvg-py draws it as pixels)"
    )


def test_an_icon_of_pixels_cannot_be_recoloured_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "blur.svg").write_text(artwork(ART))
    file = spec(tmp_path, element="{draw: icon, icon: blur, at: [30, 20], size: 20, fill: red}")
    file.write_text(file.read_text().replace("components:", "icons: icons\ncomponents:"))
    assert any("pixels that are not recoloured" in str(warning) for warning in check(file).warnings)


def png(side: int = 4) -> str:
    held = io.BytesIO()
    Picture.new("RGB", (side, side), (255, 0, 0)).save(held, format="PNG")
    return base64.b64encode(held.getvalue()).decode()


def test_a_picture_inside_the_file_is_drawn_and_none_from_outside(tmp_path: Path) -> None:
    Picture.new("RGB", (4, 4), (255, 0, 0)).save(tmp_path / "secret.png")
    (image,) = drawn(spec(tmp_path, f'<image width="100" height="50" href="data:image/png;base64,{png()}"/>'))
    assert isinstance(image, Image)
    with Picture.open(io.BytesIO(image.data)) as picture:
        assert picture.getpixel((300, 150)) == (255, 0, 0, 255)
    inner = base64.b64encode(artwork(f'<image href="{tmp_path}/secret.png"/>').encode()).decode()
    for href in data(__file__)["HREFS"]:
        for key in ("href", "xlink:href"):
            with pytest.raises(ValueError, match="<image> of"):
                read_text(tmp_path, f'<image width="9" height="9" {key}="{href.format(folder=tmp_path, svg=inner)}"/>')


def read_text(folder: Path, body: str) -> str:
    return read(put(folder / "art.svg", artwork(body))).svg


@cases
def test_what_even_pixels_do_not_show_is_refused(tmp_path: Path, body: str, message: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the reason is compared below
        read_text(tmp_path, body)
    assert message in str(refused.value)


@pytest.mark.parametrize("before", ["12px", "italic bold 1.5em", "small-caps 10pt/1.2", "10px / 14px"])
def test_the_family_of_a_font_in_one_word_is_one_that_is_there(before: str) -> None:
    body = f"<style>text {{ font: {before} Inter, serif }}</style><text style='fill:red;font:{before} Inter'>a</text>"
    text = Harmless(Tree(artwork(body).encode()).root, Viewport(WHOLE, WHOLE), lambda names: f"[{names.strip()}]").text
    assert f"font: {before} '[Inter, serif]'" in text
    assert f"font:{before} '[Inter]'" in text


def test_what_a_program_notes_for_itself_goes_to_no_renderer() -> None:
    given, sent = data(__file__)["NOTED"]
    assert Harmless(Tree(given.encode()).root, Viewport(WHOLE, WHOLE), lambda names: f"[{names}]").text == sent


def test_what_takes_too_long_or_too_much_ends_in_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pixels, "BOUNDS", pixels.BOUNDS._replace(seconds=1.0))
    layers = f'<g id="l0">{ART}</g>'
    for n in range(9):
        layers += f'<g id="l{n + 1}">' + f'<use href="#l{n}"/>' * 10 + "</g>"
    (fault,) = check(spec(tmp_path, f"<defs>{layers}</defs>{ART}<use href='#l9'/>")).faults
    assert "drawing as pixels" in fault.found or "not drawn as pixels" in fault.found
