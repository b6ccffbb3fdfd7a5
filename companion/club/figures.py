"""A club's figures as lines for people, facts for programs and rows for a spreadsheet. No I/O."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.club.names import Names
from companion.club.stats import Against, Club, Kind, Share, Streaks, Who
from companion.contract import SyntaxFault
from companion.report import number
from specs.ground import measure

__all__ = ["facts", "facts_of", "lines", "lines_of", "percent", "rows", "rows_of", "span", "table", "who"]

COLUMNS = ("about", "game", "players", "player", "other", "figure", "value", "low", "high")
Row = tuple[str | int | float | None, ...]
NAME = 20  # cells of a name in a table of figures


def who(club: Club, name: str, names: Names) -> Who:
    """A player's figures. Raises SyntaxFault for nobody."""
    for found in club.players:
        if found.key == names.key(name):
            return found
    known = ", ".join(found.name for found in club.players[:12])
    raise SyntaxFault(f"'{name[:40]}'", f"a player of these games, such as {known}" if known else "a player of games")


# ---- for people ----------------------------------------------------------------------------------


def lines(club: Club) -> list[str]:
    """The whole club, at most 80 columns."""
    days = f", {club.since} to {club.until}" if club.since else ""
    told = [f"{_of(club.games, 'game')} over, {club.unfinished} not over{days}"]
    others = [each for each in club.players if each.share.games]
    if others:
        heads = ("Against others", "games", "won", "shared", "share", "95 of 100", "by lot", "in a row")
        told += ["", *table(heads, [(each.name, *_share(each.share), _row(each.streaks)) for each in others])]
    alone = [each for each in club.players if each.alone.games]
    if alone:
        told += ["", *table(("Alone", "games", "won"), [(each.name, *each.alone) for each in alone])]
    told += ["", *_kinds(club.kinds)] if club.kinds else []
    first = [(f"{game}, {players}", *_share(shares[0])) for (game, players), shares in club.seats.items()]
    if first:
        told += ["", *table(("First seat", "games", "won", "shared", "share", "95 of 100", "by lot"), first)]
    return told


def lines_of(found: Who) -> list[str]:
    """One player, at most 80 columns."""
    left = f", {found.left} left before the end" if found.left else ""
    told = [f"{found.name}: {_of(found.share.games, 'game')} against others, {found.unfinished} not over{left}"]
    if found.share.games:
        share = found.share
        often = f"{percent(share.share)}, 95 of 100: {span(*share.interval)}, by lot {percent(share.chance)}"
        told += [
            f"won {share.wins} ({share.shared} shared): {often}",
            f"in a row now: {_row(found.streaks)}; most won in a row: {found.streaks.best}",
        ]
    if found.alone.games:
        told.append(f"alone: {_of(found.alone.games, 'game')}, {found.alone.wins} won")
    told += ["", *_kinds(found.kinds, own=True)] if found.kinds else []
    if found.against:
        rows = [
            (each.name, each.games, each.ahead, each.behind, each.level, span(*each.interval)) for each in found.against
        ]
        told += ["", *table(("Against", "games", "ahead", "behind", "level", "ahead 95 of 100"), rows)]
    return told


def _kinds(kinds: Sequence[Kind], *, own: bool = False) -> list[str]:
    rows = []
    for kind in kinds:
        games = kind.share.games if own else kind.share.games // kind.players
        row = [f"{kind.game}, {kind.players}", games, f"{kind.turns:.1f}", _minutes(kind.minutes), f"{kind.mean:.1f}"]
        won = "" if kind.winners_mean is None else f"{kind.winners_mean:.1f}"
        most = number(kind.most) + ("" if own else f" {measure.short(kind.most_by, 12)}")
        row += [kind.share.wins, f"{kind.place:.1f}", most] if own else [won, most]
        rows.append(tuple(row))
    heads = ("Games", "games", "turns", "minutes", "points")
    return table((*heads, "won", "place", "most") if own else (*heads, "winners'", "most"), rows)


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Columns under their heads: words to the left, figures to the right."""
    cells = [
        [measure.short(str(cell), NAME).replace("-", "−" if str(cell)[1:].isdigit() else "-") for cell in row]
        for row in rows
    ]
    across = [max(measure.width(line[n]) for line in [list(heads), *cells]) for n in range(len(heads))]

    def told(line: Sequence[str]) -> str:
        first = measure.left(line[0], across[0])
        rest = (" " * (wide - measure.width(cell)) + cell for cell, wide in zip(line[1:], across[1:], strict=True))
        return "  ".join([first, *rest]).rstrip()

    return [told(heads), *map(told, cells)]


def _share(share: Share) -> tuple[object, ...]:
    return share.games, share.wins, share.shared, percent(share.share), span(*share.interval), percent(share.chance)


def _row(streaks: Streaks) -> str:
    return f"{streaks.now} won" if streaks.now > 0 else f"{-streaks.now} not"


def _minutes(minutes: float | None) -> str:
    return "" if minutes is None else f"{minutes:.0f}"


def _of(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def span(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {100 * high:.0f} %"


# ---- for programs --------------------------------------------------------------------------------


def facts(club: Club) -> dict[str, Any]:
    """The whole club, as `--json` tells it; shares are of 1."""
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
    """One player, as `--json` tells it."""
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
    return {
        "game": kind.game,
        "players": kind.players,
        "games": kind.share.games,
        "wins": kind.share.wins,
        "points": kind.mean,
        "winners_points": kind.winners_mean,
        "most": kind.most,
        "most_by": kind.most_by,
        "turns": kind.turns,
        "minutes": kind.minutes,
        "place": kind.place,
    }


def _against_facts(each: Against) -> dict[str, Any]:
    low, high = each.interval
    return each._asdict() | {"low": low, "high": high}


# ---- for a spreadsheet ---------------------------------------------------------------------------


def rows(club: Club) -> Iterator[Row]:
    """A figure a row under `COLUMNS`, which is the first."""
    yield COLUMNS
    yield "club", None, None, None, None, "games", club.games, None, None
    yield "club", None, None, None, None, "unfinished", club.unfinished, None, None
    yield from _kind_rows("kind", club.kinds, None)
    for (game, players), shares in club.seats.items():
        for seat, share in enumerate(shares, start=1):
            yield from _share_rows(("seat", game, players, None, seat), share)
    for found in club.players:
        yield from _who_rows(found)


def rows_of(found: Who) -> Iterator[Row]:
    """One player's figures, a row each."""
    yield COLUMNS
    yield from _who_rows(found)


def _who_rows(found: Who) -> Iterator[Row]:
    name = _plain(found.name)
    at = ("player", None, None, name, None)
    yield from _share_rows(at, found.share)
    alone = {
        "alone": found.alone.games,
        "alone won": found.alone.wins,
        "unfinished": found.unfinished,
        "left": found.left,
    }
    for figure, value in {**alone, "streak": found.streaks.now, "best streak": found.streaks.best}.items():
        yield *at, figure, value, None, None
    yield from _kind_rows("player", found.kinds, name)
    for each in found.against:
        pair = ("against", None, None, name, _plain(each.name))
        yield *pair, "games", each.games, None, None
        yield *pair, "ahead", each.ahead, *each.interval
        yield *pair, "behind", each.behind, None, None
        yield *pair, "level", each.level, None, None


def _share_rows(at: Row, share: Share) -> Iterator[Row]:
    yield *at, "games", share.games, None, None
    if share.games:
        yield *at, "wins", share.wins, None, None
        yield *at, "shared", share.shared, None, None
        yield *at, "share", share.share, *share.interval
        yield *at, "chance", share.chance, None, None


def _kind_rows(about: str, kinds: Sequence[Kind], name: str | None) -> Iterator[Row]:
    for kind in kinds:
        told = _kind_facts(kind)
        for figure in ("games", "wins", "points", "winners_points", "most", "turns", "minutes", "place"):
            if told[figure] is not None:
                yield about, kind.game, kind.players, name, None, figure, told[figure], None, None


def _plain(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("+", "-", "=", "@") else text
