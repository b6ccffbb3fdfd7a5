"""A game as a store has it, beside its journal: players, setup, current state."""

from collections.abc import Sequence

from companion.contract.values import Bound, Player, Setup
from companion.table.journal import Journal
from specs.base.languages import say
from specs.base.named import NamedTuple


class StoreError(Exception):
    """The store cannot be read or written: one sentence. Nothing was changed."""


class Stored(NamedTuple):
    """A row of a store. `setup` is its record's setup as JSON; `start` and `position` are lines; `head` is the current
    entry, `last` the number of entries; `turn` a player's index, None once over; `about` describes the evening, as
    JSON; `photo` names a picture beside the store; `begun` is when the store got it, in ms since 1970. A game that is
    not in a store has the number 0."""

    id: int
    game: str
    players: tuple[Player, ...]
    setup: str
    start: str
    head: int
    last: int
    ply: int
    position: str
    turn: int | None
    about: str = "{}"
    photo: str = ""
    begun: int | None = None

    @classmethod
    def fresh(
        cls, game: str, players: Sequence[Player], setup: str, journal: Journal, turn: int | None, about: str = "{}"
    ) -> "Stored":
        """Return an unnumbered game at the position of its journal."""
        fresh = cls(0, game, tuple(players), setup, journal.start, 0, 0, 0, journal.start, turn, about)
        return fresh.after(journal, turn)

    @property
    def names(self) -> list[str]:
        """Return the players' names in turn order."""
        return [player.name for player in self.players]

    @property
    def spec(self) -> Bound | None:
        """Return the spec the game is bound to, if any."""
        return unpacked(self.setup).spec if '"spec": [' in self.setup else None

    @property
    def called(self) -> str:
        """Return the game's name, or the title of the spec it is bound to."""
        return self.game if (spec := self.spec) is None else spec.name

    @property
    def machines(self) -> bool:
        """Return whether a bot plays here: found in the text, so that a game without bots does not load their code."""
        return '"bots"' in self.about

    def after(self, journal: Journal, turn: int | None) -> "Stored":
        """Return the game at the current position of its journal; `turn` is whose turn it is."""
        return self._replace(
            head=journal.head, last=len(journal.entries), ply=journal.ply, position=journal.position, turn=turn
        )


def packed(setup: Setup) -> str:
    """Encode a setup for the store."""
    import json  # takes 1 ms, which a move at the table does without

    parts = {"seed": setup.seed, "options": dict(setup.options), "rules": dict(setup.rules)}
    bound = {} if setup.spec is None else {"spec": setup.spec}
    return json.dumps(parts | bound, ensure_ascii=False, sort_keys=True)


def unpacked(text: str) -> Setup:
    """Decode a setup from the store. Raises StoreError for anything else."""
    import json

    try:
        parts = json.loads(text)
        spec = Bound(*map(str, parts["spec"])) if "spec" in parts else None
        return Setup(parts["seed"], dict(parts["options"]), dict(parts["rules"]), spec)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise StoreError(say("a stored setup that cannot be read: {text}", text=repr(text[:60]))) from None
