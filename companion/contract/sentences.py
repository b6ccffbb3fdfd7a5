"""The sentences of refusals: a rule's id and facts become words about this table.

Sentences stand by the rule's id, or by its first word (`gap` for all of `gap.unpaid`): the place in the
rulebook, and a sentence in which facts are values: `who` and `whom` are seats there, players' names here. A fact that
has a method `said(players)`, such as the colours of a crew, is what that returns; several of them are listed.

>>> why = Why("rulebook: Taking", "{who} takes {count}, which is too many")
>>> players = (Player("Ann", "red"), Player("Bob", "blue"))
>>> sentence({"take.count": why}, Forbidden("take.count", {"who": 1, "count": 5}), players)
IllegalMove('Bob takes 5, which is too many [take.count; rulebook: Taking]')
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from companion.contract.faults import IllegalMove
from companion.contract.judges import Forbidden
from companion.contract.rules import corrects
from companion.contract.values import NOTHING, Player
from specs.base.languages import Said, listed, mark, say, verbatim, word
from specs.base.named import NamedTuple

SEATS: Final = ("who", "whom")  # facts that are seats
HIDDEN, DEALT, OVER, OTHERS = "hidden", "dealt.said", "game.over", "turn.others"


Sentence = str | tuple[str, str] | Callable[..., Said]


class Why(NamedTuple):
    """The rulebook's place for a refusal, and its sentence: marked for translation, or made by a function of the facts;
    or several of these, chosen by the fact `why`. `words` turn facts into words, by name, for a marked sentence."""

    source: str
    sentence: Sentence | Mapping[str, Sentence]
    words: Mapping[str, Callable[[Any], object]] = NOTHING


Text = Mapping[str, Why]


def in_words(words: Mapping[str, Callable[[Any], object]], text: Text) -> Text:
    """Return the same sentences, all with these words for facts."""
    return {rule: why._replace(words=words) for rule, why in text.items()}


SHELL: Final[Text] = {
    HIDDEN: Why("what this seat does not see", mark("Hidden cards make this impossible.")),
    DEALT: Why("what the companion deals", mark("the companion deals this itself; leave it out")),
    OVER: Why("the end", mark("the game is over")),
    OTHERS: Why("a seat enters its own turns", mark("It is {who}'s turn.")),
    "end.rules": Why("the end", mark("the rules of this game do not cover this; write a note")),
}


class Ruled(Protocol):
    """A game's rules with the sentences of its refusals."""

    @property
    def rules(self) -> Any: ...

    @property
    def sentences(self) -> Text: ...


class Ruleset(NamedTuple):
    """Rules and sentences alone."""

    rules: Any
    sentences: Text = NOTHING


def plies_of(game: Ruled) -> tuple[type[Any], ...]:
    """Return the kinds of move that are plies."""
    return tuple([kind for kind in game.rules.MOVES if not corrects(kind)])


def sentence(text: Text, forbidden: Forbidden, players: Sequence[Player]) -> IllegalMove:
    """Return a refusal as shown: its sentence about this table, and its place in the rulebook."""
    rule = forbidden.rule
    why = text.get(rule) or text.get(rule.partition(".")[0]) or SHELL.get(rule)
    if why is None:
        return IllegalMove(rule, verbatim(str(forbidden)), "", unseen=forbidden.unseen)
    return IllegalMove(rule, filled_in(why, forbidden.facts, players), why.source, unseen=forbidden.unseen)


def filled_in(why: Why, facts: Mapping[str, Any], players: Sequence[Player]) -> Said:
    """Fill in a sentence's facts: seats by name, and what depends on the players as its `said(players)` says."""
    named = {name: _fact(name, value, players) for name, value in facts.items()}
    sentence = why.sentence
    if isinstance(sentence, Mapping):
        sentence = sentence[named.pop("why", "")]
    if isinstance(sentence, (str, tuple)):
        words = {name: why.words[name](fact) if name in why.words else fact for name, fact in named.items()}
        return word(sentence, **words)
    return sentence(**named)


def _fact(name: str, value: Any, players: Sequence[Player]) -> Any:
    if name in SEATS:
        return players[value].name if value < len(players) else say("player {number}", number=value + 1)
    if type(value) is tuple and value and hasattr(value[0], "said"):
        return listed([each.said(players) for each in value])
    return value.said(players) if hasattr(value, "said") else value
