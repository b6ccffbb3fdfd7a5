"""Imposes cards that another program made: they become a small game, which is built as any other."""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import normalize

from msgspec.structs import replace

from generator.building.build import Built, build
from generator.building.card_files import ENDINGS, CardCut, CardFace, Page, pages
from generator.building.loading import asked
from generator.plan.runs import Request
from generator.plan.settings import Settings
from specs.base.errors import Fault, Place, SpecError, bad
from specs.model.document import Document
from specs.model.values import LONGEST_NAME

Pair = tuple[str, str]  # file names of a card's front and back, "" for no back


def impose(
    fronts: Path,
    backs: Path | None,
    cut: CardCut,
    request: Request,
    words: Mapping[str, object],
    *,
    alternating: bool = False,
    mirrored: bool = False,
) -> tuple[Document, Settings, Built]:
    """Build a PDF of cards: their fronts, with a back for each or one for all. With `alternating`, every other page of
    the fronts has the backs of the page before it; `mirrored` backs are read from right to left.

    Raises SpecError, whose places are these files; OSError.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        front = pages(fronts, cut, folder / "front")
        one = backs is not None and backs.suffix.lower() in ENDINGS  # one picture is the back of all cards
        back = [] if backs is None else pages(backs, replace(cut, grid=(1, 1)) if one else cut, folder / "back")
        if alternating:
            front, back, beside = front[::2], front[1::2], "front"
        else:
            beside = "back"
        cards = _pairs(front, _turned(back, cut) if mirrored else back, str(backs or fronts))
        spec = folder / "cards.yaml"
        spec.write_text(json.dumps(_spec(fronts.resolve().stem, cards, beside, cut)), encoding="utf-8")
        try:
            document, settings = asked(spec, {"formats": ("pdf",), "plan": False, **words})
            built = build(document, settings, request)
        except SpecError as error:
            raise SpecError([_placed(fault, folder, fronts) for fault in error.faults]) from None
        warnings = tuple(_placed(each, folder, fronts) for each in built.warnings)
        return document, settings, replace(built, warnings=warnings)


def _placed(fault: Fault, folder: Path, fronts: Path) -> Fault:
    """Move a fault of the made game to the file it was made from."""
    made = fault.place.file.startswith(str(folder))
    return replace(fault, place=Place(str(fronts)), pieces=(), rows=()) if made else fault


def _turned(back: Sequence[Page], cut: CardCut) -> list[Page]:
    """Return pages whose rows are read from right to left, as they lie behind their fronts."""
    wide = cut.grid[0]
    return [[name for at in range(0, len(page), wide) for name in page[at : at + wide][::-1]] for page in back]


def _pairs(front: Sequence[Page], back: Sequence[Page], place: str) -> list[Pair]:
    """Pair fronts with their backs; a cell without a front is not a card. Raises SpecError if their numbers do not
    match, or if there are no cards."""
    fronts, backs = list(chain.from_iterable(front)), list(chain.from_iterable(back))
    if len(backs) != len(fronts):
        backs = [face for face in backs if not face.blank] or [CardFace("")]
        if len(backs) > 1:
            expected = f"1 back for all, or {len(fronts)}, one for each front"
            raise bad("wrong-value", place, f"{len(backs)} backs", expected)
        backs *= len(fronts)
    cards = [(one.file, other.file) for one, other in zip(fronts, backs, strict=True) if not one.blank]
    if not cards:
        raise bad("empty", place, "no cards", "pages or pictures with cards on them")
    return cards


def _spec(name: str, cards: Sequence[Pair], beside: str, cut: CardCut) -> Mapping[str, object]:
    """Return the spec of a game of these cards."""
    bare = normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    called = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:LONGEST_NAME].strip("-") or "cards"
    box = [-cut.bleed, -cut.bleed, *cut.bled]
    backed = any(other for _, other in cards)
    back = [{"draw": "image", "image": "{back}", "box": box, "fit": "cover"}]
    component = {
        "title": name.replace("{", "(").replace("}", ")"),
        "size": list(cut.size),
        "print": {"bleed": cut.bleed, "safe": 0},
        "rows": [
            {"n": 1, "front": f"front/{one}", **({"back": f"{beside}/{other}"} if backed else {})}
            for one, other in cards
        ],
        "front": [{"draw": "image", "image": "{front}", "box": box, "fit": "cover"}],
        **({"back": back} if backed else {}),
    }
    title = component["title"]
    return {"game": called, "title": title, "credits": {"designer": ""}, "components": {"cards": component}}
