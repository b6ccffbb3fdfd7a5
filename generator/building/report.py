"""The commands' output, as lines to read and as facts for JSON. Pure: it writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from generator.building.contents import contents
from specs.base import measure
from specs.base.languages import numeral, say, say_many
from specs.expand.deal import Deal
from specs.model.component import PagedText
from specs.model.document import Document, Piece
from specs.translation.rendering import labels, notes

if TYPE_CHECKING:
    from pathlib import Path

    from generator.building.build import Built
    from generator.faces.distinct import FaceText
    from generator.plan.printers import Profile
    from generator.plan.settings import Settings


def pieces(document: Document) -> str:
    """Say how many pieces and components a game has."""
    kinds = say_many("{n} component", "{n} components", len(document.spec.components))
    return say("{pieces} of {components}", pieces=_pieces(sum(map(len, document.pieces.values()))), components=kinds)


def _pieces(count: int) -> str:
    return say_many("{count} piece", "{count} pieces", count, count=numeral(count))


def check_line(document: Document, warnings: int) -> str:
    """Return the line of a check without faults."""
    found = say("{pieces}, no faults", pieces=pieces(document))
    if warnings:
        heeded = say_many(
            "{n} warning, but it can still be printed",
            "{n} warnings, but it can still be printed",
            warnings,
        )
        found = say("{found}; {warnings}", found=found, warnings=heeded)
    return f"{document.spec.title}: {found}"


def build_facts(built: Built) -> dict[str, object]:
    """Return what was written: the manifest, and what differs from an older edition."""
    from msgspec import json, to_builtins

    facts: dict[str, object] = {"folder": str(built.folder)}
    if built.manifest is not None:
        facts |= json.decode((built.folder / built.files[-1]).read_bytes(), type=dict)
    return {
        **facts,
        **{name: to_builtins(getattr(built, name), enc_hook=str) for name in ("changes", "remarks", "warnings")},
    }


def build_lines(document: Document, built: Built, settings: Settings) -> list[str]:
    """Say what was written, how much paper to load, and how to print it."""
    title, manifest = document.spec.title, built.manifest
    changes = () if built.changes is None else built.changes.lines()
    if manifest is None:
        return [say("{title}: the old edition has everything already; nothing was written", title=title), *changes]
    count = sum(entry.count for entry in manifest.components.values())
    written = say("{title}: {pieces} written to {folder}", title=title, pieces=_pieces(count), folder=built.folder)
    return [written, *changes, *contents(document, built.stem, built.files, manifest, settings), *built.remarks]


def profile_lines(name: str, profile: Profile, file: Path) -> Iterator[str]:
    """Say what a printer's profile does to its sheets."""
    x, y, skew = (f"{number:+g}" for number in (profile.x_mm, profile.y_mm, profile.skew_degrees))
    yield say(
        "{printer}: backs move {x} mm to the right, {y} mm down, turned {skew}° clockwise.",
        printer=name, x=x, y=y, skew=skew,
    )  # fmt: skip
    if profile.scale != (1.0, 1.0):
        wide, high = (f"{part:.2%}" for part in profile.scale)
        yield say("Both sides are printed {wide} wide and {high} high.", wide=wide, high=high)
    if profile.colours:
        yield say(
            "Its colours are stored: `generator check GAME --printer {printer}` shows which of them look alike.",
            printer=name,
        )
    yield say("Build with --printer {printer}. Stored in {file}", printer=name, file=file)


# ---- what a spec holds -----------------------------------------------------------------------------


def facts(document: Document) -> dict[str, object]:
    """Return a game and its components, sizes in mm."""
    game = document.spec
    return {
        "game": game.game,
        "title": game.title,
        "note": game.note,
        "players": [game.players.min, game.players.max],
        "options": dict(game.print_options),
        "components": {
            name: {
                "title": component.title,
                "count": len(document.pieces[name]),
                "shape": component.shape,
                "size_mm": list(component.size_mm),
                "back": component.back is not None or (isinstance(component, PagedText) and component.pages.max > 1),
            }
            for name, component in game.components.items()
        },
    }


def game_line(document: Document) -> str:
    game = document.spec
    span = f"{game.players.min}–{game.players.max}"
    who = f"{say('{players} players', players=span)}, " if game.players.max < 99 else ""
    return f"{game.game:<12} {game.title}: {who}{pieces(document)}"


def component_lines(document: Document) -> list[str]:
    game = document.spec
    counts = {name: numeral(len(document.pieces[name])) for name in game.components}
    rows = [
        (name, counts[name], " × ".join(f"{side:.4g}" for side in part.size_mm), part.shape, part.title)
        for name, part in game.components.items()
    ]
    wide = [max(map(measure.width, column)) for column in zip(*rows, strict=True)]
    return [
        f"{game.title}, {pieces(document)}",
        *(
            f"  {measure.left(name, wide[0])}  {count:>{wide[1]}}  {size:<{wide[2]}} mm  {shape:<{wide[3]}}  {title}"
            for name, count, size, shape, title in rows
        ),
        *(f"  --option {name}: {text}" for name, text in game.print_options.items()),
    ]


def face_lines(document: Document, texts: Iterable[FaceText]) -> Iterator[str]:
    """Yield each face in words, below its component's title."""
    for name, faces in groupby(texts, attrgetter("component")):
        yield f"{document.spec.components[name].title}"
        for face in faces:
            words = say("{words} (on {pieces})", words=face.words, pieces=_pieces(face.count))
            yield f"  {_face(face)}: {words if face.count > 1 else face.words}"


def _face(face: FaceText) -> str:
    """Name a piece and its side; a front side is not named."""
    sides = {
        "front": face.piece,
        "back": say("{piece}, back", piece=face.piece),
        "flap": say("{piece}, flap", piece=face.piece),
        "page": say("{piece}, page {n}", piece=face.piece, n=face.number),
    }
    return sides[face.side]


# ---- a deal ----------------------------------------------------------------------------------------


def deal_facts(document: Document, deal: Deal) -> dict[str, object]:
    """Return a deal by the pieces' ids: stacks from bottom to top, piles from their next piece on."""
    from generator.sheets.handouts.setup import position

    return {
        "game": deal.game,
        "players": deal.players,
        "seed": deal.seed,
        "tracks": {name: [[piece.id for piece in stack] for stack in track] for name, track in deal.tracks.items()},
        "positions": {name: position(document, track) for name, track in deal.tracks.items()},
        "open": {name: [piece.id for piece in row] for name, row in deal.open.items()},
        "areas": {name: [[piece.id for piece in own] for own in area] for name, area in deal.areas.items()},
        "hands": [[piece.id for piece in hand] for hand in deal.hands],
        "piles": {name: [piece.id for piece in pile] for name, pile in deal.piles.items()},
    }


def deal_lines(document: Document, deal: Deal) -> list[str]:
    from generator.sheets.handouts.setup import position

    who = say_many("{n} player", "{n} players", deal.players)
    parts: list[Sequence[str]] = [[", ".join([document.spec.title, who, say("seed {seed}", seed=deal.seed)])]]
    for name, track in deal.tracks.items():
        spaces = say_many(
            "{n} space, each stack from the top down, ~ for none",
            "{n} spaces, each stack from the top down, ~ for none",
            len(track),
        )
        parts.append([f"{name}: {spaces}", position(document, track)])
    for name, row in deal.open.items():
        words = zip(row, labels(document, deal, name), strict=True)
        parts.append([f"{name}: " + ", ".join(f"{piece.id} ({word})" if word else piece.id for piece, word in words)])
    for name, area in deal.areas.items():
        parts.append([f"{say('player {n}', n=n)}, {name}: {_ids(own) or '-'}" for n, own in enumerate(area, 1)])
    parts.append([f"{say('player {n}', n=n)}: {_ids(hand)}" for n, hand in enumerate(deal.hands, 1) if hand])
    left = {name: pile for name, pile in deal.piles.items() if pile}
    parts += ([say("{pile}: {n} left, next {piece}", pile=name, n=len(p), piece=p[0].id)] for name, p in left.items())
    parts.append(notes(document, deal.players))
    return [line for part in parts if part for line in ("", *part)][1:]


def _ids(pieces: Iterable[Piece]) -> str:
    return ", ".join(piece.id for piece in pieces)
