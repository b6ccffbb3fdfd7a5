"""What a template prints in another language: the values of its fields said as they are there.

Only what is printed is said otherwise. What a condition compares stays as the data have it: of `{name if suit == 'sun'
else 'none'}` the name and the text `none` are said, and `sun` is not.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from types import CodeType

from msgspec import Struct

from specs.expand import expr
from specs.model.document import Document

SAY = "say()"  # where an expression finds what says a value, by its column; no field can be called so
PICTURES = "pictures"  # the column of pictures' names, which are read aloud
OWN = ("id", "n", "w", "h", "i")  # fields that are never words


class Worded(str):
    """A text of data with what is printed for it in some languages: it is compared, and names icons, as it is."""

    by: Mapping[str, str]

    def __new__(cls, text: str, by: Mapping[str, str]) -> Worded:
        made = super().__new__(cls, text)
        made.by = by
        return made


class Twofold(str):
    """A template in one language, with the same in a `second`."""

    second: str

    def __new__(cls, text: str, second: str) -> Twofold:
        made = super().__new__(cls, text)
        made.second = second
        return made


class Printed(Struct, frozen=True):
    """What an expression or a template prints: the values of fields, and texts of its own."""

    names: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()


class _Said(Struct, frozen=True):
    code: CodeType
    printed: Printed


@lru_cache(maxsize=4096)
def _compiled(source: str) -> _Said:
    tree, _ = expr.checked(source)
    names: set[str] = set()
    texts: list[str] = []
    body = _saying(tree.body, names, texts)
    code = compile(ast.fix_missing_locations(ast.Expression(body)), "<spec>", "eval")
    return _Said(code, Printed(frozenset(names), tuple(texts)))


def _saying(node: ast.expr, names: set[str], texts: list[str]) -> ast.expr:
    """An expression whose printed values are said; collects what they are."""
    match node:
        case ast.Name(id=name) if name not in OWN and "." not in name:
            names.add(name)
            return _call(node, name)
        case ast.Constant(value=str() as text):
            texts.append(text)
            return _call(node, "")
        case ast.IfExp():
            body, other = _saying(node.body, names, texts), _saying(node.orelse, names, texts)
            return ast.copy_location(ast.IfExp(node.test, body, other), node)
        case ast.Call():
            said = [_saying(each, names, texts) for each in node.args]
            return ast.copy_location(ast.Call(node.func, said, []), node)
        case ast.BoolOp():
            said = [_saying(each, names, texts) for each in node.values]
            return ast.copy_location(ast.BoolOp(node.op, said), node)
        case _:
            return node


def _call(node: ast.expr, column: str) -> ast.expr:
    arguments = [node, ast.Constant(column)]
    return ast.copy_location(ast.Call(ast.Name(SAY, ast.Load()), arguments, []), node)


def printed(template: str) -> Printed:
    """What a template prints beside its own plain words. Raises ExprError."""
    names: set[str] = set()
    texts: list[str] = []
    for part in expr.compile_template(template) if "{" in template or "}" in template else ():
        if isinstance(part, expr.Field) and part.format not in expr.WORDS:
            found = _compiled(part.expr.source).printed
            names |= found.names
            texts += found.texts
    return Printed(frozenset(names), tuple(texts))


def rendered(template: str, env: expr.Env) -> str:
    """A template with its fields filled in, as `env` has them said; as they are, where it says nothing. Raises
    ExprError."""
    if SAY not in env:
        return expr.render(template, env)
    return expr.render(template, env, lambda field: field.value(env, _compiled(field.source).code))


def saying(document: Document) -> dict[str, object]:
    """What the names of an expression need beside the fields, for its values to be said in a document's language."""
    return {} if document.words is None else {SAY: document.words.of}


def in_second(document: Document, env: expr.Env) -> dict[str, object]:
    """The names of an expression as they are said in the second language of a document."""
    second = document.second
    if second is None:
        return dict(env)
    of_game = {"game.title": second.spec.title, expr.TERMS: second.spec.terms}
    return {**{name: value for name, value in env.items() if name != SAY}, **of_game, **saying(second)}
