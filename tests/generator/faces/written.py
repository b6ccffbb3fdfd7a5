"""A spec of one component that is written for a test, with pictures beside it, and its faces."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from PIL import Image

from generator.draw.fonts import fonts
from generator.draw.scene import Scene
from generator.faces.faces import Faces
from specs.load import load

ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><rect x="-90" width="200" height="20"/></svg>'


@cache
def around() -> dict[str, str]:
    """The parts of the spec that a test may say otherwise."""
    parts: dict[str, str] = yaml.safe_load(Path(__file__).with_name("written.yaml").read_bytes())
    return parts


def written(folder: Path, elements: str, **parts: str) -> Path:
    """The spec's file; its elements begin at line 20, a line each."""
    for name, size in (("wide.png", (200, 100)), ("photo.png", (300, 200))):
        Image.new("RGB", size, "tomato").save(folder / name)
    (folder / "art.svg").write_text(ART, encoding="utf-8")
    lines = "\n".join(f"      - {line}" for line in elements.replace("\n ", " ").splitlines())
    text = around()["SPEC"].format(**{**around(), **parts}, elements=lines)
    (folder / "demo.yaml").write_text(text, encoding="utf-8")
    return folder / "demo.yaml"


def fronts(file: Path, options: frozenset[str] = frozenset()) -> list[Scene]:
    """The front of every piece."""
    document = load(file, fonts=fonts.bundled())
    faces = Faces(document, options)
    return [faces.front(piece) for piece in document.pieces["c"]]


def front(folder: Path, elements: str, **parts: Any) -> Scene:
    (scene,) = fronts(written(folder, elements, **parts))
    return scene
