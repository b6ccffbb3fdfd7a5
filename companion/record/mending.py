"""Corrects the players: names, colours, seats and who begins, before the first turn and after.

What was entered stays as it was, each line for the same seat. So a name or a colour can always be changed. Seats can be
exchanged only as long as no seat was dealt a hand that the others do not see.

>>> from companion import Game
>>> table = Game("atlantis").new("Ann", "Bob", seed=42).move("1:H")
>>> table = mend(table, ["Bert", "Ann:blue"])
>>> [tuple(player) for player in table.players], table.ply, table.journal.entries[-1].text
([('Bert', 'white'), ('Ann', 'blue')], 1, 'Bob is called Bert; Ann is blue; they sit as Bert, Ann')
"""

from collections.abc import Sequence
from contextlib import suppress

from companion.contract import IllegalMove, Player, Refused, SyntaxFault
from companion.record.seating import seat
from companion.table import PUBLIC, Logged, Play, Sight, Table, split_stood
from companion.table.play import seated
from specs.base.languages import say, say_many

SOURCE = "what the companion keeps"


def rename(table: Table, old: str, new: str) -> Table:
    """Rename a player and return the table. Raises SyntaxFault, Overtaken, StoreError."""
    index = table.viewer(old)
    if not isinstance(index, int):
        raise SyntaxFault(f"'{old[:40]}'", say("one of {names}", names=", ".join(table.names)))
    return mend(table, [new if number == index else name for number, name in enumerate(table.names)])


def mend(table: Table, words: Sequence[str]) -> Table:
    """Correct the players and return the table. They are named as `Ann` or `Ann:red`, in turn order and in the same
    number. Players whose names are missing get the new names in turn order; those without a colour keep theirs.

    Raises SyntaxFault for impossible players, IllegalMove if the game does not accept it, Overtaken, StoreError.
    """
    document = table.game.document
    moved = _people(table, words)
    players = seat(_with_colours(table, moved), document.spec.players)
    said = _said(table, moved, players)
    if not said:
        raise SyntaxFault(say("players as they are"), say("another name, colour or order"))
    if any(index != number for number, (index, _) in enumerate(moved)) and table.journal.entries:
        _nobody_has_seen(table)
    play = _reseated(table, players)
    return table.kept(play.aside(play.journal.players(said)), players)


def _people(table: Table, words: Sequence[str]) -> list[tuple[int, str]]:
    """Return each word with the number of the player it means. Raises SyntaxFault."""
    known = [name.lower() for name in table.names]
    if len(words) != len(known):
        raise SyntaxFault(
            say_many("{n} player", "{n} players", len(words)), say("the {count} who play", count=len(known)), 0
        )
    given = [" ".join(word.partition(":")[0].split()).lower() for word in words]
    others = [index for index, name in enumerate(known) if name not in given]
    twice = next((name for name in given if given.count(name) > 1), None)
    if twice is not None:
        raise SyntaxFault(
            say("two players named '{name}'", name=twice), say("names that differ"), given.index(twice) + 1
        )
    return [
        (known.index(name) if name in known else others.pop(0), word) for name, word in zip(given, words, strict=True)
    ]


def _with_colours(table: Table, moved: Sequence[tuple[int, str]]) -> list[str]:
    """Give each word a colour: the one it names, else the player's own; or, if that is taken by another who gave one
    up, that one."""
    wanted = {word.partition(":")[2].strip().lower() for _, word in moved} - {""}
    freed = [
        table.players[index].colour
        for index, word in moved
        if ":" in word and table.players[index].colour not in wanted
    ]
    found = []
    for index, word in moved:
        own = table.players[index].colour
        if own and not word.partition(":")[2].strip():
            word = f"{word.partition(':')[0]}:{own if own not in wanted else freed.pop(0) if freed else ''}"
        found.append(word)
    return found


def _said(table: Table, moved: Sequence[tuple[int, str]], players: Sequence[Player]) -> str:
    """Say what changed, for the log; empty if nothing did."""
    said = []
    for (index, _), player in zip(moved, players, strict=True):
        was = table.players[index]
        if was.name != player.name:
            said.append(f"{was.name} is called {player.name}")
        if was.colour != player.colour:
            said.append(f"{player.name} is {player.colour}")
    if [index for index, _ in moved] != sorted(index for index, _ in moved):
        said.append(f"they sit as {', '.join(player.name for player in players)}")
    return "; ".join(said)


def _nobody_has_seen(table: Table) -> None:
    """Raise IllegalMove if seats were dealt what only they see."""
    start, sight = table.stored.start, table.sight
    if any(sight.of(start, player) != sight.of(start, PUBLIC) for player in range(len(table.names))):
        sentence = say(
            "the companion has dealt each seat a hand, and it was played with; who sits where stays as it is"
        )
        raise IllegalMove("players.seats", sentence, SOURCE)


def _reseated(table: Table, players: Sequence[Player]) -> Play:
    """Return the game with other players in its seats: positions stay, lines that name a player are renamed."""
    game, sight, journal = table.game, table.sight, table.journal
    entries = tuple([entry._replace(text=_renamed(table, entry, players)) for entry in journal.entries])
    return Play(
        Sight(game, lambda position: seated(game, sight.state(position), players)),
        journal._replace(entries=entries),
        seated(game, table.state, players),
    )


def _renamed(table: Table, entry: Logged, players: Sequence[Player]) -> str:
    """Return an entry's text for other players in the same seats."""
    if entry.kind == "leave":
        return players[table.names.index(entry.text)].name if entry.text in table.names else entry.text
    if entry.kind in ("turn", "attempt"):
        before, game = table.play.before(entry), table.game
        marked, turn = split_stood(entry.text)
        with suppress(Refused):
            said = game.format(seated(game, before, players), game.parse(before, turn))
            return f"stood {said}" if marked else said
    return entry.text
