"""A position as the page shows it to one place at the table: everything is made from what that place may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.contract import JSON, Choice, IllegalMove, Refused, SyntaxFault
from companion.games import Game
from companion.page.drawing import Drawings
from companion.turns import Step, Untaken, split_stood, take

if TYPE_CHECKING:
    from specs.document import Document

LISTED = 3000  # legal turns looked through for a game without choices of its own
OFFERED = 60  # of them offered at once
BOARD = 76  # columns of the table in words


class Player(NamedTuple):
    """A player as the page draws one: `hue` is CSS, `on_hue` what reads well on it."""

    name: str
    hue: str
    on_hue: str


def colours(document: Document, players: Sequence[tuple[str, str]]) -> tuple[Player, ...]:
    """Each player's name and colour: the hue of the spec's table of colours, its palette's, or the colour's own."""
    from specs.names import colour

    palette = document.spec.palette
    hues = {str(row.get("colour")): str(row["hue"]) for row in document.spec.tables.get("colours", ()) if "hue" in row}
    spare = ("#b23a2e", "#2f6fa3", "#5d8a3a", "#e0b02a", "#7a4a94", "#d9772b")
    found = []
    for index, (name, plain) in enumerate(players):
        named = hues.get(plain, plain)
        try:
            red, green, blue = colour(palette, named)
        except (KeyError, ValueError):
            red, green, blue = colour({}, spare[index % len(spare)])
        hexed = "#" + "".join(f"{round(channel * 255):02x}" for channel in (red, green, blue))
        found.append(Player(name, hexed, "#000" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else "#fff"))
    return tuple(found)


def facts(game: Game, seen: Any, players: Sequence[Player]) -> tuple[list[dict[str, JSON]], dict[str, JSON]]:
    """The players' facts with their colours, and the game's own."""
    own = dict(game.view.facts(seen))
    listed = own.pop("players")
    return [
        {**told, "index": index, "hue": player.hue, "on_hue": player.on_hue}
        for index, (told, player) in enumerate(zip(listed, players, strict=True))
    ], own


def board_lines(game: Game, seen: Any) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in game.view.board(seen, BOARD)]


def picture(game: Game, seen: Any, document: Document, drawings: Drawings) -> dict[str, JSON] | None:
    """The drawing, the faces it refers to and where the places lie; None for a game without pictures."""
    if game.picture is None:
        return None
    drawn = drawings.draw(game.picture.picture(seen, document))
    places = {name: [round(n, 2) for n in box] for name, box in game.picture.places(seen, document).items()}
    return {
        "width": round(drawn.width, 3),
        "height": round(drawn.height, 3),
        "body": drawn.body,
        "faces": drawn.faces,
        "places": places,
    }


def step_facts(game: Game, step: Step) -> dict[str, JSON]:
    """What a turn did, from the same point of view before and after."""
    stood = step.stood
    return {
        "text": step.text,
        "player": step.player,
        "lines": sums(game, step),
        "warnings": [] if stood else list(game.advice.warnings(step.before, step.move)),
        "chain": list(game.advice.chain(step.before, step.move)),
        "stood": {
            "rule": ", ".join(dict.fromkeys(refusal.rule for refusal in stood)),
            "message": "; and ".join(refusal.message for refusal in stood),
            "points": step.points,
        }
        if stood
        else None,
    }


def sums(game: Game, step: Step) -> list[dict[str, JSON]]:
    return [entry._asdict() for entry in game.score.trail(step.before, step.move, step.after)]


def spoken(names: Sequence[str], did: Mapping[str, Any] | None, turn: int | None, ply: int) -> str:
    """The position in a breath: what the last turn did, and who is next."""
    said = []
    if did is not None:
        who = f"{names[did['player']]} played " if did["player"] is not None else ""
        what = ", ".join(f"{line['text']} {line['points']:+d}".replace("-", "−") for line in did["lines"])
        said.append(f"Turn {ply}: {who}{did['text']}{f': {what}' if what else ''}.")
    said.append("The game is over." if turn is None else f"{names[turn]} to move.")
    return " ".join(said)


# ---- entering ------------------------------------------------------------------------------------


def follow(game: Game, seen: Any, typed: str) -> dict[str, JSON]:
    """What can follow a turn typed so far; where it can be entered as it is, what it would do."""
    offered, more = choices(game, seen, typed)
    found: dict[str, JSON] = {"choices": [choice._asdict() for choice in offered], "more": more, "whole": False}
    if not typed.strip():
        return found
    try:
        steps = steps_of(game, seen, typed)
    except Untaken as refused:
        # whole, but what it brings to light only the referee knows, such as the symbol under a piece
        if any(choice.whole and choice.text == typed.strip() for choice in offered):
            return found | {"whole": True, "lines": [], "warnings": []}
        return found | {"why": refused.message}
    return found | {
        "whole": True,
        "lines": [line for step in steps for line in sums(game, step)],
        "warnings": [warning for step in steps for warning in game.advice.warnings(step.before, step.move)],
    }


def steps_of(game: Game, seen: Any, line: str) -> list[Step]:
    """The steps of a line of one turn or several. Raises Untaken."""
    found: list[Step] = []
    stood, turns = split_stood(line)
    for text in game.notation.plies(turns) or (turns,):
        found.append(take(game, found[-1].after if found else seen, text, len(found) + 1, stood=stood))
    return found


def choices(game: Game, seen: Any, typed: str) -> tuple[Sequence[Choice], int]:
    """What can follow, and how many more there are; for a game that does not say, its legal turns."""
    if game.choices is not None:
        return game.choices.choices(seen, typed), 0
    start = typed.strip().lower()
    fitting = [
        text
        for move in islice(game.rules.legal_moves(seen), LISTED)
        if (text := game.notation.format(seen, move)).lower().startswith(start) and text.lower() != start
    ]
    return [Choice(text, text, whole=True) for text in fitting[:OFFERED]], max(0, len(fitting) - OFFERED)


def told_hand(game: Game, seen: Any, hand: str) -> tuple[Any, str]:
    """The position with the hand of the player to move as told, or as it is and why the hand cannot be."""
    try:
        return game.advice.assume(seen, hand), ""
    except SyntaxFault as fault:
        return seen, f"{fault.found}; expected {fault.expected}"
    except IllegalMove as illegal:
        return seen, illegal.message


def asks_for_hand(game: Game, seen: Any) -> bool:
    """Can a hand be told in this game? A game in which everybody sees everything does not take even an empty one."""
    try:
        game.advice.assume(seen, "")
    except SyntaxFault:
        return False
    except Refused:
        return True
    return True


# ---- "where is" ----------------------------------------------------------------------------------


def where(game: Game, seen: Any, words: str, places: Mapping[str, JSON]) -> dict[str, JSON]:
    """Sentences about whatever is named so, and places of the picture to ring."""
    sought = words.strip().lower()
    found = game.words.where(seen, sought) if game.words is not None and sought else ()
    told, own = dict(game.view.facts(seen)), []
    for player in told.pop("players"):
        own += [(f"{player['name']}", key, value) for key, value in player.items() if key != "name"]
    own += [("The table", key, value) for key, value in told.items()]
    sentences: list[str] = []
    ring: list[str] = [name for name in places if name.lower() == sought]
    for who, key, value in own:
        named = key.replace("_", " ")
        if sought in (who.lower(), named.lower()) or sought in _words(value):
            sentences.append(f"{who}: {named} {_said(value)}.")
            # a list of a player's facts may name places, such as where the figures are; a single number is a count
            listed = _words(value) if isinstance(value, list | tuple) else []
            ring += [name for name in places if sought == who.lower() and name.lower() in listed]
    if found:
        sentences = [answer.sentence for answer in found if answer.sentence] + sentences
        ring += [answer.place for answer in found if answer.place in places]
    elif game.words is None:
        sentences += _on_board(board_lines(game, seen), sought)
    rings = list(dict.fromkeys(ring))
    return {"sentences": sentences[:40] or [f"Nothing on the table is called {words.strip()}."], "places": rings}


def _said(value: JSON) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ", ".join(map(_said, value)) or "none"
        case dict():
            return ", ".join(f"{key} {_said(inner)}" for key, inner in value.items()) or "none"
        case _:
            return str(value)


def _words(value: JSON) -> list[str]:
    return _said(value).lower().replace(",", " ").split()


def _on_board(lines: Sequence[str], sought: str) -> list[str]:
    """Where a word stands in the table in words: what is above and below it in its column, and beside it."""
    import re

    rows = [[(found.start(), found.end(), found[0]) for found in re.finditer(r"\S+", line)] for line in lines]
    said = []
    for number, row in enumerate(rows):
        for index, (start, end, word) in enumerate(row):
            if word.lower().strip(".,;:²") != sought:
                continue

            def touching(line: int, start: int = start, end: int = end) -> str:
                if not 0 <= line < len(rows):
                    return ""
                return next((text for left, right, text in rows[line] if left < end and right > start), "")

            beside = " and ".join(text for at in (index - 1, index + 1) if 0 <= at < len(row) for text in [row[at][2]])
            parts = [f"above it {above}" for above in [touching(number - 1)] if above]
            parts += [f"below it {below}" for below in [touching(number + 1)] if below]
            parts += [f"beside it {beside}"] if beside else []
            said.append(f"On the table, line {number + 1}: {word}, {', '.join(parts) or 'alone'}.")
    return said
