"""What a build leaves on disk: the right files, all of them or none, the same bytes every time."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pikepdf
import pytest
from cases import cases
from command import environment, generator, small, tree
from PIL import Image
from pypdf import PdfReader

from generator.draw.fonts.fonts import bundled

ALL = ("--format", "pdf,svg,png")
ROOT = Path(__file__).parents[2]


def test_a_build_writes_what_newcomers_want(tmp_path: Path) -> None:
    done = generator("build", small(tmp_path), cwd=tmp_path)
    assert done.status == 0
    assert sorted(tree(tmp_path / "output")) == ["small/manifest.json", "small/preview.png", "small/small.pdf"]
    assert "Load 1 sheet of A4." in done.out
    assert "actual size (100 %), on both sides, flipped on the long edge" in done.out


def test_all_formats_write_a_sheet_a_page_and_a_piece_a_face(tmp_path: Path) -> None:
    generator("build", small(tmp_path), *ALL, cwd=tmp_path)
    names = sorted(tree(tmp_path / "output" / "small"))
    assert [name for name in names if name.startswith("sheets/")] == [
        "sheets/001-tiles+tokens-front.svg",
        "sheets/002-tiles+tokens-back.svg",
    ]
    assert [name for name in names if name.startswith("pieces/")] == [
        "pieces/tiles-01-back.svg",
        "pieces/tiles-01.svg",
        "pieces/tiles-02-01.svg",
        "pieces/tokens-token-01.svg",
    ]


def test_the_same_build_is_the_same_bytes_in_any_process(tmp_path: Path) -> None:
    spec = small(tmp_path)
    options = (*ALL, "--seed", 3, "--option", "fiducials")
    for name, seed in (("one", "1"), ("two", "2")):
        assert generator("build", spec, "--out", name, *options, cwd=tmp_path, PYTHONHASHSEED=seed).status == 0
    one, two = tree(tmp_path / "one"), tree(tmp_path / "two")
    assert one == two
    assert len(one) > 10


def test_the_same_spec_in_another_folder_is_the_same_bytes(tmp_path: Path) -> None:
    spec = """
game: photos
title: Photos
credits: {designer: Ann Author}
players: {min: 2, max: 2}
fonts: {own: Own.ttf}
components:
  photos:
    title: Photos
    size: [30, 30]
    rows: {list: [{file: a.png}, {file: b.jpg}]}
    front:
      - {draw: image, image: "{file}", box: [0, 0, 30, 30]}
      - {draw: text, text: "{file}", box: [0, 0, 30, 8], font: own, size: 4}
"""
    for name in ("here", "there"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "photos.yaml").write_text(spec)
        shutil.copy(bundled()["Cinzel-Bold"], folder / "Own.ttf")
        Image.new("RGBA", (40, 40), (200, 30, 30, 120)).save(folder / "a.png")
        Image.new("RGB", (40, 40), "teal").save(folder / "b.jpg")
        assert generator("build", folder / "photos.yaml", *ALL, cwd=folder).status == 0
    assert tree(tmp_path / "here" / "output") == tree(tmp_path / "there" / "output")


@pytest.mark.deep
def test_atlantis_is_the_same_bytes_in_any_process(tmp_path: Path) -> None:
    options = (*ALL, "--seed", 3, "--players", 4, "--option", "fiducials")
    for name, seed in (("one", "1"), ("two", "77")):
        assert generator("build", "atlantis", "--out", name, *options, cwd=tmp_path, PYTHONHASHSEED=seed).status == 0
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_only_prints_the_components_asked_for(tmp_path: Path) -> None:
    done = generator("build", small(tmp_path), "--only", "tokens", "--format", "pdf", cwd=tmp_path)
    assert "on one side" in done.out
    with pikepdf.open(tmp_path / "output" / "small" / "parts" / "tokens" / "small-tokens.pdf") as pdf:
        assert len(pdf.pages) == 1


@cases
def test_pages_have_the_size_of_the_paper(paper: tuple[str, ...], points: tuple[float, float], tmp_path: Path) -> None:
    done = generator("build", small(tmp_path), *paper, "--format", "pdf", cwd=tmp_path)
    assert done.status == 0, done.err
    with pikepdf.open(tmp_path / "output" / "small" / "small.pdf") as pdf:
        for page in pdf.pages:
            assert [float(edge) for edge in page.mediabox] == pytest.approx([0, 0, *points], abs=0.01)


@pytest.mark.parametrize(("duplex", "pages"), [("long-edge", 4), ("short-edge", 4), ("gutterfold", 2), ("none", 2)])
def test_duplex_modes_have_the_pages_they_need(duplex: str, pages: int, tmp_path: Path) -> None:
    done = generator("build", small(tmp_path), "--duplex", duplex, "--no-pack", "--format", "pdf", cwd=tmp_path)
    with pikepdf.open(tmp_path / "output" / "small" / "small.pdf") as pdf:
        assert len(pdf.pages) == pages
    assert "Load 2 sheets" in done.out
    said = {"short-edge": "flipped on the short edge", "gutterfold": "Fold each sheet", "none": "on one side"}
    assert said.get(duplex, "flipped on the long edge") in done.out


@cases
def test_each_option_changes_the_sheets(options: tuple[str, ...], tmp_path: Path) -> None:
    spec = small(tmp_path)
    assert generator("build", spec, "--out", "plain", "--format", "pdf", cwd=tmp_path).status == 0
    done = generator("build", spec, "--out", "changed", "--format", "pdf", *options, cwd=tmp_path)
    assert done.status == 0, done.err
    plain, changed = (tmp_path / name / "small" / "small.pdf" for name in ("plain", "changed"))
    assert plain.read_bytes() != changed.read_bytes()


def test_a_stored_printer_moves_the_backs_as_its_offset_does(tmp_path: Path) -> None:
    spec = small(tmp_path)
    assert generator("calibrate", "--set", "kitchen", "1.5,-2", cwd=tmp_path).status == 0
    generator("build", spec, "--out", "a", "--format", "pdf", "--printer", "kitchen", cwd=tmp_path)
    generator("build", spec, "--out", "b", "--format", "pdf", "--offset", "1.5,-2", cwd=tmp_path)
    one, two = (tmp_path / name / "small" / "small.pdf" for name in "ab")
    assert one.read_bytes() == two.read_bytes()


def test_a_seed_adds_setup_sheets(tmp_path: Path) -> None:
    done = generator("build", small(tmp_path), "--seed", 5, "--players", 3, "--format", "pdf", "--json", cwd=tmp_path)
    manifest = json.loads(done.out)
    with pikepdf.open(tmp_path / "output" / "small" / "small.pdf") as pdf:
        # the hands' slips lie at the foot of the track's page, their outsides behind them: another seed is one sheet
        assert len(pdf.pages) == manifest["pages"] == 4
        inside, outside = PdfReader(tmp_path / "output" / "small" / "small.pdf").pages[2:]
        assert "Player 1: 1 card" in inside.extract_text()
        assert "Player 1" in outside.extract_text()


@pytest.mark.deep
@pytest.mark.parametrize("game", ["atlantis", "circles", "escape", "gods"])
def test_a_game_needs_no_more_sheets_than_its_docs_say(game: str, tmp_path: Path) -> None:
    docs = (Path(__file__).parents[2] / "docs" / "printing.md").read_text(encoding="utf-8")
    row = next(line for line in docs.splitlines() if line.startswith(f"| {game} |"))
    _, a4, _, letter, _ = (int(cell) for cell in row.split("|")[2:7])
    settings = ("--seed", 42, "--players", 3, "--format", "pdf", "--paper")
    for paper, expected in (("a4", a4), ("letter", letter)):
        done = generator("build", game, *settings, paper, "--out", paper, "--json", cwd=tmp_path)
        assert json.loads(done.out)["sheets"] == expected


# ---- whole or not at all ---------------------------------------------------------------------------


def test_files_of_an_earlier_build_go_and_the_users_own_stay(tmp_path: Path) -> None:
    spec = small(tmp_path)
    generator("build", spec, *ALL, cwd=tmp_path)
    folder = tmp_path / "output" / "small"
    (folder / "notes.txt").write_text("mine")
    (folder / "pieces" / "mine.svg").write_text("mine")
    generator("build", spec, "--format", "pdf", cwd=tmp_path)
    assert sorted(tree(folder)) == ["manifest.json", "notes.txt", "pieces/mine.svg", "small.pdf"]
    assert not (folder / "sheets").exists()


def test_a_faulty_face_leaves_the_old_build_whole(tmp_path: Path) -> None:
    spec = small(tmp_path)
    generator("build", spec, cwd=tmp_path)
    before = tree(tmp_path / "output")
    spec.write_text(spec.read_text().replace("{name: north}", "{name: a name far too long for so small a tile}"))
    done = generator("build", spec, cwd=tmp_path)
    assert done.status == 2
    assert "tiles-01" in done.err
    assert tree(tmp_path / "output") == before


@pytest.mark.parametrize("where", ["output", "output/small"])
def test_a_file_in_the_way_is_one_line(where: str, tmp_path: Path) -> None:
    (tmp_path / where).parent.mkdir(exist_ok=True)
    (tmp_path / where).write_text("in the way")
    done = generator("build", small(tmp_path), cwd=tmp_path)
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert (tmp_path / where).read_text() == "in the way"


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    # a place that even root cannot write to
    done = generator("build", small(tmp_path), "--out", "/proc/nowhere", cwd=tmp_path)
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert "/proc" in done.err


@pytest.mark.parametrize("moment", ["pdf", "png", "manifest"])
def test_a_full_disk_leaves_the_old_build_whole(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from generator.building import publish
    from generator.cli import main
    from generator.formats import png
    from generator.formats.pdf import pages as pdf

    spec = small(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["generator", "build", str(spec)])
    with pytest.raises(SystemExit) as ended:
        main.main()
    assert ended.value.code == 0
    before = tree(tmp_path / "output")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "somewhere")

    place, name = {"pdf": (pdf, "write"), "png": (png, "render_page"), "manifest": (publish, "digest")}[moment]
    monkeypatch.setattr(place, name, full)
    spec.write_text(spec.read_text().replace("Small game", "Another game"))
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "somewhere: No space left on device; expected a place with room that can be written to\n"
    )
    assert tree(tmp_path / "output") == before


def test_a_disk_that_is_really_full(tmp_path: Path, small_disk: Path) -> None:
    spec = small(tmp_path)
    assert generator("build", spec, "--out", small_disk, "--format", "pdf", cwd=tmp_path).status == 0
    before = tree(small_disk)
    done = generator("build", spec, "--out", small_disk, *ALL, cwd=tmp_path)
    assert done.status == 2
    assert "No space left on device" in done.err
    assert tree(small_disk) == before


def test_a_disk_that_became_read_only(tmp_path: Path, small_disk: Path) -> None:
    spec = small(tmp_path)
    assert generator("build", spec, "--out", small_disk, "--format", "pdf", cwd=tmp_path).status == 0
    before = tree(small_disk)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    done = generator("build", spec, "--out", small_disk, "--format", "pdf", cwd=tmp_path)
    assert done.status == 2
    assert done.err.endswith(": Read-only file system; expected a place with room that can be written to\n")
    assert done.err.count("\n") == 1
    assert tree(small_disk) == before


@pytest.mark.deep
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_build_that_is_stopped_leaves_the_old_one_whole(how: signal.Signals, tmp_path: Path) -> None:
    spec = small(tmp_path)
    generator("build", spec, cwd=tmp_path)
    before = tree(tmp_path / "output" / "small")
    spec.write_text(spec.read_text().replace("count: 5", "count: 6000"))
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli.main", "build", str(spec), "--yes", "--format", "pdf,svg"],
        cwd=tmp_path,
        env=environment(tmp_path, PYTHONPATH=str(ROOT)),
        stderr=subprocess.PIPE,
        # what runs in a shell's background ignores interrupts, and hands that on
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - no threads here
    )
    deadline = time.monotonic() + 60
    while not list((tmp_path / "output").glob(".small-*.new/.small.pdf.*.new")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(how)
    _, said = process.communicate(timeout=60)
    assert process.returncode != 0
    assert b"Traceback" not in said
    assert tree(tmp_path / "output" / "small") == before
    left = [path.name for path in (tmp_path / "output").iterdir()]
    if how is not signal.SIGKILL:
        assert left == ["small"]
    spec.write_text(spec.read_text().replace("count: 6000", "count: 6"))
    assert generator("build", spec, cwd=tmp_path).status == 0
