"""A whole position as one line, and back: the path in the rules' notation, `|`, and all else that is known.

    F3/O5 H2@r1 ~ = ... | players=Ann:red,Bob:white hands=FFO??,- tiles=F3.O5,- bridges=x. home=-,13 turn=1 ...

`bridges` says who still has theirs, `home` whose figures are on the mainland. A figure that is neither there nor on the
path is on Atlantis. Lines that older versions stored (`| r "Ann" FFO?? F3,O5 bridge - ; ... ; turn:r deck:?88 ...`)
are read too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion import positions
from companion.contract import Player, SyntaxFault
from companion.games.atlantis.state import (
    ATLANTIS,
    CODES,
    ITEMS,
    LAND,
    MAINLAND,
    NOTHING,
    SPACES,
    UNKNOWN,
    Cards,
    State,
    Table,
    cards_text,
    closed,
    count,
    tile,
    tile_text,
)

KEYS = (
    "players", "hands", "tiles", "bridges", "home", "turn", "over", "deck", "discards", "shuffles", "gone", "unseen",
    "setup", "seed", "rules",
)  # fmt: skip
STUCK = ("must", "may")
_SPACE = re.compile(r"([FOHARSC][1-7]|\?)(?:/([FOHARSC][1-7]|\?))?((?:@[RWBK][123])*)|([~=])")
_COLOURS = {code: colour for colour, code in CODES.items()}
_CARDS = re.compile(r"[FOHARSC]*\?*")
_HOME = re.compile("1?2?3?")
_EARLIER = re.compile(r'([rwbk]) "((?:[^"\\]|\\.)*)" (\S+) (\S+) (bridge|laid) (\S+) ; ')
_ESCAPE = re.compile(r"\\(u[0-9a-f]{4}|U[0-9a-f]{8}|.)")


class Path(NamedTuple):
    """The 53 spaces as read. `figures` are (colour code, number, space)."""

    tops: bytes
    unders: bytes
    bridges: int
    figures: tuple[tuple[str, int, int], ...]


def tile_code(text: str) -> int:
    """A tile from `F3`, upper or lower case. Raises ValueError."""
    if len(text) == 2 and text[0].upper() in ITEMS and text[0] != "?" and text[1] in "1234567":
        return tile(text[0].upper(), int(text[1]))
    raise ValueError(text)


def read_path(spaces: Sequence[positions.Word], after: int) -> Path:
    """The path from its 53 words; `after` is the column behind the last. Raises SyntaxFault."""
    tops, unders = bytearray((LAND,)), bytearray((NOTHING,))
    bridges, figures = 0, []
    for space, (text, column) in enumerate(spaces[:SPACES], start=1):
        match = _SPACE.fullmatch(text.upper())
        if match is None:
            raise SyntaxFault(f"'{text}' on space {space}", "a space such as F3, F3/O5, F3/?, ~ or =", column)
        top, under, marks, water = match.groups()
        bridges |= (water == "=") << space
        tops.append(NOTHING if water else _code(top))
        unders.append(_code(under) if under else NOTHING)
        figures += [(mark[0].lower(), int(mark[1]), space) for mark in marks.split("@")[1:]] if marks else []
    if len(spaces) != SPACES:
        column = spaces[SPACES].column if len(spaces) > SPACES else after
        found = f"{len(spaces)} space{'s' * (len(spaces) != 1)}"
        raise SyntaxFault(found, f"{SPACES} between Atlantis and the mainland", column)
    tops.append(LAND)
    unders.append(NOTHING)
    return Path(bytes(tops), bytes(unders), bridges, tuple(figures))


def _code(text: str) -> int:
    return UNKNOWN if text == "?" else tile(text[0], int(text[1]))


# ---- to text -------------------------------------------------------------------------------------


def text(state: State) -> str:
    """The whole position as one line: `parse_state(text(s)) == s`."""
    table = state.table
    codes = [CODES[colour] for colour in table.colours]
    marked: dict[int, str] = {}
    for i, space in enumerate(state.figures):
        marked[space] = marked.get(space, "") + f"@{codes[i // 3]}{i % 3 + 1}"
    spaces = [space_text(state, space) + marked.get(space, "") for space in range(1, MAINLAND)]
    figures = [state.figures[p * 3 : p * 3 + 3] for p in range(len(codes))]
    return positions.line(
        " ".join(spaces),
        players=positions.people(map(Player, table.names, table.colours)),
        hands=positions.each(map(cards_text, state.hands)),
        tiles=positions.each(map(_tiles, state.tiles)),
        bridges=positions.marks(state.unlaid),
        home=positions.each("".join(str(n + 1) for n in range(3) if own[n] == MAINLAND) for own in figures),
        turn=state.turn + 1,
        over=state.over,
        deck=f"?{len(state.deck)}" if state.deck.startswith("?") else state.deck,
        discards=cards_text(state.discards),
        shuffles=state.shuffles,
        gone=state.gone,
        unseen="/".join(_tiles(tiles) or "-" for tiles in state.unseen),
        setup="dealt" if table.dealt else "hidden",
        seed=table.seed,
        rules=f"{table.buys_per_turn}/{'yes' if table.settle_from_atlantis else 'no'}/{table.stuck_with_bridge}",
        **positions.away(table.away),
    )


def space_text(state: State, space: int) -> str:
    """A space without its figures: `F3/O5`, `~`, `=`."""
    top, under = state.tops[space], state.unders[space]
    if top == NOTHING:
        return "=" if state.bridges >> space & 1 else "~"
    return f"{tile_text(top)}/{tile_text(under)}" if under else tile_text(top)


def _tiles(tiles: tuple[int, ...]) -> str:
    return ".".join(map(tile_text, tiles))


# ---- from text -----------------------------------------------------------------------------------


def parse_state(given: str) -> State:
    """A position from its line. Raises SyntaxFault for what cannot be read or cannot be a position."""
    before, rest = positions.parts(_now(given), 2, "the path | players and the rest")
    spaces = positions.words(*before)
    path = read_path(spaces, rest.column - 1)
    keys = positions.Keys(rest, KEYS)
    players = keys.players(2, 4, tuple(CODES))
    number = len(players)
    homes = keys.each("home", _home, "figures on the mainland such as 13, or -", number)
    rules = keys.value("rules", _rules, "buys_per_turn/settle_from_atlantis/stuck_with_bridge such as 1/yes/must")
    dealt = keys.one_of("setup", ("hidden", "dealt")) == 1
    names, colours = tuple(player.name for player in players), tuple(player.colour for player in players)
    state = State(
        table=Table(names, colours, dealt, keys.seed(), *rules, away=keys.away(number)),
        tops=path.tops,
        unders=path.unders,
        bridges=path.bridges,
        unlaid=keys.marks("bridges", number),
        figures=_figures(path, [CODES[colour] for colour in colours], homes, spaces),
        hands=keys.each("hands", _cards, "cards such as FFO??, or -", number),
        tiles=keys.each("tiles", _read_tiles, "tiles such as F3.O5, or -", number),
        deck=keys.deck("FOHARSC"),
        discards=keys.value("discards", _cards, "cards such as FFO, or -"),
        shuffles=keys.whole("shuffles"),
        gone=keys.whole("gone"),
        unseen=keys.value("unseen", _unseen, "tiles of set A / tiles of set B"),
        turn=keys.whole("turn", 1, number) - 1,
        over=keys.flag("over"),
    )
    _sound(state)
    return state


def _cards(text: str) -> Cards:
    if not _CARDS.fullmatch(text):
        raise ValueError(text)
    return count(text)


def _read_tiles(text: str) -> tuple[int, ...]:
    return tuple(sorted(map(tile_code, text.split(".")))) if text.strip("-") else ()


def _unseen(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    a, b = map(_read_tiles, text.split("/"))
    return a, b


def _home(text: str) -> str:
    if not _HOME.fullmatch(text):
        raise ValueError(text)
    return text


def _rules(text: str) -> tuple[int, bool, str]:
    """Lines that older versions stored have no third part."""
    buys, settle, stuck = f"{text}/must".split("/")[:3] if text.count("/") == 1 else text.split("/")
    return positions.whole(buys), ("no", "yes").index(settle) == 1, STUCK[STUCK.index(stuck)]


def _figures(
    path: Path, codes: Sequence[str], homes: Sequence[str], spaces: Sequence[positions.Word]
) -> tuple[int, ...]:
    figures = [MAINLAND if str(n) in home else ATLANTIS for home in homes for n in (1, 2, 3)]
    for code, number, space in path.figures:
        at = codes.index(code) * 3 + number - 1 if code in codes else -1
        if at < 0 or figures[at] != ATLANTIS:
            found = f"figure {code}{number} on space {space}"
            raise SyntaxFault(found, "each player's figures once", spaces[space - 1].column)
        figures[at] = space
    return tuple(figures)


def _sound(state: State) -> None:
    """Refuse what no turn could have led to and the rules would trip over."""
    table = state.table
    known = not any(hand[0] for hand in (*state.hands, state.discards)) and "?" not in state.deck
    checks = (
        (not table.dealt or (known and table.seed is not None), "known cards and a seed where cards are dealt"),
        (table.dealt or not state.deck.strip("?"), "an unseen deck where cards are hidden"),
        (all(state.tops[space] for space in state.figures), "figures on tiles"),
        (closed(state.tops, state.bridges) == state.bridges, "bridges between tiles"),
    )
    for holds, expected in checks:
        if not holds:
            raise SyntaxFault("a position that cannot be", expected, 1)


def _now(given: str) -> str:
    """A line as it is written today: a store may hold it as it was written before all games wrote alike."""
    if " ; turn:" not in given:
        return given
    path, _, rest = given.partition(" | ")
    tail = dict(word.partition(":")[::2] for word in rest.rpartition(" ; ")[2].split())
    found = _EARLIER.findall(rest)
    over, _, turn = tail.get("turn", "").rpartition(":")
    codes, names, hands, tiles, unlaid, homes = zip(*found, strict=True) if found else ((),) * 6
    if turn not in codes or len(tail) != 10:
        return given
    return positions.line(
        path,
        players=positions.people(Player(_plain(name), _COLOURS[code]) for name, code in zip(names, codes, strict=True)),
        hands=",".join(hands),
        tiles=",".join(one.replace(",", ".") for one in tiles),
        bridges=positions.marks(one == "bridge" for one in unlaid),
        home=",".join(homes),
        turn=codes.index(turn) + 1,
        over=over == "over",
        **{key: tail.get(key) for key in ("deck", "discards", "shuffles", "gone")},
        unseen=tail.get("unseen", "").replace(",", "."),
        setup=tail.get("cards"),
        seed=tail.get("seed"),
        rules=f"{tail.get('buys_per_turn')}/{'yes' if tail.get('settle_from_atlantis') == 'true' else 'no'}",
    )


def _plain(name: str) -> str:
    """A name as it stood in double quotes."""
    return _ESCAPE.sub(lambda match: chr(int(match[1][1:], 16)) if len(match[1]) > 1 else match[1], name)
