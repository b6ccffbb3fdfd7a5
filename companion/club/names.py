"""Names of players, compared without regard to case, blanks and look-alike letters. For other spellings, such as a
nickname, the club says who is meant: `known_as` maps the spelling to the name.

>>> fold("  ANN  Lee"), fold("Ａｎｎ") == fold("ann"), fold("Zoe") == fold("Zoë")
('ann lee', True, False)
>>> Names({"annie": "Ann"}).key("ANNIE")
'ann'
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from unicodedata import normalize

from companion.contract import NOTHING, SyntaxFault
from companion.table import Store
from specs.base.languages import say


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """Return a name in the form in which names are compared."""
    if name.isascii():
        return " ".join(name.lower().split())
    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())


class Names:
    """The names in a club: `known_as` maps other spellings, folded, to the name they stand for."""

    def __init__(self, known_as: Mapping[str, str] = NOTHING) -> None:
        self.known_as = dict(known_as)

    def key(self, name: str) -> str:
        """Return the key that all spellings of one player share."""
        folded = fold(name)
        return fold(self.known_as[folded]) if folded in self.known_as else folded


def called(names: Names, old: str, new: str, games: Iterable[tuple[int, Sequence[str]]]) -> dict[str, str | None]:
    """Return the changes that make spelling `old` stand for `new`; None: for itself. `games` are numbers and players.
    Raises SyntaxFault if no player has the name `old`, or if one game has both names."""
    was, now = names.key(old), fold(new)
    met = False
    for number, players in games:
        keys = {names.key(name) for name in players}
        met = met or was in keys
        if was != now and {was, now} <= keys:
            raise SyntaxFault(
                say("{old} and {new}", old=old, new=new), say("two names of one player; game {n} has both", n=number)
            )
    if not met:
        raise SyntaxFault(f"'{old[:40]}'", say("a player of the club's games"))
    spelled = fold(old)
    if spelled == now:  # back to its own name
        return {spelled: None if new == old else new}
    same = [spelling for spelling, name in names.known_as.items() if fold(name) == was]
    return {**dict.fromkeys(same, new), spelled: new, was: new, now: None}


# ---- in the store ----------------------------------------------------------------------------------


def known_as(store: Store) -> dict[str, str]:
    """Return the name that each other spelling, folded, stands for. Raises StoreError."""
    with store.plainly():
        rows = store.rows("known_as")
        if not all(isinstance(text, str) for row in rows for text in row):
            raise TypeError("not text")
        return {str(spelling): str(name) for spelling, name in rows}


def call(store: Store, spellings: dict[str, str | None]) -> None:
    """Save the names that spellings, folded, stand for; None: themselves. Raises StoreError."""
    with store.change() as db:
        for spelling, name in spellings.items():
            if name is None:
                db.execute("DELETE FROM known_as WHERE spelling = ?", (spelling,))
            else:
                db.execute("INSERT OR REPLACE INTO known_as(spelling, name) VALUES(?, ?)", (spelling, name))
