"""The rules of each game as a page to read: the Markdown that is printed, its fields filled in, its pictures drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import assert_never

from msgspec.structs import replace
from site_commands import plain

from generator import load
from generator.draw.scene import Scene
from generator.faces import faces as drawing
from generator.faces.pages import markdown
from generator.faces.pages.typesetting import Typesetter
from generator.formats.svg import scene_svg
from specs.load import bundled

WIDE = 180.0  # mm a picture may be wide: a column of both


class Rules:
    """One game's rules; its pictures are written into a folder on the way."""

    def __init__(self, game: str, pictures: Path) -> None:
        self.document = load(game)
        self.game, self.folder, self.count = game, pictures, 0
        faces = drawing.Faces(self.document)
        name = next(name for name, each in self.document.spec.components.items() if each.pages is not None)
        (piece,) = self.document.pieces[name]
        self.pages = self.document.spec.components[name].pages
        self.blocks, source = markdown.read(self.document.folder / self.pages.from_)
        told = {} if self.pages.fields is None else markdown.read_fields(self.document.folder / self.pages.fields)
        side = faces._side(name, "front")
        ctx = faces._context(piece, drawing._fields_of(piece, side.base), side)
        self.setter = Typesetter(ctx, self.pages, source, faces._named, told)

    def page(self) -> str:
        title = self.document.spec.title
        printed = f"As they are printed with `generator build {self.game}`."
        ruled = f"What they leave open: [what the referee decides](../rules/{self.game}.md)."
        lines = [f"# Rules of {title}", "", f"{printed} {ruled}", ""]
        body = [block for block in self.blocks if not (isinstance(block, markdown.Heading) and block.level == 1)]
        return "\n".join([*lines, *self.told(body, self.setter)]) + "\n"

    def told(self, blocks: Sequence[markdown.AnyBlock], setter: Typesetter) -> Iterator[str]:
        for block in blocks:
            if setter.fills:
                block = markdown.filled(block, lambda inline: filled_in(inline, setter))
            yield from (*self.block(block, setter), "")

    def block(self, block: markdown.AnyBlock, setter: Typesetter) -> Iterator[str]:
        match block:
            case markdown.Heading():
                yield f"{'#' * max(2, block.level)} {words(block.inlines)}"
            case markdown.Words():
                yield words(block.inlines)
            case markdown.Pictures():
                shown = [self.picture(each, setter, block.line) for each in block.drawn]
                yield from (
                    f"{picture}\n{words(each.caption)}\n" for picture, each in zip(shown, block.drawn, strict=True)
                )
            case markdown.Listing():
                for number, item in enumerate(block.items, block.first or 1):
                    mark = "-" if block.first is None else f"{number}."
                    inner = "\n".join(self.told(item, setter)).strip().splitlines()
                    yield "\n".join([f"{mark} {inner[0]}", *(f"{' ' * (len(mark) + 1)}{line}" for line in inner[1:])])
            case markdown.Table():
                head, *rows = [f"| {' | '.join(map(words, row))} |" for row in block.rows]
                yield "\n".join([head, "|" + "---|" * len(block.rows[0]), *rows])
            case markdown.Aside():
                inner = "\n".join(self.told(block.blocks, setter.named(block)))
                yield "\n".join(f"> {line}".rstrip() for line in inner.strip().splitlines())
            case markdown.Contents():
                return
            case _:
                assert_never(block)

    def picture(self, drawn: markdown.Drawn, setter: Typesetter, line: int) -> str:
        """Write a picture to the folder, and return how a page shows it."""
        shown = setter.shown.picture(drawn, WIDE, line)
        self.count += 1
        file = self.folder / f"{self.game}-{self.count}.svg"
        scene = Scene((0.0, 0.0, shown.width, shown.height), tuple(shown.at(0, 0)), alt=shown.alt)
        file.write_text(scene_svg(scene), encoding="utf-8")
        alt = shown.alt.replace("[", "").replace("]", "")
        return f"![{alt}](../{self.folder.name}/{file.name})"


def filled_in(inline: markdown.Inline, setter: Typesetter) -> markdown.Inline:
    return replace(inline, text=setter.ctx.text(inline.text, "pages"))


def words(inlines: Sequence[markdown.Inline]) -> str:
    """Return words in one line of Markdown, without icons: a rules text has their names beside them."""
    return "".join(map(word, inlines)).replace("\n", " ").strip()


def word(inline: markdown.Inline) -> str:
    if inline.icon:
        return ""
    text = plain(inline.text)
    mark = "**" * inline.bold + "*" * inline.italic
    inner = text.strip()
    if not mark or not inner:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{mark}{inner}{mark}{after}"


def pages(pictures: Path) -> Iterator[tuple[str, str]]:
    """Yield each game's name and its page."""
    yield from ((game, Rules(game, pictures).page()) for game in bundled())
