"""Lists of what there is: games and their components, fixed sheets, print shops, cutting machines, the schema.

For a game at the table: the setup that a seed deals, and a score sheet.

What reads specs and draws is imported inside the commands: `generator --help` reads this module.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from msgspec import to_builtins
from typer import Argument, Option

from generator.cli.options import Json, Out, SpecName, Text, Words, build_options
from specs.base import measure
from specs.base.errors import SpecError
from specs.base.languages import say, say_many, speaking
from specs.base.terminal import put, put_json, put_result


@build_options("language")
def list_(
    spec: Annotated[
        Text, Argument(metavar="[SPEC]", help="A game, for its components. [default: list the games]")
    ] = None,
    *,
    words: Words,
    json_: Json = False,
) -> None:
    """List the bundled games, or the components of one."""
    from generator.building import report
    from generator.building.loading import asked
    from generator.plan.selection import printed_in
    from specs.load import bundled, load

    documents = [asked(load(name), words)[0] for name in ([spec] if spec else bundled())]
    if json_:
        facts = [report.facts(document) for document in documents]
        put_json(facts[0] if spec else facts)
        return
    for document in documents:
        with speaking(printed_in(document)) if words["language"] else nullcontext():
            put("\n".join(report.component_lines(document)) if spec else report.game_line(document))


def sheets(json_: Json = False) -> None:
    """List label sheets and the like, for `build --sheets`."""
    from generator.sheets.layout import fixed

    known = {name: fixed.load(name) for name in fixed.bundled()}
    put_result(to_builtins(known), _titles({name: each.title for name, each in known.items()}), json=json_)


def cutters(json_: Json = False) -> None:
    """List the cutting machines, for `build --cutter`."""
    from generator.sheets.cutting_machines import machine as cutter

    known = {name: cutter.load(name) for name in cutter.bundled()}
    put_result(to_builtins(known), _titles({name: each.title for name, each in known.items()}), json=json_)


def shops(
    shop: Annotated[
        str | None, Argument(metavar="[SHOP]", help="A shop, for its figures and their sources; or a YAML file.")
    ] = None,
    json_: Json = False,
) -> None:
    """List the print shops, for `build --shop`."""
    from generator.exports.shop_files.description import figure_lines, unverified
    from generator.plan.print_shops import shop as files

    known = {name: files.load(name) for name in ([shop] if shop else files.bundled())}
    unsure = {name: unverified(each) for name, each in known.items()}
    facts = {name: {**to_builtins(each), "unverified": unsure[name]} for name, each in known.items()}
    if shop is None:
        put_result(facts, _titles({name: each.title for name, each in known.items()}, unsure), json=json_)
        return
    found = known[shop]
    lines = (found.title, *figure_lines(found), *filter(None, (found.upload, found.note)))
    put_result(facts[shop], lines, json=json_)


def _titles(titles: Mapping[str, str], unsure: Mapping[str, Sequence[str]] | None = None) -> Iterator[str]:
    """Yield a line for each name."""
    column = max(map(measure.width, titles))
    for name, title in titles.items():
        line = f"{measure.left(name, column)}  {title}"
        figures = ", ".join((unsure or {}).get(name, ()))
        yield say("{shop}; unverified: {figures}", shop=line, figures=figures) if figures else line


def schema() -> None:
    """Print the JSON Schema of a spec, for your editor."""
    from specs.read import key_texts

    put_json(key_texts.json_schema())


# ---- for the table -------------------------------------------------------------------------------


@build_options("language")
def setup(
    spec: SpecName,
    seed: Annotated[int, Option(help="Random seed: the same number deals the same setup.")],
    players: Annotated[int, Option(help="How many play.")],
    *,
    words: Words,
    json_: Json = False,
) -> None:
    """Show the setup that a seed deals."""
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
    players: Annotated[int | None, Option(min=1, max=12, help="How many play. [default: as many as can]")] = None,
    out: Out = Path("output"),
    words: Words,
    json_: Json = False,
) -> None:
    """Write a score sheet: OUT/GAME-scoresheet.pdf."""
    from generator.building.build import called
    from generator.building.loading import asked
    from generator.formats.pdf import pages as pdf
    from generator.plan.drawer import drawer_of
    from generator.plan.selection import printed_in
    from generator.sheets.handouts import scoresheet as handout
    from generator.sheets.imposition.sections import scaled

    document, settings = asked(spec, words)
    if not handout.has_score(document.spec):
        found = "a table without score or counters"
        raise SpecError([document.fault("missing-key", ("play",), found, "play: score: rows")])
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
