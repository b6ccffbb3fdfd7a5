"""Text in columns: all of it stands once, in order, inside its column, and nothing is left alone at an end."""

from itertools import groupby, pairwise

import pytest
from hypothesis import example, given, strategies as st

from generator.draw.paragraphs.columns import Laid, Slab, TooTall, fill

HEIGHT = 60.0

words = st.builds(
    Slab, st.integers(1, 14).map(lambda n: (4.0,) * n), st.sampled_from([0.0, 2.0]), wide=st.booleans(),
    start=st.sampled_from(["", "", "", "", "column", "page"]),
)  # fmt: skip
headings = st.builds(Slab, st.just((7.0,)), st.just(5.0), keeps=st.just(True), wide=st.booleans())
pictures = st.builds(Slab, st.floats(5, 50).map(lambda high: (high,)), st.just(2.0), wide=st.booleans())
tables = st.builds(Slab, st.lists(st.floats(4, 12), min_size=2, max_size=12).map(tuple), st.just(2.0), tail=st.just(1))
texts = st.lists(st.one_of(words, words, headings, pictures, tables), min_size=1, max_size=25)


def laid(slabs: list[Slab], columns: int) -> list[Laid]:
    return list(fill(slabs, HEIGHT, columns))


@given(texts, st.integers(1, 3))
@example([Slab((7.0,), keeps=True, wide=True), Slab((4.0,) * 30)], 2)
def test_every_row_stands_once_in_order_inside_its_column(slabs: list[Slab], columns: int) -> None:
    found = laid(slabs, columns)
    assert [(each.slab, row) for each in found for row in range(each.first, each.last)] == [
        (n, row) for n, slab in enumerate(slabs) for row in range(len(slab.rows))
    ]
    assert [each.page for each in found] == sorted(each.page for each in found)
    for each in found:
        high = sum(slabs[each.slab].rows[each.first : each.last])
        assert each.y >= 0
        assert each.y + high <= HEIGHT + 1e-3
        assert each.column < (1 if slabs[each.slab].wide else columns)
    for (page, column, wide), one in groupby(found, lambda each: (each.page, each.column, slabs[each.slab].wide)):
        for a, b in pairwise(list(one)):
            assert a.y + sum(slabs[a.slab].rows[a.first : a.last]) <= b.y + 1e-6, (page, column, wide)
    for _, page_ in groupby(found, lambda each: each.page):
        bands = [list(band) for _, band in groupby(page_, lambda each: slabs[each.slab].wide)]
        for above, below in pairwise(bands):
            low = max(each.y + sum(slabs[each.slab].rows[each.first : each.last]) for each in above)
            assert min(each.y for each in below) >= low - 1e-6, "a band begins below the one before"


@given(texts, st.integers(1, 3))
def test_two_lines_at_either_end_and_a_heading_stays_with_its_text(slabs: list[Slab], columns: int) -> None:
    found = laid(slabs, columns)
    for each in found:
        slab = slabs[each.slab]
        if each.first > 0:
            assert each.last - each.first >= min(slab.tail, slab.head)
        if each.last < len(slab.rows):
            assert each.last - each.first >= slab.head
    for a, b in pairwise(found):
        if slabs[a.slab].keeps and slabs[b.slab].start == "" and a.slab + 1 == b.slab and together(slabs, a.slab):
            assert a.page == b.page
            if not slabs[a.slab].wide and not slabs[b.slab].wide:
                assert a.column == b.column


def together(slabs: list[Slab], n: int) -> bool:
    """Whether a page has room for a heading, those before it that keep to it, and the least of what it keeps to."""
    while n and slabs[n - 1].keeps:
        n -= 1
    need = slabs[n].height
    while slabs[n].keeps and n + 1 < len(slabs):
        n += 1
        cut = slabs[n].rows[: slabs[n].head] if len(slabs[n].rows) >= slabs[n].head + slabs[n].tail else slabs[n].rows
        need += slabs[n].before + sum(cut)
    return need <= HEIGHT


@given(st.lists(st.builds(Slab, st.just((4.0,))), min_size=2, max_size=24))
def test_columns_of_one_page_come_out_alike(slabs: list[Slab]) -> None:
    found = laid(slabs, 2)
    if found[-1].page == 0:
        counts = [sum(each.column == column for each in found) for column in (0, 1)]
        assert 0 <= counts[0] - counts[1] <= 1


def test_a_page_or_a_column_begins_where_it_is_told_to() -> None:
    slabs = [Slab((4.0,)), Slab((4.0,), start="column"), Slab((4.0,), start="page"), Slab((4.0,))]
    assert [(each.page, each.column) for each in fill(slabs, HEIGHT, 2)] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_what_no_column_has_room_for_is_told_and_what_it_has_no_room_for_together_parts() -> None:
    with pytest.raises(TooTall) as caught:
        list(fill([Slab((7.0,), keeps=True), Slab((HEIGHT + 1,))], HEIGHT, 2))
    assert caught.value.slab == 1
    assert [each.column for each in fill([Slab((7.0,), keeps=True), Slab((HEIGHT - 5,))], HEIGHT, 2)] == [0, 1]


def test_a_long_text_is_laid_in_a_moment() -> None:
    slabs = [Slab((4.0,) * 5, 2.0, wide=n % 50 == 0) for n in range(4000)]
    assert sum(each.last - each.first for each in fill(slabs, HEIGHT, 3)) == 20_000
