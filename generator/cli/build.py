"""To print a spec, and to try it."""

# annotations that are values, not text: they are read at every start

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from generator.cli import flags
from specs.base.commandline.asked import Option
from specs.base.errors import SpecError
from specs.base.terminal import Progress, put, put_json, tell

if TYPE_CHECKING:
    from specs.base.errors import Fault


@flags.build_options()
def build(
    spec: flags.SpecName,
    *,
    out: flags.Out = Path("output"),
    words: flags.Words,
    yes: Annotated[bool, Option("--yes", "-y", help="Print more than 500 sheets, if so many are meant.")] = False,
    strict: flags.Strict = False,
    jobs: Annotated[
        int | None, Option(min=1, max=64, help="How many processor cores to use: as many as there are.")
    ] = None,
    cluster: Annotated[
        str,
        Option(metavar="ADDRESS|local", help="Draw on the workers of a Dask scheduler, or on Dask's here."),
    ] = "",
    json_: flags.Json = False,
) -> None:
    """Write a game's PDF (and SVG, PNG) under OUT/GAME; a part of it beside the whole, under OUT/GAME/parts."""
    from generator.building import build as building
    from generator.building.loading import asked
    from generator.building.report import build_facts, build_lines
    from specs.base.workers.pool import cores

    document, settings = asked(spec, words)
    with Progress() as progress:
        agreed = yes or progress.agreed
        others = None
        if cluster:
            from generator.building.cluster import drawn_by

            others = drawn_by(cluster, jobs or cores(), document, words, out / f".{building.called(document)}.drawn")
        built = building.build(
            document, settings, out, progress, strict=strict, agreed=agreed, jobs=jobs or cores(), cluster=others
        )
    _warn(built.warnings)
    if json_:
        put_json(build_facts(built))
    else:
        put("\n".join(build_lines(document, built, settings)))


def check(
    spec: flags.SpecName,
    strict: flags.Strict = False,
    shop: Annotated[
        str | None, Option(metavar="SHOP", help="Hold it against what one of `generator shops` takes.")
    ] = None,
    profile: Annotated[
        str | None, Option(metavar="FILE", help="With --shop: an ICC profile of its press, in place of ours.")
    ] = None,
    printer: Annotated[
        str | None, Option(metavar="NAME", help="What merges on a printer whose colours are stored.")
    ] = None,
    json_: flags.Json = False,
) -> None:
    """Take every step of printing a spec but the writing: each face and print option, outline, deal and layout."""
    from generator.building.check import Findings
    from generator.building.check import check as dry_run
    from generator.building.report import check_line
    from specs.base.workers.pool import cores

    try:
        found = dry_run(spec, cores())
        if (shop or profile) and found.document is not None and not found.faults:
            from msgspec.structs import replace

            from generator.exports.shop_files.check import for_shop

            warnings, remarks = for_shop(found.document, shop, profile)
            found = replace(found, warnings=(*found.warnings, *warnings), remarks=(*found.remarks, *remarks))
        if printer is not None and found.document is not None and not found.faults:
            from msgspec.structs import replace

            from generator.building.colour_merging import merging

            found = replace(found, warnings=(*found.warnings, *merging(found.document, printer)))
    except SpecError as error:
        found = Findings(None, error.faults, ())
    if json_:
        from msgspec.structs import asdict

        kinds = {"faults": found.faults, "warnings": found.warnings}
        told = {kind: [asdict(fault) for fault in faults] for kind, faults in kinds.items()}
        put_json({"spec": spec, **told, "remarks": found.remarks})
        sys.exit(2 if found.faults or (strict and found.warnings) else 0)
    if strict and found.warnings:
        raise SpecError((*found.faults, *found.warnings))
    _warn(found.warnings)
    if found.document is None or found.faults:
        raise SpecError(found.faults)
    put("\n".join((check_line(found.document, len(found.warnings)), *found.remarks)))


def _warn(warnings: "Iterable[Fault]") -> None:
    from msgspec.structs import replace

    for warning in warnings:
        tell(str(replace(warning, found=f"warning: {warning.found}")))
