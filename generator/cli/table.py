"""For a game at the table: the setup that a seed deals, and a score sheet.

What reads specs and draws is imported inside the commands: `generator --help` reads this module.
"""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from typer import Option

from generator.cli.options import Json, Out, SpecName, Words, build_options
from specs.base.errors import SpecError
from specs.base.languages import say, say_many, speaking
from specs.base.terminal import put, put_json, put_result


@build_options("language")
def setup(
    spec: SpecName,
    seed: Annotated[int, Option(help="A whole number; the same one deals the same.")],
    players: Annotated[int, Option(help="How many play.")],
    *,
    words: Words,
    json_: Json = False,
) -> None:
    """Print the setup that a seed deals."""
    from generator.building import report
    from generator.building.loading import asked, load
    from generator.plan.selection import printed_in
    from specs.expand.deal import deal

    document, _ = asked(load(spec), words)
    dealt = deal(document, players, seed)
    if json_:
        put_json(report.deal_facts(document, dealt))
        return
    for number, each in enumerate((document, *document.others)):
        with speaking(printed_in(each)) if words["language"] else nullcontext():
            put("\n".join(([""] if number else []) + report.deal_lines(each, dealt)))


@build_options("paper", "landscape", "printer", "language", "ink")
def scoresheet(
    spec: SpecName,
    *,
    players: Annotated[int | None, Option(min=1, max=12, help="How many play; without it, as many as can.")] = None,
    out: Out = Path("output"),
    words: Words,
    json_: Json = False,
) -> None:
    """Write a sheet to keep the score on, from the spec's table: OUT/GAME-scoresheet.pdf."""
    from generator.building.build import called
    from generator.building.loading import asked
    from generator.formats.pdf import pages as pdf
    from generator.plan.drawer import drawer_of
    from generator.plan.selection import printed_in
    from generator.sheets.handouts import scoresheet as handout
    from generator.sheets.imposition.sections import scaled

    document, settings = asked(spec, words)
    if not handout.has_score(document.spec):
        raise SpecError(
            [document.fault("missing-key", ("table",), "a table without score or counters", "table: score: rows")]
        )
    drawer = drawer_of(document, settings)
    with speaking(printed_in(document)):
        pages = handout.scoresheet(drawer.selection.document, settings.sheet, drawer.selection.foot, players)
        title = say("Score sheet")
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"{called(document)}-scoresheet.pdf"
    inked = [scaled(drawer.ink.page(page), settings.sheet.scale) for page in pages]
    pdf.write(inked, pdf.Meta(f"{document.spec.title}: {title}", language=document.spec.language or "en"), file)
    count = say_many(
        "{n} page to print at actual size (100 %).", "{n} pages to print at actual size (100 %).", len(pages)
    )
    facts = {"file": str(file), "pages": len(pages), "lines": list(handout.written(document.spec))}
    put_result(facts, [f"{document.spec.title}: {file}", count], json=json_)
