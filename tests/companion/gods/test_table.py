"""What the table is told: facts, the board, the prompt, choices, help, advice; and how one types."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.cli.terminal import render
from companion.contract.faults import IllegalMove, Refused, SyntaxFault
from companion.contract.position import Position
from companion.contract.values import Player

from .tables import BACK, DOCUMENT, GAME, Seat, dealt, do, facts, hidden, playout, random_move, table

FACTS = {"players", "marker", "order", "area", "deck", "discards", "phase", "actions_left", "solo_turns"}
PLAYER = {"name", "colour", "deity", "hand", "known", "followers", "assistant", "stock", "temples", "complete"}


def test_facts_by_the_keys_of_the_ruling() -> None:
    state = table(
        Seat("R??", "YRB", {"R": "II+I", "Gn": "I"}, assistant=True), Seat("????"), sides="B1 G2 R1 Y1", discards="RBY"
    )
    found = GAME.facts(state)
    assert set(found) == FACTS
    ann = found["players"][0]
    assert set(ann) == PLAYER
    assert ann == {
        "name": "Ann",
        "colour": "white",
        "deity": 1,
        "hand": 3,
        "known": "R",
        "followers": "BRY",
        "assistant": True,
        "stock": ["II", "III", "III"],
        "temples": {"R": ["II", "I"], "Gn": ["I"]},
        "complete": [],
    }
    assert (found["marker"], found["order"], found["area"], found["discards"]) == ("R", "RGBY", "BGRY", "BRY")
    assert (found["deck"], found["phase"], found["actions_left"], found["solo_turns"]) == (
        40 - 4 - 3 - 3 - 7,
        "act",
        5,
        0,
    )


def test_random_play_does_everything_that_can_be_done() -> None:
    """Where everything can be done, more than one action of a hundred is of each kind."""
    ann, bob = Seat("RRRGG", "RRRBG", {"R": "I", "G": "I", "B": "II"}), Seat("BB", "BGY")
    state, chance = table(ann, bob), random.Random(1)
    done = Counter(type(random_move(state, chance)) for _ in range(1000))
    wanted = {"Build", "Travel", "Recruit", "Migrate", "Demolish", "Convert"}
    assert {kind.__name__ for kind, times in done.items() if times >= 15} >= wanted
    assert any(kind.__name__.startswith("Feast") and times >= 15 for kind, times in done.items())


class TestBoard:
    @pytest.mark.parametrize(
        ("phase", "left", "doing"),
        [
            ("draw", 2, "draws, 2 left"),
            ("act", 4, "acts, 4 left"),
            ("discard", 0, "discards"),
            ("opponent", 0, "turns the"),
        ],
    )
    def test_it_says_what_the_player_to_move_does(self, phase: str, left: int, doing: str) -> None:
        state = table(Seat("RRRGGGG"), Seat(), phase=phase, left=left)
        assert f"Ann {doing}" in " ".join(render(GAME.board(state, 80), colour=False).replace(":", "").split())

    def test_the_stock_lists_what_is_left_of_each_level(self) -> None:
        state = table(Seat("R??", "", {"R": "II+I", "Gn": "I"}), Seat(), sides="B1 G2 R1 Y1")
        lines = render(GAME.board(state, 60), colour=False).splitlines()
        assert "  stock II III III" in lines
        assert "  stock I I II II III III" in lines
        assert "  too many: Gn I" in lines

    @pytest.mark.parametrize("players", [1, 2, 3, 4])
    @pytest.mark.parametrize("width", [40, 57, 72, 80, 132])
    def test_it_keeps_its_width(self, players: int, width: int) -> None:
        for seed in range(3):
            state = playout(dealt(players, seed, BACK), random.Random(seed), 70)
            for kind in (state, GAME.seen(state, None)):
                lines = render(GAME.board(kind, width), colour=False).splitlines()
                assert max(map(len, lines)) <= width
                assert render(GAME.board(kind, width), colour=True)
                assert len(GAME.prompt(kind).text) <= 80

    def test_without_colour_it_says_the_same(self) -> None:
        state = table(Seat("RRG", "BBY", {"R": "I"}), Seat("B", "", {"Gn": "II"}), sides="B1 G2 R1 Y1")
        text = render(GAME.board(state, 80), colour=False)
        middle = ("area  B   G   R   Y", ">1  R  red", "neutral Bob II", "too many: Gn II")
        mine = ("hand 3 GRR", "followers B2 G0 R0 Y1", "1 R I               complete", "2 G - > II+II       +4, 10 G")
        for words in (*middle, *mine, "acts, 5 left"):
            assert words in text

    def test_a_long_name_fits(self) -> None:
        state = dealt(2)
        state = state._replace(players=tuple([Player(letter * 24, "") for letter in "AB"]))
        assert max(map(len, render(GAME.board(state, 40), colour=False).splitlines())) <= 40


@pytest.mark.parametrize(
    ("state", "prompt"),
    [
        (dealt(1), "First the opponent's card: opponent"),
        (hidden(1), "First the opponent's card: opponent B, for example"),
        (table(Seat("?"), Seat("?"), phase="draw", left=2), "2 to draw: draw B-G or draw deck"),
        (table(Seat("R"), Seat("R"), phase="draw", left=2), "2 to draw: draw B or draw deck"),
        (table(Seat("R"), Seat("R"), left=1), "1 action left: travel build recruit migrate"),
        (
            table(Seat("R", "RRR", {"R": "I"}), Seat("R", "G"), left=2),
            "2 actions left: travel demolish convert feast recruit migrate",
        ),
        (
            table(Seat(), Seat("".join(letter * 10 for letter in "BGRY")), area="", deck="", left=2),
            "2 actions left: pass",
        ),
        (
            table(Seat("RRRRGGG"), Seat("R"), phase="discard", left=0),
            "2 cards too many: discard GG, for example",
        ),
    ],
)
def test_the_prompt(state: Position, prompt: str) -> None:
    assert GAME.prompt(state).text == prompt


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("b I", "build I"),
        ("B 1", "build I"),
        ("build i", "build I"),
        ("bI", "build I"),
        ("BUILD  2 : ii", "build 2:II"),
        ("b 2:2", "build 2:II"),
        ("b all:3", "build all:III"),
        ("build n 1 a", "build n I a"),
        ("build I a n", "build n I a"),
        ("t red", "travel R"),
        ("d gn1", "demolish Gn1"),
        ("demolish g", "demolish G1"),
        ("c b y", "convert 2 Y"),
        ("c y", "convert 2 Y"),
        ("r 2", "recruit 2"),
        ("m", "migrate"),
        ("p", "pass"),
        ("feast red<>green", "feast R<>G"),
        ("f r < > g", None),
        ("f r <> g", "feast R<>G"),
        ("f r2 > gn1", "feast R2>Gn1"),
        ("feast r2>g1 g1>r2", "feast G1>R2 R2>G1"),
        ("draw r>g", "draw R>G"),
        ("draw red > green", "draw R>G"),
        ("draw r g", "draw R>G"),
        ("draw r-g", "draw R>G"),
        ("dr de", "draw deck"),
        ("b12", "build 1:II"),
        ("bn1a", "build n I a"),
        ("ball3", "build all:III"),
        ("ty", "travel Y"),
        ("tr", "travel R"),
        ("trav", None),
        ("dg", "demolish G1"),
        ("dr2", "demolish R2"),
        ("c2y", "convert 2 Y"),
        ("cy", "convert 2 Y"),
        ("r2", "recruit 2"),
        ("f r-g", "feast R<>G"),
        ("frg", "feast R<>G"),
        ("fr2gn1", "feast R2>Gn1"),
        ("f r2-g1 g1-r2", "feast G1>R2 R2>G1"),
        ("frg by", "feast R>G B>Y"),
        ("bread", None),
        ("discard r r g", "discard GRR"),
        ("disc rrg", "discard GRR"),
    ],
)
def test_typing_is_forgiving(typed: str, canonical: str | None) -> None:
    state = table(Seat("RRRRR?", temples={"R": "I+I", "G": "I"}), Seat("?", "Y"), sides="B1 G2 R2 Y1")
    if canonical is None:
        with pytest.raises(SyntaxFault):
            GAME.parse(state, typed)
    else:
        assert GAME.format(state, GAME.parse(state, typed)) == canonical


@pytest.mark.parametrize(
    ("phase", "typed", "canonical"),
    [
        ("draw", "d", "draw deck"),
        ("draw", "deck", "draw deck"),
        ("draw", "r-g", "draw R>G"),
        ("draw", "red > green", "draw R>G"),
        ("draw", "rg", "draw R>G"),
        ("draw", "r-", "draw R>-"),
        ("draw", "r>-", "draw R>-"),
        ("draw", "drg", "draw R>G"),
        ("draw", "dr g", "draw R>G"),
        ("draw", "b I", "build I"),
        ("draw", "draw", None),
        ("draw", "rgb", None),
        ("discard", "rrg", "discard GRR"),
        ("discard", "r r g", "discard GRR"),
        ("discard", "drrg", "discard GRR"),
        ("discard", "red, green", "discard GR"),
        ("discard", "b I", "build I"),
        ("opponent", "r", "opponent R"),
        ("opponent", "or", "opponent R"),
    ],
)
def test_the_verb_that_is_due_may_be_left_out(phase: str, typed: str, canonical: str | None) -> None:
    state = table(Seat("RRRRRG??"), *([] if phase == "opponent" else [Seat("?")]), phase=phase, left=3, area="BGRY")
    if canonical is None:
        with pytest.raises(SyntaxFault):
            GAME.parse(state, typed)
    else:
        assert GAME.format(state, GAME.parse(state, typed)) == canonical


def test_one_tile_and_the_whole_temple_of_one_are_the_same() -> None:
    state = table(Seat("RRR", temples={"R": "I"}), Seat())
    assert GAME.format(state, GAME.parse(state, "build all:II")) == "build 1:II"


def test_a_card_that_can_only_be_of_one_colour_need_not_be_told() -> None:
    """Of the unseen cards, all are yellow."""
    state = table(
        Seat("B"), Seat("B"), discards="B" * 7 + "G" * 9 + "R" * 9 + "Y" * 5, deck="????", phase="draw", left=3
    )
    assert GAME.format(state, GAME.parse(state, "draw B")) == "draw B>Y"


def test_a_line_of_several_actions() -> None:
    for line in ("draw deck; draw R>G ;travel R;", "draw deck / draw R>G/travel R"):
        assert list(GAME.plies(line)) == ["draw deck", "draw R>G", "travel R"]


class TestChoices:
    def said(self, state: Position, typed: str) -> dict[str, bool]:
        return {choice.text: choice.whole for choice in GAME.choices(state, typed)}

    def test_verbs_first(self) -> None:
        state = table(Seat("RR"), Seat("", "Y"))
        assert self.said(state, "") == {
            "travel ": False,
            "build ": False,
            "convert ": False,
            "recruit ": False,
            "migrate": True,
        }

    def test_then_what_it_is_done_to_then_the_rest(self) -> None:
        state = table(Seat("RRR", temples={"R": "I+I"}, assistant=True), Seat("", "Y"))
        builds = {"build 1:II": True, "build 2:II": True, "build all:III": True}
        assert self.said(state, "build") == builds, "both tiles of level I are on the board"
        assert self.said(state, "b ") == builds
        assert self.said(state, "build 2:II") == {"build 2:II": True, "build 2:II a": True}
        assert self.said(state, "bu") == {"build ": False}
        assert self.said(state, "convert 2") == {"convert 2 Y": True}

    def test_refills_are_asked_for_where_hands_are_hidden_only(self) -> None:
        unseen = table(Seat("?"), Seat("?"), phase="draw", left=3, area="RRRR")
        assert self.said(unseen, "draw") == {"draw R>": False, "draw deck": True}
        assert self.said(unseen, "draw R") == {f"draw R>{letter}": True for letter in "BGRY"}
        known = table(Seat("B"), Seat("B"), phase="draw", left=3, area="RRRR")
        assert self.said(known, "draw") == {"draw R": True, "draw deck": True}
        assert self.said(GAME.seen(known, 0), "draw") == {"draw R": True, "draw deck": True}

    def test_discards_colour_by_colour(self) -> None:
        state = table(Seat("RRRGGGG"), Seat("B"), phase="discard", left=0)
        assert self.said(state, "discard") == {"discard GG": True, "discard G": False, "discard RR": True}
        assert self.said(state, "discard G") == {"discard GG": True, "discard GR": True}

    def test_nothing_begins_so(self) -> None:
        assert self.said(table(Seat("RRR"), Seat()), "discard") == {}
        assert self.said(table(Seat("RRR"), Seat()), "quux R") == {}

    def test_what_it_costs_and_completes(self) -> None:
        choice = GAME.choices(table(Seat("RRR"), Seat()), "build")[0]
        assert (choice.text, choice.label, choice.place) == ("build I", "I: I", "R")
        assert choice.note == "costs 1 red card, the temple in R, I, is complete"
        assert choice.points == 1

    @pytest.mark.parametrize("kind", [dealt, hidden])
    @pytest.mark.parametrize("players", [1, 2, 4])
    def test_every_way_leads_to_every_legal_action_and_no_other(self, kind: object, players: int) -> None:
        import random

        for seed in range(4):
            start = dealt(players, seed, BACK) if kind is dealt else hidden(players, seed, BACK)
            state = playout(start, random.Random(seed), 20 + seed * 13)
            found, open_ways = set(), [""]
            while open_ways:
                typed = open_ways.pop()
                for choice in GAME.choices(state, typed):
                    if choice.text == typed:
                        continue
                    open_ways.append(choice.text)
                    if choice.whole:
                        found.add(GAME.parse(state, choice.text))
            assert found == set(GAME.moves(state))

    def test_places_are_in_the_picture(self) -> None:
        state = table(Seat("RRRG", "RRRG", {"R": "I"}), Seat("", "Y"), sides=BACK)
        there = GAME.places(state, DOCUMENT)
        for typed in ("", "travel", "build", "demolish", "convert", "feast"):
            for choice in GAME.choices(state, typed):
                assert not choice.place or choice.place in there
        width, height = GAME.picture(state, DOCUMENT).box[2:]
        for x, y, wide, high in there.values():
            assert 0 <= x < x + wide <= width
            assert 0 <= y < y + high <= height


class TestAdvice:
    def test_a_hand_that_is_told(self) -> None:
        state = GAME.assume(table(Seat("R??"), Seat("?")), "rgg")
        assert facts(state)["known"] == "GGR"
        assert state.state.shown[0] == (0, 0, 0, 1, 0), "nobody else knows more"

    @pytest.mark.parametrize(
        ("hand", "rule", "sentence"),
        [
            ("RG", "card.unavailable", "Ann holds 3 cards; 2 given"),
            ("GGG", "card.unavailable", "1 red card of Ann's hand known; GGG has none"),
            ("RBB", "card.impossible", "1 blue card unseen; RBB has 2 more than known"),
        ],
    )
    def test_a_hand_that_cannot_be(self, hand: str, rule: str, sentence: str) -> None:
        state = table(Seat("R??"), Seat("?", "BBBBBBBB"))
        with pytest.raises(IllegalMove) as refusal:
            GAME.assume(state, hand)
        assert (refusal.value.rule, refusal.value.message) == (rule, sentence)

    def test_a_hand_that_is_none(self) -> None:
        with pytest.raises(SyntaxFault):
            GAME.assume(table(Seat("R??"), Seat("?")), "xyz")

    def nearest(self, state: Position, text: str) -> str:
        move = GAME.nearest(state, GAME.parse(state, text))
        return GAME.format(state, move)

    def test_the_nearest_legal_action(self) -> None:
        state = table(Seat("RRRRG", temples={"R": "I+I"}), Seat("", "Y"))
        assert self.nearest(state, "build 3:II") == "build 2:II"
        assert self.nearest(state, "build all:II") == "build all:III"
        assert self.nearest(state, "convert 2 R") == "convert 2 Y"
        assert self.nearest(state, "recruit 9") == "recruit 4"
        assert self.nearest(state, "demolish R5") == "demolish R2"
        discarding = table(Seat("RRRRGGG"), Seat(""), phase="discard", left=0)
        assert self.nearest(discarding, "discard RB") == "discard GR", "one of the cards is as it was said"

    def test_warnings(self) -> None:
        def warned(state: Position, text: str) -> list[str]:
            return list(GAME.warnings(state, GAME.parse(state, text)))

        there = "the marker stands in red already; the card goes for nothing"
        assert warned(table(Seat("RR"), Seat()), "travel R") == [there]
        assert warned(table(Seat("RR"), Seat(), marker="G"), "travel R") == []
        neutral = warned(table(Seat("RR"), Seat(), sides=BACK), "build n I")
        assert neutral == ["tiles on Rn prevent the end until they are gone"]
        done = warned(table(Seat("RR", temples={"R": "I"}), Seat()), "build I")
        assert done == [
            "I+I cannot become I in red without a demolition",
            "too few tiles are left for II+II in green, I in blue, III in yellow until some come back to stock",
        ]
        gone = warned(table(Seat(temples={"R": "I"}), Seat()), "demolish R1")
        assert gone == ["the temple in red was complete before tile 1 went"]

    def test_what_was_seen(self) -> None:
        def seen(state: Position, text: str) -> list[str]:
            move = GAME.parse(state, text)
            return list(GAME.revealed(state, move, GAME.apply(state, move)))

        drawing = table(Seat("?"), Seat("?"), phase="draw", left=3)
        assert seen(drawing, "draw R>G") == ["the green card turned up"]
        assert seen(drawing, "draw deck") == ["the card Ann drew"]
        acting = table(Seat("?", "BBB"), Seat("?"), marker="B")
        assert seen(acting, "feast") == ["the 2 cards Ann drew"]
        assert seen(acting, "migrate") == ["the card Ann drew"]
        assert seen(acting, "recruit 1") == []
        assert seen(table(Seat("?"), phase="opponent", left=0), "opponent R") == ["the opponent's red follower"]


def test_the_picture_is_of_the_position() -> None:
    state = table(Seat("RR"), Seat(), sides=BACK)
    built = do(state, "build n I")
    assert GAME.picture(state, DOCUMENT) != GAME.picture(built, DOCUMENT)


def test_temples_stand_where_the_boards_have_their_sites() -> None:
    from companion.games.gods.picture import SITE_Y, SITES
    from specs.model.elements import Repeat, Use

    for name, neutral in (("sites-4", False), ("sites-5", True)):
        row = DOCUMENT.spec.templates[name][0]
        assert isinstance(row, Repeat)
        first, step = SITES[neutral]
        site = row.items[0]
        assert isinstance(site, Use)
        assert (tuple(site.at), row.step[0]) == ((first, SITE_Y), step)
    grey = DOCUMENT.spec.templates["sites-5"][1]
    assert isinstance(grey, Use)
    assert tuple(grey.at) == pytest.approx((SITES[True][0] + 4 * SITES[True][1], SITE_Y))


def test_nothing_here_raises_what_the_shell_does_not_know() -> None:
    state = table(Seat("RR"), Seat())
    for text in ("build", "feast R>", "draw", "convert", "convert 9 R", "demolish Z9", "discard", "opponent"):
        with pytest.raises(Refused):
            GAME.apply(state, GAME.parse(state, text))
    assert state.state.phase == "act"
