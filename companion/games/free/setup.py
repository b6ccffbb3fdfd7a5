"""First positions, as the setup sheet deals them, and final ones that are told by their line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from companion.contract import Player, Setup, SetupOption, ValueFault, Within
from companion.finals import FinalPosition
from companion.games.free.position import MOST_PLAYERS, parse_state
from companion.games.free.state import Piece, Site, State, planned, seen_by, unknown
from specs.deal import deal
from specs.document import Document
from specs.document import Piece as Printed
from specs.ground.languages import mark
from specs.ground.unfit import Unfit
from specs.kit import called, kit_of, piles_of, words_of

OPTIONS: tuple[SetupOption, ...] = (
    SetupOption("cards", mark("are hands and piles told as they come to light, or dealt?"), ("hidden", "dealt")),
)


def new(document: Document, players: Sequence[Player], setup: Setup) -> State:
    """The first position: what the setup sheet of the seed deals, the rest in the box. Without `cards: dealt` what
    nobody sees is not known. Raises ValueFault, SpecError."""
    if len(players) > MOST_PLAYERS:
        raise ValueFault(("players",), f"{len(players)} players", f"at most {MOST_PLAYERS}")
    try:
        kit = kit_of(document)
    except Unfit as fault:
        raise ValueFault(("setup",), fault.found, fault.expected) from None
    plan, dealt = planned(kit, len(players)), setup.options.get("cards") == "dealt"
    words = {(piece.component, piece.id): word for piece, word in words_of(document)}
    lies: list[list[Piece]] = [[] for _ in plan.sites]
    laid: set[tuple[str, str]] = set()

    def lay(site: Site, pieces: Sequence[Printed]) -> None:
        for piece in pieces:
            if (key := (piece.component, piece.id)) in words:
                lies[plan.numbers[site]].append(Piece(words[key]))
                laid.add(key)

    piles = piles_of(document.spec.setup)
    found = deal(document, len(players), setup.seed or 0)
    for name, pile in found.piles.items():
        lay(Site(piles[name]), pile)
    for name, stacks in found.tracks.items():
        for n, stack in enumerate(stacks, 1):
            lay(Site(called(name), None, str(n)), stack[::-1])
    for name, row in found.open.items():
        lay(Site(called(name)), row)
    for name, cells in found.cells.items():
        for cell, stack in cells.items():
            lay(Site(called(name), None, cell), stack[::-1])
    for seat, hand in enumerate(found.hands):
        lay(Site("hand", seat), hand)
    for name, areas in found.areas.items():
        for seat, area in enumerate(areas):
            lay(Site(called(name), seat), area)
    for name, zone in kit.zones.items():
        for component, field in zone.start.items():
            for piece in document.pieces[component]:
                for seat, player in enumerate(players):
                    if piece.row.get(field) == player.colour and (component, piece.id) not in laid:
                        lay(Site(name, seat), [piece])
    lay(Site("box"), [piece for piece, _ in words_of(document) if (piece.component, piece.id) not in laid])
    counts = tuple(kit.counters[name].start for name, _ in plan.counters)
    state = State(
        kit, tuple(players), tuple(map(tuple, lies)), counts, ((),) * len(kit.dice), turn=0, round=1, first=0, chance=0,
        seed=setup.seed, dealt=dealt, over=False,
    )  # fmt: skip
    if dealt:
        return state
    shuffled = {pile.component for pile in document.spec.setup.piles.values() if pile.shuffle}
    hidden = seen_by(state, None)
    known = [
        tuple(
            piece if state.kind(piece).component not in shuffled or site.zone == "box"
            else back if setup.seed is not None else unknown(state, piece)
            for piece, back in zip(mine, theirs, strict=True)
        )
        for site, mine, theirs in zip(plan.sites, state.lies, hidden.lies, strict=True)
    ]  # fmt: skip
    return state._replace(lies=tuple(known), seed=setup.seed)


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position to be scored as it lies."""

    position: Annotated[str, Meta(description="a position's line, as `companion export` writes it")]


def final(document: Document, players: Sequence[Player], setup: Setup, values: Ended) -> State:
    """The position as the file tells it. Raises ValueFault."""
    with Within("position"):
        return parse_state(kit_of(document), values.position)._replace(over=True)
