"""Records: what is written reads back the same, and what cannot be read is said with its place."""

import pytest
import yaml
from cases import cases
from hypothesis import given, strategies as st

from companion import Game
from companion.contract.values import Player, Setup
from companion.record.record import Line, Record, quoted, read, write
from companion.record.replay import RecordStops, begin, final, lines_of, play
from companion.table.turns import split_stood, stood_text
from specs.base import seeds
from specs.base.errors import SpecError
from specs.model.values import composed

pytestmark = pytest.mark.usefixtures("toy")

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40).map(composed)  # as files are read
LINES = st.one_of(
    st.builds(lambda text: Line("turn", text), TEXT),
    st.builds(lambda text: Line("note", text), TEXT),
    st.builds(lambda count: Line("undo", str(count)), st.integers(1, 10**6)),
    st.builds(lambda count: Line("redo", str(count)), st.integers(1, 10**6)),
)


@given(TEXT)
def test_quoted_text_reads_back_as_written(text: str) -> None:
    node = yaml.compose(f"- key: {quoted(text)}\n")
    assert node.value[0].value[0][1].value == text


@pytest.mark.parametrize("text", ["2:HH pay O5", "stuck FFOHH", "buy F4; 2:HHR bridge 31 pay O5 2c", "2"])
def test_ordinary_turns_need_no_quotes(text: str) -> None:
    assert quoted(text) == text


@pytest.mark.parametrize(
    "text", ["", "null", "~", "- a", "a: b", "a #b", "'a'", "[a]", "é", "a\nb", "2: HH", "*", "a "]
)
def test_what_yaml_would_read_otherwise_is_quoted(text: str) -> None:
    assert quoted(text).startswith('"')


@given(
    st.lists(LINES, max_size=8),
    st.none() | st.integers(0, seeds.MOST),
    st.fixed_dictionaries({}, optional={"pile": TEXT, "speed": st.just("slow")}),
)
def test_a_record_reads_back_as_written(lines: list[Line], seed: int | None, options: dict[str, str]) -> None:
    players = (Player("Ann", "red"), Player("true", "black"))
    record = Record("pebbles", players, Setup(seed, options, {"most": "3"}), tuple(lines))
    assert read(write(record).encode(), "game.yaml")[0] == record


@given(TEXT.map(str.strip).filter(lambda text: text and not text.endswith("]")))
def test_a_turn_that_stood_reads_back(turn: str) -> None:
    assert split_stood(stood_text(turn, "gap.unpaid", -4)) == (True, turn)


@cases
def test_faults_of_a_record(text: str, faults: list[str]) -> None:
    with pytest.raises(SpecError) as error:
        read(text.encode(), "game.yaml")
    said = [str(fault).removeprefix("game.yaml:") for fault in error.value.faults]
    for fault in faults:
        assert any(line.startswith(fault) for line in said), said


def test_what_counts_as_written_is_read_as_it_is_written() -> None:
    text = "game: pebbles\nplayers: [{name: 042}, yes, true]\nsetup: {seed: 7, pile: 0x1F}\nrules: {most: 3}\n"
    record, _ = read((text + "moves: [1e3, 12:30, {note: 1.50}, {attempt: no}, {undo: 2}]").encode(), "game.yaml")
    assert [player.name for player in record.players] == ["042", "yes", "true"]
    assert record.setup == Setup(7, {"pile": "0x1F"}, {"most": "3"})
    assert [line.text for line in record.lines] == ["1e3", "12:30", "1.50", "no", "2"]


@cases
def test_all_faults_of_a_final_position_come_at_once(text: str, faults: list[str]) -> None:
    with pytest.raises(SpecError) as error:
        final(text.encode(), "end.yaml")
    said = [str(fault).removeprefix("end.yaml:") for fault in error.value.faults]
    assert len(said) == len(faults), said
    assert all(line.startswith(fault) for line, fault in zip(said, faults, strict=True)), said


OPERATIONS = st.lists(st.sampled_from(["1", "2", "3", "stood 4", "reveal", "note", "undo", "redo"]), max_size=25)


START = "players=Ann:red,Bob:white chances=0 seed=- pile=60 turn=red taken=0,0 most=3 last_wins=no plies=0"


@given(OPERATIONS)
def test_a_journal_becomes_a_record_and_the_same_journal_again(operations: list[str]) -> None:
    """Whatever is entered, taken back and put back: the record replays to the same entries, head and position."""
    game = Game("pebbles")
    start = game.read(START)
    lines: list[Line] = []
    for operation in operations:
        here = play(game, start, lines)
        match operation:
            case "note" | "undo" | "redo":
                line = Line(operation, "a note") if operation == "note" else Line(operation, "1")
            case "reveal":
                line = Line("turn", f"reveal {here.state.state.pile}")
            case turn:
                line = Line("turn", turn)
        try:
            play(game, start, [*lines, line])
        except RecordStops:
            assert operation in ("undo", "redo"), "only these can fail here: there may be nothing to take back"
            continue
        lines.append(line)
    played = play(game, start, lines)
    again = tuple(lines_of(played.journal.entries))
    replayed = play(game, start, again)
    assert (replayed.journal, replayed.state) == (played.journal, played.state)
    head, source = Record("pebbles", (Player("Ann", "red"), Player("Bob", "white")), Setup(1), again), "game.yaml"
    assert read(write(head).encode(), source)[0].lines == again


def test_a_record_may_leave_its_setup_out_where_a_game_needs_none() -> None:
    record, source = read(b"game: escape\nplayers: [Ann, Bob]\nmoves: [place D5]\n", "escape.yaml")
    assert record.setup.seed is None
    begin(record, source)
    record, source = read(b"game: atlantis\nplayers: [Ann, Bob]\nmoves: []\n", "atlantis.yaml")
    with pytest.raises(SpecError, match=r"atlantis\.yaml:1:1: a setup without a seed; expected a seed or a path"):
        begin(record, source)


def test_what_came_to_light_before_the_first_turn_counts_as_none() -> None:
    table = Game("pebbles").new("Ann", "Bob", pile="9").enter("reveal 9").table.enter("2").table
    assert [(told.entry.text, told.counts) for told in table.log()] == [("reveal 9", False), ("2", True)]
