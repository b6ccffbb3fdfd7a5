"""The game a page shows, as its store keeps it. Everything here runs in one thread: the store's own.

Other programs may play the same game: `look` sees what they entered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from companion.contract import JSON, IllegalMove, Refused
from companion.journal import Logged
from companion.page import shown
from companion.page.drawing import Drawings
from companion.page.seats import TABLE
from companion.store import Store, StoreError
from companion.table import REFEREE, Overtaken, Table, Viewer, open_game
from companion.turns import Step, Untaken, take
from specs.load import load

KEPT = 400  # positions read, seen and drawn that are kept
LONGEST_BRANCH = 60


class Answer(Exception):
    """What is said instead of doing it: an HTTP status and facts, with a `message`."""

    def __init__(self, status: int, message: str, **facts: JSON) -> None:
        super().__init__(message)
        self.status, self.facts = status, {"message": message, **facts}


class Spot(NamedTuple):
    """What a page looks at: after which turn (None: as the table stands), and the turns of a branch from there."""

    ply: int | None = None
    then: tuple[str, ...] | None = None


class At(NamedTuple):
    """A position as one place sees it, the step that led to it, and whose turn it is."""

    seen: Any
    step: Step | None
    ply: int
    entry: int


class Live:
    """One game of a store, for the places around a table: `None` looks on, `TABLE` is the page in the middle.

    Raises NoGame, StoreError.
    """

    def __init__(self, store: Store, number: int) -> None:
        self.store = store
        self.table: Table = open_game(store, number)
        self.game = self.table.game
        self.document = load(self.game.name)
        # those at the table, and whom the game has besides, such as an opponent that nobody plays
        told = self.game.view.facts(self.table.start)["players"]
        self.players = shown.colours(self.document, [(each["name"], each.get("colour") or "") for each in told])
        self.names = [player.name for player in self.players]
        self.drawings = Drawings()
        keep: Callable[[Any], Any] = lru_cache(maxsize=KEPT)
        self.state = keep(self._state)
        self.seen = keep(self._seen)
        self.picture = lru_cache(maxsize=KEPT // 4)(self._picture)
        self.table_in_words = keep(lambda seen: shown.board_lines(self.game, seen))

    def close(self) -> None:
        self.store.close()

    def look(self) -> int:
        """Read the game again where another program changed it; the number of its entries."""
        stored = self.store.get(self.table.number)
        if stored is None:
            raise StoreError(f"{self.store.path}: game {self.table.number} was deleted meanwhile")
        if stored.last != self.table.stored.last:
            self.table = Table(self.store, stored)
        return stored.last

    # ---- positions -------------------------------------------------------------------------------

    def _state(self, position: str) -> Any:
        return self.game.notation.parse_state(position)

    def _seen(self, key: tuple[str, int | None]) -> Any:
        position, seat = key
        return self.game.view.seen_by(self.state(position), seat)

    def _picture(self, seen: Any) -> dict[str, JSON] | None:
        return shown.picture(self.game, seen, self.document, self.drawings)

    def position(self, entry: int | None = None) -> str:
        """The position after an entry, or as the game stands."""
        return self.table.stored.position if entry is None else self.table.journal.after(entry)

    def as_seen(self, position: str, place: Viewer) -> Any:
        """A position as a place sees it: the table's page and lookers-on what lies open, a referee everything."""
        if place == REFEREE:
            return self.state(position)
        return self.seen((position, place if place is not None and place >= 0 else None))

    def at(self, place: Viewer, spot: Spot) -> At:
        """The position a page looks at, as its place sees it. Raises Answer."""
        line = [entry for entry in self.table.journal.line() if entry.kind == "turn"]
        ply = self.table.ply
        if spot.ply is not None:
            if not 0 <= spot.ply <= ply:
                raise Answer(404, f"There is no turn {spot.ply}; the last is {ply}.")
            ply = spot.ply
            line = [entry for entry in line if entry.ply <= ply]
        last = line[-1] if line else None
        entry = self.table.journal.head if spot.ply is None else last.n if last else 0
        seen = self.as_seen(self.position(entry), place)
        step = None
        if last is not None:
            before = self.as_seen(self.position(last.parent), place)
            step = self._step(before, last, self.as_seen(last.position, place))
        for text in spot.then or ():
            try:
                step = shown.steps_of(self.game, seen, text)[-1]
            except Untaken as refused:
                raise refusal(refused) from None
            ply, seen = ply + step.ply, step.after
        return At(seen, step, ply, entry)

    def _step(self, before: Any, entry: Logged, after: Any) -> Step | None:
        """A turn of the log, from one place's point of view; None where it cannot be read from there."""
        try:
            if entry.rule:
                return take(self.game, before, entry.text, entry.ply, stood=True)._replace(after=after)
            move = self.game.notation.parse(before, entry.text)
        except Refused:
            return None
        turn = self.game.rules.turn(before)
        return Step(entry.text, turn, self.game.rules.is_turn(move), move, before, after)

    # ---- what is shown ---------------------------------------------------------------------------

    def view(self, place: Viewer, spot: Spot, hand: str = "") -> dict[str, JSON]:
        """Everything a page shows. Raises Answer."""
        at = self.at(place, spot)
        seen, game, table = at.seen, self.game, self.table
        turn = game.rules.turn(seen)
        branch = None if spot.then is None else list(spot.then)
        live = spot.ply is None and branch is None
        people, own = shown.facts(game, seen, self.players)
        did = shown.step_facts(game, at.step) if at.step is not None else None
        heading = "The game is over" if turn is None else f"{self.names[turn]} to move"
        return {
            "number": table.number,
            "title": self.document.spec.title,
            "key": f"{table.number}/{table.stored.last}/{at.entry}/{branch}",
            "last": table.stored.last,
            "plies": table.ply,
            "ply": at.ply,
            "live": live,
            "branch": branch,
            "turn": turn,
            "over": turn is None,
            "heading": heading,
            "prompt": game.view.prompt(seen).text,
            "did": did,
            "players": people,
            "facts": own,
            "board": self.table_in_words(seen),
            "picture": self.picture(seen),
            "spoken": shown.spoken(self.names, did, turn, at.ply),
            "log": self.log(),
            "redo": bool(table.journal.following()),
            "hand": self.hand(place, seen, turn, people, hand),
            "result": self.result(seen) if branch is None else None,
            "you": {
                "place": place,
                "may": place is not None,
                "enters": turn is not None and (branch is not None or (live and self.enters(place, turn))),
            },
        }

    def log(self) -> list[dict[str, JSON]]:
        """Every entry ever made, with who made it and whether it still counts."""
        standing = {entry.n for entry in self.table.journal.line()}
        rows = []
        for entry in self.table.journal.entries:
            turn = None
            if entry.kind == "turn":
                turn = self.game.rules.turn(self.state(self.position(entry.parent)))
            rows.append(
                {
                    "kind": entry.kind,
                    "ply": entry.ply,
                    "who": None if turn is None else self.names[turn],
                    "text": entry.text,
                    "rule": entry.rule,
                    "kept": entry.n in standing or entry.kind in ("undo", "redo"),
                }
            )
        return rows

    def hand(
        self, place: Viewer, seen: Any, turn: int | None, people: Sequence[dict[str, JSON]], told: str
    ) -> dict[str, JSON] | None:
        """A seat's hand: dealt (its facts' `known`), or to be told to its phone; None where it has none."""
        if not isinstance(place, int) or place < 0:
            return None
        position = self.position()
        if self.state(position) != self.as_seen(position, TABLE):
            # the companion dealt the cards, for it knows what does not lie open
            return {"kind": "dealt", "cards": list(str(people[place].get("known", "")))}
        if turn is None or not shown.asks_for_hand(self.game, seen):
            return None
        fault = shown.told_hand(self.game, seen, told)[1] if told and turn == place else ""
        return {"kind": "told", "key": f"{self.table.number} {self.names[place]}", "fault": fault}

    def enters(self, place: Viewer, turn: int) -> bool:
        """May this place enter a turn of that player? A seat its own; the table's page any, where nothing is hidden
        from it that the player sees."""
        if place == TABLE:
            position = self.position()
            return bool(self.as_seen(position, TABLE) == self.as_seen(position, turn))
        return place == turn

    def result(self, seen: Any) -> dict[str, JSON] | None:
        """The end: sums, winners, and everybody's points after each turn. None before it."""
        found = self.game.score.result(seen)
        if found is None:
            return None
        points = [0] * len(self.names)
        for entry in self.game.score.opening(self.table.start):
            points[entry.player] += entry.points
        trail: list[list[int]] = [[0, *points]]
        for logged in self.table.journal.line():
            if logged.kind != "turn":
                continue
            before = self.state(self.position(logged.parent))
            step = self._step(before, logged, self.state(logged.position))
            if step is None:
                continue
            for entry in self.game.score.trail(step.before, step.move, step.after):
                points[entry.player] += entry.points
            trail.append([logged.ply, *points])
        return {
            "standings": [standing._asdict() | {"facts": dict(standing.facts)} for standing in found.standings],
            "winners": [self.names[winner] for winner in found.winners],
            "trail": trail,
        }

    def follow(self, place: int | None, spot: Spot, typed: str, hand: str) -> dict[str, JSON]:
        """What can follow a turn typed so far. Raises Answer."""
        seen = self.at(place, spot).seen
        turn = self.game.rules.turn(seen)
        if turn is None:
            raise Answer(409, "The game is over.")
        if hand and place == turn:
            seen, _ = shown.told_hand(self.game, seen, hand)
        return shown.follow(self.game, seen, typed)

    def where(self, place: int | None, spot: Spot, words: str) -> dict[str, JSON]:
        seen = self.at(place, spot).seen
        drawn = self.picture(seen)
        return shown.where(self.game, seen, words, drawn["places"] if drawn else {})


def refusal(refused: Untaken, *, nearest: bool = True) -> Answer:
    """A refused turn as an answer: why, by which rule, and the nearest legal turn."""
    source = refused.refusal.source if isinstance(refused.refusal, IllegalMove) else ""
    facts = {"rule": refused.rule, "source": source, "nearest": refused.nearest if nearest else ""}
    return Answer(422, refused.message, **facts)


def beaten(overtaken: Overtaken) -> Answer:
    """What another place did meanwhile."""
    made = ", ".join(entry.text if entry.kind == "turn" else f"{entry.kind} {entry.text}" for entry in overtaken.made)
    return Answer(409, f"Somebody was faster: {made}. Nothing of yours was changed.")
