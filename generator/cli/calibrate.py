"""Measures how a printer scales, flips and shifts, and how far a cutting machine is off: pages to print, and their
readings.

What draws is imported inside the commands: `generator --help` reads this module.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec.structs import asdict
from typer import Option

from generator.cli.options import Json, Out, Text, Words, build_options
from generator.plan import options
from specs.base.errors import SpecError, bad
from specs.base.languages import listed, say
from specs.base.terminal import put_result

if TYPE_CHECKING:
    from generator.plan.printers import Profile


def calibrate(
    out: Out = Path("output"),
    paper: Annotated[str, Option(metavar="PAPER", help="a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm.")] = "a4",
    landscape: Annotated[bool, Option("--landscape", help="Lay the paper on its side.")] = False,
    set_: Annotated[
        tuple[str, str] | None,
        Option("--set", metavar="PRINTER X,Y[,SKEW]", help="Store what the page shows: mm right, mm down, degrees."),
    ] = None,
    bottom: Annotated[Text, Option(metavar="X,Y", help="With --set: what the lower cross shows, for the skew.")] = None,
    scale: Annotated[
        str | None, Option(metavar="X,Y", help="With --set: how long 100 mm across and 100 mm down are.")
    ] = None,
    margins: Annotated[
        str | None, Option(metavar="L,T,R,B", help="With --set: margins it cannot print, mm: left, top, right, bottom.")
    ] = None,
    colours: Annotated[bool, Option("--colours", help="Write the page for the printer's colours instead.")] = False,
    set_colours: Annotated[
        tuple[str, str] | None,
        Option("--set-colours", metavar="PRINTER N,N,...", help="Store what that page shows: twelve numbers."),
    ] = None,
    json_: Json = False,
) -> None:
    """Measure your printer, so that backs meet their fronts.

    Print the page, read it, and store what it shows with --set.
    """
    from generator.plan import printers

    name, size = options.paper("--paper", paper)
    size = options.lying(size, landscape)
    stored = [name for name, each in (("--set", set_), ("--set-colours", set_colours)) if each is not None]
    for option in stored[1:] + ["--colours"] * (colours and bool(stored)):
        raise bad("conflict", option, f"{stored[0]} too", "one of the two")
    if set_ is not None:
        return _store(set_[0], printers.measured(set_[1], bottom, scale, margins, size), json_)
    for option, word in (("--bottom", bottom), ("--scale", scale), ("--margins", margins)):
        if word is not None:
            raise bad("missing-key", option, "no --set", "--set PRINTER X,Y beside it")
    if set_colours is not None:
        return _store(set_colours[0], printers.coloured(*set_colours), json_)
    return _write(name, size, out, colours=colours, json_=json_)


def _write(name: str, size: tuple[float, float], out: Path, *, colours: bool, json_: bool) -> None:
    """Write the page for a printer's colours, or those that show where and how large it prints."""
    from generator.formats.pdf import pages as pdf
    from generator.sheets.handouts import calibration

    _large_enough(size, calibration.COLOUR_SMALLEST if colours else calibration.SMALLEST, " to calibrate on")
    out.mkdir(parents=True, exist_ok=True)
    if colours:
        file, pages, duplex = out / "colours.pdf", [calibration.colour_page(*size)], ""
        load = say("Print it as you print a game, on the same card.")
    else:
        file, pages, duplex = out / "calibration.pdf", [*calibration.pages(*size)], "long-edge"
        load = say("Load 1 sheet and print it on both sides, at actual size (100 %), the way you print a game.")
    pdf.write(pages, pdf.Meta("Calibration", duplex=duplex), file)
    lines = [say("Written: {file}", file=file), load, say("The page says how to read it and what to type.")]
    put_result({"file": str(file), "paper": name, "paper_mm": list(size)}, lines, json=json_)


def _large_enough(size: tuple[float, float], least: tuple[float, float], what_for: str = "") -> None:
    """Check that a paper is large enough. Raises SpecError."""
    if size[0] < least[0] or size[1] < least[1]:
        found, smallest = (" × ".join(f"{side:g}" for side in each) for each in (size, least))
        raise bad("out-of-range", "--paper", f"{found} mm", f"at least {smallest} mm{what_for}")


def _store(name: str, profile: "Profile", json_: bool) -> None:
    from generator.building.report import profile_lines
    from generator.plan import printers

    file = printers.store(name, profile)
    facts = {"file": str(file), "printer": name, **asdict(profile)}
    put_result(facts, profile_lines(name, profile, file), json=json_)


@build_options("cutter", "cut_offset", "paper", "printer")
def cut_test(*, words: Words, out: Out = Path("output"), json_: Json = False) -> None:
    """Measure how far a cutting machine is off."""
    from generator.exports.cut_files import sheets
    from generator.formats.pdf import pages
    from generator.plan import settings
    from generator.sheets.cutting_machines import machine as cutter
    from generator.sheets.handouts import calibration
    from generator.sheets.imposition.sections import scaled

    faults = options.Faults()
    (_, sheet), *_ = settings.printed_on(options.read(words, faults), faults)
    if faults.found:
        raise SpecError(faults.found)
    if sheet.cutter is None:
        raise bad("missing-key", "--cutter", "no machine", f"one of {', '.join(cutter.bundled())}, or a YAML file")
    _large_enough(sheet.paper, calibration.KNIFE_SMALLEST)
    page = calibration.knife_page(sheet, sheet.cutter)
    out.mkdir(parents=True, exist_ok=True)
    file = out / "cut-test.pdf"
    pages.write((scaled(page, sheet.scale),), pages.Meta("Print, then cut"), file)
    assert page.cut is not None
    files = [str(each) for each in (file, *sheets.write(page.cut, *sheet.paper, sheet.cutter, out / "cut-test"))]
    facts = {"files": files, "cutter": sheet.cutter.name, "paper_mm": list(sheet.paper)}
    lines = (
        say("Written: {files}", files=listed(files)),
        say("Print {file} at actual size (100 %), on one side.", file=file.name),
        sheets.placed(page.cut, sheet.cutter),
        say("The page says how to read it and what to type."),
    )
    put_result(facts, lines, json=json_)
