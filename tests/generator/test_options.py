"""An option of a build is told once: the command line, other programs and the manifest have it from `Options`."""

import json
from pathlib import Path

import pytest
from command import generator, small
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import asdict

from generator.plan.options import Faults, Options, known, read
from generator.plan.settings import RESOLVED
from generator.plan.settings import read as held
from specs.base.errors import SpecError
from specs.load import load


def test_the_command_line_has_every_option_with_its_help(tmp_path: Path) -> None:
    told = " ".join(generator("build", "--help", cwd=tmp_path).out.split())
    for option in known().values():
        assert f" {option.flag} " in told
        assert option.help in told


def test_the_manifest_has_every_option(tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("papr", "a4", "no option 'papr'; expected one of paper, landscape,"),
        ("papr", "a4", "(did you mean 'paper'?)"),
        ("count", 0, "--count: 0; expected a whole number from 1 to 1000"),
        ("count", True, "--count: True; expected a whole number"),
        ("seed", 2.5, "--seed: 2.5; expected a whole number from 0"),
        ("split", "yes", "--split: 'yes'; expected true or false"),
        ("only", 7, "--only: 7; expected text, or a list of it"),
        ("where", 7, "--where: 7; expected text"),
        ("marks", ["crop"], "--marks: ['crop']; expected text"),
        ("offset", (1, 2, 3), "--offset: '1,2,3'; expected two numbers"),
        ("bleed", float("nan"), "--bleed: 'nan'; expected a number of mm from 0 to 20"),
    ],
)
def test_a_bad_value_of_a_program_is_a_fault(name: str, value: object, told: str) -> None:
    faults = Faults()
    assert read({name: value}, faults) == Options()
    assert told in str(faults.found[0])


def test_all_faults_of_all_options_come_at_once(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as raised:
        held({"paper": "b9", "marks": "x", "only": "x", "seed": -1, "players": 9, "nothing": 1}, load(small(tmp_path)))
    assert sorted(fault.place.file for fault in raised.value.faults) == [
        "", "--marks", "--only", "--paper", "--players", "--seed"
    ]  # fmt: skip


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
