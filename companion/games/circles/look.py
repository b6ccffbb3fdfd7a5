"""A position for people: the board as rows of fields, what can be typed and what it brings, sums, where things are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from companion.contract import Position
from companion.contract.codecs import Here, letters
from companion.contract.values import JSON, Found, Prompt, Span, wrapped
from companion.games.circles.moves import free, made, singles, ways
from companion.games.circles.rules import finished
from companion.games.circles.state import BURNED, STACK, TOWER, State, height, kind, owner, pieces
from companion.games.circles.unfolding import Area, Explosion, areas, scores, settled
from specs.base import measure
from specs.base.languages import Said, joined, mark, say, say_many, word
from specs.model.shapes import hexes

if TYPE_CHECKING:
    from companion.contract.offered import Offered

LABELS: Final = {"pieces": mark("stones"), "score": mark("score"), "towers": mark("towers")}
PARTS: Final = True  # turns have many parts, so lists show them part by part
UNFOLDS: Final = True  # a move may have consequences
ASKS: Final[Mapping[str, str]] = {
    "agree": mark("No move, and the game ends once all others agree?"),
    "resign": mark("No more turns for you in this game?"),
}
ENDS: Final = {"-": mark("no move"), "agree": mark("no move; I would end here"), "resign": mark("no more turns for me")}
WAYS: Final = (
    mark("right"), mark("down right"), mark("down left"), mark("left"), mark("up left"), mark("up right"),
)  # fmt: skip
HELD: Final = (
    (STACK, mark("{who}: stacks {stacks}."), mark("{who}: no stacks.")),
    (TOWER, mark("{who}: growth towers {towers}."), mark("{who}: no growth towers.")),
)
KINDS: Final = {"stack": STACK, "tower": TOWER, "burned": BURNED}


def facts(p: Position) -> Mapping[str, JSON]:
    """Return what `companion import --check --json` says of a position."""
    s, people, found = p.state, list[JSON](), list[JSON]()
    for seat, total in enumerate(scores(s.board, s.fields, s.seats)):
        count, towers = pieces(s.fields, seat)
        people.append({**p.players[seat]._asdict(), "pieces": count, "towers": towers, "score": total})
    for area in areas(s.board, s.fields):
        whose = p.players[area.owner].name if area.owner >= 0 else None
        found.append({"size": len(area.fields), "owner": whose, "stable": area.stable})
    return {"players": people, "areas": found}


def fields_said(number: int) -> str:
    return say_many("{n} field", "{n} fields", number)


def pieces_said(number: int) -> str:
    return say_many("{n} stone", "{n} stones", number)


def prompt(p: Position) -> Prompt:
    """Return what can be typed next."""
    s: State = p.state
    if s.moved:
        return Prompt("more", say("Another move"), say("from another island; - for none"))
    one = next(singles(s), None)
    how = say("Moves, at most one from each island; - for none; agree, resign.")
    if one is not None:
        move = f"{s.name(one.source)}-{s.name(one.target)}"
        how = say("Moves such as {move}, at most one from each island; - for none; agree, resign.", move=move)
    return Prompt("turn", "", how)


# ---- the board -----------------------------------------------------------------------------------


def board(p: Position, width: int) -> Sequence[Sequence[Span]]:
    """Return rows of fields with their numbers and letters, and each player's sums below. A board too wide for the
    terminal is a list of fields by name."""
    lines = _grid(p, width) or _listed(p, width)
    lines.append([Span("")])
    for seat, total in enumerate(scores(p.state.board, p.state.fields, p.state.seats)):
        lines += _player(p, seat, total, width)
    legend = say(
        "2r stack, 2R growth tower, # burned, . empty. A field is its slanting column's letter and its row's number."
    )
    return [*lines, *([Span(line, "dim")] for line in measure.wrap(legend, width))]


def _player(p: Position, seat: int, total: int, width: int) -> list[list[Span]]:
    """Return a player's sums, in one or more lines."""
    s: State = p.state
    count, towers = pieces(s.fields, seat)
    turn = seat == s.turn and not s.over
    head = f"{'>' if turn else ' '} {p.players[seat].name} ({_letter(p, seat)}): "
    sums = joined([fields_said(total), pieces_said(count), say_many("{n} tower", "{n} towers", towers)])
    if s.away[seat]:
        sums = say("{what} (resigned)", what=sums)
    style = p.players[seat].colour + (" bold" if turn else "")
    return wrapped([Span(head, style), Span(sums)], width, 4)


def _letter(p: Position, seat: int) -> str:
    return letters(Here(None, p.state, p.players))[seat]


def _grid(p: Position, width: int) -> list[list[Span]]:
    """Return the fields in their rows. A column of one letter slants down to the right; its letter stands at both its
    ends."""
    cells = p.state.board.cells
    marks, ends = dict[hexes.Cell, tuple[str, str]](), dict[int, list[int]]()
    for q, r in cells:
        ends.setdefault(q, []).append(r)
    for q, rows in ends.items():
        marks[q, min(rows) - 1] = marks[q, max(rows) + 1] = hexes.letters(q), "dim"
    columns = [2 * q + r for q, r in (*cells, *marks)]
    left, right = min(columns), max(columns)
    margin = max(len(str(1 - r)) for _, r in cells) + 1
    step = 2 if (right - left) * 2 + 4 + 2 * margin <= width else 1
    if (right - left) * step + 2 * step + 2 * margin > width:
        return []
    marks |= {cell: _field(p, number, 2 * step - (step > 1)) for number, cell in enumerate(cells)}
    numbers, lines = {r for _, r in cells}, list[list[Span]]()
    for row in range(min(numbers) - 1, max(numbers) + 2):
        line, at = [Span(f"{1 - row if row in numbers else '':>{margin - 1}} ", "dim")], 0
        for column, cell in sorted((2 * q + r - left, (q, r)) for q, r in marks if r == row):
            text, style = marks[cell]
            line += [Span(" " * (column * step - at)), Span(text, style)]
            at = column * step + len(text)
        right_edge = (right - left) * step + 2 * step
        if row in numbers and at < right_edge:
            line.append(Span(f"{1 - row:>{right_edge - at + margin - 1}}", "dim"))
        lines.append(line)
    return lines


def _field(p: Position, number: int, room: int) -> tuple[str, str]:
    value = p.state.fields[number]
    if kind(value) == BURNED:
        return "#", "dim"
    if not value:
        return ".", "dim"
    letter, tall, tower = _letter(p, owner(value)), height(value), kind(value) == TOWER
    style = p.players[owner(value)].colour
    sign = letter.upper() if tower else letter  # after the number: before it would be a column's letter
    text = f"{tall}{sign}" if len(f"{tall}{sign}") <= room else f"+{sign}"
    return text, style + (" reverse" if tower else "")


def _listed(p: Position, width: int) -> list[list[Span]]:
    held = [f"{p.state.name(n)}\u00a0{_field(p, n, 9)[0]}" for n, value in enumerate(p.state.fields) if value]
    return [[Span(line.replace("\u00a0", " "))] for line in measure.wrap("  ".join(held), width)]


# ---- what is offered -----------------------------------------------------------------------------


def label(p: Position, way: Offered) -> tuple[Said | str, str]:
    """Say what is offered, and its field."""
    s, move = p.state, way.move
    if way.field == "how":
        return say("no other move") if s.moved else word(ENDS[move.how]), ""
    if way.field == "source":
        here, most = s.name(move.source), max(other.steps(s) for other in ways(s, move.source))
        reach = fields_said(1) if most == 1 else say("1 to {most} fields", most=most)
        return say(
            "from {here}: {pieces}, {reach}", here=here, pieces=pieces_said(free(s, move.source)), reach=reach
        ), here
    if way.field == "target":
        there, straight = s.name(move.target), hexes.line(s.board.cells[move.source], s.board.cells[move.target])
        direction, far = straight or (0, 0)
        to = {"way": word(WAYS[direction]), "field": there}
        return say_many("{n} stone {way} to {field}", "{n} stones {way} to {field}", far, **to), there
    return say("and another move") if way.field == "more" else "", ""


def note(p: Position, way: Offered) -> Said | str:
    """Say what a move brings if it ends the turn: where it lands, how many explosions follow, how many fields are
    gained."""
    if way.field != "target":
        return ""
    s, move, steps = p.state, way.move, list[Explosion]()
    after = finished(made(s, move), chain=steps)
    held, holds = (scores(each.board, each.fields, each.seats)[s.turn] for each in (s, after))
    notes = [
        _landing(p, s.fields[move.target]),
        say_many("{n} explosion", "{n} explosions", len(steps)) if steps else "",
        say_many("{more} field", "{more} fields", abs(holds - held), more=f"{holds - held:+}") if holds != held else "",
    ]
    return joined([each for each in notes if each])


def _landing(p: Position, value: int) -> Said | str:
    if not value:
        return ""
    if owner(value) == p.state.turn:
        return say("joins {height}", height=height(value))
    return say("onto {height} of {who}", height=height(value), who=p.players[owner(value)].name)


# ---- points --------------------------------------------------------------------------------------


def ending(p: Position) -> str:
    """Say why a finished game ended; stable areas come before any other reason that may also be true."""
    s: State = p.state
    if settled(s.board, s.fields):
        return mark("every area is stable")
    playing = [seat for seat in s.there() if seat >= 0 and not s.away[seat]]
    if not playing:
        return mark("no player is left")
    passed = len(playing) > 1 and all(s.passed[seat] for seat in playing)
    return mark("everybody passed") if passed else mark("one player is left")


def lines(p: Position, seat: int) -> Iterator[Said]:
    """Yield a player's fields, area by area, then what breaks ties."""
    s = p.state
    own = [area for area in areas(s.board, s.fields) if area.owner == seat]
    yield from (_area(s, area) for area in own)
    total, left = sum(len(area.fields) for area in own), pieces(s.fields, seat)[0]
    yield say("{fields}, {pieces} left", fields=fields_said(total), pieces=pieces_said(left))


def _area(s: State, area: Area) -> Said:
    number, field = len(area.fields), s.name(area.fields[0])
    if area.stable:
        return say_many("{n} field around {field}", "{n} fields around {field}", number, field=field)
    return say_many(
        "{n} field around {field} (a growth tower still borders them)",
        "{n} fields around {field} (a growth tower still borders them)",
        number, field=field,
    )  # fmt: skip


# ---- where things are ----------------------------------------------------------------------------


def where(p: Position, sought: str) -> Sequence[Found]:
    """Say where things are: a field by its name, or `stacks`, `towers` and `burned` fields."""
    s: State = p.state
    if sought in s.board.number:
        return list(_around(p, s.board.number[sought]))
    wanted = KINDS.get(sought.removesuffix("s"))
    there = [n for n, value in enumerate(s.fields) if value and kind(value) == wanted]
    return [Found(_there(p, n), s.name(n)) for n in there]


def _around(p: Position, n: int) -> Iterator[Found]:
    """Describe a field and its neighbours."""
    s: State = p.state
    name, names = s.name(n), s.board.names
    yield Found(joined([_there(p, n), *_limit(s, n)], " "), name)
    around = [
        say("{way} {field}, {what}", way=word(way), field=names[ray[0]], what=_lies(p, ray[0]))
        for way, ray in zip(WAYS, s.board.rays[n], strict=True)
        if ray
    ]
    yield Found(say("Around {field}: {fields}.", field=name, fields=joined(around, "; ") or say("no fields")))
    island = [names[other] for other, at in enumerate(s.board.islands) if at == s.board.islands[n]]
    yield Found(say("Its island: {fields}.", fields=", ".join(island)))


def _there(p: Position, n: int) -> Said:
    return say("{field}: {what}.", field=p.state.name(n), what=_lies(p, n))


def whose(p: Position, seat: int) -> Iterator[Found]:
    """Say what a player has on the board, and which of it explodes with one more piece."""
    s, who = p.state, p.players[seat].name
    own = [n for n, value in enumerate(s.fields) if owner(value) == seat]
    for wanted, some, none in HELD:
        held = [n for n in own if kind(s.fields[n]) == wanted]
        fields = joined([say("{field} of {height}", field=s.name(n), height=height(s.fields[n])) for n in held])
        yield Found(word(some, who=who, stacks=fields, towers=fields) if held else word(none, who=who))
    near = [s.name(n) for n in own if _alive(s, n) - height(s.fields[n]) == 1]
    if near:
        yield Found(say("{who}: one more stone explodes {fields}.", who=who, fields=", ".join(near)))
    yield from (Found("", s.name(n)) for n in own)


def _alive(s: State, n: int) -> int:
    """Return how many neighbours are alive: neither towers nor burned."""
    return sum(kind(s.fields[other]) == 0 for other in s.board.neighbours[n])


def _limit(s: State, n: int) -> Iterator[Said]:
    """Say when it explodes; empty for what cannot."""
    if owner(s.fields[n]) < 0:
        return
    alive, more = _alive(s, n), _alive(s, n) - height(s.fields[n])
    beside = say_many("{n} field beside it is alive", "{n} fields beside it are alive", alive)
    when = say("it explodes in its player's turn")
    if more > 0:
        when = say_many("{n} stone more and it explodes", "{n} stones more and it explodes", more)
    yield say("{beside}: {when}.", beside=beside, when=when)


def _lies(p: Position, n: int) -> Said:
    value = p.state.fields[n]
    if kind(value) == BURNED:
        return say("burned")
    if owner(value) < 0:
        return say("empty")
    who, tall = p.players[owner(value)].name, height(value)
    if kind(value) == TOWER:
        return say("{who}'s growth tower of {height}", who=who, height=tall)
    return say("{who}'s stack of {height}", who=who, height=tall)
