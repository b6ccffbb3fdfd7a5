"""Makes the site that needs nothing installed: `make web` writes it to build/web, for any web host.

    python docs/web/make_web.py [--to FOLDER]

Python itself is Pyodide's, from npm. Compiled packages are wheels of the Python registry, pinned in wheels.txt by their
hashes. All else is copied from this environment, whose versions constraints.txt pins. The site's bill.json lists what
others wrote, with versions and licences; `files.json` lists what a browser keeps to work without network.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from string import Template
from zipfile import ZIP_DEFLATED, ZipFile

from PIL import Image

from companion.games import of
from companion.page.assets import STATIC as TABLE
from generator import load
from generator.draw.fonts import fonts
from generator.faces.pictures.artwork.pixels import png
from generator.studio.assets import STATIC as STUDIO
from specs.base.web import pages
from specs.load import bundled

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KEPT = ROOT / "build" / "web-parts"  # fetched files, kept for the next time
PURE = (
    "annotated-doc", "anyio", "fonttools", "idna", "markdown-it-py", "mdurl", "platformdirs", "polib",
    "pyphen", "python-bidi", "pyyaml", "rectpack", "reportlab", "segno", "shellingham", "starlette", "svgwrite",
    "tinycss2", "typer", "typing_extensions", "webencodings",
)  # fmt: skip
MODULES = KEPT / "node_modules"
OURS = ("specs", "generator", "companion")
UNUSED = re.compile(  # files of packages that no page of the site reads, or that are there twice
    r"(^|/)(tests?|__pycache__|graphics|barcode|reportlab/fonts|otlLib|platypus|feaLib|mtiLib|designspaceLib|ufoLib|qu2cu"
    r"|cu2qu|merge|voltLib|varLib|pypdfium2_cli|_cli|hyph_(de_AT|de_CH|nn_NO)\.dic|testclient\.py|_trio\.py|bidi/(__init__|wrapper)\.py|.*\.(so|pyi|pyx|c|exe))($|/)"
)
NEEDED = re.compile(
    r"\.abi3\.so$|wasm32-emscripten\.so$|pypdfium2_raw/.*\.so$|varLib/(__init__|models|multiVarStore|varStore|builder)\.py$"
)
LIBRARIES = {"pyodide": "MPL-2.0", "clipper-lib": "BSL-1.0", "jpeg-js": "BSD-3-Clause"}
PLATFORM = ["--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314", "--implementation", "cp"]
PLATFORM += [word for abi in ("cp314", "abi3", "none") for word in ("--abi", abi)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "web")
    site = parser.parse_args().to
    if shutil.which("npm") is None:
        print("not made: npm is needed for it; on Debian and Ubuntu: apt install npm", file=sys.stderr)
        return 2
    fetched()
    with tempfile.TemporaryDirectory(dir=KEPT) as folder:
        made = Path(folder) / "site"
        shutil.copytree(HERE / "static", made)
        shared(made)
        paged(made)
        housed(made / "studio", STUDIO, "index.html", "studio")
        housed(made / "play", TABLE, "table.html", "table")
        gathered(Path(folder) / "packages")
        compiled(Path(folder) / "packages", made)
        shown(made)
        (made / "bill.json").write_text(json.dumps(bill(), indent=1, ensure_ascii=False), encoding="utf-8")
        listed(made)
        shutil.rmtree(site, ignore_errors=True)
        site.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, site)
    size = sum(each.stat().st_size for each in site.rglob("*") if each.is_file())
    print(f"{site / 'index.html'}: {size / 1e6:.1f} MB; try it: python3 -m http.server -d {site}")
    return 0


def fetched() -> None:
    """Fetch Pyodide and the compiled packages, and check their hashes."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, KEPT)
    if not all((MODULES / name).is_dir() for name in LIBRARIES):
        npm = ["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", KEPT]
        subprocess.run(npm, check=True, stdin=subprocess.DEVNULL)
    wanted = ["--require-hashes", "--no-deps", "--only-binary", ":all:", *PLATFORM, "--dest", KEPT / "wheels"]
    if len(list((KEPT / "wheels").glob("*.whl"))) < len(compiled_packages()):
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--requirement", HERE / "wheels.txt", *wanted]
        subprocess.run(pip, check=True)


def compiled_packages() -> dict[str, str]:
    """Return the packages of wheels.txt with their versions."""
    return dict(re.findall(r"^([\w-]+)==(\S+)", (HERE / "wheels.txt").read_text(encoding="utf-8"), re.MULTILINE))


def gathered(to: Path) -> None:
    """Copy every module and file that Python may load in the browser into a folder."""
    for name in PURE:
        for file in metadata.distribution(name).files or ():
            if file.parts[0] not in ("..", ".") and ".dist-info" not in file.parts[0]:
                taken(Path(str(file.locate())), to / str(file))
    for wheel in (KEPT / "wheels").glob("*.whl"):
        with tempfile.TemporaryDirectory() as folder, ZipFile(wheel) as archive:
            archive.extractall(folder)
            for file in Path(folder).rglob("*"):
                if ".dist-info" not in str(file):
                    taken(file, to / file.relative_to(folder))
    (to / "bidi" / "__init__.py").touch()  # its own loads its compiled part
    files = subprocess.run(["git", "ls-files", *OURS], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in files.splitlines():
        if "codemirror" not in name:  # the page has its own copy
            copied(ROOT / name, to / name)
    shutil.copytree(HERE / "host", to, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (*(ROOT / "companion" / "words").glob("*.mo"), *(ROOT / "generator" / "words").glob("*.mo")):
        copied(file, to / file.relative_to(ROOT))


def taken(file: Path, to: Path) -> None:
    name = to.as_posix()
    if file.is_file() and file.suffix != ".pyc" and (NEEDED.search(name) or not UNUSED.search(name)):
        copied(file, to)


def copied(file: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)


def compiled(packages: Path, site: Path) -> None:
    """Compile what npm brought, and the packages, with the Python that will load them: the same bytes each time."""
    loose = packages.with_suffix(".zip")
    with ZipFile(loose, "w") as file:
        for each in sorted(packages.rglob("*")):
            if each.is_file():
                file.write(each, each.relative_to(packages))
    subprocess.run(["node", HERE / "compile.mjs", MODULES, loose, site], check=True)


def shared(site: Path) -> None:
    """Write the files that every page has, with relative addresses, so that the site can be in any folder."""
    for name, kept in pages.files(HERE / "static", pages.latin(fonts.bundled())).items():
        data = gzip.decompress(kept.packed)
        (site / name).write_bytes(data.replace(b'url("/', b'url("') if name == "look.css" else data)


def paged(site: Path) -> None:
    """Put each page into the one shell: a page's file is its skip link, its description, and its main part."""
    shell = Template((site / "shell.html").read_text(encoding="utf-8"))
    (site / "shell.html").unlink()
    for file in site.glob("*.html"):
        skip, about, main = file.read_text(encoding="utf-8").split("\n", 2)
        file.write_text(shell.substitute(page=file.stem, skip=skip, about=about, main=main.strip()), encoding="utf-8")
    square = (site / "icon.svg").read_text(encoding="utf-8").replace(' rx="6"', "")  # a home screen cuts the corners
    for side in (180, 192, 512):
        (site / f"icon-{side}.png").write_bytes(png(square, side, side, ()))


def housed(folder: Path, static: Path, file: str, module: str) -> None:
    """Write a page of the installed program into a folder of its own, started by a module of this site."""
    folder.mkdir()
    for name, kept in pages.files(static, {}).items():
        (folder / name).write_bytes(gzip.decompress(kept.packed))
    for words in static.glob("words-*.json"):
        shutil.copy(words, folder)
    look = (folder / "look.css").read_text(encoding="utf-8")
    (folder / "look.css").write_text(look.replace('url("/', 'url("../'), encoding="utf-8")
    policy = re.search("<meta http-equiv.*", (HERE / "static" / "shell.html").read_text(encoding="utf-8"))
    begins = f'<script type="module" src="../boot.mjs" data-page="{module}" data-words="words ../words"></script>'
    page = re.sub('(href|src)="/', r'\1="', pages.text(static, "index.html"))
    page = re.sub('<script type="module".*?</script>', begins, page)
    page = re.sub("<link rel=.preload.*\n", "", page)
    page = page.replace("</head>", '<link rel="stylesheet" href="../house.css">\n</head>')
    page = page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy.group() if policy else ""}')
    (folder / file).write_text(page, encoding="utf-8")


def shown(site: Path) -> None:
    """Write the pictures, the gallery's specs, the list of games and, if it was made, the documentation."""
    pictures = site / "pictures"
    pictures.mkdir()
    gallery = ROOT / "docs" / "examples" / "gallery"
    names = sorted(file.stem for file in gallery.glob("*.yaml"))
    covers = {gallery / f"{name}.png" for name in names}
    for file in (ROOT / "docs" / "printed.png", *(ROOT / "docs" / "pictures").glob("scene-*.jpg"), *covers):
        side = 1200 if file.stem == "printed" else 640
        picture = Image.open(file).convert("RGB")
        picture.thumbnail((side, side))
        picture.save(pictures / f"{file.stem}.jpg", quality=82)
    with ZipFile(site / "gallery.zip", "w", ZIP_DEFLATED) as file:
        for each in sorted({*gallery.rglob("*")} - covers):
            file.write(each, each.relative_to(gallery))
    (site / "gallery.json").write_text(json.dumps(names), encoding="utf-8")
    known = []
    for name in bundled():
        spec = load(name).spec
        dealt = [f"--{option.name}=dealt" for option in of(name).setup_options if "dealt" in option.choices]
        players = [spec.players.min, spec.players.max]
        known.append({"name": name, "title": spec.title, "players": players, "dealt": dealt})
    (site / "games.json").write_text(json.dumps(known), encoding="utf-8")
    if (ROOT / "build" / "docs" / "index.html").exists():
        shutil.copytree(ROOT / "build" / "docs", site / "docs")


def bill() -> list[dict[str, str]]:
    """Return the name, version and licence of everything in the site that others wrote."""
    found = [{"name": name, "version": version(name), "licence": licence} for name, licence in LIBRARIES.items()]
    for name in sorted({*PURE, *compiled_packages()}, key=str.lower):
        about = metadata.metadata(name)
        licence = about["License-Expression"] or next(licences(about), "") or (about["License"] or "")[:40]
        found.append({"name": name, "version": compiled_packages().get(name, about["Version"]), "licence": licence})
    return found


def licences(about: metadata.PackageMetadata) -> Iterator[str]:
    for each in about.get_all("Classifier") or ():
        if each.startswith("License :: OSI Approved :: "):
            yield each.rpartition(" :: ")[2]


def version(package: str) -> str:
    stored = json.loads((MODULES / package / "package.json").read_text(encoding="utf-8"))
    return str(stored["version"])


def listed(site: Path) -> None:
    """List what a browser keeps, by its hash: `core` at the first visit, the documentation as it is read. The service
    worker has the hash of all, by which a browser sees that the site is newer."""
    files = [each for each in sorted(site.rglob("*")) if each.is_file()]
    sums = {each.relative_to(site).as_posix(): sha256(each.read_bytes()).hexdigest()[:16] for each in files}
    whole = sha256(json.dumps(sums).encode()).hexdigest()[:12]
    worker = site / "service.js"
    stamped = re.sub('(?<=VERSION = ").*?(?=")', whole, worker.read_text(encoding="utf-8"))
    worker.write_text(stamped, encoding="utf-8")
    core = [name for name in sums if not name.startswith(("docs/", "service.js"))]
    (site / "files.json").write_text(json.dumps({"version": whole, "core": core, "sums": sums}), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
