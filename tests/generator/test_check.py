"""`generator check` is a build on trial: what passes can be printed, and what cannot be says so with its place."""

import json
from pathlib import Path

import pytest
from cases import cases, data
from command import example, generator

from generator.building.check import Findings, check
from specs.load import bundled

RICH = (Path(__file__).parent / "rich.yaml").read_text(encoding="utf-8")


def checked(folder: Path, *changes: tuple[str, str]) -> Findings:
    text = RICH
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file = folder / "rich.yaml"
    file.write_text(text, encoding="utf-8")
    return check(file)


def lines(folder: Path, *changes: tuple[str, str]) -> list[str]:
    return [str(fault).replace(f"{folder}/", "") for fault in checked(folder, *changes).faults]


def test_the_rich_spec_is_good(tmp_path: Path) -> None:
    found = checked(tmp_path)
    assert (found.faults, found.warnings) == ((), ())


OUTLINE = "M0 0 L20 0 L10 20 Z"
# (what is replaced in the good spec, by what, what is found)
WRONG = data(__file__)["WRONG"]


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_printed_is_found_with_its_place(name: str, tmp_path: Path) -> None:
    old, new, expected = WRONG[name]
    found = lines(tmp_path, (old, new))
    assert any(expected in line for line in found), found
    for line in found:
        file, row, column, _ = line.split(":", 3)
        assert (file, int(row) >= 1, int(column) >= 1) == ("rich.yaml", True, True), line


@cases
def test_a_box_is_judged_alike_however_it_is_written(element: str, tmp_path: Path) -> None:
    at = "{draw: rect, fill: deep}"
    assert lines(tmp_path, (at, element.replace("BOX", "-3.3"))) == [], "half a heavy line is cut away"
    assert "an element from -4.0, 0.0 to 5.0, 9.0 mm" in lines(tmp_path, (at, element.replace("BOX", "-4")))[0]


def test_the_fault_that_the_readme_shows_is_told_in_its_words(tmp_path: Path) -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    (shown,) = [line for line in readme.splitlines() if line.startswith("deck.yaml:")]
    deck = example(tmp_path)
    deck.write_text(deck.read_text(encoding="utf-8").replace("fill: paper", "fill: gren"), encoding="utf-8")
    said = generator("check", "deck.yaml", cwd=deck.parent).err
    assert said.split(": ", 1)[1] == shown.split(": ", 1)[1] + "\n"


def test_text_outside_the_safe_area_is_a_warning(tmp_path: Path) -> None:
    found = checked(tmp_path, ("box: [4, 4, 36, 9]", "box: [4, 0, 36, 9]"))
    assert found.faults == ()
    (warning,) = found.warnings
    assert "expected text inside the safe area, 3, 3 to 41, 60 mm" in str(warning)
    assert warning.place.line == RICH[: RICH.index("box: [4, 4, 36, 9]")].count("\n") + 1
    assert checked(tmp_path, ("box: [4, 4, 36, 9]", "box: [4, 0, 36, 9]"), ("corner: 3", "safe: 0")).warnings == ()


def test_the_command_tells_warnings_and_passes(tmp_path: Path) -> None:
    file = tmp_path / "rich.yaml"
    file.write_text(RICH.replace("box: [4, 4, 36, 9]", "box: [4, 0, 36, 9]"), encoding="utf-8")
    done = generator("check", file, cwd=tmp_path)
    assert (done.status, done.out) == (
        0,
        "Rich: 17 pieces of 6 components, no faults; 1 warning, which does not keep it from being printed\n",
    )
    assert "warning: piece sun-1: text 'sun 2'" in done.err
    facts = json.loads(generator("check", file, "--json", cwd=tmp_path).out)
    assert (len(facts["faults"]), len(facts["warnings"])) == (0, 1)


@pytest.mark.parametrize("game", bundled())
def test_the_bundled_games_have_no_faults(game: str) -> None:
    assert check(game).faults == ()


def test_a_length_with_its_unit_is_a_number(tmp_path: Path) -> None:
    spec = tmp_path / "units.yaml"
    text = (
        "game: units\ntitle: Units\ncredits: {designer: Ann}\ncomponents:\n"
        "  c:\n    title: C\n    size: 60\n    front:\n"
        "      - {draw: text, text: hi, box: [5, 5, 50, 50], size: %s}\n"
    )
    spec.write_text(text % "9pt")
    assert generator("check", spec, cwd=tmp_path).status == 0
    spec.write_text(text % "9px")
    done = generator("check", spec, cwd=tmp_path)
    assert (done.status, done.err) == (
        2,
        f"{spec}:9:59: size: '9px'; expected a number (9pt, 3.5mm) or an expression\n",
    )


def test_a_shape_without_points_is_a_fault_not_a_crash(tmp_path: Path) -> None:
    spec = tmp_path / "shape.yaml"
    for draw in ("polygon", "line"):
        spec.write_text(
            "game: shape\ntitle: Shape\ncredits: {designer: Ann}\ncomponents:\n  c:\n    title: C\n    size: 60\n"
            f"    front:\n      - {{draw: group, items: [{{draw: {draw}, points: []}}]}}\n"
        )
        done = generator("check", spec, cwd=tmp_path)
        assert done.status == 2
        assert "points; expected" in done.err
        assert "internal fault" not in done.err
