"""A command line that is plain is read without typer, and comes to the same; any other is left to typer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.cli.build import build, check
from generator.plan.options import known
from specs.base.commandline.asked import plain
from specs.base.commandline.helping import made

FLAGS = sorted({part for option in known().values() for part in (option.flag, f"--no-{option.flag[2:]}")})
WORDS = st.sampled_from(
    [*FLAGS, "--jobs", "-y", "--yes", "--out", "--out=o", "--json", "--jobs=2", "--", "--help", "-yy"]
)
VALUES = st.sampled_from(["atlantis", "a4", "2", "0", "99", "-1", "1.5", "", "a b", "a=b", "٣", "--paper=a4", "1,2"])


def typers(command: Any, line: list[str]) -> dict[str, object]:
    """What typer reads from a line."""
    found: list[dict[str, object]] = []

    def told(**given: object) -> None:
        found.append(given)

    told.__signature__ = command.__signature__  # type: ignore[attr-defined]
    made("build", told).main(line, standalone_mode=False)
    return found[0]


@given(line=st.lists(st.one_of(WORDS, VALUES), max_size=6).map(lambda words: ["atlantis", *words]))
def test_what_is_read_from_a_plain_line_is_what_typer_reads(line: list[str]) -> None:
    read = plain(build, line)
    if read is not None:
        shown = {name: each.default for name, each in build.__signature__.parameters.items()}  # type: ignore[attr-defined]
        assert typers(build, line) == shown | read


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("deck.yaml", {"spec": "deck.yaml"}),
        ("--no-plan deck.yaml -y --count=3", {"spec": "deck.yaml", "plan": False, "yes": True, "count": 3}),
        ("deck.yaml --pieces a-1 --pieces a-2", {"spec": "deck.yaml", "pieces": ["a-1", "a-2"]}),
        ("deck.yaml --format pdf,svg --jobs 2", {"spec": "deck.yaml", "formats": "pdf,svg", "jobs": 2}),
        ("", None),
        ("deck.yaml other.yaml", None),
        ("deck.yaml --help", None),
        ("deck.yaml --fromat pdf", None),
        ("deck.yaml --offset -1,2", None),
        ("deck.yaml --jobs 0", None),
        ("deck.yaml --jobs", None),
        ("deck.yaml --yes=1", None),
        ("deck.yaml --paper a4 --ink low --ink low", None),
    ],
)
def test_a_plain_line_has_each_option_once_and_whole(line: str, read: dict[str, object] | None) -> None:
    assert plain(build, line.split()) == read


def test_every_option_of_a_build_and_a_check_can_be_asked_for_plainly() -> None:
    for option in known().values():
        value = [] if option.kind is bool else ["60"]
        flag = f"--no-{option.flag[2:]}" if option.default is True else option.flag
        assert option.name in (plain(build, ["deck.yaml", flag, *value]) or ()), option.flag
    assert plain(check, ["deck.yaml", "--strict", "--shop", "home", "--json"]) is not None
