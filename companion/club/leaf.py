"""A club's figures as one self-contained HTML file: no script, no network, every chart with its table beside it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import escape

from companion.club import chart, figures, html
from companion.club.curve import Trail, everybody, points
from companion.club.outcomes import Outcome
from companion.club.stats import Club, Who, grouped
from companion.table import Store, StoreError, open_game
from companion.table.report import number
from specs.base.languages import listed, say
from specs.load import bundled, load

CURVES = 12  # games with a chart of their course
SHOWN = 8  # lines in one chart


def leaf(store: Store, club: Club, games: Sequence[Outcome], one: Who | None) -> str:
    """Return the file's text, for the whole club or one player. Raises StoreError."""
    over = [each for each in games if each.over]
    if one is None:
        title, players, played = str(say("The club")), club.players, club.kinds
        count = figures.counted(club)
    else:
        title, players, played, here = one.name, (one,), one.kinds, dict(one.sat)
        over = [each for each in over if each.number in here]
        number = one.share.games + one.alone.games
        count = figures.counted(club._replace(games=number, unfinished=one.unfinished, since="", until=""))
    parts = [f"<header><h1>{escape(title)}</h1><p class=soft>{count}</p></header>", *_won(players)]
    parts += html.sections([figures.alone(players), *([] if one is None else [figures.against(one)])])
    parts += _matrix(club) if one is None else []
    parts += html.sections([figures.kinds(played, own=one is not None, called=_title)])
    parts += html.side_by_side(say("Points from game to game"), _by_game(over, club, one))
    parts += html.side_by_side(say("How the last games went"), _curves(store, over))
    parts += html.sections([figures.seats(club, _title)]) if one is None else []
    return html.document(say("{who}: games played", who=title), parts)


# ---- sections --------------------------------------------------------------------------------------


def _won(players: Sequence[Who]) -> list[str]:
    found = [(_short(w.name), w.share.share, *w.share.interval, w.share.chance) for w in players if w.share.games]
    said = say(
        "The dot is the share of games won against others; the bar is its 95 % confidence interval; the mark is what"
        " chance alone would give."
    )
    drawn = html.figure(chart.intervals([chart.Interval(*each) for each in found[:20]]), said) if found else ""
    return html.sections([figures.won(players, most=True)], drawn)


def _matrix(club: Club) -> list[str]:
    met = [each for each in club.players if each.share.games][:12]
    if len(met) < 2:
        return []
    rows = []
    for each in met:
        against = {other.name: other for other in each.against}
        cells = ("" if (pair := against.get(other.name)) is None else f"{pair.ahead}–{pair.behind}" for other in met)
        rows.append((each.name, *cells))
    said = f"<p class=soft>{say('Games in which the player on the left was ahead, and behind.')}</p>"
    return [html.section(say("Head to head"), said + html.table(("", *(each.name for each in met)), rows))]


def _by_game(over: Sequence[Outcome], club: Club, one: Who | None) -> Iterator[str]:
    """Draw each player's points from game to game, a chart for each kind of game."""
    shown = (one,) if one is not None else club.players[:SHOWN]
    for game, played in sorted(grouped((each.kind, each) for each in over).items()):
        found = []
        for colour, who in enumerate(shown):
            seats = dict(who.sat)
            line = [(at, each.scores[seats[each.number]]) for at, each in enumerate(played) if each.number in seats]
            found += [chart.Line(_short(who.name), line, colour)] if line else []
        if len(played) > 1 and found:
            ends = ((1, played[0]), (len(played), played[-1]))
            first, last = (", ".join(filter(None, (say("game {n}", n=n), each.about.date))) for n, each in ends)
            rows = [(at, each.about.date, _scores(each)) for at, each in enumerate(played, start=1)]
            table = html.folded((say("game"), say("day"), say("points")), rows)
            yield f"<div><h3>{escape(_title(game))}</h3>{html.figure(chart.lines(found, first, last))}{table}</div>"


def _scores(one: Outcome) -> str:
    return ", ".join(f"{name} {number(score)}" for name, score in zip(one.players, one.scores, strict=True))


def _curves(store: Store, over: Sequence[Outcome]) -> Iterator[str]:
    """Draw the points after each turn of the latest games."""
    for each in over[: -CURVES - 1 : -1]:
        with suppress(StoreError):
            table = open_game(store, each.number)
            trail = points(table, None)
            if len(trail) > 1:
                yield _curve(each, everybody(table), trail)


def _curve(one: Outcome, names: Sequence[str], trail: Trail) -> str:
    found = [
        chart.Line(_short(name), [(ply, each[seat]) for ply, each in trail], seat) for seat, name in enumerate(names)
    ]
    notes = " · ".join(text for text in (one.about.date, one.about.event, one.about.place) if text)
    rows = [(str(ply or say("start")), *(number(value) for value in each)) for ply, each in trail]
    winners = listed([one.players[seat] for seat in one.winners])
    how = say("won by {names}", names=winners) if winners else say("nobody won")
    head = f"<h3>{escape(_title(one.game))}: {escape(how)}</h3>"
    table = html.folded((say("ply"), *names), rows)
    drawn = chart.lines(found, say("start"), say("ply {n}", n=trail[-1][0]))
    return f"<div>{head}<p class=soft>{escape(notes)}</p>{html.figure(drawn)}{table}</div>"


# ---- parts -----------------------------------------------------------------------------------------


def _title(game: str) -> str:
    return str(load(game).spec.title) if game in bundled() else game


def _short(name: str) -> str:
    return name if len(name) <= 14 else name[:13] + "…"
