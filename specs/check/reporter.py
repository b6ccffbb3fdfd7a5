"""How the checks of a spec report: faults with their place, names that are not there, expressions that cannot be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import get_args

from specs.base.errors import Fault
from specs.base.fault_codes import Code
from specs.base.unfit import KeyPath, Unfit
from specs.expand import expr
from specs.expand.pieces import file_beside
from specs.model.document import Document
from specs.read.typed import did_you_mean

CODES: dict[str, Code] = {code: code for code in get_args(Code)}
BUILT_IN = ("id", "n", "w", "h", "game.id", "game.title")


class Reporter:
    """Makes the faults of one document."""

    def __init__(self, document: Document) -> None:
        self.document, self.fault = document, document.fault
        self.options = tuple(f"option.{name}" for name in document.spec.options)

    def unknown(self, path: KeyPath, kind: str, name: str, known: Iterable[str]) -> Fault:
        names = sorted(known)
        listed = f"one of {', '.join(names)}" if 0 < len(names) <= 12 else f"a {kind} of this spec"
        code = CODES.get(f"unknown-{kind}", "unknown-name")
        return self.fault(code, path, f"unknown {kind} '{name}'", listed, did_you_mean(name, names), name)

    def named(self, path: KeyPath, kind: str, name: str | None, known: Collection[str]) -> Iterator[Fault]:
        """The fault of a name that is given and not known."""
        if name is not None and name not in known:
            yield self.unknown(path, kind, name, known)

    def file(self, path: KeyPath, name: str, expected: str, kind: str = "file") -> Iterator[Fault]:
        """The fault of a file or folder that is not there."""
        try:
            file_beside(self.document.folder, name, expected, kind)
        except Unfit as error:
            yield self.fault(error.code, path, error.found, error.expected, error.hint, error.name)

    def fields(
        self, text: str, path: KeyPath, env: Collection[str] | None, *, condition: bool = False
    ) -> Iterator[Fault]:
        """Faults of a template's or condition's expressions; unknown fields only where `env` tells what there is."""
        try:
            names: Mapping[str, int] = expr.compile_expr(text).names if condition else expr.names(text)
        except expr.ExprError as error:
            yield self.fault(error.code, path, error.found, error.expected)
            return
        for name in names:
            if name.startswith("option."):
                if name not in self.options:
                    yield self.unknown(path, "option", name.removeprefix("option."), self.document.spec.options)
            elif env is not None and name not in env and name not in BUILT_IN:
                known = sorted(env)
                hint = did_you_mean(name, (*known, *BUILT_IN))
                found = f"no field '{name}'"
                yield self.fault("unknown-field", path, found, f"one of {', '.join((*known, *BUILT_IN))}", hint)
