"""A seed that one command takes every other takes and reads back; beyond the bound each refuses it in one line."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cases import put
from often import tiers

import companion.cli.main
from companion import Game
from companion.contract.faults import SyntaxFault
from companion.games import names
from companion.page.live import Live, Spot
from companion.record.starting import new
from companion.table.look import REFEREE
from companion.table.store import Store
from companion.table.stored import unpacked
from generator.cli import main
from specs.base.seeds import EXPECTED, MOST

SEEDS = (0, 2**53 + 1, 9_223_372_036_854_775_807)


def generator(*words: str) -> int:
    """The status of the generator's command line, run in this process."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.argv", ["generator", *words])
        with pytest.raises(SystemExit) as ended:
            main.main()
    return int(ended.value.code or 0)


def dealt(game: str) -> dict[str, str]:
    """The options with which the referee deals from the seed all that can be dealt."""
    return {option.name: "dealt" for option in Game(game).setup_options if "dealt" in option.choices}


def options(game: str) -> list[str]:
    return [word for name, value in dealt(game).items() for word in (f"--{name}", value)]


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("seed", SEEDS)
def test_what_new_takes_comes_back_from_store_record_and_position(
    game: str, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at, record = ["--db", str(tmp_path / "games.db")], tmp_path / "a.yaml"
    for arguments in (
        [*at, "new", game, "Ann", "Bob", "--seed", str(seed), *options(game)], [*at, "undo"], [*at, "note", "tea"],
        [*at, "show"], [*at, "export", "--as", "referee", str(record)], ["import", "--check", str(record)],
        [*at, "import", str(record)],
    ):  # fmt: skip
        assert companion.cli.main.run(arguments) == (1 if "undo" in arguments else 0), capsys.readouterr().err
    assert f"  seed: {seed}\n" in record.read_text()
    found = Game(game)
    with Store(tmp_path / "games.db") as store:
        first, second = store.get(1), store.get(2)
    assert first is not None
    assert second is not None
    assert (second.start, unpacked(second.setup).seed) == (first.start, seed)
    assert found.text(found.read(first.start)) == first.start


def numbers(value: object) -> Iterator[float]:
    match value:
        case dict():
            for each in value.values():
                yield from numbers(each)
        case list() | tuple():
            for each in value:
                yield from numbers(each)
        case int() | float():
            yield value


@pytest.mark.parametrize("game", tiers(["atlantis", "circles"], ["escape", "gods"]))
def test_no_number_that_the_page_is_sent_is_rounded_by_it(game: str, tmp_path: Path) -> None:
    """JavaScript's whole numbers end at 2⁵³: a seed is sent as text, if at all."""
    with Store(tmp_path / "games.db", create=True) as store:
        table = new(store, game, ["Ann", "Bob"], seed=MOST, options=dealt(game))
        live = Live(table)
        sent: list[Any] = [live.view(viewer, Spot()) for viewer in (None, 0, REFEREE)]
        sent += [live.log(), table.look().facts()]
    for found in map(json.loads, map(json.dumps, sent)):
        assert all(abs(number) <= 2**53 for number in numbers(found))


@pytest.mark.parametrize("seed", ["-1", str(MOST + 1), "99999999999999999999999999"])
def test_beyond_the_bound_every_command_refuses_it_in_one_line(
    seed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = put(tmp_path / "a.yaml", f"game: atlantis\nplayers: [Ann, Bob]\nsetup: {{seed: {seed}}}\nmoves: []\n")
    at = ["--db", str(tmp_path / "games.db")]
    assert companion.cli.main.run([*at, "new", "atlantis", "Ann", "Bob", "--seed", seed]) == 2
    assert capsys.readouterr().err == f"seed {seed}; expected {EXPECTED}\n"
    for check in (["--check"], []):
        assert companion.cli.main.run([*at, "import", *check, str(record)]) == 2
        assert capsys.readouterr().err == f"{record}:3:15: seed: {seed}; expected {EXPECTED}\n"
    assert generator("setup", "atlantis", "--players", "2", "--seed", seed) == 2
    assert capsys.readouterr().err == f"seed {seed}; expected {EXPECTED}\n"
    assert generator("build", "atlantis", "--players", "2", "--seed", seed, "--out", str(tmp_path / "out")) == 2
    assert capsys.readouterr().err == f"--seed: {seed}; expected {EXPECTED}\n"
    assert not (tmp_path / "games.db").exists()
    assert not (tmp_path / "out").exists()


def test_the_generator_deals_the_largest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generator("setup", "atlantis", "--players", "2", "--seed", str(MOST), "--json") == 0
    assert json.loads(capsys.readouterr().out)["seed"] == MOST


@cache
def opened(game: str) -> str:
    """The first position of a game that the companion deals; one that goes on dealing has its seed."""
    return Game(game).new("Ann", "Bob", seed=42, **dealt(game)).position if dealt(game) else ""


SEEDED = [name for name in names() if " seed=42" in opened(name)]


@pytest.mark.parametrize("game", SEEDED)
@pytest.mark.parametrize("wrong", ["-1", str(MOST + 1), "1_0", "\u0661", "", "9" * 5000, "0x1"])
def test_a_position_with_no_seed_is_refused_as_text(game: str, wrong: str) -> None:
    start = opened(game)
    assert start.count("seed=42") == 1, "where the seed stands"
    with pytest.raises(SyntaxFault, match="seed"):
        Game(game).read(start.replace("seed=42", f"seed={wrong}"))


@pytest.mark.parametrize(("game", "option"), [(name, option) for name in names() for option in dealt(name)])
def test_what_is_dealt_takes_a_seed(game: str, option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = f"{option} dealt without a seed; expected a seed, such as 42\n"
    record = put(tmp_path / "a.yaml", f"game: {game}\nplayers: [Ann, Bob]\nsetup: {{{option}: dealt}}\nmoves: []\n")
    at = ["--db", str(tmp_path / "games.db")]
    assert companion.cli.main.run([*at, "new", game, "Ann", "Bob", f"--{option}", "dealt"]) == 2
    assert capsys.readouterr().err == said
    assert companion.cli.main.run(["import", "--check", str(record)]) == 2
    assert capsys.readouterr().err == f"{record}:3:{11 + len(option)}: {said}"
