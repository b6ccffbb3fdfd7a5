"""Markdown files that would take long: their bounds are told before the work is done."""

from pathlib import Path
from time import process_time

from cases import cases, data

from generator.building.check import check
from specs.base.errors import SpecError

SPEC = data(__file__)["SPEC"]
AMPLE = 3.0  # seconds of work, on a machine that does other things too


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


@cases
def test_a_text_that_is_too_much_is_told_at_once(markdown: str, fault: str, tmp_path: Path) -> None:
    assert fault in told(tmp_path, markdown)


def test_what_is_far_more_than_its_pages_is_not_set_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "demo.yaml").write_text(SPEC.replace("margin: 8", "margin: 8, max: 3"))
    (tmp_path / "rules.md").write_text("# a\n\n" * 2_000)
    (fault,) = check(tmp_path / "demo.yaml").faults
    assert "piece rules: more than 3 pages of text up to here" in str(fault)
    assert fault.place.line < 800
