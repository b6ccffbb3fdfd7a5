"""Which faces a PDF holds once and refers to, and which it draws where they lie."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import generator

SPEC = """\
game: deck
title: Deck
credits: {{designer: nobody}}
components:
  cards:
    title: Cards
    size: poker
    bleed: 0
    rows: {{product: {{number: {{range: [1, {count}]}}}}}}
    front:
      - {{draw: rect, box: [4, 4, 55.5, 80.9], fill: "{{'red' if number % 2 else 'blue'}}"}}
      - {{draw: text, text: "{{number}}", box: [5, 5, 53.5, 10]}}
    back:
      - {{draw: rect, fill: green}}
"""


@pytest.mark.parametrize(
    ("count", "options", "forms"),
    [
        (60, (), 1),  # the back alone, which is behind all of them
        (40, (), 41),  # a few pieces may be shown again, on a setup sheet
        (60, ("--count", "2"), 61),
    ],
)
def test_a_deck_of_distinct_faces_has_a_form_for_its_back_alone(
    count: int, options: tuple[str, ...], forms: int, tmp_path: Path
) -> None:
    (tmp_path / "deck.yaml").write_text(SPEC.format(count=count))
    done = generator("build", "deck.yaml", "--format", "pdf", *options, cwd=tmp_path)
    assert done.status == 0, done.err
    (file,) = (tmp_path / "output").rglob("*.pdf")
    assert file.read_bytes().count(b"/Subtype /Form") == forms
