"""The files of the table's page, in each language there is."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from generator.draw.fonts.fonts import bundled
from specs.base.languages import ENGLISH, languages
from specs.base.web import pages
from specs.base.web.pages import Asset

STATIC = Path(__file__).parent / "static"


@cache
def assets() -> Mapping[str, Asset]:
    """Every file the page may ask for, by its name."""
    return pages.files(STATIC, fonts())


@cache
def offered() -> tuple[str, ...]:
    """The languages the page can be had in: those the companion speaks and its modules have words in."""
    return tuple(each for each in languages("companion") if each == ENGLISH or (STATIC / f"words-{each}.json").exists())


@cache
def shell(language: str, first: str = "main") -> Asset:
    """The page itself in a language, with the languages it can be had in, and which module of its begins."""
    there = f'<html data-languages="{" ".join(offered())}" '
    page = in_language(text("index.html").replace("/main.mjs", f"/{first}.mjs"), language)
    return pages.asset("index.html", page.replace("<html ", there).encode())


def in_language(shell: str, language: str) -> str:
    """A shell in a language, with the words of its modules in it."""
    return shell if language == ENGLISH else pages.translated(shell, language, text(f"words-{language}.json"))


@cache
def fonts() -> Mapping[str, bytes]:
    """The page's fonts by their names."""
    return pages.latin(bundled())


def text(name: str) -> str:
    """The text of a file of the page."""
    return pages.text(STATIC, name)


def one_script(first: str) -> str:
    """A module and all it imports as one script, for a file that stands alone."""
    return pages.one_script(STATIC, first)
