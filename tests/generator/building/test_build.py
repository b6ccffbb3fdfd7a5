"""What a build leaves on disk: the right files, all of them or none, the same bytes every time; a manifest of them;
and the folder that a game of one's own begins with."""

import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from cases import data
from command import PROJECT, example, generator, small, tree
from copied import texts
from jsonschema import Draft202012Validator
from PIL import Image

from generator import build
from generator.building import new_game, publish
from generator.building.build import build as build_asked
from generator.building.check import check
from generator.building.loading import asked
from generator.cli import main
from generator.draw.fonts.fonts import bundled
from generator.formats import png
from generator.formats.pdf import pages as pdf
from generator.plan.runs import Request
from specs.base.errors import SpecError
from specs.read.yaml_nodes import read_text

ALL = ("--format", "pdf,svg,png")
LONG = "{name: a name far too long for so small a tile}"


@pytest.mark.parametrize("game", ["small.yaml", pytest.param("atlantis", marks=pytest.mark.deep)])
def test_the_same_build_is_the_same_bytes_in_any_process(game: str, tmp_path: Path) -> None:
    small(tmp_path)
    options = (*ALL, "--seed", 3, "--option", "fiducials")
    for name, seed in (("one", "1"), ("two", "77")):
        assert generator("build", game, "--out", name, *options, cwd=tmp_path, PYTHONHASHSEED=seed).status == 0
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    assert len(tree(tmp_path / "one")) > 10


def test_a_build_after_another_draws_only_what_changed_and_writes_the_same_bytes(tmp_path: Path) -> None:
    spec = small(tmp_path)
    edited = tmp_path / "edited" / spec.name
    edited.parent.mkdir()
    edited.write_text(spec.read_text().replace("size: 6", "size: 1"))
    before = None
    steps = [(spec, {}), (spec, {"paper": ("letter",)}), (spec, {"large": True}), (edited, {}), (edited, {})]
    for file, words in steps:
        document, settings = asked(file, {"formats": ("pdf",), **words})
        [again, anew] = (
            build_asked(document, settings, Request(out=tmp_path / folder, jobs=1), last)
            for folder, last in (("again", before), ("anew", None))
        )
        assert (again.manifest, again.warnings) == (anew.manifest, anew.warnings)
        if words.get("paper"):
            [piece, *_] = next(iter(document.pieces.values()))
            assert again.faces.front(piece).nodes[0] is before.faces.front(piece).nodes[0]
        before = again
    assert before.warnings  # of letters that small, also where they are drawn once more
    assert tree(tmp_path / "again") == tree(tmp_path / "anew")


def test_the_same_spec_in_another_folder_is_the_same_bytes(tmp_path: Path) -> None:
    for name in ("here", "there"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "photos.yaml").write_text(data(__file__)["PHOTOS"])
        shutil.copy(bundled()["Cinzel-Bold"], folder / "Own.ttf")
        Image.new("RGBA", (40, 40), (200, 30, 30, 120)).save(folder / "a.png")
        Image.new("RGB", (40, 40), "teal").save(folder / "b.jpg")
        assert generator("build", folder / "photos.yaml", *ALL, cwd=folder).status == 0
    assert tree(tmp_path / "here" / "output") == tree(tmp_path / "there" / "output")


def test_pieces_whose_names_are_one_as_files_have_a_poster_each(tmp_path: Path) -> None:
    spec = tmp_path / "two.yaml"
    front = '[{draw: text, text: "{id}", box: [9, 9, 99, 9]}]'
    boards = f'{{title: Boards, size: [400, 300], rows: [{{id: "a b"}}, {{id: a_b}}], front: {front}}}'
    head = "game: two\ntitle: Two\nplayers: {min: 1, max: 2}\ncredits: {designer: Me}"
    spec.write_text(f"{head}\ncomponents: {{boards: {boards}}}\n")
    build(spec, tmp_path, formats="svg")
    assert sorted(file.name for file in (tmp_path / "two/posters").iterdir()) == ["a_b-2.svg", "a_b.svg"]


def test_fronts_and_backs_apart_are_the_pages_of_both(tmp_path: Path) -> None:
    build(small(tmp_path), tmp_path / "both", formats="pdf")
    build(small(tmp_path), tmp_path / "apart", formats="pdf", split=True)
    both = texts(tmp_path / "both/small/small.pdf")
    fronts, backs = (texts(tmp_path / f"apart/small/small-{side}.pdf") for side in ("fronts", "backs"))
    assert (both[::2], both[1::2]) == (fronts, backs)


@pytest.mark.deep
@pytest.mark.parametrize("game", ["atlantis", "circles", "escape", "gods"])
def test_a_game_needs_no_more_sheets_than_its_docs_say(game: str, tmp_path: Path) -> None:
    docs = (PROJECT / "docs" / "printing.md").read_text(encoding="utf-8")
    row = next(line for line in docs.splitlines() if line.startswith(f"| {game} |"))
    _, a4, _, letter, _ = (int(cell) for cell in row.split("|")[2:7])
    done = build(game, tmp_path, formats="pdf", seed=42, players=3, paper="a4,letter")
    assert {name: paper.sheets for name, paper in done.manifest.papers.items()} == {"a4": a4, "letter": letter}


# ---- whole or not at all ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "name"), [(pdf, "write"), (png, "render_page"), (publish, "digest")], ids=["pdf", "png", "manifest"]
)
def test_a_full_disk_leaves_the_old_build_whole(
    place: object, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, asked = small(tmp_path), ["build", str(small(tmp_path))]
    monkeypatch.chdir(tmp_path)
    assert main.run(asked) == 0
    before = tree(tmp_path / "output")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "somewhere")

    monkeypatch.setattr(place, name, full)
    spec.write_text(spec.read_text().replace("Small game", "Another game"))
    capsys.readouterr()
    assert main.run(asked) == 2
    told = "somewhere: No space left on device; expected a place with room that can be written to\n"
    assert capsys.readouterr().err == told
    assert tree(tmp_path / "output") == before


@pytest.mark.parametrize("ill", ["No space left on device", "Read-only file system"])
def test_a_disk_that_is_really_full_or_read_only_keeps_what_is_on_it(
    ill: str, tmp_path: Path, small_disk: Path
) -> None:
    asked = ("build", small(tmp_path), "--out", small_disk, "--format")
    assert generator(*asked, "pdf", cwd=tmp_path).status == 0
    before = tree(small_disk)
    if ill.startswith("Read"):
        subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    done = generator(*asked, "pdf,svg,png", cwd=tmp_path)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert done.err.endswith(f"{ill}; expected a place with room that can be written to\n")
    assert tree(small_disk) == before


# ---- the manifest ----------------------------------------------------------------------------------


def built(folder: Path, **options: object) -> dict[str, Any]:
    return json.loads((build(small(folder), folder / "output", **options).folder / "manifest.json").read_bytes())


def test_it_lists_every_file_with_its_hash_and_names_no_folder_of_this_machine(tmp_path: Path) -> None:
    facts = built(tmp_path, formats="pdf,svg,png")
    files = tree(tmp_path / "output" / "small")
    assert str(tmp_path).encode() not in files.pop("manifest.json")
    assert {name: (len(content), sha256(content).hexdigest()) for name, content in files.items()} == {
        name: (entry["bytes"], entry["sha256"]) for name, entry in facts["files"].items()
    }
    assert facts["spec_sha256"] == sha256((tmp_path / "small.yaml").read_bytes()).hexdigest()


def test_a_manifest_that_lists_files_elsewhere_is_not_followed(tmp_path: Path) -> None:
    facts, folder = built(tmp_path, formats="pdf"), tmp_path / "output" / "small"
    (tmp_path / "precious.txt").write_text("keep")
    facts["files"] |= {"../../precious.txt": {}, str(tmp_path / "precious.txt"): {}}
    (folder / "manifest.json").write_text(json.dumps(facts))
    assert publish.listed(folder) == ("0-README.txt", "small.pdf")
    built(tmp_path, formats="pdf")
    assert (tmp_path / "precious.txt").read_text() == "keep"


def test_a_broken_manifest_is_no_obstacle(tmp_path: Path) -> None:
    folder = tmp_path / "output" / "small"
    folder.mkdir(parents=True)
    for text in ("", "[]", "{", '{"files": 3}', "\x00"):
        (folder / "manifest.json").write_text(text)
        assert publish.listed(folder) == ()
    assert built(tmp_path, formats="pdf")["game"] == "small"


@pytest.mark.parametrize("count", [0, 1, 1000, 2001])
def test_however_many_faces_there_are_its_text_is_one_object_in_their_order(count: int) -> None:
    faces = {f'card "{n}" {{é}}': f"{n:016x}" for n in reversed(range(count))}
    told = publish.Manifest("g", '"faces": {}', "1", "g.yaml", "0", {"faces": {}}, {}, 1, 1, {}, {"faces": [1]}, faces)
    text = "".join(told.text({"b": {}, "a": {"bytes": 1}}))
    value = json.loads(text)
    assert list(value)[-2:] == ["faces", "files"]
    assert list(value["faces"].items()) == list(faces.items())
    assert json.dumps(value, indent=2, ensure_ascii=False) + "\n" == text


# ---- the documentation's deck ------------------------------------------------------------------------


def deck(folder: Path) -> Path:
    """With a back of the test's own: red above, blue below."""
    image = Image.new("RGB", (200, 280), "red")
    image.paste("blue", (0, 140, 200, 280))
    spec = example(folder)
    image.save(spec.parent / "back.png")
    return spec


def test_every_card_is_on_a_front_as_text_and_their_common_picture_is_there_once(tmp_path: Path) -> None:
    file = build(deck(tmp_path), tmp_path, formats="pdf").folder / "harbour-deck.pdf"
    assert len(texts(file)) == 2 + 12, "the first sheet, then six of cards"
    text = "\n".join(texts(file))
    assert text.count("Queen") == 0
    assert text.count("Joker") == 4  # twice on each of two cards
    assert "fronts 6 of 6" in text
    with pikepdf.open(file) as printed:
        pictures = [each for each in printed.objects if isinstance(each, pikepdf.Stream) and each.get("/Width") == 200]
        assert len(pictures) == 1


# ---- a new game --------------------------------------------------------------------------------------


@pytest.mark.parametrize("like", new_game.starters())
def test_what_a_game_begins_like_has_no_warning_keeps_its_schema_prints_and_deals(like: str, tmp_path: Path) -> None:
    spec = new_game.start("reed-boats", like, tmp_path)
    found = check(spec)
    assert (found.faults, found.warnings) == ((), ())
    assert (found.document.spec.game, found.document.spec.title) == ("reed-boats", "Reed boats")
    text = spec.read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=schema.json\n")
    schema = json.loads((spec.parent / "schema.json").read_text(encoding="utf-8"))
    assert not [*Draft202012Validator(schema).iter_errors(read_text(text.encode(), str(spec)).value)]
    readme = (spec.parent / "README.md").read_text(encoding="utf-8")
    assert "`reed-boats.yaml`" in readme
    assert new_game.CALLED not in readme
    done = build(spec, tmp_path / "out", formats="pdf", seed=7, players=3, strict=True)
    assert "reed-boats.pdf" in done.files


def test_a_new_game_is_not_written_where_a_link_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    with pytest.raises(SpecError, match="something is called so already"):
        new_game.start("dangling", "cards", tmp_path)


@pytest.mark.parametrize("name", ["", "../moors", "My Moors", "-x", "mo\nors", "ü", "m" * 61])
def test_a_name_that_no_game_can_have_makes_nothing(name: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError):
        new_game.start(name, "cards", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["2048", "true"])
def test_a_name_that_yaml_reads_as_something_else_is_a_name(name: str, tmp_path: Path) -> None:
    document = check(new_game.start(name, "deck", tmp_path)).document
    assert document.spec.game == name


def test_where_it_cannot_be_finished_nothing_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(new_game, "json_schema", full)
    with pytest.raises(OSError, match="No space"):
        new_game.start("moors", "cards", tmp_path)
    assert not [*tmp_path.iterdir()]
