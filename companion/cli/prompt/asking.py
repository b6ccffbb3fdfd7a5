"""Sets up a new game at the prompt: which game, the players, a seed or what lies on the table, the rules.

The next question follows from the answers so far, a `Draft`; `back` takes the last answer back.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import NamedTuple

from companion.cli.new import choosable, how_many, text_of
from companion.cli.prompt.typing_in import answer
from companion.cli.terminal import Failure
from companion.contract import NOTHING, SetupOption, SyntaxFault
from companion.games import Game, names, of
from companion.record import bots
from companion.record.about import STRENGTHS, begun
from companion.record.record import Record
from companion.record.seating import between, named, seat
from companion.record.starting import keep, prepare
from companion.table import Play, Store, Table
from specs.base import measure, seeds
from specs.base.errors import SpecError
from specs.base.languages import either, say, word
from specs.base.terminal import put, put_lines, width
from specs.load import SUFFIXES, load, lying, worded
from specs.model.schema import Players, Spec

RULES = "rules"
ANSWER = 10  # columns that a short answer needs
FEW = 5  # most specs of this folder named in a question


class Draft(NamedTuple):
    """A game as far as it is known; `asked` are the optional questions already asked."""

    game: Game | None = None
    players: tuple[str, ...] = ()
    seed: int | None = None
    options: Mapping[str, str] = NOTHING
    rules: Mapping[str, str | int | bool] = NOTHING
    asked: tuple[str, ...] = ()
    bots: str = ""

    def after(self, question: str) -> "Draft":
        return self._replace(asked=(*self.asked, question))

    def prepared(self) -> tuple[Record, Play]:
        """Return the game, if it can start like this. Raises SyntaxFault, SpecError."""
        assert self.game is not None
        return prepare(self.game, self.players, seed=self.seed, options=self.options, rules=self.rules)


class Question(NamedTuple):
    """A question: its text; a function that returns the draft with an answer and raises SyntaxFault or SpecError for a
    bad one; the help that `?` shows, whether Enter will do, and answers to complete with Tab, also after a name and a
    colon."""

    text: str
    read: Callable[[str], Draft]
    more: Callable[[], Sequence[str]]
    enter: bool = False
    words: Sequence[str] = ()


def new_game(store: Store, game: str = "") -> Table:
    """Ask until a game can start, and save it as the current one. Raises Failure if the input ends; for an unknown
    `game` SyntaxFault, SpecError."""
    drafts = [Draft(of(game) if game else None)]
    put(say("Type ? for more, back to take an answer back."))
    while (question := _next(drafts[-1])) is not None:
        try:
            given = ask(question.text, question.words).strip()
        except (EOFError, KeyboardInterrupt):
            given = "quit"
        match given.lower():
            case "quit":
                raise Failure(say("No game was started."), status=1)
            case "back" | "undo" | "new":
                if len(drafts) > 1:
                    del drafts[1 if given.lower() == "new" else -1 :]
                else:
                    put(say("This is the first question."))
            case "?" | "help":
                put_lines(question.more())
            case "" if not question.enter:
                pass
            case _:
                put_lines(_answered(drafts, question, given))
    record, played = drafts[-1].prepared()
    about = begun(time.time())._replace(edition=record.about.edition, bots=drafts[-1].bots)
    return keep(store, replace(record, about=about), played)


def ask(text: str, words: Sequence[str] = ()) -> str:
    """Read an answer after a question, or below one that leaves no room for it."""
    *lines, asked = text.split("\n")
    if measure.width(asked) + ANSWER > width():
        lines, asked = [*lines, asked.rstrip()], "> "
    put_lines(lines)
    return answer(asked, words)


def _refused(do: Callable[[], object]) -> list[tuple[str, str]]:
    """Say why an answer is refused and what was expected; empty if it is accepted."""
    try:
        do()
    except SyntaxFault as fault:
        return [(fault.said, fault.expected)]
    except SpecError as error:
        return [(str(fault), fault.expected) for fault in error.faults]
    return []


def _answered(drafts: list[Draft], question: Question, given: str) -> list[str]:
    """Add the draft with this answer; or return why it is refused."""
    return [said for said, _ in _refused(lambda: drafts.append(question.read(given)))]


def _next(draft: Draft) -> Question | None:
    """Return the next question; None if the game can start."""
    if (game := draft.game) is None:
        return _which(draft)
    spec = game.document.spec
    if not draft.players:
        return _who(draft, game, spec.players)
    # if nothing is dealt, there is no setup sheet with a seed
    if spec.setup.piles and "seed" not in draft.asked:
        return _seed(draft)
    if draft.seed is None and not (set(draft.asked) - {"seed", RULES} and not _refused(draft.prepared)):
        for option in game.setup_options:
            if not option.choices and option.name not in draft.asked:
                return _lies(draft, option, spec)
    return _agreed(draft, game, spec) if RULES not in draft.asked and choosable(game) else None


def _which(draft: Draft) -> Question:
    specs = lying(Path())
    there = (*names(), *specs)
    some = (*names(), *specs[:FEW], *(["…"] if len(specs) > FEW else []))

    def read(given: str) -> Draft:
        fitting = [name for name in there if name.lower() == given.lower()]
        fitting = fitting or [name for name in there if PurePath(name).stem.lower() == given.lower()]
        fitting = fitting or [name for name in there if name.lower().startswith(given.lower())]
        if len(fitting) == 1 or given.lower().endswith(SUFFIXES):
            return draft._replace(game=of(fitting[0] if len(fitting) == 1 else given))
        expected = say("one of {names}", names=", ".join(fitting or some))
        raise SyntaxFault(say("game '{name}'", name=given[:40]), expected)

    text = say("Which game: {names}?", names=", ".join(some))
    where = say("The name of a spec's file works too, in any folder.")
    return Question(f"{text} ", read, lambda: [*map(_about, there), where], words=there)


def _about(name: str) -> str:
    """Return what a game is about, as far as its spec can be read."""
    try:
        spec = worded(load(name)).spec
    except SpecError:
        return f"  {name}"
    return f"  {name:<10} {spec.title}, {how_many(spec.players.min, spec.players.max)}"


def _who(draft: Draft, game: Game, allowed: Players) -> Question:
    example = f"Ann, Bob:{allowed.colours[-1]}" if allowed.colours else "Ann, Bob"
    example += f", Bot:{STRENGTHS[-1]}" if allowed.max > 2 else ""

    number = between(allowed.min, allowed.max)
    lines: list[str] = [say("Separate the names with commas or spaces; the first one begins.")]
    if allowed.colours:
        lines.append(say("You may write a colour after a name: {colours}.", colours=", ".join(allowed.colours)))
    lines.append(say("Write {strengths} after a name to let a bot play.", strengths=either(STRENGTHS)))

    def read(given: str) -> Draft:
        found = named(given)
        for name in found:
            if name.partition(":")[0].strip().isdecimal():
                expected = say("{number} names, such as {example}", number=number, example=example)
                raise SyntaxFault(f"'{name[:40]}'", expected)
        plain, strengths = bots.split(found)
        seat(plain, allowed, begins=True)
        return draft._replace(players=tuple(plain), bots=bots.written(strengths))

    text = say("Who plays, in turn order? {number} names, such as {example}:", number=number, example=example)
    behind = [*allowed.colours, *STRENGTHS]
    return Question(f"{text} ", read, lambda: lines, words=[f":{kind}" for kind in behind])


def _seed(draft: Draft) -> Question:
    def read(given: str) -> Draft:
        seed = seeds.read(given) if given else None
        if given and seed is None:
            raise SyntaxFault(f"'{given[:40]}'", say("a whole number, such as 42"))
        return draft._replace(seed=seed).after("seed")

    text = say("The seed of the setup sheet, or Enter for what lies on the table:")
    more = say("The number on the setup sheet says what lies where. Without it, you enter what lies on the table.")
    return Question(f"{text} ", read, lambda: [more], enter=True)


def _lies(draft: Draft, option: SetupOption, spec: Spec) -> Question:
    """Return the question what lies on the table, as far as the table must say it; a file of it will do."""

    def read(given: str) -> Draft:
        answered = draft.after(option.name)
        if not given:
            return answered
        said = text_of(given.removeprefix(f"{option.name}="))
        answered = answered._replace(options={**draft.options, option.name: said})
        # with a seed nothing else can be missing, so the fault is in this answer
        answered._replace(seed=0 if spec.setup.piles else None).prepared()
        return answered

    def more() -> list[str]:
        lines = [f"{option.name}: {word(option.text)}", say("The name of a file that holds it works too.")]
        return [*lines, *(say("Expected: {what}.", what=expected) for _, expected in _refused(lambda: read("?"))[:1])]

    enter = say("? for more") if option.needed else say("Enter for the usual, ? for more")
    return Question(f"{option.name}: {word(option.text)}\n({enter}): ", read, more, not option.needed)


def _agreed(draft: Draft, game: Game, spec: Spec) -> Question:
    """Return the question for the rule options, and for the setup options that are a choice."""
    choices = [option.name for option in game.setup_options if option.choices]
    there = [*choices, *spec.rule_options]

    def read(given: str) -> Draft:
        if not given:
            return draft.after(RULES)
        options, rules = dict(draft.options), dict(draft.rules)
        for assignment in given.replace(",", " ").split():
            name, equals, value = assignment.partition("=")
            if not equals or name not in there:
                raise SyntaxFault(f"'{assignment[:40]}'", say("NAME=VALUE, of {names}", names=", ".join(there)))
            (options if name in choices else rules)[name] = value
        answered = draft._replace(options=options, rules=rules)
        answered.prepared()
        return answered

    chosen = ", ".join(f"{k}={value}" for k, value in {**draft.options, **draft.rules}.items() if k in there)
    first = say("House rules, as NAME=VALUE? Enter for none, ? for a list:")
    text = say("{rules}. Another? Enter for none:", rules=chosen) if chosen else first
    return Question(f"{text} ", read, lambda: choosable(game), enter=True, words=[f"{name}=" for name in there])
