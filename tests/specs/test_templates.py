"""Every template of the code is given the values it names, and one sentence is counted everywhere or nowhere: what
would go wrong only when somebody reads it is found here."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path
from string import Formatter

ROOT = Path(__file__).parents[2]
IMPORTED = "from specs.base.languages import"
SAYING = {"say": (0,), "say_many": (0, 1), "say_as": (1,)}


@cache
def calls() -> list[tuple[str, ast.Call, list[str]]]:
    """Where something is said, and in which templates."""
    found = []
    for room in ("companion", "generator", "specs"):
        for file in sorted((ROOT / room).rglob("*.py")):
            source = file.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(source)) if IMPORTED in source else ():
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
                    given = [node.args[at] for at in SAYING[node.func.id] if at < len(node.args)]
                    templates = [str(one.value) for one in given if isinstance(one, ast.Constant)]
                    found.append((f"{file.relative_to(ROOT)}:{node.lineno}", node, templates))
    return found


def test_a_template_is_given_each_value_it_names_and_no_other() -> None:
    assert len(calls()) > 500
    for where, call, templates in calls():
        named = {name for one in templates for _, name, _, _ in Formatter().parse(one) if name is not None}
        assert all(name.isidentifier() for name in named), f"{where}: a place without a name"
        given = {keyword.arg for keyword in call.keywords}
        counted = {"n"} if isinstance(call.func, ast.Name) and call.func.id == "say_many" else set[str]()
        if None not in given:  # else some come from a mapping, which may serve several templates
            assert named <= given | counted, f"{where}: {templates[0]}"
        assert {name for name in given if name} <= named, f"{where}: {templates[0]}"


def test_what_is_counted_in_one_place_is_counted_alike_in_all() -> None:
    many = defaultdict[str, set[str]](set)
    for where, call, templates in calls():
        assert templates, f"{where}: no constant"
        if isinstance(call.func, ast.Name) and call.func.id != "say_as":
            many[templates[0]].add("".join(templates[1:]))
    assert [one for one, forms in many.items() if len(forms) > 1] == []
