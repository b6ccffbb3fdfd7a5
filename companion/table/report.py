"""Text about positions, turns and results: lines for people, mappings for programs. No I/O."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract import JSON, Entry, IllegalMove, Ply, Result, SyntaxFault, typed
from companion.games import Game
from companion.table.turns import Untaken
from specs.base import measure
from specs.base.languages import listed, mark, say, say_many, word

WIDTH = 80
UNFOLDED = 6  # steps of a chain shown with its turn


def facts(game: Game, state: Any, plies: int) -> dict[str, JSON]:
    """Return a position as `check --json` shows it."""
    result, turn = game.result(state), game.turn(state)
    own = dict(game.facts(state))
    players = with_away(game, state, own.pop("players"))
    found: dict[str, JSON] = {
        "game": game.name,
        "plies": plies,
        "legal": True,
        "over": turn is None,
        "position": game.text(state),
        "turn": None if turn is None else players[turn]["name"],
        "players": players if result is None else with_standings(players, result),
    }
    if result is not None:
        found["winners"] = [players[winner]["name"] for winner in result.winners]
    return found | own


def away(game: Game, state: Any) -> list[str]:
    """Say who has left, in a sentence each."""
    gone = game.away(state) if game.can_leave else ()
    players = game.facts(state)["players"] if any(gone) else ()
    return [say("{name} has left.", name=player["name"]) for player, left in zip(players, gone, strict=False) if left]


def with_away(game: Game, state: Any, players: Sequence[Mapping[str, JSON]]) -> list[dict[str, JSON]]:
    """Return players' facts, with `left` for those who left."""
    gone = game.away(state) if game.can_leave else ()
    return [{**player, **({"left": True} if n < len(gone) and gone[n] else {})} for n, player in enumerate(players)]


def left_trail(game: Game, before: Any, after: Any, name: str, totals: Sequence[int]) -> list[Entry]:
    """Return what a player's leaving gained or cost everybody, whose points so far are `totals`: the change in the
    position's worth and, if the game ends by it, in the end's."""
    ends = game.turn(after) is None
    try:
        was = totals if ends else [each.score for each in game.settle(before).standings]
        now = [each.score for each in game.settle(after).standings]
    except IllegalMove:
        return []  # while the table must tell a tile, the game cannot be settled, and nothing has changed
    text = say("{name} leaves, and the game ends", name=name) if ends else say("{name} leaves", name=name)
    return [Entry(n, new - old, text) for n, (old, new) in enumerate(zip(was, now, strict=True)) if new != old]


def with_standings(players: Sequence[Mapping[str, JSON]], result: Result) -> list[dict[str, JSON]]:
    """Return players' facts with what each owed, gave up and scored."""
    found = [dict(player) for player in players]
    for standing in result.standings:
        sums = {"due": standing.due, "paid": standing.paid, "score": standing.score}
        found[standing.player] |= {**sums, **standing.facts}
    return found


def refusal_facts(game: str, refused: Untaken) -> dict[str, JSON]:
    """Return a refused turn as `import --check --json` shows it."""
    found = {
        "game": game,
        "legal": False,
        "ply": refused.ply,
        "move": refused.text,
        "rule": refused.rule,
        "message": str(refused) if isinstance(refused.refusal, SyntaxFault) else refused.message,
    }
    if refused.part[1] > 1:
        found |= {"part": refused.part[0], "parts": refused.part[1]}
    return found | ({"nearest": refused.nearest} if refused.nearest else {})


def refusal(refused: Untaken) -> list[str]:
    """Return a refused turn: rule id, sentence, the rulebook's place, the nearest legal turn, and which of its line it
    is if there are several."""
    why, source = refused.refusal, getattr(refused.refusal, "source", "")
    lines = [f"{refused.rule}: {refused.message}" + (f" ({source})" if source else "")]
    if isinstance(why, SyntaxFault):
        said = {"column": why.column, "said": why.said}
        whole = why.column == 1
        lines = [say("Not understood: {said}.", **said) if whole else say("Column {column}: {said}.", **said)]
    lines += [say("nearest legal turn: {turn}", turn=typed(refused.nearest))] if refused.nearest else []
    return [*lines, *which_of_line(refused)]


def which_of_line(refused: Untaken) -> list[str]:
    """Say which turn of a line was refused, and what became of the others; empty if it was alone."""
    number, of = refused.part
    if of < 2:
        return []
    said = {"number": number, "of": of, "turn": measure.cut(refused.text, 40)}
    alone = mark("Entry {number} of {of} on the line is empty; nothing was entered.")
    other = mark("Entry {number} of {of} on the line, '{turn}'; nothing was entered.")
    return [word(other if refused.text else alone, **said)]


def which(number: int, game: str, players: Sequence[str]) -> str:
    """Say which game it is, in a line."""
    return say("Game {n}: {game}, {players}", n=number, game=game, players=", ".join(players))


def signed(points: int) -> str:
    """Write points as a sum shows them: +3, −5, 0."""
    return f"+{points}" if points > 0 else number(points)


def number(points: int) -> str:
    """Write a number with a minus sign as wide as a plus."""
    return str(points).replace("-", "−")


def points(score: int) -> str:
    """Write a score in words: `1 point`, `−2 points`."""
    return say_many("{score} point", "{score} points", abs(score), score=number(score))


def confirmation(game: Game, step: Ply, ply: int, names: Sequence[str]) -> list[str]:
    """Say what a turn did: a sentence with the turn as it is typed, its gains and costs, likely slips."""
    count, said = f"{ply}." if step.counts else "·", game.in_words(step)
    written = "" if said.endswith(step.text) else f"  ({step.text})"
    lines = [f"{count} {said}{written}" if step.counts else f"{count} {step.text}"]
    for entry in game.trail(step.before, step.move, step.after):
        whose = "" if entry.player == step.player else f"{names[entry.player]}: "
        lines.append(f"   {signed(entry.points):>3}  {whose}{entry.text}")
    unfolded = game.chain(step.before, step.move)
    lines += [f"   {line}" for line in unfolded[:UNFOLDED]]
    if len(unfolded) > UNFOLDED:
        lines.append("   " + say("... and {n} more: show --chain tells all", n=len(unfolded) - UNFOLDED))
    if step.stood:
        rules = say("; and ").join(f"{refusal.rule}: {refusal.message}" for refusal in step.stood)
        stood = say("stood though {rules} (worth {points})", rules=rules, points=number(step.points))
        lines.append(f"   {stood}")
    else:
        lines += [
            "   " + say("look again: {warning}", warning=warning) for warning in game.warnings(step.before, step.move)
        ]
    return lines


def whose_turn(game: Game, state: Any, names: Sequence[str], width: int = WIDTH) -> list[str]:
    """Say who moves next and what can be typed; or how it ended. Lines of `width` columns, or 80 if that is less."""
    turn = game.turn(state)
    if turn is None:
        result = game.result(state)
        everybody = [player["name"] for player in game.facts(state)["players"]]  # includes a solo game's opponent
        return standings(result, everybody, width) if result is not None else [say("The game is over.")]
    who, hint = say("{name} to move.", name=names[turn]), game.prompt(state).text
    width = min(width, WIDTH)
    if measure.width(who) + 2 + measure.width(hint) <= width:
        return [f"{who}  {hint}"]
    return [who, *measure.wrap(hint, width, then="  ")]


def standings(result: Result, names: Sequence[str], width: int = WIDTH, *, over: bool = True) -> list[str]:
    """Return every player's sum line by line, best first, then who won; no winner if the game is not `over`."""
    lines = []
    for standing in sorted(result.standings, key=lambda standing: (-standing.score, standing.player)):
        lines.append(f"{names[standing.player]}: {points(standing.score)}")
        for line in standing.lines:
            indent = " " * (6 + len(line) - len(line.lstrip()))
            lines += measure.wrap(f"    {line}", min(width, WIDTH), then=indent)
    if not over:
        return [*lines, say("The game is not over. These are the points now.")]
    winners = [names[winner] for winner in result.winners]
    if len(winners) > 1:
        return [*lines, say("{names} share the win.", names=listed(winners))]
    return [*lines, *(say("{name} wins.", name=winner) for winner in winners)]


def length(turns: int, plies: int) -> str:
    """Say how long a game was: players' turns and, if a turn has several plies, the numbered plies."""
    counted = say_many("{n} turn", "{n} turns", turns)
    if turns == plies:
        return counted
    return say("{turns} in {plies}", turns=counted, plies=say_many("{n} ply", "{n} plies", plies))


def tally(plies: int, stood: Sequence[tuple[int, int | None]], names: Sequence[str]) -> str:
    """Say how many turns were legal and how many stood, and what those were worth to whom, from (points, player) of
    each: `40 legal, 1 stood (worth 2 to Bob)`."""
    worth: dict[int | None, int] = {}
    for points, player in stood:
        worth[player] = worth.get(player, 0) + points
    gained = [
        say("{points} to {name}", points=number(points), name=names[player])
        for player, points in worth.items()
        if points and player is not None
    ]
    worth_ = ", ".join(gained) or say("nothing")
    return say("{legal} legal, {stood} stood (worth {worth})", legal=plies - len(stood), stood=len(stood), worth=worth_)


def columns(words: Sequence[str], width: int) -> list[str]:
    """Lay words out in columns, read downwards as `ls` does."""
    across = max(map(measure.width, words), default=0) + 2
    rows = -(-len(words) // max(1, (width + 2) // across))
    lines = ("".join(measure.left(word, across) for word in words[row::rows]) for row in range(rows))
    return [line.rstrip() for line in lines]
