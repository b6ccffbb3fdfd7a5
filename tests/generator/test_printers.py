"""Printer profiles: stored once, found by name, never half-written."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from command import generator, small

from generator import printers
from generator.printers import Profile
from specs import files
from specs.errors import SpecError
from specs.folders import user_settings


def test_profiles_lie_with_the_users_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    folder = user_settings()
    assert folder.name == "tideline"
    assert printers.store("kitchen", Profile(1, 2)) == folder / "printers.json"
    assert printers.get("kitchen") == Profile(1, 2)
    if sys.platform == "linux":
        assert folder == tmp_path / "tideline"


def test_profiles_in_the_folders_older_place_are_found_and_move_on_the_next_store(tmp_path: Path) -> None:
    printers.store("kitchen", Profile(1, 2), tmp_path / "tideline-press")
    new = tmp_path / "tideline"
    assert printers.load(new) == {"kitchen": Profile(1, 2)}
    assert printers.store("office", Profile(3, 4), new) == new / "printers.json"
    assert printers.load(new) == {"kitchen": Profile(1, 2), "office": Profile(3, 4)}
    assert printers.load(tmp_path / "tideline-press") == {"kitchen": Profile(1, 2)}, "what was there stays"


def test_a_stored_profile_is_found_again(tmp_path: Path) -> None:
    printers.store("kitchen", Profile(1.5, -0.5, 0.2), tmp_path)
    printers.store("office", Profile(0, 1), tmp_path)
    printers.store("kitchen", Profile(1.25, -0.5), tmp_path)
    assert printers.load(tmp_path) == {"kitchen": Profile(1.25, -0.5), "office": Profile(0, 1)}
    assert [file.name for file in tmp_path.iterdir()] == ["printers.json"]


def test_a_full_disk_keeps_the_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printers.store("kitchen", Profile(1, 2), tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        printers.store("kitchen", Profile(9, 9), tmp_path)
    assert printers.load(tmp_path) == {"kitchen": Profile(1, 2)}
    assert [file.name for file in tmp_path.iterdir()] == ["printers.json"]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"kitchen": 3}', '{"kitchen": {"x_mm": "wide"}}', '{"k": {"z": 1}}', "\x80"]
)
def test_a_broken_file_is_named_and_kept(text: str, tmp_path: Path) -> None:
    (tmp_path / "printers.json").write_text(text, encoding="latin-1")
    with pytest.raises(SpecError, match=r"printers\.json"):
        printers.load(tmp_path)
    with pytest.raises(SpecError):
        printers.store("kitchen", Profile(), tmp_path)
    assert (tmp_path / "printers.json").read_text(encoding="latin-1") == text


@pytest.mark.parametrize("profile", [Profile(21, 0), Profile(0, -21), Profile(0, 0, 6), Profile(float("nan"), 0)])
def test_figures_that_cannot_be_meant_are_refused(profile: Profile, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="expected between"):
        printers.store("kitchen", profile, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["", "-x", "a/b", "x" * 50, "a\nb"])
def test_names_that_cannot_be_typed_again_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="printer's name"):
        printers.store(name, Profile(), tmp_path)


def test_calibrate_sets_what_build_uses(tmp_path: Path) -> None:
    done = generator("calibrate", "--set", "kitchen", "-1.5,0.25,0.1", cwd=tmp_path)
    assert done.status == 0
    assert "--printer kitchen" in done.out
    stored = json.loads((tmp_path / "config" / "tideline" / "printers.json").read_bytes())
    assert stored == {"kitchen": {"x_mm": -1.5, "y_mm": 0.25, "skew_degrees": 0.1}}
    built = generator("build", small(tmp_path), "--printer", "kitchen", "--format", "pdf", "--json", cwd=tmp_path)
    options = json.loads(built.out)["options"]
    assert (options["offset_mm"], options["skew_degrees"], options["printer"]) == ([-1.5, 0.25], 0.1, "kitchen")


def test_a_misspelt_printer_is_corrected(tmp_path: Path) -> None:
    generator("calibrate", "--set", "kitchen", "1,1", cwd=tmp_path)
    done = generator("build", small(tmp_path), "--printer", "kitchn", cwd=tmp_path)
    assert done.status == 2
    assert "did you mean 'kitchen'?" in done.err


@pytest.mark.parametrize("reading", ["1", "a,b", "1,2,3,4", "nan,0", "90,0", ""])
def test_a_reading_that_cannot_be_is_one_line(reading: str, tmp_path: Path) -> None:
    done = generator("calibrate", "--set", "kitchen", reading, cwd=tmp_path)
    assert done.status == 2
    assert done.err.startswith("--set: ")
    assert len(done.err.splitlines()) == 1
    assert not (tmp_path / "config").exists()
