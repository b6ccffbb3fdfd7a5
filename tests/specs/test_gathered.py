"""What is wrong with many rows is told once, and every row is named."""

from specs.base.errors import Fault, Gathered, Place, RowPlace


def test_rows_of_several_files_are_named_file_by_file_in_whatever_order_they_are_found() -> None:
    gathered = Gathered()
    for name, file, line in (("bob", "b.csv", 2), ("ada", "a.csv", 9), ("cy", "b.csv", 3), ("di", "a.csv", 4)):
        fault = Fault("unknown-icon", Place("deck.yaml", 9, 5), "unknown icon 'sunn'", "an icon's name")
        gathered.add(fault, RowPlace(file, line), name)
    [fault] = gathered.faults()
    assert fault.pieces == ("bob", "ada", "cy", "di")
    assert fault.rows == (RowPlace("b.csv", 2), RowPlace("a.csv", 9), RowPlace("b.csv", 3), RowPlace("a.csv", 4))
    assert fault.finding == "pieces bob, ada, cy and 1 more (a.csv:4, 9; b.csv:2-3): unknown icon 'sunn'"
