"""Where the installed programs start. `generator`, `companion` and `specs` are names that other packages bear too: what
is found by them must be what was installed with this module, or one line says what to do, with exit status 2.
"""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

ROOMS = ("specs", "generator", "companion")
MAINS = {"generator": "generator.cli.main", "companion": "companion.cli.main"}


def generator() -> None:
    _start("generator")


def companion() -> None:
    _start("companion")


def _start(program: str) -> None:
    gc.set_threshold(50_000)  # what is imported stays: looking through it for what can go took a twentieth of a move
    here = Path(__file__).resolve().parent
    for room in ROOMS:
        found = find_spec(room)
        where = Path(found.origin).resolve() if found is not None and found.origin else None
        if where != here / room / "__init__.py":
            _refuse(f"the package '{room}' is {where or 'not there'}; expected {here / room}")
    try:
        main = import_module(MAINS[program]).main
    except (ImportError, AttributeError) as error:
        of_a_room = isinstance(error, AttributeError) or (error.name or "").partition(".")[0] in ROOMS
        if not of_a_room:
            raise
        _refuse(f"{error}; expected Tideline's own packages in {here}")
    main()


def _refuse(found: str) -> NoReturn:
    print(f"{found}; another package has taken a name of tideline-press: install it apart, with pipx", file=sys.stderr)
    sys.exit(2)
