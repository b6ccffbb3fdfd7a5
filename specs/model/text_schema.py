"""Pages of text: where a component's words come from, and how they are set. Lengths are mm."""

# annotations that are values, not text: msgspec would compile each of them at every start

from typing import Annotated, Literal

from msgspec import Meta

from specs.model.values import Frozen, NotNegative

Impose = Literal["none", "2-up", "4-up", "booklet", "leaflet"]


class Pages(Frozen, frozen=True, kw_only=True):
    """A Markdown file (`text`) that flows over as many pages of the component's size as it takes, at `most` so many.

    `language` is that of the text, where it is not the spec's. `columns` lie `gap` apart within the `margin`: of all
    sides, or left, top, right and bottom. `style` is that of the words, `headings` are those of headings from the first
    level down, `caption` that below pictures; the fill and stroke of `aside` are painted behind asides. `fields` is a
    YAML file: by the name of an aside, what its words and pictures may use in braces. `spacing` are the ems between
    paragraphs. `impose` says how pages share a sheet: side by side to be cut apart, or folded.
    """

    text: str
    language: str | None = None
    fields: str | None = None
    most: Annotated[int, Meta(ge=1, le=200)] = 200
    columns: Annotated[int, Meta(ge=1, le=6)] = 1
    gap: NotNegative = 6
    margin: float | tuple[float, float, float, float] = 12
    style: str | None = None
    headings: tuple[str, ...] = ()
    caption: str | None = None
    aside: str | None = None
    spacing: Annotated[float, Meta(ge=0, le=10)] = 0.5
    impose: Impose = "none"

    @property
    def margins(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        return self.margin if isinstance(self.margin, tuple) else (self.margin,) * 4
