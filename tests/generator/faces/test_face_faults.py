"""Where a face would print wrong: what tells faces apart, what is refused, what each key does."""

from pathlib import Path

import pytest
from cases import cases, data
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Picture

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Image, Node, Scene, Segment, Text, Use
from generator.draw.scene import Path as Outline
from generator.faces import faces as faces_module
from generator.faces.elements.resources import MAX_KEPT
from generator.faces.faces import Faces
from specs.base.errors import SpecError
from specs.load import load

SPEC = data(__file__)["SPEC"]


def draw(folder: Path, elements: str, rows: str = "{list: [{}]}", styles: str = "{}", fonts: str = "{}") -> list[Scene]:
    """The front of every piece."""
    file = folder / "demo.yaml"
    lines = "\n".join(f"      - {line}" for line in elements.splitlines())
    file.write_text(SPEC.format(credits="{designer: Ann}", rows=rows, styles=styles, fonts=fonts, elements=lines))
    document = load(file)
    faces = Faces(document)
    return [faces.front(piece) for piece in document.pieces["c"]]


def leaves(nodes: tuple[Node, ...]) -> list[Node]:
    return [node for node, _ in geo.paint_box(nodes)]


# ---- what tells two faces apart ------------------------------------------------------------------


@cases
def test_pieces_that_look_different_have_different_faces(elements: str, rows: str, styles: str, tmp_path: Path) -> None:
    one, other = draw(tmp_path, elements, f"{{list: {rows}}}", styles)
    assert one is not other
    assert one.nodes != other.nodes


def test_a_field_that_makes_no_difference_makes_no_second_face(tmp_path: Path) -> None:
    one, other = draw(
        tmp_path, "{draw: rect, fill: red}\n{draw: circle, at: [9, 9], r: 2, when: v > 5}", "{list: [{v: 1}, {v: 2}]}"
    )
    assert one is other


def test_what_no_field_changes_is_drawn_once(tmp_path: Path) -> None:
    one, other = draw(
        tmp_path,
        "{draw: star, at: [9, 9], r: 5, inner: 2, fill: red}\n{draw: text, text: '{n}', box: [0, 0, 9, 9]}",
        "{list: [{count: 2}]}",
    )
    assert one is not other
    assert one.nodes[0] is other.nodes[0]


def test_a_deck_too_large_to_keep_is_streamed_and_the_rest_still_shared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faces_module, "MAX_KEPT_FACES", 5)
    file = tmp_path / "demo.yaml"
    file.write_text(
        "game: demo\ntitle: Demo\ncredits: {designer: Ann}\ncomponents:\n"
        "  many: {title: M, size: [60, 40], rows: {product: {v: {range: [1, 20]}}},\n"
        "    front: [{draw: text, text: '{v}', box: [0, 0, 20, 9]}], back: [{draw: rect, fill: red}]}\n"
        "  few: {title: F, size: [60, 40], rows: {list: [{count: 3}]}, front: [{draw: rect, fill: blue}]}\n"
    )
    document = load(file)
    faces = Faces(document)
    fronts = [faces.front(piece) for piece in document.pieces["many"]]
    assert [scene.reusable for scene in fronts] == [True] * 5 + [False] * 15
    assert len({faces.back(piece) is faces.back(document.pieces["many"][0]) for piece in document.pieces["many"]}) == 1
    assert len({id(faces.front(piece)) for piece in document.pieces["few"]}) == 1


def test_marks_of_a_streamed_deck_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces_module, "MAX_KEPT_FACES", 2)
    file = tmp_path / "demo.yaml"
    file.write_text(
        "game: demo\ntitle: Demo\ncredits: {designer: Ann}\ncomponents:\n"
        "  c: {title: C, size: [60, 40], rows: {product: {v: {range: [0, 9]}}},\n"
        "    front: [{draw: fiducial, marker: '{v}', at: [20, 20]}, {draw: fiducial, marker: 99, at: [40, 20]}]}\n"
    )
    document = load(file)
    faces = Faces(document)
    assert [faces.markers(faces.front(piece)) for piece in document.pieces["c"]] == [(v, 99) for v in range(10)]


def test_names_from_rows_do_not_fill_the_memory(tmp_path: Path) -> None:
    count = MAX_KEPT + 50
    file = tmp_path / "demo.yaml"
    file.write_text(
        "game: demo\ntitle: Demo\ncredits: {designer: Ann}\ncomponents:\n"
        f"  c: {{title: C, size: [60, 40], rows: {{product: {{v: {{range: [1, {count}]}}}}}},\n"
        "    front: [{draw: icon, icon: star, at: [20, 20], size: 9, fill: '#{v:06}'}]}\n"
    )
    document = load(file)
    faces = Faces(document)
    fills = set()
    for piece in document.pieces["c"]:
        (use,) = faces.front(piece).nodes
        assert isinstance(use, Use)
        fills.add(tuple(leaf.paint.fill for leaf in leaves(use.scene.nodes) if isinstance(leaf, Outline)))
    assert len(fills) == count, "each in its own colour"
    assert len(faces._resources._pictures) <= MAX_KEPT


# ---- what is refused -----------------------------------------------------------------------------


@cases
def test_what_would_print_wrong_is_a_fault(element: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=message):
        draw(tmp_path, element)


def test_a_font_file_that_is_none_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "mine.ttf").write_bytes(b"not a font at all")
    with pytest.raises(SpecError, match=r"font file 'mine.ttf' that cannot be printed"):
        draw(tmp_path, "{draw: text, text: x, font: f, box: [0, 0, 9, 9]}", fonts="{f: mine.ttf}")


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_torn_picture_is_a_fault(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"torn.{kind.lower()}"
    Picture.effect_noise((100, 50), 80).save(file, kind)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(SpecError, match="which cannot be read") as caught:
        draw(tmp_path, f"{{draw: image, image: {file.name}, box: [0, 0, 9, 9]}}")
    assert "expected a whole PNG" in str(caught.value)


def test_a_picture_of_another_kind_is_a_fault(tmp_path: Path) -> None:
    Picture.new("RGB", (9, 9)).save(tmp_path / "moves.png", "GIF")
    with pytest.raises(SpecError, match=r"'moves.png', which is GIF inside"):
        draw(tmp_path, "{draw: image, image: moves.png, box: [0, 0, 9, 9]}")


# ---- what each key does --------------------------------------------------------------------------


def test_opacity_reaches_every_kind_of_element(tmp_path: Path) -> None:
    Picture.new("RGB", (9, 9)).save(tmp_path / "a.png")
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    )
    elements = """\
{draw: rect, fill: red}
{draw: circle, at: [9, 9], r: 3, fill: red}
{draw: ellipse, at: [9, 9], r: [3, 2], fill: red}
{draw: polygon, points: [[1, 1], [9, 1], [5, 8]], fill: red}
{draw: star, at: [9, 9], r: 5, inner: 2, fill: red}
{draw: hex, at: [9, 9], size: 5, fill: red}
{draw: line, points: [[1, 1], [9, 5]]}
{draw: path, d: 'M0 0 L4 0 L4 6 Z', fill: red}
{draw: text, text: x, box: [0, 0, 9, 9]}
{draw: text, text: '[[star]] x', markup: true, box: [0, 0, 19, 9]}
{draw: icon, icon: star, at: [9, 9], size: 5}
{draw: image, image: a.png, box: [0, 0, 9, 9]}
{draw: image, image: a.svg, box: [0, 0, 9, 9]}
{draw: grid, box: [0, 0, 9, 9], columns: 2, rows: 2}
{draw: hexgrid, at: [9, 9], size: 9, columns: 2, rows: 2, label: '{row}'}
{draw: qr, text: x, box: [0, 0, 20, 20]}
{draw: fiducial, marker: 3, at: [20, 20]}
{draw: repeat, over: 2, items: [{draw: rect, fill: red}]}
{draw: group, items: [{draw: rect, fill: red}]}"""
    faint = [line[:-1] + ", opacity: 0.5}" for line in elements.splitlines()]
    for line in faint:
        (scene,) = draw(tmp_path, line)
        found = leaves(scene.nodes)
        assert found, line
        for leaf in found:
            assert isinstance(leaf, Outline | Text | Image)
            assert (leaf.paint.opacity if isinstance(leaf, Outline) else leaf.opacity) == 0.5, line


def test_none_is_not_painted(tmp_path: Path) -> None:
    hollow, nothing = (
        "{draw: text, text: x, fill: none, outline: red, box: [0, 0, 20, 9]}",
        "{draw: text, text: x, fill: none, box: [0, 0, 20, 9]}",
    )
    ((text,),) = [scene.nodes for scene in draw(tmp_path, hollow)]
    assert isinstance(text, Text)
    assert (text.fill, text.outline) == (None, (1, 0, 0))
    assert draw(tmp_path, nothing)[0].nodes == ()
    ((icon,),) = [scene.nodes for scene in draw(tmp_path, "{draw: icon, icon: star, at: [9, 9], size: 5, fill: none}")]
    assert isinstance(icon, Use)
    assert all(leaf.paint.fill is None for leaf in leaves(icon.scene.nodes) if isinstance(leaf, Outline))


def test_a_line_without_width_is_none(tmp_path: Path) -> None:
    assert draw(tmp_path, "{draw: rect, box: [1, 1, 5, 5], stroke: red, stroke_width: 0}")[0].nodes == ()


@cases
def test_an_element_turns_about_its_own_middle(element: str, tmp_path: Path) -> None:
    ((node,),) = [scene.nodes for scene in draw(tmp_path, f"{{{element}, rotate: 30}}")]
    assert isinstance(node, Group)
    assert geo.apply(node.matrix, 30, 15) == pytest.approx((30, 15))
    x, y = geo.apply(node.matrix, 31, 15)
    assert (x, y) == pytest.approx((30 + 3**0.5 / 2, 15.5)), "clockwise: what was right of the middle goes down"


def test_line_ends_and_tabs_of_other_machines_are_read(tmp_path: Path) -> None:
    nodes = draw(tmp_path, '{draw: text, text: "a\\tb\\r\\nc", box: [0, 0, 40, 19]}')[0].nodes
    assert [node.text for node in nodes if isinstance(node, Text)] == ["a b", "c"]


def test_a_view_box_clips_what_lies_outside_it(tmp_path: Path) -> None:
    (tmp_path / "wide.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect x="-90" width="200" height="10"/></svg>'
    )
    scene = draw(tmp_path, "{draw: image, image: wide.svg, box: [20, 10, 20, 20]}")[0]
    ((_, found),) = geo.paint_box(scene.nodes)
    assert found == pytest.approx((20, 10, 20, 20))


# ---- bounds --------------------------------------------------------------------------------------

coordinate = st.floats(-50, 50)


@given(st.tuples(*[coordinate] * 8))
def test_bounds_of_a_curve_touch_it_and_hold_it(numbers: tuple[float, ...]) -> None:
    x, y, *rest = numbers
    path: tuple[Segment, ...] = (("M", x, y), ("C", *rest))
    found = geo.bounds(path)
    assert found is not None
    (points,) = geo.flatten(path, 400)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    # 400 steps of a curve at most 300 mm long miss a turning point by well under 0.01 mm
    assert found[0] == pytest.approx(min(xs), abs=0.01)
    assert found[1] == pytest.approx(min(ys), abs=0.01)
    assert found[0] + found[2] == pytest.approx(max(xs), abs=0.01)
    assert found[1] + found[3] == pytest.approx(max(ys), abs=0.01)
    assert found[0] <= min(xs) + 1e-9
    assert found[1] <= min(ys) + 1e-9


def test_a_curve_whose_handles_lie_outside_may_stay_inside(tmp_path: Path) -> None:
    # the handles reach 50 mm down, the curve itself only to 20 + 0.75 * 30 = 42.5
    assert draw(tmp_path, "{draw: path, d: 'M5 20 C5 50 55 50 55 20', fill: red}")[0].nodes


@pytest.mark.parametrize("angle", [-4e-278, -0.0, 0.0, 360.0, -360.0])
def test_a_turn_by_next_to_nothing_turns_nothing(angle: float) -> None:
    assert geo.rotation(angle, 3, 4) == pytest.approx((1, 0, 0, 1, 0, 0))


def test_an_image_may_have_rounded_corners_whatever_fits_it(tmp_path: Path) -> None:
    Picture.new("RGB", (40, 20), "red").save(tmp_path / "wide.png")
    for fit, wide, tall in (("contain", 30, 15), ("cover", 30, 30), ("stretch", 30, 30)):
        element = f"{{draw: image, image: wide.png, box: [5, 5, 30, 30], fit: {fit}, clip: rounded 4}}"
        (scene,) = draw(tmp_path, element)
        (group,) = scene.nodes
        assert isinstance(group, Group)
        box = geo.bounds(group.clip)
        assert box is not None
        assert (box[2], box[3]) == pytest.approx((wide, tall))
        assert sum(verb == "C" for verb, *_ in group.clip) == 4
