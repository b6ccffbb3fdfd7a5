"""A text as a web page shows it: its words as facts, its pictures drawn. It is as wide as the screen."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, assert_never

from generator.draw.geometry.geometry import translate
from generator.draw.scene import Scene, Use
from generator.faces.elements.alt_text import named
from generator.faces.pages import markdown as md
from generator.faces.pages.typesetting import Typesetter

Facts = dict[str, Any]
Draw = Callable[[Scene], Facts]


def web_page(setter: Typesetter, blocks: Sequence[md.AnyBlock], room: float, draw: Draw) -> Iterator[Facts]:
    """Yield the facts of each block that can be shown; pictures are at most `room` mm wide, drawn by `draw`."""
    for block in blocks:
        with setter.source.gathering():
            yield from _facts(setter, setter.said(block), room, draw)


def _facts(setter: Typesetter, block: md.AnyBlock, room: float, draw: Draw) -> Iterator[Facts]:
    def words(inlines: Sequence[md.Inline]) -> list[Facts]:
        return [_inline(setter, inline, block.line, draw) for inline in inlines]

    match block:
        case md.Heading():
            yield {"kind": "heading", "level": block.level, "words": words(block.inlines)}
        case md.Words():
            yield {"kind": "words", "words": words(block.inlines)}
        case md.Listing():
            items = [list(web_page(setter, item, room, draw)) for item in block.items]
            yield {"kind": "list", "first": block.first, "items": items}
        case md.Pictures():
            pictures = []
            for each in block.drawn:
                one = setter.shown.picture(each, room, block.line)
                scene = Scene((0.0, 0.0, one.width, one.height), tuple(one.at(0.0, 0.0)))
                pictures.append({**draw(scene), "alt": one.alt, "words": words(each.caption)})
            yield {"kind": "pictures", "pictures": pictures}
        case md.Table():
            yield {"kind": "table", "rows": [[words(cell) for cell in row] for row in block.rows]}
        case md.Aside():
            yield {"kind": "aside", "blocks": list(web_page(setter.named(block), block.blocks, room, draw))}
        case md.Contents():
            return
        case _:
            assert_never(block)


def _inline(setter: Typesetter, inline: md.Inline, line: int, draw: Draw) -> Facts:
    if not inline.icon:
        return {"text": inline.text, "bold": inline.bold, "italic": inline.italic}
    with setter.placed(line, f"[[{inline.icon}]]"):
        icon = setter.ctx.resources.artwork(setter.ctx.resources.icon(inline.icon), {}, 1.0, "icon")
    x, y, wide, high = icon.box
    return {"icon": draw(Scene((0.0, 0.0, wide, high), (Use(icon, translate(-x, -y)),))), "alt": named(inline.icon)}
