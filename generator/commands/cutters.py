"""Cutting machines: which there are."""

from __future__ import annotations

from generator import flags
from specs.ground import measure
from specs.ground.terminal import put, put_json


def cutters(json_: flags.Json = False) -> None:
    """List the cutting machines there are, for `build --cutter`."""
    from msgspec import to_builtins

    from generator.sheets import cutter

    known = {name: cutter.load(name) for name in cutter.bundled()}
    if json_:
        put_json({name: to_builtins(machine) for name, machine in known.items()})
        return
    for name, machine in known.items():
        put(f"{measure.left(name, max(map(measure.width, known)))}  {machine.title}")
