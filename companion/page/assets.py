"""What the browser loads, read once into memory: nothing else of the disk can be asked for."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from generator.draw.fonts import bundled
from specs.ground.languages import ENGLISH, languages

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
LATIN = ((0x20, 0x24F), (0x2000, 0x27FF))
FONTS = ("Cinzel-Bold", "Cinzel-Regular", "AlegreyaSans-Regular", "AlegreyaSans-Bold")
SAID = re.compile(r'(?<= data-say>)[^<]+|(?<= aria-label=")[^"]+')  # what the shell says
RIGHT_TO_LEFT: Final = ("ar", "fa", "he", "ur", "yi")
MODULES = re.compile(r'^import [^;]* from "\./([a-z]+)\.mjs";\n', re.MULTILINE)


class Asset(NamedTuple):
    """A file as it is sent: `packed` is its gzip form."""

    kind: str
    packed: bytes
    etag: str


@cache
def assets() -> Mapping[str, Asset]:
    """Every file the page may ask for, by its name."""
    files = {file.name: file.read_bytes() for file in sorted(STATIC.iterdir()) if file.suffix in TYPES}
    files |= {f"{name}.ttf": data for name, data in fonts().items()}
    return {name: _asset(TYPES[Path(name).suffix], data) for name, data in files.items()}


@cache
def offered() -> tuple[str, ...]:
    """The languages the page can be had in: those the companion speaks and its modules have words in."""
    return tuple(each for each in languages("companion") if each == ENGLISH or (STATIC / f"words-{each}.json").exists())


@cache
def shell(language: str) -> Asset:
    """The page itself in a language, with the languages it can be had in."""
    there = f'<html data-languages="{" ".join(offered())}" '
    return _asset(TYPES[".html"], in_language(text("index.html"), language).replace("<html ", there).encode())


def in_language(shell: str, language: str) -> str:
    """A shell with its words in a language, and with those of its modules, which speak English by themselves."""
    if language == ENGLISH:
        return shell
    found = json.loads(text(f"words-{language}.json"))
    said = SAID.sub(lambda match: escape(found["words"].get(match.group(), match.group())), shell)
    direction = "rtl" if language.partition("_")[0] in RIGHT_TO_LEFT else "ltr"
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    head = f'<script type="application/json" id="words">{data}</script>\n</head>'
    tag = f'<html lang="{language.replace("_", "-")}" dir="{direction}">'
    return said.replace('<html lang="en">', tag).replace("</head>", head)


def _asset(kind: str, data: bytes) -> Asset:
    return Asset(kind, gzip.compress(data, 9, mtime=0), f'"{sha256(data).hexdigest()[:16]}"')


@cache
def fonts() -> Mapping[str, bytes]:
    """The page's fonts by their names, with Latin letters and signs: a third of the bytes, and a phone has the rest."""
    import uharfbuzz

    found = {}
    for name in FONTS:
        wanted = uharfbuzz.SubsetInput()
        wanted.unicode_set.clear()
        for first, last in LATIN:
            wanted.unicode_set.add_range(first, last)
        font = uharfbuzz.Face(uharfbuzz.Blob(bundled()[name].read_bytes()))
        found[name] = bytes(uharfbuzz.subset(font, wanted).blob.data)
    return found


def text(name: str) -> str:
    """A static file's text."""
    return (STATIC / name).read_text(encoding="utf-8")


def one_script(first: str) -> str:
    """A module and all it imports as one script without imports, for a file that stands alone.

    Every top-level name is the only one of its kind in `static`; a test holds that.
    """
    done: list[str] = []
    parts: list[str] = []

    def take(name: str) -> None:
        if name in done:
            return
        done.append(name)
        source = text(f"{name}.mjs")
        for needed in MODULES.findall(source):
            take(needed)
        parts.append(
            re.sub(r"^export (?=(async )?(function|const|let|class))", "", MODULES.sub("", source), flags=re.M)
        )

    take(first)
    return "\n".join(parts)
