"""The options of a build as a page offers them, and what a page asks for, as the command line reads it."""

import os
import re
import shlex
import subprocess
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import get_args

from generator.plan import options
from generator.plan.options import Faults, Option
from specs.base.errors import SpecError, bad
from specs.base.languages import word
from specs.model.document import Document
from specs.model.shapes.sizes import PAPERS
from specs.translation.overlay import languages, tag

FIRST = ("paper", "landscape", "bleed", "margin", "marks", "duplex", "ink", "printer")  # the most wanted options
LONGEST = 2000  # letters of an option's value
Words = Mapping[str, str | bool]


def controls(document: Document) -> list[dict[str, object]]:
    """Return every option of a build, the most wanted first: its name, choices and default."""
    offered = dict(_offered(document))
    return [
        {
            "name": name,
            "flag": option.flag,
            "help": word(option.help),
            "first": name in FIRST,
            "default": ",".join(usual) if isinstance(usual := option.default, tuple) else usual,
            "choices": option.choices,
            "offered": offered.get(name, ()),
        }
        for name, option in sorted(options.known().items(), key=lambda each: (*FIRST, each[0]).index(each[0]))
    ]


def _offered(document: Document) -> Iterator[tuple[str, Collection[str]]]:
    """Yield what can be given to options that have more than their choices."""
    from generator.plan import printers
    from generator.plan.print_shops import shop
    from generator.sheets.cutting_machines import machine
    from generator.sheets.layout import fixed

    spec = document.spec
    yield from (("paper", [*PAPERS]), ("formats", get_args(options.Format)), ("bleed", ["outer"]))
    for name, module in (("sheets", fixed), ("shop", shop), ("cutter", machine)):
        yield name, sorted(module.bundled())
    yield "printer", sorted(Faults().read({}, printers.load))
    yield "language", tongues(document)
    yield from (("only", [*spec.components]), ("options", [*spec.print_options]), ("layout", [*spec.setup.layouts]))


def tongues(document: Document) -> list[str]:
    """Return the languages that a spec has words in, after its own if it names that."""
    known = languages(document.spec, document.folder)
    return list(dict.fromkeys(filter(None, (tag(document.spec.language or ""), *known))))


# ---- what is asked of them --------------------------------------------------------------------------


def read(words: Words) -> dict[str, object]:
    """Read a page's words as the command line does. Raises SpecError with every fault."""
    faults, found = Faults(), dict[str, object]()
    for name, given in words.items():
        option = options.known().get(name)
        if option is None or given != "":
            found[name] = given if option is None else faults.read(None, _value, option, given)
    asked_for = options.read(found, faults)
    if faults.found:
        raise SpecError(faults.found)
    known = options.known()
    return {name: value for name, value in found.items() if getattr(asked_for, name) != known[name].default}


def _value(option: Option, given: str | bool) -> object:
    if isinstance(given, bool) or option.kind is not int:
        if isinstance(given, str) and (len(given) > LONGEST or not given.isprintable()):
            found = f"{len(given):,} letters"
            raise bad("over-limit", option.flag, found, f"at most {LONGEST:,}, all of which can be printed")
        return given
    if not re.fullmatch(r"-?[0-9]{1,19}", given):
        raise bad("wrong-type", option.flag, f"'{given[:40]}'", "a whole number")
    return int(given)


def arguments(spec: str, words: Words, *, yes: bool) -> list[str]:
    """Return the arguments of `generator` that build the same: only what differs from the defaults. Raises
    SpecError."""
    line = ["build", *([] if spec.startswith("-") else [spec])]
    for name, value in read(words).items():
        option = options.known()[name]
        if isinstance(value, bool):
            line.append(option.flags[-1])
        elif str(value).startswith("-"):
            line.append(f"{option.flag}={value}")
        else:
            line += [option.flag, str(value)]
    return [*line, *(["--yes"] if yes else []), *(["--", spec] if spec.startswith("-") else [])]


def copied(arguments: Sequence[str]) -> str:
    """Return the command for this machine's shell."""
    line = ["generator", *arguments]
    return subprocess.list2cmdline(line) if os.name == "nt" else shlex.join(line)


# ---- the sheets -------------------------------------------------------------------------------------
