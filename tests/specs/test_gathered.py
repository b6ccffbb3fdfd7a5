"""What is wrong with many rows is told once, and every row is named."""

from __future__ import annotations

from specs.base.errors import Fault
from specs.expand.row_faults import Gathered


def test_rows_of_several_files_are_named_file_by_file_in_whatever_order_they_are_found() -> None:
    gathered = Gathered()
    for name, file, line in (("bob", "b.csv", 2), ("ada", "a.csv", 9), ("cy", "b.csv", 3), ("di", "a.csv", 4)):
        gathered.add(Fault("deck.yaml", 9, 5, "unknown icon 'sunn'", "an icon's name"), name, file, line)
    [fault] = gathered.faults("piece")
    assert fault.found == "pieces bob, ada, cy and 1 more (a.csv:4, 9; b.csv:2-3): unknown icon 'sunn'"
