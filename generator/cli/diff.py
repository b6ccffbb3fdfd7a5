"""What differs between two editions of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import flags
from specs.base.terminal import put, put_json


@flags.build_options("only", "options", "language")
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A spec, or a build's folder or manifest.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The same, of the other edition.")],
    *,
    out: flags.Out = Path("output"),
    words: flags.Words,
    json_: flags.Json = False,
) -> None:
    """Tell what two editions of a game differ in, and draw it, before and after: OUT/GAME-diff.png."""
    from generator.building import editions
    from generator.building.build import PREVIEW_DPI, called
    from generator.building.differences import picture
    from generator.building.report import edition_facts
    from generator.formats import png

    before, after = editions.editions(old, new, words)
    found = editions.differences(before, after)
    press = after.press or before.press
    file = None
    if found and press is not None:
        out.mkdir(parents=True, exist_ok=True)
        file = out / f"{called(press.document)}-diff.png"
        png.render_page(picture(before, after, found, press.foot), 2 * PREVIEW_DPI, file)
    if json_:
        put_json(edition_facts(before, after, found, file))
    else:
        put("\n".join((*editions.lines(before, after, found), *([] if file is None else [str(file)]))))
