"""Pictures as frames: corners keep their size, the rest is stretched, of pixels and of drawings alike."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Picture

from specs.base.errors import SpecError
from tests.generator.faces.rendering import SIDE, artwork, by_pdfium, page
from tests.generator.faces.written import front

ART = """<rect width="30" height="30" fill="#ff0000"/><rect x="30" width="40" height="30" fill="#00ff00"/>
<rect x="70" width="30" height="30" fill="#0000ff"/><rect y="30" width="100" height="70" fill="#ffff00"/>
<path d="M30 15 H70" stroke="black" stroke-width="6"/>"""


def frame(folder: Path, name: str, more: str) -> np.ndarray:
    """A frame of 90 by 80 mm at 5, 5."""
    (folder / "frame.svg").write_text(artwork(ART), encoding="utf-8")
    blurred = f'<filter id="f"><feGaussianBlur stdDeviation="0.1"/></filter><g filter="url(#f)">{ART}</g>'
    (folder / "pixels.svg").write_text(artwork(blurred), encoding="utf-8")
    picture = Picture.new("RGBA", (100, 100), "yellow")
    for x, wide, colour in ((0, 30, "red"), (30, 40, "lime"), (70, 30, "blue")):
        picture.paste(colour, (x, 0, x + wide, 30))
    picture.paste("black", (30, 12, 70, 18))
    picture.save(folder / "frame.png")
    element = f"{{draw: image, image: {name}, box: [5, 5, 90, 80], {more}}}"
    return by_pdfium(page(front(folder, element, size="100, 100")), folder / "demo.pdf")


@pytest.mark.parametrize("name", ["frame.svg", "pixels.svg", "frame.png"])
def test_corners_keep_their_size_and_edges_their_width(name: str, tmp_path: Path) -> None:
    seen = frame(tmp_path, name, "margin: [30, 30, 30, 0], scale: 0.5")

    def at(x: float, y: float) -> tuple[int, ...]:
        return tuple(round(part / 255) for part in seen[round(y * SIDE / 100), round(x * SIDE / 100)])

    assert (at(19, 7), at(21, 7), at(79, 7), at(81, 7)) == ((1, 0, 0), (0, 1, 0), (0, 1, 0), (0, 0, 1))
    assert (at(50, 19), at(50, 21), at(8, 84)) == ((0, 1, 0), (1, 1, 0), (1, 1, 0))
    assert (at(22, 12.5), at(78, 12.5), at(50, 14.5), at(50, 10.5)) == ((0, 0, 0), (0, 0, 0), (0, 1, 0), (0, 1, 0))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("margin: 60, scale: 0.5", "edges of 120 together; expected at most 100"),
        ("margin: 45", "edges of 90 together; expected at most 80"),
        ("margin: 10, scale: 0.002", "a frame of 45,000 × 40,000 pixels"),
    ],
)
def test_a_frame_that_cannot_be_is_a_fault(more: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as refused:
        frame(tmp_path, "frame.png" if "0.002" in more else "frame.svg", more)
    assert message in str(refused.value)
