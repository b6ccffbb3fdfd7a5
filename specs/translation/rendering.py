"""Fills in templates in another language: the printed values of fields are translated.

Only what is printed is translated. What a condition compares stays as in the data: of `{name if suit == 'sun' else
'none'}` the name and the text `none` are translated, and `sun` is not.

Also the texts of a setup: notes for a number of players, and labels of the pieces of an open row.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from types import CodeType

from msgspec import Struct

from specs.base.languages import say
from specs.base.unfit import KeyPath
from specs.expand import expr
from specs.expand.deal import Deal
from specs.expand.fields import of_game
from specs.model.document import Document

SAY = "say()"  # the key of the function that translates a column's values; no field has such a name
PICTURES = "pictures"  # the column of pictures' names, which are read aloud
OWN = ("id", "n", "w", "h", "i")  # fields that are never words


class Worded(str):
    """A data value with its translations: it is compared, and names icons, by its original text."""

    by: Mapping[str, str]

    def __new__(cls, text: str, by: Mapping[str, str]) -> Worded:
        made = super().__new__(cls, text)
        made.by = by
        return made


class Twofold(str):
    """A template in one language, with the same template in a `second`."""

    second: str

    def __new__(cls, text: str, second: str) -> Twofold:
        made = super().__new__(cls, text)
        made.second = second
        return made


class Printed(Struct, frozen=True):
    """What an expression or a template prints: values of fields, and texts of its own."""

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
    """Return an expression that translates its printed values; their names and texts are added to the lists."""
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
    return ast.copy_location(ast.Call(ast.Name(SAY, ast.Load()), [node, ast.Constant(column)], []), node)


def printed(template: str) -> Printed:
    """Return what a template prints besides its own plain words. Raises ExprError."""
    names: set[str] = set()
    texts: list[str] = []
    for part in expr.compile_template(template) if "{" in template or "}" in template else ():
        if isinstance(part, expr.Field) and part.format not in expr.WORDS:
            found = _compiled(part.expr.source).printed
            names |= found.names
            texts += found.texts
    return Printed(frozenset(names), tuple(texts))


def rendered(template: str, env: expr.Env) -> str:
    """Fill in a template's fields, translated as `env` says; unchanged if it says nothing. Raises ExprError."""
    if SAY not in env:
        return expr.render(template, env)
    return expr.render(template, env, lambda field: field.value(env, _compiled(field.source).code))


def saying(document: Document) -> dict[str, object]:
    """Return what the names of an expression need beside the fields, so that its values are translated."""
    return {} if document.words is None else {SAY: document.words.of}


def in_second(document: Document, env: expr.Env) -> dict[str, object]:
    """Return the names of an expression in the second language of a document."""
    second = document.second
    if second is None:
        return dict(env)
    of_game = {"game.title": second.spec.title, expr.TERMS: second.spec.terms}
    return {**{name: value for name, value in env.items() if name != SAY}, **of_game, **saying(second)}


# ---- words of a setup ----------------------------------------------------------------------------


def notes(document: Document, players: int) -> tuple[str, ...]:
    """Return the setup's notes; one that is empty for this number of players is left out. Raises SpecError."""
    env: dict[str, object] = {"players": players}
    texts = (
        _rendered(document, note, env, ("setup", "note", index)) for index, note in enumerate(document.spec.setup.note)
    )
    return tuple(filter(None, texts))


def labels(document: Document, deal: Deal, row: str) -> tuple[str, ...]:
    """Return the label of each piece of an open row, empty if it has none. Raises SpecError."""
    template, path = document.spec.setup.open[row].text, ("setup", "open", row, "text")
    return tuple(
        _rendered(document, template, {**each.row, "id": each.id, "n": each.n, "i": i, "players": deal.players}, path)
        for i, each in enumerate(deal.open[row])
    )


def left_over(document: Document, deal: Deal) -> tuple[str, ...]:
    """Say what is left of each pile, as `12 left in the deck`."""
    titles = {name: pile.title or name for name, pile in document.spec.setup.piles.items()}
    return tuple(say("{n} left in {pile}", n=len(pile), pile=titles[name]) for name, pile in deal.piles.items() if pile)


def ground(document: Document, kind: str, name: str) -> str:
    """Return the name that a setup sheet gives one of its `tracks` or `boards`, or the `ground` of cells, in its
    language."""
    return name if document.words is None else str(document.words.of(name, kind))


def called(document: Document, area: str) -> str:
    """Return the name that a setup sheet gives an area in front of each player."""
    titles = (dealt.title for dealt in document.spec.setup.hands if dealt.to == area)
    return next(filter(None, titles), area)


def _rendered(document: Document, text: str, env: Mapping[str, object], path: KeyPath) -> str:
    spec = document.spec
    with document.placed(path):
        return rendered(text, {**env, **of_game(spec), **saying(document)})
