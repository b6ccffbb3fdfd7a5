"""Prints cards that another program made. What draws is imported inside the command."""

# annotations that are values, not text: Typer would compile each of them at every start
import re
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from generator.cli.options import Json, Out, Words, build_options
from generator.plan.options import number
from specs.base.errors import bad
from specs.base.terminal import Progress, put_result, tell

SIDES = r"([0-9.]+)x([0-9.]+)(mm)?"


OF_BUILD = ("paper", "landscape", "sheets", "margin", "bleed", "marks", "marks_side", "cutter", "cut_offset")


@build_options(*OF_BUILD, "duplex", "split", "offset", "printer", "ink")
def impose(
    fronts: Annotated[Path, Argument(metavar="FRONTS", help="A PDF, a picture, or a folder of pictures.")],
    backs: Annotated[
        Path | None, Argument(metavar="[BACKS]", help="The same of the backs: one for all, or one for each front.")
    ] = None,
    *,
    size: Annotated[str, Option(metavar="WxHmm", help="A card's size when it is cut.")] = "63x88mm",
    own_bleed: Annotated[str, Option("--with-bleed", metavar="MM", help="Bleed around each card in your files.")] = "0",
    grid: Annotated[str, Option(metavar="CxR", help="Cards on each page: columns and rows.")] = "1x1",
    gap: Annotated[str, Option(metavar="MM", help="With --grid: the gap between two cards on a PDF's page.")] = "0",
    alternating: Annotated[bool, Option("--alternating", help="Every other page of FRONTS has backs.")] = False,
    mirrored: Annotated[bool, Option("--mirrored", help="Rows of backs run from right to left.")] = False,
    dpi: Annotated[
        int, Option(metavar="N", min=50, max=1200, help="Resolution at which a PDF's pages are drawn.")
    ] = 300,
    words: Words,
    out: Out = Path("output"),
    json_: Json = False,
) -> None:
    """Print cards from a PDF or pictures, with backs that meet their fronts."""
    from generator.building import impose as imposing
    from generator.building.card_files import CardCut
    from generator.building.report import build_facts, build_lines
    from generator.plan.runs import Request

    if alternating and backs is not None:
        raise bad("conflict", "--alternating", "BACKS too", "one of the two")
    wide, high = (number("--size", part, 10, 500) for part in _two("--size", size, "two sides such as 63x88mm"))
    columns, rows = (
        int(number("--grid", part, 1, 20)) for part in _two("--grid", grid, "columns and rows such as 3x3")
    )
    bleed, apart = number("--with-bleed", own_bleed, 0, 20), number("--gap", gap, 0, 50)
    if (columns, rows) != (1, 1) and 2 * bleed > apart:
        raise bad("conflict", "--with-bleed", f"{bleed:g} mm, with a gap of {apart:g} mm", "a --gap of twice the bleed")
    cut = CardCut((wide, high), bleed, (columns, rows), apart, dpi)
    with Progress() as progress:
        request = Request(out=out, progress=progress, agreed=progress.agreed)
        document, settings, built = imposing.impose(
            fronts, backs, cut, request, words, alternating=alternating, mirrored=mirrored
        )
    for warning in built.warnings:
        tell(str(warning))
    put_result(build_facts(built), build_lines(document, built, settings), json=json_)


def _two(option: str, word: str, expected: str) -> tuple[str, str]:
    match = re.fullmatch(SIDES, word)
    if match is None:
        raise bad("wrong-value", option, f"'{word}'", expected)
    return match[1], match[2]
