"""What commands say of what was entered."""

from __future__ import annotations

from companion.table.table import Change, Viewer


def confirmations(change: Change, viewer: Viewer) -> list[str]:
    """What was entered, ply by ply, and what was handed back."""
    first = change.table.ply - sum(step.ply for step in change.steps)
    lines, ply = [], first
    for step in change.steps:
        ply += step.ply
        lines += change.table.confirmation(step, ply, viewer)
    return [*lines, change.rest] if change.rest else lines
