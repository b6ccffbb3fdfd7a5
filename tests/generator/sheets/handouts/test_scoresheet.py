"""The score sheet: what a spec's `table:` adds up, line by line, with room for each player and each round."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from cases import cases, data

from generator.building.loading import load
from generator.draw.scene import Group, Node, Text
from generator.sheets.handouts.scoresheet import rounds, scoresheet
from generator.sheets.printable import Foot, SheetOptions
from specs.model.document import Document

GALLERY = Path(__file__).parents[4] / "docs" / "examples" / "gallery"
SPEC = data(__file__)["SPEC"]


def game(folder: Path, table: str) -> Document:
    spec = folder / "sums.yaml"
    spec.write_text(SPEC + "".join(f"  {line}\n" for line in table.splitlines()), encoding="utf-8")
    return load(spec)


def words(document: Document, players: int | None = None) -> list[str]:
    """The words of each page, in their order."""
    pages = scoresheet(document, SheetOptions(), Foot("Sums", "nobody"), players)
    return [" ".join(said(page.nodes)) for page in pages]


def said(nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        match node:
            case Text(text=text):
                yield text
            case Group(children=children):
                yield from said(children)


def test_every_row_of_the_score_stands_on_the_sheet_and_then_the_total(tmp_path: Path) -> None:
    table = """\
counters: {old_coins: {each: true}, luck: {max: 4, min: 0}}
score:
  - {text: cards, points: hand.count}
  - {text: most cards, value: hand.count, most: [5, 2]}
"""
    (page,) = words(game(tmp_path, table))
    assert page.startswith("Sums Score sheet cards most cards (5, 2) Total old coins luck 0 1 2 3 4 cards most cards")


def test_what_a_round_adds_has_a_column_for_each_round_and_a_sum(tmp_path: Path) -> None:
    table = "score: [{text: tricks, points: hand.count, at: round}]\nend: {when: round > 5}"
    (page,) = words(game(tmp_path, table))
    assert "1 2 3 4 5 Sum tricks 1 2 3 4 5 Sum tricks 1 2 3 4 5 Sum tricks" in page
    assert "Total" not in page


@cases
def test_the_rounds_are_those_after_which_the_game_ends(when: str, many: int, tmp_path: Path) -> None:
    table = f"zones: {{deck: {{}}}}\nscore: [{{text: a, points: 1}}]\nend: {{when: {when}}}"
    assert rounds(game(tmp_path, table).spec) == many


def test_a_long_score_of_many_players_goes_on_and_loses_no_line(tmp_path: Path) -> None:
    said = [f"row{n}{' and on it goes' * 9}" for n in range(60)]
    rows = "\n".join(
        f"  - {{text: {text}, points: 1, at: {'end' if n % 2 else 'round'}}}" for n, text in enumerate(said)
    )
    pages = words(game(tmp_path, f"score:\n{rows}"), 12)
    assert len(pages) > 5
    assert all("Score sheet, continued" in page for page in pages[1:])
    everything = " ".join(pages)
    assert [everything.count(text) for text in said] == [1 if n % 2 else 12 for n in range(60)]
