"""Bots for Atlantis: possible hands, promising walks, the worth of a position.

They consider a purchase only if no walk is worth anything: it loses half of a tile's worth.
"""

from collections.abc import Iterator, Sequence
from heapq import nlargest
from math import exp
from random import Random

from companion.contract import STRICT, Rules
from companion.games.atlantis import listing
from companion.games.atlantis.cards import cheapest, pool
from companion.games.atlantis.listing import Outlook
from companion.games.atlantis.moves import Move, Stuck, Walk
from companion.games.atlantis.state import State, add, behind, gaps, set_of, worth
from companion.games.atlantis.texts import LETTERS, MAINLAND, UNKNOWN, cards_text
from specs.base.seeds import shuffle

PLAYOUTS, HORIZON, GREEDY, DOUBT, MOST = 160, 8, False, 0.0, 6
CURVE = (-0.44, 1.30, -0.21)
BRIDGE = 2.5  # points of a bridge that is still in hand
BRIDGED, BOUGHT, WEIGHED = 6, 3, 16  # walks tried with the bridge, after a purchase, and in playouts
QUICK = 3  # walks whose payment is computed in a playout
SCALE = 7.0  # points ahead at which the odds of winning are about 3 to 1

Scored = tuple[float, Walk]


def resample(seen: State, chance: Random) -> State:
    """Deal the unseen cards in hands, discards and deck, and the unseen tiles on and under the path, at random."""
    left = pool(seen.discards, seen.hands)
    cards = shuffle([LETTERS[item] for item in range(1, 8) for _ in range(left[item])], chance)
    held = []
    for hand in (*seen.hands, seen.discards):
        unseen, cards = cards[: hand[0]], cards[hand[0] :]
        held.append(add((0, *hand[1:]), "".join(unseen)))
    tops, unders, unseen_tiles = bytearray(seen.path.tops), bytearray(seen.path.unders), []
    for own in (0, 1):
        tiles = shuffle(seen.unseen[own], chance)
        for row in (tops, unders):
            space = row.find(UNKNOWN)
            while space >= 0 and tiles:
                if set_of(space) == own:
                    row[space] = tiles.pop()
                space = row.find(UNKNOWN, space + 1)
        unseen_tiles.append(tuple(sorted(tiles)))
    return seen._replace(
        table=seen.table._replace(dealt=True, seed=int(chance.random() * 2**31)),
        path=seen.path._replace(tops=bytes(tops), unders=bytes(unders)),
        hands=tuple(held[:-1]),
        discards=held[-1],
        deck="".join(cards[: len(seen.deck)]),
        unseen=(unseen_tiles[0], unseen_tiles[1]),
    )


def candidates(rules: Rules[State, Move], state: State, chance: Random, most: int) -> Sequence[Move]:
    """Return walks by how far ahead they leave the player if the game ended after them, of those that gain most. The
    best are also tried with the bridge, and after a purchase if nothing gains anything."""
    outlook, weighed = Outlook(state), max(most, WEIGHED)
    walks = sorted(_walks(state, outlook), key=lambda walk: walk[0] - walk[1], reverse=True)
    ends = state.path.figures[state.turn * 3 : state.turn * 3 + 3].count(MAINLAND) == 2
    found = list[Scored]()
    for walk in walks:
        if not ends and len(found) >= weighed and walk[0] - walk[1] <= sorted([score for score, _ in found])[-weighed]:
            break  # no payment makes it better
        turn = _turn(state, walk)
        found += [turn] if turn is not None else []
    if outlook.bridging:
        found += _bridged(state, outlook, walks)
    if max(found, default=(-1.0,))[0] < 0:
        found += _bought(state, walks[:BOUGHT])
    if not found:
        return (Stuck((), cards_text(state.hands[state.turn])),)
    if not ends:
        found.sort(key=lambda one: one[0], reverse=True)
        del found[weighed:]
    turns = [turn for _, turn in found]
    return sorted(turns, key=lambda turn: _ahead(rules, state, turn), reverse=True)[:most]


def quick(rules: Rules[State, Move], state: State, chance: Random) -> Move:
    """Return the ply of a playout: the walk that gains most at once, without bridge and purchase."""
    walks = nlargest(QUICK, _walks(state, Outlook(state)), key=lambda walk: walk[0] - walk[1])
    turns = [turn for walk in walks if (turn := _turn(state, walk)) is not None]
    return max(turns, key=lambda one: one[0])[1] if turns else candidates(rules, state, chance, 1)[0]


Way = tuple[float, int, int, int, str]  # gain, cost without cards, figure, goal, cards


def _walks(state: State, outlook: Outlook) -> Iterator[Way]:
    """Yield every walk of the hand, payable or not; only one of figures that stand together, and only the first of
    several orders of cards that lead to the same space."""
    me, (tops, _, _, figures) = state.turn, state.path
    known = set[tuple[int, int, int]]()
    for figure, start, walks in outlook.walks(state.hands[me], state.discards).groups:
        index = me * 3 + figure - 1
        for takes, cards, to, _ in walks:
            if (start, to, len(cards)) not in known:
                known.add((start, to, len(cards)))
                taken = behind(tops, (*figures[:index], to, *figures[index + 1 :]), to)
                gains = (tops[taken] & 7) - len(cards) + (to == MAINLAND) + (to - start) / 100
                yield gains, takes - len(cards), figure, to, cards


def _turn(state: State, walk: Way, bridge: int = 0, buys: tuple[int, ...] = ()) -> Scored | None:
    """Return what a walk gains with its cheapest payment, and that turn; None if it cannot be paid."""
    gains, due, figure, _, cards = walk
    if not due and not buys:
        return gains, Walk((), figure, cards, bridge)
    tiles, number = state.tiles[state.turn], sum(state.hands[state.turn]) - len(cards)
    for code in buys:
        at = tiles.index(code)
        tiles, number = tiles[:at] + tiles[at + 1 :], number + (code & 7) // 2
        gains -= (code & 7) - (code & 7) // 2
    payment = cheapest(tiles, number, due)
    if payment is None:
        return None
    return gains - worth(payment.tiles) - payment.coins, Walk(buys, figure, cards, bridge, payment if due else None)


def _bridged(state: State, outlook: Outlook, walks: Sequence[Way]) -> Iterator[Scored]:
    """Yield walks with the bridge on the dearest gap they cross, those it saves most first."""
    me, dear = state.turn, sorted(outlook.bridging, key=lambda gap: gap[2], reverse=True)
    ways = []
    for walk in walks:
        start = state.path.figures[me * 3 + walk[2] - 1]
        gap = next((gap for gap in dear if start < gap[0] and gap[1] <= walk[3]), None)
        if gap is not None:
            ways.append((walk[0] - walk[1] + gap[2], (walk[0] - BRIDGE, walk[1] - gap[2], *walk[2:]), gap[0]))
    for _, walk, space in sorted(ways, key=lambda way: way[0], reverse=True)[:BRIDGED]:
        turn = _turn(state, walk, space)
        if turn is not None:
            yield turn


def _bought(state: State, walks: Sequence[Way]) -> Iterator[Scored]:
    """Yield walks after giving up a tile for cards, with which any sum can be paid exactly."""
    for code in sorted({code for code in state.tiles[state.turn] if code & 7 > 1}):
        for walk in walks:
            turn = _turn(state, walk, buys=(code,))
            if turn is not None:
                yield turn


def _ahead(rules: Rules[State, Move], state: State, turn: Walk) -> float:
    """Return the margin if the game ended after a turn, with a little for each step and for a bridge still in hand; if
    it does end, a great deal for a win, and as much less for a defeat."""
    me, after = state.turn, rules.play(state, state.turn, turn, STRICT)
    score = rules.score(after)
    if after.over:
        return 1000.0 / len(score.winners) if me in score.winners else -1000.0
    points = score.points(len(state.hands))
    ahead = points[me] - max(each for seat, each in enumerate(points) if seat != me)
    return ahead + sum(after.path.figures[me * 3 : me * 3 + 3]) / 100 - BRIDGE * bool(turn.bridge)


def by_chance(rules: Rules[State, Move], state: State, chance: Random) -> Move:
    """Return a random turn that plays no card a purchase would bring."""
    for _ in range(listing.TRIES):
        move = listing.pick(rules, state, chance)
        if not (isinstance(move, (Walk, Stuck)) and move.buys) or (
            isinstance(move, Walk) and _holds(state, move.cards)
        ):
            return move
    return candidates(rules, state, chance, 1)[0]


def _holds(state: State, letters: str) -> bool:
    hand = state.hands[state.turn]
    return all(letters.count(letter) <= hand[LETTERS.index(letter)] for letter in set(letters))


def value(state: State, seat: int) -> float:
    """Return a player's share of the expected result, 0 to 1, by what each player has, less what the rest of the way
    costs."""
    away = state.away
    worth = [_standing(state, player) for player in range(len(state.hands)) if not (away and away[player])]
    own = _standing(state, seat)
    return 1 / sum([exp((each - own) / SCALE) for each in worth], 0.0)


def _standing(state: State, player: int) -> float:
    """Return tiles and cards, less the gaps ahead, and a little for each step."""
    own = state.path.figures[player * 3 : player * 3 + 3]
    ahead = [gap for space in own if space < MAINLAND for gap in gaps(state.path.tops, state.path.bridges, space)]
    due = sum([gap.price for gap in ahead if not gap.bridged])
    return worth(state.tiles[player]) + sum(state.hands[player]) - due + sum(own) / 40
