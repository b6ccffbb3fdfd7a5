"""Who plays, mended from the command line: said in one line, kept in the log and the record."""

from __future__ import annotations

from .conftest import Companion


def test_a_name_is_mended_and_the_record_keeps_it(started: Companion) -> None:
    started("move", "1")
    done = started("amend", "--rename", "bob", "Bob the Builder")
    assert done.out.startswith("Corrected: Bob is called Bob the Builder\nBob the Builder to move.")
    assert started("log").out.splitlines()[-1].split(maxsplit=1) == ["mend", "Bob is called Bob the Builder"]
    assert started("export", "game.yaml").status == 0
    assert "- mend: Bob is called Bob the Builder\n" in (started.folder / "game.yaml").read_text(encoding="utf-8")
    assert started("import", "game.yaml").status == 0
    assert "Bob the Builder" in started("log").out


def test_who_begins_is_mended_after_the_first_turn(started: Companion) -> None:
    started("move", "1")
    done = started("amend", "--players", "Bob Ann:blue")
    assert done.out.startswith("Corrected: Bob is red; Ann is blue; they sit as Bob, Ann\nAnn to move.")
    assert started("log").out.splitlines()[0].split() == ["1", "Bob", "1"]


def test_players_that_cannot_be_change_nothing(started: Companion) -> None:
    before = started("show", "--json").out
    for words, status in ((("--rename", "Cy", "Di"), 2), (("--players", "Ann"), 2), (("--rename", "Ann", "Bob"), 2)):
        done = started("amend", *words)
        assert done.status == status
        assert done.err.count("\n") == 1
    assert started("show", "--json").out == before


def test_somebody_leaves_and_undo_brings_them_back(companion: Companion) -> None:
    assert companion("new", "circles", "Ann", "Bob", "Cy").status == 0
    assert companion("move", "--leave", "bob").out.startswith("Bob leaves.\nAnn to move.")
    assert "Bob has left." in companion("show").out
    assert companion("log").out.split() == ["leave", "Bob"]
    assert companion("export", "game.yaml").status == 0
    assert "- leave: Bob\n" in (companion.folder / "game.yaml").read_text(encoding="utf-8")
    assert companion("import", "--check", "game.yaml").status == 0
    assert companion("undo").out.startswith("Taken back: leave: Bob\n")
    assert "Bob has left." not in companion("show").out


def test_a_game_whose_rules_do_not_say_how_it_goes_on_says_so(started: Companion) -> None:
    done = started("move", "--leave", "Bob")
    assert (done.status, done.err.split(":")[0]) == (1, "leave.rules")
