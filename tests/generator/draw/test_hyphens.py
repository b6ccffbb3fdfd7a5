"""Words are parted where TeX parts them, never closer than two letters, and as a spec's own list says."""

from itertools import pairwise

import pytest
from cases import cases, data
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.paragraphs.hyphens import LEAST, hyphenator, languages


def shown(word: str, language: str = "en", exceptions: tuple[str, ...] = ()) -> str:
    places = hyphenator(language, exceptions)(word)
    return "-".join(word[start:end] for start, end in zip((0, *places), (*places, len(word)), strict=True))


# What TeX itself says of words of the TeXbook, appendix H, and of those that hyphen.tex lists as exceptions
TEX = data(__file__)["TEX"]


@pytest.mark.parametrize("word", TEX.split())
def test_english_words_are_parted_as_tex_parts_them(word: str) -> None:
    assert shown(word.replace("-", "")) == word


@cases
def test_other_languages_have_their_own_places(language: str, word: str) -> None:
    assert shown(word.replace("-", ""), language) == word


@pytest.mark.parametrize(("word", "other"), [("oblig-a-tory", "obliga-tory"), ("At-lantis", "At-lantis")])
def test_a_specs_own_list_wins(word: str, other: str) -> None:
    plain = word.replace("-", "")
    assert shown(plain, exceptions=(word,)) == word
    assert shown(plain.upper(), exceptions=(word,)) == word.upper()
    assert shown("obligatory") == "obliga-tory", other
    assert shown("hyphenation", exceptions=("hyphenation",)) == "hyphenation"


@pytest.mark.parametrize("language", ["en", "it", "pl"])
@given(word=st.text("abcdeilmnoprstuzäłó", max_size=30))
def test_no_two_places_are_closer_than_two_letters_nor_to_an_end(language: str, word: str) -> None:
    ends = (0, *hyphenator(language)(word), len(word))
    if len(ends) > 2:
        assert min(b - a for a, b in pairwise(ends)) >= LEAST


def test_a_language_goes_by_its_short_name_and_one_without_patterns_is_a_key_error() -> None:
    assert languages()["de"].stem == "hyph_de_DE"
    assert languages()["en"].stem == "hyph_en_US"
    with pytest.raises(KeyError):
        hyphenator("xx")
