"""What `help` says at the prompt: how a turn of the game is typed, and the prompt's own commands."""

from __future__ import annotations

from companion.store import unpacked
from companion.table import Table
from specs.options import rule_lines

OWN = """\
  stood TURN       as it happened, though a rule forbids it
  undo, redo       take the last back, put it back; undo 3: all after 3;
                   undo turn, redo turn: a player's whole turn
  amend 4 TURN     correct turn 4, and play what followed again
  show, moves, log, score, settle, note, export
                   log 20: the latest 20; log all; export --html FILE: to keep
  list, use, new   other games: all of them, go on with one, begin one
  Tab goes on with what is typed, the up arrow brings lines back, Ctrl-C clears
  one. ? is help. A - will do for each >, and / stands between plies of a line.
  quit, Ctrl-D     everything is kept at once; a closed lid loses nothing"""


def help_lines(table: Table, topic: str) -> list[str]:
    """How a turn of this game is typed where the game says so, and the prompt's own commands; or a topic of them."""
    rules = _rules(table)
    said = {**table.game.help, **({"rules": ["The rules you play by:", *rules]} if rules else {})}
    whole, *topics = said if table.game.help else ["", *said]
    if topic:
        there = f"; there is: {', '.join(topics)}" if topics else ""
        return [*said.get(topic.lower(), [f"No help on '{topic}'{there}"])]
    more = [f"  help WORD        more on one of: {', '.join(topics)}"] if topics else []
    return [*said.get(whole, ()), *more, OWN]


def _rules(table: Table) -> list[str]:
    """The rule options of the game, and what they are at this table."""
    # only for those who ask: a whole spec is read
    from companion.replay import rules_of
    from specs.load import load

    options = load(table.game.name).spec.rules
    given = unpacked(table.stored.setup).rules
    return rule_lines(options, rules_of(table.game, table.stored.rules_version, options, given))
