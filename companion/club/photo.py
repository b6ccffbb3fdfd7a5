"""A photo of the table, kept beside the store. It is drawn anew from the file given, so that nothing but the picture
remains: where, when and with which phone it was taken is gone."""

import io
import re
from hashlib import sha256
from pathlib import Path

from companion.contract.faults import SyntaxFault
from companion.table import Store, Stored, StoreError
from specs.base import files
from specs.base.languages import mark, say, word

MOST_BYTES, MOST_PIXELS = 30_000_000, 50_000_000  # of the given file
LONGER_SIDE = 2_048  # pixels of the kept picture
A_PHOTO = mark("a photo: JPEG, PNG or WebP")
KEPT = re.compile(r"[0-9a-f]{24}\.jpg")


def taken(data: bytes) -> bytes:
    """Return a picture in the form it is kept: a JPEG without metadata. Raises SyntaxFault if the file is not
    a photo."""
    from PIL import Image, ImageOps

    from generator.faces.pictures.rasters import countable

    if len(data) > MOST_BYTES:
        raise SyntaxFault(
            say("a photo of {n} bytes", n=f"{len(data):,}"), say("at most {most}", most=f"{MOST_BYTES:,}")
        )
    try:
        countable(io.BytesIO(data))
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP")) as given:
            across, down = given.size
            if across * down > MOST_PIXELS:
                raise SyntaxFault(
                    say("a photo of {across} × {down} pixels", across=f"{across:,}", down=f"{down:,}"),
                    say("at most {most} million", most=MOST_PIXELS // 10**6),
                )
            given.draft("RGB", (LONGER_SIDE, LONGER_SIDE))
            given.thumbnail((LONGER_SIDE, LONGER_SIDE))
            turned = ImageOps.exif_transpose(given).convert("RGBA")
            ground = Image.new("RGB", turned.size, "white")
            ground.paste(turned, mask=turned.getchannel("A"))
    except SyntaxFault:
        raise
    except Exception:  # a broken file can end Pillow with any exception
        raise SyntaxFault(say("a file that cannot be read as a picture"), word(A_PHOTO)) from None
    text = io.BytesIO()
    ground.save(text, "JPEG", quality=84, optimize=True)
    return text.getvalue()


def keep(store: Store, game: Stored, picture: bytes) -> None:
    """Keep a picture that was `taken` as a game's; an empty one removes the game's picture. Raises StoreError."""
    name = f"{sha256(picture).hexdigest()[:24]}.jpg" if picture else ""
    folder = _folder(store)
    with store.plainly():
        if picture:
            folder.mkdir(exist_ok=True)
            with files.replacing(folder / name) as beside:
                beside.write_bytes(picture)
    if name or game.photo:
        _set(store, game, name)


def photo(store: Store, game: Stored) -> Path | None:
    """Return the file of a game's picture; None if it has none. Raises StoreError for one we never kept."""
    if not game.photo:
        return None
    if not KEPT.fullmatch(game.photo):
        raise StoreError(
            say("{path}: a photo that belongs to no game, {name}", path=store.path, name=repr(game.photo[:40]))
        )
    return _folder(store) / game.photo


def _folder(store: Store) -> Path:
    return store.path.with_name(f"{store.path.name}.photos")


def _set(store: Store, game: Stored, name: str) -> None:
    """Save the name of a game's picture; a picture that no game names any more is deleted."""
    with store.change() as db:
        db.execute("UPDATE games SET photo = ? WHERE id = ?", (name, game.id))
        (left,) = db.execute("SELECT count(*) FROM games WHERE photo = ?", (game.photo,)).fetchone()
    if not left and KEPT.fullmatch(game.photo):
        with store.plainly():
            (_folder(store) / game.photo).unlink(missing_ok=True)
