"""Right-to-left text in visual order (https://www.unicode.org/reports/tr9/).

Text without a letter of such a script takes a shorter way.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

OBJECT = "\ufffc"  # stands for anything but a letter, such as an icon in a line
_TURNED = (  # as a pattern this would take longer to load than the whole module
    ("\u0590", "\u08ff"), ("\u200f", "\u200f"), ("\ufb1d", "\ufdff"), ("\ufe70", "\ufefe"),
    ("\U00010800", "\U00010fff"), ("\U0001e800", "\U0001efff"),
)  # fmt: skip
_CLOSING = dict(zip(*[iter("()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋〈〉❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽"
    "⸢⸣⸤⸥⸦⸧⸨⸩《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣")] * 2, strict=True))  # fmt: skip
_LEFTWARD = {"ar", "arc", "ckb", "dv", "fa", "he", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"}
_SAME = {"\u2329": "\u3008", "\u232a": "\u3009"}
_WAYS = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}  # numbers in brackets count as right-to-left
MOST_OPEN = 63  # nested brackets, by the standard
_ORDERS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))  # a text cannot order its own direction


class Part(NamedTuple):
    """Letters that are seen side by side: which of several texts they are from, and whether they are read from right to
    left."""

    owner: int
    text: str
    rtl: bool


def turned(text: str) -> bool:
    """Return whether any letter of a text may be read from right to left."""
    if text.isascii() or max(text) < _TURNED[0][0]:
        return False
    return any(first <= char <= last for char in text for first, last in _TURNED)


def parts(text: str, rtl: bool | None = None) -> list[tuple[str, bool]]:
    """Return a line in visual order, from left to right: its parts, and which of them are read from right to left.

    `rtl` is the direction of the whole line; None: that of its first letter.
    """
    if not text or (not rtl and not turned(text)):
        return [(text, False)]
    return [(part.text, part.rtl) for part in arranged([text], rtl)]


def arranged(texts: Sequence[str], rtl: bool | None = None) -> list[Part]:
    """Return texts that follow one another in a line in visual order; `OBJECT` stands for anything but text."""
    whole = "".join(texts)
    if not rtl and not turned(whole):
        return [Part(index, text, False) for index, text in enumerate(texts)]
    owners = [index for index, text in enumerate(texts) for char in text if ord(char) not in _ORDERS]
    whole = whole.translate(_ORDERS)
    levels = _levels(whole, rtl)
    pieces = [
        (level, Part(index, "".join([char for _, _, char in letters]), level % 2 == 1))
        for (level, index), letters in groupby(zip(levels, owners, whole, strict=True), lambda each: each[:2])
    ]
    return list(_seen(pieces))


def leftward(language: str | None) -> bool | None:
    """Return whether a language is written from right to left; None if each paragraph decides."""
    return True if language is not None and language.partition("_")[0] in _LEFTWARD else None


def reads_rtl(text: str) -> bool:
    """Return whether a paragraph is read from right to left, by its first letter."""
    if not turned(text):
        return False
    from bidi.algorithm import get_base_level

    return bool(get_base_level(text.translate(_ORDERS)))


def _seen(pieces: Sequence[tuple[int, Part]]) -> Iterator[Part]:
    """Return parts in visual order, by rule L2: deeper levels are reversed within what surrounds them."""
    order = list(pieces)
    odd = [level for level, _ in pieces if level % 2]
    for depth in range(max((level for level, _ in pieces), default=0), min(odd, default=1) - 1, -1):
        start = 0
        for end in range(len(order) + 1):
            if end == len(order) or order[end][0] < depth:
                order[start:end] = order[start:end][::-1]
                start = end + 1
    return (part for _, part in order)


def _pair(letters: Sequence[dict[str, Any]], before: str) -> None:
    """Apply rule N0: both brackets of a pair follow what is within them, not what stands beside each."""
    opened: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for place, letter in enumerate(letters):
        char = _SAME.get(letter["ch"], letter["ch"])
        if letter["type"] == "ON" and char in _CLOSING:
            if len(opened) == MOST_OPEN:
                break
            opened.append((_CLOSING[char], place))
        elif letter["type"] == "ON" and char in _CLOSING.values():
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == char:
                    pairs.append((opened[depth][1], place))
                    del opened[depth:]
                    break
    for first, last in sorted(pairs):
        around = "LR"[letters[first]["level"] % 2]
        within = {way for letter in letters[first + 1 : last] if (way := _WAYS.get(letter["type"]))}
        if not within:
            continue
        way = around
        if around not in within:
            led = next((w for letter in reversed(letters[:first]) if (w := _WAYS.get(letter["type"]))), before)
            way = led if led != around else around
        for place in (first, last):
            letters[place]["type"] = way
            for mark in letters[place + 1 :]:
                if mark["orig"] != "NSM":
                    break
                mark["type"] = way


def _levels(text: str, rtl: bool | None) -> list[int]:
    """Return the level of each letter in a text with right-to-left parts: odd if it is read from right to left."""
    from bidi import algorithm

    base = int(reads_rtl(text) if rtl is None else rtl)
    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    algorithm.get_embedding_levels(text, storage, debug=False)
    letters = storage["chars"]
    for letter in letters:  # a letter that Unicode does not know yet takes the script around it
        if not letter["type"]:
            letter["type"] = letter["orig"] = "R" if turned(letter["ch"]) else "L"
    algorithm.explicit_embed_and_overrides(storage, debug=False)  # removes marks without a direction
    algorithm.resolve_weak_types(storage, debug=False)
    for run in storage["runs"]:
        _pair(storage["chars"][run["start"] : run["start"] + run["length"]], run["sor"])
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    kept = {id(letter) for letter in storage["chars"]}
    last = base
    levels = []
    for letter in letters:
        last = letter["level"] if id(letter) in kept else last
        levels.append(last)
    for place in range(len(levels) - 1, -1, -1):  # rule L1: trailing spaces stay at the line's end
        if letters[place]["orig"] not in ("WS", "BN", "B", "S"):
            break
        levels[place] = base
    return levels
