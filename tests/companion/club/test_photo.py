"""A picture of the table: kept beside the store, without anything but the picture."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from companion.club.photo import LONGER_SIDE, MOST_BYTES, keep, photo, taken
from companion.contract.faults import SyntaxFault
from companion.record.starting import new
from companion.table.store import Store
from companion.table.stored import Stored, StoreError

PLACE = b"Ann's kitchen, 52.1 north"


def picture(size: tuple[int, int] = (40, 30), form: str = "JPEG", **more: object) -> bytes:
    drawn = Image.new("RGBA" if form == "PNG" else "RGB", size, (200, 30, 30))
    drawn.paste((30, 30, 200), (0, 0, size[0] // 2, size[1]))
    text = io.BytesIO()
    drawn.save(text, form, **more)
    return text.getvalue()


def of_a_phone() -> bytes:
    """Taken upright by a phone that lies, with the place it was taken at and a comment."""
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010E] = PLACE.decode()
    exif.get_ifd(0x8825)[1] = "N"
    return picture(exif=exif, comment=PLACE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db", create=True) as opened:
        for _ in range(2):
            new(opened, "circles", ["Ann", "Bob"])
        yield opened


def game(store: Store, number: int = 1) -> Stored:
    found = store.get(number)
    assert found is not None
    return found


def test_where_and_by_what_it_was_taken_is_gone() -> None:
    data = of_a_phone()
    assert PLACE in data
    kept = taken(data)
    assert PLACE not in kept
    with Image.open(io.BytesIO(kept)) as shown:
        assert not shown.getexif()
        assert set(shown.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


def test_it_stands_upright_as_the_phone_shows_it() -> None:
    with Image.open(io.BytesIO(taken(of_a_phone()))) as shown:
        assert shown.size == (30, 40)
        red, _, blue = shown.convert("RGB").getpixel((15, 2))  # type: ignore[misc]
        assert blue > red  # the left half is above


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_each_kind_becomes_a_small_jpeg(form: str) -> None:
    with Image.open(io.BytesIO(taken(picture((3000, 1500), form)))) as shown:
        assert (shown.format, shown.size) == ("JPEG", (LONGER_SIDE, LONGER_SIDE // 2))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        picture()[:300],
        picture(form="GIF"),
        b"\xff\xd8" * 9,
        picture()[:2] + b"\xff\xfe\0\2" * 200_000 + picture()[2:],
    ],
    ids=["nothing", "text", "svg", "torn", "gif", "noise", "filler"],
)
def test_what_is_no_photo_is_one_sentence(data: bytes) -> None:
    with pytest.raises(SyntaxFault, match="JPEG, PNG or WebP"):
        taken(data)


def test_a_photo_has_a_bound_in_bytes_and_pixels() -> None:
    with pytest.raises(SyntaxFault, match="at most 30,000,000"):
        taken(b"x" * (MOST_BYTES + 1))
    text = io.BytesIO()
    Image.new("1", (10_000, 5_001)).save(text, "PNG", compress_level=1)
    with pytest.raises(SyntaxFault, match="at most 50 million"):
        taken(text.getvalue())


def test_it_lies_beside_the_store_and_goes_with_its_game(store: Store) -> None:
    keep(store, game(store), taken(picture()))
    first = photo(store, game(store))
    assert first is not None
    assert first.parent.name == "games.db.photos"
    assert first.read_bytes() == taken(picture())
    keep(store, game(store), taken(picture((20, 20))))
    second = photo(store, game(store))
    assert second is not None
    assert [file.name for file in first.parent.iterdir()] == [second.name]
    keep(store, game(store), b"")
    assert photo(store, game(store)) is None
    assert not list(first.parent.iterdir())


def test_two_games_may_have_the_same_picture(store: Store) -> None:
    for number in (1, 2):
        keep(store, game(store, number), taken(picture()))
    keep(store, game(store, 1), b"")
    left = photo(store, game(store, 2))
    assert left is not None
    assert left.is_file()


@pytest.mark.parametrize(
    "name", ["../../../etc/passwd", "/etc/passwd", "a.jpg", "0" * 24 + ".jpg\n", "0" * 24 + ".svg"]
)
def test_a_store_from_elsewhere_names_no_other_file(store: Store, name: str) -> None:
    store.db.execute("UPDATE games SET photo = ? WHERE id = 1", (name,))
    with pytest.raises(StoreError, match="a photo that belongs to no game"):
        photo(store, game(store))
