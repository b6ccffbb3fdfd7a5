"""Specs made to run for long, to fill the memory, to reach out of their folder, or to print nonsense."""

from math import inf, isnan, nan
from pathlib import Path

import pytest
from cases import cases

from generator.building.check import check
from generator.draw.geometry import geometry as geo
from specs.base.errors import SpecError

HEAD = "game: g\ntitle: T\nplayers: {min: 1, max: 2}\ncredits: {designer: D}\n"
RED = "{draw: rect, fill: red}"


def spec(front: str = RED, more: str = "", keys: str = "", head: str = HEAD) -> str:
    return f"{head}{more}components:\n  c: {{title: C, size: [60, 60], {keys}front: [{front}]}}\n"


def faults(folder: Path, text: str) -> list[str]:
    file = folder / "g.yaml"
    file.write_text(text, encoding="utf-8")
    try:
        found = check(file).faults
    except SpecError as error:
        found = error.faults
    return [str(fault).removeprefix(f"{file}:") for fault in found]


TWICE = "templates:\n" + "".join(
    f"  t{i}: [{{draw: use, template: t{i + 1}}}, {{draw: use, template: t{i + 1}}}]\n" for i in range(30)
)
DOUBLED = "templates:\n" + "".join(
    f'  t{i}: [{{draw: use, template: t{i + 1}, with: {{x: "{{x+x}}"}}}}]\n' for i in range(39)
)
CHAIN = "templates:\n" + "".join(f"  t{i}: [{{draw: use, template: t{i + 1}}}]\n" for i in range(5_000))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (spec("{draw: use, template: t0}", f"{TWICE}  t30: [{RED}]\n"), "more than 50,000 parts; expected fewer"),
        (
            spec("{draw: use, template: t0, with: {x: aaaaaaaaaaaaaaaaaaa}}", f'{DOUBLED}  t39: [{{draw: text, text: "{{x}}", box: [0, 0, 9, 9]}}]\n'),  # noqa: E501
            "characters, more than 20,000",
        ),
        (spec("{draw: use, template: t0}", f"{CHAIN}  t5000: [{RED}]\n"), "templates more than 60 deep"),
        (
            spec("{draw: rect, style: s3000}", "styles:\n  s0: {fill: red}\n" + "".join(f"  s{i}: {{extends: s{i - 1}}}\n" for i in range(1, 3_001))),  # noqa: E501
            "more than 30 styles in a row; expected fewer",
        ),
        (spec(more="".join(f"key{i}: 1\n" for i in range(20_000))), "more than 200 faults; expected these mended"),
        (
            spec(", ".join(f"{{draw: rect, fill: colour{i}}}" for i in range(3_000)), "palette: {" + ", ".join(f"kolour{i}: red" for i in range(3_000)) + "}\n"),  # noqa: E501
            "more than 200 faults",
        ),
        (spec(f"{{draw: repeat, over: 40000, items: [{RED}, {RED}]}}"), "more than 50,000 parts"),
        (spec(keys="bleed: 1e9, "), "bleed: 1000000000.0; expected a number of at least 0 and at most 50"),
        (spec(keys="shape: standee, base: 1e9, "), "base: 1000000000.0; expected a number of at least 0 and"),
        (spec(keys="safe: 1e300, "), "safe: 1e+300; expected a number of at least 0 and at most 50"),
        (spec("{draw: rect, dash: [1e300], stroke: red}"), "at most 10,000"),
        (spec(head=HEAD.replace("game: g", f"game: {'g' * 300}")), "at most 60 small letters, digits and hyphens"),
        (spec(head=HEAD.replace("game: g", 'game: "g\\n"')), "at most 60 small letters, digits and hyphens"),
        (spec(keys=f"id: {'x' * 300}, "), "an id of 300 letters; expected at most 100"),
        (spec('{draw: rect, fill: "#ff0000\\n"}'), "unknown colour"),
        (spec('{draw: icon, icon: x, at: [1, 1], size: "{' + "9" * 5_000 + '}"}'), "an expression of 5000 characters"),
        (spec("{draw: rect, rotate: " + "9" * 5_000 + "}"), "rotate: '999"),
        (spec("{draw: circle, at: [30, 30], r: 1, fill: red, rotate: 1e308}"), "rotate: 1e+308"),
    ],
    ids=range(18),
)  # fmt: skip
def test_what_asks_for_too_much_is_refused_in_few_lines(text: str, said: str, tmp_path: Path) -> None:
    found = faults(tmp_path, text)
    assert any(said in line for line in found), found[:3]
    assert len(found) <= 401


@cases
@pytest.mark.parametrize("kind", ["out", "circle"])
def test_no_file_out_of_the_specs_folder_is_read_by_whatever_name(front: str, kind: str, tmp_path: Path) -> None:
    folder, outside = tmp_path / "in", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    outside.joinpath("a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0H1V1Z"/></svg>'
    )
    bundled = Path(geo.__file__).parent / "fonts" / "Cinzel-Bold.ttf"
    for name, target in (("out.png", outside / "a.svg"), ("out.svg", outside / "a.svg"), ("out.ttf", bundled)):
        folder.joinpath(name).symlink_to(target)
    for ending in ("png", "svg", "ttf"):
        folder.joinpath(f"circle.{ending}").symlink_to(folder / f"circle2.{ending}")
        folder.joinpath(f"circle2.{ending}").symlink_to(folder / f"circle.{ending}")
    found = faults(folder, spec(front % kind if "%s" in front else front, f"icons: .\nfonts: {{f: {kind}.ttf}}\n"))
    expected = ("leads out of", "no file") if "icon:" not in front else ("unknown icon", "leads out of", "no file")
    assert found
    assert all(any(each in line for each in expected) or "font" in line for line in found), found


@pytest.mark.parametrize("wrong", [nan, inf, -inf])
@pytest.mark.parametrize("place", range(4))
def test_a_path_with_one_number_that_is_none_has_no_box_to_lie_in(wrong: float, place: int) -> None:
    numbers = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [4.0, 4.0]]
    numbers[place][place % 2] = wrong
    box = geo.bounds(geo.polyline([(x, y) for x, y in numbers], closed=True))
    assert box is not None
    assert all(map(isnan, box))
