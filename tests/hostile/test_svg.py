"""SVG files made to crash, to run for long, or to put nonsense on paper: each is drawn or refused, soon."""

import pytest

from generator.faces.pictures.artwork.reader import parse

PATH = '<path d="M0 0H1V1Z"/>'


def svg(body: str, box: str = "0 0 10 10") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'.encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (svg(PATH, "0 0 5e-324 5e-324"), "a viewBox of 4.94066e-324"),
        (svg('<g transform="scale(1e7)">' * 60 + PATH + "</g>" * 60), "transforms that reach beyond"),
        (svg(f'<g transform="{"scale(1e7)" * 60}">{PATH}</g>'), "transform 'scale(1e7)"),
        (svg(f'<g transform="skewX(90)">{PATH}</g>'), "transform 'skewX(90)' beyond"),
        (svg('<g transform="scale(9e5)"><path d="M0 0H9e6V1Z"/></g>'), "a shape beyond"),
        (svg('<path d="M0 0A1e-300 1e-300 0 0 1 5 5"/>'), "path data that cannot be read"),
        (svg(f"<style>{'a' * 400_000}</style>"), "style sheet text"),
        (svg(f"<style>{'a{' * 200_000}</style>"), "style sheet text"),
        (svg(f'<g transform="{"a" * 400_000}">{PATH}</g>'), "transform 'aaa"),
        (svg(f'<rect width="1{" " * 400_000}!" height="1"/>'), "length '1"),
        (svg("<g>" * 50_000 + PATH + "</g>" * 50_000), "elements more than 200 deep"),
        (svg("<g/>" * 200_001), "more than 200,000 elements"),
        (svg(PATH * 50_001), "more than 50,000 shapes"),
        (svg(f"<text>{'<tspan>a</tspan>' * 50_001}</text>"), "more than 50,000 letters"),
        (
            svg(
                f'<clipPath id="c"><path d="M0 0{"h1v1" * 10_000}"/></clipPath>'
                + "".join(f'<g transform="scale({n})" clip-path="url(#c)">{PATH}</g>' for n in range(1, 20))
            ),
            "clip paths of more than 200,000 parts",
        ),
        (
            svg(
                f"<linearGradient id='g' spreadMethod='repeat' x2='.01'>{'<stop/>' * 250}</linearGradient>"
                + "<path d='M0 0H1V1Z' fill='url(#g)'/>" * 50
            ),
            "of more than 100,000 stops in all",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_drawn_is_refused_in_one_short_line(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the reason is compared below
        parse(data)
    assert reason in str(refused.value)
    assert len(str(refused.value)) < 200
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "data",
    [
        svg(f"<style>{'/**/' * 100_000}</style>{PATH}"),
        svg(f'<g transform="{"scale(1) " * 20_000}">{PATH}</g>'),
        svg(f'<path d="M0 0H1V1Z" style="{"fill:red;" * 50_000}"/>'),
        svg(
            f'<clipPath id="c"><path d="M0 0{"h1v1" * 2_000}"/></clipPath>'
            + "".join(f'<g transform="scale({n})" clip-path="url(#c)">{PATH}</g>' for n in range(1, 20))
        ),
        svg(
            f"<linearGradient id='g' spreadMethod='repeat' x2='.01'>{'<stop/>' * 9}</linearGradient>"
            + "<path d='M0 0H1V1Z' fill='url(#g)'/>" * 50
        ),
        svg("".join(f"<linearGradient id='g{n}' href='#g{n // 2}'/>" for n in range(1, 20_000)) + PATH),
        svg("<text>" + '<tspan x="1 2 3">a</tspan>' * 10_000 + "</text>"),
        svg(f"<style>{''.join(f'.c{n}{{fill:red}}' for n in range(5_000))}</style>{PATH * 5_000}"),
    ],
    ids=["comments", "transforms", "declarations", "clips", "stripes", "chains", "spans", "rules"],
)
def test_what_is_only_large_is_read_in_one_pass(data: bytes) -> None:
    assert parse(data).shapes


def test_style_rules_apply_in_the_order_of_the_sheet_whatever_the_order_of_the_classes() -> None:
    sheet = "<style>.b{fill:red}.a{fill:blue}.b{stroke:red}</style>"
    for classes in ("a b", "b a"):
        (shape,) = parse(svg(f'{sheet}<path class="{classes}" d="M0 0H1V1Z"/>')).shapes
        assert (shape.paint.fill, shape.paint.stroke) == ((0, 0, 1), (1, 0, 0))
