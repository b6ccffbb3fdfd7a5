"""What the store keeps for the club beside its games: how names are meant."""

from __future__ import annotations

from companion.store import Store

__all__ = ["call", "known_as"]


def known_as(store: Store) -> dict[str, str]:
    """Whose name each other spelling, folded, stands for. Raises StoreError."""
    with store.plainly():
        rows = store.db.execute("SELECT spelling, name FROM known_as").fetchall()
        if not all(isinstance(text, str) for row in rows for text in row):
            raise TypeError("not text")
        return dict(rows)


def call(store: Store, spellings: dict[str, str | None]) -> None:
    """Say whose name spellings, folded, stand for; None: their own. Raises StoreError."""
    with store.change() as db:
        for spelling, name in spellings.items():
            if name is None:
                db.execute("DELETE FROM known_as WHERE spelling = ?", (spelling,))
            else:
                db.execute("INSERT OR REPLACE INTO known_as VALUES(?, ?)", (spelling, name))
