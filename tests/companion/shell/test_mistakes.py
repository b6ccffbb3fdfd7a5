"""A mistake of ours, should there be one: one line that names a file of details, status 70, and the game is kept."""

import re
from pathlib import Path
from typing import NoReturn

import pytest

import generator.cli.main as printer
from companion.cli.prompt.session import Session
from companion.table.stored import StoreError
from companion.table.table import Table

from .conftest import Companion

LINE = re.compile(r"a mistake of ours, ZeroDivisionError; please report it to the project with the file (.+)\n")


def fail(*_: object, **__: object) -> NoReturn:
    raise ZeroDivisionError("of a test")


def named(err: str) -> None:
    """The one line, and what is in the file it names."""
    said = LINE.fullmatch(err)
    assert said is not None, err
    details = Path(said[1])
    assert "ZeroDivisionError: of a test" in details.read_text(encoding="utf-8")
    details.unlink()


def test_a_command_ends_with_one_line(started: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Table, "enter", fail)
        done = started("move", "1")
    assert done.status == 70
    named(done.err)
    assert started("move", "1").status == 0


def test_at_the_prompt_the_evening_goes_on(started: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    where, calls = Session.where, list[int]()

    def once(session: Session) -> None:
        calls.append(1)
        if len(calls) == 2:
            fail()
        where(session)

    monkeypatch.setattr(Session, "where", once)
    done = started("play", stdin="1\n2\nquit\n")
    named(done.err)
    assert "2. Bob: 2" in done.out


def test_a_store_that_is_locked_for_a_while_does_not_end_the_prompt(
    started: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind, calls = Session.behind, list[int]()

    def once(session: Session) -> bool:
        calls.append(1)
        if len(calls) == 2:
            raise StoreError("games.db: locked")
        return behind(session)

    monkeypatch.setattr(Session, "behind", once)
    done = started("play", stdin="1\n1\nquit\n")
    assert done.err == "games.db: locked\n"
    assert "1. Ann: 1\n" in done.out


def test_a_build_ends_with_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(printer, "program", fail)
    assert printer.run(["list"]) == 70
    named(capsys.readouterr().err)
