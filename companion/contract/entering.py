"""Turns typed lines into plies: judged first by what the seat sees, then by the true state, and entered up to the first
chance.

A ply that the view allows and the true state forbids is refused as `hidden`, without details. What a line says after a
ply that revealed something is handed back: it was typed without knowing that.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal

from companion.contract import grammar, reading, shortened
from companion.contract.codecs import Here, Unclear
from companion.contract.faults import IllegalMove, Refused, SyntaxFault
from companion.contract.judges import STRICT, Effect, Forbidden, Listening, Noting
from companion.contract.listing import ALL
from companion.contract.position import Position, chance_of, seen
from companion.contract.reading import plies
from companion.contract.rules import EVERYTHING, Ending, Judge, Seat, Turn, corrects, no_chance, without_shown
from companion.contract.sentences import DEALT, HIDDEN, OTHERS, OVER, Ruled, sentence
from companion.contract.values import Player
from specs.base.languages import Said
from specs.base.named import NamedTuple

if TYPE_CHECKING:
    from random import Random

REFEREE: Final = "referee"
_new = tuple.__new__  # skips the checks of a named tuple: simulations make many positions
Viewer = Seat | None | Literal["referee"]
STOOD: Final = "stood "


class Ply(NamedTuple):
    """A move that was made: `text` is its form in a record, `player` the one whose turn it was, `stood` the refusals
    that the table overruled, `points` their worth, and `effects` the automatic consequences and likely slips."""

    text: str
    player: Seat | None
    move: Any
    before: Position
    after: Position
    stood: tuple[IllegalMove, ...] = ()
    points: int = 0
    effects: tuple[Effect, ...] = ()

    @property
    def counts(self) -> bool:
        """Return False for a ply that only corrects what is known: it has no number."""
        return not corrects(self.move)

    @property
    def rules(self) -> str:
        """Return the rules it broke, joined by commas."""
        return ", ".join(dict.fromkeys(each.rule for each in self.stood))


class Entered(NamedTuple):
    """The plies of a line that were entered, and the rest of the line, which may change after what was revealed; `why`
    is the refusal of the rest's first ply, if it was judged."""

    plies: tuple[Ply, ...]
    rest: str = ""
    why: SyntaxFault | Forbidden | None = None


class Stopped(Refused):
    """Why a line is not entered: the refusal of one of its plies, that ply's number and their total, and the view
    before that ply."""

    def __init__(self, refusal: SyntaxFault | Forbidden, text: str, part: tuple[int, int], view: Position) -> None:
        super().__init__(refusal)
        self.refusal, self.text, self.part, self.view = refusal, text, part, view


def start(game: Ruled, players: Any, options: Any, seed: int | None) -> Position:
    """Return the first position, after everything that chance decides at once."""
    state = game.rules.start(len(players), options, seed)
    return dealt(game, Position(state, seated(players, getattr(game.rules, "UNSEATED", ())), 0, seed))[0]


def seated(players: Sequence[Player], others: Sequence[str]) -> tuple[Player, ...]:
    """Return the players; in a solo game also the game's own, with distinct names."""
    taken = {player.name.lower() for player in players}
    found = [Player(name if name not in taken else f"the {name}", "") for name in others]
    return (*players, *(found if len(players) == 1 else ()))


# ---- moves as text -------------------------------------------------------------------------------


def parsed(game: Ruled, view: Position, text: str, seat: Seat | None) -> Any:
    """Return the move of a text, with what was left out filled in from this view: either by itself, or as the only
    legal move written so. Raises SyntaxFault, Forbidden."""
    fault = move = None
    try:
        move = understood(game, view, text, seat)
    except SyntaxFault as wrong:
        fault = wrong
    if game.rules.turn(view.state) is None:
        if move is None:
            raise Forbidden(OVER, {}, possible=False)
        return move
    unseen = fault is not None and fault.unseen  # it hangs on cards that the viewer does not see
    if not unseen and (move is None or shortened.absent(game, view, move)):
        try:
            found = shortened.ending(game, view, text, due(game, view))
        except SyntaxFault as several:
            raise fault or several from None
        move = move if found is None else found
    if move is None:
        here = Here(game.rules, view.state, view.players)
        raise fault or reading.unread(game.rules.MOVES, text, here, due(game, view))
    return move


def understood(game: Ruled, view: Position, text: str, seat: Seat | None) -> Any:
    """Return that move; None if the text cannot be read as one. Raises SyntaxFault for an ambiguous one."""
    here, fault = Here(game.rules, view.state, view.players), None
    for move, columns in reading.every(game.rules.MOVES, text, here, due(game, view)):
        fill = getattr(move, "filled", None)
        try:
            return move if fill is None else fill(view.state, seat, game.rules)
        except Unclear as unclear:
            column = columns.get(unclear.field, len(text) + 1)
            fault = fault or SyntaxFault(unclear.found, unclear.expected, column, unseen=unclear.unseen)
        if fault.unseen:
            break
    if fault is not None:
        raise fault
    return None


def due(game: Ruled, view: Position) -> tuple[type[Any], ...]:
    """Return the kinds of move of the current phase, or of all phases that are open."""
    turn = game.rules.turn(view.state)
    return () if turn is None else _of_phases(game.rules.MOVES, turn.phase)


@cache
def _of_phases(kinds: tuple[type[Any], ...], phases: str) -> tuple[type[Any], ...]:
    return tuple([kind for phase in phases.split() for kind in kinds if phase == kind.PHASE])


def written(game: Ruled, view: Position, move: Any) -> str:
    """Return a move as a record writes it."""
    return grammar.write(move, Here(game.rules, view.state, view.players))


def mover(turn: Turn | None, viewer: Viewer = None) -> Seat | None:
    """Return the seat whose move is entered: of several that may act, the viewer; None for chance, and after
    the end."""
    if turn is None or not turn.seats:
        return None
    return viewer if viewer in turn.seats and isinstance(viewer, int) else turn.seats[0]


# ---- one ply -------------------------------------------------------------------------------------


def ply(game: Ruled, position: Position, move: Any, seat: Seat | None, *, stood: bool = False) -> Ply:
    """Make a move at a position, which may be a view. Raises Forbidden for what the rules forbid; if it `stood`, only
    for the impossible."""
    judge, turn = Noting() if stood else Listening(), game.rules.turn(position.state)
    reached = _reached(game, position, turn, move, seat, judge)
    text, player = written(game, position, move), None if turn is None else turn.whose
    why = tuple([sentence(game.sentences, each, position.players) for each in judge.broken])
    points = sum([each.points for each in judge.broken])
    return Ply(text, player, move, position, reached, why, points, tuple(judge.effects))


def after(game: Ruled, position: Position, move: Any) -> Position:
    """Return only the position after a legal move, which is faster than `ply`. Raises Forbidden."""
    turn = game.rules.turn(position.state)
    return _reached(game, position, turn, move, None if move.CORRECTS else mover(turn), STRICT)


def _reached(
    game: Ruled, position: Position, turn: Turn | None, move: Any, seat: Seat | None, judge: Judge
) -> Position:
    if turn is None and not move.CORRECTS:
        raise Forbidden(OVER, {}, possible=False)
    before, players, chances, seed = position
    by_chance = turn is not None and not turn.seats and not move.CORRECTS
    return _new(Position, (game.rules.play(before, seat, move, judge), players, chances + by_chance, seed))


def dealt(game: Ruled, position: Position) -> tuple[Position, tuple[Ply, ...]]:
    """Return the position after all moves of chance that follow, and those moves."""
    if getattr(game.rules.deal, "__func__", None) is no_chance:  # bound to the rules, as a method is
        return position, ()
    found = list[Ply]()
    while (move := _chance(game, position)) is not None:
        found.append(ply(game, position, move, None))
        position = found[-1].after
    return position, tuple(found)


def _chance(game: Ruled, position: Position) -> Any:
    """Return what chance does now if the companion deals; else None."""
    turn = game.rules.turn(position.state)
    return game.rules.deal(position.state, chance_of(position)) if turn is not None and not turn.seats else None


# ---- lines ---------------------------------------------------------------------------------------


def enter(game: Ruled, position: Position, line: str, viewer: Viewer = None, *, stood: bool = False) -> Entered:
    """Enter the plies of a line, up to the first that reveals something. What follows was typed without knowing that
    and is handed back, but for the same ply again; so is a refused ply after one that only the true state could judge,
    as the refusal would tell. Raises Stopped if another ply is refused; then none is entered."""
    found, texts, certain = list[Ply](), list(plies(line, between(game))), True
    open_kinds = getattr(game.rules, "OPEN", ())
    while texts:
        text, *texts = [*split(game, seen(game.rules, position, None), texts[0]), *texts[1:]]
        try:
            made, shown = _entered(game, position, text, viewer, stood=stood)
        except (SyntaxFault, Forbidden) as refusal:
            view = _view(game, position, viewer)
            if isinstance(refusal, SyntaxFault) and len(several := run_together(game, view, text, viewer)) > 1:
                texts = [*several, *texts]
                continue
            if certain:
                part = len(found) + 1, len(found) + 1 + len(texts)
                raise Stopped(refusal, text, part, view) from None
            return Entered(tuple(found), " / ".join([text, *texts]), refusal)
        certain = certain and (type(made.move) in open_kinds or _view(game, position, viewer).state == position.state)
        found.append(made)
        position, more = dealt(game, made.after)
        found += more
        if (more or shown) and texts[:1] != [text]:
            return Entered(tuple(found), " / ".join(texts))
        certain = certain and not (more or shown)
    return Entered(tuple(found))


def split(game: Ruled, view: Position, text: str) -> Sequence[str]:
    """Split a text into the plies it may stand for at a position; one too long to read is returned whole."""
    found: Callable[[Any, str], Sequence[str]] | None = getattr(game.rules, "split", None)
    return [text] if found is None or len(text) > reading.LONGEST else found(view.state, text)


def run_together(game: Ruled, view: Position, text: str, viewer: Viewer = None) -> Sequence[str]:
    """Split a text into the plies of one turn that it stands for without separators, as far as a viewer knows: `ddrg`
    is three draws of Island of Gods, though `d` may stand for the word `draw` too."""
    first = game.rules.turn(view.state)

    def made(at: Position, text: str) -> Position | None:
        turn = game.rules.turn(at.state)
        if turn is None or first is None or turn.number != first.number:
            return None
        try:
            move = parsed(game, at, text, seat := mover(turn, viewer))
            if corrects(move) or _tells_known(game, at, move, seat) or _is_two(game, at, text, move, seat):
                return None
            return ply(game, at, move, seat).after
        except (SyntaxFault, Forbidden):
            return None

    return shortened.apart(text, view, made, reading.verbs(game.rules.MOVES), getattr(game.rules, "GOES_ON", ""))


def _is_two(game: Ruled, view: Position, text: str, move: Any, seat: Seat | None) -> bool:
    """Return whether the first letter of a move's text is a move by itself, and the rest reads as this move."""
    with suppress(SyntaxFault):
        return understood(game, view, text[:1], seat) is not None and understood(game, view, text[1:], seat) == move
    return False


@cache
def _between(kinds: tuple[type[Any], ...]) -> str:
    return "" if any(";" in kind.SAYS for kind in kinds) else ";"


def between(game: Ruled) -> str:
    """Return what separates plies besides `/`: `;`, unless moves contain it."""
    return _between(game.rules.MOVES)


def _view(game: Ruled, truth: Position, viewer: Viewer) -> Position:
    """Return what a viewer sees; the referee sees everything."""
    return truth if viewer == REFEREE else seen(game.rules, truth, None if viewer is None else int(viewer))


def _entered(game: Ruled, truth: Position, text: str, viewer: Viewer, *, stood: bool) -> tuple[Ply, bool]:
    """Enter one ply of a line, and return whether it revealed something to the viewer. Raises SyntaxFault,
    Forbidden."""
    view, turn = _view(game, truth, viewer), game.rules.turn(truth.state)
    seat = mover(turn, viewer)
    waits = turn is not None and turn.seats and isinstance(viewer, int) and viewer not in turn.seats
    others = Forbidden(OTHERS, {"who": turn.seats[0]}) if turn is not None and waits else None
    marked = text[: len(STOOD)].lower() == STOOD
    stood, text = stood or marked, text[len(STOOD) :] if marked else text
    move, unseen = _move(game, truth, view, text, seat, others)
    if corrects(move):
        seat = None
    elif others is not None:
        raise others
    chance = _chance(game, truth)
    if chance is not None and not corrects(move) and move != chance:
        raise Forbidden(DEALT, {})
    if view.state == truth.state:
        return ply(game, truth, move, seat, stood=stood), False
    if _tells_known(game, truth, move, seat):
        raise Forbidden(DEALT, {})
    expected: Any = None
    try:
        expected = ply(game, view, move, seat, stood=stood).after.state if unseen is None else None
    except Forbidden as refused:
        if not refused.unseen:
            raise
        unseen = refused
    try:
        made = ply(game, truth, move, seat, stood=stood)
    except Forbidden as refused:
        if unseen is not None and refused.unseen:
            raise unseen from None
        raise Forbidden(DEALT if corrects(move) else HIDDEN, {}, possible=False) from None
    if corrects(move) and made.after.state == truth.state:
        raise Forbidden(DEALT, {})
    return made, expected != game.rules.seen(made.after.state, None if viewer is None else int(viewer))


def _move(
    game: Ruled, truth: Position, view: Position, text: str, seat: Seat | None, others: Forbidden | None
) -> tuple[Any, SyntaxFault | Forbidden | None]:
    """Return the move that a text means, and None; or, if the view cannot tell, the move filled in with what the viewer
    does not see, and why the view could not. Raises SyntaxFault, about the view alone; `others` if it is not the
    viewer's turn."""
    try:
        return parsed(game, view, text, seat), None
    except SyntaxFault as fault:
        if not fault.unseen:
            raise
        try:
            if (move := understood(game, truth, text, seat)) is not None:
                return move, fault
            raise fault
        except SyntaxFault:  # a fault found in the true state would reveal something of it
            raise others or fault from None


def _tells_known(game: Ruled, truth: Position, move: Any, seat: Seat | None) -> bool:
    """Return whether a move says what was revealed although the companion knows it."""
    plain, knows = without_shown(move), getattr(game.rules, "knows", None)
    if plain == move or (knows is not None and not knows(truth.state)):
        return False
    try:
        ply(game, truth, plain, seat, stood=True)
    except Forbidden as refused:
        return not refused.unseen
    return True


def refused(game: Ruled, position: Position, line: str, viewer: Viewer = None) -> Said | str:
    """Say why a line is refused; empty if it is not."""
    try:
        enter(game, position, line, viewer)
    except Stopped as stopped:
        why = stopped.refusal
        return str(why) if isinstance(why, SyntaxFault) else sentence(game.sentences, why, position.players).message
    return ""


def ended(game: Ruled, position: Position, seat: Seat | None, how: Ending) -> Position:
    """Return the position after a seat left or resigned, or all agreed to end. Raises Forbidden."""
    ends = getattr(game.rules, "ends", None)
    if game.rules.turn(position.state) is None:
        raise Forbidden(OVER, {}, possible=False)
    if ends is None:
        raise Forbidden("end.rules", {}, possible=False)
    return position._replace(state=ends(position.state, seat, how, STRICT))


# ---- random play ---------------------------------------------------------------------------------


def random_move(game: Ruled, position: Position, random: "Random") -> Any:
    """Return the move of a random legal ply, of chance itself if it is to move: all that can be listed are equally
    likely, unless the game picks."""
    turn = game.rules.turn(position.state)
    if (move := _chance(game, position)) is None and turn is not None and not turn.seats:
        move = game.rules.deal(position.state, random)
    if move is not None:
        return move
    if turn is not None and turn.seats and hasattr(game.rules, "pick"):
        return game.rules.pick(position.state, random)
    found = listed(game, position, ALL)
    return found[int(random.random() * len(found))]


def listed(game: Ruled, position: Position, most: int) -> Sequence[Any]:
    """Return the legal moves or, if there are more than `most`, at least the first `most`; counted without being made
    if the game can."""
    counted: Callable[[Any, int], Sequence[Any]] | None = getattr(game.rules, "counted", None)
    found = islice(game.rules.moves(position.state, EVERYTHING), most)
    return list(found) if counted is None else counted(position.state, most)
