"""What is wrong with a spec, told line by line with its place: `test_told.yaml` has specs, each with all that is said.

To renew it after a wanted change, run this file with TIDELINE_RENEW=1, look at every line that changed, and commit
those that are right.
"""

import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from cases import data

from generator.building.check import check

SPECS = data(__file__)


class Blocks(yaml.SafeDumper):
    """Writes texts of several lines as they are."""

    def represent_str(self, text: str) -> Any:
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


Blocks.add_representer(str, Blocks.represent_str)


def told(files: dict[str, str], folder: Path) -> list[str]:
    """The faults and warnings of the first of these files, a spec, written with the others into a folder."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    found = check(folder / next(iter(files)))
    return [str(fault).replace(f"{folder}/", "") for fault in (*found.faults, *found.warnings)]


@pytest.mark.parametrize("name", SPECS)
def test_every_fault_is_told_with_its_place(name: str, tmp_path: Path) -> None:
    found = told(SPECS[name]["files"], tmp_path)
    if os.environ.get("TIDELINE_RENEW"):
        SPECS[name]["told"] = found
        text = yaml.dump(SPECS, Dumper=Blocks, allow_unicode=True, sort_keys=False, width=1_000)
        Path(__file__).with_suffix(".yaml").write_text(text, encoding="utf-8")
    assert found == SPECS[name]["told"]
