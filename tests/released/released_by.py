"""Writes what users of this version have on their disks into tests/released/VERSION: each later version reads it.

    python tests/released/released_by.py [VERSION PROJECT]

Without words: this version, from here; else another, whose files lie in the folder PROJECT. Run once, when a version
is released; what is there already is never written again.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
RECORDS = ("atlantis-3-path", "circles-2-players", "escape-2-dealt", "gods-1-solo-won")
OWN, OWN_TURNS = "market", ("buy blue-1", "rest", "rest")  # a game of one's own, by its spec; 0.1.0 had none
PROGRAM = "import sys; from {0}.cli import main; sys.argv[0] = '{0}'; main()"


def own_facts(shown: dict[str, Any]) -> list[object]:
    """What every later version must find again of the game of one's own."""
    return [shown["plies"], shown["turn"], [player["counters"] for player in shown["players"]]]


def leave(version: str, project: Path, folder: Path) -> None:
    """A store with a game of each kind, their records, a printer, a spec and a build of it."""
    environment = os.environ | {"PYTHONPATH": str(project), "COMPANION_DB": str(folder / "store.db")}
    with TemporaryDirectory() as elsewhere:
        environment |= {"HOME": elsewhere, "XDG_CONFIG_HOME": elsewhere, "XDG_DATA_HOME": elsewhere}

        def run(program: str, *words: str) -> str:
            command = [sys.executable, "-P", "-c", PROGRAM.format(program), *words]
            done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True)
            return done.stdout

        told: dict[str, Any] = {"version": version, "positions": {}}
        for number, name in enumerate(RECORDS, 1):
            run("companion", "import", str(project / "tests" / "records" / f"{name}.yaml"))
            run("companion", "note", "kept for later versions")
            facts = json.loads(run("companion", "--game", str(number), "show", "--as", "referee", "--json"))
            told["positions"][name] = facts["position"]
            (folder / f"{name}.yaml").write_text(run("companion", "export", "--as", "referee"), encoding="utf-8")
        if (own := project / "tests" / "companion" / "free" / f"{OWN}.yaml").exists():
            shutil.copy(own, folder)
            run("companion", "new", own.name, "Ann", "Bob", "--seed", "7")
            for turn in OWN_TURNS:
                run("companion", "move", turn)
            told["own"] = own_facts(json.loads(run("companion", "show", "--as", "referee", "--json")))
            run("companion", "export", "--as", "referee", f"{OWN}-record.yaml")
            with closing(sqlite3.connect(folder / "store.db", isolation_level=None)) as db:
                # where the spec lay is this machine's alone
                db.execute("UPDATE games SET setup = replace(setup, ?, '/games')", (str(folder),))
                db.execute("VACUUM")
        run("generator", "calibrate", "--set", "kitchen", "1.5,-0.5", "--bottom", "1.2,-0.5", "--scale", "99.5,100")
        shutil.copy(project / "tests" / "generator" / "rich.yaml", folder / "spec.yaml")
        built = json.loads(run("generator", "build", "spec.yaml", "--out", elsewhere, "--format", "pdf", "--json"))
        (folder / "printed").mkdir()
        shutil.copy(Path(built["folder"]) / "manifest.json", folder / "printed")
        shutil.copy(next(Path(elsewhere).rglob("printers.json")), folder)
    (folder / "told.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    root = HERE.parents[1]
    sys.path.insert(0, str(root))
    from specs.base.version import VERSION

    version, project = sys.argv[1:] or (VERSION, root)
    folder = HERE / version
    if folder.exists():
        print(f"{folder} is there; a released version is left as it was", file=sys.stderr)
        return 1
    with TemporaryDirectory() as made:
        leave(version, Path(project).resolve(), Path(made))
        shutil.copytree(made, folder)
    print(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
