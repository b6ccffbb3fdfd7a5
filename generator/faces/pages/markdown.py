"""A Markdown file as a tree: what it says, not how it looks. Every fault has its line and column in that file.

CommonMark with tables. Besides: `[[icon]]` in a line; pictures that stand by themselves; a block quote is an aside,
which `[!name]` at its beginning names; the comments `<!-- wide -->` (what follows goes over all columns),
`<!-- style NAME -->` (it is set in that style), `<!-- column -->`, `<!-- page -->` and `<!-- contents -->`. Other
comments are ignored.

A YAML file says, by the name of an aside, which fields its words and pictures may use. Besides numbers and words, a
field may be a list of them, or of rows, for a `repeat` to go over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from generator.draw.paragraphs.markup import ideographic
from specs.base.errors import Code, Fault, Place, SpecError, bad
from specs.base.files import read as read_bytes
from specs.expand.functions import WIDEST
from specs.model.values import Name, Row, Scalar, described
from specs.read.typed import convert, limited
from specs.read.yaml_nodes import MAX_BYTES, read_text

if TYPE_CHECKING:
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

MOST_BYTES = 200_000  # thirty thousand words
MOST_LINES = 10_000
MOST_PARTS = 30_000  # paragraphs, items, cells: each counts as two or three
MOST_LETTERS = 6_000  # of a paragraph or a cell
# words count one, a list two, an aside one; the parser would skip what is deeper than 20
MOST_NESTED = 17
_ICON = re.compile(r"\[\[([a-z0-9-]+)\]\]")
_NAME = re.compile(r"\[!([A-Za-z0-9-]+)\]\s*")
_COMMENT = re.compile(r"\s*<!--\s*(.*?)\s*-->\s*", re.S)
_ALIGN = re.compile(r"text-align:(left|right|center)")

Align = Literal["", "left", "center", "right"]  # "" is by the words' direction


class Inline(Struct, frozen=True):
    """Words in one style, or an icon."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


class Drawn(Struct, frozen=True):
    """A picture: its source, its caption, and its size by its title."""

    source: str
    caption: tuple[Inline, ...] = ()
    title: str = ""


class Block(Struct, frozen=True, kw_only=True):
    """A block: where it begins in the file; whether it spans all columns, or begins a new column or page; its own
    style."""

    line: int
    wide: bool = False
    style: str = ""
    start: Literal["", "column", "page"] = ""


class Heading(Block, frozen=True, kw_only=True):
    level: int
    inlines: tuple[Inline, ...]


class Words(Block, frozen=True, kw_only=True):
    inlines: tuple[Inline, ...]


class Pictures(Block, frozen=True, kw_only=True):
    """Pictures side by side."""

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
_Block = TypeVar("_Block", bound=AnyBlock)
_Field = Annotated[str, described("[a-z][a-z0-9_]{0,59}", "a field of small letters, digits and _")]
_List = Annotated[tuple[Scalar | Row, ...], Meta(max_length=WIDEST)]
Fields = Mapping[str, Mapping[str, Scalar | tuple[Scalar | Row, ...]]]


class Source(Struct, frozen=True):
    """A file's text, to place faults in; `faults` gathers those that leave the rest readable."""

    file: str
    lines: tuple[str, ...]
    faults: list[Fault] = []

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Gather the faults that are raised within a `with` block."""
        try:
            yield
        except SpecError as error:
            self.faults.extend(error.faults)

    def judge(self) -> None:
        """Raise SpecError if any fault was gathered."""
        if self.faults:
            raise SpecError(limited(self.faults, self.file))

    def fault(self, code: Code, line: int, found: str, expected: str, hint: str = "", *, at: str = "") -> SpecError:
        """Make a fault in or below a line; `at` is the text that is meant, at its first occurrence from there."""
        for number, text in enumerate(self.lines[line - 1 :] if at else (), line):
            if at in text:
                return bad(code, Place(self.file, number, text.index(at) + 1), found, expected, hint)
        return bad(code, Place(self.file, line, 1), found, expected, hint)


def read(file: Path) -> tuple[tuple[AnyBlock, ...], Source]:
    """Return a file's blocks in order, and its source with the faults of those left out. Raises SpecError if none of it
    can be read; OSError for an unreadable file."""
    data = read_bytes(file, MOST_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = "letters that are not UTF-8"
        raise bad("wrong-encoding", Place(str(file), line, 1), found, "a text in UTF-8") from None
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    source = Source(str(file), tuple(text.splitlines()) or ("",))
    if len(source.lines) > MOST_LINES:
        raise source.fault("over-limit", MOST_LINES, f"more than {MOST_LINES:,} lines", "fewer, or several files")
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.before("inline", "bounds", lambda state: _bounded(state.tokens, source))
    return _Reader(source).blocks(SyntaxTreeNode(parser.parse(text))), source


def read_fields(file: Path) -> Fields:
    """Return the fields of each aside. Raises SpecError, and OSError for an unreadable file."""
    tree = read_text(read_bytes(file, MAX_BYTES), str(file))
    value, faults = convert(tree, dict[Name, dict[_Field, Scalar | _List]])
    if tree.faults or faults:
        raise SpecError([*tree.faults, *faults])
    found: Fields = value
    return found


def _bounded(tokens: Sequence[Token], source: Source) -> None:
    """Refuse a text whose words would take too long to read. Raises SpecError."""
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
    """Makes blocks from a syntax tree; a comment applies to the block after it."""

    def __init__(self, source: Source) -> None:
        self.source, self.said = source, dict[str, Any]()

    def blocks(self, node: SyntaxTreeNode) -> tuple[AnyBlock, ...]:
        """Return the blocks in a node."""
        found: list[AnyBlock] = []
        line = 1
        for child in node.children:
            line = child.map[0] + 1 if child.map else line
            with self.source.gathering():
                if child.type == "html_block":
                    found += self.comment(child.content, line)
                    continue
                said, self.said = self.said, {}
                block = self.block(child, line)
                found.append(replace(block, **said) if said else block)
        return tuple(found)

    def comment(self, html: str, line: int) -> Iterator[Contents]:
        comment = _COMMENT.fullmatch(html)
        if comment is None:
            raise self.html(html.strip().split("\n")[0], line, html.strip()[:1])
        match comment[1].split():
            case ["wide"]:
                self.said["wide"] = True
            case ["style", name]:
                self.said["style"] = name
            case ["column" | "page" as start]:
                self.said["start"] = start
            case ["contents"]:
                yield Contents(line=line)
            case _:
                pass

    def html(self, text: str, line: int, at: str) -> SpecError:
        return self.source.fault("unsupported-markup", line, f"HTML '{text[:40]}'", "Markdown alone", at=at)

    def block(self, node: SyntaxTreeNode, line: int) -> AnyBlock:
        match node.type:
            case "heading":
                return Heading(line=line, level=int(node.tag[1]), inlines=self.words(node.children[0], line))
            case "paragraph":
                return self.paragraph(node.children[0], line)
            case "bullet_list" | "ordered_list":
                first = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
                return Listing(line=line, items=tuple(map(self.blocks, node.children)), first=first)
            case "blockquote":
                return self.aside(node, line)
            case "table":
                return self.table(node, line)
            case "hr":
                expected = "<!-- column --> or <!-- page --> for a new one"
                raise self.source.fault("unsupported-markup", line, "a rule", expected)
            case other:
                found = "a block of code" if other in ("fence", "code_block") else f"'{other}'"
                raise self.source.fault("unsupported-markup", line, found, "text, lists, tables, pictures or asides")

    def paragraph(self, inline: SyntaxTreeNode, line: int) -> Words | Pictures:
        children = [each for each in inline.children if each.type not in ("softbreak", "text") or each.content.strip()]
        if children and all(child.type == "image" for child in children):
            return Pictures(line=line, drawn=tuple(self.drawn(child, line) for child in children))
        return Words(line=line, inlines=self.words(inline, line))

    def drawn(self, image: SyntaxTreeNode, line: int) -> Drawn:
        return Drawn(str(image.attrs["src"]), self.words(image, line), str(image.attrs.get("title", "")))

    def aside(self, node: SyntaxTreeNode, line: int) -> Aside:
        blocks = self.blocks(node)
        name = ""
        if blocks and isinstance(first := blocks[0], Words) and first.inlines:
            named = _NAME.match(first.inlines[0].text)
            if named:
                name, rest = named[1], first.inlines[0].text[named.end() :]
                inlines = ((replace(first.inlines[0], text=rest),) if rest else ()) + first.inlines[1:]
                blocks = ((replace(first, inlines=inlines),) if inlines else ()) + blocks[1:]
        return Aside(line=line, name=name, blocks=blocks)

    def table(self, node: SyntaxTreeNode, line: int) -> Table:
        rows = [row for part in node.children for row in part.children]
        styles = [_ALIGN.match(str(cell.attrs.get("style", ""))) for cell in rows[0].children]
        aligned: list[Align] = [style[1] if style else "" for style in styles]  # type: ignore[misc]
        return Table(line=line, rows=tuple(self.row(row, line) for row in rows), aligned=tuple(aligned))

    def row(self, row: SyntaxTreeNode, line: int) -> tuple[tuple[Inline, ...], ...]:
        line = row.map[0] + 1 if row.map else line
        return tuple(self.words(cell.children[0], line) for cell in row.children)

    def words(self, node: SyntaxTreeNode, line: int) -> tuple[Inline, ...]:
        """Return the words in a node, joined while their style is the same."""
        found: list[Inline] = []
        self.add_words(found, node, line, Inline(""))
        return tuple(found)

    def add_words(self, found: list[Inline], node: SyntaxTreeNode, line: int, manner: Inline) -> None:
        for child in node.children:
            match child.type:
                case "text" | "code_inline" | "text_special":
                    for index, part in enumerate(_ICON.split(child.content)):
                        if index % 2:
                            found.append(replace(manner, icon=part))
                        elif part:
                            _add(found, replace(manner, text=part))
                case "softbreak":
                    after = child.next_sibling.content[:1] if child.next_sibling else ""
                    before = found[-1].text[-1:] if found else ""
                    if not (before and after and ideographic(before) and ideographic(after)):
                        _add(found, replace(manner, text=" "))
                case "hardbreak":
                    _add(found, replace(manner, text="\n"))
                case "strong":
                    self.add_words(found, child, line, replace(manner, bold=True))
                case "em":
                    self.add_words(found, child, line, replace(manner, italic=True))
                case "link":
                    self.add_words(found, child, line, manner)
                case "html_inline" if _COMMENT.fullmatch(child.content):
                    pass
                case "html_inline" if child.content.startswith("</") and self.source.faults:
                    pass  # the end tag of something already reported
                case "html_inline":
                    self.source.faults.extend(self.html(child.content, line, child.content).faults)
                case other:
                    self.source.faults.extend(self.unprintable(child, other, line).faults)

    def unprintable(self, node: SyntaxTreeNode, kind: str, line: int) -> SpecError:
        if kind == "image":
            found, expected = "a picture among words", "one by itself in a paragraph, or [[icon]]"
            return self.source.fault("unsupported-markup", line, found, expected, at=f"]({node.attrs['src']}")
        return self.source.fault("unsupported-markup", line, f"'{kind}'", "words, **bold**, *italic*, [[icon]]")


def _add(found: list[Inline], words: Inline) -> None:
    """Add words to those before, if they have the same style."""
    if found and not found[-1].icon and (found[-1].bold, found[-1].italic) == (words.bold, words.italic):
        found[-1] = replace(found[-1], text=found[-1].text + words.text)
    else:
        found.append(words)


def filled(block: _Block, fill: Callable[[Inline], Inline]) -> _Block:
    """Return a block with its words filled in, except those of blocks in it, which are set separately."""

    def words(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
        return tuple(each if each.icon else fill(each) for each in inlines)

    match block:
        case Heading() | Words():
            return replace(block, inlines=words(block.inlines))
        case Pictures():
            return replace(block, drawn=tuple(replace(each, caption=words(each.caption)) for each in block.drawn))
        case Table():
            return replace(block, rows=tuple(tuple(map(words, row)) for row in block.rows))
        case _:
            return block
