"""Games that differ only in what somebody cannot see, made from the lines of their positions.

`lawful` is this folder's own word on what a seat may see. It reads the line of a position and asks nothing of the
companion, so that a view that shows too much is not taken for what may be seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any, NamedTuple

from companion.games import Game
from companion.record.starting import keep, prepare
from companion.table.play import Play
from companion.table.store import Store
from companion.table.table import open_game

PLAYERS = ("Ann", "Bob")
GAP = 27  # of Atlantis' path: set A before it, set B behind
REGIONS = "lhm"
CARDS = "FOHABGRYSC"  # of both games that have cards, each in its own order


class Kind(NamedTuple):
    """A way to start a game: its options, and whether a seed fixed what nobody has seen yet."""

    game: str
    options: Mapping[str, str] = {}
    players: Sequence[str] = PLAYERS


KINDS = {
    "atlantis dealt": Kind("atlantis", {"cards": "dealt"}),
    "atlantis hidden": Kind("atlantis"),
    "atlantis dealt, three": Kind("atlantis", {"cards": "dealt"}, (*PLAYERS, "Cy")),
    "escape dealt": Kind("escape", {"pieces": "dealt", "dice": "dealt"}),
    "escape pieces": Kind("escape", {"pieces": "dealt"}),
    "escape dice": Kind("escape", {"dice": "dealt"}),
    "escape hidden": Kind("escape"),
    "gods dealt": Kind("gods", {"cards": "dealt"}),
    "gods hidden": Kind("gods"),
    "gods dealt, three": Kind("gods", {"cards": "dealt"}, (*PLAYERS, "Cy")),
    "gods alone": Kind("gods", {"cards": "dealt"}, ("Ann",)),
    "circles": Kind("circles"),
}


BACK = re.compile(r"\b([A-Z][0-9]+)\?([a-z])\b")  # of Escape: what lies under a piece


# ---- what may be seen ----------------------------------------------------------------------------


def parts(position: str) -> tuple[str, dict[str, str]]:
    """A position's line as what lies on the board, and the rest by its names."""
    board, _, rest = position.rpartition(" | ")
    return board, dict(word.split("=", 1) for word in rest.split(" "))


def whole(board: str, rest: Mapping[str, str]) -> str:
    return (f"{board} | " if board else "") + " ".join(f"{name}={value}" for name, value in rest.items())


def is_dealt(rest: Mapping[str, str]) -> bool:
    """Whether the seed dealt the cards: `table=yes/SEED/...` says so."""
    return rest.get("table", "").startswith("yes/")


def seeded(rest: Mapping[str, str], seed: str) -> dict[str, str]:
    """The values in which the seed stands, with another one."""
    found = {"seed": seed} if "seed" in rest else {}
    return found | ({"table": re.sub(r"(?<=^yes/)[^/]+", seed, rest["table"])} if is_dealt(rest) else {})


def lawful(position: str, seat: int | None) -> str:
    """A position's line with everything hidden from that seat (None: from anybody at the table) struck out."""
    board, rest = parts(position)
    if is_dealt(rest):
        hands, shown = hands_of(rest), shown_of(rest)
        told = [
            "".join(sorted(hand)) if number == seat else known + "?" * (len(hand) - len(known))
            for number, (hand, known) in enumerate(zip(hands, shown, strict=True))
        ]
        rest |= {"hands": ",".join(told), "deck": str(len(rest["deck"].strip("-")))}
    board = re.sub(r"/[A-Z]\d", "/?", BACK.sub(r"\1?", board))
    return whole(board, rest | seeded(rest, "?") | {"unseen": "?"})


def hands_of(rest: Mapping[str, str]) -> list[str]:
    return [hand.strip("-") for hand in rest["hands"].split(",")]


def shown_of(rest: Mapping[str, str]) -> list[str]:
    """What everybody knows of each hand."""
    return [shown.strip("-") for shown in rest["shown"].split(",")] if "shown" in rest else [""] * len(hands_of(rest))


# ---- another world for the same eyes -------------------------------------------------------------


def swapped(position: str, seat: int | None, chance: Random, *, near: bool) -> str:
    """The same position for a seat, with what it cannot see in another order; the next few cards of a deck stay as they
    are unless `near`, so that the game can go on in both. The seed is another too."""
    board, rest = parts(position)
    if "/" in board and " ~ " in board:
        board = _beneath(board, chance)
    if is_dealt(rest):
        hands, deck = _redealt(hands_of(rest), shown_of(rest), rest["deck"].strip("-"), seat, chance, near)
        rest |= {"hands": ",".join(hand or "-" for hand in hands), "deck": deck or "-"}
    board = _turned(board, chance)
    if rest.get("seed", "-") != "-":
        rest |= seeded(rest, str(chance.randrange(10**6)))
    other = whole(board, rest)
    assert lawful(other, seat) == lawful(position, seat)
    return other


def _beneath(board: str, chance: Random) -> str:
    """The tiles that lie under others of Atlantis' path, mixed within each of its two sets."""
    spaces = board.split()
    for among in (range(GAP - 1), range(GAP, len(spaces))):
        under = {n: found[0] for n in among if (found := re.search(r"(?<=/)\w+", spaces[n]))}
        for n, tile in zip(under, _mixed(under.values(), chance), strict=True):
            spaces[n] = re.sub(r"/\w+", f"/{tile}", spaces[n])
    return " ".join(spaces)


def _turned(board: str, chance: Random) -> str:
    """The symbols under the pieces of Escape, mixed within each region."""
    regions, found = dict[str, str](), {match[1]: match[2] for match in BACK.finditer(board)}
    for letter, row in zip(ascii_uppercase, board.partition(" ")[0].split("/"), strict=False):
        signs = re.sub("[0-9]+", lambda run: "." * int(run[0]), row)
        regions |= {f"{letter}{n}": sign for n, sign in enumerate(signs, start=1)}
    for region in REGIONS:
        among = [name for name in found if regions[name] == region]
        found |= zip(among, _mixed([found[name] for name in among], chance), strict=True)
    return BACK.sub(lambda match: f"{match[1]}?{found[match[1]]}", board)


def _redealt(
    hands: Sequence[str], shown: Sequence[str], deck: str, seat: int | None, chance: Random, near: bool
) -> tuple[list[str], str]:
    """Hands but the seat's, as far as they were not shown, and the deck, dealt anew together."""
    stays = 0 if near else min(len(deck), 12)
    hidden = [_less(hand, known) for hand, known in zip(hands, shown, strict=True)]
    pool = _mixed("".join(cards for n, cards in enumerate(hidden) if n != seat) + deck[stays:], chance)
    after = []
    for number, hand in enumerate(hands):
        new = shown[number] + "".join(pool.pop() for _ in hidden[number]) if number != seat else hand
        after.append("".join(sorted(new, key=CARDS.index)))
    return after, deck[:stays] + "".join(pool)


def _less(hand: str, known: str) -> str:
    for letter in known:
        hand = hand.replace(letter, "", 1)
    return hand


def _mixed(found: Iterable[str], chance: Random) -> list[str]:
    mixed = list(found)
    chance.shuffle(mixed)
    return mixed


# ---- into a store --------------------------------------------------------------------------------


@cache
def started(kind: str, seed: int, plies: int) -> str:
    """The line of a position some legal turns into a game."""
    game, options, players = KINDS[kind]
    found = Game(game)
    _, played = prepare(game, players, seed=seed if _takes_seed(game) else None, options=options)
    state, chance = played.state, Random(seed)
    for _ in range(plies):
        after = state
        if found.turn(after) is not None:
            moves = list(islice(found.moves(after), 60))
            after = found.apply(after, chance.choice(moves))
        if found.turn(after) is None:
            break
        state = after
    return found.text(state)


def _takes_seed(game: str) -> bool:
    return game != "circles"


def stored(path: Path, kind: str, position: str, seed: int) -> Path:
    """A store whose only game begins with a position; its setup says that `seed` dealt it."""
    game, options, players = KINDS[kind]
    record, _ = prepare(game, players, seed=seed, options=options)
    with Store(path, create=True) as store:
        keep(store, record, Play.begin(Game(game), Game(game).read(position)))
    return path


@dataclass(frozen=True)
class Truth:
    """What only a referee knows of a stored game: its whole position, and the log that everybody reads."""

    position: str
    log: tuple[tuple[object, ...], ...]
    following: int


def truth(store: Path) -> Truth:
    with Store(store) as opened:
        table = open_game(opened, 1)
        entries = table.journal.entries
        log = tuple((e.kind, e.ply, e.parent, e.text, e.rule, e.points) for e in entries)
        return Truth(table.journal.position, log, len(table.journal.following()))


def state_of(kind: str, position: str) -> Any:
    return Game(KINDS[kind].game).read(position)
