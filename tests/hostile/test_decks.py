"""A deck with one of its files broken, its spec, rows, icons or picture: `check` and `build` say the same of it."""

import shutil
from pathlib import Path
from random import Random

import breaking
import pytest

from generator.api import build
from generator.building.check import check
from specs.base.errors import SpecError

DECK = breaking.ROOT / "docs" / "examples" / "deck"
FILES = sorted(file for file in DECK.rglob("*") if file.suffix in (".csv", ".yaml", ".svg", ".png"))
TEXTS = (".csv", ".yaml", ".svg")


@pytest.mark.deep
@pytest.mark.parametrize("part", range(4))
def test_check_and_build_say_the_same_of_a_deck_with_a_broken_file(part: int, tmp_path: Path) -> None:
    for number in range(part, 80, 4):
        chance = Random(f"deck {number}")
        folder = tmp_path / str(number)
        shutil.copytree(DECK, folder)
        source = chance.choice([file for file in FILES if file.suffix in (".csv", ".yaml")] * 3 + FILES)
        file = folder / source.relative_to(DECK)
        if file.suffix in TEXTS:
            text = breaking.spoilt(source.read_text(encoding="utf-8"), chance)
            file.write_text(text, encoding="utf-8", errors="replace")
        else:
            file.write_bytes(breaking.broken(source.read_bytes(), chance))
        try:
            found = list(map(str, check(folder / "deck.yaml").faults))
        except SpecError as error:
            found = list(map(str, error.faults))
        try:
            build(folder / "deck.yaml", tmp_path / "out", formats="pdf")
            built = []
        except SpecError as error:
            built = list(map(str, error.faults))
        assert (found, len(set(found))) == (built, len(found)), f"deck {number}, {file.name}"
