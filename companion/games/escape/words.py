"""Sentences: where things are on the board, likely slips, what was revealed, what a bot asks for; and the sums."""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract import Entry, Found, Player, Ply, Position
from companion.games.escape import moves, moving, state
from companion.games.escape.board import CORAL, LOWLAND, SEA, hexes_of
from companion.games.escape.state import State
from companion.games.escape.text import dice_said
from companion.games.escape.texts import BOAT, CREATURES, SYMBOLS, Sea, step_text
from specs.base.languages import Said, joined, listed, mark, say, say_many, word

GROUNDS: Final = (
    mark("open sea"), mark("lowland"), mark("hill"), mark("mountain"), mark("a Coral Island"), mark("a reef"),
)  # fmt: skip
BEASTS: Final = (mark("a monster"), mark("a shark"), mark("an octopus"), mark("a dolphin"))


def where(p: Position, sought: str) -> Sequence[Found]:
    """Say where things are: a hex by its name, a kind of creature, boats, or a region."""
    sea: Sea = p.state.sea
    if sought.upper() in sea.board.number:
        return list(_hex(p, sea.board.number[sought.upper()]))
    found, one = list[Found](), _singular(sought)
    if one in CREATURES:
        there = [h for h, beasts in enumerate(sea.beasts) if one in state.creatures(beasts)]
        found += [_lying_at(p, h) for h in there] or [Found(say("No {beast} is on the board.", beast=word(one, "no")))]
    if one == SYMBOLS[BOAT]:
        found += [_lying_at(p, h) for h in hexes_of(sea.boats)]
    if one in state.REGIONS[LOWLAND:CORAL]:
        found += _region(sea, state.REGIONS.index(one))
    return found


def _singular(sought: str) -> str:
    """Return the English singular for a word in the current language or in English, singular or plural."""
    known = (*CREATURES, SYMBOLS[BOAT], *state.REGIONS[LOWLAND:CORAL])
    said = next((each for each in known if sought == word(each).lower()), sought)
    return "octopus" if said == "octopuses" else said if said in known else said.removesuffix("s")


def _lying_at(p: Position, h: int) -> Found:
    name = p.state.name(h)
    return Found(say("{hex}: {what}.", hex=name, what=lying(p, h)), name)


def _region(sea: Sea, region: int) -> Iterator[Found]:
    """Say what is left of a region."""
    left = [sea.board.names[h] for h, ground in enumerate(sea.ground) if ground == region]
    values = {"n": len(left), "region": word(state.REGIONS[region], "of"), "hexes": ", ".join(left) or say("none")}
    if left and state.lowest(sea.ground) == region:
        yield Found(say("{n} of {region} left, and sinks now: {hexes}.", **values))
    else:
        yield Found(say("{n} of {region} left: {hexes}.", **values))
    yield from (Found("", name) for name in left)


def _hex(p: Position, h: int) -> Iterator[Found]:
    sea: Sea = p.state.sea
    names, ground = sea.board.names, sea.ground[h]
    yield _lying_at(p, h)
    if state.is_land(ground) and ground == state.lowest(sea.ground):
        said = say_many(
            "{hex} may sink: of {region}, which sinks now, {n} is left.",
            "{hex} may sink: of {region}, which sinks now, {n} are left.",
            sea.ground.count(ground), hex=names[h], region=word(state.REGIONS[ground], "of"),
        )  # fmt: skip
        yield Found(said)
    landing = [names[coral] for coral, at in sea.board.landing.items() if at == h]
    if landing:
        yield Found(say("{hex} is the anchor hex of {corals}.", hex=names[h], corals=", ".join(landing)))
    around = [joined([names[other], lying(p, other)]) for other in sea.board.around[h]]
    yield Found(say("Around {hex}, from the right and clockwise: {what}.", hex=names[h], what=joined(around, "; ")))


def whose(p: Position, seat: int) -> Iterator[Found]:
    """Yield where a player's Atlanteans are."""
    sea, who, places = p.state.sea, p.players[seat].name, list[str]()
    names = sea.board.names
    kinds = (
        (mark("{who}: on land {where}."), sea.stand, [state.is_land(ground) for ground in sea.ground]),
        (mark("{who}: in boats {where}."), sea.stand, [ground == SEA for ground in sea.ground]),
        (mark("{who}: swimming {where}."), sea.swim, [True] * len(names)),
        (mark("{who}: ashore {where}."), sea.stand, [ground == CORAL for ground in sea.ground]),
    )
    for what, people, here in kinds:
        found = [(h, state.of(group, seat)) for h, group in enumerate(people) if state.of(group, seat) and here[h]]
        places += [names[h] for h, _ in found]
        there = ", ".join(f"{names[h]} {number}" for h, number in found) or say("none")
        yield Found(word(what, who=who, where=there))
    for place in dict.fromkeys(places):
        yield Found("", place)


def lying(p: Position, h: int) -> Said:
    """Describe the ground and everything on it."""
    sea: Sea = p.state.sea
    parts = [word(GROUNDS[sea.ground[h]])]
    if sea.boats >> h & 1:
        crew = _people(p.players, sea.stand[h])
        parts.append(say("a boat with {people}", people=crew) if crew else say("a boat that is empty"))
    elif sea.stand[h]:
        parts.append(_people(p.players, sea.stand[h]))
    if sea.swim[h]:
        parts.append(say("{people} swimming", people=_people(p.players, sea.swim[h])))
    parts += [word(BEASTS[CREATURES.index(name)]) for name in state.creatures(sea.beasts[h])]
    return joined(parts)


def _people(players: Sequence[Player], group: int) -> Said:
    there = [(player.name, state.of(group, seat)) for seat, player in enumerate(players)]
    return listed([f"{who} {n}" for who, n in there if n])


# ---- warnings, reveals, questions ----------------------------------------------------------------


UNFOLDS: Final = True
SLIPS: Final = ("water.deadly",)


def warnings(made: Ply) -> Iterator[Said]:
    """Yield warnings about legal turns that are probably unintended, besides the SLIPS: steps left that would bring
    somebody ashore."""
    s, ends = made.before.state, isinstance(made.move, moves.Sink) or made.move == moves.Move(None)
    if ends and s.phase == "move" and s.steps < state.STEPS:
        landing = next((step for step in moving.steps(s) if s.sea.ground[step.target] == CORAL), None)
        if landing is not None:
            yield say_many(
                "{n} step is left, and {step} would bring one ashore.",
                "{n} steps are left, and {step} would bring one ashore.",
                state.STEPS - s.steps, step=step_text(s.sea.board.names, landing),
            )  # fmt: skip


def revealed(before: Position, move: moves.Ply, after: Position) -> Sequence[Said]:
    """Say what the back of a sunk piece shows, and the dice if a seed rolls them."""
    if isinstance(move, moves.Reveal):
        name = before.state.name(before.state.sea.sinking)
        return [say("the {symbol} under {hex}", symbol=word(SYMBOLS[move.symbol], "the"), hex=name)]
    if isinstance(move, moves.Roll) and before.state.table.dice == "dealt":
        return [say("the dice: {dice}", dice=dice_said(after.state.dice))]
    return []


def asks(p: Position) -> str:
    """Return the question for what came up, or for the dice, if the table has them."""
    s = p.state
    if s.phase == "reveal":
        return say("What came up under {hex}?", hex=s.name(s.sinking))
    if s.phase != "dice" or s.table.dice == "dealt" or not any(s.sea.beasts):
        return ""
    who = p.players[s.turn].name
    return say("Roll the dice for {who}. What do they show? Type it, such as shark 2.", who=who)


# ---- sums ----------------------------------------------------------------------------------------


def ending(p: Position) -> str:
    """Say why a finished game ended."""
    if p.state.away.count(False) == 1:
        return mark("one player is left")
    left = state.elsewhere(p.state.sea)
    return mark("all people of a player are ashore or lost") if left else mark("all people are ashore or lost")


def lines(p: Position, seat: int) -> Iterator[Said]:
    """Yield where a player's Atlanteans came ashore, and how many did not."""
    s, sea = p.state, p.state.sea
    there = [(s.name(h), state.of(sea.stand[h], seat)) for h in sea.board.corals]
    points, left = sum(count for _, count in there), state.of(state.elsewhere(sea), seat)
    places = joined([say("{n} on {hex}", n=count, hex=name) for name, count in there if count])
    yield say("{n} ashore: {where}", n=points, where=places) if places else say("{n} ashore", n=points)
    yield say("{left} not ashore, {lost} lost", left=left, lost=state.TRIBE - points - left - state.unplaced(s, seat))


def trail(before: Position, move: moves.Ply, after: Position) -> Iterator[Entry]:
    """Yield who came ashore, a point each, and who was lost, which costs nothing."""
    was, now = before.state.sea, after.state.sea
    landed = state.ashore(now) - state.ashore(was)
    gone = state.elsewhere(was) - state.elsewhere(now) - landed
    for seat in range(before.state.seats):
        if count := state.of(landed, seat):
            where = ", ".join(now.board.names[h] for h in now.board.corals if now.stand[h] > was.stand[h])
            yield Entry(seat, count, say("{n} ashore on {hexes}", n=count, hexes=where))
        if before.state.phase != "place" and (count := state.of(gone, seat)):
            yield Entry(seat, 0, _lost(before.state, move, count))


def _lost(s: State, move: moves.Ply, count: int) -> Said:
    """Return how many were lost, and to what, if it is one cause."""
    match move:
        case moves.Go(way) if way is not None and s.dice is not None:
            beast, there = word(s.dice.creature, "the"), s.name(way.target)
            return say("{n} lost to the {beast} on {hex}", n=count, beast=beast, hex=there)
        case moves.Put() | moves.Reveal():
            return say("{n} lost when {hex} sank", n=count, hex=s.name(s.sinking))
    return say("{n} lost in the water", n=count)
