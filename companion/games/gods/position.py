"""A position as one line, with all that the rules need, and back.

    regions | table | a part for each player
    R:move-tile G:swap-follower B:draw-deck Y:assistant | marker=R copies=10 area=BGRY deck=?25 ... | Ann white ...

Regions stand in the order of their tokens, `+n` has a neutral site. A deck is its letters, or `?25` where unseen. A
hand is its known letters and a `?` for each other card; `shown` of it everybody knows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote, unquote

from companion.contract import SyntaxFault
from companion.games.gods.state import (
    ABILITIES,
    ACT,
    ACTIONS,
    COLOURS,
    DRAW,
    DRAWS,
    INDEX,
    LETTERS,
    NEUTRAL,
    NO_CARDS,
    NO_SITES,
    NOBODY,
    OVER,
    PHASES,
    PLACES,
    ROMAN,
    SOLO_TURNS,
    TILES,
    Cards,
    Sites,
    State,
    Table,
    Temple,
    count,
    letters,
    place_text,
    shape_text,
    targets,
)
from specs import seeds

MOST = 20_000  # characters of a line that are read
KEYS = (
    "marker", "copies", "area", "deck", "discards", "shuffles", "cards", "seed",
    "turn", "phase", "left", "converted", "solo", "winner",
)  # fmt: skip
PLAYER_KEYS = ("deity", "card", "hand", "shown", "followers", "assistant", "temples")
_WHOLE = re.compile(r"(0|-?[1-9][0-9]{0,18})\Z")
_LEVEL = {name: level for level, name in enumerate(ROMAN) if level}
_PLACE = {place_text(place): place for place in PLACES}


def text(state: State) -> str:
    """The whole position as one line."""
    table = state.table
    regions = [f"{LETTERS[c]}:{table.abilities[c]}{'+n' if table.neutral[c] else ''}" for c in table.order]
    rest = {
        "marker": LETTERS[state.marker],
        "copies": table.copies,
        "area": letters(state.area) or "-",
        "deck": f"?{len(state.deck)}" if state.deck[:1] == "?" else state.deck or "-",
        "discards": letters(state.discards) or "-",
        "shuffles": state.shuffles,
        "cards": "dealt" if table.dealt else "hidden",
        "seed": "-" if table.seed is None else table.seed,
        "turn": state.turn + 1,
        "phase": PHASES[state.phase],
        "left": state.left,
        "converted": "yes" if state.converted else "no",
        "solo": state.solo_turns if table.solo else "-",
        "winner": "-" if state.winner == NOBODY else state.winner + 1,
    }
    players = [_player_text(state, p) for p in range(len(table.names))]
    return " | ".join([" ".join(regions), " ".join(f"{k}={rest[k]}" for k in KEYS), *players])


def _player_text(state: State, p: int) -> str:
    table, sites = state.table, state.sites[p]
    values = {
        "deity": table.deities[p],
        "card": ",".join(map(shape_text, table.cards[p])) or "-",
        "hand": letters(state.hands[p]) or "-",
        "shown": letters(state.shown[p]) or "-",
        "followers": letters(state.followers[p]) or "-",
        "assistant": "yes" if state.assistants[p] else "no",
        "temples": ",".join(f"{place_text(q)}:{shape_text(sites[q])}" for q in PLACES if sites[q]) or "-",
    }
    named = f"{quote(table.names[p], safe='')} {quote(table.colours[p], safe='') or '-'}"
    return f"{named} " + " ".join(f"{key}={values[key]}" for key in PLAYER_KEYS)


def parse_state(given: str) -> State:
    """A position from its line. Raises SyntaxFault for text that is none and for what cannot lie on a table."""
    if len(given) > MOST:
        raise SyntaxFault(f"{len(given)} characters", f"at most {MOST}")
    parts = [part.strip() for part in given.split("|")]
    if not 4 <= len(parts) <= 6:
        raise SyntaxFault(
            f"{len(parts)} parts", "regions | table | 2 to 4 players (the opponent of a solo game is one)"
        )
    order, abilities, neutral = _regions(parts[0])
    pairs = _pairs(parts[1].split(), KEYS)
    solo = pairs["solo"] != "-"
    people = [_Person(part, order) for part in parts[2:]]
    if solo and len(people) != 2:
        raise SyntaxFault(f"{len(people)} players", "2 in a solo game, the second the opponent")
    for number, person in enumerate(people):
        if (person.deity == 0) != (solo and number == 1):
            raise SyntaxFault(
                f"deity {person.deity} of player {number + 1}", "0 for a solo game's opponent, else 1 or more"
            )
    seed = seeds.read(pairs["seed"])
    if seed is None and pairs["seed"] != "-":
        raise SyntaxFault(f"seed={pairs['seed'][:20]}", f"{seeds.EXPECTED}, or -")
    table = Table(
        tuple(person.name for person in people),
        tuple(person.colour for person in people),
        _one_of(pairs["cards"], "cards", ("hidden", "dealt")) == 1,
        seed,
        _whole(pairs["copies"], "copies", 1, 99),
        abilities,
        neutral,
        order,
        tuple(person.deity for person in people),
        tuple(person.card for person in people),
        tuple(person.target for person in people),
        solo,
    )
    phase = _one_of(pairs["phase"], "phase", PHASES)
    most = ACTIONS if phase == ACT else DRAWS if phase == DRAW else 0
    winner = NOBODY if pairs["winner"] == "-" else _whole(pairs["winner"], "winner", 1, len(people)) - 1
    if (winner != NOBODY) != (phase == OVER):
        raise SyntaxFault(
            f"phase={pairs['phase']} winner={pairs['winner']}", "a winner when the game is over, only then"
        )
    if solo is False and phase == 0:
        raise SyntaxFault("phase=opponent", "a phase of a game of several players")
    state = State(
        table,
        tuple(person.hand for person in people),
        tuple(person.shown for person in people),
        tuple(person.followers for person in people),
        tuple(person.sites for person in people),
        tuple(person.stock for person in people),
        tuple(person.assistant for person in people),
        INDEX[LETTERS[1 + _one_of(pairs["marker"], "marker", tuple(LETTERS[1:]))]],
        _cards(pairs["area"], "area"),
        _deck(pairs["deck"]),
        _cards(pairs["discards"], "discards"),
        _whole(pairs["shuffles"], "shuffles", 0, 10**9),
        _whole(pairs["turn"], "turn", 1, 1 if solo else len(people)) - 1,
        phase,
        _whole(pairs["left"], "left", min(1, most), most),
        _one_of(pairs["converted"], "converted", ("no", "yes")) == 1,
        _whole(pairs["solo"], "solo", 0, SOLO_TURNS) if solo else 0,
        winner,
    )
    _check(state)
    return state


def _check(state: State) -> None:
    """No more cards than there are, and a neutral site for one player."""
    copies = state.table.copies
    lying = [state.area, state.discards, *state.hands, *state.followers]
    total = len(state.deck) + sum(map(sum, lying))
    if total != 4 * copies:
        raise SyntaxFault(f"{total} cards", f"{4 * copies}: 4 × copies={copies}")
    for colour in COLOURS:
        number = sum(cards[colour] for cards in lying) + state.deck.count(LETTERS[colour])
        if number > copies:
            raise SyntaxFault(f"{number} {LETTERS[colour]} cards", f"at most {copies}")
    for place in PLACES[NEUTRAL:]:
        if sum(1 for sites in state.sites if sites[place]) > 1:
            raise SyntaxFault(f"two players on {place_text(place)}", "tiles of one player")
        if any(sites[place] for sites in state.sites) and not state.table.neutral[place - NEUTRAL]:
            raise SyntaxFault(
                f"tiles on {place_text(place)}", f"+n: a side with a neutral site in {place_text(place)[0]}"
            )


class _Person:
    """One player's part of the line."""

    def __init__(self, part: str, order: tuple[int, ...]) -> None:
        words = part.split()
        if len(words) != 2 + len(PLAYER_KEYS):
            raise SyntaxFault(f"'{part[:40]}'", f"name colour {'= '.join(PLAYER_KEYS)}=")
        self.name, self.colour = unquote(words[0]), "" if words[1] == "-" else unquote(words[1])
        pairs = _pairs(words[2:], PLAYER_KEYS)
        self.deity = _whole(pairs["deity"], "deity", 0, 999)
        self.card = _card(pairs["card"], self.deity)
        self.target: Sites = targets(self.card, order) if self.card else NO_SITES
        self.hand, self.shown = _cards(pairs["hand"], "hand", unseen=True), _cards(pairs["shown"], "shown")
        self.followers = _cards(pairs["followers"], "followers")
        self.assistant = _one_of(pairs["assistant"], "assistant", ("no", "yes")) == 1
        self.sites = _temples(pairs["temples"])
        used = [tile for temple in self.sites for tile in temple]
        tiles = TILES if self.deity else 0
        self.stock = (0, *(tiles - used.count(level) for level in (1, 2, 3)))
        if min(self.stock) < 0:
            raise SyntaxFault(f"temples={pairs['temples'][:40]}", f"at most {tiles} tiles of a level")
        if any(shown > known for shown, known in zip(self.shown, self.hand, strict=True)):
            raise SyntaxFault(f"shown={pairs['shown'][:40]}", f"cards of hand={pairs['hand'][:40]}")


def _regions(part: str) -> tuple[tuple[int, ...], tuple[str, ...], tuple[bool, ...]]:
    order: list[int] = []
    abilities, neutral = [""] * 5, [False] * 5
    for word in part.split():
        letter, _, side = word.partition(":")
        colour = INDEX.get(letter, 0)
        ability = side.removesuffix("+n")
        if not colour or colour in order or ability not in ABILITIES:
            raise SyntaxFault(f"'{word[:40]}'", "a region and its ability, such as R:move-tile or G:take-follower+n")
        order.append(colour)
        abilities[colour], neutral[colour] = ability, side.endswith("+n")
    if len(order) != 4:
        raise SyntaxFault(f"{len(order)} regions", "4, in the order of their tokens")
    return tuple(order), tuple(abilities), tuple(neutral)


def _pairs(words: Sequence[str], keys: Sequence[str]) -> dict[str, str]:
    pairs = dict(word.partition("=")[::2] for word in words)
    if tuple(pairs) != tuple(keys) or len(words) != len(keys):
        raise SyntaxFault(f"'{' '.join(words)[:60]}'", f"{'= '.join(keys)}=")
    return pairs


def _whole(given: str, key: str, least: int, most: int) -> int:
    if not _WHOLE.match(given) or not least <= int(given) <= most:
        raise SyntaxFault(f"{key}={given[:20]}", f"{least} to {most}")
    return int(given)


def _one_of(given: str, key: str, words: Sequence[str]) -> int:
    if given not in words:
        raise SyntaxFault(f"{key}={given[:20]}", f"one of {', '.join(words)}")
    return words.index(given)


def _cards(given: str, key: str, *, unseen: bool = False) -> Cards:
    if given == "-":
        return NO_CARDS
    cards = count(given)
    if letters(cards) != given or not given or (cards[0] and not unseen):
        raise SyntaxFault(f"{key}={given[:40]}", f"cards such as BBGR{'?' * unseen}, or - for none")
    return cards


def _deck(given: str) -> str:
    if given == "-":
        return ""
    if given.startswith("?"):
        return "?" * _whole(given[1:], "deck", 1, 400)
    if not given or set(given) - set(LETTERS[1:]):
        raise SyntaxFault(f"deck={given[:40]}", "letters of B G R Y, ?12 where unseen, or -")
    return given


def read_shape(given: str) -> Temple:
    """A temple from its tiles, bottom first: `II+I`. Raises SyntaxFault."""
    tiles = given.upper().replace(" ", "").split("+")
    if not all(tile in _LEVEL for tile in tiles) or len(tiles) > 3 * TILES:
        raise SyntaxFault(f"'{given[:40]}'", "tiles from the bottom, such as II+I")
    return tuple(_LEVEL[tile] for tile in tiles)


def _card(given: str, deity: int) -> tuple[Temple, ...]:
    if given == "-" and not deity:
        return ()
    shapes = tuple(map(read_shape, given.split(",")))
    if len(shapes) != 4 or not deity:
        raise SyntaxFault(f"card={given[:40]}", "four shapes such as I,II+II,I,III")
    return shapes


def _temples(given: str) -> Sites:
    sites: list[Temple] = list(NO_SITES)
    for word in () if given == "-" else given.split(","):
        site, _, shape = word.partition(":")
        place = _PLACE.get(site, 0)
        if not place or sites[place]:
            raise SyntaxFault(f"temples={given[:40]}", "sites and their tiles such as R:II+I,Gn:I")
        sites[place] = read_shape(shape)
    return tuple(sites)
