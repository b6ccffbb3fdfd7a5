"""Version 1 of the rules, in which only laid tiles ended the game: its records and games are followed as they were."""

from __future__ import annotations

from pathlib import Path

import companion.cli
from companion.games.gods.state import ACT, OVER, State
from companion.record import Record, read, write
from companion.replay import begin, play
from companion.store import Store
from companion.table import PUBLIC, open_game

from .tables import GAME

FILE = Path(__file__).parents[2] / "records" / "gods-2-demolished.yaml"
NOW = FILE.read_text(encoding="utf-8")
THEN = NOW.replace("rules_version: 2", "rules_version: 1")


def played(text: str) -> tuple[Record, State]:
    record, start = begin(*read(text.encode(), FILE.name))
    state: State = play(GAME, start, record.lines).state
    return record, state


def test_a_game_that_a_demolition_ends_went_on_in_version_1() -> None:
    assert played(NOW)[1].phase == OVER
    assert played(THEN)[1].phase == ACT
    assert played(f"{THEN}  - migrate\n")[1].phase == ACT


def test_a_record_says_which_rule_it_was_played_by_and_may_say_it_itself() -> None:
    assert played(THEN)[0].setup.rules == {"end": "tile-laid"}
    assert played(NOW)[0].setup.rules == {"end": "any-action"}
    assert played(f"{THEN}rules: {{end: any-action}}\n")[1].phase == OVER


def test_a_stored_game_of_version_1_goes_on_and_leaves_as_it_was_played(tmp_path: Path) -> None:
    before = "\n".join(THEN.splitlines()[:-1]) + "\n"
    (tmp_path / "then.yaml").write_text(before, encoding="utf-8")
    at = ["--db", str(tmp_path / "games.db")]
    assert companion.cli.run([*at, "import", str(tmp_path / "then.yaml")]) == 0
    with Store(tmp_path / "games.db") as store:
        # as version 1 stored it: no rule options there were
        store.db.execute("""UPDATE games SET setup = replace(setup, '"end": "tile-laid"', '')""")
    assert companion.cli.run([*at, "move", "demolish Bn1"]) == 0
    with Store(tmp_path / "games.db") as store:
        table = open_game(store)
        assert (table.stored.rules_version, table.state.phase) == (1, ACT)
        again = write(table.record(PUBLIC))
    assert played(again)[1] == table.state
    assert played(again.replace("rules_version: 1", "rules_version: 2"))[1].phase == OVER
