"""The documentation's deck, outside the project, from CSV rows and a picture: built as a newcomer would."""

import json
from pathlib import Path

import pikepdf
from command import example, generator
from copied import texts
from PIL import Image


def picture(spec: Path) -> None:
    """A back of the test's own: red above, blue below."""
    image = Image.new("RGB", (200, 280), "red")
    image.paste("blue", (0, 140, 200, 280))
    image.save(spec.parent / "back.png")


def test_54_cards_with_a_common_back(tmp_path: Path) -> None:
    spec = example(tmp_path)
    picture(spec)
    done = generator("build", spec, "--format", "pdf,svg,png", "--json", cwd=tmp_path)
    assert done.status == 0, done.err
    facts = json.loads(done.out)
    cards = facts["components"]["cards"]
    assert (cards["count"], cards["distinct_faces"], cards["width_mm"], cards["height_mm"]) == (54, 55, 63.5, 88.9)
    pieces = [name for name in facts["files"] if name.startswith("pieces/")]
    assert len(pieces) == 55


def test_every_card_is_on_a_front_as_text(tmp_path: Path) -> None:
    spec = example(tmp_path)
    generator("build", spec, "--format", "pdf", cwd=tmp_path)
    pages = texts(tmp_path / "output" / "harbour-deck" / "harbour-deck.pdf")
    assert len(pages) == 2 + 18, "the first sheet, then nine of cards"
    text = "\n".join(pages)
    assert text.count("Queen") == 0
    assert text.count("Joker") == 4  # twice on each of two cards
    assert "fronts 9 of 9" in text


def test_the_picture_is_embedded_once(tmp_path: Path) -> None:
    spec = example(tmp_path)
    picture(spec)
    generator("build", spec, "--format", "pdf", cwd=tmp_path)
    with pikepdf.open(tmp_path / "output" / "harbour-deck" / "harbour-deck.pdf") as pdf:
        images = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image" and thing.Width == 200
        ]
    assert len(images) == 1


def test_the_example_has_no_faults(tmp_path: Path) -> None:
    assert generator("check", example(tmp_path), cwd=tmp_path).status == 0


def test_a_missing_picture_and_a_column_too_few_are_told_with_their_places(tmp_path: Path) -> None:
    spec = example(tmp_path)
    (spec.parent / "back.png").unlink()
    done = generator("build", spec, cwd=tmp_path)
    assert done.status == 2
    assert "back.png" in done.err
    assert not (tmp_path / "output" / "harbour-deck").exists()
    picture(spec)
    rows = (spec.parent / "deck.csv").read_text().splitlines()
    (spec.parent / "deck.csv").write_text("\n".join([*rows[:3], "only-an-id"]) + "\n")
    done = generator("build", spec, cwd=tmp_path)
    assert done.status == 2
    assert "deck.csv:4" in done.err
