"""Every command and every bad option, as processes."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cases import cases
from command import environment, generator, small

from generator.cli import main

COMMANDS = ("new", "build", "check", "list", "schema", "setup", "scoresheet", "preview", "calibrate", "watch")


def test_help_names_every_command(tmp_path: Path) -> None:
    done = generator("--help", cwd=tmp_path)
    assert done.status == 0
    assert all(f"  {command} " in done.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, tmp_path: Path) -> None:
    done = generator(command, "--help", cwd=tmp_path)
    assert done.status == 0
    assert done.out.startswith("Usage:")


def test_a_misspelt_command_or_option_is_corrected(tmp_path: Path) -> None:
    command, option = generator("bild", "x", cwd=tmp_path), generator("build", "x", "--papr", "a4", cwd=tmp_path)
    assert (command.status, option.status) == (2, 2)
    assert "'build'" in command.err
    assert "--paper" in option.err


def test_check_finds_nothing_wrong_with_a_good_spec(tmp_path: Path) -> None:
    done = generator("check", small(tmp_path), cwd=tmp_path)
    assert (done.status, done.out) == (0, "Small game: 9 pieces of 2 components, no faults\n")


def test_check_tells_every_fault_with_its_place(tmp_path: Path) -> None:
    spec = small(tmp_path)
    spec.write_text(spec.read_text().replace("fill: white", "fill: whit").replace("size: 20", "size: -20"))
    done = generator("check", spec, cwd=tmp_path)
    assert done.status == 2
    assert done.out == ""
    lines = done.err.splitlines()
    assert [line.partition("; expected ")[0] for line in lines] == [
        f"{spec}:12:28: unknown colour 'whit'",
        f"{spec}:20:11: size -20.0",
    ]
    facts = json.loads(generator("check", spec, "--json", cwd=tmp_path).out)
    assert [fault["place"]["line"] for fault in facts["faults"]] == [12, 20]
    assert [fault["code"] for fault in facts["faults"]] == ["unknown-colour", "out-of-range"]
    assert len(facts["faults"]) == len(lines)


def test_check_draws_each_face(tmp_path: Path) -> None:
    spec = small(tmp_path)
    spec.write_text(spec.read_text().replace("{name: north}", "{name: a name far too long for so small a tile}"))
    done = generator("check", spec, cwd=tmp_path)
    assert done.status == 2
    assert "tiles-01" in done.err


@pytest.mark.parametrize("words", ["list", "list circles", "check a-spec-of-which-the-name-is-too-long-for-one-line"])
def test_no_line_is_wider_than_the_terminal(
    words: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((50, 24)))
    main.run(words.split())
    said = "".join(capfd.readouterr())
    assert said.strip()
    assert max(map(len, said.splitlines())) <= 50


@pytest.mark.parametrize("place", ["missing.yaml", "."])
def test_a_spec_that_is_not_there_is_one_line(place: str, tmp_path: Path) -> None:
    for command in ("build", "check", "list", "preview"):
        done = generator(command, place, cwd=tmp_path)
        assert done.status == 2
        assert len(done.err.splitlines()) == 1
        assert "expected" in done.err


def test_list_shows_components_with_counts_and_sizes(tmp_path: Path) -> None:
    done = generator("list", small(tmp_path), cwd=tmp_path)
    assert done.status == 0
    tiles = next(line for line in done.out.splitlines() if line.startswith("  tiles"))
    assert tiles.split() == ["tiles", "4", "40", "×", "40", "mm", "rectangle", "Tiles"]
    assert "--option fiducials" in done.out


def test_list_as_json_has_the_same_facts(tmp_path: Path) -> None:
    facts = json.loads(generator("list", small(tmp_path), "--json", cwd=tmp_path).out)
    assert facts["components"]["tokens"] == {
        "title": "Tokens",
        "count": 5,
        "shape": "circle",
        "size_mm": [20, 20],
        "back": False,
    }


def test_list_alone_lists_the_bundled_games(tmp_path: Path) -> None:
    from specs.load import bundled

    facts = json.loads(generator("list", "--json", cwd=tmp_path).out)
    assert [game["game"] for game in facts] == list(bundled())


def test_schema_describes_a_spec(tmp_path: Path) -> None:
    schema = json.loads(generator("schema", cwd=tmp_path).out)
    assert schema["$schema"].startswith("https://json-schema.org/")
    spec = schema["$defs"][schema["$ref"].split("/")[-1]]
    assert {"game", "title", "components"} <= set(spec["required"])


def test_setup_deals_the_same_for_a_seed(tmp_path: Path) -> None:
    spec = small(tmp_path)
    first = generator("setup", spec, "--seed", 7, "--players", 2, "--json", cwd=tmp_path, PYTHONHASHSEED="1")
    again = generator("setup", spec, "--seed", 7, "--players", 2, "--json", cwd=tmp_path, PYTHONHASHSEED="2")
    assert first == again
    facts = json.loads(first.out)
    dealt = [piece for pieces in facts["tracks"]["row"] + facts["hands"] for piece in pieces]
    assert sorted(dealt + facts["piles"]["bag"]) == ["tiles-01", "tiles-02-01", "tiles-02-02", "tiles-02-03"]
    assert list(map(len, facts["hands"])) == [1, 1]
    assert "player 2: " in generator("setup", spec, "--seed", 7, "--players", 2, cwd=tmp_path).out


def test_setup_refuses_players_the_game_does_not_take(tmp_path: Path) -> None:
    done = generator("setup", small(tmp_path), "--seed", 7, "--players", 9, cwd=tmp_path)
    assert done.status == 2
    assert "9 players; expected 2 to 3" in done.err


def test_preview_writes_one_picture(tmp_path: Path) -> None:
    done = generator("preview", small(tmp_path), cwd=tmp_path)
    assert done.status == 0
    english = (tmp_path / "output" / "small-preview.png").read_bytes()
    assert english.startswith(b"\x89PNG")
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "de.yaml").write_text("words: {}\n")
    assert generator("preview", small(tmp_path), "--language", "de", cwd=tmp_path).status == 0
    assert (tmp_path / "output" / "small-de-preview.png").read_bytes() != english, "what stands beside the pieces"


@cases
def test_a_bad_option_is_one_line_that_says_what_would_do(option: str, value: str, told: str, tmp_path: Path) -> None:
    done = generator("build", small(tmp_path), option, value, cwd=tmp_path)
    assert done.status == 2
    assert option in done.err
    assert told in done.err
    assert not (tmp_path / "output").exists()


def test_all_bad_options_are_told_at_once(tmp_path: Path) -> None:
    done = generator("build", small(tmp_path), "--paper", "b9", "--ink", "red", "--only", "x,y", cwd=tmp_path)
    assert [line.split(":")[0] for line in done.err.splitlines()] == ["--ink", "--only", "--only", "--paper"]


def test_an_offset_may_begin_with_a_minus(tmp_path: Path) -> None:
    done = generator("build", small(tmp_path), "--offset", "-1.5,-0.5", "--format", "pdf", "--json", cwd=tmp_path)
    assert done.status == 0
    assert json.loads(done.out)["options"]["offset_mm"] == [-1.5, -0.5]


def test_plain_output_has_no_escapes_and_no_progress_where_there_is_no_terminal(tmp_path: Path) -> None:
    done = generator("build", small(tmp_path), cwd=tmp_path)
    assert done.err == ""
    assert "\x1b" not in done.out
    assert "\r" not in done.out


def test_a_terminal_sees_progress_on_stderr(tmp_path: Path) -> None:
    import pexpect

    spec = small(tmp_path)
    child = pexpect.spawn(
        sys.executable,
        ["-m", "generator.cli.main", "build", str(spec)],
        cwd=str(tmp_path),
        env=environment(tmp_path, PYTHONPATH=str(Path(__file__).parents[2])),
        timeout=60,
    )
    child.expect("Tiles, Tokens: sheet 1")
    child.expect("actual size")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


def test_output_survives_a_terminal_that_knows_only_ascii(tmp_path: Path) -> None:
    done = generator("list", small(tmp_path), cwd=tmp_path, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.status == 0


@pytest.mark.deep
def test_watch_rebuilds_on_change_and_survives_a_faulty_spec(tmp_path: Path) -> None:
    spec = small(tmp_path)
    pdf = tmp_path / "output" / "small" / "small.pdf"
    said = tmp_path / "said.txt"
    with said.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-m", "generator.cli.main", "watch", str(spec), "--format", "pdf"],
            cwd=tmp_path,
            env=environment(tmp_path, PYTHONPATH=str(Path(__file__).parents[2])),
            stdout=sink,
            stderr=sink,
        )

    def until(what: str, count: int) -> None:
        for _ in range(400):
            if said.read_text(encoding="utf-8").count(what) >= count:
                return
            time.sleep(0.1)
        pytest.fail(f"no {what!r} in:\n{said.read_text(encoding='utf-8')}")

    try:
        until("actual size", 1)
        first = pdf.read_bytes()
        good = spec.read_text()
        spec.write_text(good.replace("size: 20", "size: twenty"))
        until("; expected", 1)
        assert pdf.read_bytes() == first
        spec.write_text(good.replace("Small game", "Renamed game"))
        until("Renamed game: ", 1)
        assert pdf.read_bytes() != first
    finally:
        process.terminate()
        process.wait(30)
    assert "Traceback" not in said.read_text(encoding="utf-8")
    assert os.path.exists(pdf)
