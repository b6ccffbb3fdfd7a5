"""A position of the free table for people: what lies in each zone, and what can be typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from companion.contract import JSON, Prompt, Span
from companion.games.free import state as positions
from companion.games.free.counting import rows, total
from companion.games.free.moves import said
from companion.games.free.state import Piece, Site, State, place
from specs.base import measure
from specs.base.languages import listed, mark, say, verbatim

LABELS = {"zones": mark("places"), "counters": mark("counters"), "score": mark("score"), "rows": mark("score by rows")}

seen_by = positions.seen_by
__all__ = ["LABELS", "board", "facts", "prompt", "said", "seen_by", "status"]


def _called(piece: Piece) -> str:
    return f"{piece.word}{'~' if piece.down else ''}{f'^{piece.turn}' if piece.turn else ''}"


def _lies(state: State, owner: int | None) -> dict[str, list[tuple[str, list[str]]]]:
    """By zone, its places with what lies there, those with nothing left out of a zone of many."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for site, pieces in state.lying:
        if site.owner == owner:
            places = found.setdefault(site.zone, [])
            if pieces or not site.cell:
                places.append((site.cell, [_called(piece) for piece in pieces]))
    return found


def _whose(state: State, owner: int | None) -> dict[str, JSON]:
    """The zones and counters of a player, or everybody's."""
    counted = {name: state.counts[n] for n, (name, whose) in enumerate(state.plan.counters) if whose == owner}
    return {"zones": {zone: dict(places) for zone, places in _lies(state, owner).items()}, "counters": counted}


def facts(state: State) -> Mapping[str, JSON]:
    """`zones` has for each zone its places with what lies there, the top or first first; "" is a zone that is one."""
    people = [
        {
            "name": player.name,
            "colour": player.colour,
            **_whose(state, seat),
            "score": total(state, seat),
            "rows": {row.text: row.points for row in found},
        }
        for seat, (player, found) in enumerate(zip(state.players, rows(state, "end"), strict=True))
    ]
    return {
        "spec": state.kit.game,
        "kit": state.kit.digest,
        "round": state.round,
        "phase": state.phased,
        **_whose(state, None),
        "dice": {name: list(faces) for name, faces in zip(state.kit.dice, state.dice, strict=True)},
        "players": people,
    }


def prompt(state: State) -> Prompt:
    """What can be typed next."""
    if state.over:
        return Prompt("over", say("The game is over"), "")
    words = [verbatim(name) for name in (*state.kit.buttons, *state.kit.counters)]
    how = say("play, draw, take, move, give, flip, roll, next or one of {names}.", names=listed(words))
    return Prompt("turn", say("round {n}", n=state.round), how)


def status(state: State) -> str:
    """The phase of the turn, and the dice as they lie."""
    thrown = ((name, faces) for name, faces in zip(state.kit.dice, state.dice, strict=True) if faces)
    told = [f"{name} {' '.join('?' if one is None else str(one) for one in faces)}" for name, faces in thrown]
    return "; ".join([*([say("phase {phase}", phase=state.phased)] if state.phased else []), *told])


def board(state: State, width: int) -> Sequence[Sequence[Span]]:
    """A line for each zone with what lies there, what all share first, then each player's."""
    lines: list[tuple[str, str, str]] = [
        (f"{name}: ", str(n), "") for name, n in _whose(state, None)["counters"].items()
    ]
    lines += [("", told, "") for told in (status(state),) if told]
    for site, pieces in state.lying:
        if site.owner is None and (pieces or (not site.cell and site.zone != "box")):
            lines.append((f"{place(state, site)}: ", _row(state, site, pieces), "dim" if site.zone == "box" else ""))
    for seat, player in enumerate(state.players):
        counters = {**_whose(state, seat)["counters"], "score": total(state, seat)}
        told = ", ".join(f"{name} {count}" for name, count in counters.items())
        lines.append((f"{'>' if seat == state.turn and not state.over else ' '} {player.name}: ", told, "bold"))
        for site, pieces in state.lying:
            if site.owner == seat and pieces:
                lines.append((f"    {'.'.join(filter(None, (site.zone, site.cell)))}: ", _row(state, site, pieces), ""))
    return [
        [Span(line, style)]
        for head, text, style in lines
        for line in measure.wrap(f"{head}{text}".rstrip(), width, "", "      ")
    ]


def _row(state: State, site: Site, pieces: Sequence[Piece]) -> str:
    """What lies at a site: `4×?cards`, `red-4 gold-2`; of the box only how many of each component."""
    if not pieces:
        return "-"
    called = [state.component(piece) if site.zone == "box" else _called(piece) for piece in pieces]
    runs = [(word, len(list(run))) for word, run in groupby(called)]
    return " ".join(word if count == 1 else f"{count}×{word}" for word, count in runs)
