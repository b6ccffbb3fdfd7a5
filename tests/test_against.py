"""Two checkouts beside each other: what is noise is told as noise."""

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
import against


def test_the_interval_is_the_one_of_the_sign_test() -> None:
    """Of eleven pairs, the second least and the second greatest: 98.8 in 100; the third would be 93.5."""
    assert against.between([float(n) for n in range(1, 12)]) == (2.0, 10.0)
    assert against.between([3.0, 1.0, 2.0]) == (1.0, 3.0)


@pytest.mark.parametrize(("low", "high", "said"), [(0.9, 0.99, "faster"), (0.99, 1.02, "noise"), (1.01, 1.2, "slower")])
def test_what_lies_on_both_sides_of_one_is_noise(low: float, high: float, said: str) -> None:
    assert against.verdict(low, high) == said


def test_equal_checkouts_are_told_apart_in_few_of_many_comparisons() -> None:
    draw = random.Random(1)
    found = [against.verdict(*against.between([draw.lognormvariate(0, 0.2) for _ in range(11)])) for _ in range(400)]
    assert found.count("noise") >= 380
    slower = [against.verdict(*against.between([draw.lognormvariate(0.5, 0.2) for _ in range(11)])) for _ in range(400)]
    assert slower.count("slower") >= 380
