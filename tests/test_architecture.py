"""What import-linter (`.importlinter`) cannot say of the design: no game in the shell, few imports on a cold start."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cases import data

ROOT = Path(__file__).parent.parent
ROOMS = ("specs", "generator", "companion")
FILES = sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
GAMES = ROOT / "companion" / "games"
SHELL = [
    f for f in FILES if f.is_relative_to(ROOT / "companion") and (f.parent == GAMES or not f.is_relative_to(GAMES))
]
OF_GAMES = [file for file in FILES if file.is_relative_to(GAMES) and file.parent != GAMES]
# The page's pictures and fonts: only `companion serve` and `export --html` load them.
PAGE_DRAWS = (
    *(ROOT / "companion" / "page" / f"{name}.py" for name in ("drawing", "motion", "assets")),
    ROOT / "companion" / "club" / "html.py",
    GAMES / "tabletop.py",  # which only the games' pictures load
)
NAMES = sorted(folder.name for folder in GAMES.iterdir() if (folder / "__init__.py").is_file())

# What is for pictures, languages, tables of data and other formats.
RARE = {"PIL", "babel", "defusedxml", "fontTools", "lxml", "markdown_it", "openpyxl", "polib", "pypdfium2",
        "reportlab", "rich", "sqlite3", "svgwrite"}  # fmt: skip
# What a game needs no more than the spec and the drawing for: files, clocks, terminals, databases, processes, chance.
IMPURE = {"os", "io", "pathlib", "sqlite3", "subprocess", "socket", "time", "datetime", "tempfile", "shutil", "sys",
          "secrets", "uuid", "typer", "prompt_toolkit", "yaml", "threading", "asyncio"}  # fmt: skip
DECK = data(__file__)["DECK"]
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "breakpoint"}


def name(file: Path) -> str:
    return str(file.relative_to(ROOT))


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def imports(file: Path, *, lazy: bool = True, typing: bool = True) -> list[tuple[str, int]]:
    """(module, line) of every import; without `lazy` only those run on import, without `typing` not those for types."""

    def walk(nodes: list[ast.stmt]) -> Iterator[tuple[str, int]]:
        for node in nodes:
            match node:
                case ast.Import(names=names):
                    yield from ((alias.name, node.lineno) for alias in names)
                case ast.ImportFrom(module=module, level=0, names=names):
                    yield from ((f"{module}.{alias.name}", node.lineno) for alias in names)
                case ast.ImportFrom(level=level, module=module):
                    package = file.relative_to(ROOT).with_suffix("").parts[:-level]
                    yield ".".join([*package, *([module] if module else [])]), node.lineno
                case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body, orelse=orelse):
                    yield from walk([*(body if typing else []), *orelse])
                case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body):
                    yield from walk(body) if lazy else ()
                case _:
                    inner = [part for part in ast.walk(node) if isinstance(part, ast.stmt) and part is not node]
                    yield from walk([part for part in inner if isinstance(part, ast.Import | ast.ImportFrom | ast.If)])
                    if lazy:
                        yield from walk([part for part in inner if isinstance(part, ast.FunctionDef)])

    return list(walk(parsed(file).body))


def within(folder: Path) -> list[Path]:
    return [file for file in FILES if file.is_relative_to(folder)]


def room(module: str) -> str:
    return module.partition(".")[0]


def test_the_companion_asks_the_generator_only_for_a_picture() -> None:
    for file in within(ROOT / "companion"):
        if (file.is_relative_to(GAMES) and file.name == "picture.py") or file in PAGE_DRAWS:
            continue  # the modules that draw; what a move imports is tested below
        for module, line in imports(file, lazy=False, typing=False):
            assert room(module) != "generator", f"{name(file)}:{line}: {module} is loaded on every start"
        if file.is_relative_to(GAMES):
            continue
        asked = {module for module, _ in imports(file) if room(module) == "generator"}
        may_ask = ("views.py", "look.py", "pictures.py", "tabletop.py")
        assert not asked or file.name in may_ask, f"{name(file)} imports {asked}"


def test_the_shell_knows_no_game() -> None:
    for file in SHELL:
        for module, line in imports(file):
            game = module.removeprefix("companion.games.").partition(".")[0]
            assert game not in NAMES, f"{name(file)}:{line}: {module}"
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.Compare | ast.Match):
                words = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
                assert not words & set(NAMES), f"{name(file)}:{node.lineno}: asks which game it is"


def test_a_game_does_no_input_or_output() -> None:
    for file in OF_GAMES:
        for module, line in imports(file, typing=False):
            assert room(module) not in IMPURE, f"{name(file)}:{line}: imports {module}"
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in IMPURE_CALLS, f"{name(file)}:{node.lineno}: calls {node.func.id}"


def test_a_game_knows_no_other_game_and_no_shell() -> None:
    for file in OF_GAMES:
        own = ".".join(file.relative_to(ROOT).parts[:3])
        for module, line in imports(file):
            if room(module) == "companion":
                shared = ("contract", "games.tabletop")
                fine = module.startswith((own, *map("companion.{}".format, shared)))
                assert fine, f"{name(file)}:{line}: imports {module}"


def test_files_can_be_read_in_one_sitting() -> None:
    assert not [name(file) for file in FILES if len(file.read_text(encoding="utf-8").splitlines()) > 450]


def test_names_say_what_is_inside() -> None:
    vague = {"utils", "util", "helpers", "common", "misc", "tools"}
    assert not [name(file) for file in FILES if file.stem in vague]


def test_what_a_move_imports_is_little() -> None:
    """`companion move` and `show` are a process each: nothing slow may be loaded on their way."""
    import subprocess
    import sys

    script = (
        "import sys, companion.cli.main, companion.cli.turns, companion.cli.views; from companion import games;"
        "found = [games.Game(name) for name in games.names()];"
        "[(game.rules, game.sentences, game.labels) for game in found]; print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    slow = {
        "yaml",
        "msgspec",
        "rich",
        "prompt_toolkit",
        "reportlab",
        "svgwrite",
        "PIL",
        "fontTools",
        "json",
        "generator",
    }
    assert not slow & {room(module) for module in loaded.split()}


def test_what_a_build_imports_is_little(tmp_path: Path) -> None:
    """105 cards are to be drawn as fast as by a script of their own: what few of them need is loaded by those alone."""
    import subprocess
    import sys

    spec = tmp_path / "deck.yaml"
    spec.write_text(DECK, encoding="utf-8")
    build = ["generator", "build", str(spec), "--format", "pdf", "--out", str(tmp_path)]
    script = (
        f"import sys; sys.argv = {build!r}\n"
        "from generator.cli.main import main\n"
        "try:\n    main()\nfinally:\n    print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert (tmp_path / "deck" / "deck.pdf").exists()
    loaded = done.splitlines()[-1].split()
    translation = {name for name in loaded if name.startswith("specs.translation.")}
    assert translation <= {"specs.translation.rendering"}
    assert not RARE & {room(module) for module in loaded}
