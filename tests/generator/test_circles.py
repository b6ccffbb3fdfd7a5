"""Seven Circles in print: pieces for those who play and enough of them, colours that all eyes and a grey print tell
apart, islands that join without a break."""

import json
import re
from collections import Counter
from itertools import combinations
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any

import pytest
from command import generator

from generator.draw.colour.vision import VISIONS, distance
from specs.load import load
from specs.model.colours import colour

CIRCLES = load("circles")
COLOURS = CIRCLES.spec.players.colours
KINDS = {str(row["colour"]): row for row in CIRCLES.spec.tables["kinds"]}
PLACES = sorted((CIRCLES.folder / "circles").glob("place-*.svg"))
BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize("players", [2, 3, 6])
def test_only_the_colours_of_those_who_play_are_printed(players: int, tmp_path: Path) -> None:
    done = generator("build", "circles", "--players", players, "--format", "pdf", "--json", cwd=tmp_path)
    assert done.status == 0, done.err
    count = {name: each["count"] for name, each in json.loads(done.out)["components"].items()}
    assert count == {
        "islands": 21,
        "stones": 78 * players + 45,
        "towers": 18 * players,
        "aid": players,
        "rules": 1,
    }
    assert len(load("circles", players=players).pieces["towers"]) == count["towers"]


def test_three_players_print_seven_sheets_at_most(tmp_path: Path) -> None:
    done = generator("build", "circles", "--seed", 42, "--players", 3, "--format", "pdf", "--json", cwd=tmp_path)
    assert json.loads(done.out)["sheets"] <= 7


def test_all_pieces_are_cut_straight_and_need_no_backs() -> None:
    for name in ("stones", "towers", "aid"):
        component = CIRCLES.spec.components[name]
        assert component.shape in ("square", "rectangle")
        assert component.back is None


def test_every_colour_has_a_rim_and_an_emblem_of_its_own() -> None:
    emblems = [KINDS[name]["emblem"] for name in COLOURS]
    assert len(set(emblems)) == len(COLOURS) == 6
    for kind in ("rim", "tower"):
        drawings = {(CIRCLES.folder / "circles" / f"{kind}-{emblem}.svg").read_text() for emblem in emblems}
        assert len(drawings) == 6


@pytest.mark.parametrize(("eyes", "least"), [(eyes, 10 if eyes == "grey" else 20) for eyes in VISIONS])
def test_no_two_colours_look_alike_to_any_eyes_or_in_grey(eyes: str, least: float) -> None:
    palette = CIRCLES.spec.palette
    for one, other in combinations(COLOURS, 2):
        assert distance(colour(palette, one), colour(palette, other), eyes) > least, (one, other)


def bridges(file: Path) -> set[tuple[float, float]]:
    """The middles of a place's bridges, mm from the island's."""
    planks = re.findall(r'<path d="M([^"]+)Z" fill="#b98a4e" stroke="#1d2b36" stroke-width="0.3"/>', file.read_text())
    middles = set()
    for points in planks:
        corners = [[float(number) for number in point.split()] for point in points.split("L")]
        middles.add((sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4))
    return middles


@pytest.mark.parametrize("place", PLACES, ids=lambda file: file.stem)
def test_islands_join_without_a_break_whichever_lie_side_by_side_and_however_turned(place: Path) -> None:
    """Each bridge of one goes on over the edge as one of the other, turned by any sixth of a circle."""
    mine = bridges(place)
    assert len(PLACES) == 7
    assert len(mine) == 18
    for other in PLACES:
        theirs = bridges(other)
        for x, y in mine:
            edge = max(range(6), key=lambda side: x * cos(side * pi / 3) + y * sin(side * pi / 3))
            over = x - 60 * cos(edge * pi / 3), y - 60 * sin(edge * pi / 3)
            turned = x * cos(pi / 3) - y * sin(pi / 3), x * sin(pi / 3) + y * cos(pi / 3)
            for there in (over, turned):
                assert min(hypot(there[0] - a, there[1] - b) for a, b in theirs) < 0.05


@pytest.mark.deep
def test_stones_towers_and_burned_markers_suffice_in_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """benchmarks/stones.py plays a thousand games on each board; here are a few of the neediest."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import stones  # type: ignore[import-not-found]

    kit: Any = stones.printed()
    assert kit == (Counter({1: 30, 2: 27, 3: 10, 4: 5, 5: 3, 6: 3}), 18, 45)
    for layout, players in (("triangle-5", 3), ("hexagon-3", 3), ("hexagon-21", 6)):
        for seed in range(4):
            for state in stones.positions(layout, players, "any moves", seed):
                assert stones.wanting(state, kit) == set(), (layout, seed, state.plies)
    needy = stones.Kit({1: 7}, 1, 1)
    assert any(stones.wanting(state, needy) for state in stones.positions("triangle-4", 3, "any moves", 0))


def test_heights_are_laid_as_sums_where_a_number_has_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import stones  # type: ignore[import-not-found]

    assert not stones.short([7, 5], stones.Kit({6: 1, 1: 1, 3: 1, 2: 1}, 0, 0))
    assert stones.short([7, 5], stones.Kit({6: 2, 3: 1}, 0, 0))
