"""A position for people: terminal lines and the prompt; and its facts for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from companion.contract import Ply, Position
from companion.contract.entering import written
from companion.contract.judges import STRICT, Noting, legal
from companion.contract.sentences import Ruleset, filled_in
from companion.contract.values import JSON, Card, Prompt, Span, wrapped
from companion.games.atlantis import moves, texts
from companion.games.atlantis.cards import NOTHING_PAID, bought, pool, spend, swapped
from companion.games.atlantis.moves import Move, Walk
from companion.games.atlantis.rules import Atlantis
from companion.games.atlantis.state import gaps, tiles_text, worth
from companion.games.atlantis.text import TEXT
from companion.games.atlantis.texts import cards_text
from companion.games.atlantis.words import bought_text, drawn, gained, paid, paid_text, result
from specs.base import measure
from specs.base.languages import Said, joined, listed, mark, say, say_many, verbatim, word

if TYPE_CHECKING:
    from companion.contract.offered import Offered
    from specs.model.document import Document

LABELS = {
    "tiles": mark("tiles"), "cards": mark("cards"), "known": mark("known"), "bridge": mark("bridge"),
    "figures": mark("figures"), "atlantis": mark("atlantis"), "mainland": mark("mainland"),
}  # fmt: skip
GAME: Final = Ruleset(Atlantis())
CODES = {"red": "r", "white": "w", "blue": "b", "black": "k"}
CELL = 5
ITEM_STYLES = ("", "red", "olive", "grey", "brown", "blue", "white", "yellow", "dim")
PLAYER_STYLES = {
    "red": "on_red white bold", "white": "on_white black bold", "blue": "on_blue white bold",
    "black": "on_grey black bold",
}  # fmt: skip

Line = list[Span]


def facts(view: Position) -> Mapping[str, JSON]:
    """Return the players' part of `import --check --json`, and what the gaps cost."""
    state, costs, players = view.state, dict[str, int | None](), list[JSON]()
    for gap in gaps(state.path.tops, state.path.bridges):
        # points to cross a gap, by its spaces: 0 over a bridge, None if a tile beside it must be seen first
        name = str(gap.start) if gap.end - gap.start == 1 else f"{gap.start}-{gap.end - 1}"
        costs[name] = 0 if gap.bridged else gap.price or None
    for p, player in enumerate(view.players):
        known = cards_text((0, *state.hands[p][1:]))
        players.append({
            **player._asdict(),
            "tiles": sorted(map(texts.tile_text, state.tiles[p])),
            "cards": sum(state.hands[p]),
            **({"known": known} if known else {}),
            "bridge": state.unlaid[p],
            "figures": [_place(space) for space in state.path.figures[p * 3 : p * 3 + 3]],
        })  # fmt: skip
    return {"players": players, "gaps_cost": costs}


def _place(space: int) -> str | int:
    return space if texts.ATLANTIS < space < texts.MAINLAND else texts.place_name(space)


def prompt(view: Position) -> Prompt:
    """Return what can be typed next."""
    me, parts = view.state.turn, [*_suggested(view)]
    walks = bool(parts)
    if view.state.unlaid[me]:
        parts.append(say("bridge SPACE"))
    parts.append(f"pay {texts.tile_text(view.state.tiles[me][0])} 1c" if view.state.tiles[me] else "pay 1c")
    if view.state.hands[me][0]:
        parts.append(say("stuck HAND"))
    elif not walks:
        parts.append("stuck")
    unseen = view.state.path.tops.find(texts.UNKNOWN)
    if unseen > 0:
        parts.append(say("reveal {space} TILE", space=unseen))
    return Prompt("turn", "", say("Type {ways}", ways=joined(parts)))


def _suggested(view: Position) -> tuple[str, ...]:
    """Return a turn of one card, and one after a purchase, if such turns are legal."""
    own = view.state.path.figures[view.state.turn * 3 : view.state.turn * 3 + 3]
    ways = [Walk((), n, card) for n, space in enumerate(own, start=1) if space != texts.MAINLAND for card in "HFOARSC"]
    turns = [*islice((way for way in ways if _can(view, way)), 1)]
    bought = (way._replace(buys=(tile,)) for way in turns for tile in view.state.tiles[view.state.turn][::-1])
    turns += islice((way for way in bought if _can(view, way)), 1)
    return tuple([written(GAME, view, way) for way in turns])


def _can(view: Position, walk: Walk) -> bool:
    """Return whether a walk is legal, with what it leaves out filled in."""
    rules, state = GAME.rules, view.state
    return legal(rules, state, state.turn, walk.filled(state, state.turn, rules))


def status(view: Position) -> str:
    """Return the gaps that cost something, by their first space: `gaps cost 2 at 19, 3 at 27`."""
    priced = [gap for gap in gaps(view.state.path.tops, view.state.path.bridges) if not gap.bridged]
    costs = [say("{price} at {space}", price=gap.price or "?", space=gap.start) for gap in priced]
    return say("gaps cost {prices}", prices=joined(costs)) if priced else say("no gaps")


def board(view: Position, width: int) -> Sequence[Sequence[Span]]:
    """Return the position as lines of at most `width` columns, at least 40."""
    rows = -(-texts.SPACES // (width // CELL))
    per_row = -(-texts.SPACES // rows)  # so that the rows are about equally long
    lines: list[Line] = [*_standing(view, say("ATLANTIS"), texts.ATLANTIS, width)]
    for first in range(1, texts.SPACES + 1, per_row):
        spaces = range(first, min(first + per_row, texts.SPACES + 1))
        lines.append([Span(f"{space:<{CELL}}", "dim") for space in spaces])
        lines.append([span for space in spaces for span in _cell(view, space)])
        lines.append([span for space in spaces for span in _figures(view, space)])
    lines += _standing(view, say("MAINLAND"), texts.MAINLAND, width)
    lines.append([])
    for p in range(len(view.players)):
        lines += _player(view, p, width)
    deck = say(
        "deck {deck}, discards {discards}, tiles out of the game {gone}",
        deck=len(view.state.deck), discards=sum(view.state.discards), gone=view.state.gone,
    )  # fmt: skip
    lines += [[Span(line, "dim")] for line in measure.wrap(deck, width)]
    return lines


def _cell(view: Position, space: int) -> Iterator[Span]:
    """Yield a tile by its letter and value, `²` if another lies under it; water and bridges."""
    top = view.state.path.tops[space]
    if top == texts.NOTHING:
        bridged = bool(view.state.path.bridges >> space & 1)
        yield Span("=====" if bridged else "~~~~ ", "brown bold" if bridged else "sea")
        return
    text = texts.tile_text(top) + ("²" if view.state.path.unders[space] else "")
    yield Span(text, f"{ITEM_STYLES[top >> 3]} bold" if top != texts.UNKNOWN else "dim")
    yield Span(" " * (CELL - len(text)))


def _figures(view: Position, space: int) -> Iterator[Span]:
    """Yield the figures on a space, as colour code and number."""
    here = [i for i, at in enumerate(view.state.path.figures) if at == space]
    yield from (_figure(view, i) for i in here[:2])
    yield Span(" " * (CELL - 2 * len(here[:2])))


def _standing(view: Position, name: str, place: int, width: int) -> list[Line]:
    """Return a place with the figures on it, on as many lines as they need."""
    line = [Span(name, "bold")]
    for i, at in enumerate(view.state.path.figures):
        line += [Span(" "), _figure(view, i)] if at == place else []
    return wrapped(line, width, measure.width(name) + 1)


def _figure(view: Position, index: int) -> Span:
    """Return a figure by its colour's letter and its number."""
    colour = view.players[index // 3].colour
    return Span(f"{CODES[colour]}{index % 3 + 1}", PLAYER_STYLES[colour])


def _player(view: Position, p: int, width: int) -> list[Line]:
    """Return name, cards, bridge and tiles, on as many lines as they need."""
    (name, colour), hand, tiles = view.players[p], view.state.hands[p], view.state.tiles[p]
    turn = not view.state.over and view.state.turn == p
    bridge = say("bridge") if view.state.unlaid[p] else say("no bridge")
    held = f" {cards_text(hand)}" if any(hand[1:]) else ""
    head = [
        Span("> " if turn else "  ", "bold"),
        Span(f" {CODES[colour]} ", PLAYER_STYLES[colour]),
        Span(f" {measure.short(name, 24)}", "bold" if turn else ""),
        Span(f": {texts.card_count(sum(hand))}{held}, {bridge}; " + ("" if tiles else say("no tiles"))),
    ]
    own = [span for code in tiles for span in (Span(texts.tile_text(code), ITEM_STYLES[code >> 3]), Span(" "))]
    return wrapped([*head, *own], width, 6)


# ---- hands ---------------------------------------------------------------------------------------


def kinds(document: Document) -> Sequence[Card]:
    """Return the seven items as their movement cards look."""
    looks = {str(piece.row["letter"]): piece for piece in document.pieces["cards"]}
    return [Card(letter, word(texts.NAMES[texts.ITEMS[letter]]), looks.get(letter)) for letter in texts.LETTERS[1:]]


HAND = mark("What does {who} hold? Type its cards, such as FFOH.")


# ---- a turn --------------------------------------------------------------------------------------


def label(view: Position, way: Offered) -> tuple[Said | str, str]:
    """Return what a part of an offered turn means, and its spot on the picture."""
    move, path = way.move, view.state.path
    if way.field == "figure":
        space = path.figures[view.state.turn * 3 + way.value - 1]
        return say("figure {figure}, {place}", figure=way.value, place=_there(view, space)), str(_place(space))
    if way.field == "bridge":
        return say("bridge on space {space}", space=way.value), str(way.value)
    if way.field == "paid":
        return say("pays {what}", what=paid_text(way.value.tiles, way.value.coins)), ""
    if way.field == "buys":
        return say("first give up {tile}", tile=tiles_text(way.value)), ""
    if not isinstance(move, moves.Walk) or way.field not in ("", "cards"):
        return "", ""
    letters = move.cards[: len(way.text.rpartition(":")[2])] if way.field else move.cards
    to = moves.walk(view.state, path.figures[view.state.turn * 3 + move.figure - 1], letters, Noting())
    if way.field:
        said = {"item": word(texts.NAMES[texts.ITEMS[letters[-1]]]), "place": _there(view, to)}
        if to in path.figures and to not in (texts.ATLANTIS, texts.MAINLAND):
            return say("{item}: {place}, where another card must follow", **said), str(_place(to))
        return say("{item}: {place}", **said), str(_place(to))
    if to == texts.MAINLAND:
        return say("to the mainland"), "mainland"
    return say("to space {space} ({tile})", space=to, tile=texts.tile_text(path.tops[to])), str(to)


def card(view: Position, way: Offered) -> str:
    """Return the letter of the hand's card that an offered turn plays."""
    if not isinstance(way.move, moves.Walk) or way.field not in ("", "cards"):
        return ""
    return way.text.rpartition(":")[2][-1:] if way.field else way.move.cards[-1:]


def instead(made: Ply) -> Iterator[tuple[Move, Said, str]]:
    """Yield the same walk with other payments, each with what more it pays in words, and the letter of that card, empty
    for a tile."""
    move, state = made.move, made.before.state
    if not isinstance(move, moves.Walk) or move.paid in (None, NOTHING_PAID):
        return
    hand, tiles, *_ = bought(state, move.buys) or (None, ())
    left = spend(hand, move.cards, pool(state.discards, state.hands)) if hand is not None else None
    owed = sum(gap.price for gap in moves.crossed(state, move))
    for given, more in swapped(move.paid, tiles, left, owed) if left is not None else ():
        card = more if len(more) == 1 else ""
        what = word(texts.NAMES[texts.ITEMS[card]]) if card else verbatim(more)
        yield move._replace(paid=given), say("pay: {what}", what=what), card


def _there(view: Position, space: int) -> Said:
    return texts.place_said(space, moves.shows(view.state.path.tops, space))


def way(made: Ply) -> Iterator[str]:
    """Yield the spaces that a walk leads over."""
    were, are = made.before.state.path.figures, made.after.state.path.figures
    for start, end in zip(were, are, strict=True):
        if start != end and isinstance(made.move, moves.Walk):
            yield from (str(_place(space)) for space in range(start, end + 1))


def note(view: Position, way: Offered) -> Said:
    """Return what a turn costs and brings, in short."""
    move, after = way.move, view._replace(state=GAME.rules.play(view.state, view.state.turn, way.move, STRICT))
    found = list[Said]()
    if not isinstance(move, (moves.Walk, moves.Stuck)):
        return joined(found)
    if move.buys:
        found.append(bought_text(move.buys))
    given = paid(move)
    if given != NOTHING_PAID:
        what = paid_text(given.tiles, given.coins)
        owed = sum(gap.price for gap in moves.crossed(view.state, move)) if isinstance(move, moves.Walk) else 0
        more = worth(given.tiles) + given.coins > owed
        found.append(say("pays {what} for {points}", what=what, points=owed) if more else say("pays {what}", what=what))
    found += [say("takes {tile}", tile=texts.tile_text(code)) for code in gained(view, move, after)]
    found.append(say("draws {n}", n=drawn(view, move, after)))
    if after.state.over and (due := result(after).standings[view.state.turn].due):
        found.append(say("owes {due} for the last gaps", due=due))
    return joined(found)


def warnings(made: Ply) -> Iterator[Said]:
    """Yield warnings about legal turns that are probably unintended."""
    move, state = made.move, made.before.state
    for effect in made.effects:
        yield filled_in(TEXT[effect.what], effect.facts, made.before.players)
    if isinstance(move, moves.Walk) and move.paid is not None:
        cheap = moves.default_payment(state, move) or NOTHING_PAID
        spent, least = (worth(each.tiles) + each.coins for each in (move.paid, cheap))
        if spent > least:
            what = [*map(texts.tile_text, cheap.tiles), *([texts.card_count(cheap.coins)] if cheap.coins else [])]
            yield say_many(
                "{n} point is paid where {least} would do ({cheaper}); no change is given",
                "{n} points are paid where {least} would do ({cheaper}); no change is given",
                spent, least=least, cheaper=listed(what) or say("nothing"),
            )  # fmt: skip


def revealed(before: Position, move: Move, after: Position) -> Sequence[Said]:
    """Return what the table saw by a move."""
    if isinstance(move, moves.Counted):
        return ()
    if isinstance(move, moves.Reveal):
        return (say("the tile {tile} on space {space}", tile=texts.tile_text(move.tile), space=move.space),)
    me, found = before.state.turn, list[Said]()
    name = before.players[me].name
    for space, (was, now) in enumerate(zip(before.state.path.tops, after.state.path.tops, strict=True)):
        if was != now and now:
            if texts.tile_text(now) == "?":
                found.append(say("what lay under the tile taken on space {space}", space=space))
            else:
                found.append(say("the tile {tile} on space {space}", tile=texts.tile_text(now), space=space))
    if isinstance(move, moves.Stuck):
        found.append(say("the hand {who} showed, {hand}", who=name, hand=move.hand or texts.card_count(0)))
    if (number := drawn(before, move, after)) > 0:
        found.append(say("{cards} {who} drew", cards=texts.card_count(number), who=name))
    return found
