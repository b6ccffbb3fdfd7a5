"""How a printer scales, flips and misses: the page that shows it, and what it showed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli import flags
from specs.base.languages import say
from specs.base.terminal import put, put_json

if TYPE_CHECKING:
    from generator.plan import printers


def calibrate(
    out: flags.Out = Path("output"),
    paper: Annotated[str, typer.Option(help="a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm.")] = "a4",
    landscape: Annotated[bool, typer.Option("--landscape", help="Lay the paper on its side.")] = False,
    set_: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--set", metavar="PRINTER X,Y[,SKEW]", help="Store what the page said: mm right, mm down, degrees."
        ),
    ] = None,
    bottom: Annotated[
        str | None, typer.Option(metavar="X,Y", help="With --set: what the lower cross said, for the skew.")
    ] = None,
    scale: Annotated[
        str | None, typer.Option(metavar="X,Y", help="With --set: what 100 mm across and 100 mm down came out as.")
    ] = None,
    margins: Annotated[
        str | None, typer.Option(metavar="L,T,R,B", help="With --set: mm it cannot reach left, above, right and below.")
    ] = None,
    colours: Annotated[
        bool, typer.Option("--colours", help="The page that shows how its colours come out, instead.")
    ] = False,
    set_colours: Annotated[
        tuple[str, str] | None,
        typer.Option("--set-colours", metavar="PRINTER N,N,...", help="Store what that page said: twelve numbers."),
    ] = None,
    json_: flags.Json = False,
) -> None:
    """Write a page that shows how your printer scales, flips and misses, or its colours; or store what it showed."""
    from generator.plan import option_words, printers

    name, size = option_words.paper("--paper", paper)
    size = option_words.lying(size, landscape)
    stored = [name for name, each in (("--set", set_), ("--set-colours", set_colours)) if each is not None]
    for option in stored[1:] + ["--colours"] * (colours and bool(stored)):
        raise option_words.bad(option, f"{stored[0]} too", "one of the two")
    if set_ is not None:
        _store(set_[0], printers.measured(set_[1], bottom, scale, margins, size), json_)
        return
    for option, word in (("--bottom", bottom), ("--scale", scale), ("--margins", margins)):
        if word is not None:
            raise option_words.bad(option, "no --set", "--set PRINTER X,Y beside it")
    if set_colours is not None:
        _store(set_colours[0], printers.coloured(*set_colours), json_)
        return
    from generator.formats.pdf import pages as pdf
    from generator.sheets.handouts import calibration, swatches

    least = swatches.SMALLEST if colours else calibration.SMALLEST
    if size[0] < least[0] or size[1] < least[1]:
        smallest = " × ".join(f"{side:g}" for side in least)
        raise option_words.bad("--paper", f"{size[0]:g} × {size[1]:g} mm", f"at least {smallest} mm to calibrate on")
    out.mkdir(parents=True, exist_ok=True)
    file = out / ("colours.pdf" if colours else "calibration.pdf")
    pages = [swatches.page(*size)] if colours else calibration.pages(*size)
    pdf.write(pages, pdf.Meta("Calibration", duplex="" if colours else "long-edge"), file)
    if json_:
        put_json({"file": str(file), "paper": name, "paper_mm": list(size)})
        return
    put(say("Written: {file}", file=file))
    if colours:
        put(say("Print it the way you print a game, on the same card."))
        put(say("The page says how to read it and what to type then."))
        return
    put(say("Load 1 sheet and print it on both sides, at actual size (100 %), the way you print a game."))
    put(say("The page says how to read it and what to type then."))


def _store(name: str, profile: printers.Profile, json_: bool) -> None:
    from msgspec.structs import asdict

    from generator.building.report import profile_lines
    from generator.plan import printers

    file = printers.store(name, profile)
    if json_:
        put_json({"file": str(file), "printer": name, **asdict(profile)})
        return
    put("\n".join(profile_lines(name, profile, file)))
