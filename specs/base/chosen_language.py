"""The language a program speaks: the one asked for, or the environment's."""

import os
from collections.abc import Mapping, Sequence
from typing import Final

from specs.base.languages import ENGLISH, Tongue, languages, speak
from specs.base.unfit import Unfit

PLAIN: Final = ("", "C", "POSIX")  # environments without a language


def of_environment(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the environment's languages, most wanted first, as gettext reads them. LANGUAGE is a list and counts only
    where a locale is set."""
    locale = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if locale.partition(".")[0] in PLAIN:
        return []
    return [*filter(None, environment.get("LANGUAGE", "").split(":")), locale]


def preferred(wanted: Sequence[str], there: Sequence[str]) -> str:
    """Return the first wanted language that is there, for `de_AT.UTF-8` also `de`; English if none is.

    >>> preferred(["fr_FR.UTF-8", "de_AT.UTF-8", "pl"], ["en", "de", "pl"])
    'de'
    """
    for each in wanted:
        full = each.partition(".")[0].partition("@")[0].replace("-", "_")
        for name in (full, full.partition("_")[0]):
            if name in there:
                return name
    return ENGLISH


def chosen(language: str | None, packages: tuple[str, ...]) -> Tongue | None:
    """Return the language asked for, or the environment's; None is English. Raises Unfit for a language the first
    package does not have."""
    if language is None:
        wanted = of_environment()
        found = preferred(wanted, languages(packages[0])) if wanted else ENGLISH
    else:
        there = languages(packages[0])
        found = preferred([language], there)
        if found == ENGLISH and not language.lower().startswith(ENGLISH):
            raise Unfit("wrong-value", f"'{language}'", f"one of the languages {', '.join(there)}")
    return None if found == ENGLISH else Tongue(found, packages)


def begin(packages: tuple[str, ...]) -> None:
    """Speak the environment's language, if it names one."""
    if of_environment():
        speak(chosen(None, packages))
