"""A position as JSON for the page: only what a place at the table may see."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.contract import JSON, Ply
from companion.games import Game
from companion.games.tabletop import Drawn as Lies, hue
from companion.page.drawing import Drawings, Drawn, card as card_drawn
from companion.page.tapping import Onward
from companion.table import Look, report
from specs.base.languages import joined, say
from specs.model.document import Document

SENTENCES = 40  # in an answer to "where is"


class Player(NamedTuple):
    """A player as the page draws one: `hue` is CSS, `on_hue` a readable colour on it."""

    name: str
    hue: str
    on_hue: str


def colours(document: Document, players: Sequence[tuple[str, str]]) -> tuple[Player, ...]:
    """Return each player's name and colour: the hue from the spec's table of colours, its palette, or the colour
    itself."""
    found = []
    for index, (name, plain) in enumerate(players):
        red, green, blue = hue(document, plain, index)
        hexed = "#" + "".join(f"{round(channel * 255):02x}" for channel in (red, green, blue))
        found.append(Player(name, hexed, "#000" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else "#fff"))
    return tuple(found)


def facts(game: Game, seen: Any, players: Sequence[Player]) -> tuple[list[dict[str, JSON]], dict[str, JSON]]:
    """Return the players' facts with their colours, and the game's own."""
    own = dict(game.facts(seen))
    listed = report.with_away(game, seen, own.pop("players"))
    points = dict(enumerate(game.earned(seen)))
    return [
        {**each, "index": index, "hue": player.hue, "on_hue": player.on_hue, "points": points.get(index)}
        for index, (each, player) in enumerate(zip(listed, players, strict=True))
    ], own


def kinds(game: Game, document: Document, drawings: Drawings) -> list[dict[str, JSON]]:
    """Return what hands can hold, the same for every seat: each card's name, and its picture if it has one."""
    return [
        {"letter": one.letter, "name": one.name, "face": one.piece and card_drawn(drawings, one.piece, document).facts}
        for one in game.cards(document)
    ]


def picture(drawn: Drawn, lies: Lies) -> dict[str, JSON]:
    """Return the drawing, the faces it refers to, its places, the outline of those that are not their box, and which of
    the players' facts it shows."""
    places = {name: rounded(box) for name, box in lies.places.items()}
    more = {"outlines": dict(lies.outlines), "least": lies.least, "shows": lies.shows}
    return drawn.facts | {"places": places} | more


def rounded(box: Sequence[float]) -> list[float]:
    return [round(n, 2) for n in box]


def step_facts(game: Game, step: Ply) -> dict[str, JSON]:
    """Return what a turn did, from one point of view before and after."""
    stood = step.stood
    return {
        "text": step.text,
        "says": game.in_words(step),
        "player": step.player,
        "lines": sums(game, step),
        "warnings": [] if stood else list(game.warnings(step.before, step.move)),
        "chain": list(game.chain(step.before, step.move)),
        "stood": {
            "rule": step.rules,
            "message": "; and ".join(refusal.message for refusal in stood),
            "points": step.points,
        }
        if stood
        else None,
    }


def sums(game: Game, step: Ply) -> list[dict[str, JSON]]:
    return [entry._asdict() for entry in game.trail(step.before, step.move, step.after)]


def in_a_breath(
    names: Sequence[str], did: Mapping[str, Any] | None, turn: int | None, ply: int, back: Sequence[str] = ()
) -> str:
    """Say the position in a breath: what the last turn did, or who took one `back`, and who is next."""
    after = say("The game is over.") if turn is None else say("{who} to move.", who=names[turn])
    if back:
        return joined([*back, after], " ")
    if did is None:
        return after
    return joined([say("Turn {ply}: {turn}.", ply=ply, turn=did["says"]), after], " ")


def will(after: Drawn, moves: Sequence[tuple[int, float, float]]) -> dict[str, JSON]:
    """Return the pieces that a turn moves, each drawn where it will lie, and its distance from where it lies now."""
    pieces = [{"body": after.parts[number], "x": x, "y": y} for number, x, y in moves]
    whole = "".join(after.parts[number] for number, _, _ in moves)
    defined = "".join(text for name, text in after.definitions.items() if name in whole)
    return {"pieces": pieces, "defined": defined, "faces": [name for name in after.faces if f'"#{name}"' in whole]}


def follow(look: Look, found: Onward) -> dict[str, JSON]:
    """Return what can follow a turn typed so far; if it can be entered as it is, also what it would do."""
    facts: dict[str, JSON] = {
        "text": found.text,
        "choices": [choice._asdict() for choice in sorted(found.choices, key=lambda choice: choice.idle)],
        "near": [choice._asdict() for choice in found.near],
        "then": [choice._asdict() for choice in sorted(found.then, key=lambda choice: choice.idle)],
        "whole": found.steps is not None,
    }
    if found.why is not None:
        facts["why"] = found.why.message
    if found.steps is not None:
        steps, game = found.steps, look.game
        facts["says"] = [game.in_words(step) for step in steps]
        facts["lines"] = [line for step in steps for line in sums(game, step)]
        facts["warnings"] = [warning for step in steps for warning in game.warnings(step.before, step.move)]
    return facts


def in_sentences(look: Look) -> list[str]:
    """Return the whole table in sentences: what each player has, and what else lies where, place by place."""
    places = dict.fromkeys(lies.place for lies in look.game.rules.lies(look.seen.state) if lies.owner is None)
    found = [one.sentence for name in look.names for one in look.where(name)]
    found += [one.sentence for place in places for one in look.where(place)[:1]]
    return list(dict.fromkeys(filter(None, [*found, *look.away()])))


def where(look: Look, words: str, places: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return sentences about whatever has that name, also with its kind before it (`hex D5`), and the places of the
    picture to ring; for an empty name, the whole table in sentences."""
    if not words.strip():
        return {"sentences": in_sentences(look), "places": [], "found": True}
    found = look.where(words) or look.where(words.rsplit(maxsplit=1)[-1])
    sentences = [answer.sentence for answer in found if answer.sentence]
    rings = [answer.place for answer in found if answer.place in places]
    rings += [name for name in places if name.lower() == words.strip().lower()]
    nothing = [say("The table has nothing called {words}.", words=words.strip())]
    facts: dict[str, JSON] = {"sentences": sentences[:SENTENCES] or nothing, "found": bool(sentences)}
    return facts | {"places": list(dict.fromkeys(rings))}
