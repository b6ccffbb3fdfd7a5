"""Fills in a file of words: existing entries keep their comments and order, and missing ones are added beside them.

If an entry's text is gone from the spec and a new text is much like it, the entry is stale: it is moved to the new text
and says what it `was` made for. It is not printed until somebody has checked it and removed the `was`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

import yaml
from msgspec import Struct

from specs.base.unfit import Unfit
from specs.translation.overlay import Entry, Words
from specs.translation.texts import Reading

ALIKE = 0.6  # similarity at which one text counts as the other changed
MOST_COMPARED, LONGEST_COMPARED = 300, 2_000  # texts of either kind, and letters of one: more are not worth the time
LONGEST_KEY = 900  # letters: YAML allows no longer key without an explicit mark
SHORT = 50  # letters of a text that has its words on the same line
INDENT = "  "
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


class Filled(Struct, frozen=True):
    """A file's text, and how many of its entries are new and stale."""

    text: str
    new: int
    stale: int


class _Span(Struct, frozen=True):
    """The lines of an entry, from `first` up to `after`, and its column."""

    first: int
    after: int
    column: int


def filled(readings: Mapping[str, Reading], words: Words | None, text: str, *, title: str) -> Filled:
    """Return a file of words with an entry for each text that lacks one; `words` are those it has, None if there is no
    file. Raises Unfit if entries cannot be added."""
    wanted = [reading for reading in readings.values() if reading.wanted]
    if words is None or not words.sheet.words:
        head = f"# {title}. How to fill this in: docs/translating.md\n" if words is None else _without(text, words)
        return Filled("".join([head, "words:\n", *_added(wanted, "", INDENT)]), len(wanted), 0)
    spans = _spans(words)
    missing = [reading for reading in wanted if reading.text not in spans]
    gone = [each for each in spans if each not in readings]
    stale = _stale([each for each in gone if each in words.entries], [reading.text for reading in missing])
    indent = " " * min(span.column for span in spans.values())
    edits: list[tuple[int, int, list[str]]] = []
    for old in gone:
        span = spans[old]
        if old in stale:
            entry = words.entries[old]
            now = Entry(words=entry.words, in_=entry.in_, was=entry.was or old)
            edits.append((span.first, span.after, list(_entry(stale[old], now, indent))))
        elif old not in words.entries:
            edits.append((span.first, span.after, []))  # never filled in
    put: dict[int, list[Reading]] = {}
    behind, sections = min(span.first for span in spans.values()), {0: ""}
    for reading in wanted:
        if reading.text in spans:
            behind = spans[reading.text].after
            sections[behind] = _section(reading)
        elif reading.text not in stale.values():
            put.setdefault(behind, []).append(reading)
    edits += [(at, at, list(_added(each, sections.get(at, ""), indent))) for at, each in put.items()]
    lines = _lines(text)
    for first, after, instead in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        lines[first:after] = _ended(instead, text)
    return Filled("".join(lines), len(missing) - len(stale), len(stale))


def changed(words: Words, text: str, entries: Mapping[str, Entry]) -> tuple[str, int]:
    """Return a file of words with other entries for some of its texts, and their number; the rest is unchanged. Raises
    Unfit."""
    spans = _spans(words) if words.sheet.words else {}
    indent = " " * min((span.column for span in spans.values()), default=2)
    lines = _lines(text)
    own = {each: words.entries.get(each, Entry()) for each in spans}
    given = {each: _over(own[each], entries[each]) for each in spans if each in entries}
    others = [each for each, entry in given.items() if entry != own[each]]
    for each in sorted(others, key=lambda each: spans[each].first, reverse=True):
        lines[spans[each].first : spans[each].after] = _ended(_entry(each, given[each], indent), text)
    return "".join(lines), len(others)


def _over(own: Entry, given: Entry) -> Entry:
    """Return an entry with the words of another, where that has some."""
    return Entry(words=given.words or own.words, in_={**own.in_, **given.in_}, was=given.was)


def _ended(lines: Iterable[str], text: str) -> list[str]:
    """Return lines with the line ends of a text."""
    return [line.replace("\n", "\r\n") for line in lines] if "\r\n" in text else list(lines)


def _without(text: str, words: Words) -> str:
    """Return a file's text without its empty `words:`, which is written anew at the end."""
    lines = _lines(text)
    if isinstance(words.tree.root, yaml.MappingNode) and "words" in words.tree.keys(words.tree.root):
        key, value = words.tree.keys(words.tree.root)["words"]
        del lines[key.start_mark.line : max(key.end_mark.line, _end(value) - 1) + 1]
    return "".join(lines)


def _lines(text: str) -> list[str]:
    lines = text.splitlines(keepends=True)
    return [*lines[:-1], lines[-1] if lines[-1].endswith("\n") else f"{lines[-1]}\n"] if lines else []


def _spans(words: Words) -> dict[str, _Span]:
    node = words.tree.root and words.tree.child(words.tree.root, "words")
    if not isinstance(node, yaml.MappingNode) or node.flow_style:
        raise Unfit("wrong-value", "words between { and }", "an entry a line")
    return {
        key.value: _Span(key.start_mark.line, max(key.end_mark.line + 1, _end(value)), _column(key, words))
        for key, value in node.value
    }


def _column(key: yaml.Node, words: Words) -> int:
    node = words.tree.root and words.tree.child(words.tree.root, "words")
    return min(key.start_mark.column, node.start_mark.column if node is not None else 0)


def _end(node: yaml.Node) -> int:
    """Return the line after a value's last."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    ends_before = node.end_mark.column == 0 and node.end_mark.line > node.start_mark.line  # the end of a block of text
    return int(node.end_mark.line) + (0 if ends_before else 1)


def _stale(gone: Sequence[str], missing: Sequence[str]) -> dict[str, str]:
    """Return texts that are gone, each with the new one that it may have become."""
    found: dict[str, str] = {}
    left = [text for text in missing if len(text) <= LONGEST_COMPARED][:MOST_COMPARED]
    for old in [text for text in gone if len(text) <= LONGEST_COMPARED][:MOST_COMPARED]:
        matcher = SequenceMatcher(None, "", old, autojunk=False)
        best, text = 0.0, ""
        for new in left:
            matcher.set_seq1(new)
            if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and matcher.ratio() > best:
                best, text = matcher.ratio(), new
        if best >= ALIKE:
            found[old] = text
            left.remove(text)
    return found


def _added(readings: Sequence[Reading], section: str, indent: str) -> Iterator[str]:
    """Yield the lines of empty entries, below a comment with the part of the spec."""
    for reading in readings:
        if _section(reading) != section:
            section = _section(reading)
            yield f"{indent}# {section}\n"
        yield from _entry(reading.text, Entry(), indent)


def _section(reading: Reading) -> str:
    return ".".join(map(str, reading.path[:2])) if len(reading.path) > 1 else str(reading.path[0])


def _entry(text: str, entry: Entry, indent: str) -> Iterator[str]:
    key, long = quoted(text), len(text) > SHORT
    if len(key) > LONGEST_KEY:
        yield f"{indent}? {key}\n"
        key, long = "", False
    if entry.was is None and not entry.in_:
        between = f"\n{indent}{INDENT}" if long else " "
        yield f"{indent}{key}:{between}{quoted(entry.words)}\n"
        return
    yield f"{indent}{key}:\n"
    inner = indent + INDENT
    if entry.was is not None:
        yield f"{inner}was: {quoted(entry.was)}\n"
    yield f"{inner}words: {quoted(entry.words)}\n"
    if entry.in_:
        yield f"{inner}in:\n"
        for place, words in entry.in_.items():
            yield f"{inner}{INDENT}{quoted(place)}: {quoted(words)}\n"


def quoted(text: str) -> str:
    """Quote a text for YAML, on one line."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
