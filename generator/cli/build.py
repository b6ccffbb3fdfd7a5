"""Commands that print a spec, check it, print it again whenever it changes, and cut it with a laser.

Modules that draw are imported inside the commands: `generator --help` reads this one, in 0.1 s rather than 0.2 s.
"""

# annotations that are values, not text: Typer would compile each of them at every start
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import to_builtins
from msgspec.structs import replace
from typer import Option

from generator.cli.main import run
from generator.cli.options import Fetch, Json, Out, SpecName, Strict, Text, Words, build_options
from generator.plan.options import number, paper
from specs.base.errors import Fault, SpecError, bad, forbidding
from specs.base.languages import say
from specs.base.terminal import Progress, put, put_json, put_result, tell
from specs.base.workers.pool import cores

if TYPE_CHECKING:
    from generator.building.check import Findings


@build_options()
def build(
    spec: SpecName,
    *,
    out: Out = Path("output"),
    words: Words,
    yes: Annotated[bool, Option("--yes", "-y", help="Do not ask before printing more than 500 sheets.")] = False,
    strict: Strict = False,
    fetch: Fetch = False,
    jobs: Annotated[
        int | None, Option(metavar="N", min=1, max=64, help="How many processor cores to use. [default: all]")
    ] = None,
    cluster: Annotated[
        str,
        Option(metavar="ADDRESS|local", help="Draw on the workers of a Dask scheduler; local starts some here."),
    ] = "",
    json_: Json = False,
) -> None:
    """Print a game to PDF, and to pictures and cut files.

    It writes to OUT/GAME; a part of a game to OUT/GAME/parts.
    """
    from generator.building import build as building
    from generator.building.loading import asked
    from generator.building.report import build_facts, build_lines
    from generator.plan.runs import Request

    if fetch:
        _fetch(spec)
    document, settings = asked(spec, words)
    jobs = jobs or cores()
    with Progress() as progress:
        others = None
        if cluster:
            from generator.building.cluster import drawn_by

            others = drawn_by(cluster, jobs, document, words, out / f".{building.called(document)}.drawn")
        agreed = yes or progress.agreed
        request = Request(out=out, strict=strict, jobs=jobs, cluster=others, progress=progress, agreed=agreed)
        built = building.build(document, settings, request)
    _warn(built.warnings)
    put_result(build_facts(built), build_lines(document, built, settings), json=json_)


def check(
    spec: SpecName,
    strict: Strict = False,
    fetch: Fetch = False,
    shop: Annotated[Text, Option(metavar="SHOP", help="Check it against a shop of `generator shops`.")] = None,
    profile: Annotated[
        str | None, Option(metavar="FILE", help="With --shop: an ICC profile of its press, in place of ours.")
    ] = None,
    printer: Annotated[
        Text, Option(metavar="NAME", help="Find colours that look alike on this stored printer.")
    ] = None,
    json_: Json = False,
) -> None:
    """Find what is wrong with a spec; write nothing."""
    from generator.building.check import Findings, check as dry_run
    from generator.building.report import check_line

    if fetch:
        _fetch(spec)
    try:
        found = _for_others(dry_run(spec, cores()), shop, profile, printer)
    except SpecError as error:
        found = Findings(None, error.faults, ())
    if json_:
        kinds = {"faults": found.faults, "warnings": found.warnings}
        facts = {kind: to_builtins(faults) for kind, faults in kinds.items()}
        put_json({"spec": spec, **facts, "remarks": found.remarks})
        raise typer.Exit(2 if found.faults or (strict and found.warnings) else 0)
    if strict and found.warnings:
        raise SpecError((*found.faults, *forbidding(found.warnings)))
    _warn(found.warnings)
    if found.document is None or found.faults:
        raise SpecError(found.faults)
    put("\n".join((check_line(found.document, len(found.warnings)), *found.remarks)))


def _fetch(spec: str) -> None:
    """Fetch the Google Sheets of a spec, and say so on stderr."""
    from generator.building.fetching import fetched  # only needed for fetching

    for file in fetched(spec):
        tell(say("Fetched {file}", file=file.name))


def _for_others(found: "Findings", shop: str | None, profile: str | None, printer: str | None) -> "Findings":
    """Return the findings, with those for a shop or a printer if one is named and the spec can be printed."""
    if found.document is None or found.faults:
        return found
    warnings, remarks = found.warnings, found.remarks
    if shop or profile:
        from generator.exports.shop_files.order import for_shop

        more, notes = for_shop(found.document, shop, profile)
        warnings, remarks = (*warnings, *more), (*remarks, *notes)
    if printer is not None:
        from generator.plan.printers import merging

        warnings = (*warnings, *merging(found.document, printer))
    return replace(found, warnings=warnings, remarks=remarks)


def _warn(warnings: Iterable[Fault]) -> None:
    for warning in warnings:
        tell(str(warning))


def watch(context: typer.Context, spec: SpecName) -> None:
    """Build again whenever a file of the spec changes.

    It takes every option of `build`.
    """
    from generator.building import watch as watching

    watcher = watching.FileWatcher(spec)
    put(say("Watching {spec}; Ctrl-C ends it.", spec=spec), flush=True)
    arguments = ["build", spec, *context.args]
    try:
        watching.run_again(arguments, run)
        for changed in watcher.changes():
            put("\n" + say("Changed: {files}", files=", ".join(changed)), flush=True)
            watching.run_again(arguments, run)
    except KeyboardInterrupt:
        put("")


# ---- for a laser cutter --------------------------------------------------------------------------


@build_options("options", "language")
def laser(
    spec: SpecName,
    *,
    only: Annotated[str, Option(metavar="ID", help="The component to cut.")] = "",
    stock: Annotated[str, Option(metavar="WxHmm", help="The material's size.")] = "600x400",
    kerf: Annotated[str, Option(metavar="MM", help="Width of the beam's cut; pieces are made larger by it.")] = "0",
    margin: Annotated[str, Option(metavar="MM", help="Margin of the material to keep free.")] = "5",
    words: Words,
    out: Out = Path("output"),
) -> None:
    """Write SVG files for a laser cutter.

    A red cut layer has each shared line once; an engrave layer has the pictures.
    """
    from generator.building.build import called
    from generator.building.loading import asked, load
    from generator.exports.cut_files.laser import Stock, write

    document = load(spec)
    if not only:
        cut = [name for name, component in document.spec.components.items() if not component.print.page]
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
