"""Options as given on a command line or in a file, checked against those that a game has. Every reader uses this.

>>> from specs.model.schema import RuleOption
>>> rules = {"buys": RuleOption(default=1, note="tiles a turn"), "settle": RuleOption(default=True, note="at the end")}
>>> rules_in_force(rules, {"buys": "2"})
{'buys': 2, 'settle': True}
>>> rules_in_force(rules, {"settle": "yes"})
Traceback (most recent call last):
...
companion.record.options.OptionFault: settle: 'yes'; expected true or false
>>> unusual(rules, {"buys": "2", "settle": True})
{'buys': '2'}
>>> rule_lines(rules, {"buys": 2, "settle": True})
['buys=2       tiles a turn', 'settle=true  at the end']
"""

from collections.abc import Collection, Mapping, Sequence

from specs.base.languages import either
from specs.base.unfit import Code, Unfit
from specs.model.schema import RuleOption


class OptionFault(Unfit):
    """A bad option, by its name."""

    def __init__(self, name: str, found: str, expected: str, code: Code = "wrong-value") -> None:
        super().__init__(code, found, expected)
        self.path = (name,)


def rules_in_force(
    options: Mapping[str, RuleOption], given: Mapping[str, str | int | bool]
) -> dict[str, str | int | bool]:
    """Return every rule option of a game with its value: the given one, as text or already typed, else the spec's
    default. Raises OptionFault."""
    for name in given:
        _known(options, name, "rule")
    return {name: _value(name, option, given.get(name)) for name, option in options.items()}


def _known(options: Collection[str], name: str, kind: str) -> None:
    if name not in options:
        expected = f"one of {', '.join(options) or 'none at all'}"
        raise OptionFault(name, f"{kind} option '{name}'", expected, "unknown-option")


def _value(name: str, option: RuleOption, given: str | int | bool | None) -> str | int | bool:
    default = str(option.default) if isinstance(option.default, float) else option.default
    value: str | int | bool = default if given is None else given
    text = rule_text(value)
    expected = f"one of {', '.join(map(rule_text, option.choices))}" if option.choices else ""
    if isinstance(default, bool):
        value, good = text.lower() == "true", text.lower() in ("true", "false")
        expected = expected or "true or false"
    elif isinstance(default, int):
        good = text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10
        value = int(text) if good else 0
        expected = expected or "a whole number"
    else:
        value, good = text, True
    if not good or (option.choices and value not in option.choices):
        raise OptionFault(name, f"{name}: '{text}'", expected)
    return value


def rule_text(value: str | int | float) -> str:
    """Write a rule option's value as records and `--rule` do."""
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def rule_lines(options: Mapping[str, RuleOption], rules: Mapping[str, str | int | bool]) -> list[str]:
    """Return a line for each rule option: its value, what it is, its other values."""
    said = {name: f"{name}={rule_text(rules[name])}" for name in options}
    choices = {name: f" ({either(list(map(rule_text, option.choices)))})" for name, option in options.items()}
    wide = max(map(len, said.values()), default=0)
    return [f"{said[name]:<{wide}}  {each.note}{choices[name] * bool(each.choices)}" for name, each in options.items()]


def unusual(options: Mapping[str, RuleOption], given: Mapping[str, str | int | bool]) -> dict[str, str]:
    """Return the rule options that are not at their defaults, as text."""
    rules, usual = (rules_in_force(options, values) for values in (given, {}))
    return {name: rule_text(value) for name, value in rules.items() if value != usual[name]}


def check_setup(options: Mapping[str, Sequence[str]], name: str, value: str) -> None:
    """Check a setup option against those of a game: each a name with its choices, which are empty for free text. Raises
    OptionFault."""
    _known(options, name, "setup")
    if options[name] and value not in options[name]:
        raise OptionFault(name, f"{name}: '{value}'", f"one of {', '.join(options[name])}")
