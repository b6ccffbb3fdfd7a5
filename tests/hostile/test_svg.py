"""SVG files made to crash, to run for long, or to put nonsense on paper: each is drawn or refused, soon."""

import pytest
from cases import cases

from generator.faces.pictures.artwork.reader import parse


def svg(body: str, box: str = "0 0 10 10") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'.encode()


@cases
def test_what_cannot_be_drawn_is_refused_in_one_short_line(body: str, reason: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the reason is compared below
        parse(svg(body))
    assert reason in str(refused.value)
    assert len(str(refused.value)) < 200
    assert "\n" not in str(refused.value)


def test_a_box_next_to_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a viewBox of 4.94066e-324"):
        parse(svg('<path d="M0 0H1V1Z"/>', "0 0 5e-324 5e-324"))


@cases
def test_what_is_only_large_is_read_in_one_pass(body: str) -> None:
    assert parse(svg(body)).shapes
