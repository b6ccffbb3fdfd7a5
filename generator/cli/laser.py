"""Sheets for a laser cutter. What reads specs and draws is imported inside: `generator --help` reads this module."""

from pathlib import Path
from typing import Annotated

from typer import Option

from generator.cli.options import Out, SpecName, Words, build_options
from generator.plan.options import number, paper
from specs.base.errors import bad
from specs.base.terminal import put


@build_options("options", "language")
def laser(
    spec: SpecName,
    *,
    only: Annotated[str, Option(metavar="ID", help="The component to cut.")] = "",
    stock: Annotated[str, Option(metavar="WxHmm", help="The material's size.")] = "600x400",
    kerf: Annotated[str, Option(metavar="MM", help="How wide the beam cuts; made good on every piece.")] = "0",
    margin: Annotated[str, Option(metavar="MM", help="The rim of the material kept free.")] = "5",
    words: Words,
    out: Out = Path("output"),
) -> None:
    """Write SVGs for a laser cutter: a red cut layer, each shared line once, and an engrave layer."""
    from generator.building.build import called
    from generator.building.loading import asked, load
    from generator.exports.cut_files.laser import Stock, write

    document = load(spec)
    if not only:
        cut = [name for name, component in document.spec.components.items() if not component.sheet]
        raise bad("missing-key", "--only", "no component", f"the one to cut: {', '.join(cut)}")
    document, settings = asked(document, {**words, "only": only})
    if len(settings.components) != 1:
        found = f"{len(settings.components)} components"
        raise bad("over-limit", "--only", found, "one: each is cut from its own sheets")
    width, height = paper("--stock", stock)[1]
    rim = number("--margin", margin, 0, min(width, height) / 2 - 1)
    material = Stock(width, height, rim, number("--kerf", kerf, 0, 2))
    folder = out / called(document) / "laser"
    folder.mkdir(parents=True, exist_ok=True)
    for file in write(document, settings.components[0], frozenset(settings.given.options), material, folder):
        put(str(file))
