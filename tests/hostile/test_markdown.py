"""Markdown files that would take long: their bounds are told before the work is done."""

from pathlib import Path
from time import process_time

import pytest
from cases import data

from generator.building.check import check
from specs.base.errors import SpecError

SPEC = data(__file__)["SPEC"]
AMPLE = 3.0  # seconds of work, on a machine that does other things too
CELLS = "| a | b |\n|---|---|\n"


def told(folder: Path, markdown: str) -> str:
    """The one fault of a text, which was found in little time."""
    (folder / "demo.yaml").write_text(SPEC)
    (folder / "rules.md").write_text(markdown)
    start = process_time()
    try:
        (fault,) = check(folder / "demo.yaml").faults
    except SpecError as error:
        (fault,) = error.faults
    assert process_time() - start < AMPLE
    return str(fault).partition("rules.md")[2]


@pytest.mark.parametrize(
    ("markdown", "fault"),
    [
        ("- a\n" * 20_000, ":10000:1: piece rules: more than 10,000 lines"),
        ("- a\n" * 9_000, ":6000:1: piece rules: more than 30,000 parts of paragraphs, lists and tables"),
        (CELLS + "| x | y |\n" * 5_000, "more than 30,000 parts of paragraphs, lists and tables"),
        ("word " * 2_000, ":1:1: piece rules: a paragraph of 9,999 letters; expected at most 6,000"),
        (f"{CELLS}| {'word ' * 2000} | y |\n", ":3:1: piece rules: a paragraph of 9,999 letters"),
        ("a\n\n" + "> " * 17 + "a\n", ":3:1: piece rules: more than 8 lists within one another"),
        (">" * 2_000 + " a\n", ":1:1: piece rules: more than 8 lists within one another"),
        ("".join("  " * n + "- a\n" for n in range(9)), ":9:1: piece rules: more than 8 lists within one another"),
        ("a" * 200_001, "' of 200,001 bytes; expected at most 200,000"),
    ],
)
def test_a_text_that_is_too_much_is_told_at_once(markdown: str, fault: str, tmp_path: Path) -> None:
    assert fault in told(tmp_path, markdown)


def test_what_is_far_more_than_its_pages_is_not_set_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "demo.yaml").write_text(SPEC.replace("margin: 8", "margin: 8, most: 3"))
    (tmp_path / "rules.md").write_text("# a\n\n" * 2_000)
    (fault,) = check(tmp_path / "demo.yaml").faults
    assert "piece rules: more than 3 pages of text up to here" in str(fault)
    assert fault.place.line < 800


def test_lists_within_lists_are_printed_to_the_last(tmp_path: Path) -> None:
    (tmp_path / "demo.yaml").write_text(SPEC)
    (tmp_path / "rules.md").write_text("".join("  " * n + f"- item {n}\n" for n in range(8)))
    assert check(tmp_path / "demo.yaml").faults == ()
