"""The command line's options, as typer shows them: what each is called, takes and does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

SpecName = Annotated[str, typer.Argument(metavar="SPEC", help="A bundled game's name or a YAML file.")]
Json = Annotated[bool, typer.Option("--json", help="Print facts as JSON.")]
Out = Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where to write; a folder a game is made in it.")]
Paper = Annotated[str, typer.Option("--paper", help="a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm.")]
Landscape = Annotated[bool, typer.Option("--landscape", help="Lay the paper on its side.")]
Option = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME", help="Switch on a print option of the spec.")
]

# ---- which pieces ----------------------------------------------------------------------------------

Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="ID,...", help="These components alone (see `generator list SPEC`)."),
]
Pieces = Annotated[
    list[str] | None, typer.Option("--pieces", metavar="ID,...", help="These pieces alone; * stands for anything.")
]
Where = Annotated[
    str | None,
    typer.Option(metavar="CONDITION", help="The pieces alone that meet a condition on their fields: 'cost > 2'."),
]
Count = Annotated[int | None, typer.Option(min=1, max=1000, help="So many of each, whatever the spec says.")]
Changed = Annotated[bool, typer.Option("--changed", help="Only what looks otherwise than in the build before.")]

# ---- paper and ink ---------------------------------------------------------------------------------

Papers = Annotated[
    str,
    typer.Option(
        "--paper", metavar="LIST", help="a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm; or several: a4,letter."
    ),
]
Sheets = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="A fixed sheet, such as labels: a YAML file, or one of `generator sheets`."),
]
Formats = Annotated[
    str, typer.Option("--format", metavar="LIST", help="pdf to print, svg sheets and pieces, png preview.")
]
Duplex = Annotated[
    str, typer.Option(help="How backs meet fronts: long-edge, short-edge, gutterfold or none (one side, no backs).")
]
Split = Annotated[bool, typer.Option("--split", help="Fronts and backs as two PDFs, for a printer that you turn for.")]
Bleed = Annotated[
    str | None, typer.Option(metavar="MM", help="mm of picture beyond the cut, or 'outer': only where no neighbour is.")
]
Marks = Annotated[str, typer.Option(help="crop (between and around pieces), lines (full length) or none.")]
MarksSide = Annotated[str, typer.Option(help="Marks on the front only or on both sides.")]
Pack = Annotated[bool, typer.Option(help="Let components share sheets, so that fewer are needed.")]
Margin = Annotated[
    str | None, typer.Option(metavar="MM", help="What your printer cannot reach, mm: 5, or as stored for --printer.")
]
Offset = Annotated[
    str | None, typer.Option(metavar="X,Y", help="Move the backs, mm right and down as you look at them.")
]
Ink = Annotated[str, typer.Option(help="normal, low (paler) or outline.")]
Printer = Annotated[str | None, typer.Option(metavar="NAME", help="A printer stored by `generator calibrate --set`.")]

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Print more than 500 sheets, if so many are meant.")]
Jobs = Annotated[int | None, typer.Option(min=1, max=64, help="How many processor cores to use: as many as there are.")]
Strict = Annotated[bool, typer.Option("--strict", help="Take a warning for a fault: nothing is printed badly.")]
Vision = Annotated[
    str | None, typer.Option(metavar="EYES", help="As others see it: deutan, protan, tritan, or grey in print.")
]

# ---- calibrate -------------------------------------------------------------------------------------

Scale = Annotated[
    str | None, typer.Option(metavar="X,Y", help="With --set: what 100 mm across and 100 mm down came out as.")
]
Margins = Annotated[
    str | None, typer.Option(metavar="L,T,R,B", help="With --set: mm it cannot reach left, above, right and below.")
]

# ---- setup -----------------------------------------------------------------------------------------

Seed = Annotated[int | None, typer.Option(help="Add a setup sheet dealt from this seed.")]
Players = Annotated[int | None, typer.Option(help="How many players setup and layout sheets are for.")]
Layout = Annotated[
    str | None, typer.Option(metavar="NAME", help="One layout of the spec: a sheet with its fields' names.")
]
