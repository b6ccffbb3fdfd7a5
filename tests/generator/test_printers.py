"""Printer profiles: stored once, found by name, never half-written."""

import sys
from pathlib import Path

import pytest
from cases import cases

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Page, Paint
from generator.draw.scene import Path as Path_
from generator.plan import printers
from generator.plan.printers import Profile
from generator.sheets.imposition.sections import scaled
from generator.sheets.printable import SheetOptions
from specs.base import files
from specs.base.errors import SpecError
from specs.base.folders import user_settings


def test_profiles_lie_with_the_users_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    folder = user_settings()
    assert folder.name == "tideline"
    assert printers.store("kitchen", Profile(1, 2)) == folder / "printers.json"
    assert printers.get("kitchen") == Profile(1, 2)
    if sys.platform == "linux":
        assert folder == tmp_path / "tideline"


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


@cases
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


# ---- scale and margins -------------------------------------------------------------------------------


def test_a_printer_that_prints_too_small_prints_true_with_its_profile() -> None:
    """What is 100 mm on the page, printed by a printer that makes 99 of 100 mm, is 100 mm on paper, on both sides."""
    scale = Profile(across_100_mm=99, down_100_mm=101).scale
    box = (10.0, 10.0, 100.0, 100.0)
    line = Path_((("M", 55.0, 98.5), ("L", 155.0, 198.5)), Paint(stroke=(0, 0, 0)))
    for side in ("front", "back"):
        page = scaled(Page(210, 297, (line,), box, box, ("card",), side), scale)  # type: ignore[arg-type]
        ((_, (x, y, across, down)),) = geo.paint_box(page.nodes)
        assert (across * 0.99, down * 1.01) == pytest.approx((100, 100), abs=0.4)  # half a line's width at each end
        assert (x + across / 2, y + down / 2) == pytest.approx((105, 148.5))


@cases
def test_margins_are_kept_on_both_sides(duplex: str, area: tuple[float, ...]) -> None:
    options = SheetOptions(margins=(5, 6, 7, 12), duplex=duplex)  # type: ignore[arg-type]
    found = options.area
    assert (found.x, found.y, found.width, found.height) == area
