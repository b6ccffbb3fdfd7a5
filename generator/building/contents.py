"""Describes a build's folder: which file to open first, what each is, and how to print it. Shown at the end of a build,
and written into the folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from specs.base.languages import numeral, say, say_many
from specs.model.document import Document

if TYPE_CHECKING:
    from generator.plan.manifest import Manifest
    from generator.plan.settings import Settings
    from generator.sheets.printable import SheetOptions

NAME = "0-README.txt"  # sorts before all others


def contents(
    document: Document, stem: str, files: Sequence[str], manifest: Manifest, settings: Settings
) -> Iterator[str]:
    """Yield lines on which file to open first, what the files are, how much paper to load, and how to print them."""
    prints = list(_print_files(stem, files, manifest, settings))
    if prints:
        yield say("Open {file} first.", file=prints[0].name)
    tops = (name.partition("/") for name in files)
    counts = Counter(top.partition("-")[0] if inside else top for top, _, inside in tops)  # counts sheets-a4 as sheets
    kinds = {**{file.name: file.what for file in prints}, **_kinds(stem, counts)}
    shown = {name: what for name, what in kinds.items() if name in counts}
    yield from (f"  {name:<{max(map(len, shown))}}  {what}" for name, what in shown.items())
    yield from (line for file in prints for line in file.how)
    if prints:
        yield from _hints(document, manifest, settings)


def _kinds(stem: str, counts: Mapping[str, int]) -> dict[str, str]:
    """Say what a build's files and folders are, except the PDFs to print."""
    return {
        "preview.png": say("every face at a glance"),
        "sheets": say_many("{n} page as SVG", "{n} pages as SVG", counts["sheets"]),
        "pieces": say_many("{n} distinct face as SVG", "{n} distinct faces as SVG", counts["pieces"]),
        "tts": say("a table for Tabletop Simulator"),
        f"{stem}.pcio": say("a table for playingcards.io and virtualtabletop.io"),
        "cut": say("what the machine cuts; cuts.txt says which file is for which pages"),
        "faces": say_many(
            "{n} distinct face as a picture, faces.csv counts it",
            "{n} distinct faces as pictures, faces.csv counts them",
            counts["faces"] - 1,
        ),
        "posters": say("what is larger than the paper, in one piece, for a copy shop"),
        "list.csv": say("each face: in which file it is, and how often it is printed"),
        "README.txt": say("what the shop asks for, with the sources"),
        "manifest.json": say("what is in here"),
    }


def _hints(document: Document, manifest: Manifest, settings: Settings) -> Iterator[str]:
    """Yield further hints for printing the PDFs."""
    from generator.plan.selection import deals  # loads fonts, which `list` and `calibrate` do not need

    given, sheet = settings.given, settings.sheet
    if given.seed is not None and deals(document):
        yield say_many(
            "The setup sheets deal seed {seed} to {n} player.",
            "The setup sheets deal seed {seed} to {n} players.",
            given.players or 0,
            seed=given.seed,
        )
    if sheet.duplex == "gutterfold":
        yield say("Fold each sheet along its dashed line, glue the halves back to back, then cut.")
    elif manifest.pages > manifest.sheets and given.printer is None and sheet.offset == (0.0, 0.0):
        yield say("Do the backs miss their fronts? `generator calibrate` measures your printer once.")


class _PrintFile(NamedTuple):
    """A PDF to print: its name, what it is, and how it is printed."""

    name: str
    what: str
    how: Sequence[str] = ()


def _print_files(whole: str, files: Sequence[str], manifest: Manifest, settings: Settings) -> Iterator[_PrintFile]:
    given = settings.given
    if "pdf" not in given.formats or not manifest.papers:
        return
    for name, sheet in settings.papers:
        stem = f"{whole}-{name}" if len(settings.papers) > 1 else whole
        known = name[0].isalpha() and "x" not in name[1:]
        size = f"{sheet.paper[0]:g} × {sheet.paper[1]:g} mm"
        paper = (name.upper() if len(name) == 2 else name.title()) if known else say("{size} paper", size=size)
        entry = manifest.papers[name]
        if not given.split_stock:
            stocks = ", ".join(_of(stock, sheets) for stock, (sheets, _) in entry.stocks.items())
            loaded = f"{paper}: {stocks}" if len(entry.stocks) > 1 else paper
            yield from _sides(stem, entry.sheets, entry.pages, loaded, sheet, split=given.split)
            continue
        for stock, (sheets, pages) in entry.stocks.items():
            loaded = f"{paper}, {say('card') if stock == 'card' else say('paper')}"
            yield from _sides(f"{stem}-{stock}", sheets, pages, loaded, sheet, split=given.split)
        parts = {
            "rules": say("only the pages to read"), "setup": say("only what the seed deals")
        }  # fmt: skip
        apart = {f"{stem}-{part}{side}.pdf": what for part, what in parts.items() for side in ("", "-fronts", "-backs")}
        yield from (_PrintFile(file, what) for file, what in apart.items() if file in files)


def _sides(stem: str, sheets: int, pages: int, paper: str, sheet: SheetOptions, *, split: bool) -> Iterator[_PrintFile]:
    """Yield a PDF, or its fronts and its backs."""
    load = say_many("Load {n} sheet of {paper}.", "Load {n} sheets of {paper}.", sheets, paper=paper)
    sided, long = pages > sheets, sheet.duplex == "long-edge"
    whole, fronts, backs = f"{stem}.pdf", f"{stem}-fronts.pdf", f"{stem}-backs.pdf"
    if split or not sided:
        how = say("Print {file} at actual size (100 %), on one side.", file=fronts if split else whole)
    elif long:
        how = say("Print {file} at actual size (100 %), on both sides, flipped on the long edge.", file=whole)
    else:
        how = say("Print {file} at actual size (100 %), on both sides, flipped on the short edge.", file=whole)
    count = _pages(sheets if split else pages)
    yield _PrintFile(fronts if split else whole, say("{pages} to print", pages=count), (load, how))
    if split and sided:
        if long:
            over = say("Turn the stack over its long edge, put it back in, and print {file}.", file=backs)
        else:
            over = say("Turn the stack over its short edge, put it back in, and print {file}.", file=backs)
        yield _PrintFile(backs, say("{pages} to print behind them", pages=_pages(pages - sheets)), (over,))


def _of(stock: str, sheets: int) -> str:
    return say("{n} of card", n=sheets) if stock == "card" else say("{n} of paper", n=sheets)


def _pages(count: int) -> str:
    return say_many("{count} page", "{count} pages", count, count=numeral(count))
