"""A club's figures as lines for people, facts for programs and rows for a spreadsheet. No I/O."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.club.names import Names
from companion.club.stats import Against, Club, Kind, Share, Streaks, Who
from companion.contract.faults import SyntaxFault
from companion.table.report import number
from specs.base import measure
from specs.base.languages import say, say_as, say_many

COLUMNS = ("about", "game", "players", "player", "other", "figure", "value", "low", "high")
Row = tuple[str | int | float | None, ...]
NAME = 20  # cells of a name in a table of figures


def who(club: Club, name: str, names: Names) -> Who:
    """A player's figures. Raises SyntaxFault for nobody."""
    for found in club.players:
        if found.key == names.key(name):
            return found
    known = ", ".join(found.name for found in club.players[:12])
    expected = say("a player of these games, such as {names}", names=known) if known else say("a player of games")
    raise SyntaxFault(f"'{name[:40]}'", expected)


# ---- for people ----------------------------------------------------------------------------------


def lines(club: Club) -> list[str]:
    """The whole club, at most 80 columns."""
    out: list[str] = [counted(club)]
    others = [each for each in club.players if each.share.games]
    if others:
        heads = (say("Against others"), *shares(), say("in a row"))
        out += ["", *table(heads, [(each.name, *_share(each.share), _row(each.streaks)) for each in others])]
    alone = [each for each in club.players if each.alone.games]
    if alone:
        out += [
            "",
            *table(
                (say("Alone"), say("games"), say_as("of games", "won")), [(each.name, *each.alone) for each in alone]
            ),
        ]
    out += ["", *_kinds(club.kinds)] if club.kinds else []
    first = [(f"{game}, {players}", *_share(shares[0])) for (game, players), shares in club.seats.items()]
    if first:
        out += ["", *table((say("First seat"), *shares()), first)]
    return out


def lines_of(found: Who) -> list[str]:
    """One player, at most 80 columns."""
    games = say_many("{n} game against others", "{n} games against others", found.share.games)
    counts = [games, say("{n} not over", n=found.unfinished)]
    counts += [say("{n} left before the end", n=found.left)] if found.left else []
    out = [f"{found.name}: {', '.join(counts)}"]
    if found.share.games:
        share = found.share
        out += [
            say(
                "won {wins} ({shared} shared): {share}, 95 of 100: {span}, by lot {chance}",
                wins=share.wins,
                shared=share.shared,
                share=percent(share.share),
                span=span(*share.interval),
                chance=percent(share.chance),
            ),
            say("in a row now: {now}; most won in a row: {best}", now=_row(found.streaks), best=found.streaks.best),
        ]
    if found.alone.games:
        games = say_many("{n} game", "{n} games", found.alone.games)
        out.append(say("alone: {games}, {wins} won", games=games, wins=found.alone.wins))
    out += ["", *_kinds(found.kinds, own=True)] if found.kinds else []
    if found.against:
        rows = [
            (each.name, each.games, each.ahead, each.behind, each.level, span(*each.interval)) for each in found.against
        ]
        out += ["", *table((say("Against"), *standings(), say("ahead 95 of 100")), rows)]
    return out


def _kinds(kinds: Sequence[Kind], *, own: bool = False) -> list[str]:
    rows = []
    for kind in kinds:
        games = kind.share.games if own else kind.share.games // kind.players
        row = [f"{kind.game}, {kind.players}", games, f"{kind.turns:.1f}", _minutes(kind.minutes), f"{kind.mean:.1f}"]
        won = "" if kind.winners_mean is None else f"{kind.winners_mean:.1f}"
        most = number(kind.most) + ("" if own else f" {measure.short(kind.most_by, 12)}")
        row += [kind.share.wins, f"{kind.place:.1f}", most] if own else [won, most]
        rows.append(tuple(row))
    heads = (say("Games"), say("games"), say("turns"), say("minutes"), say("points"))
    if own:
        return table((*heads, say_as("of games", "won"), say_as("of a result", "place"), say("most")), rows)
    return table((*heads, say("winners'"), say("most")), rows)


def counted(club: Club) -> str:
    """How many games there are: `3 games over, 1 not over, 2026-01-02 to 2026-11-22`."""
    games = say_many("{n} game over", "{n} games over", club.games)
    left = say("{n} not over", n=club.unfinished)
    days = [say("{first} to {last}", first=club.since, last=club.until)] if club.since else []
    return ", ".join([games, left, *days])


def shares() -> tuple[str, ...]:
    """The heads of columns about a `Share`."""
    won, by_lot = say_as("of games", "won"), say("by lot")
    return say("games"), won, say_as("of games", "shared"), say("share"), say("95 of 100"), by_lot


def standings() -> tuple[str, ...]:
    """The heads of columns about two players."""
    return say("games"), say("ahead"), say("behind"), say("level")


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Columns under their heads: words to the left, figures to the right."""
    cells = [
        [measure.short(str(cell), NAME).replace("-", "−" if str(cell)[1:].isdigit() else "-") for cell in row]
        for row in rows
    ]
    across = [max(measure.width(line[n]) for line in [list(heads), *cells]) for n in range(len(heads))]

    def spaced(line: Sequence[str]) -> str:
        first = measure.left(line[0], across[0])
        rest = (" " * (wide - measure.width(cell)) + cell for cell, wide in zip(line[1:], across[1:], strict=True))
        return "  ".join([first, *rest]).rstrip()

    return [spaced(heads), *map(spaced, cells)]


def _share(share: Share) -> tuple[object, ...]:
    return share.games, share.wins, share.shared, percent(share.share), span(*share.interval), percent(share.chance)


def _row(streaks: Streaks) -> str:
    return say("{n} won", n=streaks.now) if streaks.now > 0 else say("{n} not", n=-streaks.now)


def _minutes(minutes: float | None) -> str:
    return "" if minutes is None else f"{minutes:.0f}"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def span(low: float, high: float) -> str:
    return say("{low} to {high} %", low=f"{100 * low:.0f}", high=f"{100 * high:.0f}")


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
        given = _kind_facts(kind)
        for figure in ("games", "wins", "points", "winners_points", "most", "turns", "minutes", "place"):
            if given[figure] is not None:
                yield about, kind.game, kind.players, name, None, figure, given[figure], None, None


def _plain(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("+", "-", "=", "@") else text
