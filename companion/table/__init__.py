"""One game in play: journal, turns, views, corrections, the store. Other floors use what is here."""

from companion.table.journal import Logged, NothingThere
from companion.table.look import PUBLIC, REFEREE, Look, Picture, Sight, Viewer
from companion.table.play import Play
from companion.table.store import Store, default_path
from companion.table.stored import Stored, StoreError
from companion.table.table import Attempted, Change, NoGame, Overtaken, Table, open_game, stored_table
from companion.table.turns import Untaken, split_stood

__all__ = [
    "PUBLIC", "REFEREE", "Attempted", "Change", "Logged", "Look", "NoGame", "NothingThere", "Overtaken", "Picture",
    "Play", "Sight", "Store", "StoreError", "Stored", "Table", "Untaken", "Viewer", "default_path", "open_game",
    "split_stood", "stored_table",
]  # fmt: skip
