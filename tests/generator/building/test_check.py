"""`generator check` is a build on trial: what passes can be printed, and what cannot is told with its place, for every
faulty piece, as `build` tells it."""

import copy
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pytest
import yaml
from cases import cases, data, put
from command import PROJECT, example, generator
from often import tiers, times

from generator.building.build import build
from generator.building.check import Findings, check
from generator.draw.fonts import fonts
from generator.faces.pictures import icons
from generator.plan.runs import Request
from generator.plan.settings import read
from specs.base.errors import SpecError
from specs.load import bundled, load

RICH = (PROJECT / "tests" / "generator" / "rich.yaml").read_text(encoding="utf-8")
LONG = "a name far too long for its card"
WRONG = data(__file__)["WRONG"]  # what is replaced in the good spec, by what, what is found
FAULTS = Path(__file__).with_name("faults.yaml")
SPECS = data(str(FAULTS))


def checked(folder: Path, *changes: tuple[str, str]) -> Findings:
    text = RICH
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return check(put(folder / "rich.yaml", text))


def lines(found: Findings, folder: Path) -> list[str]:
    return [str(fault).replace(f"{folder}/", "") for fault in (*found.faults, *found.warnings)]


@pytest.mark.parametrize("game", tiers(["circles"], [name for name in bundled() if name != "circles"]))
def test_the_bundled_games_have_neither_faults_nor_warnings(game: str) -> None:
    found = check(game)
    assert (found.faults, found.warnings) == ((), ())


def test_the_rich_spec_is_good(tmp_path: Path) -> None:
    assert lines(checked(tmp_path), tmp_path) == []


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_printed_is_found_with_its_place(name: str, tmp_path: Path) -> None:
    old, new, expected = WRONG[name]
    found = [str(fault).replace(f"{tmp_path}/", "") for fault in checked(tmp_path, (old, new)).faults]
    assert any(expected in line for line in found), found
    for line in found:
        file, row, column, _ = line.split(":", 3)
        assert (file, int(row) >= 1, int(column) >= 1) == ("rich.yaml", True, True), line


@cases
def test_a_box_is_judged_alike_however_it_is_written(element: str, tmp_path: Path) -> None:
    at = "{draw: rect, fill: deep}"
    assert checked(tmp_path, (at, element.replace("BOX", "-3.3"))).faults == (), "half a heavy line is cut away"
    found = checked(tmp_path, (at, element.replace("BOX", "-4")))
    assert "an element from -4.0, 0.0 to 5.0, 9.0 mm" in str(found.faults[0])


def test_text_outside_the_safe_area_is_a_warning(tmp_path: Path) -> None:
    out = "box: [4, 4, 36, 9]", "box: [4, 0, 36, 9]"
    found = checked(tmp_path, out)
    assert found.faults == ()
    (warning,) = found.warnings
    assert "expected text inside the safe area, 3, 3 to 41, 60 mm" in str(warning)
    assert warning.place.line == RICH[: RICH.index(out[0])].count("\n") + 1
    assert checked(tmp_path, out, ("radius: 3", "radius: 3\n    print: {safe: 0}")).warnings == ()


def test_the_fault_that_the_readme_shows_is_told_in_its_words(tmp_path: Path) -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    (shown,) = [line for line in readme.splitlines() if line.startswith("deck.yaml:")]
    deck = example(tmp_path)
    deck.write_text(deck.read_text(encoding="utf-8").replace("fill: paper", "fill: gren"), encoding="utf-8")
    (told,) = check(deck).faults
    assert str(told).split(": ", 1)[1] == shown.split(": ", 1)[1]


class Blocks(yaml.SafeDumper):
    """Writes texts of several lines as they are."""

    def represent_str(self, text: str) -> Any:
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


Blocks.add_representer(str, Blocks.represent_str)


@pytest.mark.parametrize("name", SPECS)
def test_every_fault_has_its_place(name: str, tmp_path: Path) -> None:
    """`faults.yaml` has specs, each with all its faults. To renew it after a wanted change, run this with
    TIDELINE_RENEW=1, look at every line that changed, and commit those that are right."""
    for file, text in SPECS[name]["files"].items():
        (tmp_path / file).write_text(text, encoding="utf-8", newline="")
    found = lines(check(tmp_path / next(iter(SPECS[name]["files"]))), tmp_path)
    if os.environ.get("TIDELINE_RENEW"):
        SPECS[name]["faults"] = found
        text = yaml.dump(SPECS, Dumper=Blocks, allow_unicode=True, sort_keys=False, width=1_000)
        FAULTS.write_text(text, encoding="utf-8")
    assert found == SPECS[name]["faults"]


# ---- rows ------------------------------------------------------------------------------------------


def spec(folder: Path, rows: str, more: str = "") -> Path:
    return put(folder / "g.yaml", data(__file__)["ROWS"].replace("MORE\n", more).replace("ROWS", rows))


def csv(folder: Path, *lines: str) -> None:
    (folder / "c.csv").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def test_check_and_build_say_the_same(tmp_path: Path) -> None:
    csv(tmp_path, "id,name", f"a,{LONG}", "b", f"c,{LONG} too", "d,d,d")
    spec(tmp_path, "c.csv")
    told = [generator(command, "g.yaml", cwd=tmp_path) for command in ("check", "build")]
    assert told[0] == told[1]
    assert [line.partition(";")[0].partition(" of ")[0] for line in told[0].err.splitlines()] == [
        "c.csv:3:2: a row",
        "c.csv:5:3: a row",
        f"g.yaml:10:45: piece a (c.csv:2): text '{LONG}'",
        f"g.yaml:10:45: piece c (c.csv:4): text '{LONG} too'",
    ]


def test_a_sheets_row_is_named_by_its_tab_and_number(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Fish"
    for row in ([], ["name", "count"], ["ok", 1], ["x", "two"], [LONG, 2]):
        book.active.append(row)
    book.save(tmp_path / "c.xlsx")
    cell, face = sorted(lines(check(spec(tmp_path, "c.xlsx")), tmp_path))
    assert cell.startswith("c.xlsx, tab Fish:4:2: count: 'two'; expected a")
    assert face.startswith("g.yaml:10:45: piece c-03-01 (c.xlsx, tab Fish:5): text '")


def test_a_thousand_faulty_rows_are_two_hundred_faults(tmp_path: Path) -> None:
    csv(tmp_path, "id,name", *(f"p{n},{LONG} {n}" for n in range(1_000)))
    found = lines(check(spec(tmp_path, "c.csv")), tmp_path)
    assert (len(found), min(found)) == (201, "g.yaml: more than 200 faults; expected these mended first")


# ---- by chance -------------------------------------------------------------------------------------

GOOD = yaml.safe_load(RICH)
DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
PARTS, COUNT = times(2, 8), times(160, 2_000)
WORDS, NUMBERS = data(__file__)["WORDS"], data(__file__)["NUMBERS"]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) of a tree."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def mutated(random: Random) -> dict[str, Any]:
    found = copy.deepcopy(GOOD)
    for _ in range(random.choice((1, 1, 1, 1, 2, 3))):
        everywhere = list(places(found))
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
    return found


def printed(file: Path, out: Path, random: Random) -> None:
    """One build under options of chance. Raises SpecError."""
    document = load(file, icons=icons.bundled(), fonts=fonts.bundled())
    players = document.spec.players
    words: dict[str, object] = {
        "formats": random.choice(("pdf", "pdf", "svg", "png")),
        "duplex": random.choice(("long-edge", "gutterfold", "none")),
        "marks": random.choice(("crop", "lines", "none")),
        "ink": random.choice(("normal", "outline")),
        "seed": random.choice((None, 5)),
        "options": tuple(name for name in document.spec.print_options if random.random() < 0.5),
    }
    if words["seed"] is not None:
        words["players"] = random.choice((players.min, players.max))
    build(document, read(words, document), Request(out=out))


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_what_check_passes_is_built_and_what_is_not_built_was_found(part: int, tmp_path: Path) -> None:
    file, passed = tmp_path / "mutated.yaml", 0
    for number in range(part, COUNT, PARTS):
        random = Random(number)
        text = yaml.dump(mutated(random), Dumper=DUMPER, allow_unicode=True, sort_keys=False)
        file.write_text(text, encoding="utf-8")
        try:
            found = check(file)
            told = {(fault.place.line, fault.place.column) for fault in found.faults}
            assert all(line >= 1 and column >= 1 for line, column in told), [*map(str, found.faults)]
            if found.document is not None and (not found.faults or random.random() < 0.4):
                try:
                    printed(file, tmp_path / "out", random)
                    passed += not found.faults
                except SpecError as error:
                    unprinted = {(fault.place.line, fault.place.column) for fault in error.faults}
                    assert unprinted <= told, ([*map(str, error.faults)], [*map(str, found.faults)])
        except Exception as error:
            error.add_note(f"spec number {number}:\n{text}")
            raise
    assert passed > COUNT / PARTS / 20, "some must be good, or nothing was tried"
