"""The game that a page shows, as its store keeps it. Everything here runs in the store's own thread.

Other programs may play the same game: `look` reads what they entered. `Table.at` decides what a place may see.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from companion.club.curve import points
from companion.contract.entering import Ply
from companion.contract.faults import IllegalMove, SyntaxFault
from companion.contract.sentences import OTHERS
from companion.contract.values import JSON, parted
from companion.games.tabletop import Drawn as Lies
from companion.lab.opponents import make, question
from companion.learn.learning import has_lesson
from companion.page import shown
from companion.page.answer import Answer, Sent
from companion.page.drawing import Drawings, Drawn, Motion, motion, rules_of
from companion.page.seats import TABLE
from companion.page.tapping import onward
from companion.page.undoing import Wish, owners, taken
from companion.record.bots import due
from companion.record.options import unusual
from companion.table import PUBLIC, REFEREE, Logged, Look, Overtaken, StoreError, Table, Untaken, Viewer, stored_table
from companion.table.report import which_of_line
from companion.table.stored import unpacked
from companion.table.table import Change
from specs.base.languages import Tongue, say, spoken, word
from specs.load import worded
from specs.model.document import Document

KEPT = 400  # drawn and described positions kept
WIDTHS: Final = (320, 390, 820, 1280)  # CSS px of the page widths that pictures are laid out for
WIDEST: Final = WIDTHS[-1]


def laid_out(px: int) -> int:
    """The width that a page of so many CSS px is laid out for; 0: as wide as there is.

    >>> laid_out(414), laid_out(200), laid_out(0)
    (390, 320, 1280)
    """
    return max([WIDTHS[0], *(width for width in WIDTHS if width <= (px or WIDEST))])


class Spot(NamedTuple):
    """A position of the game: after which turn (None: the current one), and the turns of a branch from there."""

    ply: int | None = None
    then: tuple[str, ...] | None = None


class Laid(NamedTuple):
    """A position's picture as the page shows it, and its places."""

    drawn: Drawn
    lies: Lies


class Live:
    """One game, for the places around a table: `None` looks on, `TABLE` is the page in the middle."""

    def __init__(self, table: Table) -> None:
        self.table, self.game = table, table.game
        self.document = self.game.document
        self.players = self._players()
        self.rules = unusual(self.document.spec.rule_options, unpacked(table.stored.setup).rules)
        self.drawings, self.sent = Drawings(), Sent()
        self.moving, self.knows = False, ""  # whether bots play, and what the one to move was shown of its hand
        self.wished: Wish | None = None
        self.asked = -1, ""  # the number of entries, and what somebody must type for the bot then
        self.moved: dict[tuple[str, str], Motion] = {}
        # one for each language in use
        self._worded = cache(lambda tongue: worded(self.document))
        self._cards = cache(lambda tongue: shown.kinds(self.game, self.worded, self.drawings))
        self._drawings = lru_cache(maxsize=KEPT // 4)(self._drawn)
        self._log = lru_cache(maxsize=4)(self._logged)
        self._looks = lru_cache(maxsize=16)(lambda table, who, spot, tongue: table.at(who, spot.ply, spot.then or ()))
        self._says = lru_cache(maxsize=10 * KEPT)(self._said)
        self._back = lru_cache(maxsize=1)(lambda table: sorted(owners(table, table.play.undo()[1])))

    def _players(self) -> tuple[shown.Player, ...]:
        """Return the players, and those that the game itself plays, such as the opponent of a solo game."""
        players = self.game.facts(self.table.start)["players"]
        return shown.colours(self.document, [(each["name"], each.get("colour") or "") for each in players])

    @property
    def worded(self) -> Document:
        """Return the game's pieces with their words in the current language, if there are any."""
        return self._worded(spoken())

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.players]

    def close(self) -> None:
        if self.table.store is not None:
            self.table.store.close()

    def look(self) -> int:
        """Read the game again if another program changed it; return the number of its entries."""
        store, table = self.table.store, self.table
        if store is None:
            return table.stored.last
        stored = store.get(table.number)
        if stored is None:
            raise StoreError(f"{store.path}: game {table.number} was deleted meanwhile")
        if stored.last != table.stored.last:
            self.table = stored_table(store, stored, table.sight if stored.players == table.players else None)
            self.players = self._players()
        return stored.last

    def machine_ply(self, words: str = "") -> bool:
        """Make one ply of the bot to move; return whether one was made. Raises as `Table.enter` does."""
        self.look()
        made = make(self.table, words, self.knows, most=1)
        self.knows = made.knows
        if made.typed:
            self.asked = self.table.stored.last, made.asks
        for change in made.changes:
            self.table = change.table
        return bool(made.changes)

    def machine(self) -> dict[str, JSON] | None:
        """Return the state of the bot to move: whether it thinks, and what somebody must show or type first. None if a
        person is to move."""
        table, turn = self.table, self.table.turn
        if not due(table) or turn is None:
            return None
        if self.asked[0] == table.stored.last:
            return {"thinks": "", "asks": "", "typed": self.asked[1]}
        asks = question(table, self.knows)
        thinks = say("{who} is thinking …", who=table.names[turn]) if self.moving and not asks else ""
        return {"thinks": thinks, "asks": asks, "typed": ""}

    def warm(self) -> None:
        """Do in advance what a first turn would wait for: views, and what can follow."""
        for place in (None, 0):
            self.view(place, Spot())
        if (turn := self.table.turn) is not None:
            self.follow(turn, Spot(), "", "")

    @property
    def kinds(self) -> list[dict[str, JSON]]:
        """Return what hands can hold, in the current language."""
        return self._cards(spoken())

    def drawn(self, seen: Any, width: int) -> Laid | None:
        """Draw a position for a page of this width, with its places; None for a game without pictures."""
        return self._drawings(seen, width, spoken())

    def _drawn(self, seen: Any, width: int, tongue: Tongue | None) -> Laid | None:
        if not self.game.has_picture:
            return None
        found = self.game.drawn(seen, self.worded, width)
        return Laid(self.drawings.draw(found.scene), found)

    def did(self, at: Look, lies: Look, width: int) -> dict[str, JSON] | None:
        """Return what the last turn did, and what it changed on the picture of how the table `lies`."""
        if at.step is None:
            return None
        facts = shown.step_facts(self.game, at.step)
        if lies.step is None:
            return facts
        before, after = self.drawn(lies.step.before, width), self.drawn(lies.seen, width)
        if before is None or after is None:
            return facts
        found = self._motion(before, after)
        way = self.game.way(lies.step)
        return facts | {"marks": [*map(shown.rounded, found.marks)], "moves": found.moves, "way": way}

    def _motion(self, before: Laid, after: Laid) -> Motion:
        key = before.drawn.body, after.drawn.body  # seats that see other hands see the same picture
        if (found := self.moved.get(key)) is None:
            if len(self.moved) >= KEPT:
                self.moved.clear()
            found = self.moved[key] = motion(before.drawn, after.drawn, before.lies.places, after.lies.places)
        return found

    def at(self, place: Viewer, spot: Spot) -> Look:
        """Return a position as its place sees it. Raises Answer."""
        try:
            found: Look = self._looks(self.table, viewer(place), spot, spoken())
            return found
        except SyntaxFault:
            raise Answer(
                404, say("There is no turn {ply}; the last is {last}.", ply=spot.ply, last=self.table.ply)
            ) from None
        except Untaken as refused:
            raise refusal(refused) from None

    # ---- what is shown ---------------------------------------------------------------------------

    def view(self, place: Viewer, spot: Spot, hand: str = "", width: int = WIDEST) -> dict[str, JSON]:
        """Return everything that a page of this width shows. Raises Answer."""
        at, branch = self.at(place, spot), None if spot.then is None else list(spot.then)
        live, turn = spot.ply is None and branch is None, at.turn
        # a picture shows only what lies open, the same for all, except in a branch, which continues from one view
        lies = at if branch else self.at(None, spot)
        did, laid = self.did(at, lies, width), self.drawn(lies.seen, width)
        people, own = shown.facts(self.game, at.seen, self.players)
        enters = turn is not None and (branch is not None or (live and self.enters(place, turn)))
        asked, back = at.asked() if enters else None, taken(self.table)
        return self._evening() | {
            "key": f"{self.table.number}/{self.table.stored.last}/{spot.ply}/{branch}",
            "ply": at.ply,
            "live": live,
            "branch": branch,
            "turn": turn,
            "over": turn is None,
            "heading": say("The game is over") if turn is None else say("{who} to move", who=self.names[turn]),
            "asked": None if asked is None else {"now": asked.now, "how": asked.how},
            "did": did,
            "players": people,
            "facts": own,
            "picture": laid and shown.picture(*laid),
            "spoken": shown.in_a_breath(self.names, did, turn, at.ply, back if live else ()),
            "taken": back,
            "hand": self.hand(place, at, hand),
            "result": self.result(at) if branch is None else None,
            "machine": self.machine() if live else None,
            "you": {"place": place, "may": place is not None, "enters": enters},
        }

    def _evening(self) -> dict[str, JSON]:
        """Return what every view of the current game shares."""
        table, options = self.table, self.worded.spec.rule_options
        return {
            "number": table.number,
            "title": self.worded.spec.title,
            "agreed": [[options[name].note, value] for name, value in self.rules.items()],
            "last": table.stored.last,
            "plies": table.ply,
            "finished": table.turn is None,
            "labels": {name: word(label) for name, label in self.game.labels.items()},
            "lesson": has_lesson(self.game),
            "rules": bool(rules_of(self.document)),
            "log": self.log(),
            "redo": bool(table.journal.following()),
            "back": self._back(table) if table.ply else [],
        }

    def log(self) -> list[dict[str, JSON]]:
        """Return every entry ever made, with who made it and whether it still counts: the same for all."""
        return self._log(self.table, spoken())

    def _logged(self, table: Table, tongue: Tongue | None) -> list[dict[str, JSON]]:
        return [
            {
                "kind": row.entry.kind,
                "ply": row.entry.ply,
                "who": None if row.player is None else self.names[row.player],
                "text": row.entry.text,
                "says": self._says(row.entry, PUBLIC, tongue) if row.entry.kind == "turn" else "",
                "rule": row.entry.rule,
                "kept": row.kept,
                "counts": row.counts,
            }
            for row in table.log(hands=False)
        ]

    def _said(self, entry: Logged, who: Viewer, tongue: Tongue | None) -> str:
        """Say what a turn did, in a sentence, as far as that viewer sees."""
        made = self.table.play.step(entry, who)
        return entry.text if made is None else self.game.in_words(made)

    def in_words(self, change: Change, who: Viewer) -> list[str]:
        """Say what was entered, in a sentence for each ply, as far as that viewer sees."""
        made = change.table.journal.entries[-len(change.steps) :] if change.steps else ()
        self.table = change.table
        return [self._says(entry, who, spoken()) for entry in made]

    def hand(self, place: Viewer, at: Look, typed: str) -> dict[str, JSON] | None:
        """Return a seat's hand: known to the companion, or to be typed on its phone; None if it has none."""
        if not isinstance(place, int) or place < 0:
            return None
        game, seat = self.game, self.at(place, Spot())
        cards = at.hand(place)
        now = cards if at is seat else seat.hand(place)
        if not game.has_hands or not cards or not now:
            return None
        held = parted(now, game.apart)
        if "?" not in held:
            known = [card for card in parted(cards, game.apart) if card != "?"]
            return {"kind": "dealt", "cards": known, "kinds": self.kinds, "places": game.hand_places(at.seen, place)}
        if at.turn is None:
            return None
        wrong: SyntaxFault | IllegalMove | None = None
        places: Sequence[str] = ()
        if typed:
            try:
                places = game.hand_places(seat.assuming(typed, place).seen, place)
            except (SyntaxFault, IllegalMove) as why:
                wrong = why
        return {
            "kind": "typed",
            "key": f"{self.table.number} {self.names[place]}",
            "held": len(held),
            "kinds": self.kinds,
            "apart": game.apart,
            "places": places,
            "fault": "" if wrong is None else wrong.said if isinstance(wrong, SyntaxFault) else wrong.message,
            "rule": "" if wrong is None else wrong.rule,
        }

    def enters(self, place: Viewer, turn: int) -> bool:
        """Return whether this place may enter that player's turn: a seat its own, the table's page any, unless the
        player sees something that it does not."""
        if place == TABLE:
            return bool(self.table.look().seen == self.table.look(turn).seen)
        return place == turn

    def result(self, at: Look) -> dict[str, JSON] | None:
        """Return the end: sums, winners, and everybody's points after each turn. None before it."""
        found = at.result()
        if found is None:
            return None
        return {
            "standings": [standing._asdict() | {"facts": dict(standing.facts)} for standing in found.standings],
            "winners": [self.names[winner] for winner in found.winners],
            "trail": [[ply, *each] for ply, each in points(self.table, at.viewer)],
        }

    def follow(
        self, place: Viewer, spot: Spot, typed: str, hand: str, *, tapped: bool = False, width: int = WIDEST
    ) -> dict[str, JSON]:
        """Return what can follow a turn typed or `tapped` so far, and what it changes on a page of this width. Raises
        Answer."""
        at = self.at(place, spot)
        if at.turn is None:
            raise Answer(409, say("The game is over."))
        live = spot == Spot()
        dealt = live and at.seen != self.table.state
        if hand and place == at.turn:
            with suppress(SyntaxFault, IllegalMove):  # the view says why
                at = at.assuming(hand)
        found = onward(at, typed, follow=tapped, entered=live, dealt=dealt)
        return shown.follow(at, found) | self._will(at, found.steps or (), width)

    def _will(self, at: Look, steps: Sequence[Ply], width: int) -> dict[str, JSON]:
        """Return what a whole line would change on the picture, as far as its place sees."""
        if not steps:
            return {}
        before, after = self.drawn(at.seen, width), self.drawn(steps[-1].after, width)
        if before is None or after is None:
            return {}
        moves = self._motion(before, after).moves
        return {
            "will": shown.will(after.drawn, moves),
            "way": [place for step in steps for place in self.game.way(step)],
        }

    def where(self, place: Viewer, spot: Spot, words: str) -> dict[str, JSON]:
        at = self.at(place, spot)
        laid = self.drawn(at.seen, WIDEST)
        return shown.where(at, words, laid.lies.places if laid else {})


def viewer(place: Viewer) -> Viewer:
    """Return the viewer of a place: the table's page and lookers-on see what lies open."""
    return place if place == REFEREE or (isinstance(place, int) and place != TABLE) else PUBLIC


def refusal(refused: Untaken, *, stands: bool = False) -> Answer:
    """Return a refused turn as an answer: why, by which rule, the nearest legal turn, and whether it can stand."""
    source = refused.refusal.source if isinstance(refused.refusal, IllegalMove) else ""
    facts = {"rule": refused.rule, "source": source, "nearest": refused.nearest, "stands": stands}
    message = " ".join([refused.message, *which_of_line(refused)])
    return Answer(403 if refused.rule == OTHERS else 422, message, **facts)


def beaten(overtaken: Overtaken) -> Answer:
    """Say what another place did meanwhile."""
    return Answer(409, say("Somebody was faster: {made}. Your own entry changed nothing.", made=overtaken.entries()))
