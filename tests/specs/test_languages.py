"""Who reads which language, and sentences told anew in another."""

import os
import re

import pytest
import warm
from cases import cases
from command import PROJECT
from hypothesis import given, strategies as st

from specs.base.chosen_language import chosen, of_environment, preferred
from specs.base.languages import Tongue, either, listed, mark, numeral, say, say_many, speaking, spoken, verbatim, word
from specs.base.unfit import Unfit


class Shouted(Tongue):
    """A language of one's own: every template in capitals but its values, and plurals of 1, 2 to 4, and more."""

    def __init__(self) -> None:
        self.language = "xx"

    def find(self, context: str, one: str, many: str, n: int) -> str:
        forms = {1: "{n} ONE"} | dict.fromkeys((2, 3, 4), "{n} FEW") if many else {}
        said = forms.get(n, "{n} MANY") if many else one
        return said if many else "".join(part if part[0] == "{" else part.upper() for part in _parts(said))


def _parts(template: str) -> list[str]:
    return [part for part in re.split(r"(\{\w+\})", template) if part]


def test_the_system_asks_for_a_language_as_gettext_reads_it() -> None:
    assert of_environment({"LANG": "de_DE.UTF-8"}) == ["de_DE.UTF-8"]
    assert of_environment({"LANG": "de_DE.UTF-8", "LANGUAGE": "pl:it"}) == ["pl", "it", "de_DE.UTF-8"]
    assert of_environment({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "pl"}) == []
    assert of_environment({}) == []


@cases
def test_the_nearest_language_that_is_there_is_spoken(wanted: list[str], found: str) -> None:
    assert preferred(wanted, ["en", "de", "pl"]) == found


def test_a_language_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(Unfit, match="'tlh'; expected one of the languages en, "):
        chosen("tlh", ("companion",))
    assert chosen("en-GB", ("companion",)) is None


def test_english_is_spoken_unless_somebody_asks() -> None:
    assert spoken() is None
    with speaking(Shouted()):
        assert say("{who} is here.", who="Ann") == "Ann IS HERE."
    assert say("{who} is here.", who="Ann") == "Ann is here."


@given(st.integers(0, 200), st.text(max_size=9))
def test_what_was_said_in_one_language_is_told_in_another_with_all_that_was_said_in_it(n: int, name: str) -> None:
    def both() -> tuple[str, ...]:
        cards = say_many("{n} card", "{n} cards", n)
        names = listed([verbatim(name), say("a boat"), "Bob"])
        return say("{who} has {cards}.", who=name, cards=cards), names, word(mark("boat"))

    english = both()
    with speaking(Shouted()):
        shouted = both()
    assert [said.translated(Shouted()) for said in english] == list(shouted)  # type: ignore[attr-defined]
    assert [said.translated(None) for said in shouted] == list(english)  # type: ignore[attr-defined]


def test_braces_of_a_value_are_not_read() -> None:
    assert say("{who} is here.", who="{n.__class__}") == "{n.__class__} is here."


@cases
def test_the_program_says_which_languages_there_are(environment: list[str], status: int) -> None:
    ran = warm.of(PROJECT).run("companion", [*environment, "--version"], cwd=PROJECT, env=os.environ)
    assert ran.returncode == status, ran.stderr
    assert status == 0 or ran.stderr.startswith("--language: 'xx'; expected one of the languages en")


@cases
def test_a_list_is_told_in_each_language(language: str, told: str) -> None:
    with speaking(chosen(language, ("specs",))):
        assert f"{listed(['A', 'B', 'C'])}; {either(['A', 'B'])}" == told


@pytest.mark.parametrize(
    ("language", "said"), [("en", "12,345.5"), ("de", "12.345,5"), ("it", "12.345,5"), ("pl", "12\u00a0345,5")]
)
def test_a_number_has_the_signs_of_its_language(language: str, said: str) -> None:
    with speaking(chosen(language, ("specs",))):
        assert numeral(12345.5, ",.1f") == said
