"""Prints that are known to be right, down to the bytes: `test_prints.yaml` has what each writes, file by file.

To renew it after a wanted change, run this file with TIDELINE_RENEW=1, look at what the files that changed show now,
and commit it if they are right.
"""

import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import site_components
import site_elements
import yaml
from cases import data
from command import PROJECT, generator

PRINTS = data(__file__)
WRITTEN = (".pdf", ".svg", ".dxf", ".json", ".csv", ".txt")  # pictures may differ by a renderer


def letters(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:10]


def written(file: Path) -> bytes:
    """What a file says, whoever compressed it."""
    if file.suffix != ".pdf":
        return file.read_bytes()
    with tempfile.NamedTemporaryFile() as plain, pikepdf.open(file) as pdf:
        pdf.save(plain.name, static_id=True, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.all)
        return Path(plain.name).read_bytes()


def as_it_was(name: str, found: Mapping[str, str]) -> None:
    if os.environ.get("TIDELINE_RENEW"):
        known: dict[str, Any] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_bytes())
        known[name]["files"] = dict(found)
        Path(__file__).with_suffix(".yaml").write_text(yaml.safe_dump(known, sort_keys=False, width=118))
    else:
        assert {**found} == PRINTS[name]["files"], "if that was wanted, renew: see the top of this file"


@pytest.mark.parametrize("name", [name for name in PRINTS if "words" in PRINTS[name]])
def test_a_print_is_the_one_that_was_looked_at(name: str, tmp_path: Path) -> None:
    done = generator(*PRINTS[name]["words"].split(), "--out", tmp_path, cwd=PROJECT)
    assert done.status == 0, done.err
    files = [file for file in sorted(tmp_path.rglob("*")) if file.suffix in WRITTEN and file.name != "manifest.json"]
    assert files
    as_it_was(name, {file.relative_to(tmp_path).as_posix(): letters(written(file)) for file in files})


def test_every_element_and_every_key_looks_as_it_did(tmp_path: Path) -> None:
    as_it_was("elements", {name: letters(svg.encode()) for name, svg in site_elements.drawn(tmp_path)})


def test_every_key_of_a_component_prints_as_it_did(tmp_path: Path) -> None:
    shown = site_components.drawn(site_components.examples(), tmp_path)
    as_it_was("components", {name: letters(svg.encode()) for name, svg in shown})
