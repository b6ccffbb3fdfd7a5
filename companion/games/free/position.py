"""Positions of the free table as text: what lies at each site, then the keys.

`kit=5b1e09c2d7aa deck=?cards*8 market=red-4,gold-2 hand@1=red-9~ land.i9=t3^2 | players=Ann:red,Bob:blue turn=1 ...`:
`*n` so many alike, `~` face down, `^2` turned by two steps.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby

from companion.contract import SyntaxFault, positions
from companion.games.free.state import MOST_STEPS, Piece, Site, State, planned
from specs.base.languages import say
from specs.expand.table_kit import Kit
from specs.model.schema import MOST_PLAYERS

KEYS = ("players", "turn", "phase", "round", "first", "count", "dice", "chance", "seed", "dealt", "over")
MOST_COUNTED = 10**9
_PIECE = re.compile(r"(\??[\w-]+)(~?)(?:\^(\d{1,2}))?(?:\*(\d{1,4}))?\Z", re.ASCII)


def text(state: State) -> str:
    """The whole position as one line."""
    sites = [
        f"{_site(site)}={','.join(_run(piece, len(list(run))) for piece, run in groupby(pieces))}"
        for site, pieces in state.lying
        if pieces
    ]
    return positions.line(
        " ".join((f"kit={state.kit.digest}", *sites)),
        players=positions.people(state.players),
        turn=state.turn + 1,
        phase=state.phase + 1,
        round=state.round,
        first=state.first + 1,
        count=",".join(map(str, state.counts)),
        dice="/".join(",".join("?" if face is None else str(face) for face in faces) for faces in state.dice) or None,
        chance=state.chance,
        seed=state.seed,
        dealt=state.dealt,
        over=state.over,
    )


def _site(site: Site) -> str:
    owner = "" if site.owner is None else f"@{site.owner + 1}"
    return f"{site.zone}{owner}{'.' * bool(site.cell)}{site.cell}"


def _run(piece: Piece, count: int) -> str:
    turned = f"^{piece.turn}" if piece.turn else ""
    return f"{piece.word}{'~' * piece.down}{turned}{f'*{count}' if count > 1 else ''}"


def parse_state(kit: Kit, given: str) -> State:
    """A position of a kit's game from its line. Raises SyntaxFault."""
    board, rest = positions.parts(given, 2, "what lies where, then players= and the other keys")
    keys = positions.Keys(rest, KEYS)
    players = keys.players(1, MOST_PLAYERS)
    plan = planned(kit, len(players))
    sites = {_site(site): n for n, site in enumerate(plan.sites)}
    lies: list[tuple[Piece, ...]] = [()] * len(plan.sites)
    for number, (word, column) in enumerate(positions.words(*board)):
        name, _, pieces = word.partition("=")
        if number == 0:
            if (name, pieces) != ("kit", kit.digest):
                raise SyntaxFault(word[:40], say("kit={digest}, the kit of this game", digest=kit.digest), column)
            continue
        if name not in sites or lies[sites[name]] or not pieces:
            raise SyntaxFault(f"'{word[:40]}'", say("a place of this table, once, and what lies there"), column)
        lies[sites[name]] = tuple(_pieces(kit, len(players), pieces, column + len(name) + 1))
    _whole(kit, lies)

    def counts(text: str) -> tuple[int, ...]:
        found = tuple(map(int, text.split(",")))
        if len(found) != len(plan.counters) or any(abs(one) > MOST_COUNTED for one in found):
            raise ValueError(text)
        return found

    def dice(text: str) -> tuple[tuple[int | None, ...], ...]:
        found = []
        for die, faces in zip(kit.dice.values(), text.split("/") if text else [""] * len(kit.dice), strict=True):
            up = tuple(None if face == "?" else int(face) for face in faces.split(",") if faces)
            if len(up) not in (0, die.count) or not {*up} <= {None, *die.faces}:
                raise ValueError(text)
            found.append(up)
        return tuple(found)

    return State(
        kit,
        players,
        tuple(lies),
        keys.value("count", counts, "a number for each counter"),
        keys.value("dice", dice, "the faces of each of the dice, ? where not known"),
        keys.whole("turn", 1, len(players)) - 1,
        keys.whole("phase", 1, max(1, len(kit.turn.phases))) - 1,
        keys.whole("round", 1),
        keys.whole("first", 1, len(players)) - 1,
        keys.whole("chance"),
        keys.seed(),
        keys.flag("dealt"),
        keys.flag("over"),
    )


def _pieces(kit: Kit, players: int, text: str, column: int) -> list[Piece]:
    found: list[Piece] = []
    kinds = planned(kit, players).kinds
    components = {kind.component for kind in kit.kinds}
    for one in text.split(","):
        match = _PIECE.match(one)
        fine = match is not None and (match[1][1:] in components if one[0] == "?" else match[1].lower() in kinds)
        if match is None or not fine or int(match[3] or 0) > MOST_STEPS:
            raise SyntaxFault(
                f"'{one[:40]}'", say("a piece of this game, such as {word}", word=next(iter(kinds))), column
            )
        word = match[1] if one[0] == "?" else kinds[match[1].lower()].word
        found += [Piece(word, bool(match[2]), int(match[3] or 0))] * int(match[4] or 1)
        column += len(one) + 1
    return found


def _whole(kit: Kit, lies: list[tuple[Piece, ...]]) -> None:
    """Raises SyntaxFault unless every piece is somewhere, and none of them twice."""
    known = Counter(piece.word for pieces in lies for piece in pieces)
    of_component: Counter[str] = Counter()
    for kind in kit.kinds:
        if known[kind.word] > kind.count:
            raise SyntaxFault(f"{known[kind.word]} {kind.word}", say("at most {n}", n=kind.count))
        of_component[kind.component] += kind.count - known[kind.word]
    for component, missing in of_component.items():
        if known[f"?{component}"] != missing:
            found = say("{n} {kind} not known", n=known[f"?{component}"], kind=component)
            raise SyntaxFault(found, say("{n}: each piece in one place", n=missing))
