"""PyYAML loaded with patterns that are compiled late reads what it reads otherwise, by its parser in Python too."""

from __future__ import annotations

import re
import subprocess
import sys

from specs.base.commandline.late import Late

SCRIPT = r"""
import re
from specs.base.commandline.late import Late, load_yaml
compiled = re.compile
load_yaml()
import yaml
assert re.compile is compiled and isinstance(yaml.reader.Reader.NON_PRINTABLE, Late)
for loader in (yaml.SafeLoader, yaml.CSafeLoader):
    print(yaml.load("[1, 2.5, yes, 2020-01-02, 0x1F, ~, ~a, é]", loader))
    try:
        yaml.load("a: \x07", loader)
    except yaml.YAMLError as error:
        print(type(error).__name__)
"""


def test_a_process_that_loads_it_so_reads_values_and_refuses_what_is_not_printed() -> None:
    ran = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True).stdout.splitlines()
    values = "[1, 2.5, True, datetime.date(2020, 1, 2), 31, None, '~a', 'é']"
    assert ran == [values, "ReaderError", values, "ReaderError"]


def test_a_late_pattern_finds_what_the_pattern_finds() -> None:
    late = Late(r"(a)|(b)", re.IGNORECASE)
    found = late.match("Bx")
    assert found is not None
    assert found.lastindex == 2
    assert late.sub("-", "xAbx") == "x--x"
    assert late.groups == 2
