"""The page on adding a game runs as it stands, and its game keeps the contract."""

from __future__ import annotations

import doctest
import io
import re
import tokenize
from pathlib import Path
from typing import Any

import pytest
import yaml

import companion.games
from companion.contract import entering
from companion.contract.values import Options, Player
from companion.games import Game
from tests.companion.contract.held import held

PAGE = (Path(__file__).parents[3] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
CODE, *USED = re.findall(r"```python\n(.*?)```", PAGE, re.S)
SPEC = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)[0]
LINES = 40


def pebbles() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "pebbles"}
    exec(compile(CODE, "pebbles.py", "exec"), names)
    return names


def test_the_pages_game_is_used_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pebbles.yaml").write_text(SPEC, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest("\n".join(USED), pebbles(), "page", None, None)
    said = io.StringIO()
    assert doctest.DocTestRunner().run(test, out=said.write).failed == 0, said.getvalue()


def test_the_pages_game_is_short() -> None:
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    tokens = tokenize.generate_tokens(io.StringIO(CODE).readline)
    assert len({token.start[0] for token in tokens if token.type not in skipped}) <= LINES


def test_the_pages_game_keeps_the_contract() -> None:
    names = pebbles()
    game = Game(names["Pebbles"]())
    players = (Player("Ann", "red"), Player("Bob", "blue"), Player("Cy", ""))
    held(game, lambda seed: entering.start(game, players, Options(pile=7 + seed), None), 6)


@pytest.mark.parametrize("given", [SPEC, yaml.safe_load(SPEC)], ids=["text", "mapping"])
def test_a_spec_needs_no_file(given: Any) -> None:
    rules = pebbles()["Pebbles"]()
    assert companion.Game(rules, given).new("Ann", "Bob", rules={"pile": 2}).legal_moves() == ["1", "2"]
    with pytest.raises(companion.SpecError, match=r"^spec:1:1: "):
        companion.Game(rules, "game: pebbles\n" if isinstance(given, str) else {"game": "pebbles"})


def test_a_game_without_pieces_and_rule_options_needs_no_spec() -> None:
    names = pebbles()
    start = lambda self, seats, options, seed: names["Pile"](9, (0,) * seats)  # noqa: E731
    table = companion.Game(type("Nine", (names["Pebbles"],), {"start": start})()).new("Ann", "Bob")
    assert table.move("3").whose == "Bob"


def test_a_folder_needs_only_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "heap").mkdir()
    (tmp_path / "heap" / "rules.py").write_text(f"{CODE}\n\nrules = Pebbles\n", encoding="utf-8")
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(tmp_path)])
    monkeypatch.setattr("companion.games.folder.names", lambda: ("heap",))
    game = Game("heap")
    table = entering.start(game, [Player("Ann", "red"), Player("Bob", "blue")], Options(pile=9), None)
    assert str(entering.refused(game, table, "take 5")) == "Ann takes 5; a turn takes 1 to 3"
