"""Prints icons on sheets to look at, or to cut out: each is a piece of a small game."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.building.build import Built, build
from generator.building.loading import asked
from generator.faces.pictures.icons import FOLDER, Icon
from generator.plan.runs import Request


def sheet(found: Iterable[Icon], out: Path, words: Mapping[str, object]) -> Built:
    """Print icons to `out/icons`. Raises SpecError for bad options; OSError."""
    with TemporaryDirectory() as folder:
        spec = Path(folder) / "icons.yaml"
        spec.write_bytes((FOLDER / "sheet.yaml").read_bytes())
        rows = "".join(f"{icon.name}\n" for icon in found)
        spec.with_suffix(".csv").write_text(f"name\n{rows}", encoding="utf-8")
        return build(*asked(spec, {"marks": "none", "formats": ("pdf",), **words}), Request(out=out))
