"""Every worked example of a rules text, in each language, is what the referee says of the position it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.games import names
from generator.draw.scene import Node
from generator.faces.elements.context import DrawContext
from generator.faces.elements.elements import element
from generator.faces.elements.resources import Resources
from generator.faces.pages.illustrations import FAR
from generator.faces.pages.markdown import read_fields
from generator.faces.preflight import Preflight
from specs.base.errors import SpecError
from specs.expand.fields import FieldsOf, of_game, strings
from specs.load import load
from specs.model.document import Document
from specs.model.elements import Face, Group, Icon, Image, Lattice, Repeat, Use

from .worked import ROOT, sources, worked

COUNTED = {  # words for numbers, but those that mean something else too
    "en": "one two three four five six seven eight nine ten eleven twelve",
    "de": "zwei drei vier fünf sechs sieben neun zehn elf zwölf",
    "it": "due tre quattro cinque sei sette otto nove dieci undici dodici",
    "pl": "dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć",
}
EXAMPLE = re.compile(r"^(?P<quoted>(?:> )*>) \[!(?P<name>example-[a-z-]+)\]\n(?P<text>(?:(?P=quoted).*\n)+)", re.M)
games = pytest.mark.parametrize("name", [name for name in names() if sources(name)])


def texts(name: str) -> dict[str, str]:
    """A game's rules by their language."""
    files = sorted((ROOT / "specs" / name).rglob("rules.md"))
    return {file.parent.name if file.parent.name != name else "en": file.read_text(encoding="utf-8") for file in files}


def pictures(document: Document) -> list[str]:
    """Templates that are pictures of examples."""
    return [name for name in document.spec.templates if name.startswith("example-")]


@games
def test_what_an_example_says_and_shows_is_what_the_referee_says(name: str) -> None:
    file = ROOT / "specs" / name / "worked.yaml"
    assert file.read_text(encoding="utf-8") == worked(name), "a rule, a record or a drawing changed: `make examples`"


def test_each_game_has_an_example_of_a_turn() -> None:
    assert [
        name for name in names() if not any(case.get("turns") for each in sources(name).values() for case in each)
    ] == []


@games
def test_every_example_of_a_text_is_replayed_and_every_one_replayed_is_there(name: str) -> None:
    for text in texts(name).values():
        assert {found["name"] for found in EXAMPLE.finditer(text)} == set(sources(name))
        assert text.count("[!example-") == len(EXAMPLE.findall(text))
        assert set(pictures(load(name))) == set(re.findall(r"\(template:(example-[a-z-]+)", text))


def typed(text: str, document: Document, language: str = "en") -> list[str]:
    """Numbers, and the words of the spec's terms, that stand in a text by themselves rather than in braces."""
    plain = re.sub(r"\{[^}]*\}|\]\([^)]*\)|<!--.*?-->|#+ ", " ", text)
    terms = "|".join(map(re.escape, {*COUNTED[language].split(), *document.spec.terms.values()}))
    return [found[0] for found in re.finditer(rf"\d+|\bI+(\+I+)+\b|\bII+\b|\b({terms})\b", plain, re.IGNORECASE)]


@games
def test_no_number_of_an_example_is_typed(name: str) -> None:
    for language, text in texts(name).items():
        assert {found["name"]: typed(found["text"], load(name), language) for found in EXAMPLE.finditer(text)} == {
            found["name"]: [] for found in EXAMPLE.finditer(text)
        }


def test_a_number_that_is_typed_is_found() -> None:
    said = "> {me:Word} pays 3 of {far}, two by **Red**; II+I"
    assert typed(said, load("atlantis")) == ["3", "two", "Red", "II+I"]


def drawn(resources: Resources, template: str, fields: Mapping[str, Any]) -> list[Node]:
    """A template with these fields; nothing where they do not do."""
    env = {**of_game(resources.spec), **fields}
    ctx = DrawContext(resources, "", env, FAR, Preflight(FAR, 0.0, FAR, lambda file: None), {})  # type: ignore[arg-type, return-value]
    try:
        return list(element(ctx, Use(template=template), ("templates", template)))
    except SpecError:
        return []


def falsified(fields: Mapping[str, Any], key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The fields with one row left out, or a value in the first row that has it another."""
    rows, seen = fields[key], set()
    for n, row in enumerate(rows):
        yield f"{key} without {row}", {**fields, key: rows[:n] + rows[n + 1 :]}
        for name, value in row.items():
            other = _other(value, [each[name] for each in rows if name in each])
            if other is not None and (name, value) not in seen:
                changed = {**row, name: other}
                yield f"{key}: {row} with {name} {other}", {**fields, key: (*rows[:n], changed, *rows[n + 1 :])}
            seen.add((name, value))


def _other(value: object, known: list[object]) -> object:
    """Another value, one of its kind where there is one; None where nothing is known of its kind."""
    if isinstance(value, bool):
        return not value
    others = [each for each in known if each not in (value, "")]
    return others[0] if others else value + 1 if isinstance(value, int | float) else None


@games
def test_a_picture_of_anything_else_looks_otherwise(name: str) -> None:
    document = load(name)
    told, resources = read_fields(ROOT / "specs" / name / "worked.yaml"), Resources(document)
    for template in pictures(document):
        fields = told[template]
        right = drawn(resources, template, fields)
        assert right
        keys = [key for key in FieldsOf(document.spec).template(template) if isinstance(fields.get(key), tuple)]
        cases = [case for key in keys for case in falsified(fields, key)]
        assert cases, f"nothing on {template} can be wrong"
        assert [what for what, wrong in cases if drawn(resources, template, wrong) == right] == []


def by_hand(document: Document, face: Face) -> Iterator[str]:
    """Icons and images of a picture that are no field's: those outside of what is repeated for the rows of one."""
    for each in face:
        match each:
            case Icon(icon=picture) | Image(image=picture) if "{" not in picture:
                yield picture
            case Group():
                yield from by_hand(document, each.items)
            case Use():
                yield from by_hand(document, document.spec.templates[each.template])
            case Repeat(over=over) if not (isinstance(over, Lattice) or (isinstance(over, str) and "{" in over)):
                yield from by_hand(document, each.items)
            case _:  # a board is the spec's own
                pass


@games
def test_no_piece_on_a_picture_is_put_there_by_hand(name: str) -> None:
    document = load(name)
    found = {each: list(by_hand(document, document.spec.templates[each])) for each in pictures(document)}
    assert found == {each: [] for each in pictures(document)}


@pytest.mark.parametrize("name", [name for name in names() if "rules" in load(name).spec.components])
def test_a_rules_sheet_says_for_how_many_from_which_age_and_which_rulings_are_ours(name: str) -> None:
    document = load(name)
    front = document.spec.components["rules"].front
    text = "\n".join([texts(name)["en"], *(text for _, text in strings(front))])
    assert f"for {document.spec.players.min} to {document.spec.players.max} players" in text
    assert re.search(r"players, from (about )?\d+ years", text)
    assert text.count("† Our ruling, where ") == 1, "what the mark means"
    assert text.count("†") > 1, "something that is marked"


@pytest.mark.parametrize("name", [name for name in names() if "rules" in load(name).spec.components])
def test_each_ruling_of_ours_is_marked_on_the_sheet_and_explained_in_the_docs(name: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    explained = re.findall(r"^- “(.+?†)”: ", page.partition("## Marked †")[2], re.M)
    sheet = re.sub(r"[*>]", "", texts(name)["en"].partition("† Our ruling")[0])
    assert [mark for mark in explained if mark not in sheet] == []
    assert sheet.count("†") == len(explained)


@pytest.mark.parametrize("name", [name for name in names() if "rules" in load(name).spec.components])
def test_a_translated_sheet_marks_as_many_rulings(name: str) -> None:
    assert len({text.count("†") for text in texts(name).values()}) == 1
