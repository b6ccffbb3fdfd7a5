"""A game in play: its journal and the position it leads to. All of it is pure: a change gives another value.

>>> from companion import Game
>>> play = Game("atlantis").new("Ann", "Bob", seed=42).play
>>> later, steps = play.enter("1:A")
>>> later.journal.ply, steps[0].text, play.journal.ply
(1, '1:A', 0)
>>> back, entries = later.undo()
>>> back.state == play.state, [entry.text for entry in entries]
(True, ['1:A'])
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from companion.contract import entering
from companion.contract.entering import Ply, Stopped, enter
from companion.contract.faults import IllegalMove, SyntaxFault
from companion.contract.values import Entry, Player, parted
from companion.games import Game
from companion.table import report
from companion.table.journal import ASIDE, Journal, Logged, NothingThere
from companion.table.look import PUBLIC, REFEREE, Sight, Viewer, step_seen
from companion.table.turns import Untaken, split_stood, take, untaken
from specs.base.languages import say
from specs.base.named import NamedTuple

DONE = ("turn", "leave")  # entries that change the position
LEAVING = "what the table decides"


class Hand(NamedTuple):
    """What a turn did to a hand, in the game's letters: the cards that left it and came to it, and the hand
    after it."""

    player: int
    gave: str
    got: str
    now: str


class Row(NamedTuple):
    """A row of the log: the entry, whose turn it was (for other entries: the seat that made it), whether it is still
    part of the game, what it did to the reader's own hand (None for nothing, or if only what lies open is known), and
    whether it counts as a turn; corrections of what is known do not."""

    entry: Logged
    player: int | None
    kept: bool
    hand: Hand | None = None
    counts: bool = True


class Play(NamedTuple):
    """A game's rules with its positions (`sight`), its journal, and the current position."""

    sight: Sight
    journal: Journal
    state: Any

    @classmethod
    def begin(cls, game: Game, start: Any) -> "Play":
        """Start a game at its first position."""
        return cls(Sight(game, game.read), Journal(game.text(start)), start)

    @property
    def game(self) -> Game:
        return self.sight.game

    @property
    def turn(self) -> int | None:
        """Return whose turn it is, None once the game is over."""
        return self.game.turn(self.state)

    # ---- what was played -----------------------------------------------------------------------------

    def before(self, entry: Logged) -> Any:
        """Return the position at which an entry was made."""
        return self.sight.state(self.journal.after(entry.parent))

    def mover(self, entry: Logged) -> int | None:
        """Return whose turn it was when an entry was made; None if the game was over."""
        return self.game.turn(self.before(entry))

    def begun(self) -> list[Logged]:
        """Return the plies that began a player's turn, in order: one for each turn played."""
        found, before = list[Logged](), None
        for entry in self.journal.line():
            if self.journal.counts(entry):
                state = self.before(entry)
                if before is None or self.game.begins(before, state):
                    found.append(entry)
                before = state
        return found

    @property
    def begins(self) -> bool:
        """Return whether another player's turn, or the game, begins here."""
        line = self.journal.line()
        return not line or self.game.begins(self.before(line[-1]), self.state)

    def stood(self) -> Sequence[tuple[Logged, int | None]]:
        """Return the turns that broke a rule, each with the player who made it."""
        return [(entry, self.mover(entry)) for entry in self.journal.line() if entry.rule]

    def steps(self) -> Iterator[tuple[Logged, Ply]]:
        """Yield every turn with its step, made again from the start."""
        state = self.sight.state(self.journal.start)
        for entry in self.journal.line():
            if entry.kind == "leave":
                state = left(self.game, state, entry.text, entry.ply + 1)
            if entry.kind == "turn":
                step = take(self.game, state, entry.text, entry.ply, stood=bool(entry.rule))
                state = step.after
                yield entry, step

    def step(self, entry: Logged, viewer: Viewer) -> Ply | None:
        """Return a turn of the log as far as the viewer sees; None if it cannot be read from there."""
        before, after = (self.sight.of(at, viewer) for at in (self.journal.after(entry.parent), entry.position))
        return step_seen(self.game, before, entry.text, after, entry.ply, entry.rule, entry.points)

    def log(self, viewer: Viewer, *, hands: bool = True) -> list[Row]:
        """Return every entry for a viewer, also those taken back; `hands` follows the viewer's own hand, for the
        referee the mover's. Entered lines were said aloud, so they are the same for everybody, attempts too."""
        standing, found = {entry.n for entry in self.journal.line()}, list[Row]()
        for entry in self.journal.entries:
            kept, turn = entry.kind in ASIDE or entry.n in standing, entry.kind == "turn"
            mover = self.mover(entry) if entry.kind in ("turn", "attempt") else entry.seat
            hand = self._hand(entry, viewer, mover) if hands and turn else None
            found.append(Row(entry, mover, kept, hand, self.journal.counts(entry) if turn else True))
        return found

    def _hand(self, entry: Logged, viewer: Viewer, mover: int | None) -> Hand | None:
        """Return what a turn did to the viewer's hand, or for the referee the mover's, if more of it is known than lies
        open; else None."""
        whose, sight = viewer if isinstance(viewer, int) else mover, self.sight
        if whose is None or (had := sight.hand(self.journal.after(entry.parent), viewer, whose)) is None:
            return None
        now, apart = sight.hand(entry.position, viewer, whose) or "", self.game.apart
        gave, got = _less(had, now, apart), _less(now, had, apart)
        return Hand(whose, gave, got, now) if gave or got else None

    def trail(self, viewer: Viewer) -> Iterator[tuple[Logged | None, Entry]]:
        """Yield what each current turn gained or cost whom, after what players began with."""
        sight, journal, game = self.sight, self.journal, self.game
        start = sight.of(journal.start, viewer)
        totals, changes = [0] * len(game.facts(start)["players"]), game.opening(start)
        for entry in (None, *journal.line()):
            if entry is not None and entry.kind == "leave":
                before, after = (sight.of(at, viewer) for at in (journal.after(entry.parent), entry.position))
                changes = report.left_trail(game, before, after, entry.text, totals)
            elif entry is not None:
                made = self.step(entry, viewer) if entry.kind == "turn" else None
                changes = () if made is None else game.trail(made.before, made.move, made.after)
            for change in changes:
                totals[change.player] += change.points
                yield entry, change

    # ---- changes -------------------------------------------------------------------------------------

    def aside(self, journal: Journal) -> "Play":
        """Return the same position with more in the journal."""
        return self._replace(journal=journal)

    def seen(self, viewer: Viewer) -> "Play":
        """Return the same game with each position as a viewer sees it."""
        if viewer == REFEREE:
            return self
        sight = Sight(self.game, lambda position: self.sight.of(position, viewer))
        return Play(sight, self.journal, sight.state(self.journal.position))

    def to(self, journal: Journal) -> "Play":
        """Return the game at the position of a journal."""
        return self._replace(journal=journal, state=self.sight.state(journal.position))

    def made(self, steps: Sequence[Ply]) -> "Play":
        """Return the game after steps."""
        journal, text = self.journal, self.game.text
        for step in steps:
            after, rule = text(step.after), step.rules
            journal = journal.enter(step.text, after, counts=step.counts, rule=rule, points=step.points)
        return self._replace(journal=journal, state=steps[-1].after) if steps else self

    def enter(self, line: str, *, stood: bool = False) -> "tuple[Play, Sequence[Ply]]":
        """Return the game after a line of one or several plies, all or none, and the moves of chance after each if the
        companion deals; these may be typed too. Raises Untaken."""
        (marked, rest), play, found = split_stood(line), self, list[Ply]()
        while rest:
            try:
                done = enter(self.game, play.state, rest, REFEREE, stood=stood or marked)
            except Stopped as stopped:
                raise untaken(self.game, stopped, play.journal.ply + 1) from None
            play, found, texts = play.made(done.plies), [*found, *done.plies], [*self.game.plies(done.rest)]
            dealt = [each.text for each in done.plies if self.game.follows(each.before)]
            while texts and dealt:
                texts[:1] = self.game.split(play.state, texts[0])
                if texts[0] not in dealt:
                    break
                del dealt[: dealt.index(texts.pop(0)) + 1]
            rest = " / ".join(texts)
        return play, found

    def leave(self, name: str) -> "Play":
        """Return the game after a player has left. Raises Untaken."""
        state = left(self.game, self.state, name, self.journal.ply + 1)
        return self._replace(journal=self.journal.leave(name, self.game.text(state)), state=state)

    def undo(self, ply: int | None = None, *, whole: bool = False) -> "tuple[Play, Sequence[Logged]]":
        """Return the game without the last ply, every ply after `ply` and the chance that followed, or with `whole`
        without the current turn of the last player; and the entries taken back, last first.

        Raises NothingThere if no turn was made, SyntaxFault for a ply that has not been made.
        """
        journal = self.journal
        line = journal.line()
        turns = [entry for entry in line if entry.kind in DONE]
        if not turns:
            raise NothingThere(say("There is no turn to take back."))
        if whole and self.begun():
            ply = self._turn_began(turns)
        elif ply is not None:
            last = max((entry.ply for entry in turns if not self.dealt(entry)), default=0)
            if not 0 <= ply < last:
                raise SyntaxFault(say("turn {ply}", ply=ply), say("one before the last, which is {last}", last=last))
            later = (entry.ply for entry in turns if entry.ply > ply and not self.dealt(entry))
            ply = min(later) - 1  # the chance after the named turn stays
        while ply is None and len(turns) > 1 and self.dealt(turns[-1]):
            turns.pop()  # chance is taken back with the turn that it followed
        stays = turns[-1].n if ply is None else 1 + max((e.n for e in line if e.ply <= ply), default=0)
        back = [entry for entry in line if entry.n >= stays]
        return self.to(journal.undo(len(back))), back[::-1]

    def redo(self, ply: int | None = None, *, whole: bool = False) -> "tuple[Play, Sequence[Logged]]":
        """Return the game with the ply that was taken back, every ply up to `ply`, or with `whole` a player's whole
        turn; and the entries put back.

        Raises NothingThere if none was taken back, SyntaxFault for a ply that was not.
        """
        following, again = self.journal.following(), list[Logged]()
        if whole and following and following[-1].ply > self.journal.ply:
            begun = self.to(self.journal.redo(len(following))).begun()
            later = [each.ply for each in begun if each.ply > self.journal.ply + 1]
            ply = later[0] - 1 if later else following[-1].ply
        for entry in following:
            dealt = self.dealt(entry)
            done = any(before.kind in DONE for before in again) and not dealt
            if done if ply is None else entry.ply > ply and not dealt:
                break
            again.append(entry)
        if not again:
            raise NothingThere(say("There is no turn to put back."))
        if ply is not None and again[-1].ply < ply:
            expected = say("one that was taken back, at most {last}", last=again[-1].ply)
            raise SyntaxFault(say("turn {ply}", ply=ply), expected)
        return self.to(self.journal.redo(len(again))), again

    def _turn_began(self, turns: list[Logged]) -> int:
        """Return the ply before the current player's first action: what was dealt at the start of the turn stays."""
        last = next((each.ply for each in reversed(turns) if each.ply and not self.dealt(each)), turns[-1].ply)
        first = max(each.ply for each in self.begun() if each.ply <= last)
        return next(each.ply for each in turns if each.ply >= first and (each.ply >= last or not self.dealt(each))) - 1

    def revealed(self, entries: Sequence[Logged]) -> list[str]:
        """Return what everyone has seen by entries that were taken back, first to last."""
        steps = [step for entry in entries if entry.kind == "turn" and (step := self.step(entry, PUBLIC)) is not None]
        return [phrase for step in steps for phrase in self.game.revealed(step.before, step.move, step.after)]

    def owner(self, entry: Logged) -> int | None:
        """Return the seat that an entry belongs to, which may take it back alone: it entered it, it moved, or it left;
        None if it belongs to none."""
        if entry.kind == "leave":
            seats = [player["name"].lower() for player in self.game.facts(self.before(entry))["players"]]
            return seats.index(entry.text.lower())
        return self.mover(entry) if entry.seat is None else entry.seat

    def dealt(self, entry: Logged) -> bool:
        """Return whether the companion decided an entry by chance."""
        return bool(self.game.follows(self.before(entry)))


def _less(cards: str, others: str, apart: str) -> str:
    return apart.join(sorted((Counter(parted(cards, apart)) - Counter(parted(others, apart))).elements()))


def seated(game: Game, state: Any, players: Sequence[Player]) -> Any:
    """Return a position with these players."""
    return state._replace(players=entering.seated(players, getattr(game.rules, "UNSEATED", ())))


def left(game: Game, state: Any, name: str, ply: int) -> Any:
    """Return the position after a player has left. Raises Untaken, for the ply that would come next."""
    seats = [player["name"].lower() for player in game.facts(state)["players"]]
    try:
        if name.lower() not in seats:
            raise SyntaxFault(f"'{name[:40]}'", say("the name of a player"))
        if not game.can_leave:
            sentence = say("the rules of this game do not cover this; write a note")
            raise IllegalMove("leave.rules", sentence, LEAVING)
        return game.leave(state, seats.index(name.lower()))
    except (SyntaxFault, IllegalMove) as refusal:
        raise Untaken(refusal, f"leave {name}", ply) from None
