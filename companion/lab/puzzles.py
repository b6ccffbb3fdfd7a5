"""Puzzles: positions of played games, as a seat saw them, in which one turn is clearly best.

    game: atlantis
    position: "…"      # one line, as `companion show --json --as NAME` tells it
    best: "2:FR"
    of: Turn 15 of Ann, Bob

An answer is judged by playing it on beside the best turn, so any turn that is as good counts as right. All chance comes
from the position.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar, NamedTuple

from companion.contract.finals import Named
from companion.games import Game
from companion.lab.hints import why
from companion.lab.players import Eyes, apart, mean
from companion.lab.review import TIMES, Ply, estimated, made_by, played, sight, surely
from companion.learn.learning import placed
from companion.record.record import quoted
from companion.table import Look, Table
from specs.base.errors import SpecError, bad
from specs.base.languages import Said, say
from specs.base.workers.cluster import spread
from specs.model.values import Written
from specs.read.typed import convert, limited
from specs.read.yaml_nodes import read_text

PLAYED, RIVALS = 8, 4  # turns played on for a possible puzzle, and those played again
CLEAR, SURE = 0.08, 3.0  # least lead of the best turn, as a share of the win and in standard errors
ANSWERED = 3  # an answer gets so many times a bot's playouts


class _File(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    CALLED: ClassVar[str] = "a puzzle"

    position: Written
    best: Written
    of: Written = ""


class Puzzle(NamedTuple):
    """A position as the player to move may see it, and its best turn; `of` says where it comes from."""

    eyes: Eyes
    best: str
    of: str

    @property
    def look(self) -> Look:
        names = [str(player["name"]) for player in self.eyes.game.facts(self.eyes.seen)["players"]]
        return Look(self.eyes.game, names, self.eyes.player, self.eyes.seen, 0)


class Judged(NamedTuple):
    """An answer: whether it is as good as the best turn, and each one's share of the win."""

    right: bool
    worth: float
    most: float


def is_puzzle(data: bytes) -> bool:
    """Return whether a file's bytes look like a puzzle's rather than a record's."""
    return any(line.startswith(b"best:") for line in data.splitlines())


def read(data: bytes, file: str) -> Puzzle:
    """Read a puzzle from its file's bytes. Raises SpecError."""
    tree = read_text(data, file)
    given, found = convert(tree, _File)
    if faults := [*tree.faults, *found]:
        raise SpecError(limited(faults, file))
    with placed(tree, ("game",)):
        game = Game(given.game)
    with placed(tree, ("position",)):
        seen = game.read(given.position)
        player = game.turn(seen)
    if player is None:
        raise bad("wrong-value", tree.place(("position",)), "a game that is over", "somebody to move")
    puzzle = Puzzle(Eyes(game, seen, player), given.best, given.of)
    if asks := puzzle.eyes.asks():
        raise bad("wrong-value", tree.place(("position",)), asks, "a position that tells it")
    with placed(tree, ("best",)):
        puzzle.look.steps(given.best)
    return puzzle


def write(puzzle: Puzzle) -> str:
    """Write a puzzle as YAML; `read` gives the same again."""
    game = puzzle.eyes.game
    position = game.text(puzzle.eyes.seen)
    facts = {"position": position, "best": puzzle.best, "of": puzzle.of}
    return "\n".join([f"game: {game.name}", *(f"{name}: {quoted(text)}" for name, text in facts.items() if text), ""])


def puzzles(
    table: Table,
    seats: Sequence[int] = (),
    *,
    count: int = 3,
    playouts: int = 0,
    seed: int = 1,
    jobs: int = 1,
    progress: Callable[[int, int], object] = lambda done, of: None,
) -> list[Puzzle]:
    """Return the clearest puzzles of a game, at most `count`, in the order of its turns. Arguments as for `review`."""
    parts = made_by(table, seats, seed)
    playouts = playouts or TIMES * Eyes(table.game, table.start, 0).bots.playouts
    parts = [each._replace(playouts=playouts // max(1, len(parts))) for each in parts]
    found = list[tuple[float, int, str]]()
    for done, (number, one) in enumerate(spread(clearly_best, parts, jobs)):
        progress(done, len(parts))
        if one is not None:
            found.append((-one[0], number, one[1]))
    clearest = sorted((number, best) for _, number, best in sorted(found)[:count])
    names = ", ".join(table.names)
    return [
        Puzzle(sight(parts[n], "")[0], best, say("Turn {ply} of {names}", ply=parts[n].ply, names=names))
        for n, best in clearest
    ]


def clearly_best(one: Ply) -> tuple[float, str] | None:
    """Return by how much the best turn of a position is ahead of every other one considered, and that turn; None if it
    is not clearly ahead. The turn that looks best is played on again, in case it was only lucky."""
    eyes, _, chance = sight(one, "puzzle")
    if eyes.asks():
        return None
    moves = list(dict.fromkeys(eyes.bots.candidates(eyes.sample(chance), chance, PLAYED)))
    if len(moves) < 2:
        return None
    first = [mean(worths) for worths in played(eyes, moves, chance, one.playouts // 2 // len(moves))]
    ranked = sorted(range(len(moves)), key=lambda n: (-first[n], n))[:RIVALS]
    if first[ranked[0]] - first[ranked[1]] < CLEAR / 2 or eyes.turns_up(moves[ranked[0]]):
        return None
    best, *others = played(eyes, [moves[n] for n in ranked], chance, one.playouts // len(ranked))
    found = [apart(best, other) for other in others]
    clear = all(ahead >= CLEAR and ahead > SURE * error for ahead, error in found)
    return (min(ahead for ahead, _ in found), eyes.line(moves[ranked[0]])) if clear else None


def judged(puzzle: Puzzle, line: str) -> tuple[Judged, list[Said | str]]:
    """Play an answer on beside the best turn (of several plies only the first), and return how it did and what the best
    turn does. Raises Untaken if it is not a turn."""
    eyes, game = puzzle.eyes, puzzle.eyes.game
    line = game.plies(line)[0]
    puzzle.look.steps(line)
    chance = Random(f"{puzzle.best} {game.text(eyes.seen)}")
    sample = eyes.sample(chance)
    moves = [game.parse(sample, text) for text in (puzzle.best, line)]
    best, given = played(eyes, moves, chance, ANSWERED * eyes.bots.playouts)
    right = not surely(*apart(best, given))
    return Judged(right, estimated(eyes, given), estimated(eyes, best)), why(eyes, puzzle.look.names, moves[0], chance)
