"""The first position, from a seed or a path that is told."""

from __future__ import annotations

from collections import Counter

from companion.contract.codecs import Here
from companion.faults import SyntaxFault, ValueFault, Within
from companion.games.atlantis.port.state import (
    ATLANTIS,
    COPIES,
    GAP_SPACE,
    LETTERS,
    MAINLAND,
    NO_CARDS,
    NOTHING,
    SPACES,
    UNKNOWN,
    Cards,
    Options,
    State,
    Table,
    add,
    set_of,
    tile_text,
)
from companion.games.atlantis.port.texts import ITEMS, LAND, Path, read_path
from specs.base.languages import say
from specs.expand.deal import Deal, deal
from specs.model.document import Document, Piece

Sets = tuple[Counter[int], Counter[int]]
KEY = ("setup", "path")


def first(document: Document, seats: int, options: Options, seed: int | None) -> State:
    """The first position. Raises SyntaxFault for a setup that cannot be, ValueFault where one value is at fault."""
    if not 0 <= options.buys_per_turn < 1000:
        found = f"'{options.buys_per_turn}'"
        raise ValueFault(("rules", "buys_per_turn"), found, "a whole number from 0 to 999")
    dealt = deal(document, seats, seed) if seed is not None else None
    if dealt is None and not options.path:
        raise SyntaxFault(say("a setup without a seed"), say("a seed or a path"))
    sets = sets_of(document)
    path = _told(options.path, sets) if options.path else _dealt(dealt)
    path = path._replace(figures=(ATLANTIS,) * 3 * seats)
    cards = options.cards == "dealt"
    if cards and dealt is not None:
        hands: list[Cards] = [add(NO_CARDS, "".join(map(_letter, hand))) for hand in dealt.hands]
        deck = "".join(map(_letter, dealt.piles["deck"]))
    else:
        counts = document.spec.setup.hands[0].count[:seats]
        hands = [(number, *NO_CARDS[1:]) for number in counts]
        deck = "?" * (COPIES * (len(LETTERS) - 1) - sum(counts))
    a, b = (tuple(sorted((sets[own] - seen(path, own)).elements())) for own in (0, 1))
    on_path = sum(1 for code in path.tops + path.unders if code not in (NOTHING, LAND))
    return State(
        path=path,
        unlaid=(True,) * seats,
        hands=tuple(hands),
        tiles=((),) * seats,
        deck=deck,
        discards=NO_CARDS,
        shuffles=0,
        gone=sum(own.total() for own in sets) - on_path,
        unseen=(a, b) if UNKNOWN in path.tops + path.unders else ((), ()),
        turn=0,
        plies=0,
        over=False,
        away=(),
        table=Table(
            cards, seed, options.buys_per_turn, options.settle_from_atlantis,
            "may" if options.stuck_with_bridge == "may" else "must",
        ),
    )  # fmt: skip


def _code(piece: Piece) -> int:
    return ITEMS[_letter(piece)] << 3 | int(piece.row["value"])


def _letter(piece: Piece) -> str:
    return str(piece.row["letter"])


def sets_of(document: Document) -> Sets:
    """How many there are of each tile, in set A and in set B."""
    sets = (Counter[int](), Counter[int]())
    for piece in document.pieces[document.spec.setup.piles["A"].component]:
        sets[piece.row["set"] == "B"][_code(piece)] += 1
    return sets


def _dealt(dealt: Deal | None) -> Path:
    assert dealt is not None
    tops, unders = bytearray((LAND,)), bytearray((NOTHING,))
    for stack in dealt.tracks["path"]:
        tops.append(_code(stack[-1]) if stack else NOTHING)
        unders.append(_code(stack[0]) if len(stack) > 1 else NOTHING)
    if len(tops) != MAINLAND:
        raise SyntaxFault(f"a spec whose path has {len(tops) - 1} spaces", f"{SPACES}")
    return Path(bytes((*tops, LAND)), bytes((*unders, NOTHING)), 0, ())


def seen(path: Path, own: int) -> Counter[int]:
    """The tiles of a set that a path shows."""
    spaces = [space for space in range(1, MAINLAND) if set_of(space) == own]
    codes = [row[space] for row in (path.tops, path.unders) for space in spaces]
    return Counter(code for code in codes if code not in (NOTHING, UNKNOWN))


def _told(text: str, sets: Sets) -> Path:
    """A path that is told: no more of a tile on a set's spaces than the set has, and no tile on the first water."""
    with Within(*KEY):
        path = read_path(text, Here(None, None, ()))
    if path.tops[GAP_SPACE]:
        raise ValueFault(KEY, f"a tile on space {GAP_SPACE}", "water there, between set A and set B")
    for own in (0, 1):
        where = f"spaces 1 to {GAP_SPACE - 1}" if own == 0 else f"spaces {GAP_SPACE + 1} to {SPACES}"
        for code, number in sorted(seen(path, own).items()):
            if number > sets[own][code]:
                found = f"{tile_text(code)} {number} time{'s' * (number != 1)} on {where}"
                raise ValueFault(KEY, found, f"no more than set {'AB'[own]} has: {sets[own][code]}")
        spaces = [space for space in range(1, MAINLAND) if set_of(space) == own]
        number = sum(1 for row in (path.tops, path.unders) for space in spaces if row[space])
        if number > sets[own].total():
            raise ValueFault(KEY, f"{number} tiles on {where}", f"at most {sets[own].total()}")
    if path.bridges:
        space = path.bridges.bit_length() - 1
        raise ValueFault(KEY, f"a bridge on space {space}", "every bridge with its player")
    return path
