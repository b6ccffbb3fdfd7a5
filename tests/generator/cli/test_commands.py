"""What is typed, and what comes of it: `test_commands.yaml` has a case for each promise: a step, or several.

A case is typed in a folder of its own, in which the small game lies, `small.yaml`. A command that refuses says one
line, and nothing else.
"""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from cases import data
from command import PROJECT, Done, generator, small, tree
from msgspec import Struct, convert, field

CASES = data(__file__)


class Step(Struct, forbid_unknown_fields=True):
    """A command, and what must be there when it has ended."""

    type: str  # PROJECT is the project's folder
    write: dict[str, str] = field(default_factory=dict)  # files, before
    swap: dict[str, str] = field(default_factory=dict)  # words of the small game, before
    env: dict[str, str] = field(default_factory=dict)
    status: int = 0
    out: list[str] = field(default_factory=list)  # texts that are told
    err: list[str] = field(default_factory=list)
    never: list[str] = field(default_factory=list)  # texts that are not
    lines: int = 1  # of a refusal
    whole: str | None = None  # all that is told
    json: Any = None  # what the JSON that is told has
    files: dict[str, list[str]] = field(default_factory=dict)  # everything in a folder
    pages: dict[str, int] = field(default_factory=dict)  # of a PDF
    size: dict[str, tuple[float, float]] = field(default_factory=dict)  # of every page of a PDF, in points
    same: list[list[str]] = field(default_factory=list)  # files that are alike
    other: list[list[str]] = field(default_factory=list)  # files that are not
    kept: list[str] = field(default_factory=list)  # folders that are as they were before the step


def has(found: Any, wanted: Any, where: str = "") -> Iterator[str]:
    """Where what was found lacks what is wanted; it may have more keys."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            yield from has(found.get(key), value, f"{where}.{key}")
    elif isinstance(wanted, list) and isinstance(found, list) and len(found) == len(wanted):
        for number, value in enumerate(wanted):
            yield from has(found[number], value, f"{where}.{number}")
    elif found != (pytest.approx(wanted) if isinstance(wanted, float) else wanted):
        yield f"{where}: {found}, not {wanted}"


def lacking(step: Step, done: Done, folder: Path) -> Iterator[str]:
    """What is otherwise than the step says."""
    if done.status != step.status:
        yield f"status {done.status}"
    yield from (f"not told: {text}" for text in step.out if text not in done.out)
    yield from (f"not told: {text}" for text in step.err if text not in done.err)
    yield from (f"told: {text}" for text in step.never if text in done.out + done.err)
    if step.status == 2 and step.json is None and (done.out, done.err.count("\n")) != ("", step.lines):
        yield "no plain refusal"
    if step.whole is not None and step.whole != done.out + done.err:
        yield f"not just: {step.whole}"
    if step.json is not None:
        yield from has(json.loads(done.out), step.json)
    for name, files in step.files.items():
        if sorted(tree(folder / name)) != files:
            yield f"in {name}: {sorted(tree(folder / name))}"
    for name, count in step.pages.items():
        with pikepdf.open(folder / name) as pdf:
            if len(pdf.pages) != count:
                yield f"{name}: {len(pdf.pages)} pages"
    for name, size in step.size.items():
        with pikepdf.open(folder / name) as pdf:
            if any([*map(float, page.mediabox)] != pytest.approx([0, 0, *size], abs=0.01) for page in pdf.pages):
                yield f"{name}: pages of {[*pdf.pages[0].mediabox]}"
    for pairs, alike in ((step.same, True), (step.other, False)):
        yield from (f"{a}, {b}" for a, b in pairs if ((folder / a).read_bytes() == (folder / b).read_bytes()) != alike)


@pytest.mark.parametrize("name", CASES)
def test_what_is_typed_comes_to_what_it_says(name: str, tmp_path: Path) -> None:
    spec = small(tmp_path)
    case = CASES[name]
    for step in convert(case if isinstance(case, list) else [case], list[Step]):
        for file, text in step.write.items():
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(text, encoding="utf-8")
        for old, new in step.swap.items():
            assert old in spec.read_text(encoding="utf-8")
            spec.write_text(spec.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        before = [tree(tmp_path / name) for name in step.kept]
        done = generator(*shlex.split(step.type.replace("PROJECT", str(PROJECT))), cwd=tmp_path, **step.env)
        assert [*lacking(step, done, tmp_path)] == [], done
        now = [tree(tmp_path / name) for name in step.kept]
        assert [{**files, **was} == files for was, files in zip(before, now, strict=True)] == [True] * len(now)
