"""The parts of a self-contained HTML file: no script, no network, every chart with its table beside it."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template

from companion.club.figures import Columns
from generator.draw.fonts.fonts import bundled
from specs.base.languages import ENGLISH, say, spoken
from specs.base.web import pages

FONTS = ("Cinzel-Bold", "AlegreyaSans-Regular", "AlegreyaSans-Bold")
STYLE, PAGE = (Path(__file__).with_name(name) for name in ("leaf.css", "leaf.html"))


def document(title: str, parts: Iterable[str]) -> str:
    """Return the file's text: a title, and the parts of the page."""
    language = ENGLISH if (tongue := spoken()) is None else tongue.language
    faces = "".join(
        f'@font-face {{ font-family: "{name}"; src: url("data:font/ttf;base64,{_base64(font)}"); }}\n'
        for name, font in pages.latin(bundled()).items()
        if name in FONTS
    )
    style = faces + STYLE.read_text(encoding="utf-8")
    hashed, body = _base64(sha256(style.encode()).digest()), "\n".join(parts)
    page = Template(PAGE.read_text(encoding="utf-8"))
    return page.substitute(language=language, hashed=hashed, title=escape(title), style=style, parts=body)


def _base64(data: bytes) -> str:
    return b64encode(data).decode()


def section(title: str, body: str) -> str:
    """Return a part of the page under a heading."""
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def sections(parts: Iterable[Columns], before: str = "") -> list[str]:
    """Return the non-empty tables, each under its heading."""
    return [section(part.heads[0], before + of_columns(part)) for part in parts if part.rows]


def side_by_side(title: str, parts: Iterable[str], before: str = "") -> list[str]:
    """Return parts of the page side by side under a heading; empty if there are none."""
    body = "".join(parts)
    return [section(title, f"{before}<div class=two>{body}</div>")] if body else []


def of_columns(part: Columns) -> str:
    """Return a part of the figures as a table to stand under its heading."""
    return table(("", *part.heads[1:]), part.rows)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; the first cell of each row is its head."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(str(row[0]))}</th>'
        + "".join(f"<td>{escape(str(cell))}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f'<div class=wide tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def folded(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table that is collapsed at first."""
    return f"<details><summary>{say('As a table')}</summary>{table(heads, rows)}</details>"


def figure(drawn: str, caption: str = "") -> str:
    """Return a chart with its caption."""
    return f"<figure>{drawn}{f'<figcaption>{escape(caption)}</figcaption>' if caption else ''}</figure>"
