"""A cutting machine's marks: where they are, what keeps away from them, what a machine's file may say."""

import re
from itertools import product
from pathlib import Path

import pytest
from cases import cases
from command import PROJECT
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace
from sheets.test_impose import printable

from generator.draw.geometry import geometry as geo
from generator.sheets.area import Area, Box, rooms
from generator.sheets.cuts import Labour, labour
from generator.sheets.cutting_machines import machine as cutter
from generator.sheets.cutting_machines.machine import Machine, Marks
from generator.sheets.layout.n_up import plan
from generator.sheets.layout.pack import pack
from generator.sheets.marks import shapes
from generator.sheets.printable import Job, SheetOptions
from specs.base.errors import SpecError

A4, LETTER = (210.0, 297.0), (215.9, 279.4)
FOUR = Marks(top_left="inward", top_right="inward", bottom_left="inward", bottom_right="inward")


def boxes(machine: Machine, paper: tuple[float, float]) -> list[Box]:
    found = [geo.bounds(shape) for shape in shapes(machine, paper)]
    edges = [(x, y, x + width, y + height) for x, y, width, height in filter(None, found)]
    return [tuple(round(edge, 6) for edge in box) for box in edges]  # type: ignore[misc]


def lying(job: Job) -> list[Box]:
    """Each piece's place with its bleed."""
    found = []
    for slot in job.slots:
        part = job.component(slot)
        across, down = (part.width, part.height) if slot.turn % 180 == 0 else (part.height, part.width)
        left, top, right, bottom = slot.bleeds
        x, y = slot.x - across / 2, slot.y - down / 2
        found.append((x - left, y - top, x + across + right, y + down + bottom))
    return found


def apart(one: Box, other: Box) -> float:
    """How far two boxes are from each other, across or down, whichever is more."""
    across = max(one[0] - other[2], other[0] - one[2])
    return max(across, one[1] - other[3], other[1] - one[3])


class TestFiles:
    @pytest.mark.parametrize("name", cutter.bundled())
    def test_each_bundled_machine_names_its_source_the_day_it_was_read_and_what_nobody_checked(self, name: str) -> None:
        machine = cutter.load(name)
        assert (machine.name, bool(machine.title), bool(machine.source)) == (name, True, True)
        assert machine.checked.count("-") == 2
        assert set(machine.unverified) <= {field.name for field in fields(Machine)}

    @cases
    def test_faults_have_their_place(self, text: str, said: str, tmp_path: Path) -> None:
        file = tmp_path / "mine.yaml"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(SpecError) as error:
            cutter.load(str(file))
        assert said in str(error.value)

    def test_whatever_a_file_is_called_its_machines_name_can_be_set_in_every_font(self, tmp_path: Path) -> None:
        file = tmp_path / "meine Säge$刀.yaml"
        file.write_text("title: M\n", encoding="utf-8")
        assert cutter.load(str(file)).name == "meine_S_ge_"

    def test_the_machine_that_the_documentation_shows_can_be_read(self, tmp_path: Path) -> None:
        text = (PROJECT / "docs" / "printing.md").read_text(encoding="utf-8")
        (shown,) = re.findall(r"```yaml\n(title: My plotter\n.*?)```", text, re.S)
        file = tmp_path / "mine.yaml"
        file.write_text(shown, encoding="utf-8")
        assert cutter.load(str(file)).offset == (0.3, -0.2)

    def test_a_machine_that_is_not_there_is_told_with_the_nearest(self) -> None:
        with pytest.raises(
            SpecError, match=r"--cutter: no machine 'silhouette-cameo5'; expected a YAML file or one of"
        ):
            cutter.load("silhouette-cameo5")


class TestMarks:
    def test_a_cameo_looks_for_a_square_and_two_arms_at_10_mm(self) -> None:
        found = boxes(cutter.load("silhouette-cameo"), A4)
        assert found[0] == (10, 10, 15, 15)
        assert sorted(found[1:]) == [
            (9.85, 267, 10.15, 287.15),
            (9.85, 286.85, 30, 287.15),
            (180, 9.85, 200.15, 10.15),
            (199.85, 9.85, 200.15, 30),
        ]

    def test_arms_may_lie_outward_and_crosses_go_both_ways(self) -> None:
        out = Machine(title="M", marks=Marks(bottom_right="outward"), inset=12, arm=8, line=1)
        assert boxes(out, A4) == [(197.5, 284.5, 206, 285.5), (197.5, 284.5, 198.5, 293)]
        assert boxes(replace(out, marks=Marks(top_left="cross")), A4) == [(4, 11.5, 20, 12.5), (11.5, 4, 12.5, 20)]

    def test_other_marks_are_another_version_and_other_room_around_them_is_not(self) -> None:
        one = cutter.load("silhouette-cameo")
        others = [replace(one, line=0.5), replace(one, inset=11), replace(one, arm=10), replace(one, marks=FOUR)]
        assert len({one.version, *(other.version for other in others)}) == 5
        assert replace(one, free=30, title="Other").version == one.version


machines = st.builds(
    lambda kinds, inset, arm, free, **more: Machine(
        title="M",
        marks=Marks(top_left=kinds[0], top_right=kinds[1], bottom_left=kinds[2], bottom_right=kinds[3]),
        inset=inset,
        arm=arm,
        free=arm + free,
        **more,
    ),
    st.tuples(*[st.sampled_from([None, "inward", "square"])] * 4),
    st.integers(3, 20),
    st.integers(5, 30),
    st.integers(0, 5),
)
pieces = st.builds(
    printable,
    st.integers(12, 120),
    st.integers(12, 120),
    bleed=st.integers(0, 3),
    count=st.integers(1, 40),
    backs=st.booleans(),
    lattice=st.sampled_from(["square", "square", "circle", "outline"]),
)
ways = st.builds(
    lambda **given: SheetOptions(**given),  # noqa: PLW0108 - hypothesis would look for types that are not loaded
    paper=st.sampled_from([A4, LETTER, (297.0, 210.0)]),
    cutter=machines,
    marks=st.sampled_from(["none", "none", "crop"]),
    marks_side=st.sampled_from(["front", "both"]),
    duplex=st.sampled_from(["long-edge", "short-edge", "none"]),
    outer=st.booleans(),
    pack=st.booleans(),
)


@given(st.lists(pieces, min_size=1, max_size=3), ways)
def test_no_piece_that_a_machine_cuts_touches_a_mark_or_what_it_keeps_free_on_either_side(
    parts: list[object], options: SheetOptions
) -> None:
    machine = options.cutter
    assert machine is not None
    for job in pack([replace(part, id=str(n)) for n, part in enumerate(parts)], options):  # type: ignore[type-var]
        if job.options.cutter is None:
            continue
        width, height = job.options.paper
        marked = boxes(machine, job.options.paper)
        for piece in lying(job):
            behind = (width - piece[2], piece[1], width - piece[0], piece[3])
            if (options.duplex != "short-edge") != (height >= width):
                behind = (piece[0], height - piece[3], piece[2], height - piece[1])
            for side in (piece, behind) if options.marks_side == "both" else (piece,):
                assert all(apart(side, mark) >= min(machine.free - machine.arm, 0.5) - 1e-6 for mark in marked)
            if marked:
                assert min(piece[0], piece[1], width - piece[2], height - piece[3]) >= machine.inset - 1e-6
        if job.strip is not None:
            foot = job.strip.x, job.strip.y, job.strip.x + job.strip.width, job.strip.y + job.strip.height
            assert all(apart(foot, mark) >= -1e-6 for mark in marked)


def test_slots_that_would_touch_a_mark_stay_free_and_the_others_are_used() -> None:
    cards, without = printable(63, 88, bleed=0), SheetOptions(marks="none")
    assert len(plan(cards, without).slots) == 9
    marked = plan(cards, replace(without, cutter=cutter.load("silhouette-cameo")))
    assert len(marked.slots) == 7
    # 14 mm on all sides and the foot leave 182 × 261 mm: two by four, lying
    assert len(plan(cards, replace(without, cutter=cutter.load("cricut"))).slots) == 8


@pytest.mark.parametrize("paper", [A4, LETTER, (148.0, 210.0), (210.0, 148.0), (304.0, 304.0)])
@pytest.mark.parametrize("name", cutter.bundled())
def test_a_foot_is_long_enough_to_be_read_on_every_machines_sheet(name: str, paper: tuple[float, float]) -> None:
    job = plan(printable(20, 30), SheetOptions(paper=paper, cutter=cutter.load(name), marks="none"))
    assert job.strip is not None
    assert max(job.strip.width, job.strip.height) >= 100


def test_what_has_no_room_between_the_marks_is_cut_by_hand_with_crop_marks() -> None:
    options = SheetOptions(marks="none", cutter=replace(cutter.load("generic"), marks=FOUR, free=60.0))
    job = plan(printable(190, 270, bleed=0), options)
    assert (len(job.slots), job.options.cutter, job.options.marks) == (1, None, "crop")


@given(st.lists(st.tuples(*[st.integers(0, 6)] * 2, *[st.integers(1, 5)] * 2), max_size=3))
def test_panels_are_the_largest_rectangles_beside_some_boxes(given_boxes: list[tuple[int, int, int, int]]) -> None:
    """Against every rectangle of whole numbers there is."""
    taken = [(x, y, x + width, y + height) for x, y, width, height in given_boxes]
    free = {
        (a, b, c, d)
        for a, b, c, d in product(range(7), repeat=4)
        if a < c and b < d and all(apart((a, b, c, d), box) >= 0 for box in taken)
    }
    largest = {
        (a, b, c, d)
        for a, b, c, d in free
        if not free & {(a - 1, b, c, d), (a, b - 1, c, d), (a, b, c + 1, d), (a, b, c, d + 1)}
    }
    found = {(room.x, room.y, room.x + room.width, room.y + room.height) for room in rooms(Area(0, 0, 6, 6), taken)}
    assert found == largest


def test_what_a_machine_cuts_is_no_labour_but_the_sheets_in_the_hand() -> None:
    options = SheetOptions(marks="none", cutter=cutter.load("generic"))
    job = plan(printable(63, 88, count=20), options)
    assert labour([job]) == Labour(sheets=job.sheets)
