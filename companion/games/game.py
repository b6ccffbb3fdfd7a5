"""A game as all surfaces use it: its rules, what else its folder has, and what is derived from them.

A state here is a `Position`: the rules' state with the players and how often chance has moved. What a game's folder
adds (a board in words, notes of choices, pictures) is found by name; what it lacks is derived from the rules.

>>> game = Game("circles")
>>> game.plies("g7-f7 / f7-e7"), game.can_leave, game.has_hands, Game("atlantis").has_hands
(('g7-f7', 'f7-e7'), True, False, True)
>>> Game("chess")
Traceback (most recent call last):
...
companion.contract.faults.SyntaxFault: column 1: game 'chess'; expected one of ...
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from companion.contract import entering, lying, position, scoring, values
from companion.contract.entering import Ply
from companion.contract.faults import IllegalMove, SyntaxFault, within
from companion.contract.judges import STRICT, Forbidden
from companion.contract.listing import ALL
from companion.contract.position import Position
from companion.contract.reading import plies
from companion.contract.rules import EVERYTHING, corrects
from companion.contract.sentences import filled_in, sentence
from companion.contract.values import NOTHING, Choice, Player, Prompt, Result, Setup, cut
from companion.games.folder import Parts
from specs.base.languages import Said, Tongue, joined, say, spoken, verbatim, word

if TYPE_CHECKING:
    from companion.games.tabletop import Drawn
    from generator.draw.scene import Scene
    from specs.model.document import Document


class Game(Parts):
    """A game by its name, by its rules, or, with a `spec`, the free table of that spec. Raises SyntaxFault for an
    unknown name."""

    # ---- setup ---------------------------------------------------------------------------------------

    @property
    def ended(self) -> type[Any]:
        """Return the class of a final position's file: a `companion.contract.finals.FinalPosition`."""
        from companion.contract.finals import AsItLies  # loads the reader of files

        return cast(type[Any], self.given("Ended", "setup") or AsItLies)

    def begin(self, document: Document, players: Sequence[Player], setup: Setup) -> Position:
        """Return the first position. Raises ValueFault, with the path of keys of a record."""
        return entering.start(self, players, self.agreed(document, players, setup), setup.seed)

    def final(self, document: Document, players: Sequence[Player], setup: Setup, ended: Any) -> Position:
        """Return a final position from a file, to be settled without any history. Raises ValueFault."""
        agreed = self.agreed(document, players, setup)
        given = self.given("final", "setup")
        if given is not None:
            return cast(Position, given(document, players, agreed, ended))
        with within("position"):
            found = self.read(ended.position)
        resumed = getattr(self.rules, "resumed", None)
        return found if resumed is None else found._replace(state=resumed(found.state))

    # ---- turns ---------------------------------------------------------------------------------------

    def turn(self, state: Position) -> int | None:
        """Return whose turn it is, also when chance moves; None once the game is over."""
        turn = self.rules.turn(state.state)
        return None if turn is None else int(turn.whose)

    def number(self, state: Position) -> int | None:
        """Return the number of the turn, which its plies share; None once the game is over."""
        turn = self.rules.turn(state.state)
        return None if turn is None else int(turn.number)

    def phase(self, state: Position) -> str:
        """Return what is asked for; empty once the game is over."""
        turn = self.rules.turn(state.state)
        return "" if turn is None else str(turn.phase)

    def begins(self, before: Position, state: Position) -> bool:
        """Return whether another turn begins at a position that was reached from one before: turns may be several
        plies."""
        return self.number(before) != self.number(state)

    def moves(self, state: Position) -> Iterator[Any]:
        """Yield the legal moves lazily, each once, in a stable order."""
        return iter(self.rules.moves(state.state, EVERYTHING))

    def listed(self, state: Position, most: int = ALL) -> Sequence[Any]:
        """Return the legal moves, or at least the first `most`; they are made when asked for, if the game can."""
        return entering.listed(self, state, most)

    def made(self, state: Position, move: Any, *, stood: bool = False) -> Ply:
        """Return the ply of a move; with `stood`, whatever rules it breaks. Raises IllegalMove."""
        seat = None if corrects(move) else entering.mover(self.rules.turn(state.state))
        with self._refusals_in_words(state):
            return entering.ply(self, state, move, seat, stood=stood)

    def apply(self, state: Position, move: Any) -> Position:
        """Return the position after a move, and after what chance does then if the companion deals. Raises
        IllegalMove."""
        try:
            return entering.dealt(self, entering.after(self, state, move))[0]
        except Forbidden as forbidden:  # without `_refusals_in_words`: simulations come here for each ply
            raise self.refusal(forbidden, state) from None

    def follows(self, state: Position) -> Sequence[Ply]:
        """Return what chance does now, if the companion deals."""
        return entering.dealt(self, state)[1]

    def refusal(self, forbidden: Forbidden, at: Position) -> IllegalMove:
        """Return a refusal as it is shown."""
        return sentence(self.sentences, forbidden, at.players)

    @contextmanager
    def _refusals_in_words(self, at: Position) -> Iterator[None]:
        """A block in which a forbidden move is refused as it is shown."""
        try:
            yield
        except Forbidden as forbidden:
            raise self.refusal(forbidden, at) from None

    @property
    def can_leave(self) -> bool:
        """Return whether somebody may leave and the others continue."""
        return hasattr(self.rules, "ends")

    def away(self, state: Position) -> Sequence[bool]:
        """Return whether each seat has left; empty if players cannot leave this game."""
        return getattr(state.state, "away", ())

    def leave(self, state: Position, player: int) -> Position:
        """Return the position after a player has left. Raises IllegalMove."""
        with self._refusals_in_words(state):
            return entering.ended(self, state, player, "leave")

    # ---- moves and positions as text -----------------------------------------------------------------

    def parse(self, state: Position, text: str) -> Any:
        """Read a move; what was not written is filled in. Raises SyntaxFault, IllegalMove."""
        with self._refusals_in_words(state):
            return entering.parsed(self, state, text, entering.mover(self.rules.turn(state.state)))

    def format(self, state: Position, move: Any) -> str:
        """Write a move in canonical notation: `parse(state, format(state, move)) == move`."""
        return entering.written(self, state, move)

    def plies(self, line: str) -> Sequence[str]:
        """Split a line as typed or recorded into plies."""
        return plies(line, entering.between(self))

    def split(self, state: Position, text: str) -> Sequence[str]:
        """Return the plies of a text that may stand for several at a position."""
        return entering.split(self, state, text)

    def text(self, state: Position) -> str:
        """Write the whole position as one line: `read(text(state)) == state`."""
        return position.write(self.rules, state)

    def read(self, text: str) -> Position:
        """Read a position. Raises SyntaxFault."""
        return position.read(self.rules, text)

    # ---- scores --------------------------------------------------------------------------------------

    def result(self, state: Position) -> Result | None:
        """Return scores and winners with the sums shown; None before the end."""
        return self.settle(state) if self.rules.turn(state.state) is None else None

    def settle(self, state: Position) -> Result:
        """Return the result if the game ended here. Raises IllegalMove if something must be known first."""
        score = self._score(state)
        given, lines = self.given("result"), self.given("lines")
        if given is not None:
            return cast(Result, given(state))
        seats = range(len(state.players))
        return scoring.shown(score, [scoring.sums(score, n) if lines is None else lines(state, n) for n in seats])

    def tally(self, state: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return scores by seat and winners as `settle` has them, without texts."""
        score = self._score(state)
        return score.points(len(state.players)), score.winners

    def earned(self, state: Position) -> tuple[int, ...]:
        """Return the points that each seat has earned so far, as far as known; empty if the game counts none."""
        score = self.rules.score(state.state)
        return score.points(len(state.players), now=True) if score.rows else ()

    def _score(self, state: Position) -> Any:
        score = self.rules.score(state.state)
        if score.unknown is not None:
            raise self.refusal(score.unknown, state) from None
        return score

    def ending(self, state: Position) -> str:
        """Say why a finished game ended, as a phrase; may be empty."""
        return cast(str, self._shown("ending", _nothing, state))

    def opening(self, state: Position) -> Sequence[values.Entry]:
        """Return what each player begins with, in points: with it the trail of a whole game adds up to the scores."""
        return cast("Sequence[values.Entry]", self._shown("opening", scoring.opening, state))

    def trail(self, before: Position, move: Any, after: Position) -> Sequence[values.Entry]:
        """Return what a move gained or cost each player."""
        own = self.given("trail")
        return own(before, move, after) if own is not None else scoring.trail(self, before, after)

    # ---- what is shown -------------------------------------------------------------------------------

    def seen(self, state: Position, seat: int | None) -> Position:
        """Return the position as a seat sees it, or as everyone does."""
        return position.seen(self.rules, state, seat)

    @property
    def labels(self) -> Mapping[str, str]:
        """Return the page's names for players' keys of `facts`, and for plain words among their values."""
        return self.given("LABELS") or NOTHING

    def facts(self, state: Position) -> Mapping[str, values.JSON]:
        """Return what `--json` says of a position: `players`, each a mapping with `name`, and the game's own keys."""
        return cast("Mapping[str, values.JSON]", self._shown("facts", lying.facts, state))

    def prompt(self, state: Position) -> Prompt:
        """Return what can be typed next, in one short line."""
        if self.rules.turn(state.state) is None:
            return Prompt("over", say("The game is over"), "")
        return cast(Prompt, self._shown("prompt", _typed, state))

    def status(self, state: Position) -> str:
        """Return what matters for the next turn, in a few words; may be empty."""
        return cast(str, self._shown("status", _nothing, state))

    def board(self, state: Position, width: int) -> Sequence[Sequence[values.Span]]:
        """Return the position as lines of at most `width` terminal columns (40 or more)."""
        given = self.given("board")
        lines = given(state, width) if given is not None else [[values.Span(line)] for line in lying.board(self, state)]
        return [cut(line, width) for line in lines]

    def where(self, state: Position, sought: str) -> Sequence[values.Found]:
        """Return where something of that name (in lower case) is and what is around it; also for a player's name or
        colour."""
        found, whose = list[values.Found](), self.given("whose")
        for seat, player in enumerate(state.players) if whose is not None else ():
            if sought in (player.name.lower(), player.colour):
                found += whose(state, seat)
        return [*found, *self._shown("where", lying.found, state, sought)]

    @property
    def has_picture(self) -> bool:
        """Return whether its positions can be drawn."""
        return self.folder.part("picture") is not None

    def drawn(self, state: Position, document: Document, width: int = 0) -> Drawn:
        """Draw the position with the printed faces, in mm, laid out for a page of `width` CSS px, which names the
        players itself; with 0 the picture says everything. Its box begins at (0, 0)."""
        return _drawn(self, state, document, width, spoken())

    def picture(self, state: Position, document: Document) -> Scene:
        """Draw the position as a picture that says everything."""
        return self.drawn(state, document).scene

    @property
    def transcript(self) -> Any:
        """Return the game's module for a public format of whole games (`NAME`, `Transcript`, `read`, `write`,
        `left_out`); None if it has none."""
        return self.folder.part("transcript")

    @property
    def bots(self) -> Any:
        """Return the game's module for bots; None: its bots are general ones."""
        return self.folder.part("bots")

    # ---- advice --------------------------------------------------------------------------------------

    @property
    def unfolds(self) -> bool:
        """Return whether a move may have consequences that `chain` describes."""
        return bool(self.given("UNFOLDS"))

    def nearest(self, state: Position, move: Any) -> Any:
        """Return the legal move closest to a refused one, or to a text that cannot be read; None if there is none."""
        offered = _offered()
        return (offered.alike if isinstance(move, str) else offered.nearest)(self, state, move)

    def warnings(self, state: Position, move: Any) -> Sequence[str]:
        """Return warnings about legal but probably unintended moves, a sentence each."""
        given, made = self.given("warnings"), self._effects(state, move)
        if made is None:
            return ()
        return [*self._unfolded(made, slips=True), *(given(made) if given is not None else ())]

    def in_words(self, made: Ply) -> Said:
        """Say what a ply did, in a sentence."""
        own = self.given("in_words", "plies")
        if own is not None and (sentence := own(made)) is not None:
            return cast(Said, sentence)
        if made.player is None or made.player >= len(made.before.players):
            return verbatim(made.text)
        return say("{who}: {turn}", who=made.before.players[made.player].name, turn=made.text)

    def way(self, made: Ply) -> Sequence[str]:
        """Return the places that a turn leads over, first to last, if there are any between."""
        return tuple(self._shown("way", _nothing, made))

    def chain(self, before: Position, move: Any) -> Sequence[str]:
        """Say the consequences of a move, a line for each step."""
        given, made = self.given("chain"), self._effects(before, move)
        if made is None:
            return ()
        return list(given(made)) if given is not None else self._unfolded(made, slips=False)

    def _effects(self, state: Position, move: Any) -> Ply | None:
        """Make the ply of a move, with its effects noted, if it can be made."""
        if not self.unfolds and self.given("warnings") is None and self.given("chain") is None:
            return None
        try:
            return self.made(state, move, stood=True)
        except IllegalMove:
            return None

    def _unfolded(self, made: Ply, *, slips: bool) -> list[Said]:
        """Say the consequences, or the likely slips, as far as the game has a sentence for them."""
        known, sentences = self.given("SLIPS") or (), self.sentences
        return [
            filled_in(sentences[effect.what], effect.facts, made.before.players)
            for effect in (made.effects if self.unfolds else ())
            if effect.what in sentences and (effect.what in known) == slips
        ]

    def revealed(self, before: Position, move: Any, after: Position) -> Sequence[Said]:
        """Say what the table saw by a move, which undo cannot unsee, a phrase each."""
        given = self.given("revealed")
        return tuple(given(before, move, after) if given is not None else lying.revealed(self, before, after))

    # ---- choices -------------------------------------------------------------------------------------

    @property
    def asks_first(self) -> Mapping[str, str]:
        """Return the lines that need a confirmation, with the question for each."""
        return self.given("ASKS") or NOTHING

    def choices(self, state: Position, typed: str) -> Sequence[Choice]:
        """Return how a turn typed so far can continue, in a stable order; empty if no legal turn begins so."""
        return _choices(self, state, typed, spoken())

    # ---- hands ---------------------------------------------------------------------------------------

    @property
    def has_hands(self) -> bool:
        """Return whether players hold what the others do not see."""
        return self.given("kinds") is not None

    @property
    def apart(self) -> str:
        """Return the separator between the cards of a hand as text."""
        return self.given("APART") or ""

    def hand(self, state: Position, player: int) -> str:
        """Return a player's hand as far as the position knows it, `?` for an unknown card."""
        given = self.given("known")
        return given(state, player) if given is not None else self.apart.join(lying.hand(self, state, player))

    def asks(self, state: Position) -> str:
        """Return the question for what the table must tell before the player to move can choose, such as a hand that
        only it knows; empty if there is none."""
        return cast(str, self._shown("asks", _hand_asked, state))

    def hand_places(self, state: Position, player: int) -> Sequence[str]:
        """Return the place that a `Choice` names for each card of a hand, in order; empty if choices name none."""
        return tuple(self._shown("hand_places", _nothing, state, player))

    def assume(self, state: Position, hand: str, player: int | None = None) -> Position:
        """Return the position with a player's hand, by default that of the player to move. Raises SyntaxFault,
        IllegalMove for an impossible one."""
        holding = getattr(self.rules, "holding", None)
        if holding is None:
            expected = say("nothing: in this game everybody sees everything")
            expected = say("nothing: in this game no hand can be typed") if self.has_hands else expected
            raise SyntaxFault(f"'{hand[:20]}'", expected)
        with self._refusals_in_words(state):
            seat = (self.turn(state) or 0) if player is None else player
            return state._replace(state=holding(state.state, seat, hand, STRICT))

    def cards(self, document: Document) -> Sequence[values.Card]:
        """Return what a hand can hold, each different card once."""
        return tuple(self._shown("kinds", _nothing, document))


def _offered() -> Any:
    """Return the module `offered`, imported late: entering a whole turn does not need it, and starts 1 ms sooner."""
    from companion.contract import offered

    return offered


def _nothing(*_: Any) -> str:
    return ""


def _hand_asked(game: Game, state: Position) -> str:
    seat, asked = game.turn(state), game.given("HAND")
    if seat is None or asked is None or lying.UNKNOWN not in game.hand(state, seat):
        return ""
    return word(asked, who=state.players[seat].name)


@lru_cache(maxsize=512)
def _choices(game: Game, state: Position, typed: str, _: Tongue | None) -> Sequence[Choice]:
    """Return what can follow, in the current language, cached: phones ask for it one choice ahead, and again once that
    is tapped."""
    return cast("Sequence[Choice]", _offered().choices(game, state, typed))


@lru_cache(maxsize=32)
def _drawn(game: Game, state: Position, document: Document, width: int, _: Tongue | None) -> Drawn:
    """Draw a position in the current language, cached."""
    return cast("Drawn", game.folder.part("picture").Drawing(state, document, width).drawn())


def _typed(game: Game, state: Position) -> Prompt:
    """Return what can be typed, for a game without a prompt of its own."""
    ways = [way.text for way in _offered().offered(game, state, "")]
    return Prompt("turn", "", say("Type {ways}", ways=joined(ways[:6])))
