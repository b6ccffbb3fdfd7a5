"""The expressions of a spec: what they can say, and what they can never do."""

import re
import warnings
from typing import Any

import pytest
from cases import cases

from specs.expand.expr import ExprError, compile_expr, evaluate, holds, names, number, render

ROW = {"item": "flag", "value": 3, "set": "A", "share": 0.5, "option.fiducials": True, "n": 7}


@cases
def test_a_template_is_filled_in(template: str, shown: str) -> None:
    assert render(template, ROW) == shown


@cases
def test_a_condition_holds_or_not(condition: str, truth: bool) -> None:
    assert holds(condition, ROW) is truth


@cases
def test_nothing_else_is_an_expression(text: str) -> None:
    with pytest.raises(ExprError):
        compile_expr(text).value(ROW)


@cases
def test_any_header_of_a_column_is_a_field(text: str, shown: str) -> None:
    row = {"card_name": "Pike", "class": "fish", "in_": 7, "number": 3, "hp_max": 9, "no": 4, "Größe": 2, "empty": ""}
    assert render(text, row) == shown


@cases
def test_a_value_that_does_not_fit_is_a_fault_not_a_crash(text: str) -> None:
    with pytest.raises(ExprError):
        render(text, ROW)


def test_a_lone_field_keeps_its_kind() -> None:
    assert evaluate("{value}", ROW) == 3
    assert evaluate("{value} ", ROW) == "3 "
    assert number("{value / 2}", ROW) == 1.5


@pytest.mark.parametrize("value", ["{item}", "{value > 1}", "1e99", "nan"])
def test_a_number_must_be_one(value: str) -> None:
    with pytest.raises(ExprError):
        number(value, ROW)


def test_names_come_with_their_places() -> None:
    assert names("a {item} and {value + nobody}") == {"item": 3, "value": 14, "nobody": 22}


@cases
def test_an_expression_that_would_run_for_long_is_refused(template: str, found: str) -> None:
    with pytest.raises(ExprError) as refused:
        evaluate(template, {"n": 1})
    assert found in f"{refused.value.found}; expected {refused.value.expected}"


@cases
def test_a_bound_is_the_last_that_is_taken(
    template: str, row: dict[str, Any], beyond: dict[str, Any], found: str
) -> None:
    """15 digits of a number, 20,000 letters of a text, 1,000 values of a list: docs/limits.md."""
    fine, much = ({key: tuple(map(int, value)) if key == "w" else value for key, value in each.items()}
                  for each in (row, row | beyond))  # fmt: skip
    evaluate(template, fine)
    with pytest.raises(ExprError, match=re.escape(found)):
        evaluate(template, much)


@pytest.mark.parametrize("text", ["{x + 0}", "{x * 1}", "{max(x, 0)}", "{NUMBER}"])
def test_a_number_has_at_most_15_digits(text: str) -> None:
    for x in (10**15, 1e15):
        evaluate(text.replace("NUMBER", str(x)), {"x": x})
    for x in (10**15 + 1, 1e15 + 2, 10**16, 1e16, 1e24):
        with pytest.raises(ExprError):
            evaluate(text.replace("NUMBER", f"{x:.0f}"), {"x": x})


@pytest.mark.parametrize("step", ["{x + x}", "{[x, x]}", "{x}{x}"])
@pytest.mark.parametrize("first", ["aaaa", (1, 2), 7])
def test_what_doubles_at_every_step_meets_its_bound(step: str, first: object) -> None:
    def doubled(value: object, times: int) -> object:
        return doubled(evaluate(step, {"x": value}), times - 1) if times else value

    with pytest.raises(ExprError, match=r"more than|beyond|at most"):
        doubled(first, 60)


@cases
def test_a_length_may_name_its_unit(length: str, mm: float) -> None:
    assert number(length.strip(), ROW) == pytest.approx(mm)


@pytest.mark.parametrize("length", ["9px", "pt", "mm", "3 .5mm", "1e20mm", "nanpt"])
def test_other_units_are_refused(length: str) -> None:
    with pytest.raises(ExprError, match="a number"):
        number(length, ROW)


@pytest.mark.parametrize("text", ["{1or 2}", "{1if n else 2}"])
def test_what_python_would_warn_of_is_not_said(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert evaluate(text, {"n": 1}) == 1
