"""How many keys a player's turn takes at the prompt, by the shortest line that is accepted: over the whole games of
tests/records, as each was played.

A ply's canonical text is made shorter word by word: every beginning of a word, every sign and space left out, of a
place its letter or its number, I II III as 1 2 3, equal cards counted, until no spelling of any word is shorter and
still read as the same ply. Plies are run together where that is read as the same; else one key stands between, a
separator or Enter. An Enter ends the turn, also one in which nothing more is done; a capital counts as one; a ply
without a choice, which the prompt enters by itself, counts none. Setting up, and turns of which a ply stood though a
rule forbade it, are left out.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice, product
from pathlib import Path
from typing import NamedTuple

from measure import table

from companion.contract.entering import Ply, Stopped, enter
from companion.contract.faults import Refused
from companion.games import Game, names
from companion.record.record import read
from companion.record.replay import begin, play

RECORDS = Path(__file__).parents[1] / "tests" / "records"
FEW = 3  # keys that are few enough for a ply
_TOKEN = re.compile(r"[a-z]+[0-9]+|[a-z]+|[0-9]+|.")
_STOP = re.compile("[a-z][0-9]+")
_EQUAL_CARDS = re.compile(r"([a-z])\1{2,8}")  # letters of equal cards, which may be counted: `5b` for `bbbbb`
_STOPS = re.compile(r"^[a-z](?=[0-9])|(?<=[a-z])[0-9]+$")  # of a place its letter, its number
_NUMERALS = {"i": "1", "ii": "2", "iii": "3"}


class Typed(NamedTuple):
    """A player's turn as it was made, and its plies as short as they are read."""

    game: Game
    steps: tuple[Ply, ...]
    plies: tuple[str, ...]

    @property
    def line(self) -> str:
        """The turn on one line: plies that one text stands for are typed as that."""
        found = list[tuple[str, tuple[Ply, ...]]]()
        for text, step in zip(self.plies, self.steps, strict=True):
            if not text:
                continue
            before, steps = found[-1] if found else ("", ())
            one = next((one for one in _joined(before, text) if self._leads((*steps, step), one)), "") if found else ""
            found[-1:] = [(one, (*steps, step))] if one else [*found[-1:], (text, (step,))]
        return re.sub("/-$", "/", "/".join(self._run_together(found)))  # Enter alone ends a turn

    def _run_together(self, parts: list[tuple[str, tuple[Ply, ...]]]) -> Iterator[str]:
        """The parts, as many as can be in a row without a sign between them."""
        while parts:
            for end in range(len(parts), 0, -1):
                text = "".join(each for each, _ in parts[:end])
                if end == 1 or self._leads(tuple(step for _, steps in parts[:end] for step in steps), text):
                    yield text
                    parts = parts[end:]
                    break

    def _leads(self, steps: tuple[Ply, ...], text: str) -> bool:
        """Whether a text stands for these plies, to who makes them."""
        try:
            made = enter(self.game, steps[0].before, text, steps[0].player)
        except Stopped:
            return False
        own = made.plies[: len(steps)]  # behind them comes what the companion deals
        return not made.rest and [each.move for each in own] == [each.move for each in steps]

    @property
    def keys(self) -> int:
        return len(self.line) + 1


def _joined(one: str, two: str) -> Iterator[str]:
    """How two plies may be typed as one: without a sign between, or from where the first begins to where the second
    ends."""
    yield one.removesuffix("+") + two
    if len(stops := _STOP.findall(one)) > 1 and len(_STOP.findall(two)) > 1:
        yield f"{one[: one.index(stops[0])]}{stops[0]}{_STOP.findall(two)[-1]}"


def _counted(cards: re.Match[str]) -> str:
    return f"{len(cards[0])}{cards[1]}"


def spellings(word: str) -> list[str]:
    """A word in every spelling, the shortest first."""
    ways = []
    for token in _TOKEN.findall(word):
        begun = [token[:end] for end in range(len(token))] if token.isalpha() else ["", *_STOPS.findall(token)]
        ways.append([*begun, token, _NUMERALS.get(token, token), _EQUAL_CARDS.sub(_counted, token)])
    return sorted({"".join(way) for way in product(*ways)}, key=lambda spelt: (len(spelt), spelt))


def shortest(text: str, accepted: Callable[[str], bool]) -> str:
    """The text as short as it is accepted, each word in every spelling while the others stay: the first word first, or
    the last."""
    words = re.findall(r" ?[^ ]+", text.lower())
    order = range(len(words))
    found = _shorter(words, order, accepted)
    return min(found, _shorter(words, order[::-1], accepted), key=len) if len(found) > FEW else found


def _shorter(words: list[str], order: Sequence[int], accepted: Callable[[str], bool]) -> str:
    words, shorter = [*words], True
    while shorter:
        shorter = False
        for at in order:
            for spelt in spellings(words[at]):
                if len(spelt) >= len(words[at]):
                    break
                if accepted("".join([*words[:at], spelt, *words[at + 1 :]]).strip()):
                    words[at], shorter = spelt, True
                    break
    return "".join(words).strip()


def ply(game: Game, step: Ply) -> str:
    """A ply as short as it is read; empty where it is the only one, which is entered by itself."""
    if len([*islice(game.moves(game.seen(step.before, step.player)), 2)]) == 1:
        return ""

    def accepted(text: str) -> bool:
        if not text or len(game.plies(text)) != 1:
            return False
        try:
            return bool(game.parse(step.before, text) == step.move)
        except Refused:
            return False

    return shortest(step.text, accepted)


def turns(file: Path) -> Iterator[tuple[Game, tuple[Ply, ...]]]:
    """The turns of a record, each the plies one player made in a row, without what the companion deals."""
    record, source = read(file.read_bytes(), str(file))
    record, start = begin(record, source)
    game = Game(record.game)
    made = [step for _, step in play(game, start, record.lines).steps()]
    for _, group in groupby(made, key=lambda step: step.player):
        turn = tuple(step for step in group if not game.follows(step.before))
        if not any(step.stood or step.text.startswith("place ") for step in turn):
            yield game, turn


def typed(file: Path, most: int = 1_000) -> list[Typed]:
    """So many turns of a record, as short as they can be typed."""
    return [Typed(game, turn, tuple(ply(game, step) for step in turn)) for game, turn in islice(turns(file), most)]


def records(name: str) -> list[Path]:
    """The whole games of a game, but for one player alone, whose turns nobody else's part."""
    return [file for file in sorted(RECORDS.glob(f"{name}-*.yaml")) if not file.stem.startswith(f"{name}-1-")]


def main() -> None:
    rows = []
    for name in names():
        for file in records(name):
            found = typed(file)
            keys = [turn.keys for turn in found]
            longest = max(found, key=lambda turn: turn.keys)
            mean, median = statistics.mean(keys), statistics.median(keys)
            counted = [str(len(keys)), f"{mean:.1f}", f"{median:.0f}", str(max(keys))]
            rows.append([file.stem, *counted, longest.line])
    table("keys a turn", ["", "turns", "mean", "median", "most", "which"], rows)


if __name__ == "__main__":
    main()
