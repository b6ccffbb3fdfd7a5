"""Makes the faults of a spec's checks: unknown names, bad expressions, colours and gradients that cannot be painted,
each with its place."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import get_args

from specs.base.errors import Code, Fault, KeyPath, Unfit, an
from specs.expand import expr
from specs.model.colours import CSS, colour
from specs.model.document import Document
from specs.model.elements import MAX_STOPS, Gradient
from specs.read.beside import file_beside
from specs.read.guessed import value_instead
from specs.read.typed import did_you_mean

CODES: dict[str, Code] = {code: code for code in get_args(Code)}
Fields = Collection[str] | None  # names that an expression can use; None if unknown
BUILT_IN = ("id", "n", "w", "h", "game.id", "game.title")


class Reporter:
    """Makes the faults of one document."""

    def __init__(self, document: Document) -> None:
        self.document, self.fault = document, document.fault
        self.options = tuple(f"option.{name}" for name in document.spec.print_options)

    def unknown(self, path: KeyPath, kind: str, name: str, known: Iterable[str]) -> Fault:
        names = sorted(known)
        listed = f"one of {', '.join(names)}" if 0 < len(names) <= 12 else f"{an(kind)} of this spec"
        code = CODES.get(f"unknown-{kind}", "unknown-name")
        hint = did_you_mean(name, names) or value_instead(kind, name)
        return self.fault(code, path, f"unknown {kind} '{name}'", listed, hint, name)

    def named(self, path: KeyPath, kind: str, name: str | None, known: Collection[str]) -> Iterator[Fault]:
        """Report a name that is not known."""
        if name is not None and name not in known:
            yield self.unknown(path, kind, name, known)

    def file(self, path: KeyPath, name: str, expected: str, kind: str = "file") -> Iterator[Fault]:
        """Report a file or folder that does not exist."""
        try:
            file_beside(self.document.folder, name, expected, kind)
        except Unfit as error:
            yield self.fault(error.code, path, error.found, error.expected, error.hint, error.name)

    def fields(self, text: str, path: KeyPath, env: Fields, *, condition: bool = False) -> Iterator[Fault]:
        """Report faults of a template's or condition's expressions; unknown fields only if `env` says which exist."""
        try:
            names: Mapping[str, int] = expr.compile_expr(text).names if condition else expr.names(text)
        except expr.ExprError as error:
            braces = condition and text.lstrip().startswith("{")
            yield self.fault(error.code, path, error.found, "no braces here" if braces else error.expected)
            return
        for name in names:
            if name.startswith("option."):
                if name not in self.options:
                    yield self.unknown(path, "option", name.removeprefix("option."), self.document.spec.print_options)
            elif env is not None and name not in env and name not in BUILT_IN:
                known = sorted(env)
                hint = did_you_mean(name, (*known, *BUILT_IN))
                listed = f"one of {', '.join((*known, *BUILT_IN))}{f', or the text {name!r}' if condition else ''}"
                yield self.fault("unknown-field", path, f"no field '{name}'", listed, hint)

    def colour(self, name: str | None, path: KeyPath) -> Iterator[Fault]:
        """Report a colour that is neither in the palette nor a CSS name."""
        if name is None or name == "none" or "{" in name:
            return
        if name in self.document.spec.palette and path[0] != "palette":
            return  # reported there
        try:
            colour(self.document.spec.palette, name)
        except KeyError:
            hint = did_you_mean(name, (*self.document.spec.palette, *CSS))
            expected = "a palette name, #rrggbb or a CSS colour"
            yield self.fault("unknown-colour", path, f"unknown colour '{name}'", expected, hint, name)

    def paint(self, paint: str | Gradient | None, path: KeyPath) -> Iterator[Fault]:
        """Report a colour or gradient that cannot be painted."""
        if not isinstance(paint, Gradient):
            yield from self.colour(paint, path)
            return
        if paint.kind == "radial" and paint.rotate is not None:
            found = "a radial gradient that is turned"
            yield self.fault("wrong-gradient", (*path, "rotate"), found, "kind: linear, or no rotate")
        way: KeyPath = (*path, "colours")
        stops, farthest = paint.stops, 0.0
        if not 2 <= len(stops) <= MAX_STOPS:
            if stops:
                found = "one colour" if len(stops) == 1 else f"{len(stops)} colours"
                yield self.fault("out-of-range", way, found, f"2 to {MAX_STOPS}")
            return
        for index, (given, stop) in enumerate(zip(paint.colours, stops, strict=True)):
            place = (*way, index) if isinstance(given, str) else (*way, index, "colour")
            yield from self.colour(stop.colour, place)
            if stop.colour == "none":
                expected = "a colour; opacity: 0 for one not seen"
                yield self.fault("wrong-gradient", place, "'none' in a gradient", expected)
            at = None if isinstance(given, str) else given.offset
            if at is not None and at < farthest:
                found = f"offset: {at:g} behind {farthest:g}"
                yield self.fault("wrong-gradient", (*way, index, "offset"), found, "offsets that rise")
            farthest = max(farthest, at or 0.0)
        places = [stop.offset for stop in stops]
        for index, end in ((1, 0), (-2, 1)):
            if places[index] == end:  # renderers differ on which of the two continues
                place = (*way, index % len(places))
                yield self.fault("wrong-gradient", place, f"two colours at {end:g}", "one at each end")
