"""Every refusal by its id, with the whole sentence; and what a table may let stand."""

from __future__ import annotations

import pytest
from standing import stand

from companion.contract.faults import IllegalMove, SyntaxFault
from companion.contract.position import Position
from companion.games.gods.text import TEXT

from .tables import BACK, GAME, Seat, facts, put, refused, table

TWO = (Seat("RRG", "RGB"), Seat("G", "Y"))
HIDDEN = (Seat("R??"), Seat("????"))


def spent() -> Position:
    """Both red tiles of level I are on the boards."""
    return table(Seat("RRRR", temples={"R": "II", "G": "I", "Y": "I"}), Seat())


def nothing_left(phase: str = "draw", left: int = 3) -> Position:
    everything = "".join(letter * 9 for letter in "BGRY")
    return table(Seat(everything[:20]), Seat(everything[20:]), deck="", phase=phase, left=left)


def done() -> Position:
    return put(table(*TWO), phase="over", winner=0, left=0)


def blues_seen() -> Position:
    """Nine of ten blue cards lie open, and Ann holds two that nobody has seen."""
    return table(Seat("??", "BBBB"), Seat("?", "BBB"), area="BGRY", discards="B", marker="B")


CASES = {
    "draw.area": (
        table(*TWO, phase="draw", left=3, area="BGYY"),
        "draw R>G",
        "no red card lies in the area; BGYY does",
    ),
    "draw.empty": (nothing_left(), "draw deck", "the deck and the discards are empty; there is no card to draw"),
    "card.unavailable": (table(*TWO), "travel Y", "Ann holds GRR; this needs 1 yellow card"),
    "card.impossible": (
        blues_seen(),
        "recruit 2",
        "9 of the 10 blue cards are accounted for; Ann cannot hold 2 more",
    ),
    "build.stock": (spent(), "build I", "Ann has no I in stock; both are on the boards"),
    "build.site": (
        table(Seat("RR"), Seat(temples={"Rn": "I"}), sides=BACK),
        "build n I",
        "tiles of Bob lie on the neutral site in red",
    ),
    "build.level": (
        table(*TWO),
        "build II",
        "the site in red holds nothing; only a I goes on top, a II adds more than one level",
    ),
    "build.cost": (
        table(Seat("RRG", temples={"R": "II"}), Seat()),
        "build I",
        "a temple of level 3 in red costs 3 red cards; Ann holds GRR",
    ),
    "build.assistant": (table(*TWO), "build I a", "Ann has no assistant token to pay with"),
    "build.neutral": (table(*TWO), "build n I", "the red region has no neutral site on this side"),
    "demolish.tile": (
        table(Seat(temples={"R": "I+II"}), Seat()),
        "demolish R3",
        "Ann has I+II on the site in red; there is no R3",
    ),
    "convert.once": (
        table(*TWO, converted=True),
        "convert 2 Y",
        "Ann has converted a follower in this turn already",
    ),
    "convert.card": (table(*TWO), "convert 2 R", "Bob has no red follower; Y are there"),
    "feast.followers": (table(*TWO), "feast R1>G1", "a feast needs 3 red followers; Ann has 1"),
    "feast.ability": (
        table(Seat("", "YYY"), Seat(), marker="Y"),
        "feast R",
        "the yellow region gives an assistant token (feast); this says R",
    ),
    "recruit.count": (table(*TWO), "recruit 0", "Ann recruits 0; at least 1 card is needed"),
    "migrate.empty": (
        nothing_left(phase="act", left=5),
        "migrate",
        "the deck and the discards are empty; there is no card to draw",
    ),
    "pass.can-act": (table(*TWO), "pass", "Ann can act; only who cannot passes"),
    "discard.count": (
        table(Seat("RRRGGGB"), Seat(), phase="discard", left=0),
        "discard R",
        "Ann holds 7 cards and discards 2; R is 1",
    ),
    "phase": (
        table(*TWO, phase="draw", left=2),
        "travel R",
        "Ann draws 2 more cards first; actions belong to the phase 'act'",
    ),
    "game.over": (done(), "travel R", "the game is over; nothing follows the end"),
}


@pytest.mark.parametrize("rule", CASES)
def test_refused(rule: str) -> None:
    state, text, sentence = CASES[rule]
    assert refused(state, text) == (rule, sentence)


def test_every_refusal_has_its_test() -> None:
    assert set(CASES) == {rule for rule, why in TEXT.items() if why.source} - {"leave.gone"}


@pytest.mark.parametrize(
    ("state", "text", "rule", "sentence"),
    [
        (table(*HIDDEN), "recruit 4", "card.unavailable", "Ann holds R??; this needs 4 red cards"),
        (
            table(*HIDDEN, phase="draw", left=3, discards="GGGGGGGGG"),
            "draw R>G",
            "card.impossible",
            "all 10 green cards are accounted for; another cannot be turned up",
        ),
        (
            table(*HIDDEN, phase="draw", left=3),
            "draw R>-",
            "card.impossible",
            "there are cards, so one must be turned up",
        ),
        (
            table(*TWO, phase="draw", left=3, deck="Y"),
            "draw R>G",
            "card.impossible",
            "the deck's next card is yellow; green cannot be turned up",
        ),
        (nothing_left(), "draw R>G", "card.impossible", "no card is left to be turned up"),
        (table(*TWO), "build 1:II", "build.level", "the site in red holds nothing; there is no tile 1"),
        (table(*TWO), "build all:II", "build.level", "the site in red holds nothing; there is no temple to replace"),
        (
            table(Seat("RRR", temples={"R": "I+I"}), Seat()),
            "build 2:III",
            "build.level",
            "the site in red holds I+I; a III in place of tile 2 does not make it one level higher",
        ),
        (
            table(Seat("RRR", temples={"R": "I+I"}), Seat()),
            "build all:II",
            "build.level",
            "the site in red holds I+I; a II in place of the temple does not make it one level higher",
        ),
        (
            table(Seat("R", temples={"R": "II"}, assistant=True), Seat()),
            "build I a",
            "build.cost",
            "a temple of level 3 in red costs 2 red cards beside the assistant; Ann holds R",
        ),
        (table(*TWO), "demolish G1", "demolish.tile", "Ann has nothing on the site in green; there is no G1"),
        (table(*TWO), "convert 1 R", "convert.card", "Ann's followers are Ann's own"),
        (
            table(Seat("RRRGGGB"), Seat(), phase="discard", left=0),
            "discard YY",
            "card.unavailable",
            "Ann holds BGGGRRR; this needs 2 yellow cards",
        ),
        (
            table(Seat("RRRGGGB"), Seat(), phase="discard", left=0),
            "travel R",
            "phase",
            "Ann holds 7 cards and discards down to 5 first; actions belong to the phase 'act'",
        ),
        (table(*TWO), "draw deck", "phase", "Ann has 5 actions left; cards are drawn at the beginning of a turn"),
        (table(*TWO), "opponent R", "phase", "2 play; only a solo game has an opponent's card"),
        (
            table(Seat("R??"), phase="opponent", left=0),
            "draw deck",
            "phase",
            "Ann's turn begins with the opponent's new follower; cards are drawn at the beginning of a turn",
        ),
    ],
)
def test_and_the_other_ways_to_break_them(state: Position, text: str, rule: str, sentence: str) -> None:
    assert refused(state, text) == (rule, sentence)


def test_a_refused_action_changes_nothing() -> None:
    for state, text, _ in CASES.values():
        before = GAME.text(state)
        refused(state, text)
        assert GAME.text(state) == before


class TestStood:
    """What is physically possible stands; what is not there does not."""

    @pytest.mark.parametrize(
        "rule",
        ["build.level", "build.cost", "build.assistant", "convert.once", "feast.followers", "pass.can-act",
         "discard.count", "recruit.count", "phase"],
    )  # fmt: skip
    def test_may_stand(self, rule: str) -> None:
        state, text, sentence = CASES[rule]
        if rule == "feast.followers":
            state, text = table(Seat("", "BB"), Seat(), marker="B"), "feast"
            sentence = "a feast needs 3 blue followers; Ann has 2"
        after, (refusal,), points = stand(GAME, state, GAME.parse(state, text))
        assert (refusal.rule, refusal.message) == (rule, sentence)
        assert after != state
        assert points == (rule == "build.assistant"), "that completes a temple"
        assert GAME.read(GAME.text(after)) == after

    @pytest.mark.parametrize(
        "rule",
        ["draw.area", "draw.empty", "card.unavailable", "card.impossible", "build.stock", "build.site", "build.neutral",
         "demolish.tile", "convert.card", "feast.ability", "migrate.empty", "game.over"],
    )  # fmt: skip
    def test_cannot_stand(self, rule: str) -> None:
        state, text, _ = CASES[rule]
        with pytest.raises(IllegalMove) as caught:
            stand(GAME, state, GAME.parse(state, text))
        assert caught.value.rule == rule

    def test_what_breaks_no_rule_stands_as_what_it_is(self) -> None:
        state = table(*TWO)
        move = GAME.parse(state, "travel R")
        assert stand(GAME, state, move) == (GAME.apply(state, move), (), 0)

    def test_a_temple_paid_too_low_takes_what_there_is(self) -> None:
        state, text, _ = CASES["build.cost"]
        after, _, _ = stand(GAME, state, GAME.parse(state, text))
        assert (facts(after)["known"], facts(after)["followers"]) == ("G", "RR")
        assert facts(after)["temples"] == {"R": ["II", "I"]}

    def test_it_is_worth_the_temples_it_completes(self) -> None:
        state = table(Seat("", card="II,II,I,III"), Seat())
        after, broken, points = stand(GAME, state, GAME.parse(state, "build II"))
        assert ([refusal.rule for refusal in broken], points) == (["build.level", "build.cost"], 1)
        assert facts(after)["complete"] == ["R"]

    def test_an_action_before_the_draws_gives_them_up(self) -> None:
        state, text, _ = CASES["phase"]
        after, _, _ = stand(GAME, state, GAME.parse(state, text))
        assert (GAME.facts(after)["phase"], GAME.facts(after)["actions_left"]) == ("act", 4)

    def test_a_fourth_card_is_one_card_more_and_no_action_less(self) -> None:
        state = table(Seat("RRR"), Seat(), phase="act", left=5)
        after, (refusal,), _ = stand(GAME, state, GAME.parse(state, "draw deck"))
        assert refusal.rule == "phase"
        assert sum(after.state.hands[0]) == 4
        assert (after.state.phase, after.state.left) == ("act", 5)

    def test_a_sixth_action_is_one_action_more(self) -> None:
        state = table(Seat("RRRGGGB"), Seat(), phase="discard", left=0)
        after, _, _ = stand(GAME, state, GAME.parse(state, "travel R"))
        assert after.state.phase == "discard", "six cards are left"
        after, _, _ = stand(GAME, after, GAME.parse(after, "travel R"))
        assert GAME.turn(after) == 1


VERBS = "travel, build, demolish, convert, feast, recruit, migrate or pass"
ABLE = "what the ability needs: R-G B-Y, R-G, R, R2-Gn1, or R2-G1 G2-R1"


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("", "nothing", VERBS),
        ("fly R", "'fly'", VERBS),
        ("travel", "nothing", "one of B G R Y"),
        ("travel Q", "'Q'", "one of B G R Y"),
        ("recruit", "nothing", "a number"),
        ("recruit -1", "'-'", "a number"),
        ("migrate R", "'R'", "the end of the turn"),
        ("convert 3 R", "'3'", "a player and a colour, such as convert 2 R; 1 Ann, 2 Bob"),
        ("demolish R", "'R'", "a tile by its site and number, such as R2 or Rn1"),
        (
            "build IV",
            "'IV'",
            "a tile on top (I), in place of another (2:II) or of all (all:III), with n and a",
        ),
        ("travel " + "x" * 40, f"'{'x' * 40}'", "one of B G R Y"),
        ("feast zz R>G", "'zz'", f"{ABLE} or the end of the turn"),
        ("feast R>G>Y", "'R'", f"{ABLE} or the end of the turn"),
    ],
)
def test_what_cannot_be_read(text: str, found: str, expected: str) -> None:
    state = table(*TWO)
    with pytest.raises(SyntaxFault) as fault:
        GAME.parse(state, text)
    assert (fault.value.found, fault.value.expected) == (found, expected)


@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        ("opponent", "opponent"),
        ("draw", "draw"),
        ("act", VERBS),
        ("discard", "discard"),
    ],
)
def test_what_is_no_word_is_told_what_can_be_done_now(phase: str, expected: str) -> None:
    with pytest.raises(SyntaxFault) as fault:
        GAME.parse(table(*TWO, phase=phase), "fly")
    assert fault.value.expected == expected
