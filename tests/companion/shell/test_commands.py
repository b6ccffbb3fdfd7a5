"""Of the commands, what a transcript cannot show: pictures, photos, many games, the help."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from .conftest import BEGUN, Companion


def test_show_draws(started: Companion) -> None:
    assert started("show", "--svg", "here.svg", "--png", "here.png").status == 0
    assert (started.folder / "here.svg").read_text().startswith("<?xml")
    assert (started.folder / "here.png").read_bytes().startswith(b"\x89PNG")


def test_the_list_has_the_latest_twenty_or_all(companion: Companion) -> None:
    for _ in range(22):
        companion(*BEGUN)
    assert len(json.loads(companion("list", "--json").out)["games"]) == 20
    assert companion("list").out.endswith("... and earlier ones: companion list --all\n")
    assert len(companion("list", "--all").out.splitlines()) == 22


def test_every_command_has_help(companion: Companion) -> None:
    said = companion("--help").out
    groups = [part.splitlines() for part in said[said.index("Play:") :].split("\n\n")]
    assert [group[0] for group in groups] == ["Play:", "Correct:", "The evening:", "Files:"]
    listed = [line.split()[0] for group in groups for line in group[1:]]
    assert len(listed) == len(set(listed)) == 18
    assert "..." not in "".join(line for group in groups for line in group), "each command's help is a line"
    for command in listed:
        assert companion(command, "--help").out.startswith(f"Usage: companion {command}")


def test_a_photo_is_kept_shown_saved_and_goes_with_its_game(started: Companion) -> None:
    given, saved = started.folder / "table.png", started.folder / "saved.jpg"
    Image.new("RGB", (50, 40), "teal").save(given)
    assert "\nphoto  " in started("note", "--photo", str(given)).out
    lies = Path(json.loads(started("note", "--json").out)["photo"])
    assert lies.parent == started.folder / "games.db.photos"
    assert started("note", "--save-photo", str(saved)).status == 0
    assert saved.read_bytes() == lies.read_bytes()
    assert "exists already" in started("note", "--save-photo", str(saved)).err
    assert json.loads(started("list", "--json").out)["games"][0]["photo"] is True
    assert "photo" not in started("export").out
    started("list", "--delete", "1", "--yes")
    assert not lies.exists()
