"""What is shown is what the viewer may see: what lies open, a player's own seat, or everything for the referee."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from .conftest import Companion


@pytest.fixture
def dealt(companion: Companion) -> Companion:
    """Atlantis with hands from the seed, which the referee knows and nobody else."""
    assert companion("new", "atlantis", "Ann", "Bob", "--seed", "42", "--cards", "dealt").status == 0
    return companion


def test_the_public_view_knows_no_hand_and_no_deck(dealt: Companion) -> None:
    line = json.loads(dealt("show", "--json").out)["position"]
    assert "deck=?" in line
    assert "seed=-" in line
    everything = json.loads(dealt("show", "--as", "referee", "--json").out)["position"]
    assert "seed=42" in everything
    assert "?" not in everything


def test_a_seat_sees_its_own_hand(dealt: Companion) -> None:
    seats = {name: json.loads(dealt("show", "--as", name, "--json").out)["position"] for name in ("Ann", "bob")}
    hands = {name: line.partition("hands=")[2].split()[0].split(",") for name, line in seats.items()}
    assert "?" not in hands["Ann"][0]
    assert hands["Ann"][1] == "?????"
    assert hands["bob"][0] == "????"
    assert "?" not in hands["bob"][1]


def test_the_log_is_for_everybody_and_a_seat_reads_its_own_hand_beside_it(dealt: Companion) -> None:
    def held(name: str) -> str:
        players = json.loads(dealt("show", "--as", name, "--json").out)["players"]
        return str(next(player["known"] for player in players if player["name"] == name))

    first, bob = held("Ann"), held("Bob")
    assert dealt("move", f"1:{first[0]}").status == 0
    drawn = "".join((Counter(held("Ann")) - Counter(first[1:])).elements())
    line = f"   1  Ann  1:{first[0]}"
    assert dealt("log").out == f"{line}\n"
    hand = f"  [−{first[0]} +{drawn}: {held('Ann')}]" if drawn != first[0] else ""
    assert dealt("log", "--as", "Ann").out == f"      hand  {first} at the start\n{line}{hand}\n"
    assert dealt("log", "--as", "Bob").out == f"      hand  {bob} at the start\n{line}\n"
    assert dealt("log", "--as", "referee").out == f"{line}{hand}\n"
    said = json.loads(dealt("log", "--as", "Bob", "--json").out)
    assert (said["hand"], "hand" in said["entries"][0]) == (bob, False)


def test_a_log_of_hands_that_nobody_dealt_names_none(companion: Companion) -> None:
    assert companion("new", "atlantis", "Ann", "Bob", "--seed", "42").status == 0
    assert companion("move", "1:H").status == 0
    assert companion("log", "--as", "Ann").out == companion("log").out == "   1  Ann  1:H\n"


def test_what_only_tells_something_has_no_number_in_the_log(companion: Companion) -> None:
    assert companion("new", "atlantis", "Ann", "Bob", "--seed", "42").status == 0
    assert companion("move", "1:H").status == companion("move", "hand Ann 5").status == 0
    assert companion("log").out == "   1  Ann  1:H\n   ·       hand red 5\n"


def test_moves_are_those_the_viewer_can_know_of(dealt: Companion) -> None:
    def listed(*who: str) -> set[str]:
        return set(json.loads(dealt("moves", "--json", *who).out)["moves"])

    assert listed("--as", "Ann") == listed("--as", "referee")
    assert listed() > listed("--as", "Ann"), "without a hand, what any hand could do"


def test_a_record_that_tells_the_hands_is_the_referees_until_the_end(dealt: Companion) -> None:
    done = dealt("export")
    assert (done.status, done.err) == (
        2, "a record that tells what is hidden while the game is played; expected --as referee, or the end\n"
    )  # fmt: skip
    assert "seed: 42" in dealt("export", "--as", "referee").out


def test_nobody_of_that_name(dealt: Companion) -> None:
    done = dealt("show", "--as", "Cy")
    assert (done.status, done.err) == (2, "'Cy'; expected one of Ann, Bob, referee\n")
    assert "another name" in dealt("new", "atlantis", "Ann", "Referee", "--seed", "1").err


def test_an_option_with_choices_never_reads_a_file(companion: Companion) -> None:
    (companion.folder / "dealt").write_text("open")
    assert companion("new", "atlantis", "Ann", "Bob", "--seed", "1", "--cards", "dealt").status == 0


@pytest.mark.parametrize("value", ["yes", "on", "0", "maybe"])
def test_rule_options_are_read_the_same_everywhere(companion: Companion, value: str) -> None:
    said = f"settle_from_atlantis: '{value}'; expected true or false"
    rules = f"rules: {{settle_from_atlantis: {value}}}\n"
    (companion.folder / "game.yaml").write_text(f"game: atlantis\nplayers: [Ann, Bob]\nsetup: {{seed: 1}}\n{rules}")
    ashore = "tiles: [], cards: 0, figures: [mainland, mainland, mainland]"
    players = f"[{{name: Ann, {ashore}}}, {{name: Bob, {ashore}}}]"
    (companion.folder / "end.yaml").write_text(f"game: atlantis\nplayers: {players}\npath: ''\n{rules}")
    assert companion("import", "--check", "game.yaml").err == f"game.yaml:4:31: {said}\n"
    assert companion("settle", "end.yaml").err == f"end.yaml:4:31: {said}\n"
    option = ["--rule", f"settle_from_atlantis={value}"]
    assert companion("new", "atlantis", "Ann", "Bob", "--seed", "1", *option).err == f"{said}\n"


def test_a_line_of_several_plies_is_entered_all_or_not_at_all(started: Companion) -> None:
    assert started("move", "1", "/", "2").out.startswith(
        "1. Ann: 1\n    +1  takes 1\n   a pebble rolls: 1\n2. Bob: 2\n"
    )
    assert started("move", "1 / 9").err.startswith("take.count: 9 pebbles")
    assert json.loads(started("show", "--json").out)["plies"] == 2


def test_a_picture_never_writes_over_a_file_unasked(started: Companion) -> None:
    (started.folder / "tax.svg").write_text("precious")
    done = started("show", "--svg", "tax.svg")
    assert (done.status, (started.folder / "tax.svg").read_text()) == (2, "precious")
    assert "--force" in done.err
    assert started("show", "--svg", "tax.svg", "--force").status == 0


def test_a_correction_in_json_says_once_what_was_kept(started: Companion) -> None:
    for turn in ("3", "3", "3", "2", "1"):
        started("move", turn)
    assert json.loads(started("amend", "4", "3", "--json").out)["kept"] is False
    assert json.loads(started("amend", "4", "3", "--json", "--yes").out)["kept"] is True
