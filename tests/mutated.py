"""What can be changed a little in specs, generator and companion, by cosmic-ray's operators: for tests/mutants.py."""

import ast
import difflib
import hashlib
import json
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
HOME = ROOT / ".mutants"
ROOMS = ("specs", "generator", "companion")
PICTURES = {"picture.py", "drawing.py"}  # of the games: whether a picture is right, people see
ARITHMETIC, BITS = ("Add", "Sub", "Mul", "Div", "FloorDiv", "Mod"), ("BitOr", "BitAnd", "BitXor")
ORDER, IDENTITY = ("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE"), ("Is", "IsNot")
LEFT_OUT = ("RemoveDecorator", "Variable")  # a cache that is missing is only slow; the others want names
KINDS = {"operator": "Binary", "keyword": "Replace", "number": "Number"}  # of leaves, and who changes them


def sha(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


class Drawn(NamedTuple):
    """A mutant: its place, the operator of cosmic-ray that makes it, and which of that operator's places it is."""

    file: str
    line: int
    column: int
    way: str
    nth: int

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line}:{self.column} {self.way.partition('/')[2]} {self.nth}"


class Change(NamedTuple):
    """A mutant's whole file, and the lines that differ."""

    source: str
    was: str
    now: str


def files(rooms: Sequence[str]) -> list[str]:
    """What can be mutated: every module of the rooms less the pictures."""
    found = [str(file.relative_to(ROOT)) for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    kept = [file for file in found if not ("games" in file and Path(file).name in PICTURES) and "/icons/" not in file]
    return [file for file in kept if not rooms or any(f"{room}/" in f"{file.removesuffix('.py')}/" for room in rooms)]


def like(operator: str) -> bool:
    """Whether an operator's change is one that somebody could make: no shift for a sum, no `is` for `==`."""
    if operator.startswith(LEFT_OUT):
        return False
    _, _, pair = operator.partition("Operator_")
    ends = set(pair.split("_")) if "Binary" in operator or "Comparison" in operator else set()
    return not ends or any(ends <= set(group) for group in (ARITHMETIC, BITS, ORDER, IDENTITY))


def annotated(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where the types are, which nobody runs: from and to, as (line, column)."""
    found: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.arg(annotation=kind) | ast.AnnAssign(annotation=kind):
                found.append(kind)
            case ast.FunctionDef(returns=kind) | ast.AsyncFunctionDef(returns=kind):
                found.append(kind)
            case ast.Call(func=ast.Name("cast"), args=[kind, *_]):
                found.append(kind)
    return [((e.lineno, e.col_offset), (e.end_lineno or 0, e.end_col_offset or 0)) for e in found if e is not None]


def places(source: str) -> list[tuple[int, int, list[tuple[str, int]]]]:
    """Every line and column of a file that can be changed, with the ways to."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    operators = [(name, get_operator(name)()) for name in operator_names() if like(name.partition("/")[2])]
    types, counts = annotated(source), Counter[str]()
    found: dict[tuple[int, int], list[tuple[str, int]]] = defaultdict(list)
    for node in ast_nodes(get_ast(source)):
        leaf = not hasattr(node, "children")
        if leaf and (node.type not in KINDS or node.value in ",()[]{}.:;=->"):
            continue  # for speed alone
        for name, operator in operators:
            if leaf and KINDS[node.type] not in name:
                continue
            with suppress(AttributeError, IndexError):  # `except (a.b, c)`, which one of them cannot read
                for start, _ in operator.mutation_positions(node):
                    if not any(low <= start < high for low, high in types):
                        found[start].append((name, counts[name]))
                    counts[name] += 1
    return [(*at, ways) for at, ways in sorted(found.items())]


def drawn(seed: int, rooms: Sequence[str]) -> list[Drawn]:
    """One mutant of every place there is, in the order of the seed."""
    kept = HOME / "places.json"  # finding them takes half a minute
    known = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    now = {file: sha(ROOT / file) for file in files(())}
    known = {was: known.get(was) or places((ROOT / file).read_text(encoding="utf-8")) for file, was in now.items()}
    kept.write_text(json.dumps(known), encoding="utf-8")
    found = [(file, *place) for file in files(rooms) for place in known[now[file]]]
    chance = random.Random(seed)
    shuffled = chance.sample(found, len(found))
    return [Drawn(file, line, column, *chance.choice(ways)) for file, line, column, ways in shuffled]


def changed(mutant: Drawn) -> Change | None:
    """What a mutant changes; None where that says the same, or nothing that Python reads."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    source = (ROOT / mutant.file).read_text(encoding="utf-8")
    made = mutate_code(source, get_operator(mutant.way)(), mutant.nth)
    try:
        if made is None or ast.dump(ast.parse(made)) == ast.dump(ast.parse(source)):
            return None
    except SyntaxError:
        return None
    lines = [line for line in difflib.ndiff(source.splitlines(), made.splitlines()) if line[0] in "-+"]
    was, now = (" ".join(line[2:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return Change(made, was, now)
