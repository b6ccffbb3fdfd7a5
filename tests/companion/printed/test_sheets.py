"""Every worked example of a rules sheet is what the referee says of the record or position it names; a falsified one
is found out."""

from __future__ import annotations

import re

import pytest

from companion.games import names
from specs.load import load

from .drawn import EXAMPLE, examples
from .worked import falsified, faults, plain, sheet, told

games = pytest.mark.parametrize("name", names())


@games
def test_every_example_on_a_sheet_names_its_position_and_every_one_named_is_there(name: str) -> None:
    document = load(name)
    pictures = {template for template in document.spec.templates if template.startswith(EXAMPLE)}
    drawn = examples(document)
    assert set(told(name)) == set(drawn) - {""}
    assert pictures <= {part for name, parts in drawn.items() for each in parts for part in each.inside if name == part}
    assert [part.name for part in drawn[""] if part.kind == "text" and "example" in part.name.lower()] == []


@games
def test_an_example_says_and_shows_what_the_referee_does(name: str) -> None:
    drawn = examples(load(name))
    for template, cases in told(name).items():
        assert list(faults(sheet(name), cases, drawn[template])) == [], template


@games
def test_an_example_with_anything_wrong_is_found_out(name: str) -> None:
    drawn = examples(load(name))
    for template, cases in told(name).items():
        tried = 0
        for what, wrong in falsified(sheet(name), drawn[template]):
            assert list(faults(sheet(name), cases, wrong)), f"{template}: {what}"
            tried += 1
        assert tried, f"nothing on {template} can be wrong"


@pytest.mark.parametrize("name", [name for name in names() if "rules" in load(name).spec.components])
def test_a_rules_sheet_says_for_how_many_from_which_age_and_which_rulings_are_ours(name: str) -> None:
    document = load(name)
    sheets = [plain(part.name) for parts in examples(document).values() for part in parts if part.kind == "text"]
    text, players = "\n".join(sheets), document.spec.players
    assert f"for {players.min} to {players.max} players" in text
    assert re.search(r"players, from (about )?\d+ years", text)
    assert text.count("† Our ruling, where ") == 1, "what the mark means"
    assert text.count("†") > 1, "something that is marked"
