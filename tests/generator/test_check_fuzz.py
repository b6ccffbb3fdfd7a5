"""Mutated specs: what `check` passes builds, what does not build is found by `check`, and every fault has its line."""

import copy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from often import times

from generator.building.build import build
from generator.building.check import check
from generator.plan.runs import Request
from generator.plan.settings import read
from specs.base.errors import SpecError

RICH = yaml.safe_load((Path(__file__).parent / "rich.yaml").read_text(encoding="utf-8"))
DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
PARTS, COUNT = times(2, 8), times(160, 2_000)
WORDS = (
    *("", "x", "two", "red", "#12", "none", "sun", "poker", "option.marks", "1e3", "☃", "big", "badge", "deck", "-3"),
    *("{n}", "{nope}", "{w * 2}", "{id", "{1 / 0}", "M0 0 L5 5", "a\nb", "a very long text of many words indeed"),
)
NUMBERS = [0, -1, 1, 2, 0.5, 7, 45, 1000, 10**7, -0.01, 3.3, True]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) of a tree."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def mutated(random: Random) -> dict[str, Any]:
    spec = copy.deepcopy(RICH)
    for _ in range(random.choice((1, 1, 1, 1, 2, 3))):
        everywhere = list(places(spec))
        inside, key = random.choice(everywhere)
        match random.randrange(7):
            case 0:
                del inside[key]
            case 1:
                inside[key] = random.choice(WORDS)
            case 2 | 3:
                old = inside[key]
                number = isinstance(old, int | float) and random.random() < 0.7
                inside[key] = old * random.choice((-1, 3, 0.1, 0.9, 0.95, 1.02)) if number else random.choice(NUMBERS)
            case 4:
                other, name = random.choice(everywhere)
                inside[key] = copy.deepcopy(other[name])
            case 5 if isinstance(inside, dict):
                inside[random.choice((*map(str, inside), *WORDS))] = inside.pop(key)
            case 5:
                inside.insert(key, copy.deepcopy(inside[key]))
            case _:
                inside[key] = random.choice(([], {}, None, [1, 2], {"draw": "rect"}, "{value + 1}"))
    return spec


def printed(file: Path, out: Path, random: Random) -> None:
    """One build under options of chance. Raises SpecError."""
    from generator.draw.fonts import fonts
    from generator.faces.pictures import icons
    from specs.load import load

    document = load(file, icons=icons.bundled(), fonts=fonts.bundled())
    players = document.spec.players
    words: dict[str, object] = {
        "formats": random.choice(("pdf", "pdf", "svg", "png")),
        "duplex": random.choice(("long-edge", "gutterfold", "none")),
        "marks": random.choice(("crop", "lines", "none")),
        "ink": random.choice(("normal", "outline")),
        "seed": random.choice((None, 5)),
        "options": tuple(name for name in document.spec.options if random.random() < 0.5),
    }
    if words["seed"] is not None:
        words["players"] = random.choice((players.min, players.max))
    build(document, read(words, document), Request(out=out))


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_check_and_build_agree(part: int, tmp_path: Path) -> None:
    file = tmp_path / "mutated.yaml"
    passed = 0
    for number in range(part, COUNT, PARTS):
        random = Random(number)
        file.write_text(
            yaml.dump(mutated(random), Dumper=DUMPER, allow_unicode=True, sort_keys=False), encoding="utf-8"
        )
        try:
            found = check(file)
            faults = found.faults
            told = {(fault.place.line, fault.place.column) for fault in faults}
            assert all(fault.place.line >= 1 and fault.place.column >= 1 for fault in faults), [*map(str, faults)]
            if found.document is not None and (not faults or random.random() < 0.4):
                try:
                    printed(file, tmp_path / "out", random)
                    passed += not faults
                except SpecError as error:
                    places = {(fault.place.line, fault.place.column) for fault in error.faults}
                    assert places <= told, ([*map(str, error.faults)], [*map(str, faults)])
        except Exception as error:
            error.add_note(f"spec number {number}:\n{file.read_text(encoding='utf-8')}")
            raise
    assert passed > COUNT / PARTS / 20, "some must be good, or nothing was tried"
