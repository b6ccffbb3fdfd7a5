"""Specs made to run for long, to fill the memory, to reach out of their folder, or to print nonsense."""

from pathlib import Path

import pytest
from cases import cases, put

from generator.building.check import check
from generator.draw.geometry import geometry as geo
from specs.base.errors import SpecError

HEAD = "game: g\ntitle: T\nplayers: {min: 1, max: 2}\ncredits: {designer: D}\n"


def spec(front: str = "{draw: rect, fill: red}", more: str = "", keys: str = "", head: str = HEAD) -> str:
    return f"{head}{more}components:\n  c: {{title: C, size: [60, 60], {keys}front: [{front}]}}\n"


def faults(folder: Path, text: str) -> list[str]:
    file = put(folder / "g.yaml", text)
    try:
        found = check(file).faults
    except SpecError as error:
        found = error.faults
    return [str(fault).removeprefix(f"{file}:") for fault in found]


@cases
def test_what_asks_for_too_much_is_refused_in_few_lines(parts: dict[str, str], said: str, tmp_path: Path) -> None:
    found = faults(tmp_path, spec(**parts))
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
