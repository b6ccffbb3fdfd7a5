"""A finished game as a link for BG Stats, an app that keeps plays: opened on a phone with the app, it offers to save
the game. We send nothing ourselves. The fields are described at
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites"""

import json
import time
from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import quote

from companion.club.names import fold
from companion.contract.faults import SyntaxFault
from companion.record.about import About, about_of, minutes
from companion.table import Table
from specs.base.languages import say

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST = 400  # letters of comments: everything goes into one link


def link(table: Table) -> str:
    """Return the link of a finished game with a known date. Raises SyntaxFault, StoreError."""
    result = table.game.result(table.state)
    if result is None:
        raise SyntaxFault(say("a game that is not over"), say("a game that is over"))
    about, stored = about_of(table), table.stored
    scores = {standing.player: standing.score for standing in result.standings}
    play: dict[str, object] = {
        "sourceName": "Tideline",
        "sourcePlayId": sha256(f"{stored.id} {stored.begun} {stored.start}".encode()).hexdigest()[:24],
        "playDate": _ended(about),
        "game": {
            "name": table.game.document.spec.title,
            "sourceGameId": stored.game,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": fold(name),
                "startPlayer": seat == 0,
                "score": scores.get(seat, 0),
                "winner": seat in result.winners,
            }
            for seat, name in enumerate(table.names)
        ],
    }
    took, said = minutes(about), " · ".join(filter(None, (about.event, about.note)))
    play |= {"durationMin": took} if took else {}
    play |= {"location": about.place} if about.place else {}
    play |= {"comments": said[:LONGEST]} if said else {}
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _ended(about: About) -> str:
    """Return when the game ended, in UTC; noon if only its day is known. Raises SyntaxFault without a day."""
    if len(about.date) != len("2026-11-22"):
        raise SyntaxFault(say("a game without a date"), say("a date: companion note --date 2026-11-22"))
    at = datetime.strptime(f"{about.date} {about.end or about.start or '12:00'}", "%Y-%m-%d %H:%M")
    if about.start and about.end and about.end < about.start:
        at += timedelta(days=1)
    try:
        return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(time.mktime(at.timetuple())))
    except (OverflowError, ValueError):
        raise SyntaxFault(say("a game of {date}", date=about.date), say("a date that computers can store")) from None
