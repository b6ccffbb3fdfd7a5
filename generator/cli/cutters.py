"""Cutting machines: which there are, and how far a knife misses."""

from __future__ import annotations

from pathlib import Path

from generator.cli import flags
from specs.base import measure
from specs.base.languages import listed, say
from specs.base.terminal import put, put_json


def cutters(json_: flags.Json = False) -> None:
    """List the cutting machines there are, for `build --cutter`."""
    from msgspec import to_builtins

    from generator.sheets.cutting_machines import machine as cutter

    known = {name: cutter.load(name) for name in cutter.bundled()}
    if json_:
        put_json({name: to_builtins(machine) for name, machine in known.items()})
        return
    for name, machine in known.items():
        put(f"{measure.left(name, max(map(measure.width, known)))}  {machine.title}")


@flags.build_options("cutter", "cut_offset", "paper", "printer")
def cut_test(*, words: flags.Words, out: flags.Out = Path("output"), json_: flags.Json = False) -> None:
    """Write a sheet to print and to cut that shows how far a cutting machine's knife misses, and what it cuts of it."""
    from generator.exports.cut_files import sheets
    from generator.formats.pdf import pages
    from generator.plan import options, settings
    from generator.plan.option_words import Faults, bad
    from generator.sheets.cutting_machines import machine as cutter
    from generator.sheets.handouts import cut_test as handout
    from generator.sheets.imposition.sections import scaled
    from specs.base.errors import SpecError

    faults = Faults()
    given = options.read(words, faults)
    (_, sheet), *_ = settings.printed_on(given, faults)
    if faults.found:
        raise SpecError(faults.found)
    if sheet.cutter is None:
        raise bad("--cutter", "no machine", f"one of {', '.join(cutter.bundled())}, or a YAML file")
    if sheet.paper[0] < handout.SMALLEST[0] or sheet.paper[1] < handout.SMALLEST[1]:
        smallest = " × ".join(f"{side:g}" for side in handout.SMALLEST)
        raise bad("--paper", " × ".join(f"{side:g}" for side in sheet.paper) + " mm", f"at least {smallest} mm")
    page = handout.page(sheet, sheet.cutter)
    out.mkdir(parents=True, exist_ok=True)
    file = out / "cut-test.pdf"
    pages.write((scaled(page, sheet.scale),), pages.Meta("Print, then cut"), file)
    assert page.cut is not None
    files = [file, *sheets.write(page.cut, *sheet.paper, sheet.cutter, out / "cut-test")]
    if json_:
        put_json({"files": [str(each) for each in files], "cutter": sheet.cutter.name, "paper_mm": list(sheet.paper)})
        return
    put(say("Written: {files}", files=listed([str(each) for each in files])))
    put(say("Print {file} at actual size (100 %), on one side.", file=file.name))
    put(sheets.placed(page.cut, sheet.cutter))
    put(say("The page says how to read it and what to type then."))
