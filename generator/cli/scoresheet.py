"""A game's score sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import flags
from specs.base.languages import say, say_many, speaking
from specs.base.terminal import put, put_json


@flags.build_options("paper", "landscape", "printer", "language", "ink")
def scoresheet(
    spec: flags.SpecName,
    *,
    players: Annotated[
        int | None, typer.Option(min=1, max=12, help="How many play; without it, as many as can.")
    ] = None,
    out: flags.Out = Path("output"),
    words: flags.Words,
    json_: flags.Json = False,
) -> None:
    """Write a sheet to keep the score on, from the spec's table: OUT/GAME-scoresheet.pdf."""
    from generator.building.build import called
    from generator.building.loading import asked
    from generator.formats.pdf import pages as pdf
    from generator.plan.labels import printed_in
    from generator.plan.press import pressed
    from generator.sheets.handouts import scoresheet as handout
    from generator.sheets.imposition.sections import scaled
    from specs.base.errors import SpecError

    document, settings = asked(spec, words)
    if not handout.has_score(document.spec):
        raise SpecError([document.fault(("table",), "a table without score or counters", "table: score: rows")])
    press = pressed(document, settings)
    with speaking(printed_in(document)):
        pages = handout.scoresheet(press.names.document, settings.sheet, press.foot, players)
        title = say("Score sheet")
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"{called(document)}-scoresheet.pdf"
    inked = [scaled(press.ink.page(page), settings.sheet.scale) for page in pages]
    pdf.write(inked, pdf.Meta(f"{document.spec.title}: {title}", language=document.spec.language or "en"), file)
    if json_:
        put_json({"file": str(file), "pages": len(pages), "lines": list(handout.written(document.spec))})
        return
    put(f"{document.spec.title}: {file}")
    put(say_many("{n} page to print at actual size (100 %).", "{n} pages to print at actual size (100 %).", len(pages)))
