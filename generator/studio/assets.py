"""The files of the studio's page, in the language the program speaks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from generator.draw.fonts.fonts import bundled
from specs.base.languages import ENGLISH, spoken
from specs.base.web import pages
from specs.base.web.pages import Asset

STATIC = Path(__file__).parent / "static"


@cache
def assets() -> Mapping[str, Asset]:
    """Every file the page may ask for, by its name."""
    return pages.files(STATIC, pages.latin(bundled()))


def shell() -> Asset:
    """The page itself."""
    return pages.asset("index.html", spoken_shell().encode())


def spoken_shell() -> str:
    """The page's own text; in English where its modules have no words of the language spoken."""
    tongue, found = spoken(), pages.text(STATIC, "index.html")
    language = ENGLISH if tongue is None else tongue.language
    if language != ENGLISH and (STATIC / f"words-{language}.json").exists():
        found = pages.translated(found, language, pages.text(STATIC, f"words-{language}.json"))
    return found
