"""Which branches the tests reach, by room: `make coverage`. Programs that tests start count as well.

    python tests/covered.py [PYTEST ARGUMENTS]

A table to read, not a target: what no test reaches may be dead, or a promise nobody keeps.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
ROOMS = ("specs", "generator", "companion")
CONFIG = """[run]
branch = true
parallel = true
source = {rooms}
data_file = {folder}/reached
patch = subprocess, fork, _exit
"""
COUNTED = ("num_statements", "covered_lines", "num_branches", "covered_branches")


def by_room(files: Mapping[str, Mapping[str, Mapping[str, int]]]) -> dict[str, Counter[str]]:
    """The counts of coverage.py by room: a package of the first level, or of the second."""
    found: dict[str, Counter[str]] = {}
    for file, told in files.items():
        room = "/".join(Path(file).parent.parts[:2])
        found.setdefault(room, Counter()).update({key: told["summary"][key] for key in COUNTED})
    return dict(sorted(found.items()))


def table(rooms: Mapping[str, Counter[str]]) -> str:
    lines = ["| room | lines | reached | branches | reached |", "|---|---|---|---|---|"]
    for room, count in [*rooms.items(), ("all", sum(rooms.values(), Counter[str]()))]:
        statements, lines_, branches, reached = (count[key] for key in COUNTED)
        lines.append(
            f"| {room} | {statements} | {share(lines_, statements)} | {branches} | {share(reached, branches)} |"
        )
    return "\n".join(lines)


def share(some: int, of: int) -> str:
    return f"{100 * some / of:.1f} %" if of else ""


def main() -> int:
    with TemporaryDirectory() as folder:
        config, told = Path(folder) / "config", Path(folder) / "told.json"
        config.write_text(CONFIG.format(rooms=",".join(ROOMS), folder=folder), encoding="utf-8")
        coverage = [sys.executable, "-m", "coverage"]
        own = [f"--rcfile={config}"]
        tests = [*coverage, "run", *own, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", *sys.argv[1:]]
        status = subprocess.run(tests, cwd=ROOT, check=False).returncode
        subprocess.run([*coverage, "combine", "--quiet", *own], cwd=ROOT, check=True)
        subprocess.run([*coverage, "json", "--quiet", *own, "-o", str(told)], cwd=ROOT, check=True)
        print(table(by_room(json.loads(told.read_bytes())["files"])))
    return status


if __name__ == "__main__":
    sys.exit(main())
