"""The command line: words in, one call, what happened out. A command imports what is heavy itself."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator import flags
from specs.ground import measure
from specs.ground.errors import Declined, SpecError
from specs.ground.helping import HelpedGroup
from specs.ground.languages import begin
from specs.ground.shells import completing
from specs.ground.streams import prepare
from specs.ground.terminal import Progress, put, put_json, tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from generator import printers
    from specs.ground.errors import Fault


def _program() -> typer.Typer:
    return typer.Typer(
        name="generator",
        cls=HelpedGroup,
        help="Turn a game's YAML spec into sheets to print, cut and play.",
        no_args_is_help=True,
        add_completion=completing(sys.argv[1:], "generator"),
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )


app = _program()


def _version(asked: bool) -> None:
    if asked:
        from specs.ground.version import version

        put(f"generator {version()}")
        raise typer.Exit


@app.callback()
def _generator(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    pass


# ---- build -----------------------------------------------------------------------------------------


@app.command()
@flags.build_options()
def build(
    spec: flags.SpecName,
    *,
    out: flags.Out = Path("output"),
    words: flags.Words,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Print more than 500 sheets, if so many are meant.")] = False,
    strict: flags.Strict = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=64, help="How many processor cores to use: as many as there are.")
    ] = None,
    json_: flags.Json = False,
) -> None:
    """Write a game's PDF (and SVG, PNG) under OUT/GAME; a part of it beside the whole, under OUT/GAME/parts."""
    from generator import building
    from generator.door import asked
    from generator.forked import cores
    from generator.report import build_facts, build_lines

    document, settings = asked(spec, words)
    with Progress() as progress:
        agreed = yes or progress.agreed
        built = building.build(document, settings, out, progress, strict=strict, agreed=agreed, jobs=jobs or cores())
    _warn(built.warnings)
    if json_:
        put_json(build_facts(built))
    else:
        put("\n".join(build_lines(document, built, settings)))


# ---- what a spec holds -----------------------------------------------------------------------------


@app.command()
def check(spec: flags.SpecName, strict: flags.Strict = False, json_: flags.Json = False) -> None:
    """Take every step of printing a spec but the writing: each face and print option, outline, deal and layout."""
    from generator.check import Findings
    from generator.check import check as dry_run
    from generator.report import check_line

    try:
        found = dry_run(spec)
    except SpecError as error:
        found = Findings(None, error.faults, ())
    if json_:
        from msgspec.structs import asdict

        kinds = {"faults": found.faults, "warnings": found.warnings}
        told = {kind: [asdict(fault) for fault in faults] for kind, faults in kinds.items()}
        put_json({"spec": spec, **told, "remarks": found.remarks})
        raise typer.Exit(2 if found.faults or (strict and found.warnings) else 0)
    if strict and found.warnings:
        raise SpecError((*found.faults, *found.warnings))
    _warn(found.warnings)
    if found.document is None or found.faults:
        raise SpecError(found.faults)
    put("\n".join((check_line(found.document, len(found.warnings)), *found.remarks)))


def _warn(warnings: Iterable[Fault]) -> None:
    from msgspec.structs import replace

    for warning in warnings:
        tell(str(replace(warning, found=f"warning: {warning.found}")))


@app.command("list")
def list_(
    spec: Annotated[
        str | None, typer.Argument(metavar="[SPEC]", help="Its components; without it, the bundled games.")
    ] = None,
    json_: flags.Json = False,
) -> None:
    """List the bundled games, or a game's components with their counts and sizes."""
    from generator import report
    from specs.load import bundled, load

    documents = [load(name) for name in ([spec] if spec else bundled())]
    if json_:
        facts = [report.facts(document) for document in documents]
        put_json(facts[0] if spec else facts)
    elif spec:
        put("\n".join(report.component_lines(documents[0])))
    else:
        for document in documents:
            put(report.game_line(document))


@app.command()
def sheets(json_: flags.Json = False) -> None:
    """List the fixed sheets there are, for `build --sheets`."""
    from msgspec.structs import asdict

    from generator.sheets import fixed

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


@app.command()
def schema() -> None:
    """Print the JSON Schema of a spec, for editors that complete and check YAML."""
    from msgspec.json import schema as json_schema

    from specs.schema import Spec

    put_json({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Game spec", **json_schema(Spec)})


@app.command()
def setup(
    spec: flags.SpecName,
    seed: Annotated[int, typer.Option(help="A whole number; the same one deals the same.")],
    players: Annotated[int, typer.Option(help="How many play.")],
    json_: flags.Json = False,
) -> None:
    """Print the setup that a seed deals."""
    from generator import report
    from generator.door import load
    from specs.deal import deal

    document = load(spec)
    dealt = deal(document, players, seed)
    if json_:
        put_json(report.deal_facts(document, dealt))
    else:
        put("\n".join(report.deal_lines(document, dealt)))


@app.command()
@flags.build_options("only", "options", "language")
def preview(
    spec: flags.SpecName,
    *,
    out: flags.Out = Path("output"),
    words: flags.Words,
    vision: Annotated[
        str | None, typer.Option(metavar="EYES", help="As others see it: deutan, protan, tritan, or grey in print.")
    ] = None,
) -> None:
    """Write a contact sheet of every distinct face, OUT/GAME-preview.png."""
    from generator.building import PREVIEW_DPI, called
    from generator.door import asked
    from generator.draw.ink import InkMode
    from generator.draw.vision import VISIONS
    from generator.faces.faces import Faces
    from generator.formats import png
    from generator.handouts import preview as previews
    from generator.labels import lettered
    from generator.words import choice

    eyes = choice("--vision", vision, tuple(VISIONS)) if vision is not None else None
    document, settings = asked(spec, words)
    names, faces = lettered(document), Faces(document, frozenset(settings.given.options))
    page = previews.page(names.document, faces, settings.components, InkMode("normal"), names.others)
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"{called(document)}-preview{f'-{eyes}' if eyes else ''}.png"
    png.render_page(page, PREVIEW_DPI, file, eyes)
    put(f"{document.spec.title}: {file}")


@app.command("words")
@flags.build_options("only", "options", "language")
def words_(
    spec: flags.SpecName,
    *,
    faces: Annotated[
        bool, typer.Option("--faces", help="Each face in words: its texts, and its pictures by their names.")
    ] = False,
    po: Annotated[Path | None, typer.Option("--po", metavar="FILE", help="Write the words as a PO file too.")] = None,
    taken: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Take in the words of a PO file.")
    ] = None,
    words: flags.Words,
    json_: flags.Json = False,
) -> None:
    """Write a file of a spec's words to be filled in in another language, or add what it lacks; or list its faces."""
    from msgspec.structs import asdict

    from generator import translating
    from generator.door import asked, load
    from generator.faces.faces import Faces
    from generator.faces.listed import listed
    from generator.report import face_lines

    if not faces:
        document, language = load(spec), translating.one(words["language"])
        written = translating.write(document, language, taken)
        if po is not None:
            translating.write_po(document, language, po)
        put_json(translating.facts(written)) if json_ else put(translating.lines(written))
        return
    document, settings = asked(spec, words)
    told = listed(document, Faces(document, frozenset(settings.given.options)), settings.components)
    if json_:
        put_json([asdict(face) for face in told])
    else:
        put("\n".join(face_lines(document, told)))


@app.command()
@flags.build_options("options", "language")
def laser(
    spec: flags.SpecName,
    *,
    only: Annotated[str, typer.Option(metavar="ID", help="The component to cut.")] = "",
    stock: Annotated[str, typer.Option(metavar="WxHmm", help="The material's size.")] = "600x400",
    kerf: Annotated[str, typer.Option(metavar="MM", help="How wide the beam cuts; made good on every piece.")] = "0",
    margin: Annotated[str, typer.Option(metavar="MM", help="The rim of the material kept free.")] = "5",
    words: flags.Words,
    out: flags.Out = Path("output"),
) -> None:
    """Write SVGs for a laser cutter: a red cut layer, each shared line once, and an engrave layer."""
    from generator.building import called
    from generator.cutting import Stock, write
    from generator.door import asked, load
    from generator.words import bad, number, paper

    document = load(spec)
    if not only:
        cut = [name for name, component in document.spec.components.items() if not component.sheet]
        raise bad("--only", "no component", f"the one to cut: {', '.join(cut)}")
    document, settings = asked(document, {**words, "only": only})
    if len(settings.components) != 1:
        raise bad("--only", f"{len(settings.components)} components", "one: each is cut from its own sheets")
    width, height = paper("--stock", stock)[1]
    rim = number("--margin", margin, 0, min(width, height) / 2 - 1)
    material = Stock(width, height, rim, number("--kerf", kerf, 0, 2))
    folder = out / called(document) / "laser"
    folder.mkdir(parents=True, exist_ok=True)
    for file in write(document, settings.components[0], frozenset(settings.given.options), material, folder):
        put(str(file))


# ---- the printer -----------------------------------------------------------------------------------


@app.command()
def calibrate(
    out: flags.Out = Path("output"),
    paper: Annotated[str, typer.Option(help="a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm.")] = "a4",
    landscape: Annotated[bool, typer.Option("--landscape", help="Lay the paper on its side.")] = False,
    set_: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--set", metavar="PRINTER X,Y[,SKEW]", help="Store what the page said: mm right, mm down, degrees."
        ),
    ] = None,
    bottom: Annotated[
        str | None, typer.Option(metavar="X,Y", help="With --set: what the lower cross said, for the skew.")
    ] = None,
    scale: Annotated[
        str | None, typer.Option(metavar="X,Y", help="With --set: what 100 mm across and 100 mm down came out as.")
    ] = None,
    margins: Annotated[
        str | None, typer.Option(metavar="L,T,R,B", help="With --set: mm it cannot reach left, above, right and below.")
    ] = None,
    json_: flags.Json = False,
) -> None:
    """Write a page that shows how your printer scales, flips and misses; or store what it showed."""
    from generator import printers, words

    name, size = words.paper("--paper", paper)
    size = words.lying(size, landscape)
    if set_ is not None:
        _store(set_[0], printers.measured(set_[1], bottom, scale, margins, size), json_)
        return
    for option, word in (("--bottom", bottom), ("--scale", scale), ("--margins", margins)):
        if word is not None:
            raise words.bad(option, "no --set", "--set PRINTER X,Y beside it")
    from generator.formats import pdf
    from generator.handouts import calibration

    if size[0] < calibration.SMALLEST[0] or size[1] < calibration.SMALLEST[1]:
        smallest = " × ".join(f"{side:g}" for side in calibration.SMALLEST)
        raise words.bad("--paper", f"{size[0]:g} × {size[1]:g} mm", f"at least {smallest} mm to calibrate on")
    out.mkdir(parents=True, exist_ok=True)
    file = out / "calibration.pdf"
    pdf.write(calibration.pages(*size), pdf.Meta("Calibration", duplex="long-edge"), file)
    if json_:
        put_json({"file": str(file), "paper": name, "paper_mm": list(size)})
        return
    put(f"Written: {file}")
    put("Load 1 sheet and print it on both sides, at actual size (100 %), the way you print a game.")
    put("The page says how to read it and what to type then.")


def _store(name: str, profile: printers.Profile, json_: bool) -> None:
    from msgspec.structs import asdict

    from generator import printers
    from generator.report import profile_lines

    file = printers.store(name, profile)
    if json_:
        put_json({"file": str(file), "printer": name, **asdict(profile)})
        return
    put("\n".join(profile_lines(name, profile, file)))


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def watch(context: typer.Context, spec: flags.SpecName) -> None:
    """Build, then build again whenever the spec, its data or its pictures change. Takes every option of `build`."""
    from generator import watch as watching

    changes = watching.changes(spec)
    put(f"Watching {spec}; Ctrl-C ends it.", flush=True)
    arguments = ["build", spec, *context.args]
    try:
        watching.again(arguments, run)
        for changed in changes:
            put(f"\nChanged: {', '.join(changed)}", flush=True)
            watching.again(arguments, run)
    except KeyboardInterrupt:
        put("")


# ---- the shell -------------------------------------------------------------------------------------


def _asked(name: str) -> typer.Typer:
    """The program with the command of this name alone: to make all of them ready takes longer than to draw
    a deck. With all of them where no command has that name."""
    commands = {each.name or each.callback.__name__: each for each in app.registered_commands if each.callback}
    if name not in commands:
        return app
    program = _program()
    program.callback()(lambda: None)  # a program of one command would take its name for an argument
    program.registered_commands.append(commands[name])
    return program


def main() -> None:
    """Run the command that the command line names."""
    prepare()
    begin(("generator", "specs"))
    signal.signal(signal.SIGTERM, _terminate)
    gc.set_threshold(100_000, 20, 20)  # imports make much and free nothing: looking took a tenth of a short run
    atexit.register(gc.freeze)  # what is thrown away as a whole needs no searching either: that took a sixth
    run(sys.argv[1:])


def run(arguments: Sequence[str]) -> None:
    """Run a command. Bad input and a full disk end with one line a fault and status 2, never with a traceback."""
    try:
        _asked(next(iter(arguments), ""))(arguments)
    except SpecError as error:
        _fail(*map(str, error.faults))
    except Declined as declined:
        tell(str(declined))
        sys.exit(1)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _fail(f"{place}{error.strerror or error}; expected a place with room that can be written to")
    except MemoryError:
        _fail("out of memory; expected fewer pieces, or --only some of them")
    except Exception as error:
        if os.environ.get("TIDELINE_TRACEBACK"):
            raise
        _fail(f"internal fault, {type(error).__name__}: {error}; TIDELINE_TRACEBACK=1 in the environment shows where")


def _fail(*lines: str) -> None:
    tell("\n".join(lines))
    sys.exit(2)


def _terminate(*_: object) -> None:
    """A killed build cleans up after itself, as after Ctrl-C."""
    sys.exit(143)


if __name__ == "__main__":
    main()
