"""A position as one line, with all that the rules need, and back.

    regions | keys
    R:move-tile G:swap-follower B:draw-deck Y:assistant | players=Ann:white,Bob:black ... marker=R area=BGRY ...

Regions stand in the order of their tokens, `+n` has a neutral site. A deck is its letters, or `?25` where unseen. A
hand is its known letters and a `?` for each other card; `shown` of it everybody knows. `end` is left out where only
laid tiles end the game, as in lines that an older version stored; those with a part for each player are read too.
"""

from __future__ import annotations

from urllib.parse import unquote

from companion import positions
from companion.contract import Player, SyntaxFault
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
    NO_SITES,
    NOBODY,
    OPPONENT,
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

KEYS = (
    "players", "deities", "targets", "hands", "shown", "followers", "assistants", "temples", "marker", "copies", "end",
    "area", "deck", "discards", "shuffles", "turn", "phase", "left", "converted", "solo", "winner", "setup", "seed",
)  # fmt: skip
ENDS = ("any-action", "tile-laid")
_LEVEL = {name: level for level, name in enumerate(ROMAN) if level}
_PLACE = {place_text(place): place for place in PLACES}


def text(state: State) -> str:
    """The whole position as one line."""
    table = state.table
    regions = [f"{LETTERS[c]}:{table.abilities[c]}{'+n' if table.neutral[c] else ''}" for c in table.order]
    return positions.line(
        " ".join(regions),
        players=positions.people(map(Player, table.names, table.colours)),
        deities=",".join(map(str, table.deities)),
        targets=positions.each(".".join(map(shape_text, card)) for card in table.cards),
        hands=positions.each(map(letters, state.hands)),
        shown=positions.each(map(letters, state.shown)),
        followers=positions.each(map(letters, state.followers)),
        assistants=positions.marks(state.assistants),
        temples=positions.each(
            ".".join(f"{place_text(q)}:{shape_text(sites[q])}" for q in PLACES if sites[q]) for sites in state.sites
        ),
        marker=LETTERS[state.marker],
        copies=table.copies,
        end="any-action" if table.any_ends else None,
        area=letters(state.area),
        deck=f"?{len(state.deck)}" if state.deck[:1] == "?" else state.deck,
        discards=letters(state.discards),
        shuffles=state.shuffles,
        turn=state.turn + 1,
        phase=PHASES[state.phase],
        left=state.left,
        converted=state.converted,
        solo=state.solo_turns if table.solo else None,
        winner=None if state.winner == NOBODY else state.winner + 1,
        setup="dealt" if table.dealt else "hidden",
        seed=table.seed,
        **positions.away(table.away),
    )


def parse_state(given: str) -> State:
    """A position from its line. Raises SyntaxFault for text that is none and for what cannot lie on a table."""
    regions, rest = positions.parts(_now(given), 2, "regions | players and the rest")
    order, abilities, neutral = _regions(regions)
    keys = positions.Keys(rest, KEYS)
    solo = keys.text("solo") != ""
    players = keys.players(2, 2 if solo else 4)  # the opponent of a solo game is one
    number = len(players)
    deities = keys.each("deities", lambda text: positions.whole(text, 0, 999), "a number up to 999", number)
    if [deity == 0 for deity in deities] != [solo and player == 1 for player in range(number)]:
        raise keys.fault("deities", "0 for a solo game's opponent, who is the second player, else 1 or more")
    cards = keys.each("targets", _card, "four shapes such as I.II+II.I.III, or - for a solo game's opponent", number)
    if [not card for card in cards] != [not deity for deity in deities]:
        raise keys.fault("targets", "four shapes for each deity")
    phase = keys.one_of("phase", PHASES)
    winner = keys.whole("winner", 1, number) - 1 if keys.text("winner") else NOBODY
    if (winner != NOBODY) != (phase == OVER):
        raise keys.fault("winner", "a winner when the game is over, only then")
    if not solo and phase == OPPONENT:
        raise keys.fault("phase", "a phase of a game of several players")
    most = ACTIONS if phase == ACT else DRAWS if phase == DRAW else 0
    sites = keys.each("temples", _temples, "sites and their tiles such as R:II+I.Gn:I, or -", number)
    state = State(
        table=Table(
            names=tuple(player.name for player in players),
            colours=tuple(player.colour for player in players),
            dealt=keys.one_of("setup", ("hidden", "dealt")) == 1,
            seed=keys.seed(),
            copies=keys.whole("copies", 1, 99),
            abilities=abilities,
            neutral=neutral,
            order=order,
            deities=deities,
            cards=cards,
            targets=tuple(targets(card, order) if card else NO_SITES for card in cards),
            solo=solo,
            any_ends=keys.text("end") != "" and keys.one_of("end", ENDS) == 0,
            away=keys.away(number),
        ),
        hands=keys.each("hands", lambda text: _cards(text, unseen=True), "cards such as BBGR?, or -", number),
        shown=keys.each("shown", _cards, "cards such as BBGR, or -", number),
        followers=keys.each("followers", _cards, "cards such as BBGR, or -", number),
        sites=sites,
        stock=tuple(map(_stock, sites, deities)),
        assistants=keys.marks("assistants", number),
        marker=1 + keys.one_of("marker", tuple(LETTERS[1:])),
        area=keys.value("area", _cards, "cards such as BBGR, or -"),
        deck=keys.deck(LETTERS[1:]),
        discards=keys.value("discards", _cards, "cards such as BBGR, or -"),
        shuffles=keys.whole("shuffles"),
        turn=keys.whole("turn", 1, 1 if solo else number) - 1,
        phase=phase,
        left=keys.whole("left", min(1, most), most),
        converted=keys.flag("converted"),
        solo_turns=keys.whole("solo", 0, SOLO_TURNS) if solo else 0,
        winner=winner,
    )
    if any(min(stock) < 0 for stock in state.stock):
        raise keys.fault("temples", f"at most {TILES} tiles of a level for each player")
    if any(a > b for hands in zip(state.shown, state.hands, strict=True) for a, b in zip(*hands, strict=True)):
        raise keys.fault("shown", "cards of each hand")
    _check(state)
    return state


def _now(given: str) -> str:
    """A line as it is written today: a store may hold it with `key=value` words after the regions, then a part
    for each player."""
    regions, *parts = given.split(" | ")
    if len(parts) < 2:
        return given
    table, *people = [dict(word.partition("=")[::2] for word in part.split()) for part in parts]
    named = [[*part.split(), "", ""][:2] for part in parts[1:]]

    def each(key: str) -> str:
        return ",".join(person.get(key, "").replace(",", ".") for person in people)

    players = [Player(unquote(name), unquote(colour.strip("-"))) for name, colour in named]
    assistants = positions.marks(person.get("assistant") == "yes" for person in people)
    own = {"deities": each("deity"), "targets": each("card"), "hands": each("hand"), "shown": each("shown")}
    own |= {"followers": each("followers"), "assistants": assistants, "temples": each("temples")}
    values = {"players": positions.people(players), **own, **table, "setup": table.get("cards")}
    return positions.line(regions, **{key: values.get(key) for key in KEYS})


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


def _regions(part: positions.Word) -> tuple[tuple[int, ...], tuple[str, ...], tuple[bool, ...]]:
    order: list[int] = []
    abilities, neutral = [""] * 5, [False] * 5
    for word, column in positions.words(*part):
        letter, _, side = word.partition(":")
        colour = INDEX.get(letter, 0)
        ability = side.removesuffix("+n")
        if not colour or colour in order or ability not in ABILITIES:
            raise SyntaxFault(
                f"'{word[:40]}'", "a region and its ability, such as R:move-tile or G:take-follower+n", column
            )
        order.append(colour)
        abilities[colour], neutral[colour] = ability, side.endswith("+n")
    if len(order) != 4:
        raise SyntaxFault(f"{len(order)} regions", "4, in the order of their tokens", part.column)
    return tuple(order), tuple(abilities), tuple(neutral)


def _cards(given: str, *, unseen: bool = False) -> Cards:
    cards = count(given)
    if letters(cards) != given or (cards[0] and not unseen):
        raise ValueError(given)
    return cards


def read_shape(given: str) -> Temple:
    """A temple from its tiles, bottom first: `II+I`. Raises SyntaxFault."""
    tiles = given.upper().replace(" ", "").split("+")
    if not all(tile in _LEVEL for tile in tiles) or len(tiles) > 3 * TILES:
        raise SyntaxFault(f"'{given[:40]}'", "tiles from the bottom, such as II+I")
    return tuple(_LEVEL[tile] for tile in tiles)


def _shape(given: str) -> Temple:
    try:
        return read_shape(given)
    except SyntaxFault:
        raise ValueError(given) from None


def _card(given: str) -> tuple[Temple, ...]:
    shapes = tuple(map(_shape, given.split("."))) if given else ()
    if len(shapes) not in (0, 4):
        raise ValueError(given)
    return shapes


def _temples(given: str) -> Sites:
    sites: list[Temple] = list(NO_SITES)
    for word in given.split(".") if given else ():
        site, _, shape = word.partition(":")
        if sites[_PLACE.get(site, 0)] or site not in _PLACE:
            raise ValueError(given)
        sites[_PLACE[site]] = _shape(shape)
    return tuple(sites)


def _stock(sites: Sites, deity: int) -> tuple[int, ...]:
    """What is left of a player's tiles, by level; below 0 where more are built than there are."""
    used = [tile for temple in sites for tile in temple]
    return 0, *((TILES if deity else 0) - used.count(level) for level in (1, 2, 3))
