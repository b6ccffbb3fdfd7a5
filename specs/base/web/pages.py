"""The files a browser loads, read once into memory: no other file can be asked for.

A page's own files are in its folder; `dom`, `say`, `stream` and `look.css`, which every page has, are here.
"""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

SHARED = Path(__file__).parent / "static"
ALONE: Final = Template(Path(__file__).with_name("alone.html").read_text(encoding="utf-8"))  # a page as one file
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".ttf": "font/ttf",
}
LATIN = ((0x20, 0x24F), (0x2000, 0x27FF))
FONTS = ("Cinzel-Bold", "Cinzel-Regular", "AlegreyaSans-Regular", "AlegreyaSans-Bold")
SAID = re.compile(r'(?<= data-say>)[^<]+|(?<= aria-label=")[^"]+')  # the shell's texts
RIGHT_TO_LEFT: Final = ("ar", "fa", "he", "ur", "yi")
WORDS = re.compile(r'<script type="application/json" id="words">.*</script>')
EXPORT = re.compile(r"^export (?=(async )?(function|const|let|class))", re.M)
MODULES = re.compile(r'^import [^;]* from "\./([a-z]+)\.mjs";\n', re.MULTILINE)


class Asset(NamedTuple):
    """A file as it is sent; `packed` is its gzip form."""

    kind: str
    packed: bytes
    etag: str


def asset(name: str, data: bytes) -> Asset:
    return Asset(TYPES[Path(name).suffix], gzip.compress(data, 9, mtime=0), f'"{sha256(data).hexdigest()[:16]}"')


def files(folder: Path, fonts: Mapping[str, bytes]) -> dict[str, Asset]:
    """Return every file that the page of a folder may ask for, by name."""
    found = {file.name: file.read_bytes() for each in (SHARED, folder) for file in sorted(each.iterdir())}
    found |= {f"{name}.ttf": data for name, data in fonts.items()}
    return {name: asset(name, data) for name, data in found.items() if Path(name).suffix in TYPES}


def text(folder: Path, name: str) -> str:
    """Return the text of a page's file."""
    own = folder / name
    return (own if own.exists() else SHARED / name).read_text(encoding="utf-8")


def translated(shell: str, language: str, words: str) -> str:
    """Return a page's shell in a language, with the translations for its modules, which hold only English; `words` is
    JSON from `make words`."""
    found = json.loads(words)
    page = SAID.sub(lambda match: escape(found["words"].get(match.group(), match.group())), shell)
    direction = "rtl" if language.partition("_")[0] in RIGHT_TO_LEFT else "ltr"
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    head = f'<script type="application/json" id="words">{data}</script>\n</head>'
    tag = f'<html lang="{language.replace("_", "-")}" dir="{direction}">'
    return page.replace('<html lang="en">', tag).replace("</head>", head)


def latin(fonts: Mapping[str, Path]) -> Mapping[str, bytes]:
    """Return a page's fonts by name, each reduced to Latin letters and signs: a third of the bytes, and a phone has
    the rest."""
    import uharfbuzz

    found = {}
    for name in FONTS:
        wanted = uharfbuzz.SubsetInput()
        wanted.unicode_set.clear()
        for first, last in LATIN:
            wanted.unicode_set.add_range(first, last)
        font = uharfbuzz.Face(uharfbuzz.Blob(fonts[name].read_bytes()))
        found[name] = bytes(uharfbuzz.subset(font, wanted).blob.data)
    return found


def one_script(folder: Path, first: str) -> str:
    """Bundle a module and its imports as one script without imports, for a file that stands alone.

    Top-level names must be unique among a page's modules; a test checks it.
    """
    done: list[str] = []
    parts: list[str] = []

    def take(name: str) -> None:
        if name in done:
            return
        done.append(name)
        source = text(folder, f"{name}.mjs")
        for needed in MODULES.findall(source):
            take(needed)
        parts.append(EXPORT.sub("", MODULES.sub("", source)))

    take(first)
    return "\n".join(parts)


def alone(
    shell: str,
    given: object,
    *,
    title: str,
    heading: str,
    place: str,
    script: str,
    style: str,
    fonts: Mapping[str, bytes],
    notes: str,
) -> str:
    """Make a page one HTML file that loads nothing else: its shell with styles, fonts, one script and the data in
    `given`, which `alone.mjs` unpacks. `notes` says the same in plain words for browsers without scripts."""
    for name, font in fonts.items():
        style = style.replace(f'url("/{name}.ttf")', f'url("data:font/ttf;base64,{b64encode(font).decode()}")')
    facts = json.dumps(given, ensure_ascii=False, separators=(",", ":"))
    data = b64encode(gzip.compress(facts.encode(), 9, mtime=0)).decode()
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; font-src data:; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    main = shell[shell.index("<body>") + len("<body>") : shell.index("<noscript>")]
    main = main.replace('<h1 id="title">Tideline</h1>', f'<h1 id="title">{escape(heading)}</h1>')
    html = shell[shell.index("<html") : shell.index("<head>")].strip()
    words = "".join(f"{found}\n" for found in WORDS.findall(shell))
    return ALONE.substitute(
        html=html, policy=policy, title=escape(title), style=style, words=words, place=place, main=main.strip(),
        notes=escape(notes), given=data, script=script,
    )  # fmt: skip


def _hash(source: str) -> str:
    return f"sha256-{b64encode(sha256(source.encode()).digest()).decode()}"
