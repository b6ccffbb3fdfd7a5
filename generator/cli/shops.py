"""The print shops there are files for, and what a game comes to at one of them."""

from __future__ import annotations

from typing import Annotated

import typer

from generator.cli import flags
from specs.base import measure
from specs.base.languages import say
from specs.base.terminal import put, put_json


def shops(
    shop: Annotated[
        str | None, typer.Argument(metavar="[SHOP]", help="Its figures, each with where it was read; or a YAML file.")
    ] = None,
    json_: flags.Json = False,
) -> None:
    """List the print shops there are, for `build --shop`; or what one of them takes."""
    from msgspec import to_builtins

    from generator.exports.shop_files.description import figure_lines, unverified
    from generator.plan.print_shops import shop as files

    known = {name: files.load(name) for name in ([shop] if shop else files.bundled())}
    if json_:
        told = {name: {**to_builtins(each), "unverified": unverified(each)} for name, each in known.items()}
        put_json(told[shop] if shop else told)
        return
    if shop is not None:
        found = known[shop]
        put("\n".join((found.title, *figure_lines(found), *filter(None, (found.upload, found.note)))))
        return
    for name, each in known.items():
        line = f"{measure.left(name, max(map(measure.width, known)))}  {each.title}"
        unsure = ", ".join(unverified(each))
        put(say("{shop}; unverified: {figures}", shop=line, figures=unsure) if unsure else line)
