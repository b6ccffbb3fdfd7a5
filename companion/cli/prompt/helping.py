"""The prompt's `help`: how a turn of the game is typed, and the prompt's own commands."""

import re
from collections.abc import Iterable, Sequence

from companion.games.folder import Folder
from companion.record.options import rule_lines, rules_in_force
from companion.table import Table
from companion.table.stored import unpacked
from specs.base.languages import say

COMMANDS = "commands"


def help_lines(table: Table, topic: str) -> list[str]:
    """Return how a turn of this game is typed, and the prompt's own commands; or the help of one topic."""
    own, ours = table.game.folder.help, Folder(__package__).help
    if topic in own or topic == COMMANDS:
        return list((own if topic in own else ours)[topic])
    rules = _rules(table)
    said = {**own, **({"rules": [say("The rules you play by:"), *rules]} if rules else {}), COMMANDS: ours[COMMANDS]}
    whole, *topics = said if own else ["", *said]
    if topic:
        found = said.get(topic) or _beginning(topic, said.values())
        known = say("No help on '{topic}'; there is: {topics}", topic=topic[:40], topics=", ".join(topics))
        return list(found or [known])
    more = say("  help WORD        more on one of: {topics}", topics=", ".join(topics))
    return [*said.get(whole, ()), more, *ours["short"]]


def _beginning(wanted: str, topics: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of all topics that begin with a word, such as a verb or a command, and what follows each."""
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
    """Return the game's rule options with their values at this table."""
    # only on request: it reads a whole spec
    from specs.load import worded

    options = worded(table.game.document).spec.rule_options
    return rule_lines(options, rules_in_force(options, unpacked(table.stored.setup).rules))
