"""A game by the contract (`companion.contract`) as the shell asks it: each facet of `companion.facets`, derived.

A state is here a `Position`: with who plays, and how often chance has moved. What a game's `look`, `setup`, `bots` and
`picture` add (words of a board, notes of choices) is asked for by name; where they have nothing, the rules do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, cast

from companion.contract import entering, lying, offered, position, scoring
from companion.contract.faults import IllegalMove, ValueFault, Within
from companion.contract.game import Game as Contract
from companion.contract.game import filled_in, sentence
from companion.contract.judges import Forbidden
from companion.contract.plies import plies
from companion.contract.position import Position
from companion.contract.rules import EVERYTHING, is_told
from companion.contract.values import NOTHING, Card, Choice, Entry, Found, Player, Prompt, Result, Setup, Span, Standing
from specs.base import measure
from specs.base.languages import Said, joined, say, verbatim, word

if TYPE_CHECKING:
    from specs.model.document import Document

LOOKS = ("look", "words", "sums", "hands", "choices", "telling")

__all__ = ["FACETS", "Contracted"]


class Contracted:
    """A game's package, and its parts as they are asked for."""

    def __init__(self, package: str, document: Any, *kept: str) -> None:
        self.package = package
        self.document = document
        rules = import_module(f"{package}.rules").rules(document, *kept)
        self.contract: Contract[Any, Any] = Contract(rules, import_module(f"{package}.text").TEXT)
        self._parts: dict[str, Any] = {}

    def part(self, name: str) -> Any:
        """A module of the game's folder; None where it has none."""
        if name not in self._parts:
            try:
                self._parts[name] = import_module(f"{self.package}.{name}")
            except ModuleNotFoundError as error:
                if error.name != f"{self.package}.{name}":
                    raise
                self._parts[name] = None
        return self._parts[name]

    def given(self, name: str, *modules: str) -> Any:
        """What a module of the game has by that name; None where none has."""
        found = (getattr(self.part(module), name, None) for module in modules or LOOKS)
        return next((each for each in found if each is not None), None)

    def says(self, forbidden: Forbidden, at: Position) -> IllegalMove:
        """A refusal as it is shown."""
        return sentence(self.contract.text, forbidden, at.players)

    def number(self, state: Position) -> int | None:
        """The number of the turn; None once the game is over."""
        turn = self.contract.rules.turn(state.state)
        return None if turn is None else turn.number

    def phase(self, state: Position) -> str:
        """What is asked for; empty once the game is over."""
        turn = self.contract.rules.turn(state.state)
        return "" if turn is None else turn.phase

    def made(self, state: Position, move: Any, *, stood: bool = False) -> entering.Ply:
        """The ply of a move. Raises IllegalMove."""
        seat = None if is_told(move) else entering.mover(self.contract.rules.turn(state.state))
        try:
            return entering.ply(self.contract, state, move, seat, stood=stood)
        except Forbidden as forbidden:
            raise self.says(forbidden, state) from None

    def dealt(self, state: Position) -> tuple[Position, tuple[entering.Ply, ...]]:
        """What chance does by itself, where the companion deals."""
        return entering.dealt(self.contract, state)

    def split(self, state: Position, text: str) -> Sequence[str]:
        """The plies of a text that may stand for several at a position."""
        return entering.split(self.contract, state, text)

    @property
    def splits(self) -> bool:
        """Whether one text may stand for several plies."""
        return hasattr(self.contract.rules, "split")

    def turn(self, state: Position) -> int | None:
        """Whose turn it is, also where chance moves; None once the game is over."""
        turn = self.contract.rules.turn(state.state)
        return None if turn is None else turn.seats[0] if turn.seats else turn.of


class _Facet:
    def __init__(self, of: Contracted) -> None:
        self.of, self.game = of, of.contract


class Rules(_Facet):
    def turn(self, state: Position) -> int | None:
        return self.of.turn(state)

    def is_turn(self, move: Any) -> bool:
        return not is_told(move)

    def apply(self, state: Position, move: Any) -> Position:
        """The position after a move, and what chance does then where the companion deals."""
        try:
            after = entering.after(self.game, state, move)
        except Forbidden as forbidden:
            raise self.of.says(forbidden, state) from None
        return entering.dealt(self.game, after)[0]

    def stand(self, state: Position, move: Any) -> tuple[Position, tuple[IllegalMove, ...], int]:
        made = self.of.made(state, move, stood=True)
        return made.after, tuple([self.of.says(each, state) for each in made.broken]), made.points

    def legal_moves(self, state: Position) -> Iterator[Any]:
        return iter(self.game.rules.moves(state.state, EVERYTHING))


class Notation(_Facet):
    def parse(self, state: Position, text: str) -> Any:
        seat = entering.mover(self.game.rules.turn(state.state))
        try:
            return entering.parsed(self.game, state, text, seat)
        except Forbidden as forbidden:
            raise self.of.says(forbidden, state) from None

    def format(self, state: Position, move: Any) -> str:
        return entering.written(self.game, state, move)

    def plies(self, text: str) -> Sequence[str]:
        return plies(text, entering.between(self.game))

    def text(self, state: Position) -> str:
        return position.write(self.game.rules, state)

    def parse_state(self, text: str) -> Position:
        return position.read(self.game.rules, text)


class SetupFacet(_Facet):
    @property
    def OPTIONS(self) -> Any:
        return self.of.given("OPTIONS", "setup", "rules") or ()

    @property
    def Ended(self) -> Any:
        return self.of.given("Ended", "setup") or import_module("companion.contract.finals").AsItLies

    def new(self, document: Document, players: Sequence[Player], setup: Setup) -> Position:
        _coloured(document, players)
        rules = import_module(f"{self.of.package}.rules").rules(lambda: document)
        kind = rules.OPTIONS
        given: dict[str, Any] = {name: option.default for name, option in document.spec.rules.items()}
        given |= {**setup.rules, "colours": tuple([player.colour for player in players])}
        options = {name: value for name, value in {**given, **setup.options}.items() if name in kind._fields}
        return entering.start(Contract(rules, self.game.text), players, kind(**options), setup.seed)

    def final(self, document: Document, players: Sequence[Player], setup: Setup, values: Any) -> Position:
        _coloured(document, players)
        given = self.of.given("final", "setup")
        if given is not None:
            return cast(Position, given(document, players, setup, values))
        with Within("position"):
            found = position.read(self.game.rules, values.position)
        resumed = getattr(self.game.rules, "resumed", None)
        return found if resumed is None else found._replace(state=resumed(found.state))


def _coloured(document: Document, players: Sequence[Player]) -> None:
    """Raises ValueFault where a player's colour is not one of the game's, or another's too."""
    colours = document.spec.players.colours
    for number, player in enumerate(players):
        if colours and player.colour not in set(colours) - {other.colour for other in players[:number]}:
            expected = f"one of {', '.join(colours)}, each once"
            raise ValueFault(("players", number), f"colour '{player.colour}'", expected)


class ScoreFacet(_Facet):
    def result(self, state: Position) -> Result | None:
        return self.settle(state) if self.game.rules.turn(state.state) is None else None

    def settle(self, state: Position) -> Result:
        score = self.game.rules.score(state.state)
        if score.unknown is not None:
            raise self.of.says(cast(Forbidden, score.unknown), state) from None
        given, lines = self.of.given("result"), self.of.given("lines") or partial(_sum, score)
        return cast(Result, given(state)) if given is not None else _result(state, score, lines)

    def tally(self, state: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Scores and winners, without a word."""
        score = self.game.rules.score(state.state)
        if score.unknown is not None:
            raise self.of.says(cast(Forbidden, score.unknown), state) from None
        return score.points(len(state.players)), score.winners

    def ending(self, state: Position) -> str:
        given = self.of.given("ending")
        return "" if given is None else given(state)

    def opening(self, state: Position) -> Sequence[Entry]:
        given = self.of.given("opening")
        return given(state) if given is not None else _entries(scoring.opening(self.game, state))

    def trail(self, before: Position, move: Any, after: Position) -> Sequence[Entry]:
        given = self.of.given("trail")
        return given(before, move, after) if given is not None else _entries(scoring.trail(self.game, before, after))


def _entries(rows: Sequence[Any]) -> list[Entry]:
    return [Entry(row.seat, row.points, word(row.what)) for row in rows]


def _result(state: Position, score: Any, lines: Any) -> Result:
    points = score.points(len(state.players))
    standings = [Standing(seat, 0, 0, number, tuple(lines(state, seat))) for seat, number in enumerate(points)]
    return Result(tuple(standings), score.winners)


def _sum(score: Any, _: Position, seat: int) -> Iterator[Said]:
    for row in score.rows:
        if row.seat == seat:
            yield say("{what}: {points}", what=word(row.what), points=row.points)


class View(_Facet):
    @property
    def LABELS(self) -> Mapping[str, str]:
        return self.of.given("LABELS") or NOTHING

    def seen_by(self, state: Position, seat: int | None) -> Position:
        return position.seen(self.game.rules, state, seat)

    def said(self, state: Position, move: Any) -> str | None:
        return None

    def facts(self, state: Position) -> Mapping[str, Any]:
        given = self.of.given("facts")
        return given(state) if given is not None else _facts(self.game, state)

    def prompt(self, state: Position) -> Prompt:
        given = self.of.given("prompt")
        if given is not None:
            return cast(Prompt, given(state))
        ways = [way.text for way in offered.offered(self.game, state, "")]
        return Prompt("turn", "", say("Type {ways}", ways=joined(ways[:6])))

    def status(self, state: Position) -> str:
        given = self.of.given("status")
        return "" if given is None else given(state)

    def board(self, state: Position, width: int) -> Sequence[Sequence[Span]]:
        given = self.of.given("board")
        lines = given(state, width) if given is not None else [[Span(line)] for line in lying.board(self.game, state)]
        return [_cut(line, width) for line in lines]


def _cut(line: Sequence[Span], width: int) -> list[Span]:
    """A line cut to a width."""
    found = list[Span]()
    for span in line:
        if width <= 0:
            break
        found.append(Span(measure.cut(span.text, width), span.style))
        width -= measure.width(found[-1].text)
    return found


def _facts(game: Contract[Any, Any], state: Position) -> dict[str, Any]:
    players: list[dict[str, Any]] = [{"name": name, "colour": colour} for name, colour in state.players]
    common = dict[str, Any]()
    for lies in game.rules.lies(state.state):
        (common if lies.owner is None else players[lies.owner]).setdefault(lies.place, []).extend(lies.pieces)
    return {"players": players, **common}


class Advice(_Facet):
    @property
    def UNFOLDS(self) -> bool:
        return bool(self.of.given("UNFOLDS"))

    def nearest(self, state: Position, move: Any) -> Any:
        return offered.nearest(self.game, state, move)

    def _unfolded(self, made: entering.Ply, *, slips: bool) -> Iterator[Said]:
        """What followed by itself, or the likely slips, as far as the game has a sentence for it."""
        known = self.of.given("SLIPS") or ()
        for effect in made.effects if self.UNFOLDS else ():
            if effect.what in self.game.text and (effect.what in known) == slips:
                yield filled_in(self.game.text[effect.what].sentence, effect.facts, made.before.players)

    def _told(self, state: Position, move: Any, kind: str) -> list[Said]:
        given = self.of.given(kind)
        if given is None and not self.UNFOLDS:
            return []
        try:
            made = entering.ply(self.game, state, move, entering.mover(self.game.rules.turn(state.state)), stood=True)
        except Forbidden:
            return []
        told = [] if kind == "chain" and given is not None else self._unfolded(made, slips=kind == "warnings")
        return [*told, *(given(made) if given is not None else ())]

    def warnings(self, state: Position, move: Any) -> Sequence[str]:
        return tuple(self._told(state, move, "warnings"))

    def chain(self, before: Position, move: Any) -> Sequence[str]:
        return tuple(self._told(before, move, "chain"))

    def revealed(self, before: Position, move: Any, after: Position) -> Sequence[str]:
        given = self.of.given("revealed")
        if given is not None:
            return tuple(given(before, move, after))
        return lying.told(lying.turned_up(self.game, before, after), [player.name for player in after.players])


class Hands(_Facet):
    @property
    def APART(self) -> str:
        return self.of.given("APART") or ""

    def known(self, state: Position, player: int) -> str:
        given = self.of.given("known")
        return given(state, player) if given is not None else self.APART.join(lying.hand(self.game, state, player))

    def places(self, state: Position, player: int) -> Sequence[str]:
        given = self.of.given("hand_places")
        return () if given is None else given(state, player)

    def assume(self, state: Position, hand: str, player: int | None = None) -> Position:
        return cast(Position, self.of.given("assume")(state, hand, player))

    def kinds(self, document: Document) -> Sequence[Card]:
        return cast(Sequence[Card], self.of.given("kinds")(document))


class Leaving(_Facet):
    def away(self, state: Position) -> Sequence[bool]:
        return getattr(state.state, "away", ())

    def leave(self, state: Position, player: int) -> Position:
        try:
            return entering.ended(self.game, state, player, "leave")
        except Forbidden as forbidden:
            raise self.of.says(forbidden, state) from None


class Choices(_Facet):
    @property
    def PARTS(self) -> bool:
        return bool(self.of.given("PARTS"))

    @property
    def ASKS(self) -> Mapping[str, str]:
        return self.of.given("ASKS") or NOTHING

    def choices(self, state: Position, typed: str) -> Sequence[Choice]:
        found, line = dict[str, Choice](), " ".join(typed.split())
        if line and offered.whole(self.game, state, line):
            line = offered.spelt(self.game, state, line)
            found[line.lower()] = self._choice(state, offered.Offered(line, "", None, self._parsed(state, line)), line)
        halves = self.of.given("halves") or (lambda typed, ways: ways)
        for way in halves(typed, self._ways(state, typed)):
            text = self._closed(state, way)
            found.setdefault(text.strip().lower(), self._choice(state, way, text))
        clearer = self._clearer(state, line) if not found else []
        return [*found.values(), *(self._choice(state, way._replace(field=""), way.text) for way in clearer)]

    def _clearer(self, state: Position, line: str) -> list[offered.Offered]:
        """The legal moves that a line may mean which says too little."""
        return [] if not line else offered.clearer(self.game, state, line)

    def _ways(self, state: Position, typed: str) -> list[offered.Offered]:
        """How it can go on; where a part may follow, with its value, after the others. Of a word that the game has no
        label for, what follows it."""
        found, behind = list[offered.Offered](), list[offered.Offered]()
        label = self.of.given("label")
        for way in offered.offered(self.game, state, typed):
            whole = offered.whole(self.game, state, way.text)
            if not (way.part or way.field or whole) and label is not None and not any(label(state, way)):
                found += self._ways(state, f"{way.text} ")
            elif not way.part or whole:
                found.append(way)
            else:
                behind += self._ways(state, f"{way.text} ") or [way]
        return found + behind

    def _closed(self, state: Position, way: offered.Offered) -> str:
        """What is offered with the signs that follow it."""
        written = entering.written(self.game, state, way.move)
        signs = _SIGNS.match(written, len(way.text)) if written.startswith(way.text) else None
        return way.text + (signs[0] if signs is not None else "")

    def _parsed(self, state: Position, text: str) -> Any:
        return entering.parsed(self.game, state, text, entering.mover(self.game.rules.turn(state.state)))

    def _choice(self, state: Position, way: offered.Offered, text: str) -> Choice:
        label, place = verbatim(text.strip()), ""
        given = self.of.given("label")
        if given is not None and way.move is not None:
            named, place = given(state, way)
            label = named or label
        if not offered.whole(self.game, state, text):
            more = entering.written(self.game, state, way.move).startswith(f"{text} ")
            return Choice(f"{text} " if more else text, label, place)
        seat, step = self.of.turn(state), self.of.made(state, self._parsed(state, text))
        gains = [each for each in facet(self.of, "score").trail(state, step.move, step.after) if each.player == seat]
        noted, way = self.of.given("note"), way._replace(text=text, move=step.move)
        costs = self.of.given("costs") or (lambda state, move: ())
        gained = [each.text for each in gains if each.points]
        note = noted(state, way) if noted is not None else joined([*costs(state, step.move), *gained])
        return Choice(text, label, place, note, sum(each.points for each in gains), whole=True)


class Words(_Facet):
    def where(self, state: Position, sought: str) -> Sequence[Found]:
        given = self.of.given("where")
        if given is not None:
            return cast(Sequence[Found], given(state, sought))
        names = [player.name for player in state.players]
        return [Found(_lies(each, names), each.place) for each in lying.where(self.game, state, sought)]


def _lies(lies: Any, names: Sequence[str]) -> Said:
    pieces = joined(lies.pieces) if lies.pieces else say("nothing")
    if lies.owner is None:
        return say("{place}: {pieces}.", place=lies.place, pieces=pieces)
    return say("{who}'s {place}: {pieces}.", who=names[lies.owner], place=lies.place, pieces=pieces)


class Picture(_Facet):
    def picture(self, state: Position, document: Document) -> Any:
        return self.of.given("picture", "picture")(state, document)

    def places(self, state: Position, document: Document) -> Any:
        return self.of.given("places", "picture")(state, document)


class Bots(_Facet):
    """`candidates`, `value` and the bounds are the game's `bots`; the rest is of the rules."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.of.part("bots"), name)  # PLAYOUTS, HORIZON, GREEDY, DOUBT

    def asks(self, seen: Position) -> str:
        given = self.of.given("asks")
        return "" if given is None else given(seen)

    def told(self, seen: Position, words: str) -> Position:
        given = self.of.given("told") or self.of.given("assume")
        if given is not None:
            return cast(Position, given(seen, words))
        try:
            return self.of.made(seen, entering.parsed(self.game, seen, words, None)).after
        except Forbidden as forbidden:
            raise self.of.says(forbidden, seen) from None

    def turns_up(self, seen: Position, move: Any) -> str:
        given = self.of.given("turns_up")
        return "" if given is None else given(seen, move)

    def sample(self, seen: Position, chance: Random) -> Position:
        of_rules = getattr(self.game.rules, "resample", None)
        resample = of_rules or self.of.given("resample", "bots")  # a game that hides nothing has none
        return seen if resample is None else seen._replace(state=resample(seen.state, chance))

    def filled(self, state: Position, move: Any) -> Any:
        return move

    def candidates(self, state: Position, chance: Random, most: int) -> Sequence[Any]:
        turn = self.game.rules.turn(state.state)
        if turn is not None and not turn.seats:
            return [self.by_chance(state, chance)]
        found: Sequence[Any] = self.of.part("bots").candidates(self.game.rules, state.state, chance, most)
        return found

    def by_chance(self, state: Position, chance: Random) -> Any:
        given, turn = self.of.given("by_chance", "bots"), self.game.rules.turn(state.state)
        if given is not None and turn is not None and turn.seats:
            return given(self.game.rules, state.state, chance)
        return entering.random_move(self.game, state, chance)

    def value(self, state: Position, seat: int) -> float:
        return cast(float, self.of.part("bots").value(state.state, seat))


_SIGNS = re.compile(r"[^\w\s]+ ?")

FACETS = {
    "rules": Rules, "notation": Notation, "setup": SetupFacet, "score": ScoreFacet, "view": View, "advice": Advice,
    "hands": Hands, "leaving": Leaving, "choices": Choices, "words": Words, "picture": Picture, "bots": Bots,
}  # fmt: skip
NEEDS = {"hands": ("kinds", "look"), "picture": ("picture", "picture"), "bots": ("candidates", "bots")}


def facet(of: Contracted, name: str) -> Any:
    """A facet of a game; None where the game has nothing for it. A public transcript is the game's own module."""
    if name == "transcript":
        return of.part(name)
    if name in NEEDS and of.given(*NEEDS[name]) is None:
        return None
    if name == "leaving" and not hasattr(of.contract.rules, "ends"):
        return None
    return FACETS[name](of)
