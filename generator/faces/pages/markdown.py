"""A Markdown file as a tree: what it says, not how it looks. Every fault has its line and column in that file.

CommonMark with tables. Beside it: `[[icon]]` in a line; pictures that stand by themselves; a block quote is an aside,
which `[!name]` at its beginning names; the comments `<!-- wide -->` (what follows goes over all columns),
`<!-- style NAME -->` (it is set in that style), `<!-- column -->`, `<!-- page -->` and `<!-- contents -->`. Other
comments are nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.paragraphs.scripts import ideographic
from specs.base.errors import Place, SpecError, bad
from specs.base.fault_codes import Code
from specs.base.files import read as read_bytes

if TYPE_CHECKING:
    from markdown_it.token import Token

MOST_BYTES = 200_000  # thirty thousand words
MOST_LINES = 10_000
MOST_PARTS = 30_000  # of paragraphs, items, cells: each is two or three
MOST_LETTERS = 6_000  # of a paragraph, a cell
MOST_NESTED = (
    17  # its words are one, a list two, an aside one; what lies deeper than 20 would be passed over by the parser
)
_ICON = re.compile(r"\[\[([a-z0-9-]+)\]\]")
_NAME = re.compile(r"\[!([A-Za-z0-9-]+)\]\s*")
_COMMENT = re.compile(r"\s*<!--\s*(.*?)\s*-->\s*", re.S)
_ALIGN = re.compile(r"text-align:(left|right|center)")

Align = Literal["", "left", "center", "right"]  # "" is as its words are read


class Inline(Struct, frozen=True):
    """Words in one manner, or an icon."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


class Drawn(Struct, frozen=True):
    """A picture: where it comes from, what is written below it, and what its title says of its size."""

    source: str
    caption: tuple[Inline, ...] = ()
    title: str = ""


class Block(Struct, frozen=True, kw_only=True):
    """Where it begins in the file; whether it goes over all columns, or begins a new column or page; its own style."""

    line: int
    wide: bool = False
    style: str = ""
    start: Literal["", "column", "page"] = ""


class Heading(Block, frozen=True, kw_only=True):
    level: int
    said: tuple[Inline, ...]


class Words(Block, frozen=True, kw_only=True):
    said: tuple[Inline, ...]


class Pictures(Block, frozen=True, kw_only=True):
    """Side by side."""

    drawn: tuple[Drawn, ...]


class Listing(Block, frozen=True, kw_only=True):
    """Items, numbered from `first` or with bullets."""

    items: tuple[tuple[AnyBlock, ...], ...]
    first: int | None = None


class Table(Block, frozen=True, kw_only=True):
    """Rows of cells, the first one its head."""

    rows: tuple[tuple[tuple[Inline, ...], ...], ...]
    aligned: tuple[Align, ...]


class Aside(Block, frozen=True, kw_only=True):
    name: str
    blocks: tuple[AnyBlock, ...]


class Contents(Block, frozen=True, kw_only=True):
    pass


AnyBlock = Heading | Words | Pictures | Listing | Table | Aside | Contents


class Source(Struct, frozen=True):
    """A file's text, for faults to be placed in."""

    file: str
    lines: tuple[str, ...]

    def fault(self, code: Code, line: int, found: str, expected: str, hint: str = "", *, at: str = "") -> SpecError:
        """A fault in or below a line; `at` is the text that is meant, its first place from there."""
        for number, text in enumerate(self.lines[line - 1 :] if at else (), line):
            if at in text:
                return bad(code, Place(self.file, number, text.index(at) + 1), found, expected, hint)
        return bad(code, Place(self.file, line, 1), found, expected, hint)


def read(file: Path) -> tuple[tuple[AnyBlock, ...], Source]:
    """A file's blocks in their order. Raises SpecError; OSError for a file that cannot be read."""
    data = read_bytes(file, MOST_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = "letters that are not UTF-8"
        raise bad("wrong-encoding", Place(str(file), line, 1), found, "a text in UTF-8") from None
    from markdown_it import MarkdownIt

    source = Source(str(file), tuple(text.splitlines()) or ("",))
    if len(source.lines) > MOST_LINES:
        raise source.fault("over-limit", MOST_LINES, f"more than {MOST_LINES:,} lines", "fewer, or several files")
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.before("inline", "bounds", lambda state: _bounded(state.tokens, source))
    return _Reader(parser.parse(text), source).blocks(), source


def _bounded(tokens: Sequence[Token], source: Source) -> None:
    """Nothing, before the words of a text are looked at that would take too long. Raises SpecError."""
    line = 1
    for number, token in enumerate(tokens):
        line = token.map[0] + 1 if token.map else line
        if number >= MOST_PARTS:
            found = f"more than {MOST_PARTS:,} parts of paragraphs, lists and tables"
            raise source.fault("over-limit", line, found, "fewer of them")
        if len(token.content) > MOST_LETTERS:
            found = f"a paragraph of {len(token.content):,} letters"
            raise source.fault("over-limit", line, found, f"at most {MOST_LETTERS:,}")
        if token.level > MOST_NESTED:
            found = f"more than {MOST_NESTED // 2} lists within one another"
            raise source.fault("over-limit", line, found, "fewer, or fewer asides")


class _Reader:
    def __init__(self, tokens: Sequence[Token], source: Source) -> None:
        self.tokens, self.source, self.at = tokens, source, 0
        self.wide, self.style = False, ""
        self.start: Literal["", "column", "page"] = ""

    def next(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def inside(self, end: str) -> Iterator[Token]:
        """Tokens up to the one that ends what is read, which is passed."""
        while self.at < len(self.tokens):
            token = self.next()
            if token.type == end:
                return
            yield token

    def blocks(self, end: str = "") -> tuple[AnyBlock, ...]:
        found: list[AnyBlock] = []
        line = 1
        for token in self.inside(end):
            line = token.map[0] + 1 if token.map else line
            if token.type == "html_block":
                found += self.comment(token.content, line)
                continue
            wide, start, style = self.wide, self.start, self.style
            self.wide, self.start, self.style = False, "", ""
            block = self.block(token, line)
            found.append(replace(block, wide=wide, start=start, style=style) if wide or start or style else block)
        return tuple(found)

    def comment(self, html: str, line: int) -> Iterator[Contents]:
        comment = _COMMENT.fullmatch(html)
        if comment is None:
            found = html.strip().split("\n")[0]
            raise self.source.fault(
                "unsupported-markup", line, f"HTML '{found[:40]}'", "Markdown alone", at=html.strip()[:1]
            )
        match comment[1].split():
            case ["wide"]:
                self.wide = True
            case ["style", name]:
                self.style = name
            case ["column" | "page" as start]:
                self.start = start
            case ["contents"]:
                yield Contents(line=line)
            case _:
                pass

    def block(self, token: Token, line: int) -> AnyBlock:
        match token.type:
            case "heading_open":
                said = self.said(self.next(), line)
                self.next()
                return Heading(line=line, level=int(token.tag[1]), said=said)
            case "paragraph_open":
                inline = self.next()
                self.next()
                return self.paragraph(inline, line)
            case "bullet_list_open" | "ordered_list_open":
                return self.listing(token, line)
            case "blockquote_open":
                return self.aside(line)
            case "table_open":
                return self.table(line)
            case "fence" | "code_block":
                found = "a block of code"
                raise self.source.fault("unsupported-markup", line, found, "text, lists, tables, pictures or asides")
            case "hr":
                expected = "<!-- column --> or <!-- page --> for a new one"
                raise self.source.fault("unsupported-markup", line, "a rule", expected)
            case other:
                found = f"'{other}'"
                raise self.source.fault("unsupported-markup", line, found, "text, lists, tables, pictures or asides")

    def paragraph(self, inline: Token, line: int) -> Words | Pictures:
        blank = ("softbreak", "text")
        children = [each for each in inline.children or () if each.type not in blank or each.content.strip()]
        if children and all(child.type == "image" for child in children):
            return Pictures(line=line, drawn=tuple(self.drawn(child, line) for child in children))
        return Words(line=line, said=self.said(inline, line))

    def drawn(self, image: Token, line: int) -> Drawn:
        return Drawn(str(image.attrs["src"]), self.said(image, line), str(image.attrs.get("title", "")))

    def listing(self, token: Token, line: int) -> Listing:
        items: list[tuple[AnyBlock, ...]] = []
        for item in self.inside(token.type.replace("open", "close")):
            if item.type == "list_item_open":
                items.append(self.blocks("list_item_close"))
        first = int(token.attrs.get("start", 1)) if token.type == "ordered_list_open" else None
        return Listing(line=line, items=tuple(items), first=first)

    def aside(self, line: int) -> Aside:
        blocks = self.blocks("blockquote_close")
        name = ""
        if blocks and isinstance(first := blocks[0], Words) and first.said:
            named = _NAME.match(first.said[0].text)
            if named:
                name, rest = named[1], first.said[0].text[named.end() :]
                said = ((replace(first.said[0], text=rest),) if rest else ()) + first.said[1:]
                blocks = ((replace(first, said=said),) if said else ()) + blocks[1:]
        return Aside(line=line, name=name, blocks=blocks)

    def table(self, line: int) -> Table:
        rows: list[tuple[tuple[Inline, ...], ...]] = []
        cells: list[tuple[Inline, ...]] = []
        aligned: list[Align] = []
        for token in self.inside("table_close"):
            line = token.map[0] + 1 if token.map else line
            match token.type:
                case "th_open" | "td_open":
                    style = _ALIGN.match(str(token.attrs.get("style", "")))
                    if not rows:
                        aligned.append(style[1] if style else "")  # type: ignore[arg-type]
                    cells.append(self.said(self.next(), line))
                case "tr_close":
                    rows.append(tuple(cells))
                    cells = []
                case _:
                    pass
        return Table(line=line, rows=tuple(rows), aligned=tuple(aligned))

    def said(self, inline: Token, line: int) -> tuple[Inline, ...]:
        found: list[Inline] = []
        bold = italic = 0

        def add(text: str, icon: str = "") -> None:
            manner = (bold > 0, italic > 0)
            last = found[-1] if found else None
            if last and not icon and not last.icon and (last.bold, last.italic) == manner:
                found[-1] = replace(last, text=last.text + text)
            else:
                found.append(Inline(text, *manner, icon))

        children = inline.children or []
        for n, child in enumerate(children):
            match child.type:
                case "text" | "code_inline" | "text_special":
                    for index, part in enumerate(_ICON.split(child.content)):
                        if index % 2:
                            add("", part)
                        elif part:
                            add(part)
                case "softbreak":
                    after = children[n + 1].content[:1] if n + 1 < len(children) else ""
                    before = found[-1].text[-1:] if found else ""
                    if not (before and after and ideographic(before) and ideographic(after)):
                        add(" ")
                case "hardbreak":
                    add("\n")
                case "strong_open" | "strong_close":
                    bold += child.nesting
                case "em_open" | "em_close":
                    italic += child.nesting
                case "link_open" | "link_close":
                    pass
                case "image":
                    found_, expected = "a picture among words", "one by itself in a paragraph, or [[icon]]"
                    raise self.source.fault("unsupported-markup", line, found_, expected, at=f"]({child.attrs['src']}")
                case "html_inline" if _COMMENT.fullmatch(child.content):
                    pass
                case "html_inline":
                    raise self.source.fault(
                        "unsupported-markup", line, f"HTML '{child.content[:40]}'", "Markdown alone", at=child.content
                    )
                case other:
                    raise self.source.fault(
                        "unsupported-markup", line, f"'{other}'", "words, **bold**, *italic*, [[icon]]"
                    )
        return tuple(found)
