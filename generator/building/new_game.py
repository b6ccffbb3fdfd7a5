"""Starts a game of one's own: a folder with a copy of one of the starters, which are small games themselves."""

import re
import shutil
from pathlib import Path
from unicodedata import normalize

from specs.base.errors import bad
from specs.model.values import LONGEST_NAME
from specs.read.key_texts import json_schema
from specs.read.typed import did_you_mean

FOLDER = Path(__file__).parents[1] / "starters"
SCHEMA = "schema.json"
CALLED, TITLED = "my-game", "My game"  # the starters' name and title, to be replaced


def starters() -> tuple[str, ...]:
    """Return the starters."""
    return tuple(sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir()))


def start(name: str, like: str, out: Path) -> Path:
    """Make a new folder `out/name` with a spec, its rows, its icons, the schema for editors and a README; return the
    spec's path.

    Raises SpecError for an impossible name, an unknown starter, and if something of that name exists; OSError.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name) or len(name) > LONGEST_NAME:
        bare = normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()  # ü becomes u, ß becomes ss
        meant = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:LONGEST_NAME]
        expected = f"at most {LONGEST_NAME} small letters, digits and hyphens"
        raise bad("wrong-value", "", f"the name '{name}'", expected, f"did you mean '{meant}'?" if meant else "")
    if like not in (known := starters()):
        expected = f"{', '.join(known[:-1])} or {known[-1]}"
        raise bad("unknown-name", "--like", f"'{like}'", expected, did_you_mean(like, known))
    folder = out / name
    out.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir()
    except FileExistsError:
        raise bad("name-taken", str(folder), "something is called so already", "the name of a new folder") from None
    try:
        _fill(folder, name, FOLDER / like)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder / f"{name}.yaml"


def _fill(folder: Path, name: str, starter: Path) -> None:
    from msgspec.json import encode, format

    title = name.replace("-", " ").capitalize()
    for file in (FOLDER / "README.md", *(each for each in starter.rglob("*") if each.is_file())):
        text = file.read_text(encoding="utf-8").replace(CALLED, name).replace(TITLED, title)
        within = Path(file.name) if file.parent == FOLDER else file.relative_to(starter)
        target = folder / (f"{name}.yaml" if within == Path("game.yaml") else within)
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    (folder / SCHEMA).write_bytes(format(encode(json_schema()), indent=1) + b"\n")
