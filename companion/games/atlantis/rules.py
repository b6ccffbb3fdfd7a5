"""Atlantis: what is legal and what it does, with each check at its rulebook passage."""

from collections.abc import Iterator, Sequence

from companion.contract.faults import SyntaxFault
from companion.contract.judges import unknown
from companion.contract.rules import EVERYTHING, Ending, Judge, Lies, OfSpec, Row, Score, Turn, leaving, no_chance
from companion.contract.values import following, gone
from companion.games.atlantis import listing, state, texts
from companion.games.atlantis.cards import Bought, bought, draw, give, lacks, least, mismatch, pool, resized, spend
from companion.games.atlantis.moves import Counted, Move, Reveal, Stuck, Walk, debt, lay, placed, took, walk
from companion.games.atlantis.state import Gap, State, Table
from companion.games.atlantis.texts import ATLANTIS, LETTERS, MAINLAND, NOTHING, SPACES, UNKNOWN, Cards, Path, tile_text
from specs.base.languages import mark, say
from specs.base.named import NamedTuple


class Atlantis(OfSpec):
    """The rules."""

    STATE, TABLE, MOVES = State, Table, (Walk, Stuck, Reveal, Counted)
    EXAMPLE = mark("a turn such as 2:HH, 'stuck FFOHH' or 'reveal 12 F3'")
    deal = no_chance  # cards are drawn as part of a turn
    moves, counted, pick = listing.moves, listing.counted, listing.pick

    def turn(self, s: State) -> Turn | None:
        return None if s.over else _new(Turn, ((s.turn,), s.plies, "", 0))

    def play(self, s: State, seat: int | None, move: Move, judge: Judge) -> State:
        if isinstance(move, Walk):
            return _walk(s, move, judge)
        if isinstance(move, Stuck):
            return _stuck(self, s, move, judge)
        if isinstance(move, Counted):
            return _counted(s, move, judge)
        if not 1 <= move.space <= SPACES:
            judge.cannot("reveal.impossible", why="nowhere", space=move.space)
        tops, unseen = _revealed(s.path.tops, s.unseen, move.space, move.tile, judge)
        return s._replace(path=s.path._replace(tops=tops), unseen=unseen)

    def ends(self, s: State, seat: int | None, how: Ending, judge: Judge) -> State:
        """Return the position after a player leaves: figures, tiles and cards stay where they are. The last player left
        wins."""
        seat = leaving(s.away, seat, how, judge)
        seats = len(s.hands)
        away = gone(s.away, seat, seats)
        turn = following(seat, away, seats) if s.turn == seat else s.turn
        after = s._replace(away=away, turn=turn, over=away.count(False) == 1)
        if after.over and (space := state.unpriced(after)):
            judge.needs("reveal.needed", why="end", space=space)
        return after

    def seen(self, s: State, seat: int | None) -> State:
        """Return the view: of what the seed fixed it knows only the amounts, that is hands and deck if they are dealt,
        and what lies under other tiles. Known cards of a hand are visible to its own player alone."""
        if s.table.seed is None:
            return s
        hands, deck = s.hands, s.deck
        if s.table.dealt:
            hands = tuple(hand if p == seat else (sum(hand), *state.NO_CARDS[1:]) for p, hand in enumerate(hands))
            deck = "?" * len(deck)
        unseen = [list(own) for own in s.unseen]
        for space, under in enumerate(s.path.unders):
            if under not in (NOTHING, UNKNOWN):
                unseen[state.set_of(space)].append(under)
        return s._replace(
            path=s.path._replace(unders=bytes(UNKNOWN if under else NOTHING for under in s.path.unders)),
            hands=hands,
            deck=deck,
            unseen=(tuple(sorted(unseen[0])), tuple(sorted(unseen[1]))),
            table=s.table._replace(dealt=False, seed=None),
        )

    def holding(self, s: State, seat: int, text: str, judge: Judge) -> State:
        """Return the position with what a seat holds."""
        shown = "".join(text.split()).upper()
        if shown.strip(LETTERS[1:]):
            raise SyntaxFault(f"'{text}'", say("a hand, letters of F O H A R S C"))
        _fits(s, s.hands[seat], shown, s.discards, seat, judge)
        return s._replace(hands=(*s.hands[:seat], texts.count(shown), *s.hands[seat + 1 :]))

    def score(self, s: State) -> Score:
        """Return tiles, cards, and what is due for the gaps ahead (rulebook: Final Movement and Ending the Game)."""
        tops, _, bridges, figures = s.path
        rows, points, missing = list[Row](), list[int](), None
        priced = [gap for gap in state.gaps(tops, bridges) if not gap[3]]
        for seat, tiles in enumerate(s.tiles):
            due = 0
            for space in figures[seat * 3 : seat * 3 + 3]:
                if space == MAINLAND or (space == ATLANTIS and not s.table.settle_from_atlantis):
                    continue
                for start, end, price, _ in priced:
                    if start >= space:
                        if not price:
                            beside = end if tops[end] == UNKNOWN else start - 1
                            missing = missing or unknown("reveal.needed", why="settle", space=beside)
                        due += price
            cards, value = sum(s.hands[seat]), state.worth(tiles)
            lost = least(tiles, cards, due)
            rows.append(Row(seat, "tiles", value))
            rows.append(Row(seat, "cards", cards))
            if due:
                rows.append(Row(seat, "gaps", -lost, now=False))
            points.append(value + cards - lost)
        there = [seat for seat in range(len(points)) if not (s.away and s.away[seat])]
        best = max([points[seat] for seat in there])
        return Score(tuple(rows), tuple([seat for seat in there if points[seat] == best]), missing)

    def lies(self, s: State) -> Iterator[Lies]:
        """Yield the path from Atlantis on, space by space, then what each player has, then the deck and the
        discards."""
        tops, unders, bridges, figures = s.path
        for space in range(ATLANTIS, MAINLAND + 1):
            name = texts.place_name(space)
            if ATLANTIS < space < MAINLAND:
                pieces = [tile_text(code) for code in (tops[space], unders[space]) if code]
                yield Lies(name, (*pieces, *(["bridge"] if bridges >> space & 1 else [])))
            for i, at in enumerate(figures):
                if at == space:
                    yield Lies(name, (f"figure {i % 3 + 1}",), i // 3)
        for seat, hand in enumerate(s.hands):
            yield Lies("hand", tuple(texts.cards_text(hand)), seat)
            yield Lies("tiles", tuple(map(tile_text, s.tiles[seat])), seat)
            yield Lies("bridge", ("bridge",) if s.unlaid[seat] else (), seat)
        yield Lies("deck", tuple(s.deck))
        yield Lies("discards", tuple(texts.cards_text(s.discards)))

    def sound(self, s: State, seats: int) -> Sequence[tuple[bool, str]]:
        known = not any(hand[0] for hand in (*s.hands, s.discards)) and "?" not in s.deck
        each = (len(s.hands), len(s.tiles), len(s.unlaid), len(s.path.figures) // 3, len(s.away) or seats)
        return (
            (all(number == seats for number in each) and s.turn < seats, "something of each player"),
            (not s.table.dealt or (known and s.table.seed is not None), "known cards and a seed where cards are dealt"),
            (s.table.dealt or not s.deck.strip("?"), "an unseen deck where cards are hidden"),
            (all(s.path.tops[space] for space in s.path.figures), "figures on tiles"),
            (state.closed(s.path.tops, s.path.bridges) == s.path.bridges, "bridges between tiles"),
        )


rules = Atlantis  # of the game that a spec is of
_new = tuple.__new__  # skips the checks of a named tuple: a position is made each turn


_Unseen = tuple[tuple[int, ...], tuple[int, ...]]

# ---- a figure's turn -----------------------------------------------------------------------------


def _walk(s: State, move: Walk, judge: Judge) -> State:
    me, (tops, _, bridges, figures) = s.turn, s.path
    index = me * 3 + move.figure - 1
    start = figures[index]
    after = _buy(s, move.buys, judge) if move.buys else (s.hands[me], s.tiles[me], s.deck, s.discards, s.shuffles)
    held, tiles, deck, discards, shuffles = after
    if start == MAINLAND:
        judge.cannot("figure.home", who=me, figure=move.figure)
    left = state.NO_CARDS if s.table.dealt else pool(discards, s.hands)
    hand = spend(held, move.cards, left)
    if hand is None:
        judge.cannot("card.unavailable", who=me, **lacks(held, move.cards, left))
    to = walk(s, start, move.cards, judge)
    if move.to is not None:
        to = placed(s, index, to, move.to, move.cards, judge)
    if move.bridge:
        bridges = lay(s, move.bridge, judge)
    due, crossed = debt(s, bridges, start, to, judge)
    figures = (*figures[:index], to, *figures[index + 1 :])
    taken = state.behind(tops, figures, to)
    if move.take is not None:
        taken = took(s, figures, taken, move.take, judge)
    gained = tops[taken] if taken else NOTHING
    if gained == UNKNOWN:
        judge.needs("reveal.needed", why="takes", who=me, space=taken)
    discards = state.add(discards, move.cards)
    if move.paid or due:
        tiles, hand, given = _pay(s, move, after, _Owed(hand, left, crossed, due, gained), judge)
        discards = tuple(map(int.__add__, discards, given))
    elif gained:
        tiles = tuple(sorted((*tiles, gained)))
    path, unseen = _taken(s, bridges, figures, taken, move.reveal, judge)
    done = _ended(s, move, (hand, tiles, deck, discards, shuffles), path, unseen, judge)
    if done.over and UNKNOWN in path.tops and (space := state.unpriced(done)):
        judge.needs("reveal.needed", why="taken" if space == taken else "end", space=space)
    return done


def _taken(
    s: State, bridges: int, figures: tuple[int, ...], taken: int, reveal: int, judge: Judge
) -> tuple[Path, _Unseen]:
    """Return the path without the tile that was taken, with the one below shown."""
    tops, unders, _, _ = s.path
    if taken:
        below = unders[taken]
        tops = state.laid(tops, taken, below)
        if below:
            unders = state.laid(unders, taken, NOTHING)
        else:
            bridges = state.closed(tops, bridges)
    unseen = s.unseen
    if reveal:
        if not taken or not tops[taken]:
            judge.cannot("reveal.impossible", why="none", tile=tile_text(reveal))
        tops, unseen = _revealed(tops, unseen, taken, reveal, judge)
    return _new(Path, (tops, unders, bridges, figures)), unseen


def _ended(s: State, move: Walk | Stuck, had: Bought, path: Path, unseen: _Unseen, judge: Judge) -> State:
    """Return the position after a turn: cards are drawn, and it is the next player's turn, or the end."""
    me, (hand, tiles, deck, discards, shuffles) = s.turn, had
    lost, unlaid, number, over = len(move.buys), s.unlaid, 2, False
    if isinstance(move, Walk):
        home = path.figures[me * 3 : me * 3 + 3].count(MAINLAND)
        number, over = 1 + home, home == 3
        lost += len(move.paid.tiles) if move.paid else 0
        unlaid = (*unlaid[:me], False, *unlaid[me + 1 :]) if move.bridge else unlaid
    if move.draw is not None:
        number = _drew(me, number, move.draw, len(deck) + sum(discards), judge)
    drawn, deck, discards, shuffles = draw(s, deck, discards, shuffles, number)
    hands = (*s.hands[:me], state.add(hand, drawn), *s.hands[me + 1 :])
    owned = (*s.tiles[:me], tiles, *s.tiles[me + 1 :])
    turn = me if over else following(me, s.away, len(hands))
    return _new(
        State,
        (path, unlaid, hands, owned, deck, discards, shuffles, s.gone + lost, unseen, turn, s.plies + 1, over, s.away,
         s.table),
    )  # fmt: skip


def _buy(s: State, buys: tuple[int, ...], judge: Judge) -> Bought:
    """Return what the player has after the purchases."""
    limit = s.table.buys_per_turn
    if limit and len(buys) > limit:
        over = sum((code & 7) >> 1 for code in buys[limit:])
        judge.refuse("buy.limit", over, who=s.turn, n=limit, given=len(buys))
    if nothing := tuple([code for code in buys if code & 7 == 1]):
        judge.tell("buy.nothing", tiles=state.tiles_text(nothing))
    after = bought(s, buys)
    if after is None:
        judge.cannot("buy.tile", who=s.turn, tiles=state.tiles_text(buys), owns=state.tiles_text(s.tiles[s.turn]))
    return after


class _Owed(NamedTuple):
    """What a walk leaves to pay with, what the hand's unseen cards may be, and what is owed for which gaps."""

    hand: Cards
    left: Cards
    crossed: list[Gap]
    due: int
    gained: int


def _pay(s: State, move: Walk, after: Bought, owed: _Owed, judge: Judge) -> tuple[tuple[int, ...], Cards, Cards]:
    """Return (tiles with the one gained, hand, cards given) once the gaps are paid."""
    held, tiles, *_ = after
    hand, left, crossed, due, gained = owed
    me, (paid, coins, named) = s.turn, move.paid or ((), 0, "")
    shown = spend(held, move.cards + named, left) if named else None
    if named and shown is None:
        judge.cannot("pay.cards", who=me, **lacks(held, move.cards + named, left))
    in_hand = sum(hand)
    kept = state.without(tiles, paid)
    if kept is not None:
        kept = tuple(sorted((*kept, gained))) if gained else kept
    else:
        kept = state.without((*tiles, gained), paid) if gained else None
        if kept is None:
            judge.cannot("pay.tile", why="lacks", who=me, tiles=state.tiles_text(paid), owns=state.tiles_text(tiles))
        judge.refuse("pay.tile", gained & 7, why="early", who=me, tile=tile_text(gained))
    if coins > in_hand:
        judge.cannot("pay.cards", why="left", who=me, cards=(coins,), left=in_hand, letters=move.cards)
    given = state.NO_CARDS
    if shown is not None:
        hand, given = shown, texts.count(named)
    elif coins:
        hand, given = give(hand, coins, s.table.dealt)
    total = state.worth(paid) + coins
    if total < due:
        has = state.worth(tiles) + in_hand
        why, sum_ = ("has", has) if has < due else ("pays", total)
        priced = [(tile_text(s.path.tops[gap.start - 1]), gap.price) for gap in crossed]
        judge.refuse("gap.unpaid", due - total, why=why, who=me, gaps=priced, sum=sum_)
    return kept, hand, given


def _drew(who: int, right: int, drawn: int, left: int, judge: Judge) -> int:
    """Return how many cards were drawn; `right` is the number by the rules, `left` how many can be drawn."""
    if drawn != right:
        if drawn > left:
            judge.cannot("slip.draw", why="left", left=left, drawn=drawn)
        why = "other" if drawn else "none"
        judge.refuse("slip.draw", drawn - min(right, left), why=why, who=who, cards=(right,), drawn=drawn)
    return drawn


# ---- stuck, and what was revealed ----------------------------------------------------------------


def _stuck(rules: Atlantis, s: State, move: Stuck, judge: Judge) -> State:
    me, shown = s.turn, move.hand or ""
    hand, tiles, deck, discards, shuffles = _buy(s, move.buys, judge)
    _fits(s, hand, shown, discards, me, judge)
    hand = texts.count(shown)
    bound = s if s.table.stuck_with_bridge == "must" else listing.without_bridge(s)
    known = bound._replace(
        hands=(*s.hands[:me], hand, *s.hands[me + 1 :]), tiles=(*s.tiles[:me], tiles, *s.tiles[me + 1 :]),
        discards=discards,
    )  # fmt: skip
    possible = next(iter(listing.Outlook(known).after((), EVERYTHING)), None)
    if possible is not None:
        why = "bridge" if possible.bridge else "cards"
        judge.refuse("stuck.can-move", 2, why=why, who=me, figure=possible.figure, letters=possible.cards)
    elif UNKNOWN in s.path.tops:
        space = s.path.tops.rindex(UNKNOWN)
        if space > min(s.path.figures[me * 3 : me * 3 + 3]):
            judge.needs("reveal.needed", why="stuck", who=me, space=space)
    return _ended(s, move, (hand, tiles, deck, discards, shuffles), s.path, s.unseen, judge)


def _fits(s: State, hand: Cards, shown: str, discards: Cards, who: int, judge: Judge) -> None:
    """Refuse letters that a hand cannot be."""
    if len(shown) != sum(hand):
        judge.cannot("stuck.hand", who=who, cards=(sum(hand),), shown=len(shown))
    unlike = mismatch(hand, shown, state.NO_CARDS if s.table.dealt else pool(discards, s.hands))
    if unlike is not None:
        judge.cannot("card.unavailable", who=who, **unlike)


def _counted(s: State, move: Counted, judge: Judge) -> State:
    """Set a hand to what was counted at the table; the difference came from the deck."""
    hand = s.hands[move.player]
    more, facts = move.cards - sum(hand), {"who": move.player, "cards": (sum(hand),), "counted": move.cards}
    if s.table.dealt and more:
        judge.cannot("hand.count", why="seed", **facts)
    if more > len(s.deck):
        judge.cannot("hand.count", why="deck", left=len(s.deck), **facts)
    hands = (*s.hands[: move.player], resized(hand, more), *s.hands[move.player + 1 :])
    return s._replace(hands=hands, deck=s.deck[more:] if more >= 0 else "?" * -more + s.deck)


def _revealed(tops: bytes, unseen: _Unseen, space: int, code: int, judge: Judge) -> tuple[bytes, _Unseen]:
    """Return the tops and unseen tiles once the top of a space is revealed."""
    top, own = tops[space], state.set_of(space)
    if top == code:
        return tops, unseen
    if top != UNKNOWN:
        why = "water" if top == NOTHING else "top"
        judge.cannot("reveal.impossible", why=why, space=space, top=tile_text(top), tile=tile_text(code))
    left = state.without(unseen[own], (code,))
    if left is None:
        judge.cannot("reveal.impossible", why="left", space=space, tile=tile_text(code), set="AB"[own])
    return state.laid(tops, space, code), (left, unseen[1]) if own == 0 else (unseen[0], left)
