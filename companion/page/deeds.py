"""What a place at the table may change in the game. Every change says which state of the game it was meant for."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from typing import Final

from companion.contract.faults import IllegalMove, Refused, SyntaxFault
from companion.contract.rules import corrects
from companion.page.answer import Answer, Posted, said, unlike
from companion.page.live import Live, beaten, refusal, viewer
from companion.page.seats import TABLE
from companion.page.tapping import played
from companion.page.undoing import Wish, behind, named, owners, wished
from companion.table import PUBLIC, Attempted, Logged, NothingThere, Overtaken, Table, Untaken, Viewer, report
from companion.table.correcting import Asked, correct
from specs.base.languages import mark, say, word

GONE: Final = 410  # the change never arrived
NO: Final = "no"
ASKS = mark("That was {who}'s turn: ask for a yes, or use the table's page.")
NOT_PUT_BACK = mark("Only {who} or the table's page puts this turn back.")
Deed = Callable[[Live, int, Posted], list[str]]


def enter(live: Live, place: int, given: Posted) -> list[str]:
    """Enter a line of turns, or what was revealed; return what it did. Raises Answer."""
    line, who = given.line, viewer(place)
    _allowed(live, place, line)
    if not given.agree and (asked := live.game.asks_first.get(line.lower())):  # turns that need a confirmation
        raise Answer(428, word(asked))
    tapped = given.tapped and not given.stood
    try:
        changes = played(live.table, line, who) if tapped else [live.table.enter(line, who, stood=given.stood)]
    except Attempted:
        raise
    except Untaken as refused:
        raise refusal(refused, stands=not given.stood and _stands(live, line, who)) from None
    live.table = changes[-1].table
    rest = changes[-1].rest
    return [said for change in changes for said in live.in_words(change, who)] + ([rest] if rest else [])


def note(live: Live, place: int, given: Posted) -> list[str]:
    """Write a note into the log. Raises Answer."""
    live.table = live.table.note(given.line, viewer(place)).table
    return [say("Noted: {words}", words=given.line)]


def undo(live: Live, place: int, given: Posted) -> list[str]:
    """Take back the last ply, with `turn` the whole turn, and say what the table has seen since. Raises Answer."""
    _needs_yes(live, place, live.table.play.undo(whole=given.turn)[1], ASKS)
    change = live.table.undo(whole=given.turn, viewer=viewer(place))
    live.table = change.table
    return [*change.moved(), *change.seen_since()]


def redo(live: Live, place: int, given: Posted) -> list[str]:
    """Put back the ply that was taken back, with `turn` the whole turn. Raises Answer."""
    _needs_yes(live, place, live.table.play.redo(whole=given.turn)[1], NOT_PUT_BACK)
    change = live.table.redo(whole=given.turn, viewer=viewer(place))
    live.table = change.table
    return change.moved()


def wish(live: Live, place: int, given: Posted) -> list[str]:
    """A seat asks for the others' consent to take the last turn back, or to correct one by its `ply`; or answers `yes`
    or `no`. Raises Answer."""
    if given.text:
        asked = live.wished
        if asked is None or not (found := wished(live.table, asked, place)) or not found["answers"]:
            raise unlike(say("There is nothing to answer."))
        if given.text == NO:
            live.wished = None
            return [say("The turn stays.")]
        yes = owners(live.table, behind(live.table, asked.ply)) if place == TABLE else {place}
        live.wished = asked._replace(yes=asked.yes | yes)
        return []
    whose = owners(live.table, behind(live.table, given.ply))
    if place == TABLE or not whose - {place}:
        raise unlike(say("You may do that without asking."))
    live.wished = Wish(place, live.table.stored.last, given.ply)
    return [say("{who} was asked.", who=named(live.table, whose - {place}))]


def _needs_yes(live: Live, place: int, entries: Sequence[Logged], why: str, yes: frozenset[int] = frozenset()) -> None:
    """Raise Answer unless the other players who made the entries agreed."""
    whose = owners(live.table, entries) - {place} - yes
    if place != TABLE and whose and live.table.store is not None:  # a trial has no store: the real table checked this
        raise Answer(403, word(why, who=named(live.table, whose)), asks=True)


def amend(live: Live, place: int, given: Posted) -> list[str]:
    """Correct an earlier turn. If later ones break, they are listed first (428): `replace` has lines by the numbers of
    turns, `drop` drops the first and the rest, `agree` accepts them. Raises Answer."""
    line, ply = given.line, given.ply
    if ply is None:
        raise Answer(400, "no 'ply'; expected the number of the turn to correct")
    for each in (ply, *given.replace):
        _may_correct(live, place, each)
    wish = live.wished
    granted = wish is not None and wish[:3] == (place, live.table.stored.last, ply)
    _needs_yes(live, place, behind(live.table, ply), ASKS, wish.yes if wish and granted else frozenset())
    lines = {number: said(text) for number, text in given.replace.items()}
    try:
        correction = correct(live.table, Asked(ply, line, given.stood, lines), viewer(place), drop=given.drop)
    except Untaken as refused:
        if refused.ply == ply or isinstance(refused, Attempted):
            raise
        raise Answer(422, f"{refused.ply}. {refused.text}: {refused.message}", rule=refused.rule, later=True) from None
    live.table, found = correction.table, correction.corrected
    if (found.breaks or (found.left_out and not given.drop)) and not given.agree:
        numbered = live.table.journal.numbered
        broken = [
            f"{numbered(each.entry)} {each.what_becomes}: {report.refusal(each.refused)[0]}" for each in found.breaks
        ]
        broken += [say("Left out: {turn}", turn=numbered(entry)) for entry in found.left_out]
        first = found.breaks[0].entry if found.breaks and not found.blind else None
        asked = {"ply": first.ply, "text": first.text} if first and live.table.journal.counts(first) else None
        raise Answer(428, say("Later turns break."), broken=broken, asked=asked)
    live.table, found = correction.keep()
    return [say("Corrected: {turn} (was {text})", turn=f"{found.now.ply}. {found.now.text}", text=found.was.text)]


def _stands(live: Live, line: str, who: Viewer) -> bool:
    """Return whether a refused turn can be entered as it stood, as far as its place sees."""
    try:
        live.table.judged(line, who, stood=True)
    except Untaken as refused:
        return refused.unseen
    return True


def machine(live: Live, place: int, given: Posted) -> list[str]:
    """Let the bot to move play, once it was shown what it asked for. Raises Answer if a person is to move."""
    if live.machine() is None:
        raise unlike(say("It is not a bot's turn."))
    who = live.table.whose
    if given.text and live.machine_ply(given.text):
        return [live.table.last()]
    return [say("{who} is thinking …", who=who)]


def leave(live: Live, place: int, given: Posted) -> list[str]:
    """Let a player leave the game: the seat's own, or the one that the table's page names. Raises Answer."""
    name = given.line if place == TABLE else live.table.names[place]
    live.table = live.table.leave(name, viewer(place)).table
    return [say("{who} leaves", who=live.table.journal.entries[-1].text)]


DEEDS: Final = (enter, note, undo, redo, wish, amend, leave, machine)


def _may_correct(live: Live, place: int, ply: int) -> None:
    """Raise Answer if a refusal could tell this place what only the player of that turn sees."""
    journal = live.table.journal
    found = next((entry for entry in journal.line() if entry.ply == ply and journal.counts(entry)), None)
    if found is None:
        return
    sight, before = live.table.sight, journal.after(found.parent)
    player = live.game.turn(sight.state(before))
    if player is not None and place != player and sight.of(before, PUBLIC) != sight.of(before, player):
        raise Answer(403, say("That was {who}'s turn: correct it on {who}'s own page.", who=live.names[player]))


def done(deed: Deed, live: Live, place: int, given: Posted) -> list[str]:
    """Do it, if the game is still as the page saw it; with an `id`, only once. With `again` the page only asks what
    happened. Raises Answer."""
    if given.id is None:
        return _done(deed, live, place, given)
    return live.sent.once((place, given.id), lambda: _done(deed, live, place, given))


def _done(deed: Deed, live: Live, place: int, given: Posted) -> list[str]:
    live.look()
    if (last := given.last) is None:
        raise Answer(400, "no 'last'; expected the number of entries this page saw")
    try:
        if given.again:
            return before(live, last, lambda aside: deed(aside, place, given))
        if last != live.table.stored.last:
            raise Overtaken(live.table.journal.entries[max(0, last) :], live.table)
        return deed(live, place, given)
    except Overtaken as overtaken:
        live.table = overtaken.table
        raise beaten(overtaken) from None
    except Untaken as refused:
        live.table = refused.table if isinstance(refused, Attempted) else live.table
        raise refusal(refused) from None
    except NothingThere as nothing:
        raise unlike(str(nothing)) from None
    except SyntaxFault as fault:
        raise unlike(fault.said, "syntax") from None
    except IllegalMove as illegal:  # a bot cannot hold the cards that were typed for it
        raise unlike(illegal.message, illegal.rule) from None


def before(live: Live, last: int, deed: Callable[[Live], list[str]]) -> list[str]:
    """Answer for a change that no server remembers, such as one killed before it could answer: repeated on a copy, from
    the entry its page saw, it must lead to the entries that follow there. Raises Answer if it was not done."""
    entries = live.table.journal.entries
    if 0 <= last < len(entries):
        aside = copy(live)
        aside.table = _stood(live.table, last)
        done, refused = list[str](), None
        try:
            done = deed(aside)
        except Attempted as attempt:
            aside.table, refused = attempt.table, attempt
        except (Answer, Refused, NothingThere):
            pass
        made = aside.table.journal.entries[last:]
        if made and _alike(made) == _alike(entries[last : last + len(made)]):
            if refused is not None:
                raise refused
            return done
    raise Answer(GONE, say("Not entered: it never reached the companion. Nothing was changed."))


def _stood(table: Table, last: int) -> Table:
    """Return an unsaved copy of the table when its journal had so many entries."""
    play = table.play.to(table.journal.first(last))
    return Table(None, table.stored.after(play.journal, play.turn), play)


def _alike(entries: tuple[Logged, ...]) -> list[tuple[int, int, str, str, str]]:
    """Return what entries are, without their times."""
    return [(each.n, each.parent, each.kind, each.text, each.position) for each in entries]


def _allowed(live: Live, place: int, line: str) -> None:
    """Raise Answer if the table's page may not enter that: a turn of somebody who sees more than it does; anybody may
    say what was revealed."""
    look = live.table.look()
    if place != TABLE or look.turn is None or live.enters(place, look.turn):
        return
    with suppress(Refused):
        if corrects(live.game.parse(look.seen, line)):
            return
    name = live.names[look.turn]
    raise Answer(403, say("{who} sees what this page does not: enter the turn on {who}'s own page.", who=name))
