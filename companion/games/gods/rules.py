"""Island of Gods: what is legal and what it does, with each check at its rulebook passage."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import le
from random import Random
from typing import Any, Final

from companion.contract import STRICT, SyntaxFault
from companion.contract.rules import Ending, Given, Judge, Lies, OfSpec, Row, Score, Turn, leaving, no_chance
from companion.games.gods import listing
from companion.games.gods.feasts import feast

from companion.games.gods.moves import (  # isort: skip
    MOVES, TOP, WHOLE, Build, Built, Convert, Demolish, Discard, Draw, Feast, Migrate, Move, Opponent, Pass, Recruit,
    Step, Travel,
)  # fmt: skip
from companion.games.gods.play import Play

from companion.games.gods.state import (  # isort: skip
    COLOURS, HAND_LIMIT, LETTERS, NEUTRAL, NO_CARD, NO_CARDS, OPPONENT, ROMAN, SOLO_TURNS, State, Table, Temple,
    complete, count, letters, meets, owner, place_text, plus, stock, targets, unbuilt, unseen,
)  # fmt: skip
from companion.contract.values import gone, put
from companion.games.gods.temples import blocked
from specs.base.languages import say


class Gods(OfSpec):
    """The rules."""

    STATE, TABLE, MOVES, UNSEATED = State, Table, MOVES, OPPONENT
    deal = no_chance

    def turn(self, s: State) -> Turn | None:
        return None if s.phase == "over" else Turn((s.turn,), s.turns, s.phase)

    def moves(self, s: State, given: Given) -> Iterator[Move]:
        return listing.moves(s)

    def knows(self, s: State) -> bool:
        """Return whether the companion knows what is turned up."""
        return s.table.dealt

    def pick(self, s: State, random: Random) -> Move:
        return listing.pick(s, random)

    def play(self, s: State, seat: int | None, move: Move, judge: Judge) -> State:
        p = Play(s, judge)
        if s.phase == "over":
            p.cannot("game.over")
        elif isinstance(move, Draw):
            _draw(p, move)
        elif isinstance(move, Opponent):
            _opponent(p, move)
        elif isinstance(move, Discard):
            _discard(p, move)
        else:
            _act(p, move)
        return p.frozen()

    def ends(self, s: State, seat: int | None, how: Ending, judge: Judge) -> State:
        """Return the position after a player leaves: their tiles come off the neutral sites; cards, followers and
        temples stay where they are. Followers can still be converted; the hand is out of the game. The rest of that
        player's turn is skipped. A solo game is lost."""
        seat = leaving(s.away, seat, how, judge)
        p = Play(s, judge)
        p.away = gone(s.away, seat, len(s.hands))
        p.sites = put(s.sites, seat, (*s.sites[seat][: NEUTRAL + 1], *((),) * NEUTRAL))
        if p.away.count(False) == 1:
            p.end(p.away.index(False))
        elif p.turn == seat:
            p.next_turn()
        return p.frozen()

    def seen(self, s: State, seat: int | None) -> State:
        """Return the view: a seat knows its own hand, of the others what was shown, but not the deck or the seed."""
        return s._replace(
            hands=tuple([
                hand if n == seat else (sum(hand) - sum(shown), *shown[1:])
                for n, (hand, shown) in enumerate(zip(s.hands, s.shown, strict=True))
            ]),
            deck="?" * len(s.deck),
            table=s.table._replace(seed=None),
        )  # fmt: skip

    def holding(self, s: State, seat: int, text: str, judge: Judge) -> State:
        """Return the position with what a seat holds."""
        given, held = "".join(text.split()).upper(), s.hands[seat]
        if set(given) - set(LETTERS[1:]):
            raise SyntaxFault(f"'{text[:30]}'", say("a hand, letters of B G R Y"))
        cards, facts = count(given), {"who": seat, "given": given}
        if sum(cards) != sum(held):
            judge.cannot("card.unavailable", why="number", who=seat, cards=(sum(held),), given=sum(cards))
        for colour in COLOURS:
            if cards[colour] < held[colour]:
                why = "fewer" if cards[colour] else "none"
                judge.cannot("card.unavailable", why=why, cards=(held[colour], colour), shown=cards[colour], **facts)
            more, left = cards[colour] - held[colour], unseen(s, colour)
            if more > left:
                judge.cannot("card.impossible", why="given", cards=(left, colour), more=more, **facts)
        return s._replace(hands=put(s.hands, seat, cards))

    def score(self, s: State) -> Score:
        """Score the complete temples. Before the end, the win is for whoever meets the card, the player to move first;
        else it is shared by those with the most temples. A solo game that is not won is lost."""
        rows = [Row(seat, f"temple {LETTERS[region]}", 1) for seat in _players(s) for region in complete(s, seat)]
        if s.winner is not None:
            return Score(tuple(rows), (s.winner,))
        met = [seat for seat in _players(s) if meets(s, seat)]
        if met:
            return Score(tuple(rows), (s.turn,) if s.turn in met else tuple(met))
        if s.table.solo:
            return Score(tuple(rows), (1,))
        done = [len(complete(s, seat)) if not (s.away and s.away[seat]) else -1 for seat in _players(s)]
        return Score(tuple(rows), tuple([seat for seat, number in enumerate(done) if number == max(done)]))

    def lies(self, s: State) -> Iterator[Lies]:
        """Yield the open cards and the piles, each region with its temples, what each player has."""
        yield Lies("row", tuple(letters(s.row)))
        yield Lies("deck", tuple(s.deck))
        yield Lies("discards", tuple(letters(s.discards)))
        for region in s.table.order:
            yield Lies(LETTERS[region], ("marker",) if s.marker == region else ())
            for place in (region, region + NEUTRAL):
                for seat in _players(s):
                    yield Lies(place_text(place), tuple([ROMAN[tile] for tile in s.sites[seat][place]]), seat)
        for seat, hand in enumerate(s.hands):
            yield Lies("hand", tuple(letters(hand)), seat)
            yield Lies("followers", tuple(letters(s.followers[seat])), seat)
            yield Lies("assistant", ("assistant",) * s.assistants[seat], seat)
        for seat in _players(s):
            yield Lies("stock", tuple([ROMAN[level] for level in unbuilt(s, seat)]), seat)

    def sound(self, s: State, seats: int) -> Sequence[tuple[bool, str]]:
        lying, t = [s.row, s.discards, *s.hands, *s.followers], s.table
        number = [sum([cards[c] for cards in lying]) + s.deck.count(LETTERS[c]) for c in COLOURS]
        all_ = len(s.deck) + sum(map(sum, lying))
        each = {len(row) for row in (s.hands, s.shown, s.followers, s.sites, s.assistants, t.cards, t.deities)}
        neutral = [sum([bool(sites[region + NEUTRAL]) for sites in s.sites]) for region in COLOURS]
        return (
            (each == {seats} and len(s.away) in (0, seats) and s.turn < seats, "something of each player"),
            (seats == 2 if t.solo else 2 <= seats <= 4, "two to four players, two of a solo game"),
            (sorted(t.order) == [*COLOURS] and {len(t.abilities), len(t.neutral)} == {5}, "the four regions"),
            ([bool(card) for card in t.cards] == [not t.solo or seat == 0 for seat in range(seats)], "deity cards"),
            (s.marker in COLOURS and (s.winner is not None) == (s.phase == "over"), "a winner at the end only"),
            (t.solo or s.phase != "opponent", "a phase of a game of several players"),
            (all_ == 4 * t.copies and max(number) <= t.copies, "as many cards as there are"),
            (all(min(stock(sites)) >= 0 for sites in s.sites), "tiles that there are"),
            (all(map(le, neutral, t.neutral[1:])), "neutral sites of one player"),
            (all(map(le, chain(*s.shown), chain(*s.hands))), "cards shown of each hand"),
        )


rules = Gods  # of the game that a spec is of


def _players(s: State) -> range:
    """Return the seats with a deity card."""
    return range(1 if s.table.solo else len(s.hands))


# ---- draws and discards --------------------------------------------------------------------------


def _phase(p: Play, wanted: str) -> None:
    """Refuse a move of another phase: the table may let it stand."""
    if p.phase != wanted:
        held = (sum(p.hands[p.turn]),)
        p.against("phase", why=p.phase, who=p.turn, n=p.left, cards=held, limit=HAND_LIMIT, wanted=wanted)


def _draw(p: Play, move: Draw) -> None:
    """Rulebook: Draw 3 Dweller Cards."""
    card, refill = move.taken
    _phase(p, "draw")
    if card == NO_CARD:
        if not p.draw():
            p.cannot("draw.empty")
    else:
        if not p.row[card]:
            p.cannot("draw.row", card=card, row=p.row)
        p.take_open(card, refill)
    if p.phase == "opponent":
        p.begin_draws()
    if p.phase == "draw":
        p.drawn()


def _opponent(p: Play, move: Opponent) -> None:
    """Rulebook: Solo mode. The old follower is discarded before the new one is drawn."""
    if not p.table.solo:
        p.cannot("phase", why="several", players=len(p.hands))
    _phase(p, "opponent")
    old = p.followers[1]
    if any(old):
        p.judge.tell("old follower", colour=old.index(1))
    p.discards = tuple(map(int.__add__, p.discards, old))
    p.followers = put(p.followers, 1, NO_CARDS)
    card = p.turn_up(move.card, ", opponent")
    p.followers = put(p.followers, 1, plus(NO_CARDS, card))
    if p.phase == "opponent":
        p.solo_turns += 1
        p.judge.tell("token", token=p.solo_turns, last=SOLO_TURNS)
        p.begin_draws()


def _discard(p: Play, move: Discard) -> None:
    """Rulebook: Discard. Exactly down to the limit."""
    _phase(p, "discard")
    number, held = sum(move.cards), sum(p.hands[p.turn])
    excess = max(0, held - HAND_LIMIT)
    facts = {"who": p.turn, "cards": (held,), "given": letters(move.cards), "number": number}
    if number != excess and p.phase == "discard":
        p.against("discard.count", excess=excess, **facts)
    if number > held:
        p.cannot("card.unavailable", why="held", **facts)
    for colour, wanted in enumerate(move.cards):
        if wanted:
            p.spend(colour, wanted)
            p.discard(colour, wanted)
    if p.phase != "discard":
        p.end_turn()
    else:
        p.next_turn()


# ---- actions -------------------------------------------------------------------------------------


def _act(p: Play, move: Move) -> None:
    if p.phase != "act":
        late = p.phase == "discard"
        _phase(p, "act")
        p.phase, p.left = "act", 1 if late else 5
    _ACTIONS[type(move)](p, move)
    laid = isinstance(move, Build) or (isinstance(move, Feast) and isinstance((*move.needs, None)[0], Step))
    if laid and p.judge is not STRICT:
        for what, facts in blocked(p.before, p.now()):
            p.judge.tell(what, **facts)
    p.acted(laid=laid)


def _travel(p: Play, move: Travel) -> None:
    """Rulebook: Travel."""
    if move.card == p.marker:
        p.judge.tell("travel.pointless", colour=move.card)
    p.spend(move.card, 1)
    p.discard(move.card)
    p.marker = move.card


def _build(p: Play, move: Build) -> None:
    """Rulebook: Build."""
    (neutral, at, tile, assistant), region, me = move.what, p.marker, p.turn
    place = region + NEUTRAL * neutral
    if neutral:
        if not p.table.neutral[region]:
            p.cannot("build.neutral", colour=region)
        other = owner(p.before, place)
        if other is not None:
            p.cannot("build.site", who=other, colour=region)
        p.judge.tell("build.prevents", place=place)
    before = p.sites[me][place]
    temple, fits = built(before, move.what)
    if temple is None:
        p.cannot("build.level", why="gone", place=place, temple=before, at=at)
    if not fits:
        p.against("build.level", why="higher", place=place, temple=before, at=at, tile=tile)
    gone_ = before if at == WHOLE else (before[at - 1],) if at else ()
    if not stock(p.sites[me])[tile] + gone_.count(tile):
        p.cannot("build.stock", who=me, tile=ROMAN[tile])
    level = cost = sum(temple)
    if assistant:
        if not p.assistants[me]:
            p.against("build.assistant", who=me)
        p.assistants = put(p.assistants, me, False)
        cost -= 1
    hand = p.hands[me]
    if cost > hand[region] + hand[0]:
        why = "assistant" if assistant else ""
        p.against("build.cost", why=why, who=me, level=level, colour=region, cards=(cost, region), hand=hand)
        cost = hand[region] + (min(hand[0], p.unseen(region)) if hand[0] else 0)
    if cost:
        p.spend(region, cost, "build.cost")
        p.follow(region, cost)
        p.judge.tell("build.cards", n=cost, colour=region)
    if p.before.assistants[me] and not p.assistants[me]:
        p.judge.tell("build.paid")
    if gone_:
        p.judge.tell("build.stocked", n=len(gone_), tiles=gone_)
    p.set_temple(place, temple)


def built(temple: Temple, what: Built) -> tuple[Temple | None, bool]:
    """Return the temple after a tile is built, None if the tile it replaces is not there; and whether it is
    one higher."""
    _, at, tile, _ = what
    if at == TOP:
        return (*temple, tile), tile == 1
    if at == WHOLE:
        return ((tile,), tile == sum(temple) + 1) if temple else (None, False)
    if at > len(temple):
        return None, False
    return put(temple, at - 1, tile), tile == temple[at - 1] + 1


def _demolish(p: Play, move: Demolish) -> None:
    """Rulebook: Demolition. The rest of the stack closes up."""
    place, number = move.tile
    temple = p.sites[p.turn][place]
    if not 1 <= number <= len(temple):
        p.cannot("demolish.tile", who=p.turn, place=place, temple=temple, number=number)
    if place <= NEUTRAL and temple == targets(p.table, p.turn)[place]:
        p.judge.tell("demolish.complete", colour=place, tile=number)
    p.set_temple(place, (*temple[: number - 1], *temple[number:]))


def _convert(p: Play, move: Convert) -> None:
    """Rulebook: Conversion."""
    me, whom = p.turn, p.turn if move.player is None else move.player
    if p.converted:
        p.against("convert.once", who=me)
    if whom == me:
        p.cannot("convert.card", why="own", who=me)
    theirs = p.followers[whom]
    if not theirs[move.card]:
        p.cannot("convert.card", why="none", who=whom, colour=move.card, followers=letters(theirs))
    p.followers = put(p.followers, whom, plus(theirs, move.card, -1))
    p.follow(move.card)
    p.converted = True


def _recruit(p: Play, move: Recruit) -> None:
    """Rulebook: Recruitment."""
    if move.number < 1:
        p.against("recruit.count", who=p.turn, number=move.number)
        return
    p.spend(p.marker, move.number)
    p.follow(p.marker, move.number)


def _migrate(p: Play, move: Migrate) -> None:
    """Rulebook: Migration."""
    if not p.draw():
        p.cannot("migrate.empty")


def _pass(p: Play, move: Pass) -> None:
    """Rulebook: Perform five Actions. You may pass only if you cannot act."""
    s = p.before
    if sum(s.hands[s.turn]) or s.deck or s.discards != NO_CARDS or any(True for _ in listing.actions(s)):
        p.against("pass.can-act", who=p.turn)


_ACTIONS: Final[dict[type, Callable[[Play, Any], None]]] = {
    Travel: _travel, Build: _build, Demolish: _demolish, Convert: _convert, Feast: feast, Recruit: _recruit,
    Migrate: _migrate, Pass: _pass,
}  # fmt: skip
