"""What typer says of a command line, told in the language spoken: nothing of it is left in English."""

import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Annotated, ClassVar

import pytest
import typer
from cases import data

from specs.base.commandline.program import LazyGroup, program, run_program
from specs.base.languages import Tongue, speaking

SAME = "press|draw|card|how-many|paper|help|int|float|path|tuple|args"  # names of what is typed, and the kinds of it


class Wordless(Tongue):
    """Nothing is left of a template but what is filled in."""

    def __init__(self) -> None:
        self.language = "xx"

    def find(self, context: str, one: str, many: str, n: int) -> str:
        return re.sub(r"(\{\w+\})|[^\W\d_]", lambda found: found[1] or "·", many if many and n != 1 else one)


def draw(
    card: Annotated[str, typer.Argument(help="Which.")],
    how_many: Annotated[int, typer.Option(min=1, max=9, envvar="PRESS", show_envvar=True)] = 2,
    paper: Annotated[tuple[float, float], typer.Option()] = (1, 2),
) -> None:
    """Draw it."""


def other(paper: Annotated[int, typer.Option()], help_: bool = False) -> None:
    """Nothing."""


def options() -> None:
    """Draws."""


class Press(LazyGroup):
    known: ClassVar = {name: f"{__name__}:{name}" for name in ("draw", "other")}


def told(*words: str, tongue: Tongue | None = None) -> str:
    said = StringIO()
    with speaking(tongue), redirect_stdout(said), redirect_stderr(said):
        run_program(program(Press, options), "press", words)
    return said.getvalue()


WRONG = data(__file__)["WRONG"]


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_with_a_line_and_what_helps_are_told_in_the_language_spoken(line: str) -> None:
    english, wordless = told(*line.split()), told(*line.split(), tongue=Wordless())
    assert re.search("Usage|Error", english)
    same = re.sub(rf"\b({SAME})\b|'[^']*'|<[^>]*>|[a-z-]*--?[a-z-]+|[A-Z_]{{4,}}", "", wordless)
    assert not re.findall(r"[A-Za-z]*[a-z]{2,}", same.replace("other", "").replace("draw", "")), wordless


def test_a_line_is_told_in_english_as_typer_tells_it() -> None:
    assert told("draw").splitlines()[1:] == ["Try 'press draw --help' for help.", "", "Error: Missing argument 'card'."]


def test_it_is_told_in_a_language_there_is() -> None:
    assert "Error" not in told("draw", tongue=Tongue("de", ("specs",)))
