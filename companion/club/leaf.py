"""A club's figures as one HTML file that opens alone: no script, no network, every picture with its table beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from html import escape

from companion.club import chart, html
from companion.club.curve import Trail, everybody, points
from companion.club.figures import counted, percent, shares, span, standings
from companion.club.outcomes import Outcome
from companion.club.stats import Club, Kind, Share, Who
from companion.table.report import number
from companion.table.store import Store
from companion.table.stored import StoreError
from companion.table.table import open_game
from specs.base.languages import listed, say, say_as, say_many
from specs.load import bundled, load

CURVES = 12  # games of which the points after each turn are drawn
SHOWN = 8  # lines of one picture


def leaf(store: Store, club: Club, games: Sequence[Outcome], one: Who | None) -> str:
    """The file's text: of the whole club, or of one player. Raises StoreError."""
    over = [each for each in games if each.over]
    if one is not None:
        here = dict(one.sat)
        over = [each for each in over if each.number in here]
    title = say("The club") if one is None else one.name
    if one is None:
        count = counted(club)
    else:
        played = one.share.games + one.alone.games
        count = counted(club._replace(games=played, unfinished=one.unfinished, since="", until=""))
    parts = [f"<header><h1>{escape(title)}</h1><p class=soft>{count}</p></header>"]
    parts += _won(club.players if one is None else (one,))
    if one is not None and one.against:
        parts.append(_against(one))
    parts += _matrix(club) if one is None else []
    parts += _kinds(club.kinds if one is None else one.kinds, own=one is not None)
    parts += _by_game(over, club, one)
    parts += _curves(store, over)
    parts += _seats(club) if one is None else []
    return html.document(say("{who}: games played", who=title), parts)


# ---- sections --------------------------------------------------------------------------------------


def _won(players: Sequence[Who]) -> list[str]:
    met = [each for each in players if each.share.games]
    found = []
    if met:
        drawn = chart.intervals(
            [chart.Interval(_short(w.name), w.share.share, *w.share.interval, w.share.chance) for w in met[:20]]
        )
        heads = ("", *shares(), say("won in a row"), say("at most"))
        rows = [(w.name, *_share(w.share), max(0, w.streaks.now), w.streaks.best) for w in met]
        said = say(
            "The dot is the share of games won against others; the bar holds the true share 95 times of 100; the mark"
            " is what a lot would give."
        )
        found.append(html.section(say_as("of games", "Won"), html.figure(drawn, said) + html.table(heads, rows)))
    alone = [(each.name, each.alone.games, each.alone.wins) for each in players if each.alone.games]
    if alone:
        found.append(html.section(say("Alone"), html.table(("", *shares()[:2]), alone)))
    return found


def _against(one: Who) -> str:
    rows = [(each.name, each.games, each.ahead, each.behind, each.level, span(*each.interval)) for each in one.against]
    heads = ("", *standings(), say("ahead, 95 of 100"))
    return html.section(say("Against"), html.table(heads, rows))


def _matrix(club: Club) -> list[str]:
    met = [each for each in club.players if each.share.games][:12]
    if len(met) < 2:
        return []
    rows = []
    for each in met:
        against = {other.name: other for other in each.against}
        cells = ("" if (pair := against.get(other.name)) is None else f"{pair.ahead}–{pair.behind}" for other in met)
        rows.append((each.name, *cells))
    said = f"<p class=soft>{say('Games in which who stands at the left was ahead, and behind.')}</p>"
    return [html.section(say("Head to head"), said + html.table(("", *(each.name for each in met)), rows))]


def _kinds(kinds: Sequence[Kind], *, own: bool) -> list[str]:
    rows = []
    for kind in kinds:
        games = kind.share.games if own else kind.share.games // kind.players
        minutes = "" if kind.minutes is None else f"{kind.minutes:.0f}"
        won = "" if kind.winners_mean is None else f"{kind.winners_mean:.1f}"
        shared = (_title(kind.game), kind.players, games, f"{kind.turns:.1f}", minutes, f"{kind.mean:.1f}")
        most = number(kind.most)
        rows.append(
            (*shared, kind.share.wins, f"{kind.place:.1f}", most) if own else (*shared, won, f"{most} {kind.most_by}")
        )
    heads = ("", say("players"), say("games"), say("turns"), say("minutes"), say("points"))
    tail = (say_as("of games", "won"), say_as("of a result", "place")) if own else (say("winner's"),)
    table = html.table((*heads, *tail, say("most")), rows)
    return [html.section(say("Games"), table)] if rows else []


def _by_game(over: Sequence[Outcome], club: Club, one: Who | None) -> list[str]:
    """Each player's points from game to game, a picture a kind of game."""
    shown = (one,) if one is not None else club.players[:SHOWN]
    colours = {each.key: at for at, each in enumerate(shown)}
    parts = []
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for each in over:
        kinds[each.kind].append(each)
    for game, played in sorted(kinds.items()):
        if len(played) < 2:
            continue
        found, rows = [], []
        for who in shown:
            seats = dict(who.sat)
            line = [
                (float(at), float(each.scores[seats[each.number]]))
                for at, each in enumerate(played)
                if each.number in seats
            ]
            if line:
                found.append(chart.Line(_short(who.name), line, colours[who.key]))
        for at, each in enumerate(played, start=1):
            scores = ", ".join(f"{name} {number(score)}" for name, score in zip(each.players, each.scores, strict=True))
            rows.append((f"{at}", each.about.date, scores))
        if not found:
            continue
        drawn = chart.lines(
            found,
            ", ".join(filter(None, (say("game {n}", n=1), played[0].about.date))),
            ", ".join(filter(None, (say("game {n}", n=len(played)), played[-1].about.date))),
        )
        table = html.folded((say("game"), say("day"), say("points")), rows)
        parts.append(f"<div><h3>{escape(_title(game))}</h3>{html.figure(drawn)}{table}</div>")
    return (
        [f"<section><h2>{say('Points from game to game')}</h2><div class=two>{''.join(parts)}</div></section>"]
        if parts
        else []
    )


def _curves(store: Store, over: Sequence[Outcome]) -> list[str]:
    """The points after each turn of the games played last."""
    parts = []
    for each in over[: -CURVES - 1 : -1]:
        try:
            table = open_game(store, each.number)
            trail = points(table, None)
            names = everybody(table)
        except StoreError:
            continue
        if len(trail) > 1:
            parts.append(_curve(each, names, trail))
    return (
        [f"<section><h2>{say('How the last games went')}</h2><div class=two>{''.join(parts)}</div></section>"]
        if parts
        else []
    )


def _curve(one: Outcome, names: Sequence[str], trail: Trail) -> str:
    found = [
        chart.Line(_short(name), [(float(ply), float(each[seat])) for ply, each in trail], seat)
        for seat, name in enumerate(names)
    ]
    notes = " · ".join(text for text in (one.about.date, one.about.event, one.about.place) if text)
    rows = [(str(ply or say("start")), *(number(value) for value in each)) for ply, each in trail]
    winners = listed([one.players[seat] for seat in one.winners])
    how = say("won by {names}", names=winners) if winners else say("nobody won")
    head = f"<h3>{escape(_title(one.game))}: {escape(how)}</h3>"
    table = html.folded((say("ply"), *names), rows)
    drawn = chart.lines(found, say("start"), say("ply {n}", n=trail[-1][0]))
    return f"<div>{head}<p class=soft>{escape(notes)}</p>{html.figure(drawn)}{table}</div>"


def _seats(club: Club) -> list[str]:
    rows = [
        (f"{_title(game)}, {say_many('{n} player', '{n} players', players)}", seat, *_share(share))
        for (game, players), shares in club.seats.items()
        for seat, share in enumerate(shares, start=1)
    ]
    table = html.table(("", say("seat"), *shares()), rows)
    return [html.section(say("Seats"), table)] if rows else []


# ---- parts -----------------------------------------------------------------------------------------


def _share(share: Share) -> tuple[object, ...]:
    return share.games, share.wins, share.shared, percent(share.share), span(*share.interval), percent(share.chance)


def _title(game: str) -> str:
    return str(load(game).spec.title) if game in bundled() else game


def _short(name: str) -> str:
    return name if len(name) <= 14 else name[:13] + "…"
