"""What `help` says at the prompt: how a turn of the game is typed, and the prompt's own commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from companion.record.options import rule_lines, rules_in_force
from companion.table.stored import unpacked
from companion.table.table import Table
from specs.base.languages import mark, say, word

COMMANDS = "commands"
SHORT = mark("""\
  stood TURN       as it happened, though a rule forbids it
  undo, redo       take the last back, put it back; undo turn: a whole turn
  show, moves, log, note, amend, players and more: help commands
  Tab completes what is typed, the up arrow brings lines back, Ctrl-C clears
  one. quit or Ctrl-D ends; everything is kept at once.""")
WHOLE = mark("""\
  show             the board; moves: what can be done; moves 1: what begins so
  hint             the best turns, and why; bot or Enter: a bot's turn
  undo, redo       the last back, and on; undo 3: all after 3; undo turn
  log              the latest entries; log 40: more; log all; thinking: times
  amend 4 TURN     correct 4, and play what followed again
  players Bob, Ann who plays, in turn order, as it should have been; Ann:red
                   gives a colour; rename Ann Anne: one name alone
  leave Bob        Bob goes home; leave Bob:steady: a bot plays on
  note WORDS       into the log; about: date, place, event; clock: up, 25+10
  score, settle    what each turn gained; what it came to if it ended now
  stats, review    figures of all games; this one looked through
  export FILE      as a record; export --html FILE: a page to keep
  list, use 2, new other games: all of them, go on with one, begin one
  stood TURN       as it happened, though a rule forbids it
  Several on a line have / between them, and a - will do for each >.""")


def help_lines(table: Table, topic: str) -> list[str]:
    """How a turn of this game is typed where the game says so, and the prompt's own commands; or a topic of them."""
    own = {**table.game.folder.help, COMMANDS: word(WHOLE).splitlines()}
    if topic in own:
        return list(own[topic])
    rules = _rules(table)
    agreed = {"rules": [say("The rules you play by:"), *rules]} if rules else {}
    said = {**table.game.folder.help, **agreed, COMMANDS: own[COMMANDS]}
    whole, *topics = said if table.game.folder.help else ["", *said]
    if topic:
        if topic in said:
            return list(said[topic])
        if found := _beginning(topic, said.values()):
            return found
        if not topics:
            return [say("No help on '{topic}'", topic=topic[:40])]
        return [say("No help on '{topic}'; there is: {topics}", topic=topic[:40], topics=", ".join(topics))]
    more = [say("  help WORD        more on one of: {topics}", topics=", ".join(topics))] if topics else []
    return [*said.get(whole, ()), *more, *word(SHORT).splitlines()]


def _beginning(wanted: str, topics: Iterable[Sequence[str]]) -> list[str]:
    """The lines of all topics that begin with a word, such as a verb or a command, and what goes on below each."""
    found, below = list[str](), 0
    for line in (line for topic in topics for line in topic):
        indent = len(line) - len(line.lstrip())
        head, _, _ = line.strip().partition("  ")
        begun = [part.partition(" ")[0].lower() for part in head.split(", ")]
        if wanted in (*begun, *re.findall(r"; (\w+)[^;:]*:", line)):
            found.append(line)
            below = indent + 1
        elif below and indent > below:
            found.append(line)
        else:
            below = 0
    return list(dict.fromkeys(found))


def _rules(table: Table) -> list[str]:
    """The rule options of the game, and what they are at this table."""
    # only for those who ask: a whole spec is read
    from specs.load import worded

    options = worded(table.game.document).spec.rules
    return rule_lines(options, rules_in_force(options, unpacked(table.stored.setup).rules))
