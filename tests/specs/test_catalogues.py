"""What the programs say in other languages: nothing stale, nothing lost, nothing that cannot be filled in."""

import importlib.util
import re
from functools import cache
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LANGUAGES = sorted(path.name for path in (ROOT / "languages").iterdir() if path.is_dir() and path.name[0] not in "._")


@cache
def catalogues() -> ModuleType:
    found = importlib.util.spec_from_file_location("catalogues", ROOT / "languages" / "catalogues.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    module.template, module.updated = cache(module.template), cache(module.updated)  # once for all
    return module


@cache
def catalogue(domain: str, language: str) -> Any:
    made = catalogues()
    return made.updated(made.po(domain, language), language, made.template(domain))


def domains() -> list[str]:
    return ["companion", "generator", "specs", "page", "studio"]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def forms(message: Any) -> list[tuple[set[str], set[str], str]]:
    """What each form of a message must have, may have, and says."""
    if not message.pluralizable:
        return [(fields(message.id), fields(message.id), message.string)]
    one, many = map(fields, message.id)
    return [((one & many) - {"n"}, one | many, said) for said in message.string]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", domains())
def test_files_are_as_make_words_leaves_them(domain: str, language: str) -> None:
    made = catalogues()
    for path, data in made.outcome(domain, language).items():
        assert (path.read_bytes() if path.exists() else None) == data, f"{path.relative_to(ROOT)}: run make words"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", domains())
def test_every_value_of_a_sentence_is_said_and_no_other(domain: str, language: str) -> None:
    wrong = []
    for message in catalogue(domain, language):
        if message.id and any(message.string or ()):
            for must, may, said in forms(message):
                try:
                    found = fields(said)
                except ValueError as error:
                    wrong.append(f"{message.id!r}: {said!r}: {error}")
                    continue
                if said and not must <= found <= may:
                    wrong.append(f"{message.id!r}: {said!r}")
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", domains())
def test_a_language_that_is_offered_lacks_nothing(domain: str, language: str) -> None:
    """What is untranslated, or only a guess (fuzzy), listed."""
    made = catalogues()
    *_, compiled = made.outcome(domain, language)
    if not compiled.exists():
        pytest.skip(f"{domain} is not offered in {language} yet")
    assert [message.id for message in made.untranslated(catalogue(domain, language))] == []


ENGLISH = re.compile(
    r"(?<![-/.:])\b(the|of|and|or|is|are|with|without|from|for|each|both|your|its|sheets?|pages?|print|printed|fold|glue|"
    r"cards?|spaces?|pieces?|sides?|fronts?|written|files|tiles?|whose|nobody|there|cannot)\b(?![-=:/])"
)
TYPED = re.compile(r"`[^`]*`|„[^“]*“|'[^']*'|\{\w+\}|--\S+|https?\S+")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", domains())
def test_no_english_is_left_in_what_is_translated(domain: str, language: str) -> None:
    said = [each for message in catalogue(domain, language) if message.id for each in _forms(message.string)]
    assert [each for each in said if ENGLISH.search(TYPED.sub("", each))] == []


def _forms(said: Any) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


ALIKE = {"de": {"{n} Marker", "{n} Stück", "{n} Fehler", "Leg {n} Blatt {paper} ein."}, "it": {"{n} file"}}
COUNTED = re.compile(r"\{n\} [^\W\d_]")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", domains())
def test_what_is_counted_is_said_in_forms_of_its_own(domain: str, language: str) -> None:
    counted = [message.string for message in catalogue(domain, language) if message.id and message.pluralizable]
    alike = {said[0] for said in counted if len(set(said)) == 1 and COUNTED.search(said[0])}
    assert alike <= ALIKE.get(language, set())


TYPED_FOR = re.compile(r"\b[A-Z]{3,}\b")
SAME = {"de": {"ATLANTIS", "HAND", "NAME", "SYMBOL"}, "it": {"FILE"}, "pl": {"SYMBOL"}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_for_something_typed_is_a_word_of_the_language(language: str) -> None:
    """`reveal 12 TILE`: but in the help of a command, whose first line names its arguments in English."""
    said = [message for message in catalogue("companion", language) if isinstance(message.id, str)]
    english = {word for message in said for word in re.findall(r"(?<!/)\b[a-z]{3,}\b", message.id)}
    kept = {
        word
        for message in said
        if not any(file.endswith("cli/main.py") for file, _ in message.locations)
        for word in {*TYPED_FOR.findall(message.id)} & {*TYPED_FOR.findall(message.string)}
        if word.lower() in english
    }
    assert kept <= SAME[language]
