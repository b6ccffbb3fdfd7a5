"""The manifest says what is in the folder, and what it was made from."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pikepdf
from command import generator, small, tree

from generator.building import publish


def built(folder: Path, *options: object, part: str = "") -> dict[str, Any]:
    done = generator("build", small(folder), *options, cwd=folder)
    assert done.status == 0, done.err
    return json.loads((folder / "output" / "small" / part / "manifest.json").read_bytes())


def test_it_lists_every_file_with_its_hash(tmp_path: Path) -> None:
    facts = built(tmp_path, "--format", "pdf,svg,png")
    files = tree(tmp_path / "output" / "small")
    del files["manifest.json"]
    assert {name: (len(data), sha256(data).hexdigest()) for name, data in files.items()} == {
        name: (entry["bytes"], entry["sha256"]) for name, entry in facts["files"].items()
    }


def test_it_has_every_component_with_count_size_and_pages(tmp_path: Path) -> None:
    components = built(tmp_path)["components"]
    assert components["tiles"] == {
        "title": "Tiles",
        "shape": "rectangle",
        "count": 4,
        "distinct_faces": 3,
        "width_mm": 40,
        "height_mm": 40,
        "pages": [1, 2],
    }
    assert (components["tokens"]["count"], components["tokens"]["pages"]) == (5, [1, 2])


def test_its_pages_are_those_of_the_pdf(tmp_path: Path) -> None:
    facts = built(tmp_path, "--seed", 1)
    with pikepdf.open(tmp_path / "output" / "small" / "small.pdf") as pdf:
        assert len(pdf.pages) == facts["pages"]
    assert facts["sheets"] * 2 == facts["pages"]


def test_it_records_the_spec_and_the_options(tmp_path: Path) -> None:
    words = ("--paper", "letter", "--only", "tiles", "--seed", 4, "--ink", "low", "--bleed", "outer")
    facts = built(tmp_path, *words, part="parts/tiles")
    assert facts["spec"] == "small.yaml"
    assert facts["spec_sha256"] == sha256((tmp_path / "small.yaml").read_bytes()).hexdigest()
    options = facts["options"]
    assert (options["paper"], options["paper_mm"]) == ("letter", [215.9, 279.4])
    assert (options["components"], options["seed"], options["ink"], options["bleed"]) == (["tiles"], 4, "low", "outer")


def test_it_names_no_folder_of_this_machine(tmp_path: Path) -> None:
    built(tmp_path)
    assert str(tmp_path) not in (tmp_path / "output" / "small" / "manifest.json").read_text()


def test_it_has_the_fiducials_of_each_piece(tmp_path: Path) -> None:
    assert built(tmp_path)["fiducials"] == {}
    assert built(tmp_path, "--option", "fiducials")["fiducials"] == {
        "tiles-01": [1],
        "tiles-02-01": [1],
        "tiles-02-02": [2],
        "tiles-02-03": [3],
    }


def test_a_manifest_that_lists_files_elsewhere_is_not_followed(tmp_path: Path) -> None:
    facts = built(tmp_path)
    (tmp_path / "precious.txt").write_text("keep")
    facts["files"] |= {"../../precious.txt": {}, str(tmp_path / "precious.txt"): {}}
    folder = tmp_path / "output" / "small"
    (folder / "manifest.json").write_text(json.dumps(facts))
    assert set(publish.listed(folder)) == {"small.pdf", "preview.png"}
    built(tmp_path)
    assert (tmp_path / "precious.txt").read_text() == "keep"


def test_a_broken_manifest_is_no_obstacle(tmp_path: Path) -> None:
    folder = tmp_path / "output" / "small"
    for text in ("", "[]", "{", '{"files": 3}', "\x00"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "manifest.json").write_text(text)
        assert publish.listed(folder) == ()
    assert built(tmp_path)["game"] == "small"


def test_however_many_faces_there_are_its_text_is_one_object_in_their_order() -> None:
    for count in (0, 1, 1000, 2001):
        faces = {f'card "{n}" {{é}}': f"{n:016x}" for n in reversed(range(count))}
        told = publish.Manifest(
            "g", '"faces": {}', "1", "g.yaml", "0", {"faces": {}}, {}, 1, 1, {}, {"faces": [1]}, faces
        )
        text = "".join(told.text({"b": {}, "a": {"bytes": 1}}))
        value = json.loads(text)
        assert list(value)[-2:] == ["faces", "files"]
        assert list(value["faces"].items()) == list(faces.items())
        assert json.dumps(value, indent=2, ensure_ascii=False) + "\n" == text
