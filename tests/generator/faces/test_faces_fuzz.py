"""Whatever stands in a row, a face is drawn in finite numbers or is refused in one line: never a traceback."""

import math
from functools import cache
from pathlib import Path

import pytest
from cases import data
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from often import EXAMPLES

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Path as Outline
from generator.draw.scene import Scene, Text
from generator.faces.faces import Faces
from specs.base.errors import SpecError
from specs.load import load
from specs.model.document import Document, Piece

# one element a kind, a row's value in every key that takes one
ELEMENTS = data(__file__)["ELEMENTS"]

values = st.one_of(
    st.integers(-10, 300),
    st.floats(-50, 50, allow_nan=False),
    st.sampled_from(
        [0, -0.0, 1e9, 1e-9, 249, 250, 1e300, "", " ", "none", "red", "#123", "star", "../x", "/etc/passwd"]
    ),
    st.sampled_from(
        ["**", "# ", "- ", "[[", "[[star]]", "{", "}}", "1e5", "inf", "nan", "0x10", "M0 0 L", "\x00", "\n"]
    ),
    st.booleans(),
    st.text(max_size=12),
)


@cache
def _document(element: str, folder: Path) -> Document:
    file = folder / "fuzz.yaml"
    file.write_text(
        "game: fuzz\ntitle: Fuzz\ncredits: {designer: Ann}\n"
        "templates: {dot: [{draw: circle, at: [20, 20], r: '{size}', fill: red}]}\n"
        "components:\n  c:\n    title: C\n    size: [60, 40]\n    rows: {list: [{v: 1, u: 2}]}\n"
        f"    front:\n      - {{{element}}}\n"
    )
    return load(file)


def _finite(scene: Scene) -> bool:
    for node, box in geo.paint_box(scene.nodes):
        numbers = [*box]
        if isinstance(node, Outline):
            numbers += [number for segment in node.segments for number in segment[1:]]  # type: ignore[misc]
            numbers += [node.paint.width, node.paint.opacity]
        elif isinstance(node, Text):
            numbers += [node.x, node.y, node.size, node.outline_width, node.opacity]
        if not all(math.isfinite(number) for number in numbers):
            return False
    return True


@pytest.mark.parametrize("element", ELEMENTS)
@settings(max_examples=EXAMPLES // 3, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(v=1e300, u=1e300)
@example(v="", u="")
@given(v=values, u=values)
def test_any_row_gives_a_drawing_or_one_line(
    element: str, v: object, u: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    document = _document(element, tmp_path_factory.getbasetemp())
    piece = replace(document.pieces["c"][0], row={"v": v, "u": u})
    assert isinstance(piece, Piece)
    try:
        scene = Faces(document).front(piece)
    except SpecError as error:
        (fault,) = error.faults
        assert fault.place.line > 0, "it says where"
        assert len(str(fault).splitlines()) == 1
        return
    assert _finite(scene)
