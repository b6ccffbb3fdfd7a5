"""What several specs have in common stands in a file that each includes."""

import os
from pathlib import Path

import pytest
from cases import cases, put

from specs.base.errors import SpecError
from specs.load import load

SPEC = """game: pond
title: Pond
credits: {designer: Me}
include: [theme.yaml, more.yaml]
palette: {reed: "#123456"}
components:
  cards:
    title: Cards
    size: poker
    rows: fish
    id: "{name}"
    front:
      - {draw: use, template: frame}
      - {draw: text, text: "{name}", box: [4, 4, 55, 20], style: big, fill: reed}
"""
THEME = """palette: {reed: "#000000", mud: "#443322"}
styles: {big: {size: 6}}
templates:
  frame:
    - {draw: rect, fill: mud}
"""
MORE = "include: [deep.yaml]\nstyles: {big: {size: 7, font: Cinzel-Bold}}\n"
DEEP = "data:\n  fish:\n    - {name: pike}\n    - {name: eel}\n"


def pond(folder: Path, **changed: str) -> Path:
    for name, text in {"theme": THEME, "more": MORE, "deep": DEEP, **changed}.items():
        put(folder / f"{name}.yaml", text)
    return put(folder / "pond.yaml", SPEC)


def test_a_spec_has_what_it_includes_and_its_own_wins(tmp_path: Path) -> None:
    document = load(pond(tmp_path), icons=(), fonts=("Cinzel-Bold",))
    spec = document.spec
    assert spec.palette == {"reed": "#123456", "mud": "#443322"}
    assert (spec.styles["big"].size, spec.styles["big"].font) == (7, "Cinzel-Bold")
    pike, eel = document.pieces["cards"]
    assert (pike.id, document.origin(eel)) == ("pike", (str(tmp_path / "deep.yaml"), 4))


@cases
def test_a_fault_has_its_place_in_the_file_it_is_in(changed: dict[str, str], told: list[str], tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        load(pond(tmp_path, **changed), icons=(), fonts=("Cinzel-Bold",))
    found = [str(fault).replace(f"{tmp_path}{os.sep}", "") for fault in caught.value.faults]
    assert len(found) == len(told)
    for fault, expected in zip(found, told, strict=True):
        assert fault.startswith(expected)
