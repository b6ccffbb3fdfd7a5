"""What is wrong with a component of pages: a file that is not there, styles that are none, sides it cannot have."""

from __future__ import annotations

from collections.abc import Iterator

from specs.base.errors import Fault, KeyPath
from specs.check.reporter import Reporter
from specs.model.component import PagedText

LEAST = 10.0  # mm of a column


def page_faults(reporter: Reporter, component: PagedText, path: KeyPath) -> Iterator[Fault]:
    """The faults of a component of pages."""
    pages, document = component.pages, reporter.document
    place = (*path, "pages")
    for key in ("back", "flap"):
        if getattr(component, key) is not None:
            found = f"'{key}' on a component of pages"
            yield reporter.fault("not-applicable", (*path, key), found, "front alone, which lies under each")
    if component.shape not in ("rectangle", "square"):
        yield reporter.fault("not-applicable", (*path, "shape"), f"pages on a {component.shape}", "a rectangle")
    if len(document.pieces.get(path[-1] if isinstance(path[-1], str) else "", ())) != 1:
        found = "more than one row of pages"
        yield reporter.fault("over-limit", (*path, "rows"), found, "no rows: a text is one piece")
    styles = document.spec.styles
    named = [("style", pages.style), ("caption", pages.caption), ("aside", pages.aside)]
    for key, style in named:
        yield from reporter.named((*place, key), "style", style, styles)
    for n, style in enumerate(pages.headings):
        yield from reporter.named((*place, "headings", n), "style", style, styles)
    for key, kind, name in (("text", "Markdown", pages.text), ("fields", "YAML", pages.fields)):
        if name is not None:
            yield from reporter.file((*place, key), name, f"a {kind} file beside the spec")
    try:
        width, height = component.size_mm
    except KeyError:
        return  # an unknown size is a fault of its own
    left, top, right, bottom = pages.margins
    column = (width - left - right - pages.gap * (pages.columns - 1)) / pages.columns
    if column < LEAST or height - top - bottom < LEAST or min(pages.margins) < 0:
        found = f"columns of {column:.1f} × {height - top - bottom:.1f} mm"
        yield reporter.fault("out-of-range", (*place, "margin"), found, f"{LEAST:g} mm or more, both ways")
