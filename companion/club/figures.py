"""A club's figures as tables for people, facts for programs and rows for a spreadsheet. No I/O."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.club.names import Names
from companion.club.stats import Against, Club, Kind, Share, Streaks, Who
from companion.contract.faults import SyntaxFault
from companion.table.report import number
from specs.base import measure
from specs.base.languages import numeral, say, say_as, say_many

COLUMNS = ("about", "game", "players", "player", "other", "figure", "value", "low", "high")
Row = tuple[str | int | float | None, ...]
NAME = 20  # columns for a name in a table


class Columns(NamedTuple):
    """A part of the figures by its key: heads and rows, the first of each in words."""

    key: str
    heads: Sequence[str]
    rows: Sequence[Sequence[object]]


def in_columns(part: Columns, name: int = NAME) -> list[str]:
    """Lay rows out in columns under their heads: words on the left, at most `name` cells wide, figures on the right."""
    cells = [part.heads, *[[measure.short(str(row[0]), name), *map(str, row[1:])] for row in part.rows]]
    across = [max(map(measure.width, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join([measure.left(line[0], across[0]), *map(measure.right, line[1:], across[1:])]).rstrip()
        for line in cells
    ]


def in_lines(parts: Iterable[Columns], name: int = NAME) -> list[str]:
    """Return the non-empty tables, each after an empty line."""
    return [line for part in parts if part.rows for line in ("", *in_columns(part, name))]


def who(club: Club, name: str, names: Names) -> Who:
    """Return a player's figures. Raises SyntaxFault for an unknown player."""
    for found in club.players:
        if found.key == names.key(name):
            return found
    known = ", ".join(found.name for found in club.players[:12])
    expected = say("a player of these games, such as {names}", names=known) if known else say("a player of games")
    raise SyntaxFault(f"'{name[:40]}'", expected)


# ---- for people ----------------------------------------------------------------------------------


def lines(club: Club) -> list[str]:
    """Return the whole club's figures, at most 80 columns wide."""
    first = [(f"{game}, {players}", *_share(shares[0])) for (game, players), shares in club.seats.items()]
    seats = Columns("first", (say("First seat"), *shares()), first)
    return [counted(club), *in_lines([won(club.players), alone(club.players), kinds(club.kinds), seats])]


def lines_of(found: Who) -> list[str]:
    """Return one player's figures, at most 80 columns wide."""
    games = say_many("{n} game against others", "{n} games against others", found.share.games)
    counts = [games, say("{n} not over", n=found.unfinished)]
    counts += [say("{n} left before the end", n=found.left)] if found.left else []
    out = [f"{found.name}: {', '.join(counts)}"]
    if (share := found.share).games:
        said = {"wins": share.wins, "shared": share.shared, "share": percent(share.share)}
        said |= {"span": span(*share.interval), "chance": percent(share.chance)}
        out += [
            say("won {wins} ({shared} shared): {share}, 95 % interval {span}, expected by chance {chance}", **said),
            say("streak: {now}; longest winning streak: {best}", now=_row(found.streaks), best=found.streaks.best),
        ]
    if found.alone.games:
        games = say_many("{n} game", "{n} games", found.alone.games)
        out.append(say("alone: {games}, {wins} won", games=games, wins=found.alone.wins))
    return [*out, *in_lines([kinds(found.kinds, own=True), against(found)])]


def won(players: Sequence[Who], *, most: bool = False) -> Columns:
    """Return how often each won against others; with `most`, also the longest winning streak."""
    heads = (say("Against others"), *shares(), say("streak"), *([say("at most")] if most else []))
    met = [each for each in players if each.share.games]
    last = [(each.streaks.best,) if most else () for each in met]
    rows = [(each.name, *_share(each.share), _row(each.streaks), *best) for each, best in zip(met, last, strict=True)]
    return Columns("won", heads, rows)


def alone(players: Sequence[Who]) -> Columns:
    """Return how often each won alone."""
    heads = (say("Alone"), say("games"), say_as("of games", "won"))
    return Columns("alone", heads, [(each.name, *each.alone) for each in players if each.alone.games])


def against(one: Who) -> Columns:
    """Return a player's record against each other one."""
    heads = (say("Against"), say("games"), say("ahead"), say("behind"), say("level"), say("ahead, 95 %"))
    return Columns("against", heads, [(*each, span(*each.interval)) for each in one.against])


def kinds(found: Sequence[Kind], *, own: bool = False, called: Callable[[str], str] = str) -> Columns:
    """Return averages by kind of game; with `own`, those of one player. `called` names a game."""
    rows = []
    for kind in found:
        games = kind.share.games if own else kind.share.games // kind.players
        row = [f"{called(kind.game)}, {kind.players}", games, _fixed(kind.turns), _fixed(kind.minutes, 0)]
        most = number(kind.most)
        last = [kind.share.wins, _fixed(kind.place)] if own else [_fixed(kind.winners_points)]
        rows.append((*row, _fixed(kind.points), *last, most if own else f"{most} {measure.short(kind.most_by, 12)}"))
    ends = (say_as("of games", "won"), say_as("of a result", "place")) if own else (say("winners'"),)
    heads = (say("Games"), say("games"), say("turns"), say("minutes"), say("points"), *ends, say("most"))
    return Columns("kinds", heads, rows)


def seats(club: Club, called: Callable[[str], str]) -> Columns:
    """Return how often each seat won."""
    rows = [
        (f"{called(game)}, {say_many('{n} player', '{n} players', players)}", seat, *_share(share))
        for (game, players), shares in club.seats.items()
        for seat, share in enumerate(shares, start=1)
    ]
    return Columns("seats", (say("Seats"), say("seat"), *shares()), rows)


def counted(club: Club) -> str:
    """Return the number of games: `3 games over, 1 not over, 2026-01-02 to 2026-11-22`."""
    games = say_many("{n} game over", "{n} games over", club.games)
    left = say("{n} not over", n=club.unfinished)
    days = [say("{first} to {last}", first=club.since, last=club.until)] if club.since else []
    return ", ".join([games, left, *days])


def shares() -> tuple[str, ...]:
    """Return the column heads of a `Share`."""
    won, by_lot = say_as("of games", "won"), say("chance")
    return say("games"), won, say_as("of games", "shared"), say("share"), say("95 %"), by_lot


def _share(share: Share) -> tuple[object, ...]:
    return share.games, share.wins, share.shared, percent(share.share), span(*share.interval), percent(share.chance)


def _row(streaks: Streaks) -> str:
    return say("{n} won", n=streaks.now) if streaks.now > 0 else say("{n} lost", n=-streaks.now)


def _fixed(value: float | None, digits: int = 1) -> str:
    return "" if value is None else numeral(value, f".{digits}f")


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def span(low: float, high: float) -> str:
    return say("{low} to {high} %", low=f"{100 * low:.0f}", high=f"{100 * high:.0f}")


# ---- for programs --------------------------------------------------------------------------------


def facts(club: Club) -> dict[str, Any]:
    """Return the whole club's figures as `--json` prints them; shares are of 1."""
    return {
        "games": club.games,
        "unfinished": club.unfinished,
        "from": club.since or None,
        "to": club.until or None,
        "players": [facts_of(each) for each in club.players],
        "kinds": [_kind_facts(kind) for kind in club.kinds],
        "seats": [
            {"game": game, "players": players, "seat": seat, **_share_facts(share)}
            for (game, players), shares in club.seats.items()
            for seat, share in enumerate(shares, start=1)
        ],
    }


def facts_of(found: Who) -> dict[str, Any]:
    """Return one player's figures as `--json` prints them."""
    return {
        "player": found.name,
        **_share_facts(found.share),
        "streak": {"now": found.streaks.now, "best": found.streaks.best},
        "alone": found.alone._asdict(),
        "unfinished": found.unfinished,
        "left": found.left,
        "kinds": [_kind_facts(kind) for kind in found.kinds],
        "against": [_against_facts(each) for each in found.against],
    }


def _share_facts(share: Share) -> dict[str, Any]:
    found = {"games": share.games, "wins": share.wins, "shared": share.shared}
    if not share.games:
        return {**found, "share": None, "low": None, "high": None, "chance": None}
    low, high = share.interval
    return {**found, "share": share.share, "low": low, "high": high, "chance": share.chance}


def _kind_facts(kind: Kind) -> dict[str, Any]:
    given = kind._asdict()
    share = given.pop("share")
    return {"game": kind.game, "players": kind.players, "games": share.games, "wins": share.wins} | given


def _against_facts(each: Against) -> dict[str, Any]:
    low, high = each.interval
    return each._asdict() | {"low": low, "high": high}


# ---- for a spreadsheet ---------------------------------------------------------------------------


def rows(club: Club) -> Iterator[Row]:
    """Yield a row for each figure, after the heads in `COLUMNS`."""
    yield COLUMNS
    yield from _rows(("club",), {"games": club.games, "unfinished": club.unfinished})
    yield from _kind_rows("kind", club.kinds)
    for (game, players), shares in club.seats.items():
        for seat, share in enumerate(shares, start=1):
            yield from _rows(("seat", game, players, None, seat), _share_facts(share))
    for found in club.players:
        yield from rows_of(found, head=False)


def rows_of(found: Who, *, head: bool = True) -> Iterator[Row]:
    """Yield one player's figures, a row each; with `head`, after the heads in `COLUMNS`."""
    yield from [COLUMNS] if head else []
    name, alone, streaks = _plain(found.name), found.alone, found.streaks
    more = {"alone": alone.games, "alone won": alone.wins, "unfinished": found.unfinished, "left": found.left}
    more |= {"streak": streaks.now, "best streak": streaks.best}
    yield from _rows(("player", None, None, name), _share_facts(found.share) | more)
    yield from _kind_rows("player", found.kinds, name)
    for each in found.against:
        yield from _rows(("against", None, None, name, _plain(each.name)), _against_facts(each), "ahead")


def _kind_rows(about: str, kinds: Sequence[Kind], name: str | None = None) -> Iterator[Row]:
    for kind in kinds:
        yield from _rows((about, kind.game, kind.players, name), _kind_facts(kind))


def _rows(at: Row, given: Mapping[str, Any], spread: str = "share") -> Iterator[Row]:
    """Yield a row for each figure that is given; `spread` is the one with an interval."""
    for figure, value in given.items():
        if isinstance(value, int | float) and figure not in ("players", "low", "high"):
            between = (given["low"], given["high"]) if figure == spread else (None, None)
            yield *at, *[None] * (5 - len(at)), figure, value, *between


def _plain(text: str) -> str:
    """Return text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("+", "-", "=", "@") else text
