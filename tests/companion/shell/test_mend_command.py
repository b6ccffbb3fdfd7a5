"""Who plays, mended from the command line: said in one line, kept in the log and the record."""

from __future__ import annotations

from .conftest import Companion


def test_a_name_is_mended_and_the_record_keeps_it(started: Companion) -> None:
    started("move", "1")
    done = started("rename", "bob", "Bob", "the", "Builder")
    assert done.out.startswith("Mended: Bob is called Bob the Builder\nBob the Builder to move.")
    assert started("log").out.splitlines()[-1].split(maxsplit=1) == ["mend", "Bob is called Bob the Builder"]
    assert started("export", "game.yaml").status == 0
    assert "- mend: Bob is called Bob the Builder\n" in (started.folder / "game.yaml").read_text(encoding="utf-8")
    assert started("import", "game.yaml").status == 0
    assert "Bob the Builder" in started("log").out


def test_who_begins_is_mended_after_the_first_turn(started: Companion) -> None:
    started("move", "1")
    done = started("mend", "Bob", "Ann:blue")
    assert done.out.startswith("Mended: Bob is red; Ann is blue; they sit as Bob, Ann\nAnn to move.")
    assert started("log").out.splitlines()[0].split() == ["1", "Bob", "1"]


def test_players_that_cannot_be_change_nothing(started: Companion) -> None:
    before = started("show", "--json").out
    for words, status in ((("rename", "Cy", "Di"), 2), (("mend", "Ann"), 2), (("rename", "Ann", "Bob"), 2)):
        done = started(*words)
        assert done.status == status
        assert done.err.count("\n") == 1
    assert started("show", "--json").out == before
