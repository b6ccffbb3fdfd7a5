"""A PDF from chunks of pages: the same to a reader as one drawn at once, and nothing large is in it twice."""

import gc
import random
from pathlib import Path

import pikepdf
import pytest
from PIL import Image as Picture

from generator.draw.fonts import fonts
from generator.draw.scene import Group, Image, Page, Scene, Tag, Text, Use
from generator.formats.pdf import pages as pdf

BOX = (0.0, 0.0, 100.0, 80.0)


def page(number: int, *more: Text | Image | Use | Group) -> Page:
    text = Text(10, 10, f"page {number} €{chr(65 + number)}", fonts.own("AlegreyaSans-Regular"), 5, (0.0, 0.0, 0.0))
    said = Group((text,), tag=Tag((("Sect", "Cards"), ("Figure", 0)), f"card {number} (12 0 R)"))
    return Page(100, 80, (said, *more), BOX, BOX, ("c",), bookmarks=(f"Part {number}",) if number % 3 == 0 else ())


def written(folder: Path, pages: list[Page], together: int, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(pdf, "TOGETHER", together)
    file = folder / f"{together}.pdf"
    assert pdf.write(pages, pdf.Meta("Several (parts)", language="de_AT"), file) == len(pages)
    return file


def test_pages_drawn_by_twos_say_show_and_name_what_pages_drawn_at_once_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [page(number) for number in range(7)]
    told = []
    for together in (256, 2):
        with pikepdf.open(written(tmp_path, pages, together, monkeypatch)) as file:
            contents = [each.Contents.read_bytes() for each in file.pages]
            tree = file.Root.StructTreeRoot
            entries = [each for part in tree.ParentTree.Kids for each in part.Nums]
            assert entries[::2] == list(range(7))
            assert [each.StructParents for each in file.pages] == list(range(7))
            said = [str(entry[0].Alt) for entry in entries[1::2]]
            assert all(
                entry[0].Pg.objgen == each.obj.objgen for entry, each in zip(entries[1::2], file.pages, strict=True)
            )
            with file.open_outline() as outline:
                marks = [(mark.title, mark.destination[0].objgen) for mark in outline.root]
            assert [place for _, place in marks] == [file.pages[n].obj.objgen for n in (0, 3, 6)]
            told.append(
                (len(contents), said, [title for title, _ in marks], str(file.Root.Lang), str(file.docinfo.Title))
            )
    assert told[0] == told[1]
    assert told[0][1] == [f"card {number} (12 0 R)" for number in range(7)]


def test_what_was_drawn_of_a_chunk_is_let_go_of_at_once() -> None:
    """What is left to the garbage collector waits for a million others, and a deck has many chunks."""

    def left() -> int:
        gc.collect()
        gc.disable()
        try:
            pdf.drawn([page(number) for number in range(3)])
            return gc.collect()
        finally:
            gc.enable()

    assert min(left() for _ in range(3)) == 0, "what is loaded at the first time aside"


def test_a_picture_on_pages_of_several_chunks_is_there_once_and_its_mask_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = random.Random(1).randbytes(80 * 80 * 4)
    Picture.frombytes("RGBA", (80, 80), noise).save(tmp_path / "noise.png")
    face = Scene(BOX, (Image(0, 0, 50, 50, tmp_path / "noise.png"),))
    pages = [page(number, Use(face)) for number in range(4)]
    one, many = (written(tmp_path, pages, together, monkeypatch) for together in (256, 1))
    assert many.stat().st_size < one.stat().st_size + 4 * 12_000  # letters alone are there for each
    with pikepdf.open(many) as file:
        images = [
            each for each in file.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]
    assert len(images) == 2
