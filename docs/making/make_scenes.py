"""`make scenes`: draws the four games on a table, docs/pictures/scene-GAME.jpg, each from a record up to a ply."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
SCENES = {"atlantis": ("atlantis-3-path", 25), "circles": ("circles-3-players-cancel", 36),
          "escape": ("escape-4-options", 150), "gods": ("gods-3-hidden", 152)}  # fmt: skip


def main() -> None:
    for game, (record, ply) in SCENES.items():
        with TemporaryDirectory() as folder:
            out = PICTURES / f"scene-{game}.jpg"
            begun = ["import", str(ROOT / "tests" / "records" / f"{record}.yaml")]
            for words in (begun, ["undo", str(ply)], ["show", "--force", "--scene", str(out)]):
                program = [Path(sys.executable).parent / "companion", "--db", f"{folder}/games.db"]
                subprocess.run([*program, *words], check=True, capture_output=True)
        print(f"{out.name}: {out.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
