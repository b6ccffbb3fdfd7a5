"""QR codes and camera marks are read back by other people's readers."""

import cv2
import numpy as np
import pytest
import zxingcpp
from hypothesis import given, strategies as st

from generator.draw import codes
from generator.draw.geometry import geometry as geo

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)


def pixels(matrix: tuple[tuple[bool, ...], ...], scale: int = 8, rim: int = 4) -> np.ndarray:
    image = np.where(np.array(matrix), 0, 255).astype(np.uint8)
    image = np.pad(image, rim, constant_values=255)
    return np.kron(image, np.ones((scale, scale), dtype=np.uint8))


def test_every_mark_is_the_dictionarys() -> None:
    for marker in range(codes.MARKS):
        theirs = cv2.aruco.generateImageMarker(DICTIONARY, marker, 7) < 128
        assert np.array_equal(np.array(codes.aruco(marker)), theirs)


@given(st.text("FOHARSC1234567/~? ", min_size=1, max_size=260))
def test_a_position_line_comes_back_from_its_code(line: str) -> None:
    (result,) = zxingcpp.read_barcodes(pixels(codes.qr(line), 5))
    assert result.text == line


def test_too_long_a_text_is_refused() -> None:
    with pytest.raises(ValueError, match="more than a QR code holds"):
        codes.qr("x" * 4000)


@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=6, max_size=6))
def test_merged_modules_cover_exactly_the_dark_ones(rows: list[list[bool]]) -> None:
    path = codes.modules(rows, 10, 20, 12)
    covered = np.zeros((6, 6), dtype=int)
    for points in geo.flatten(path):
        (left, top), _, (right, bottom), *_ = points
        covered[round((top - 20) / 2) : round((bottom - 20) / 2), round((left - 10) / 2) : round((right - 10) / 2)] += 1
    assert np.array_equal(covered, np.array(rows, dtype=int))
