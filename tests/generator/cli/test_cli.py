"""The program as such: its help, its options, terminals, saves it waits for, German."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest
from cases import cases, data, put
from command import PROJECT, environment, generator, small
from copied import texts
from hypothesis import given, strategies as st
from msgspec import to_builtins
from msgspec.structs import asdict
from said import said

from generator.building import watch
from generator.building.loading import asked, load
from generator.cli import main
from generator.cli.main import Commands
from generator.cli.options import Words, build_options
from generator.plan.drawer import drawer_of
from generator.plan.options import Faults, Options, known, read
from generator.plan.settings import RESOLVED, read as held
from generator.sheets.handouts import calibration
from generator.sheets.printable import SheetOptions
from specs.base.chosen_language import chosen
from specs.base.commandline.program import command
from specs.base.errors import SpecError
from specs.base.languages import languages, speaking
from specs.base.workers import pool

GENERATOR = [sys.executable, "-m", "generator.cli.main"]
RICH, CARDS, SETUP = PROJECT / "tests" / "generator" / "rich.yaml", data(__file__)["CARDS"], data(__file__)["SETUP"]


@pytest.mark.parametrize("command", Commands.known)
def test_every_command_has_help(command: str, tmp_path: Path) -> None:
    done = generator(command, "--help", cwd=tmp_path)
    assert (done.status, done.out[:6]) == (0, "Usage:")


def test_help_lists_every_command(tmp_path: Path) -> None:
    told = generator("--help", cwd=tmp_path).out
    assert [command for command in Commands.known if f"  {command} " not in told] == []


@cases
def test_no_line_is_too_wide(words: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((50, 24)))
    main.run(words.split())
    told = "".join(capfd.readouterr())
    assert told.strip()
    assert max(map(len, told.splitlines())) <= 50


def test_a_terminal_sees_progress_on_stderr(tmp_path: Path) -> None:
    env = environment(tmp_path, PYTHONPATH=str(PROJECT))
    child = pexpect.spawn(
        sys.executable, [*GENERATOR[1:], "build", str(small(tmp_path))], cwd=str(tmp_path), env=env, timeout=60
    )
    child.expect("Tiles, Tokens: sheet 1")
    child.expect("actual size")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


# ---- options ---------------------------------------------------------------------------------------


@cases
def test_a_bad_option_is_one_line_that_says_what_would_do(option: str, value: str, told: str, tmp_path: Path) -> None:
    done = generator("build", small(tmp_path), option, value, cwd=tmp_path)
    assert (done.status, option in done.err, told in done.err) == (2, True, True), done.err
    assert not (tmp_path / "output").exists()


def flagged(*line: str, names: tuple[str, ...] = ()) -> Words:
    """What words ask for of the options of a build with these names, or of all."""
    found: list[Words] = []

    @build_options(*names)
    def build(spec: str, *, words: Words) -> None:
        found.append(words)

    command("build", build).main(["deck.yaml", *line], standalone_mode=False)
    return found[0]


@pytest.mark.parametrize("name", known())
def test_every_option_is_asked_for_by_its_flag_alone(name: str) -> None:
    option, without = known()[name], flagged()
    flag = f"--no-{option.flag[2:]}" if option.default is True else option.flag
    words = flagged(flag, *(() if option.kind is bool else ("60",)))
    assert [each for each in words if words[each] != without[each]] == [name]
    value = not option.default if option.kind is bool else 60 if option.kind is int else "60"
    assert words[name] in (value, [value])


def test_a_command_may_take_some_options_of_a_build() -> None:
    assert flagged("--paper", "a3", names=("paper", "ink")) == {"paper": "a3", "ink": "normal"}


def test_the_help_and_the_manifest_have_every_option(tmp_path: Path) -> None:
    told = " ".join(generator("build", "--help", cwd=tmp_path).out.split())
    assert [option.flag for option in known().values() if f" {option.flag} " not in told] == []
    assert [option.help for option in known().values() if option.help not in told] == []
    done = generator("build", small(tmp_path), "--count", 2, "--format", "pdf", "--json", cwd=tmp_path)
    options = json.loads(done.out)["options"]
    assert known().keys() - options.keys() == set(RESOLVED)
    assert (options["count"], options["formats"], options["bleed"]) == (2, ["pdf"], "spec")


def test_a_program_gives_values_where_a_command_line_has_words() -> None:
    words = {"paper": "A4, letter", "only": "cards,tokens", "bleed": "2", "margin": "6", "offset": "1,-0.5"}
    values = {"paper": ["A4", "letter"], "only": ("cards", "tokens"), "bleed": 2, "margin": 6, "offset": (1, -0.5)}
    faults = Faults()
    assert read(words, faults) == read(values, faults)
    assert not faults.found


@cases
def test_a_bad_value_of_a_program_is_a_fault(name: str, value: object, told: str) -> None:
    faults = Faults()
    assert read({name: value}, faults) == Options()
    assert told in str(faults.found[0])


def test_all_faults_of_all_options_come_at_once(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as raised:
        held({"paper": "b9", "marks": "x", "only": "x", "seed": -1, "players": 9, "nothing": 1}, load(small(tmp_path)))
    found = sorted(fault.place.file for fault in raised.value.faults)
    assert found == ["", "--marks", "--only", "--paper", "--players", "--seed"]


ASKED = st.fixed_dictionaries(
    {},
    optional={
        "paper": st.lists(st.sampled_from(["a4", "Letter", "200x300"]), min_size=1).map(",".join),
        "formats": st.lists(st.sampled_from(["pdf", "PNG", "svg"]), min_size=1).map(",".join),
        "duplex": st.sampled_from(["Long-Edge", "none"]),
        "bleed": st.sampled_from(["outer", "2mm", 3, None]),
        "margin": st.integers(0, 20),
        "offset": st.tuples(st.integers(-20, 20), st.integers(-20, 20)),
        "only": st.lists(st.sampled_from(["cards", "a,b"])),
        "count": st.integers(1, 1000),
        "seed": st.integers(0, 2**63 - 1),
        "pack": st.booleans(),
    },
)


@given(ASKED)
def test_options_that_were_read_read_as_the_same(words: dict[str, object]) -> None:
    faults = Faults()
    once = read(words, faults)
    assert read(asdict(once), faults) == once == read(to_builtins(once), faults)
    assert not faults.found


# ---- watch -----------------------------------------------------------------------------------------


def save(folder: Path, *names: str) -> None:
    """The cards' names, written beside and moved into place, so that no half is seen."""
    put(folder / "cards.new", "name\n" + "".join(f"{name}\n" for name in names)).replace(folder / "cards.csv")


@contextmanager
def watching(folder: Path, *words: str) -> Iterator[Path]:
    """What a program says that waits for saves."""
    told = folder / "said.txt"
    with told.open("wb") as sink:
        env = environment(folder, PYTHONPATH=str(PROJECT))
        process = subprocess.Popen([*GENERATOR, "watch", *words], cwd=folder, env=env, stdout=sink, stderr=sink)
    try:
        yield told
    finally:
        process.terminate()
        process.wait(30)
    assert "Traceback" not in told.read_text(encoding="utf-8")


def until(told: Path, what: str, count: int = 1) -> None:
    for _ in range(400):
        if told.read_text(encoding="utf-8").count(what) >= count:
            return
        time.sleep(0.1)
    pytest.fail(f"no {what!r} in:\n{told.read_text(encoding='utf-8')}")


def test_each_save_gives_the_pieces_that_differ_from_the_print(tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text(CARDS)
    save(tmp_path, "one", "two", "three")
    changed = tmp_path / "output" / "deck" / "update"
    assert generator("build", "deck.yaml", cwd=tmp_path).status == 0

    def pieces() -> dict[str, int]:
        manifest = json.loads((changed / "manifest.json").read_bytes())
        return {name: entry["count"] for name, entry in manifest["components"].items()}

    with watching(tmp_path, "deck.yaml", "--since", "output/deck") as told:
        until(told, "nothing was written")
        assert not changed.exists()
        save(tmp_path, "uno", "zwei", "three", "four")
        until(told, "Print deck-update.pdf")
        assert "  changed: cards-01, cards-02\n  new: cards-04\n" in told.read_text(encoding="utf-8")
        assert pieces() == {"cards": 3}
        save(tmp_path, "uno", "zwei,2", "three", "four")
        until(told, "a row of 2 cells")
        assert pieces() == {"cards": 3}
        save(tmp_path, "one", "two", "three")
        until(told, "nothing was written", 2)


def test_a_program_of_the_folder_is_not_taken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no process can be forked, each build is a process of its own."""
    for name in ("generator", "yaml", "msgspec"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", ":")  # an empty part of it means the folder, too
    monkeypatch.setattr(pool, "CAN_FORK", False)
    watch.run_again(["build", str(small(tmp_path)), "--out", str(tmp_path / "out")], main.run)
    assert (tmp_path / "out" / "small" / "small.pdf").exists()
    assert not (tmp_path / "ran").exists()
    watch.run_again(["build", "none.yaml"], main.run)  # a fault is told there, and the next save is waited for


def test_a_picture_that_is_named_from_the_root_is_no_end_of_watching(tmp_path: Path) -> None:
    spec = tmp_path / "deck.yaml"
    picture = '      - {draw: image, image: "/elsewhere/{name}.png", box: [5, 20, 9, 9]}\n'
    spec.write_text(CARDS + picture, encoding="utf-8")
    save(tmp_path, "one")
    assert watch.sources(str(spec)) == {spec, tmp_path / "cards.csv"}


# ---- in German: no English is left -------------------------------------------------------------------

GERMAN = {"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"}
ENGLISH = re.compile(
    r"(?<![-/`])\b(the|of|and|or|is|are|with|without|from|for|each|both|their|your|you|its|sheets?|pages?|"
    r"print|printed|cut|fold|glue|paper|cards?|players?|spaces?|pieces?|sides?|backs?|fronts?|left|right|above|below|"
    r"written|files?|usage|error|options|commands|required|default|missing)\b(?!\.pdf|[-=:/`])"
)
# what is typed, defaults, and names of files
OWN = (
    r"<[^>]*>|[a-z-]+(?:\|[a-z-]+)+|\[sonst: [^]]*\]|--\S+|`[^`]*`|\[[A-Z]\S*|output\S*"
    r"|\S*\.(?:pdf|png|json|yaml|txt)\b"
)


def english(text: str) -> list[str]:
    return ENGLISH.findall(re.sub(OWN, "", " ".join(text.split())))


def test_a_build_in_german_tells_and_prints_no_english(tmp_path: Path) -> None:
    """Cards, tokens, figures and a board of several sheets."""
    text = RICH.read_text(encoding="utf-8")
    (tmp_path / "rich.yaml").write_text(f"language: de\n{text[: text.index('setup:')]}{SETUP}", encoding="utf-8")
    options = ["--seed", 3, "--players", 2, "--format", "pdf"]
    done = generator("build", "rich.yaml", *options, cwd=tmp_path, **GERMAN)
    assert (done.status, english(done.out)) == (0, []), done
    (file,) = (tmp_path / "output").rglob("*.pdf")
    assert [english(page) for page in texts(file)] == [[]] * len(texts(file))


@cases
def test_what_commands_tell_in_german_is_no_english(words: str, status: int, tmp_path: Path) -> None:
    done = generator(*words.split(), cwd=tmp_path, **GERMAN)
    assert (done.status, english(done.out + done.err)) == (status, []), done


@pytest.mark.parametrize("language", [each for each in languages("generator") if each != "en"])
def test_the_calibration_page_is_no_english(language: str) -> None:
    with speaking(chosen(language, ("generator", "specs"))):
        found = [text.text for page in calibration.pages(210, 297) for text in said(page.nodes)]
    assert len(found) > 5
    assert not english(" ".join(found)), found


@pytest.mark.parametrize("words", ["en,de", "en+de"])
def test_the_setup_sheets_of_two_languages_are_there_in_each(words: str, tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    spec = small(tmp_path)
    spec.write_text(f"language: en\n{spec.read_text('utf-8')}", "utf-8")
    (tmp_path / "words" / "de.yaml").write_text('words: {"Small game": "Kleines Spiel", "north": "Nord"}', "utf-8")
    document, settings = asked(load(spec), {"language": tuple(words.split(",")), "seed": 3, "players": 2})
    pages, _ = drawer_of(document, settings).setup(SheetOptions())
    bookmarks = [text for page in pages for text in page.bookmarks]
    assert [text for text in bookmarks if text.endswith("row")] == ["Setup: row", "Aufbau: row"]
