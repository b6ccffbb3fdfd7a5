"""The expressions of a spec: `{value * 2}`, `when: set == 'A'`. Safe to evaluate, even from strangers.

An expression has names, numbers, 'text', comparisons, `in`, `and`, `or`, `not`, `+ - * / // %`,
`a if b else c`, lists, `list[i]`, and the functions of `FUNCTIONS`; nothing else is accepted, so it cannot reach the
machine. Words that are reserved in Python are names here, except those of `OWN_WORDS`, and several
words in a row are the column with that header: `{Card Name}` is `{card_name}`.
Every step of one gives a number of at most `LARGEST`, a text of at most `LONGEST` characters or a list of at most
`WIDEST` values, so it cannot run for long either, whatever fields it is built on. In a template, `{{` and `}}` stand
for braces and a format such as `{n:02}` pads a number; `{n:word}` is what the spec's terms call it, `{n:Word}` with a
capital letter; `{hue|navy}` is navy where the row has no `hue`, or an empty one.
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from types import CodeType
from typing import cast

from msgspec import Struct

from specs.base.unfit import Unfit
from specs.expand.functions import FUNCTIONS, LARGEST, LONGEST, item, numeric, step
from specs.model.values import field_name, reserved

Value = str | int | float | bool | tuple["Value", ...]
Env = Mapping[str, object]

MAX_LENGTH = 500
FARTHEST = 1e9  # mm, or any other number of a spec
UNITS = {"pt": 25.4 / 72, "mm": 1.0}
_FORMAT = re.compile(r"^(0?[1-9][0-9]?)?(\.[0-9])?[df]?\Z|^[Ww]ord\Z")
WORDS = ("word", "Word")
_TOKEN = re.compile(r"'[^']*'|\"[^\"]*\"|\w+")
_WORD = r"(?!(?:and|else|if|in|is|not|or)\b)\w+"
_WORDS = re.compile(rf"'[^']*'|\"[^\"]*\"|\b{_WORD}(?:\s+{_WORD}|\.(?!\w))+")  # of a header: Card Name, No.
_HEADER = re.compile(r"[\w#][\w\s.&#!?°,-]*")
_SIGN = re.compile(r"[#&!?°]")  # text with these is not an expression
_LITERAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?\Z")
TERMS = " terms"  # the key of the spec's terms in an env: no expression can name it


class ExprError(Unfit, ValueError):
    """What is wrong with an expression and its `offset` (from 0) in the text; `name` is a field that does not exist."""

    def __init__(self, found: str, expected: str, offset: int = 0, name: str = "") -> None:
        super().__init__("unknown-field" if name else "wrong-expression", found, expected, name=name)
        self.offset = offset

    def moved(self, by: int) -> ExprError:
        """Return the same error in a text in which the expression begins at an offset."""
        return ExprError(self.found, self.expected, by + self.offset, self.name)


_OPERATORS: Mapping[type[ast.operator], tuple[str, Callable[..., object]]] = {
    ast.Add: ("+", step(operator.add)),
    ast.Sub: ("-", step(operator.sub)),
    ast.Mult: ("*", numeric(operator.mul)),
    ast.Div: ("/", numeric(operator.truediv)),
    ast.FloorDiv: ("//", numeric(operator.floordiv)),
    ast.Mod: ("%", numeric(operator.mod)),
}


class Vocabulary:
    """What an expression may call, and which names may stand before a dot (None: any name)."""

    def __init__(self, functions: Mapping[str, Callable[..., object]], prefixes: Collection[str] | None) -> None:
        self.functions, self.prefixes = functions, prefixes
        self.scope: dict[str, object] = (
            {"__builtins__": {}, "[]": step(lambda *values: values), "[i]": step(item)}
            | dict(_OPERATORS.values())
            | {f"{name}()": step(work) for name, work in functions.items()}
        )


OF_SPECS = Vocabulary(FUNCTIONS, ("option", "game"))
_NODES = (
    ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Attribute, ast.Call, ast.Compare, ast.Eq, ast.NotEq, ast.Lt,
    ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.UAdd,
    ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.IfExp, ast.List, ast.Tuple,
    ast.Subscript,
)  # fmt: skip


def _brief(value: object) -> str:
    # Python refuses repr of an int with more than 4,300 digits
    return "a number too large" if isinstance(value, int | float) else f"{value!r:.40}"


class _Whitelist(ast.NodeTransformer):
    """Refuses what is not in the language and turns `option.x` into one name."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.names: dict[str, int] = {}

    def visit(self, node: ast.AST) -> ast.AST:
        if not isinstance(node, _NODES):
            kind = type(node).__name__.lower()
            offset = getattr(node, "col_offset", 1) - 1
            if isinstance(node, ast.Set | ast.Dict):
                raise ExprError("braces in an expression", "no braces here", offset)
            raise ExprError(f"{kind} in an expression", "names, numbers, text and operators", offset)
        result: ast.AST = super().visit(node)
        return result

    def _name(self, name: str, node: ast.expr) -> ast.expr:
        self.names.setdefault(name, node.col_offset - 1)
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        constants = {"true": True, "false": False}
        if node.id in constants:
            return ast.copy_location(ast.Constant(constants[node.id]), node)
        word = node.id.removesuffix("_")
        return self._name(word if reserved(word) else node.id, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        prefixes = self.vocabulary.prefixes
        if not isinstance(node.value, ast.Name) or (prefixes is not None and node.value.id not in prefixes):
            raise ExprError(f"'.{node.attr}'", "option.NAME or game.NAME", node.col_offset - 1)
        return self._name(f"{node.value.id}.{node.attr}", node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if not isinstance(node.value, str | int | float | bool) or (
            isinstance(node.value, int | float) and not abs(node.value) <= LARGEST
        ):
            raise ExprError(_brief(node.value), "a number or text", node.col_offset - 1)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if not isinstance(node.func, ast.Name) or node.func.id not in self.vocabulary.functions or node.keywords:
            name = getattr(node.func, "id", "")
            called = f"'{name[:30]}(...)'" if name else "(...) behind what is no function"
            raise ExprError(called, f"one of {', '.join(self.vocabulary.functions)}", node.col_offset - 1)
        name = f"{node.func.id}()"
        return _called(name, [self.visit(argument) for argument in node.args], node)  # type: ignore[misc]

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return _called(_OPERATORS[type(node.op)][0], [node.left, node.right], node)

    def visit_List(self, node: ast.List | ast.Tuple) -> ast.AST:
        self.generic_visit(node)
        return _called("[]", node.elts, node)

    visit_Tuple = visit_List

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        return _called("[i]", [node.value, node.slice], node)


def _parsed(source: str) -> ast.Expression:
    """Parse an expression with Python's parser, after an underscore is added to reserved words; column headers become
    their fields where they can mean nothing else. Raises SyntaxError."""
    header = source.strip()
    if _SIGN.search(header) and _HEADER.fullmatch(header):
        return ast.parse(f"({field_name(header)})", mode="eval")
    try:
        return _tree(source)
    except SyntaxError:
        if re.search(r"\b(AND|OR|NOT)\b", source):
            raise
        return _tree(_WORDS.sub(lambda words: words[0] if words[0][0] in "'\"" else field_name(words[0]), source))


def _tree(source: str) -> ast.Expression:
    python = _TOKEN.sub(lambda word: f"{word[0]}_" if reserved(word[0]) else word[0], source)
    return ast.parse(f"({python}\n)", mode="eval")


def _called(name: str, arguments: list[ast.expr], node: ast.expr) -> ast.expr:
    func = ast.copy_location(ast.Name(name, ast.Load()), node)
    return ast.copy_location(ast.Call(func, arguments, []), node)


class Expr(Struct, frozen=True):
    """A compiled expression; `names` maps each name it uses to its first offset in `source`."""

    source: str
    names: Mapping[str, int]
    code: CodeType
    vocabulary: Vocabulary = OF_SPECS

    def value(self, env: Env, code: CodeType | None = None) -> Value:
        """Evaluate with the names of `env`; `code`, if given, is run in place of the expression's own. Raises ExprError
        for a missing name or a value of the wrong kind."""
        try:
            result: Value = eval(code or self.code, self.vocabulary.scope, env)  # only what `_Whitelist` lets through
        except NameError as error:
            name = str(error.name)
            expected = "a field of the row, or a text in quotation marks"
            raise ExprError(f"no field '{name}'", expected, self.names.get(name, 0), name) from None
        except (TypeError, ValueError, ArithmeticError) as error:
            raise ExprError(f"'{self.source}': {error}", "values that fit together") from None
        return result


@lru_cache(maxsize=4096)
def compile_expr(source: str, vocabulary: Vocabulary = OF_SPECS) -> Expr:
    """Compile an expression. Raises ExprError for anything outside the language."""
    tree, names = checked(source, vocabulary)
    return Expr(source, names, compile(tree, "<spec>", "eval"), vocabulary)


def checked(source: str, vocabulary: Vocabulary = OF_SPECS) -> tuple[ast.Expression, Mapping[str, int]]:
    """Return an expression's checked syntax tree and its names. Raises ExprError."""
    if len(source) > MAX_LENGTH:
        raise ExprError(f"an expression of {len(source)} characters", f"at most {MAX_LENGTH}")
    if not source.strip():
        raise ExprError("an empty expression", "a field or a value")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python would print a warning for `1or 2`
            tree = _parsed(source)
        whitelist = _Whitelist(vocabulary)
        whole = cast(ast.Expression, ast.fix_missing_locations(whitelist.visit(tree)))
        return whole, {name: min(offset, len(source)) for name, offset in whitelist.names.items()}
    except ExprError as error:
        raise error.moved(min(0, len(source) - error.offset)) from None
    except (SyntaxError, ValueError) as error:
        offset = max(0, (getattr(error, "offset", None) or 2) - 2)
        single = re.search(r"(?<![=!<>])=(?!=)", re.sub(r"'[^']*'|\"[^\"]*\"", "", source))
        expected = "an expression; == compares" if single else "an expression such as cost > 2 and suit == 'sun'"
        raise ExprError(f"'{source[:60]}' cannot be read", expected, min(offset, len(source))) from None
    except (RecursionError, MemoryError):
        raise ExprError("an expression nested too deep", "fewer brackets or signs in a row") from None


class Field(Struct, frozen=True):
    """One `{...}` of a template: its expression, its format, its start, and the text shown for a missing or empty
    field."""

    expr: Expr
    format: str
    offset: int
    default: str | float | None = None

    def value(self, env: Env, valued: Callable[[Expr], Value] | None = None) -> Value:
        """Return its value, computed by `valued` if given. Raises ExprError."""
        try:
            value = self.expr.value(env) if valued is None else valued(self.expr)
        except ExprError as error:
            if self.default is None or not error.name:
                raise error.moved(self.offset) from None
            return self.default
        return self.default if value == "" and self.default is not None else value


@lru_cache(maxsize=8192)
def compile_template(text: str, vocabulary: Vocabulary = OF_SPECS) -> tuple[str | Field, ...]:
    """Split a template into plain text and fields. Raises ExprError."""
    if len(text) > LONGEST:
        raise ExprError(f"a text of {len(text):,} characters with fields", f"at most {LONGEST:,}")
    parts: list[str | Field] = []
    plain, i = "", 0
    while i < len(text):
        if text[i : i + 2] in ("{{", "}}"):
            plain, i = plain + text[i], i + 2
        elif text[i] == "{":
            if plain:
                parts.append(plain)
            field, i = _field(text, i, vocabulary)
            parts.append(field)
            plain = ""
        elif text[i] == "}":
            raise ExprError("'}' without '{'", "'}}' for a brace", i)
        else:
            plain, i = plain + text[i], i + 1
    if plain or not parts:
        parts.append(plain)
    return tuple(parts)


def _field(text: str, start: int, vocabulary: Vocabulary) -> tuple[Field, int]:
    quote, colon, bar = "", -1, -1
    for i in range(start + 1, len(text)):
        char = text[i]
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == ":":
            colon = i
        elif char == "|" and bar < 0:
            bar = i
        elif char == "{":
            break
        elif char == "}":
            end, spec = (i, "") if colon < 0 else (colon, text[colon + 1 : i])
            if not _FORMAT.match(spec):
                raise ExprError(f"format '{spec}'", "such as :02, :.1f or :word", colon + 1)
            source, default = (text[start + 1 : end], None) if bar < 0 else (text[start + 1 : bar], text[bar + 1 : end])
            try:
                return Field(compile_expr(source, vocabulary), spec, start + 1, _literal(default)), i + 1
            except ExprError as error:
                if re.search(r"\w \(", source):  # a column such as HP (max)
                    error.expected = f"{field_name(source)}, if a column is called '{source}'"
                raise error.moved(start + 1) from None
    raise ExprError("'{' without '}'", "'{{' for a brace", start)


def _literal(text: str | None) -> str | float | None:
    """Read the text shown for an empty field: a number, or a text with or without quotes."""
    if text is None:
        return None
    if _LITERAL.match(text := text.strip()):
        return float(text) if "." in text else int(text)
    return text[1:-1] if text[:1] == text[-1:] in ("'", '"') and len(text) > 1 else text


def show(value: object) -> str:
    """Write a value as it is printed: 7.0 as 7, true and false in lower case."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    return str(value)


def render(text: str, env: Env, value: Callable[[Expr], Value] | None = None, vocabulary: Vocabulary = OF_SPECS) -> str:
    """Fill in a template's fields; `value` computes each, if given. Raises ExprError."""
    if "{" not in text and "}" not in text:
        return text
    parts = compile_template(text, vocabulary)
    filled = "".join(part if isinstance(part, str) else _shown(part, env, value) for part in parts)
    if len(filled) > LONGEST:
        raise ExprError(f"a text of {len(filled):,} characters", f"at most {LONGEST:,}")
    return filled


def _shown(field: Field, env: Env, valued: Callable[[Expr], Value] | None) -> str:
    value = field.value(env, None if field.format in WORDS else valued)  # terms are looked up by the data's own value
    if not field.format:
        return show(value)
    if field.format in WORDS:
        terms = cast(Mapping[str, str], env.get(TERMS, {}))
        if (term := terms.get(show(value))) is None:
            raise ExprError(f"no term for '{show(value)}'", "one of those under terms:", field.offset)
        return term[:1].upper() + term[1:] if field.format == "Word" else term
    try:
        return format(value, field.format)
    except (TypeError, ValueError):
        raise ExprError(f"'{show(value)}'", f"a number for format ':{field.format}'", field.offset) from None


def evaluate(value: object, env: Env) -> Value:
    """Evaluate a value of a spec: a text that is a single `{...}` gives the expression's own value, other texts are
    rendered."""
    if not isinstance(value, str):
        return value  # type: ignore[return-value]
    if "{" not in value and "}" not in value:
        return value
    parts = compile_template(value)
    if len(parts) == 1 and isinstance(parts[0], Field) and not parts[0].format:
        return parts[0].value(env)
    return render(value, env)


def number(value: object, env: Env) -> float:
    """Evaluate a `Num`; a length may have a unit, `9pt` or `3.5mm`. Raises ExprError if it is not a number."""
    if isinstance(value, str):
        value = evaluate(value, env)
        if isinstance(value, str):
            value = _length(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= FARTHEST:
        raise ExprError(f"'{show(value)}'", "a number")
    return float(value)


def _length(text: str) -> float:
    amount, mm = next(((text.removesuffix(unit), mm) for unit, mm in UNITS.items() if text.endswith(unit)), (text, 1.0))
    try:
        return float(amount) * mm
    except ValueError:
        expected = "a number, of mm where it is a length, or with its unit: 9pt, 3.5mm"
        raise ExprError(f"'{text[:40]}'", expected) from None


def holds(condition: str, env: Env) -> bool:
    """Return whether a `when` or `where` holds. Raises ExprError."""
    return bool(compile_expr(condition).value(env))


def names(text: str, vocabulary: Vocabulary = OF_SPECS) -> dict[str, int]:
    """Return the names a template uses, each with its first offset in the text. Raises ExprError."""
    found: dict[str, int] = {}
    for part in compile_template(text, vocabulary):
        if isinstance(part, Field):
            for name, offset in part.expr.names.items():
                found.setdefault(name, part.offset + offset)
    return found
