"""Measures how far other programs' pictures of our PDF and SVG are from our PNG, for what type and shapes can do.

Run by hand, with Poppler, Ghostscript, librsvg and Chromium installed: it prints the table of docs/printing.md.
A pixel differs if it is darker or lighter, by more than `MUCH`, than all that are there and beside it in the other
picture: how edges are smoothed is left out.
"""

import io
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import resvg_py
from PIL import Image

from generator.draw.colour.ink import InkMode
from generator.draw.scene import Group, Page
from generator.faces.faces import Faces
from generator.formats import svg
from generator.formats.pdf import pages as pdf
from generator.formats.png import render_page
from specs.load import load

HERE = Path(__file__).parent
WIDTH, HEIGHT, DPI = 600, 400, 254  # of a card, in pixels
MUCH = 32  # of 255
FRAME = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" viewBox="0 0 60 40">'
    '<rect x="2" y="2" width="56" height="36" rx="9" fill="#fbf5e6" stroke="#1f6f78" stroke-width="2"/>'
    '<circle cx="7" cy="7" r="4" fill="#e0b040"/></svg>'
)


def cards(folder: Path, ink: str) -> Iterator[tuple[str, Page]]:
    """Yield each card's name and page."""
    shutil.copy(HERE / "alike.yaml", folder)
    (folder / "frame.svg").write_text(FRAME, encoding="utf-8")
    Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=FRAME, width=180)))).save(folder / "frame.png")
    document = load(folder / "alike.yaml")
    faces, mode = Faces(document, frozenset()), InkMode(ink)
    for piece in document.pieces["card"]:
        yield piece.id, Page.whole((60, 40), (Group(mode(faces.front(piece)).nodes),), ("card",))


def pixels(picture: Image.Image) -> np.ndarray:
    return np.asarray(picture.convert("RGB").resize((WIDTH, HEIGHT)), dtype=float)


def run(*command: object) -> None:
    subprocess.run(list(map(str, command)), check=True, capture_output=True)


def of_pdf(drawn: list[Page], folder: Path) -> dict[str, list[np.ndarray]]:
    file = folder / "cards.pdf"
    pdf.write(drawn, pdf.Meta("cards"), file)
    run("pdftoppm", "-r", DPI, "-png", file, folder / "poppler")
    smooth = ("-dTextAlphaBits=4", "-dGraphicsAlphaBits=4")
    run("gs", "-q", "-sDEVICE=png16m", f"-r{DPI}", *smooth, "-o", folder / "gs-%02d.png", file)
    return {
        "PDF, Poppler": [pixels(Image.open(each)) for each in sorted(folder.glob("poppler-*.png"))],
        "PDF, Ghostscript": [pixels(Image.open(each)) for each in sorted(folder.glob("gs-*.png"))],
    }


def of_svg(drawn: list[Page], folder: Path, chromium: str) -> dict[str, list[np.ndarray]]:
    files = [folder / f"card-{n:02}.svg" for n in range(len(drawn))]
    found: dict[str, list[np.ndarray]] = {"SVG, resvg": [], "SVG, librsvg": []}
    for file, page in zip(files, drawn, strict=True):
        file.write_text(svg.page_svg(page), encoding="utf-8")
        shown = resvg_py.svg_to_bytes(svg_path=str(file), dpi=96, width=WIDTH, height=HEIGHT, background="white")
        found["SVG, resvg"].append(pixels(Image.open(io.BytesIO(bytes(shown)))))
        png = file.with_suffix(".png")
        run("rsvg-convert", "-w", WIDTH, "-h", HEIGHT, "-b", "white", file, "-o", png)
        found["SVG, librsvg"].append(pixels(Image.open(png)))
    images = "".join(f'<img src="{file.name}" width="{WIDTH}" height="{HEIGHT}">' for file in files)
    style = "<style>body{margin:0}img{display:block}</style>"
    (folder / "all.html").write_text(f"<!DOCTYPE html>{style}{images}", encoding="utf-8")
    size, shot = f"--window-size={WIDTH},{HEIGHT * len(files)}", folder / "all.png"
    run(chromium, "--headless", "--no-sandbox", "--hide-scrollbars", size, f"--screenshot={shot}", folder / "all.html")
    with Image.open(shot) as whole:
        strips = [whole.crop((0, HEIGHT * n, WIDTH, HEIGHT * (n + 1))) for n in range(len(files))]
    found["SVG, Chromium"] = [pixels(strip) for strip in strips]
    return found


def beside(picture: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the darkest and the lightest of each pixel and the eight around it."""
    padded = np.pad(picture, ((1, 1), (1, 1), (0, 0)), mode="edge")
    around = [padded[y : y + HEIGHT, x : x + WIDTH] for y in range(3) for x in range(3)]
    return np.minimum.reduce(around), np.maximum.reduce(around)


def apart(one: np.ndarray, other: np.ndarray) -> tuple[float, float]:
    """Return the mean difference of two pictures, of 255, and the share of pixels that differ apart from edges."""
    differs = np.zeros((HEIGHT, WIDTH), dtype=bool)
    for this, that in ((one, other), (other, one)):
        low, high = beside(that)
        differs |= ((this < low - MUCH) | (this > high + MUCH)).any(axis=-1)
    return float(np.abs(one - other).mean()), float(differs.mean())


def measured(ink: str, kept: Path | None) -> dict[str, dict[str, tuple[float, float]]]:
    """Return, for each card, how far each program's picture is from ours; the pictures are `kept` in a folder."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        named = list(cards(folder, ink))
        drawn, ours = [page for _, page in named], []
        for number, page in enumerate(drawn):
            render_page(page, DPI, folder / f"ours-{number:02}.png")
            ours.append(pixels(Image.open(folder / f"ours-{number:02}.png")))
        chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))))
        theirs = {**of_pdf(drawn, folder), **of_svg(drawn, folder, chromium)}
        if kept is not None:
            shutil.copytree(folder, kept / ink, dirs_exist_ok=True)
        return {
            card: {by: apart(ours[number], each[number]) for by, each in theirs.items()}
            for number, (card, _) in enumerate(named)
        }


def table(kept: Path | None) -> Iterator[str]:
    """Yield the table's lines: of each format's programs the one that is farthest away."""
    found = {ink: measured(ink, kept) for ink in ("normal", "outline")}
    columns = [(ink, form) for ink in found for form in ("PDF", "SVG")]
    yield "| | " + " | ".join(f"{form}, `{ink}`" for ink, form in columns) + " |"
    yield "|---" * (len(columns) + 1) + "|"
    for card in found["normal"]:
        cells = [card.replace("-", " ")]
        for ink, form in columns:
            figures = [figure for by, figure in found[ink][card].items() if by.startswith(form)]
            mean, share = (max(each) for each in zip(*figures, strict=True))
            cells.append(f"{mean:.1f}, {100 * share:.2f} %")
        yield "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    print(*table(Path(sys.argv[1]) if len(sys.argv) > 1 else None), sep="\n")
