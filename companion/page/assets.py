"""The files of the table's page, in each language."""

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
    """Return every file the page may ask for, by name."""
    return pages.files(STATIC, fonts())


@cache
def offered() -> tuple[str, ...]:
    """Return the languages of the page: those the companion and its modules are translated into."""
    return tuple(each for each in languages("companion") if each == ENGLISH or (STATIC / f"words-{each}.json").exists())


@cache
def shell(language: str, first: str = "main") -> Asset:
    """Return the page in a language, with the list of languages and the module that starts it."""
    there = f'<html data-languages="{" ".join(offered())}" '
    page = in_language(text("index.html").replace("/main.mjs", f"/{first}.mjs"), language)
    return pages.asset("index.html", page.replace("<html ", there).encode())


def in_language(shell: str, language: str) -> str:
    """Return a shell in a language, with the translations that its modules need."""
    return shell if language == ENGLISH else pages.translated(shell, language, text(f"words-{language}.json"))


@cache
def fonts() -> Mapping[str, bytes]:
    """Return the page's fonts by name."""
    return pages.latin(bundled())


def text(name: str) -> str:
    """Return the text of a file of the page."""
    return pages.text(STATIC, name)


def one_script(first: str) -> str:
    """Bundle a module and its imports as one script, for a file that stands alone."""
    return pages.one_script(STATIC, first)
