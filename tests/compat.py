"""The tests on the lowest versions that pyproject.toml allows, and on the pinned ones under each Python that is here.

    python tests/compat.py [--only NAME]... [PYTEST ARGUMENTS]

NAME is `lowest`, `3.11`, `3.12` and so on. Environments are made in `.compat/` and kept there. What a user installs is
taken at its lowest version; what only the tests need, and what the dependencies need in turn, is as pinned. That the
versions asked for are those installed is checked before the tests start. In the end all games are built in each pinned
environment, and every file must be the same in all of them, byte for byte.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOME = ROOT / ".compat"
PINNED = ROOT / "constraints.txt"
MINORS = range(11, 16)


def canonical(name: str) -> str:
    """A package's name as the index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def lower_bounds(pyproject: str) -> dict[str, str]:
    """Package -> the lowest version its requirement allows, of all that a user installs.

    Raises:
        ValueError: a requirement without a lower bound
    """
    found = {}
    for requirement in tomllib.loads(pyproject)["project"]["dependencies"]:
        if not (given := re.match(r"([\w.-]+)>=([\w.]+)", requirement)):
            raise ValueError(f"{requirement}: no lower bound")
        found[canonical(given[1])] = given[2]
    return found


def lowest(pyproject: str, pinned: str) -> str:
    """The pins with each of the project's own requirements at its lowest version."""
    bounds = lower_bounds(pyproject)
    pins = [line for line in pinned.splitlines() if line and not line.startswith("#")]
    others = [line for line in pins if canonical(line.partition("==")[0]) not in bounds]
    return "".join(f"{line}\n" for line in [*others, *(f"{name}=={bound}" for name, bound in bounds.items())])


def same(installed: str, asked: str) -> bool:
    """Whether two versions are one: 1.3 is 1.3.0."""
    return re.sub(r"(\.0)+$", "", installed) == re.sub(r"(\.0)+$", "", asked)


def not_as_asked(frozen: str, constraints: str) -> list[str]:
    """Installed packages whose version is not the one the constraints name."""
    asked = {canonical(name): version for name, _, version in (line.partition("==") for line in constraints.split())}
    installed = [line.partition("==") for line in frozen.split() if "==" in line]
    return [
        f"{name}=={version}, not {asked[canonical(name)]}"
        for name, _, version in installed
        if canonical(name) in asked and not same(version, asked[canonical(name)])
    ]


def suite(name: str, python: str, constraints: Path, arguments: list[str]) -> bool:
    """Whether every test passes in the environment of that name, made where there is none."""
    home = HOME / name
    inside = str(home / "bin" / "python")
    print(f"== {name}: {constraints.name}", flush=True)
    if not Path(inside).exists() and subprocess.run([python, "-m", "venv", str(home)], check=False).returncode:
        return False
    install = [inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", ".[test]"]
    install += ["--config-settings", "editable_mode=compat"]
    environment = {**os.environ, "PIP_CONSTRAINT": str(constraints)}
    if subprocess.run(install, cwd=ROOT, env=environment, check=False).returncode:
        return False
    frozen = subprocess.run([inside, "-m", "pip", "freeze"], capture_output=True, text=True, check=True).stdout
    if wrong := not_as_asked(frozen, constraints.read_text()):
        print(f"installed are {'; '.join(wrong)}", flush=True)
        return False
    return not subprocess.run([inside, "-m", "pytest", "-q", "-n", "2", *arguments], cwd=ROOT, check=False).returncode


def built(name: str) -> dict[str, str]:
    """What an environment builds of all games with a seed: sha256 by file."""
    inside, out = str(HOME / name / "bin" / "python"), HOME / "built" / name
    found = {}
    for game in sorted(file.stem for file in (ROOT / "specs").glob("*.yaml")):
        build = ["-m", "generator.cli.main", "build", game, "--seed", "7", "--out", str(out), "--format", "pdf"]
        subprocess.run([inside, *build, "--format", "svg"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        files = json.loads((out / game / "manifest.json").read_bytes())["files"]
        found |= {f"{game}/{file}": facts["sha256"] for file, facts in files.items()}
    return found


def unlike(builds: dict[str, dict[str, str]]) -> list[str]:
    """The files that are not the same in all builds, or that some lack."""
    files = sorted({file for build in builds.values() for file in build})
    return [file for file in files if len({build.get(file) for build in builds.values()}) > 1]


def runs(python: str) -> bool:
    """Whether a command starts a Python: a shim of a version manager may be there without one."""
    return not subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME")
    given, arguments = parser.parse_known_args()
    HOME.mkdir(exist_ok=True)
    lowest_file = HOME / "lowest.txt"
    lowest_file.write_text(lowest((ROOT / "pyproject.toml").read_text(), PINNED.read_text()))
    wanted = {"lowest": (sys.executable, lowest_file)}
    for minor in MINORS:
        python = shutil.which(f"python3.{minor}")
        if python and runs(python):
            wanted[f"3.{minor}"] = (python, PINNED)
        else:
            print(f"== 3.{minor}: not here", flush=True)
    if unknown := set(given.only or ()) - set(wanted):
        parser.error(f"{', '.join(sorted(unknown))} is not here; here are {', '.join(wanted)}")
    chosen = {name: of for name, of in wanted.items() if not given.only or name in given.only}
    failed = [name for name, (python, constraints) in chosen.items() if not suite(name, python, constraints, arguments)]
    builds = {name: built(name) for name in chosen if name != "lowest" and (HOME / name / "bin" / "python").exists()}
    if differing := unlike(builds):
        print(f"not the same in {', '.join(builds)}: {', '.join(differing)}")
        failed.append("the builds")
    elif builds:
        print(f"the same {len(next(iter(builds.values())))} files of all games in {', '.join(builds)}")
    print(f"failed: {', '.join(failed)}" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
