"""The table in sentences: what a turn cost and brought, who wins and why; and where things are on the path."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from companion.contract.position import Position
from companion.contract.values import Entry, Found, Result, Standing
from companion.games.atlantis import texts
from companion.games.atlantis.cards import NOTHING_PAID, cheapest
from companion.games.atlantis.moves import Counted, Move, Reveal, Stuck, Walk
from companion.games.atlantis.rules import Atlantis
from companion.games.atlantis.state import Gap, all_home, gaps, tiles_text, worth
from specs.base.languages import Said, joined, listed, mark, say, say_many, verbatim, word

GAME: Final = Atlantis()


def ending(view: Position) -> str:
    """Say why a finished game ended."""
    home = all_home(view.state.path.figures)
    return mark("all figures of a player are on the mainland") if home else mark("one player is left")


def result(view: Position) -> Result:
    """Return the result if the game ended here; every gap that somebody owes must have its price."""
    standings = tuple(_standing(view, player) for player in range(len(view.players)))
    return Result(standings, GAME.score(view.state).winners)


def _standing(view: Position, player: int) -> Standing:
    state, lines, dues = view.state, list[str](), list[dict[str, Any]]()
    for figure, space in enumerate(state.path.figures[player * 3 : player * 3 + 3], start=1):
        if space == texts.ATLANTIS and not state.table.settle_from_atlantis:
            still = mark("figure {figure} is still on Atlantis and owes nothing (settle_from_atlantis: false)")
            lines.append(word(still, figure=figure))
        elif space != texts.MAINLAND:
            ahead = gaps(state.path.tops, state.path.bridges, space)
            lines += _figure(state.path.tops, figure, space, ahead)
            due, start = sum(gap.price for gap in ahead if not gap.bridged), "atlantis" if space == 0 else space
            each = [_fact(state.path.tops, gap) for gap in ahead]
            dues.append({"figure": figure, "from": start, "due": due, "gaps": each})
    tiles, cards, due = state.tiles[player], sum(state.hands[player]), sum(each["due"] for each in dues)
    given, coins, _ = cheapest(tiles, cards, due) or texts.Paid(tiles, cards)
    assets, spent = worth(tiles) + cards, worth(given) + coins
    own = tiles_text(tiles) or say("no tiles")
    holds = say("{tiles} ({worth}) and {cards}", tiles=own, worth=worth(tiles), cards=texts.card_count(cards))
    lines += _payment(view.players[player].name, holds, assets, due, texts.Paid(given, coins))
    facts = {"gaps": dues, "pays": {"tiles": [*map(texts.tile_text, given)], "cards": coins}}
    return Standing(player, due, spent, assets - max(spent, due), tuple(lines), facts)


def _payment(who: str, holds: Said, assets: int, due: int, given: texts.Paid) -> Iterator[str]:
    """Say what is owed and how it is paid."""
    if not due:
        yield say("{who} owes nothing and keeps {holds}: {sum}", who=who, holds=holds, sum=assets)
        return
    yield say("{who} owes {due} and has {holds}: {sum}", who=who, due=due, holds=holds, sum=assets)
    spent = worth(given.tiles) + given.coins
    left = f"{assets} - {max(spent, due)} = {assets - max(spent, due)}"
    if spent < due:
        yield say("{points} is not enough for {due}: everything is lost; {sum}", points=assets, due=due, sum=left)
        return
    values = {"who": who, "what": paid_text(given.tiles, given.coins), "sum": spent}
    if spent > due:
        more = mark("{who} pays {what} = {sum}, {more} more than owed: no cheaper payment exists")
        yield word(more, **values, more=spent - due)
    else:
        yield say("{who} pays {what} = {sum}", **values)
    yield left


def paid_text(tiles: tuple[int, ...], coins: int) -> Said:
    """Say what is paid: `O5 + 2 cards`."""
    return joined([*map(texts.tile_text, tiles), *([texts.card_count(coins)] if coins else [])], " + ")


def _figure(tops: bytes, figure: int, space: int, ahead: Sequence[Gap]) -> Iterator[Said]:
    """Say what a figure owes, for which gaps, and why they cost that, each line indented further."""
    prices, free = [gap.price for gap in ahead if not gap.bridged], [gap for gap in ahead if gap.bridged]
    owed: str = f"{' + '.join(map(str, prices))} = {sum(prices)}" if len(prices) > 1 else f"{sum(prices)}"
    owed = owed if ahead else say("no gaps ahead")
    if space == texts.ATLANTIS:
        yield say("figure {figure} from Atlantis: {sum}", figure=figure, sum=owed)
    else:
        yield say("figure {figure} from space {space}: {sum}", figure=figure, space=space, sum=owed)
    if prices:
        priced = " · ".join(f"{_sides(tops, gap)}: {gap.price}" for gap in ahead if not gap.bridged)
        yield joined(("", say("the lower of {prices}", prices=priced)), "  ")
    if free:
        bridged = " · ".join(_sides(tops, gap) for gap in free)
        yield joined(("", say("free by a bridge: {gaps}", gaps=bridged)), "  ")


def _sides(tops: bytes, gap: Gap) -> str:
    return f"{texts.tile_text(tops[gap.start - 1])} {texts.tile_text(tops[gap.end])}"


def _fact(tops: bytes, gap: Gap) -> dict[str, object]:
    return {
        "spaces": [gap.start, gap.end - 1],
        "between": _sides(tops, gap).split(),
        "price": 0 if gap.bridged else gap.price,
        "bridged": gap.bridged,
    }


def bought_text(tiles: tuple[int, ...]) -> Said:
    """Say what is given up for cards."""
    cards = texts.card_count(sum((code & 7) >> 1 for code in tiles))
    return say("gives up {tiles} for {cards}", tiles=tiles_text(tiles), cards=cards)


def opening(view: Position) -> Sequence[Entry]:
    """Return the cards each player begins with, 1 point each."""
    return tuple(
        Entry(p, sum(hand), say("starts with {cards}", cards=texts.card_count(sum(hand))))
        for p, hand in enumerate(view.state.hands)
    )


def trail(before: Position, move: Move, after: Position) -> Sequence[Entry]:
    """Return what a turn gained or cost its player, in points; at the end also what the last gaps cost everybody.

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
    for code in gained(before, move, after):
        entries.append(Entry(me, code & 7, say("takes {tile}", tile=texts.tile_text(code))))
    number = drawn(before, move, after)
    entries.append(Entry(me, number, say("draws {cards}", cards=texts.card_count(number))))
    if after.state.over and not before.state.over:
        for standing in result(after).standings:
            if standing.due:
                lost = max(standing.due, standing.paid)
                entries.append(Entry(standing.player, -lost, say("owes {due} for the last gaps", due=standing.due)))
    return tuple(entries)


def paid(move: Walk | Stuck) -> texts.Paid:
    """Return what a turn pays."""
    return (isinstance(move, Walk) and move.paid) or NOTHING_PAID


def gained(before: Position, move: Walk | Stuck, after: Position) -> list[int]:
    """Return the tiles a turn brought its player."""
    me, given = before.state.turn, (*move.buys, *paid(move).tiles)
    return sorted((Counter(after.state.tiles[me]) + Counter(given) - Counter(before.state.tiles[me])).elements())


def drawn(before: Position, move: Walk | Stuck, after: Position) -> int:
    """Return how many cards a turn brought its player, including a purchase's."""
    me, spent = before.state.turn, len(move.cards) + paid(move).coins if isinstance(move, Walk) else 0
    number: int = sum(after.state.hands[me]) - sum(before.state.hands[me]) + spent
    return number


def _recount(before: Position, move: Counted, after: Position) -> Entry:
    """Return the entry of a hand that was counted again: its cards; after the end, what that changes of the score."""
    p, number = move.player, sum(after.state.hands[move.player])
    points = number - sum(before.state.hands[p])
    if after.state.over:
        points = result(after).standings[p].score - result(before).standings[p].score
    return Entry(p, points, say("hand counted: {cards}", cards=texts.card_count(number)))


# ---- where things are ----------------------------------------------------------------------------


def where(view: Position, sought: str) -> Sequence[Found]:
    """Say where things are: a space by its number, Atlantis or the mainland, a tile (`C2`), an item by letter or name,
    gaps or bridges."""
    if sought in texts.ENDS:
        return [Found(_stands(view, texts.ENDS[sought]), sought)]
    number = sought.rpartition(" ")[2]
    if say("Space {space}: {what}.", space=number, what="").lower().startswith(f"{sought}:"):
        sought = number
    if sought.isdecimal() and sought.isascii() and len(sought) < 3 and 1 <= int(sought) <= texts.SPACES:
        return list(_space(view, int(sought)))
    found = list[Found]()
    if sought in ("gap", "gaps", "bridge", "bridges", "water"):
        there = gaps(view.state.path.tops, view.state.path.bridges)
        bridges = sought.startswith("bridge")
        found += [Found(_gap(gap), str(gap.start)) for gap in there if gap.bridged or not bridges]
    item = next((n for n in range(1, 8) if sought in _called(n)), 0)
    return found + list(_tiles(view, sought.upper(), item))


def _called(item: int) -> tuple[str, ...]:
    return texts.LETTERS[item].lower(), texts.NAMES[item], f"{texts.NAMES[item]}s", word(texts.NAMES[item]).lower()


def _space(view: Position, space: int) -> Iterator[Found]:
    yield Found(say("Space {space}: {what}.", space=space, what=_lies(view, space)), str(space))
    for gap in gaps(view.state.path.tops, view.state.path.bridges):
        if gap.start <= space < gap.end:
            yield Found(_gap(gap))
    before, after = (joined([texts.place_said(at), _lies(view, at)]) for at in (space - 1, space + 1))
    yield Found(say("Towards Atlantis {before}; towards the mainland {after}.", before=before, after=after))


def _lies(view: Position, space: int) -> Said:
    if space in (texts.ATLANTIS, texts.MAINLAND):
        return say("land")
    top = view.state.path.tops[space]
    if top == texts.NOTHING:
        return say("water with a bridge") if view.state.path.bridges >> space & 1 else say("water")
    tile = say("an unknown tile") if top == texts.UNKNOWN else texts.tile_said(top)
    tile = say("{tile} on another tile", tile=tile) if view.state.path.unders[space] else tile
    figures = _figures(view, space)
    return say("{what}, with {figures}", what=tile, figures=listed(figures)) if figures else tile


def _figures(view: Position, space: int) -> list[Said]:
    return [
        say("{who}'s figure {figure}", who=view.players[i // 3].name, figure=i % 3 + 1)
        for i, at in enumerate(view.state.path.figures)
        if at == space
    ]


def _stands(view: Position, place: int) -> Said:
    figures = joined(_figures(view, place)) or say("no figures")
    if place == texts.ATLANTIS:
        return say("In Atlantis stand {figures}.", figures=figures)
    return say("On the mainland stand {figures}.", figures=figures)


def _at(figure: int, space: int) -> Said:
    if space == texts.ATLANTIS:
        return say("{figure} on Atlantis", figure=figure)
    if space == texts.MAINLAND:
        return say("{figure} on the mainland", figure=figure)
    return say("{figure} on space {space}", figure=figure, space=space)


def whose(view: Position, p: int) -> Iterator[Found]:
    """Yield where a player's figures stand, and what the player has."""
    name, figures = view.players[p].name, view.state.path.figures[p * 3 : p * 3 + 3]
    places = joined([_at(figure, space) for figure, space in enumerate(figures, start=1)])
    yield Found(say("{who}'s figures: {places}.", who=name, places=places))
    held, tiles = texts.card_count(sum(view.state.hands[p])), tiles_text(view.state.tiles[p]) or say("no tiles")
    if view.state.unlaid[p]:
        yield Found(say("{who} has {cards}, the bridge and {tiles}.", who=name, cards=held, tiles=tiles))
    else:
        yield Found(say("{who} has {cards}, no bridge and {tiles}.", who=name, cards=held, tiles=tiles))
    for at in figures:
        yield Found("", texts.place_name(at))


def _gap(gap: Gap) -> Said:
    last = gap.end - 1
    spaces = say("{first} to {last}", first=gap.start, last=last) if last > gap.start else verbatim(str(last))
    if gap.bridged:
        return say("The gap on space {spaces} has a bridge.", spaces=spaces)
    if gap.price:
        return say("The gap on space {spaces} costs {price}.", spaces=spaces, price=gap.price)
    return say("The price of the gap on space {spaces} depends on an unseen tile.", spaces=spaces)


def _tiles(view: Position, tile: str, item: int) -> Iterator[Found]:
    """Say where a tile lies and who has it; for an item only where it lies."""
    for space in range(1, texts.SPACES + 1):
        top = view.state.path.tops[space]
        if top != texts.NOTHING and (texts.tile_text(top) == tile or (item and top >> 3 == item)):
            yield Found(say("Space {space}: {what}.", space=space, what=_lies(view, space)), str(space))
    for (name, _), own in zip(view.players, view.state.tiles, strict=True):
        number = [texts.tile_text(code) for code in own].count(tile)
        if number:
            yield Found(say_many("{who} has {tile}.", "{who} has {tile} {n} times.", number, who=name, tile=tile))
