"""What a viewer may see of a game: privacy is decided here, once, for commands, prompt, page and keepsake alike.

A `Sight` turns stored positions into what a viewer may see of them; a `Look` is one such position with all that is said
of it: facts, board, choices, results, and what a line would do. It knows nothing but the view, so it can tell nothing
else.

    >>> from companion.games import Game
    >>> from companion.record.starting import prepare
    >>> record, played = prepare("atlantis", ["Ann", "Bob"], seed=42, options={"cards": "dealt"})
    >>> game, names = Game("atlantis"), ["Ann", "Bob"]
    >>> for viewer in (PUBLIC, 0, REFEREE):
    ...     look = Look(game, names, viewer, seen_by(game, played.state, viewer), 0)
    ...     look.hand(0), look.hand(1)
    ('????', '?????')
    ('FFAR', '?????')
    ('FFAR', 'OOHSC')
    >>> look = Look(game, names, PUBLIC, seen_by(game, played.state, PUBLIC), 0)
    >>> [step.text for step in look.steps("1:H")]  # the hand may have one, for all that is open
    ['1:H']
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Literal

from companion.contract import IllegalMove, NamedTuple, Refused, SyntaxFault, typed
from companion.contract.entering import Ply, Stopped, enter
from companion.contract.values import Choice, Found, Prompt, Result, Span
from companion.games import Game
from companion.table import report
from companion.table.turns import DEALER, Untaken, split_stood, take, untaken
from specs.base.languages import say

Viewer = int | None | Literal["referee"]
PUBLIC: Final = None  # sees what lies open at the table
REFEREE: Final = "referee"

KEPT = 400  # cached positions, and views of them


def seen_by(game: Game, state: Any, viewer: Viewer) -> Any:
    """Return a position as a viewer may see it."""
    return state if viewer == REFEREE else game.seen(state, viewer)


class Sight:
    """Stored positions as viewers may see them, each read and seen once."""

    def __init__(self, game: Game, read: Callable[[str], Any]) -> None:
        keep = lru_cache(maxsize=KEPT)
        self.game = game
        self.state: Callable[[str], Any] = keep(read)
        # a position as the viewer may see it
        self.of: Callable[[str, Viewer], Any] = keep(lambda at, viewer: seen_by(game, self.state(at), viewer))

    def hand(self, position: str, viewer: Viewer, player: int) -> str | None:
        """Return a player's hand, if the viewer knows more of it than lies open; else None."""
        if not self.game.has_hands:
            return None
        own, everybody = (self.game.hand(self.of(position, who), player) for who in (viewer, PUBLIC))
        return own.rstrip("?") if own != everybody else None


class Look(NamedTuple):
    """A position as `viewer` may see it, after `ply` plies, and the turn that led to it (None at the start, or if it
    was not asked for)."""

    game: Game
    names: Sequence[str]
    viewer: Viewer
    seen: Any
    ply: int
    step: Ply | None = None

    @property
    def turn(self) -> int | None:
        """Return whose turn it is, None once the game is over."""
        return self.game.turn(self.seen)

    # ---- the position ------------------------------------------------------------------------------

    def facts(self) -> dict[str, Any]:
        """Return the position for programs, as `--json` prints it."""
        return report.facts(self.game, self.seen, self.ply)

    def board(self, width: int) -> Sequence[Sequence[Span]]:
        """Return the position as lines of at most `width` terminal columns."""
        return [*self.game.board(self.seen, width), *([Span(line, "dim")] for line in self.away())]

    def away(self) -> list[str]:
        """Say who has left, in a sentence each."""
        return report.away(self.game, self.seen)

    def asked(self) -> Prompt:
        """Return what the player to move is asked for, and how it is typed."""
        return self.game.prompt(self.seen)

    def status(self) -> str:
        """Return what matters for the next turn, in one line; may be empty."""
        return self.game.status(self.seen)

    def whose_turn(self, width: int = report.WIDTH) -> list[str]:
        """Say who moves next and what can be typed; or how it ended. Lines of `width` columns, at most 80."""
        return report.whose_turn(self.game, self.seen, self.names, width)

    def result(self) -> Result | None:
        """Return the final result; None before the end."""
        return self.game.result(self.seen)

    def settled(self) -> Result:
        """Return the result if the game ended now."""
        return self.game.settle(self.seen)

    def hand(self, player: int) -> str | None:
        """Return a player's hand as far as the viewer knows it; None in a game without hidden hands."""
        return None if not self.game.has_hands else self.game.hand(self.seen, player)

    def assuming(self, hand: str, player: int | None = None) -> "Look":
        """Return the look of somebody who knows a player's hand, by default that of the player to move. Raises
        SyntaxFault, IllegalMove for an impossible hand."""
        return self._replace(seen=self.game.assume(self.seen, hand, player))

    def chain(self) -> Sequence[str]:
        """Say step by step what the last turn led to automatically."""
        return self.game.chain(self.step.before, self.step.move) if self.step is not None else ()

    def where(self, words: str) -> Sequence[Found]:
        """Say where something is and what lies around it, in sentences; empty if there is no such thing."""
        sought = words.strip().lower()
        return self.game.where(self.seen, sought) if sought else ()

    # ---- turns -------------------------------------------------------------------------------------

    def legal(self) -> Iterator[str]:
        """Yield every turn that may be legal as far as the viewer knows, as the viewer types it; hidden things may
        forbid some."""
        before = ""
        for move in self.game.moves(self.seen):
            text = self.game.format(self.seen, move)
            if text != before:  # turns that differ only in what is revealed count once
                yield text
            before = text

    def only(self) -> str:
        """Return the only legal turn as far as the viewer sees; empty if there is a choice."""
        ways = [] if self.turn is None else list(islice(self.legal(), 2))
        return ways[0] if len(ways) == 1 else ""

    def listed(self, begun: str = "") -> Iterator[str]:
        """Yield what a list of legal turns shows of those that begin so, read as a turn is read: the turns; if they
        have many parts, the next part, with `...` after what is not complete then."""
        offered = self.offered(begun) if begun or self.in_parts else ()
        if self.in_parts:
            for choice in offered:
                word = choice.text.find(" ") == len(choice.text) - 1  # the word alone does not show how it continues
                unfinished = not choice.whole and (word or choice.text.endswith((">", "-")))
                for way in (unfinished and self.offered(choice.text)) or (choice,):
                    yield way.text if way.whole else f"{way.text.strip()}..."
            return
        beginnings = tuple(packed(text) for text in (begun, *(choice.text for choice in offered)))
        yield from (turn for turn in self.legal() if packed(turn).startswith(beginnings))

    @property
    def in_parts(self) -> bool:
        """Return whether a list shows parts of turns, for turns with many parts."""
        return bool(self.game.given("PARTS"))

    def offered(self, typed: str) -> Sequence[Choice]:
        """Return how a line typed so far can continue, with its last ply after those before it."""
        *done, last = self.game.plies(f"{typed}-")  # `-` stands for the untyped rest
        last = last.removesuffix("-")
        before = typed.removesuffix(last)
        try:
            here = self._after(before) if done else self
            *more, end = self.game.split(here.seen, last)
            if more and end in last:
                here, last = here._after(" / ".join(more)), last[last.rindex(end) :]
                before = typed.removesuffix(last)
        except Untaken:
            return []
        if here.turn is None:
            return []
        choices = [*self.game.choices(here.seen, last), *here.behind(last)]
        return [choice._replace(text=before + choice.text) for choice in choices] if before else choices

    def _after(self, line: str) -> "Look":
        """Return what the viewer sees after a line. Raises Untaken."""
        return self._replace(seen=self.steps(line)[-1].after)

    def behind(self, typed: str) -> list[Choice]:
        """Return how a ply typed so far can continue with the next one, if one text may stand for several plies."""
        head, blank, tail = typed.rpartition(" ")
        if not head.strip() or not hasattr(self.game.rules, "split"):
            return []
        try:
            after = self._after(head)
        except Untaken:
            return []
        more = self.game.choices(after.seen, tail) if after.turn == self.turn else ()
        return [choice._replace(text=f"{head}{blank}{choice.text}") for choice in more]

    def steps(self, line: str, *, stood: bool = False, entered: bool = False) -> tuple[Ply, ...]:
        """Return what a line of one or several turns would do, each judged on what the viewer sees of the turn before
        it; `entered`: by this viewer at the table. Raises Untaken, in words that reveal nothing else; its `unseen` is
        true if only hidden things decide the line's last turn."""
        (marked, turns), by = split_stood(line), self.viewer if entered else REFEREE
        try:
            return enter(self.game, self.seen, turns, by, stood=stood or marked).plies
        except Stopped as stopped:
            refused, last = untaken(self.game, stopped, self.ply + 1), stopped.part[0] == stopped.part[1]
            if refused.unseen and entered and not last:
                turn = " ".join(stopped.text.split())[:60]
                sentence = say("what '{turn}' turns up is not known yet; enter it alone, then what follows", turn=turn)
                why = IllegalMove("line.turns-up", sentence, DEALER)
                refused = Untaken(why, stopped.text, refused.ply, part=stopped.part)
            refused.unseen = refused.unseen and last
            raise refused from None


class Picture(NamedTuple):
    """A position as an SVG document; a notebook shows it. mm."""

    svg: str
    width_mm: float
    height_mm: float

    def _repr_svg_(self) -> str:
        return self.svg


def picture(look: Look) -> Picture:
    """Draw a position for a viewer. Raises SyntaxFault for a game that has no picture."""
    from generator.formats.svg import scene_svg  # takes 60 ms, which a move at the table does without

    if not look.game.has_picture:
        raise SyntaxFault(say("a picture of {game}", game=look.game.called), say("a game that has pictures"))
    scene = look.game.picture(look.seen, look.game.document)
    _, _, width, height = scene.box
    return Picture(scene_svg(scene), width, height)


def step_seen(game: Game, before: Any, text: str, after: Any, ply: int, rule: str = "", points: int = 0) -> Ply | None:
    """Return a turn as it is between two views, with its breaches in words of what was seen before it. None if it
    cannot be read from there."""
    try:
        move = game.parse(before, text)
    except Refused:
        return None
    broken = list[IllegalMove]()
    if rule:
        try:
            why = take(game, before, text, ply, stood=True).stood
        except Untaken:
            why = ()
        words = {each.rule: each for each in why}
        broken = [words.get(each) or IllegalMove(each, say("hidden cards decide it"), "") for each in rule.split(", ")]
    return Ply(text, game.turn(before), move, before, after, tuple(broken), points)


def packed(text: str) -> str:
    """Return a turn in the form in which beginnings of turns are compared."""
    return typed(text).replace(" ", "").lower()
