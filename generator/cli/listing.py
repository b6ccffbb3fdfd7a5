"""What there is: games and their components, fixed sheets, the schema; and what a seed deals."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli import flags
from specs.base import measure
from specs.base.languages import speaking
from specs.base.terminal import put, put_json

if TYPE_CHECKING:
    from specs.model.document import Document


@flags.build_options("language")
def list_(
    spec: Annotated[
        str | None, typer.Argument(metavar="[SPEC]", help="Its components; without it, the bundled games.")
    ] = None,
    *,
    words: flags.Words,
    json_: flags.Json = False,
) -> None:
    """List the bundled games, or a game's components with their counts and sizes."""
    from generator.building import report
    from generator.building.loading import asked
    from specs.load import bundled, load

    documents = [asked(load(name), words)[0] for name in ([spec] if spec else bundled())]
    if json_:
        facts = [report.facts(document) for document in documents]
        put_json(facts[0] if spec else facts)
        return
    for document in documents:
        with _speaking(document, words):
            put("\n".join(report.component_lines(document)) if spec else report.game_line(document))


def _speaking(document: Document, words: flags.Words) -> AbstractContextManager[None]:
    """Speak a document's language, where one was asked for; else it is the system's."""
    from generator.plan.labels import printed_in

    return speaking(printed_in(document)) if words["language"] else nullcontext()


def sheets(json_: flags.Json = False) -> None:
    """List the fixed sheets there are, for `build --sheets`."""
    from msgspec.structs import asdict

    from generator.sheets.layout import fixed

    known = {name: fixed.load(name) for name in fixed.bundled()}
    if json_:
        put_json(
            {
                name: {**asdict(sheet), "places": [asdict(each) for each in sheet.places]}
                for name, sheet in known.items()
            }
        )
        return
    for name, sheet in known.items():
        put(f"{measure.left(name, max(map(measure.width, known)))}  {sheet.title}")


def schema() -> None:
    """Print the JSON Schema of a spec, for editors that complete and check YAML."""
    from generator.building import new_game

    put_json(new_game.schema())


@flags.build_options("language")
def setup(
    spec: flags.SpecName,
    seed: Annotated[int, typer.Option(help="A whole number; the same one deals the same.")],
    players: Annotated[int, typer.Option(help="How many play.")],
    *,
    words: flags.Words,
    json_: flags.Json = False,
) -> None:
    """Print the setup that a seed deals."""
    from generator.building import report
    from generator.building.loading import asked, load
    from specs.expand.deal import deal

    document, _ = asked(load(spec), words)
    dealt = deal(document, players, seed)
    if json_:
        put_json(report.deal_facts(document, dealt))
        return
    for number, each in enumerate((document, *document.others)):
        with _speaking(each, words):
            put("\n".join(([""] if number else []) + report.deal_lines(each, dealt)))
