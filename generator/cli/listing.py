"""What there is: games and their components, fixed sheets, print shops, cutting machines, the schema.

What reads specs is imported inside the commands: `generator --help` reads this module.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Annotated

from msgspec import to_builtins
from typer import Argument

from generator.cli.options import Json, Words, build_options
from specs.base import measure
from specs.base.languages import say, speaking
from specs.base.terminal import put, put_json, put_result


@build_options("language")
def list_(
    spec: Annotated[
        str | None, Argument(metavar="[SPEC]", help="Its components; without it, the bundled games.")
    ] = None,
    *,
    words: Words,
    json_: Json = False,
) -> None:
    """List the bundled games, or a game's components with their counts and sizes."""
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
    """List the fixed sheets there are, for `build --sheets`."""
    from generator.sheets.layout import fixed

    known = {name: fixed.load(name) for name in fixed.bundled()}
    put_result(to_builtins(known), _titles({name: each.title for name, each in known.items()}), json=json_)


def cutters(json_: Json = False) -> None:
    """List the cutting machines there are, for `build --cutter`."""
    from generator.sheets.cutting_machines import machine as cutter

    known = {name: cutter.load(name) for name in cutter.bundled()}
    put_result(to_builtins(known), _titles({name: each.title for name, each in known.items()}), json=json_)


def shops(
    shop: Annotated[
        str | None, Argument(metavar="[SHOP]", help="Its figures, each with where it was read; or a YAML file.")
    ] = None,
    json_: Json = False,
) -> None:
    """List the print shops there are, for `build --shop`; or what one of them takes."""
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
    """A line for each name."""
    column = max(map(measure.width, titles))
    for name, title in titles.items():
        line = f"{measure.left(name, column)}  {title}"
        figures = ", ".join((unsure or {}).get(name, ()))
        yield say("{shop}; unverified: {figures}", shop=line, figures=figures) if figures else line


def schema() -> None:
    """Print the JSON Schema of a spec, for editors that complete and check YAML."""
    from generator.building import new_game

    put_json(new_game.schema())
