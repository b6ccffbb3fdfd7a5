"""Tiles, cards, spaces and the path as people write them.

F3/O5 H2@r1 ~ =      a path: F3 on O5, H2 with red's first figure, water, water with a bridge
olive 5, O5          a tile
HHR, 2 helmets...    cards by letter or name, one after the other
"""

import re
from collections.abc import Sequence
from operator import mul

from companion.contract import position
from companion.contract.codecs import Codec, Here, Unclear, deck_of, letters
from companion.contract.faults import SyntaxFault
from specs.base.languages import Said, joined, mark, say, say_many, word
from specs.base.named import NamedTuple

LETTERS = "?FOHARSC"
NAMES = (
    "unseen", mark("flag", "with"), mark("olive", "with"), mark("helmet", "with"), mark("amphora", "with"),
    mark("ring", "with"), mark("statue", "with"), mark("crown", "with"),
)  # fmt: skip
ITEMS = {letter: item for item, letter in enumerate(LETTERS)}
MARKS = {f"{colour}{figure}" for colour in "rwbk" for figure in (1, 2, 3)}
SPACES = 53
GAP_SPACE = 27
ATLANTIS, MAINLAND = 0, SPACES + 1
NOTHING, UNKNOWN, LAND = 0, 64, 72
ENDS = {"atlantis": ATLANTIS, "mainland": MAINLAND}
MOST_CARDS = 105

Cards = tuple[int, ...]

_NAME = "|".join(NAMES[1:])
_AND = r"(?:[\s,+]|and\b)*"
# `(?a:` is compiled in a third of the time; the names take long, so that each pattern has them only once
_CODE, _NUMBER = r"[foharsc][1-7](?![0-9a-z])", r"\s*[1-7](?![0-9a-z])(?!\s*cards?\b)"
_COINS = r"[0-9]{1,6}\s*c(?:ards?)?(?![a-z])"
_TILE = f"(?a:{_CODE}|(?:{_NAME})s?{_NUMBER})"
_CARD = f"(?a:(?:[foharsc]+|(?:{_NAME})s?)(?![a-z0-9]))"
_UNIT = f"(?a:{_CODE}|{_COINS}|[foharsc]+(?![a-z0-9])|(?:{_NAME})s?(?:{_NUMBER}|(?![a-z0-9])))"
_SEVERAL = rf"(?a:(?=[a-z0-9])(?!and\b))(?:{_AND}(?:{{}}))+"
# one of a text that has nothing but units, `and` and `none`
_ONE = f"(?a:and\\b|[foharsc]+(?![a-z0-9])|[a-z]+{_NUMBER}|{_COINS}|[a-z]+)"
_LETTER = {form: letter for item, letter in enumerate(LETTERS) if item for form in (NAMES[item], f"{NAMES[item]}s")}
_TILES = {"?": UNKNOWN} | {f"{LETTERS[item]}{n}".lower(): item << 3 | n for item in range(1, 8) for n in range(1, 8)}


class Path(NamedTuple):
    """`tops` and `unders` have 55 entries: tiles, NOTHING, UNKNOWN, and LAND at both ends; `bridges` is a bit for each
    space that carries one; `figures` are three for each player in turn order, each on its space."""

    tops: bytes
    unders: bytes
    bridges: int
    figures: tuple[int, ...]


class Paid(NamedTuple):
    """A payment: tiles, and `coins` cards, of which `named` has the letters or is empty."""

    tiles: tuple[int, ...]
    coins: int
    named: str = ""


def tile_text(code: int) -> str:
    return "?" if code == UNKNOWN else f"{LETTERS[code >> 3]}{code & 7}"


def tile_said(code: int) -> Said:
    """Say a tile in words, such as `crown 2`."""
    return joined([word(NAMES[code >> 3]), code & 7], " ")


def _one_tile(text: str, here: Here) -> int:
    """Read a tile from `f3` or `flag 3`; `?` is unseen. Raises ValueError."""
    unit = text.lower()
    if (tile := _TILES.get(_LETTER.get(unit[:-1].rstrip(), unit[:-1]).lower() + unit[-1:])) is None:
        raise ValueError(text)
    return tile


def _units(text: str) -> list[str]:
    return [unit for unit in re.findall(_ONE, text.lower()) if unit not in ("and", "none", "nothing")]


def _letters(text: str, here: Here) -> str:
    found = "".join([_LETTER.get(unit) or unit.upper() for unit in _units(text)])
    if len(found) > MOST_CARDS:
        raise too_many(len(found))
    return found


def too_many(cards: int) -> Unclear:
    return Unclear("cards", say_many("{n} card", "{n} cards", cards), say("at most {most}", most=MOST_CARDS))


def _paid(text: str, here: Here) -> Paid:
    tiles, coins, named = list[int](), 0, ""
    for unit in _units(text):
        if unit[0].isdecimal():
            coins += int(unit.rstrip("cards "))
        elif unit[-1].isdecimal():
            tiles.append(_one_tile(unit, here))
        else:
            named += _LETTER.get(unit) or unit.upper()
    if named and coins:
        raise Unclear("paid", f"'{text[:40]}'", say("cards paid either as a number (2c) or by letters (HF)"))
    if len(named) > MOST_CARDS:
        raise too_many(len(named))
    return Paid(tuple(sorted(tiles)), coins or len(named), "".join(sorted(named, key=LETTERS.index)))


def _write_paid(paid: Paid, here: Here) -> str:
    cards = paid.named or (f"{paid.coins}c" if paid.coins else "")
    return " ".join([*map(tile_text, paid.tiles), *([cards] if cards else [])]) or "0c"


def _number(text: str, here: Here) -> int:
    return 0 if text.lower() == "none" else int(text.rstrip("cC"))


def _counted(text: str, here: Here) -> int:
    if int(text) > MOST_CARDS:
        raise too_many(int(text))
    return int(text)


def _bridge(text: str, here: Here) -> int:
    if not int(text):
        raise Unclear("bridge", say("space {space}", space=0), say("a space, 1 to 53"))
    return int(text)


def place_name(space: int) -> str:
    """Return a space's number, or which end it is."""
    return "mainland" if space == MAINLAND else "atlantis" if space == ATLANTIS else str(space)


def _plain(value: object, here: Here) -> str:
    return str(value)


_DIGITS = r"[0-9]{1,6}(?![0-9])"
TILE = Codec(_TILE + r"|\?", _one_tile, lambda code, here: tile_text(code), mark("a tile such as F3"))
BOUGHT = Codec(
    _SEVERAL.format(_TILE), lambda text, here: tuple(sorted([_one_tile(unit, here) for unit in _units(text)])),
    lambda tiles, here: " ".join(map(tile_text, tiles)), mark("the tile given up, such as F4"),
    lambda all_: [*zip(all_)], lambda here: [(code,) for code in dict.fromkeys(here.state.tiles[here.state.turn])],
)  # fmt: skip
FIGURE = Codec("[123]", lambda text, here: int(text), _plain, mark("a figure, 1 to 3"), None, lambda here: (1, 2, 3))
PLAYED: Codec[str] = Codec(
    _SEVERAL.format(_CARD), _letters, _plain, mark("the cards played, letters of F O H A R S C"),
    tuple, lambda here: LETTERS[1:],
)  # fmt: skip
SHOWN = Codec(
    rf":?\s*{_SEVERAL.format(_CARD)}", lambda text, here: "".join(sorted(_letters(text, here), key=LETTERS.index)),
    _plain, mark("the hand shown, letters of F O H A R S C"),
)  # fmt: skip
PAID = Codec(
    rf"{_SEVERAL.format(_UNIT)}|none|nothing", _paid, _write_paid,
    mark("what is paid: tiles such as O5, cards such as 2c"),
)  # fmt: skip
BRIDGE = Codec(
    _DIGITS, _bridge, _plain, mark("the space the bridge goes over"), None,
    lambda here: [space for space in range(1, MAINLAND) if not here.state.path.tops[space]],
)  # fmt: skip
SPACE = Codec(_DIGITS, _number, _plain, mark("a space, 1 to 53"))
PLACE = Codec(
    f"mainland|atlantis|{_DIGITS}", lambda text, here: int(ENDS.get(text.lower(), text)),
    lambda space, here: place_name(space), mark("where the figure was put: a space, 1 to 53, or mainland"),
)  # fmt: skip
TAKEN = Codec(
    f"none|{_DIGITS}", _number, lambda space, here: str(space or "none"),
    mark("the space whose tile was taken, or none"),
)  # fmt: skip
DRAWN = Codec(f"none|{_DIGITS}c?", _number, _plain, mark("how many cards were drawn"))
COUNTED = Codec(_DIGITS, _counted, _plain, mark("how many cards were counted"))


# ---- of a position -------------------------------------------------------------------------------


def cards_text(cards: Cards) -> str:
    """Write known cards by letter, then a `?` for each unseen one."""
    return "".join(map(mul, LETTERS[1:], cards[1:])) + "?" * cards[0]


def count(letters: str) -> Cards:
    return tuple([letters.count(letter) for letter in LETTERS])


def _hand(text: str, here: Here) -> Cards:
    text = text.removeprefix("-")
    if text.rstrip("?").strip(LETTERS[1:]):
        raise ValueError(text)
    return count(text)


HAND = Codec(r"\S+", _hand, lambda cards, here: cards_text(cards), mark("cards such as FFO??, or -"))
DECK = deck_of(LETTERS[1:], mark("letters of F O H A R S C, ?12 where unseen, or -"))


def space_text(path: Path, space: int) -> str:
    """Write a space without its figures: `F3/O5`, `~`, `=`."""
    top, under = path.tops[space], path.unders[space]
    if top == NOTHING:
        return "=" if path.bridges >> space & 1 else "~"
    return f"{tile_text(top)}/{tile_text(under)}" if under else tile_text(top)


def write_path(path: Path, here: Here) -> str:
    """Write the 53 spaces, and after them the figures on the mainland. Figures not mentioned are on Atlantis."""
    codes, marked = letters(here), dict[int, str]()
    for i, space in enumerate(path.figures):
        marked[space] = marked.get(space, "") + f"@{codes[i // 3]}{i % 3 + 1}"
    spaces = [space_text(path, space) + marked.get(space, "") for space in range(1, MAINLAND)]
    return " ".join([*spaces, *([marked[MAINLAND]] if MAINLAND in marked else [])])


def read_path(text: str, here: Here) -> Path:
    """Read the path from its words. Raises SyntaxFault."""
    words, codes = position.words(text), letters(here)
    figures = [ATLANTIS] * 3 * len(codes)
    before, *marks = words[-1].text.lower().split("@") if words else [""]
    if len(words) > SPACES and not before and MARKS.issuperset(marks):
        _stand(words.pop(), marks, MAINLAND, codes, figures)
    tops, unders, bridges = bytearray((LAND,)), bytearray((NOTHING,)), 0
    for space, each in enumerate(words[:SPACES], start=1):
        place, *marks = each.text.lower().split("@")
        tiles = (
            [NOTHING] if place in ("~", "=") and not marks else [_TILES.get(tile, -1) for tile in place.split("/", 1)]
        )
        if -1 in tiles or not MARKS.issuperset(marks):
            found = f"'{each.text}' on space {space}"
            raise SyntaxFault(found, "a space such as F3, F3/O5, F3/?, ~ or =", each.column)
        bridges |= (place == "=") << space
        tops.append(tiles[0])
        unders.append(tiles[1] if len(tiles) > 1 else NOTHING)
        _stand(each, marks, space, codes, figures)
    if len(words) != SPACES:
        column = words[SPACES].column if len(words) > SPACES else len(text) + 1
        found = f"{len(words)} space{'s' * (len(words) != 1)}"
        raise SyntaxFault(found, f"{SPACES} spaces between Atlantis and the mainland", column)
    return Path(bytes((*tops, LAND)), bytes((*unders, NOTHING)), bridges, tuple(figures))


def _stand(at_: position.Word, marks: Sequence[str], space: int, codes: Sequence[str], figures: list[int]) -> None:
    for code, number in [(each[0], int(each[1])) for each in marks]:
        at = codes.index(code) * 3 + number - 1 if code in codes else -1
        if at < 0 or figures[at] != ATLANTIS:
            raise SyntaxFault(f"figure {code}{number} on space {space}", "each player's figures once", at_.column)
        figures[at] = space


PATH = Codec(r"[^|]+", read_path, write_path, mark("the path"), apart=True)


def card_count(number: int, item: int = 0) -> Said:
    """Say a number of cards, of an item if one is given."""
    if not item:
        return say_many("{n} card", "{n} cards", number) if number else say("no cards")
    kind = word(NAMES[item], "with")
    if number:
        return say_many("{n} {item} card", "{n} {item} cards", number, item=kind)
    return say("no {item} cards", item=kind)


def place_said(space: int, tile: str = "") -> Said:
    """Say a place in words, with the tile that lies there."""
    if space in (ATLANTIS, MAINLAND):
        return say("Atlantis") if space == ATLANTIS else say("the mainland")
    return say("space {space} ({tile})", space=space, tile=tile) if tile else say("space {space}", space=space)
