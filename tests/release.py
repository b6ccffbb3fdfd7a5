"""A release, built and tried as its users will have it: `make release`. What it leaves is in build/release.

    python tests/release.py [--only 3.12]...

The files of the project as git has them make a source archive, and that a wheel. What both say of themselves is
checked; each is installed into a clean environment on every Python that is here, and both programs run from another
folder. All must print the same bytes. Beside the archives stands what is in an installation, as a CycloneDX list.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from compat import MINORS, PINNED, ROOT, runs

OUT = ROOT / "build" / "release"
MOST_BYTES = 3_000_000  # of a wheel
TEXTS = ("LICENSE", "generator/draw/fonts/files/OFL-Cinzel.txt", "generator/exports/shop_files/profiles/README.md")
BUNDLED = (("Cinzel", "OFL-1.1"), ("Alegreya Sans", "OFL-1.1"), ("EB Garamond", "OFL-1.1"), ("FOGRA39L", "Zlib"),
           ("SWOP TR 003", "Zlib"))  # fmt: skip
TRIED = (  # a build, and the first turn of a game
    ("generator", "build", "atlantis", "--seed", "7", "--players", "3", "--format", "pdf,svg"),
    ("companion", "new", "atlantis", "Ann", "Bob", "--seed", "42"),
    ("companion", "move", "1:F"),
)


class Unready(Exception):
    """What keeps the project from being released."""


def ready(version: str, changelog: str, tags: Sequence[str]) -> list[str]:
    """What a release of that version still lacks."""
    found = []
    heading = re.search(r"^## (.*)$", changelog, re.M)
    if heading is None or heading[1].split(",")[0] != version:
        found.append(f"CHANGELOG.md begins with {heading[1] if heading else 'no entry'}, not with {version}")
    elif "not yet" in heading[1]:
        found.append(f"CHANGELOG.md says of {version} when it was released: not yet")
    if tags and f"v{version}" not in tags:
        found.append(f"the commit is tagged {', '.join(tags)}, not v{version}")
    return found


def carried(wheel: Path) -> list[str]:
    """What is wrong with a wheel: its size, what it lacks, what it has of ours alone."""
    names = zipfile.ZipFile(wheel).namelist()
    found = [f"{wheel.name}: lacks the licence {text}" for text in TEXTS if not any(n.endswith(text) for n in names)]
    strange = [name for name in names if not re.match(r"(specs|generator|companion|tideline_press[-.])", name)]
    found += [f"{wheel.name}: {name} is no part of it" for name in strange]
    if (size := wheel.stat().st_size) > MOST_BYTES:
        found.append(f"{wheel.name}: {size:,} bytes; expected at most {MOST_BYTES:,}")
    return found


def run(*command: str | Path, **more: object) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload]
    if done.returncode:
        raise Unready(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return str(done.stdout)


def archives(folder: Path) -> tuple[Path, Path]:
    """The source archive, and the wheel that is made from it."""
    source = folder / "source"
    for name in run("git", "-C", ROOT, "ls-files", "-z").split("\0"):
        if name and (ROOT / name).exists():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    moment = run("git", "-C", ROOT, "log", "-1", "--format=%ct").strip()
    environment = os.environ | {"SOURCE_DATE_EPOCH": moment, "PIP_CONSTRAINT": str(PINNED)}
    run(sys.executable, "-m", "build", "--outdir", folder / "dist", source, env=environment)
    (wheel,), (sdist,) = (folder / "dist").glob("*.whl"), (folder / "dist").glob("*.tar.gz")
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)
    with tarfile.open(sdist) as archive:
        if not any(name.endswith("/tideline_press.py") for name in archive.getnames()):
            raise Unready(f"{sdist.name} lacks the programs' start")
    return sdist, wheel


def tried(python: str, archive: Path, folder: Path) -> dict[str, str]:
    """sha256 by file of what is printed, installed from an archive into a clean environment, outside the checkout."""
    home, elsewhere = folder / "env", folder / "elsewhere"
    elsewhere.mkdir(parents=True)
    run(python, "-m", "venv", home)
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PIP_", "XDG_"))}
    clean |= {"HOME": str(elsewhere), "PIP_CONSTRAINT": str(PINNED), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    run(home / "bin" / "python", "-m", "pip", "install", "--quiet", archive, env=clean)
    for program, *words in TRIED:
        run(home / "bin" / program, *words, cwd=elsewhere, env=clean)
    printed = sorted(file for file in (elsewhere / "output").rglob("*") if file.is_file())
    return {str(file.relative_to(elsewhere)): hashlib.sha256(file.read_bytes()).hexdigest() for file in printed}


def listed(environment: Path, version: str) -> None:
    """What is in an installation, each with its licence: packages as pip had them, fonts and profiles as bundled."""
    file = OUT / f"tideline-press-{version}.cdx.json"
    run(sys.executable, "-m", "cyclonedx_py", "environment", environment / "bin" / "python", "--of", "JSON", "-o", file)
    whole = json.loads(file.read_text(encoding="utf-8"))
    whole["components"] += [
        {"type": "data", "name": name, "bom-ref": f"bundled:{name}", "licenses": [{"license": {"id": licence}}]}
        for name, licence in BUNDLED
    ]
    file.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="PYTHON")
    only = parser.parse_args().only
    sys.path.insert(0, str(ROOT))
    from specs.base.version import VERSION

    named = {f"3.{minor}": shutil.which(f"python3.{minor}") for minor in MINORS}
    here = {name: path for name, path in named.items() if path and runs(path)}
    pythons = {name: path for name, path in here.items() if name in (only or here)}
    print(
        f"{VERSION} on Python {', '.join(pythons)}; not here: {', '.join(name for name in named if name not in here)}"
    )
    if not pythons:
        parser.error(f"expected one of {', '.join(here)}")
    tags = run("git", "-C", ROOT, "tag", "--points-at", "HEAD").split()
    lacking = ready(VERSION, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), tags)
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    try:
        with TemporaryDirectory() as name:
            folder = Path(name)
            built = archives(folder)
            lacking += carried(built[1])
            prints = {}
            for of, python in pythons.items():
                for archive in built:
                    print(f"{archive.name} on {of}", flush=True)
                    prints[of, archive.suffix] = tried(python, archive, folder / of / archive.suffix.strip("."))
            first = next(iter(prints.values()))
            lacking += [f"{of}, {kind}: other bytes than the first" for (of, kind), it in prints.items() if it != first]
            listed(folder / next(iter(pythons)) / "whl" / "env", VERSION)
            for archive in built:
                shutil.copy(archive, OUT)
    except Unready as unready:
        lacking.append(str(unready))
    whole = f"{OUT}: {len(first)} files printed alike by all"
    print(*(lacking or [whole]), sep="\n")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
