"""The table in sentences: what a turn cost and brought, who wins and why; and where things are on the path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract.position import Position
from companion.contract.values import Entry, Found, Result, Standing
from companion.games.atlantis.cards import cheapest
from companion.games.atlantis.moves import NOTHING_PAID, Counted, Move, Reveal, Stuck, Walk
from companion.games.atlantis.rules import Atlantis
from companion.games.atlantis.state import Gap, gaps, tiles_text, worth
from companion.games.atlantis.texts import (
    ATLANTIS,
    LETTERS,
    MAINLAND,
    NAMES,
    NOTHING,
    SPACES,
    UNKNOWN,
    Paid,
    place_said,
    tile_text,
)
from companion.games.atlantis.texts import card_count as card_text
from specs.base.languages import Said, joined, listed, mark, say, say_many, verbatim, word

GAME: Final = Atlantis()


def ending(view: Position) -> str:
    """Why a game that is over ended."""
    homes = [view.state.path.figures[at : at + 3].count(MAINLAND) for at in range(0, len(view.state.path.figures), 3)]
    return mark("all of a player's people are home") if 3 in homes else mark("one player is left")


def result(view: Position) -> Result:
    """The result if the game ended here, where every gap that somebody owes has its price."""
    standings = tuple(_standing(view, player) for player in range(len(view.players)))
    return Result(standings, GAME.score(view.state).winners)


def _standing(view: Position, player: int) -> Standing:
    name, tiles, cards = view.players[player].name, view.state.tiles[player], sum(view.state.hands[player])
    lines: list[str] = []
    facts = []
    due = 0
    for n, space in enumerate(view.state.path.figures[player * 3 : player * 3 + 3], start=1):
        if space == MAINLAND:
            continue
        if space == ATLANTIS and not view.state.table.settle_from_atlantis:
            lines.append(
                say("figure {figure} is still on Atlantis and owes nothing (settle_from_atlantis: false)", figure=n)
            )
            continue
        ahead = gaps(view.state.path.tops, view.state.path.bridges, space)
        owed = sum(gap.price for gap in ahead if not gap.bridged)
        added = _sum(owed, ahead)
        if space == ATLANTIS:
            lines.append(say("figure {figure} from Atlantis: {sum}", figure=n, sum=added))
        else:
            lines.append(say("figure {figure} from space {space}: {sum}", figure=n, space=space, sum=added))
        lines += _lines(view.state.path.tops, ahead)
        facts.append({"figure": n, "from": "atlantis" if space == ATLANTIS else space, "due": owed, "gaps": [
            _fact(view.state.path.tops, gap) for gap in ahead
        ]})  # fmt: skip
        due += owed
    assets = worth(tiles) + cards
    own = tiles_text(tiles) or say("no tiles")
    holds = say("{tiles} ({worth}) and {cards}", tiles=own, worth=worth(tiles), cards=card_text(cards))
    payment = cheapest(tiles, cards, due)
    if not due:
        lines.append(say("{who} owes nothing and keeps {holds}: {sum}", who=name, holds=holds, sum=assets))
        return Standing(player, 0, 0, assets, tuple(lines), {"gaps": facts, "pays": _pays((), 0)})
    lines.append(say("{who} owes {due} and has {holds}: {sum}", who=name, due=due, holds=holds, sum=assets))
    if payment is None:
        left = f"{assets} - {due} = {assets - due}"
        lines.append(say("{points} is too little for {due}: everything goes; {sum}", points=assets, due=due, sum=left))
        return Standing(player, due, assets, assets - due, tuple(lines), {"gaps": facts, "pays": _pays(tiles, cards)})
    given, coins = payment
    paid = worth(given) + coins
    what = paid_text(given, coins)
    if paid > due:
        lines.append(
            say(
                "{who} pays {what} = {sum}, {more} more than owed: no cheaper payment exists",
                who=name, what=what, sum=paid, more=paid - due,
            )
        )  # fmt: skip
    else:
        lines.append(say("{who} pays {what} = {sum}", who=name, what=what, sum=paid))
    lines.append(f"{assets} - {paid} = {assets - paid}")
    return Standing(player, due, paid, assets - paid, tuple(lines), {"gaps": facts, "pays": _pays(given, coins)})


def paid_text(tiles: tuple[int, ...], coins: int) -> Said:
    """What is paid: `O5 + 2 cards`."""
    return joined([*map(tile_text, tiles), *([card_text(coins)] if coins else [])], " + ")


def _sum(owed: int, ahead: Sequence[Gap]) -> str:
    prices = [gap.price for gap in ahead if not gap.bridged]
    if not ahead:
        return say("no gaps ahead")
    return f"{' + '.join(map(str, prices))} = {owed}" if len(prices) > 1 else f"{owed}"


def _lines(tops: bytes, ahead: Sequence[Gap]) -> Iterator[Said]:
    """Which gaps, and why they cost what they cost, each line further in."""

    def sides(gap: Gap) -> str:
        return f"{tile_text(tops[gap.start - 1])} {tile_text(tops[gap.end])}"

    priced = [f"{sides(gap)}: {gap.price}" for gap in ahead if not gap.bridged]
    free = [sides(gap) for gap in ahead if gap.bridged]
    if priced:
        yield joined(("", say("the lower of {prices}", prices=" · ".join(priced))), "  ")
    if free:
        yield joined(("", say("free by a bridge: {gaps}", gaps=" · ".join(free))), "  ")


def _fact(tops: bytes, gap: Gap) -> dict[str, object]:
    return {
        "spaces": [gap.start, gap.end - 1],
        "between": [tile_text(tops[gap.start - 1]), tile_text(tops[gap.end])],
        "price": 0 if gap.bridged else gap.price,
        "bridged": gap.bridged,
    }


def _pays(tiles: tuple[int, ...], cards: int) -> dict[str, object]:
    return {"tiles": [tile_text(code) for code in tiles], "cards": cards}


def bought_text(tiles: tuple[int, ...]) -> Said:
    """What is given up for cards."""
    cards = card_text(sum((code & 7) >> 1 for code in tiles))
    return say("gives up {tiles} for {cards}", tiles=tiles_text(tiles), cards=cards)


def opening(view: Position) -> Sequence[Entry]:
    """The cards each player begins with, 1 point each."""
    return tuple(
        Entry(p, sum(hand), say("starts with {cards}", cards=card_text(sum(hand))))
        for p, hand in enumerate(view.state.hands)
    )


def trail(before: Position, move: Move, after: Position) -> Sequence[Entry]:
    """What a turn gained or cost its player, in points; at the end also what the last gaps cost everybody.

    With `opening` the entries of a game add up to the scores.
    """
    if isinstance(move, Reveal):
        return ()
    if isinstance(move, Counted):
        return (_recount(before, move, after),)
    me = before.state.turn
    entries = []
    if move.buys:
        entries.append(Entry(me, -worth(move.buys), bought_text(move.buys)))
    if isinstance(move, Walk):
        entries.append(Entry(me, -len(move.cards), say("plays {letters}", letters=move.cards)))
        tiles, coins, _ = paid(move)
        if tiles or coins:
            entries.append(Entry(me, -worth(tiles) - coins, say("pays {what} for gaps", what=paid_text(tiles, coins))))
    entries += [Entry(me, code & 7, say("takes {tile}", tile=tile_text(code))) for code in gained(before, move, after)]
    number = drawn(before, move, after)
    entries.append(Entry(me, number, say("draws {cards}", cards=card_text(number))))
    if after.state.over and not before.state.over:
        for standing in result(after).standings:
            if standing.due:
                lost = max(standing.due, standing.paid)
                entries.append(Entry(standing.player, -lost, say("owes {due} for the last gaps", due=standing.due)))
    return tuple(entries)


def paid(move: Walk | Stuck) -> Paid:
    """What a turn pays."""
    return (isinstance(move, Walk) and move.paid) or NOTHING_PAID


def gained(before: Position, move: Walk | Stuck, after: Position) -> list[int]:
    """The tiles a turn brought its player."""
    me, given = before.state.turn, (*move.buys, *paid(move).tiles)
    return sorted((Counter(after.state.tiles[me]) + Counter(given) - Counter(before.state.tiles[me])).elements())


def drawn(before: Position, move: Walk | Stuck, after: Position) -> int:
    """How many cards a turn brought its player, a purchase's among them."""
    me, spent = before.state.turn, len(move.cards) + paid(move).coins if isinstance(move, Walk) else 0
    number: int = sum(after.state.hands[me]) - sum(before.state.hands[me]) + spent
    return number


def _recount(before: Position, move: Counted, after: Position) -> Entry:
    """A hand that was counted again: its cards; after the end, what that changes of the score."""
    p, number = move.player, sum(after.state.hands[move.player])
    points = number - sum(before.state.hands[p])
    if after.state.over:
        points = result(after).standings[p].score - result(before).standings[p].score
    return Entry(p, points, say("hand counted: {cards}", cards=card_text(number)))


# ---- where things are -----------------------------------------------------------------------------


ENDS = {"atlantis": ATLANTIS, "mainland": MAINLAND}


def where(view: Position, sought: str) -> Sequence[Found]:
    """Sentences about a space by its number, Atlantis or the mainland, a player by name or colour, a tile (`C2`), an
    item by letter or name, gaps or bridges."""
    if sought in ENDS:
        return [Found(_stands(view, ENDS[sought]), sought)]
    if sought.isdecimal() and sought.isascii() and len(sought) < 3 and 1 <= int(sought) <= SPACES:
        return list(_space(view, int(sought)))
    found: list[Found] = []
    for p, (name, colour) in enumerate(view.players):
        if sought in (name.lower(), colour):
            found += _player(view, p)
    if sought in ("gap", "gaps", "bridge", "bridges", "water"):
        found += _gaps(view, bridged_only=sought.startswith("bridge"))
    item = next((n for n in range(1, 8) if sought in _called(n)), 0)
    return found + list(_tiles(view, sought.upper(), item))


def _called(item: int) -> tuple[str, ...]:
    return LETTERS[item].lower(), NAMES[item], f"{NAMES[item]}s", word(NAMES[item]).lower()


def _space(view: Position, space: int) -> Iterator[Found]:
    yield Found(say("Space {space}: {what}.", space=space, what=_lies(view, space)), str(space))
    for gap in gaps(view.state.path.tops, view.state.path.bridges):
        if gap.start <= space < gap.end:
            if gap.bridged:
                yield Found(say("The gap there has a bridge."))
            elif gap.price:
                yield Found(say("The gap there costs {price}.", price=gap.price))
            else:
                yield Found(say("The gap there costs what an unseen tile decides."))
    before, after = (joined([place_said(at), _lies(view, at)]) for at in (space - 1, space + 1))
    yield Found(say("Towards Atlantis {before}; towards the mainland {after}.", before=before, after=after))


def _lies(view: Position, space: int) -> Said:
    if space in (ATLANTIS, MAINLAND):
        return say("land")
    top = view.state.path.tops[space]
    if top == NOTHING:
        return say("water with a bridge") if view.state.path.bridges >> space & 1 else say("water")
    tile = say("a tile nobody has seen") if top == UNKNOWN else verbatim(tile_text(top))
    told = say("{tile} on another tile", tile=tile) if view.state.path.unders[space] else tile
    figures = _figures(view, space)
    return say("{what}, with {figures}", what=told, figures=listed(figures)) if figures else told


def _figures(view: Position, space: int) -> list[Said]:
    return [
        say("{who}'s figure {figure}", who=view.players[i // 3].name, figure=i % 3 + 1)
        for i, at in enumerate(view.state.path.figures)
        if at == space
    ]


def _stands(view: Position, place: int) -> Said:
    figures = joined(_figures(view, place)) or say("no figures")
    if place == ATLANTIS:
        return say("In Atlantis stand {figures}.", figures=figures)
    return say("On the mainland stand {figures}.", figures=figures)


def _at(figure: int, space: int) -> Said:
    if space == ATLANTIS:
        return say("{figure} on Atlantis", figure=figure)
    if space == MAINLAND:
        return say("{figure} on the mainland", figure=figure)
    return say("{figure} on space {space}", figure=figure, space=space)


def _player(view: Position, p: int) -> Iterator[Found]:
    name, figures = view.players[p].name, view.state.path.figures[p * 3 : p * 3 + 3]
    places = joined([_at(figure, space) for figure, space in enumerate(figures, start=1)])
    yield Found(say("{who}'s figures: {places}.", who=name, places=places))
    held, tiles = card_text(sum(view.state.hands[p])), tiles_text(view.state.tiles[p]) or say("no tiles")
    if view.state.unlaid[p]:
        yield Found(say("{who} has {cards}, the bridge and {tiles}.", who=name, cards=held, tiles=tiles))
    else:
        yield Found(say("{who} has {cards}, no bridge and {tiles}.", who=name, cards=held, tiles=tiles))
    for at in figures:
        yield Found("", {end: word for word, end in ENDS.items()}.get(at, str(at)))


def _gaps(view: Position, *, bridged_only: bool) -> Iterator[Found]:
    for gap in gaps(view.state.path.tops, view.state.path.bridges):
        if gap.bridged or not bridged_only:
            spaces, last = verbatim(str(gap.start)), gap.end - 1
            if last > gap.start:
                spaces = say("{first} to {last}", first=gap.start, last=last)
            if gap.bridged:
                said = say("The gap on space {spaces} has a bridge.", spaces=spaces)
            elif gap.price:
                said = say("The gap on space {spaces} costs {price}.", spaces=spaces, price=gap.price)
            else:
                said = say("The gap on space {spaces} costs what an unseen tile decides.", spaces=spaces)
            yield Found(said, str(gap.start))


def _tiles(view: Position, tile: str, item: int) -> Iterator[Found]:
    """Where a tile lies and who has it; of an item only where it lies."""
    for space in range(1, SPACES + 1):
        top = view.state.path.tops[space]
        if top != NOTHING and (tile_text(top) == tile or (item and top >> 3 == item)):
            yield Found(say("Space {space}: {what}.", space=space, what=_lies(view, space)), str(space))
    for (name, _), own in zip(view.players, view.state.tiles, strict=True):
        number = [tile_text(code) for code in own].count(tile)
        if number:
            yield Found(say_many("{who} has {tile}.", "{who} has {tile} {n} times.", number, who=name, tile=tile))
