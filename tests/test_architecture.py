"""What import-linter (`.importlinter`) cannot say of the design: no game in the shell, few imports on a cold start."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cases import data

ROOT = Path(__file__).parent.parent
FILES = sorted(file for room in ("specs", "generator", "companion") for file in (ROOT / room).rglob("*.py"))
GAMES = ROOT / "companion" / "games"
NAMES = {folder.name for folder in GAMES.iterdir() if (folder / "__init__.py").is_file()}
OF_GAMES = [file for file in FILES if file.is_relative_to(GAMES) and file.parent != GAMES]
SHELL = [file for file in FILES if file.is_relative_to(ROOT / "companion") and file not in OF_GAMES]
SAID = data(__file__)


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(file: Path) -> Iterator[tuple[str, str]]:
    """What a file imports anywhere in it, and where it does."""
    for node in ast.walk(parsed(file)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        for name in names:
            module = f"{node.module}.{name}" if isinstance(node, ast.ImportFrom) else name
            yield module, f"{file.relative_to(ROOT)}:{node.lineno}: {module}"


def test_the_companion_asks_the_generator_only_for_a_picture() -> None:
    others = [file for file in (*SHELL, *OF_GAMES) if file.name not in SAID["PICTURES"]]
    assert [where for file in others for module, where in imports(file) if module.startswith("generator")] == []


def test_the_shell_knows_no_game() -> None:
    known = {f"companion.games.{name}" for name in NAMES}
    assert [where for file in SHELL for module, where in imports(file) if module.rpartition(".")[0] in known] == []
    for file in SHELL:
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.Compare | ast.Match):
                words = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
                assert not words & NAMES, f"{file}:{node.lineno}: asks which game it is"


def test_a_game_does_no_input_or_output() -> None:
    """It needs the spec and the drawing: no files, clocks, terminals, databases, processes, chance."""
    for file in OF_GAMES:
        assert [where for module, where in imports(file) if module.partition(".")[0] in SAID["IMPURE"]] == []
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in SAID["CALLS"], f"{file}:{node.lineno}: calls {node.func.id}"


def test_a_game_knows_no_other_game_and_no_shell() -> None:
    for file in OF_GAMES:
        own = ".".join(file.relative_to(ROOT).parts[:3])
        fine = (own, "companion.contract", "companion.games.tabletop", "companion.games.blocks")
        asked = [(module, where) for module, where in imports(file) if module.startswith("companion.")]
        assert [where for module, where in asked if not module.startswith(fine)] == []


def test_files_can_be_read_in_one_sitting_and_their_names_say_what_is_inside() -> None:
    assert [file for file in FILES if len(file.read_text(encoding="utf-8").splitlines()) > 450] == []
    assert [file for file in FILES if file.stem in SAID["VAGUE"]] == []


def test_scripts_and_style_sheets_have_120_columns_as_python_has() -> None:
    """A line that one sentence fills may be longer: translators look for whole sentences."""
    scripts = [
        file
        for room in ("specs", "generator", "companion", "docs")
        for file in (ROOT / room).rglob("*.*")
        if file.suffix in {".mjs", ".js", ".css"} and "codemirror" not in file.name
    ]
    for file in scripts:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= 120 or re.search(r'"[^"]{80,}"', line), f"{file.relative_to(ROOT)}:{number}"


# ---- what is loaded ----------------------------------------------------------------------------------


def loaded(script: str) -> set[str]:
    """The modules that a new interpreter has after a script."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\ntry:\n    {script}\nfinally:\n    print(*sys.modules)"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stdout.splitlines()[-1].split())


def rooms(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


def test_importing_a_room_loads_little_more_than_its_name() -> None:
    found = loaded("import generator, specs, companion")
    assert {name for name in found if name.startswith(("generator", "specs", "companion"))} == {
        "generator", "specs", "companion",
    }  # fmt: skip
    assert not rooms(found) & {"msgspec", "sqlite3", "typer", "yaml", "reportlab", "PIL", "json"}


def test_what_a_move_imports_is_little() -> None:
    """`companion move` and `show` are a process each: nothing slow may be loaded on their way."""
    found = loaded(
        "import companion.cli.main, companion.cli.turns, companion.cli.views; from companion import games; "
        "[(each.rules, each.sentences, each.labels) for each in map(games.Game, games.names())]"
    )
    assert not rooms(found) & set(SAID["SLOW"])


def test_what_a_build_imports_is_little(tmp_path: Path) -> None:
    """105 cards are to be drawn as fast as by a script of their own: what few of them need is loaded by those alone."""
    (tmp_path / "deck.yaml").write_text(SAID["DECK"], encoding="utf-8")
    build = ["generator", "build", str(tmp_path / "deck.yaml"), "--format", "pdf", "--out", str(tmp_path)]
    found = loaded(f"sys.argv = {build!r}; from generator.cli.main import main; main()")
    assert (tmp_path / "deck" / "deck.pdf").exists()
    assert {name for name in found if name.startswith("specs.translation.")} <= {"specs.translation.rendering"}
    assert not rooms(found) & set(SAID["RARE"])
