"""perft: how many positions some actions lead to, counted a second time by a small generator of its own.

The second generator knows nothing of the package: it reads `check --json`'s facts and the deck, keeps a position as
plain lists, and was written from the ruling alone. It makes texts, which are compared, and its own next positions.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from companion.contract.position import Position
from companion.games.gods.state import targets

from .tables import BACK, GAME, Seat, dealt, do, table

COLOURS = "BGRY"
ROMAN = {"I": 1, "II": 2, "III": 3}
NAME = {level: roman for roman, level in ROMAN.items()}
SITES = [*COLOURS, *(colour + "n" for colour in COLOURS)]
Table = dict[str, Any]


def position(state: Position) -> Table:
    """A position of dealt cards as plain lists and strings."""
    found: Table = copy.deepcopy(dict(GAME.facts(state)))
    found["deck"] = list(state.state.deck)
    found["turn"] = state.state.turn
    found["left"] = state.state.left
    found["converted"] = state.state.converted
    found["abilities"] = {c: state.state.table.abilities[n] for n, c in enumerate(COLOURS, start=1)}
    found["wanted"] = [
        {c: [NAME[tile] for tile in sites[n]] for n, c in enumerate(COLOURS, start=1)}
        for sites in (targets(state.state.table, seat) for seat in range(len(state.players)))
    ]
    found["neutral"] = {c: state.state.table.neutral[n] for n, c in enumerate(COLOURS, start=1)}
    for player in found["players"]:
        player["hand"] = list(player.pop("known"))
        player["followers"] = list(player["followers"])
    found["row"], found["discards"] = list(found["row"]), list(found["discards"])
    return found


def texts(p: Table) -> Iterator[tuple[str, Table]]:
    """Every action of draws, actions and discards, as text, with the position after its own part of the turn."""
    if p["phase"] == "draw":
        yield from draws(p)
    elif p["phase"] == "act":
        for text, after in acts(p):
            after["left"] -= 1
            yield text, after
    elif p["phase"] == "discard":
        hand = p["players"][p["turn"]]["hand"]
        for gone in sorted({"".join(sorted(some)) for some in combinations(hand, len(hand) - 5)}):
            yield f"discard {gone}", without_discards(p, gone)


def without_discards(p: Table, gone: str) -> Table:
    q = copy.deepcopy(p)
    for card in gone:
        q["players"][q["turn"]]["hand"].remove(card)
        q["discards"].append(card)
    return q


def draws(p: Table) -> Iterator[tuple[str, Table]]:
    for card in sorted(set(p["row"])):
        q = copy.deepcopy(p)
        q["row"].remove(card)
        q["players"][q["turn"]]["hand"].append(card)
        q["row"].append(q["deck"].pop(0))
        yield f"draw {card}", q
    q = copy.deepcopy(p)
    q["players"][q["turn"]]["hand"].append(q["deck"].pop(0))
    yield "draw deck", q


def acts(p: Table) -> Iterator[tuple[str, Table]]:
    me, where = p["turn"], p["marker"]
    mine = p["players"][me]

    def changed() -> tuple[Table, dict[str, Any]]:
        q = copy.deepcopy(p)
        return q, q["players"][me]

    for card in sorted(set(mine["hand"])):
        q, own = changed()
        own["hand"].remove(card)
        q["discards"].append(card)
        q["marker"] = card
        yield f"travel {card}", q
    for neutral in ("", "n") if p["neutral"][where] else ("",):
        site = where + neutral
        if neutral and any(site in other["temples"] for other in p["players"] if other is not mine):
            continue
        old = [ROMAN[tile] for tile in mine["temples"].get(site, [])]
        for how, tile, new in higher(old):
            if NAME[tile] not in mine["stock"]:
                continue
            for helper in ("", " a") if mine["assistant"] else ("",):
                price = sum(new) - (helper != "")
                if mine["hand"].count(where) < price:
                    continue
                q, own = changed()
                for _ in range(price):
                    own["hand"].remove(where)
                    own["followers"].append(where)
                own["assistant"] = own["assistant"] and not helper
                own["stock"] += [NAME[level] for level in old]
                for level in new:
                    own["stock"].remove(NAME[level])
                own["temples"][site] = [NAME[level] for level in new]
                yield f"build {neutral + ' ' if neutral else ''}{how}{NAME[tile]}{helper}", q
    for site, tiles in mine["temples"].items():
        for number in range(len(tiles)):
            q, own = changed()
            own["stock"].append(own["temples"][site].pop(number))
            if not own["temples"][site]:
                del own["temples"][site]
            yield f"demolish {site}{number + 1}", q
    for number, other in enumerate(p["players"]):
        if number != me and not p["converted"]:
            for card in sorted(set(other["followers"])):
                q, own = changed()
                q["players"][number]["followers"].remove(card)
                own["followers"].append(card)
                q["converted"] = True
                yield f"convert {number + 1} {card}", q
    for number in range(1, mine["hand"].count(where) + 1):
        q, own = changed()
        for _ in range(number):
            own["hand"].remove(where)
            own["followers"].append(where)
        yield f"recruit {number}", q
    if p["deck"]:
        q, own = changed()
        own["hand"].append(q["deck"].pop(0))
        yield "migrate", q
    if mine["followers"].count(where) >= 3:
        q, own = changed()
        for _ in range(2):
            own["followers"].remove(where)
            q["discards"].append(where)
        yield from feasts(q)


def higher(old: list[int]) -> Iterator[tuple[str, int, list[int]]]:
    """(how, tile, temple after) for every way to make a temple one level higher."""
    yield "", 1, [*old, 1]
    for at, level in enumerate(old):
        if level < 3:
            yield f"{at + 1}:", level + 1, [*old[:at], level + 1, *old[at + 1 :]]
    if len(old) > 1 and sum(old) < 3:
        yield "all:", sum(old) + 1, [sum(old) + 1]


def feasts(p: Table) -> Iterator[tuple[str, Table]]:
    """The followers are discarded already."""
    me = p["turn"]
    mine = p["players"][me]
    match p["abilities"][p["marker"]]:
        case "draw-deck":
            q = copy.deepcopy(p)
            q["players"][me]["hand"] += [q["deck"].pop(0), q["deck"].pop(0)]
            yield "feast", q
        case "draw-row":
            for one in sorted(set(p["row"])):
                for two in sorted(set(p["row"]) | {p["deck"][0]}):
                    q = copy.deepcopy(p)
                    words = []
                    for card in (one, two):
                        if card in q["row"]:
                            q["row"].remove(card)
                            q["row"].append(q["deck"].pop(0))
                            q["players"][me]["hand"].append(card)
                            words.append(card)
                    if len(words) == 2:
                        yield "feast " + " ".join(words), q
        case "swap-follower":
            for follower, card in product(sorted(set(mine["followers"])), sorted(set(mine["hand"]))):
                q = copy.deepcopy(p)
                own = q["players"][me]
                own["followers"].remove(follower)
                own["hand"].remove(card)
                own["followers"].append(card)
                own["hand"].append(follower)
                yield f"feast {follower}<>{card}", q
        case "take-follower":
            for follower in sorted(set(mine["followers"])):
                q = copy.deepcopy(p)
                q["players"][me]["followers"].remove(follower)
                q["players"][me]["hand"].append(follower)
                yield f"feast {follower}", q
        case "assistant":
            if not mine["assistant"]:
                q = copy.deepcopy(p)
                q["players"][me]["assistant"] = True
                yield "feast", q
        case "move-marker":
            for colour in COLOURS:
                if colour != p["marker"]:
                    q = copy.deepcopy(p)
                    q["marker"] = colour
                    yield f"feast {colour}", q
        case "move-tile":
            for site, to in product(SITES, SITES):
                if site != to and takes(p, to):
                    tiles, there = mine["temples"].get(site, []), mine["temples"].get(to, [])
                    for number, becomes in product(range(len(tiles)), range(len(there) + 1)):
                        q = copy.deepcopy(p)
                        rest = tiles[:number] + tiles[number + 1 :]
                        lay(q, site, rest)
                        lay(q, to, [*there[:becomes], tiles[number], *there[becomes:]])
                        yield f"feast {site}{number + 1}>{to}{becomes + 1}", q
        case "swap-tiles":
            for site, to in combinations(SITES, 2):
                tiles, there = mine["temples"].get(site, []), mine["temples"].get(to, [])
                for a, b in product(range(len(tiles)), range(len(there))):
                    here, over = tiles[:a] + tiles[a + 1 :], there[:b] + there[b + 1 :]
                    for x, y in product(range(len(over) + 1), range(len(here) + 1)):
                        q = copy.deepcopy(p)
                        lay(q, site, [*here[:y], there[b], *here[y:]])
                        lay(q, to, [*over[:x], tiles[a], *over[x:]])
                        yield f"feast {site}{a + 1}>{to}{x + 1} {to}{b + 1}>{site}{y + 1}", q


def takes(p: Table, site: str) -> bool:
    if not site.endswith("n"):
        return True
    others = [other for number, other in enumerate(p["players"]) if number != p["turn"]]
    return bool(p["neutral"][site[0]]) and not any(site in other["temples"] for other in others)


def lay(p: Table, site: str, tiles: list[str]) -> None:
    temples = p["players"][p["turn"]]["temples"]
    temples.pop(site, None)
    if tiles:
        temples[site] = tiles


# ---- both ways -----------------------------------------------------------------------------------


def listed(state: Position) -> set[str]:
    moves = list(GAME.moves(state))
    found = {GAME.format(state, move) for move in moves}
    assert len(found) == len(moves)
    return found


def perft(state: Position, depth: int) -> int:
    """Positions after so many actions, both ways the same at every step."""
    if depth == 0:
        return 1
    found = {}
    for text, after in texts(position(state)):
        assert text not in found, text
        found[text] = after
    assert listed(state) == set(found), GAME.text(state)
    total = 0
    for text, after in found.items():
        before = state.state.phase
        mine = do(state, text)
        assert (mine.state.phase == "over") == (before == "act" and met(after)), text
        if mine.state.phase == before and mine.state.turn == state.state.turn:
            same(mine, after)
        total += perft(mine, depth - 1) if depth > 1 else 1
    return total


def met(p: Table) -> bool:
    """Whether the card of the player to move is met: its four temples, and no tile besides."""
    return bool(p["players"][p["turn"]]["temples"] == p["wanted"][p["turn"]])


def same(state: Position, expected: Table) -> None:
    found = position(state)
    for p in (found, expected):
        for key in ("row", "discards"):
            p[key] = sorted(p[key])
        for player in p["players"]:
            for key in ("hand", "followers", "stock"):
                player[key] = sorted(player[key])
    for key in ("row", "discards", "deck", "marker", "converted", "turn"):
        assert found[key] == expected[key], key
    for one, two in zip(found["players"], expected["players"], strict=True):
        for key in ("hand", "followers", "stock", "temples", "assistant"):
            assert one[key] == two[key], key


RICH = Seat("RRRGGBY", "RRRGGGBBBYYY", {"R": "I+I", "G": "II", "Bn": "III"}, assistant=True)
OTHER = Seat("RGB", "RGGY", {"R": "I", "Gn": "II"})


@pytest.mark.parametrize(
    ("state", "depth", "count"),
    [
        (dealt(2), 1, 5),
        (dealt(2), 3, 91),
        (dealt(3, 5), 3, 86),
        (dealt(4, 9, BACK), 3, 91),
        (table(RICH, OTHER, sides="B2 G2 R1 Y2", marker="R", deck="BGRYBGRYBG"), 1, 51),
    ],
    ids=["draw", "draws", "draws-3", "draws-4", "rich"],
)
def test_perft(state: Position, depth: int, count: int) -> None:
    assert perft(state, depth) == count


@pytest.mark.parametrize("marker", COLOURS)
@pytest.mark.parametrize("sides", ["B2 G2 R1 Y1", "B2 G2 R2 Y2", "B1 G1 R2 Y1"])
def test_both_list_the_same_with_every_ability(marker: str, sides: str) -> None:
    temples = {"R": "I+I", "G": "II", "Y": "III"}
    mine = Seat("RRRGGBY", "RRRGGGBBBYYY", temples | ({"Bn": "II"} if "B2" in sides else {"B": "II"}))
    theirs = Seat("RGB", "RGGY", {"R": "I", **({"Gn": "II"} if "G2" in sides else {})})
    state = table(mine, theirs, sides=sides, marker=marker, deck="BGRYBGRYBG")
    perft(state, 1)


@pytest.mark.parametrize(("marker", "count"), [("B", 503), ("G", 351), ("R", 1354), ("Y", 335)])
def test_two_actions_deep(marker: str, count: int) -> None:
    state = table(RICH, OTHER, sides="B2 G2 R1 Y2", marker=marker, deck="BGRYBGRYBG")
    assert perft(state, 2) == count


@pytest.mark.parametrize(
    ("temples", "hand", "count"),
    [
        ({"R": "I+II", "G": "II", "B": "I", "Y": "III"}, "", 1),  # demolish R2
        ({"R": "I", "G": "II", "B": "I", "Y": "III", "Rn": "II"}, "", 1),  # demolish Rn1
        ({"R": "I", "G": "II", "Bn": "I", "Y": "III"}, "", 1),  # feast Bn1>B1
        ({"G": "II", "B": "I", "Y": "III"}, "R", 1),  # build I
        ({"R": "I", "G": "II", "B": "I", "Y": "III"}, "R", 4),  # travel R, recruit 1, migrate, convert 2 B
    ],
)
def test_the_actions_that_end_the_game(temples: dict[str, str], hand: str, count: int) -> None:
    mine = Seat(hand, "RRR", temples, card="I,II,I,III")
    state = table(mine, Seat("", "B"), sides="B2 G2 R2 Y2" if "Rn" in temples else "B2 G2 R1 Y2", deck="BGRYBGRYBG")
    assert perft(state, 1)
    assert sum(met(after) for text, after in texts(position(state))) == count


def test_discards() -> None:
    state = table(Seat("RRRGGBYY"), Seat("B"), phase="discard", left=0)
    assert perft(state, 1) == 14
    assert state.state.phase != "draw"
