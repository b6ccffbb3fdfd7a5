"""Only some of a game: which pieces are chosen, what has changed, and that a part leaves the whole print as it is."""

import json
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from cases import cases
from command import SMALL, generator, small, tree
from copied import texts

from generator.plan.options import Options
from generator.plan.settings import chosen
from specs.base.errors import SpecError
from specs.load import load

ALL = ("tiles", "tokens")
SOUTH = [f"tiles-02-0{n}" for n in (1, 2, 3)]
TOKENS = [f"token-0{n}" for n in range(1, 6)]


def ids(folder: Path, *components: str, **choice: Any) -> list[str]:
    document = load(small(folder))
    pieces = chosen(document, components or ALL, Options(**choice))
    assert all(pieces.values())
    return [piece.id for each in pieces.values() for piece in each]


class TestChosen:
    def test_nothing_asked_for_is_everything(self, tmp_path: Path) -> None:
        assert ids(tmp_path) == ["tiles-01", *SOUTH, *TOKENS]

    def test_ids_and_patterns_in_the_order_of_the_spec(self, tmp_path: Path) -> None:
        assert ids(tmp_path, pieces=("token-0[45]", "tiles-02-02")) == ["tiles-02-02", "token-04", "token-05"]

    def test_a_condition_on_a_field_leaves_out_pieces_without_it(self, tmp_path: Path) -> None:
        assert ids(tmp_path, where="name == 'south'") == SOUTH
        assert ids(tmp_path, where="component == 'tokens' and n > 3") == TOKENS[3:]

    def test_so_many_of_each_row_fewer_or_more_than_there_are(self, tmp_path: Path) -> None:
        assert ids(tmp_path, count=2) == ["tiles-01", "tiles-01", *SOUTH[:2], *TOKENS[:2]]
        assert ids(tmp_path, "tiles", where="name == 'south'", count=4) == [*SOUTH, SOUTH[0]]

    @cases
    def test_what_no_piece_is_or_has(self, choice: dict[str, Any], said: str, tmp_path: Path) -> None:
        with pytest.raises(SpecError) as error:
            ids(tmp_path, **choice)
        assert said in str(error.value)


def build(folder: Path, *words: object) -> str:
    done = generator("build", folder / "small.yaml", "--format", "pdf", *words, cwd=folder)
    assert done.status == 0, done.err
    return done.out


def change(folder: Path, old: str, new: str) -> None:
    spec = folder / "small.yaml"
    text = spec.read_text(encoding="utf-8")
    assert old in text
    spec.write_text(text.replace(old, new), encoding="utf-8")


def test_a_part_has_a_folder_of_its_own_and_the_whole_print_stays(tmp_path: Path) -> None:
    small(tmp_path)
    build(tmp_path)
    whole = tree(tmp_path / "output" / "small")
    assert "1 piece written to output/small/parts/chosen\n" in build(tmp_path, "--pieces", "tiles-01")
    assert "Print small-tokens.pdf at actual size" in build(tmp_path, "--only", "tokens")
    assert "4 pieces written" in build(tmp_path, "--only", "tokens", "--where", "n < 3", "--count", 4)
    now = tree(tmp_path / "output" / "small")
    assert {name: now[name] for name in whole} == whole
    assert sorted(now.keys() - whole.keys()) == [
        "parts/chosen/manifest.json",
        "parts/chosen/small-chosen.pdf",
        "parts/tokens/manifest.json",
        "parts/tokens/small-tokens.pdf",
    ]
    build(tmp_path, "--ink", "low")
    assert (
        tree(tmp_path / "output" / "small" / "parts")["tokens/small-tokens.pdf"] == now["parts/tokens/small-tokens.pdf"]
    )


SINCE = ("--since", "output/small")


class TestSinceABuild:
    def test_what_differs_from_the_print_then_from_its_update_then_nothing(self, tmp_path: Path) -> None:
        small(tmp_path)
        assert "Small game: 9 pieces written to output/small\n" in build(tmp_path)
        whole = tree(tmp_path / "output" / "small")
        change(tmp_path, "name: south", "name: sud")
        change(tmp_path, "count: 5, list", "count: 6, list")
        said = build(tmp_path, *SINCE)
        assert "Small game: 4 pieces written to output/small/update\n" in said
        assert f"  changed: {', '.join(SOUTH)}\n  new: token-06\n" in said
        assert {name: tree(tmp_path / "output" / "small")[name] for name in whole} == whole
        with pikepdf.open(tmp_path / "output" / "small" / "update" / "small-update.pdf") as pdf:
            assert len(pdf.pages) == 4, "the list and its back, the pieces and theirs"
        after = ("--since", "output/small/update")
        assert build(tmp_path, *after) == "Small game: the old edition has all of it; nothing written\n"
        change(tmp_path, "name: north", "name: nord")
        assert "  changed: tiles-01\n" in build(tmp_path, *after)

    def test_a_build_of_all_is_the_one_to_compare_with_again(self, tmp_path: Path) -> None:
        small(tmp_path)
        build(tmp_path)
        change(tmp_path, "name: north", "name: nord")
        build(tmp_path)
        assert "nothing written" in build(tmp_path, *SINCE)

    def test_size_cut_and_pictures_count_ink_and_paper_do_not(self, tmp_path: Path) -> None:
        from PIL import Image

        small(tmp_path)
        change(
            tmp_path, "front: [{draw: rect, fill: red}]", "front: [{draw: image, image: dot.png, box: [2, 2, 9, 9]}]"
        )
        Image.new("RGB", (40, 40), "red").save(tmp_path / "dot.png")
        build(tmp_path)
        assert "nothing written" in build(tmp_path, *SINCE, "--ink", "low", "--paper", "letter", "--bleed", "0")
        Image.new("RGB", (40, 40), "blue").save(tmp_path / "dot.png")
        assert f"  changed: {', '.join(TOKENS)}\n" in build(tmp_path, *SINCE)
        change(tmp_path, "size: square-40", "size: square-40\n    corner: 3")
        assert f"  changed: tiles-01, {', '.join(SOUTH)}\n" in build(tmp_path, "--since", "output/small/update")

    def test_pieces_that_are_gone_are_named(self, tmp_path: Path) -> None:
        small(tmp_path)
        build(tmp_path)
        change(tmp_path, "count: 5, list", "count: 4, list")
        assert build(tmp_path, *SINCE).splitlines()[1] == "  gone: token-05"

    def test_as_json(self, tmp_path: Path) -> None:
        small(tmp_path)
        build(tmp_path)
        change(tmp_path, "name: north", "name: nord")
        facts = json.loads(build(tmp_path, *SINCE, "--json"))
        assert facts["changes"] == {"changed": ["tiles-01"], "new": [], "gone": []}
        assert facts["components"].keys() == {"tiles"}


def test_two_papers_in_one_run(tmp_path: Path) -> None:
    small(tmp_path)
    said = build(tmp_path, "--paper", "a4,letter")
    assert "Load 1 sheet of A4.\nPrint small-a4.pdf" in said
    assert "Load 1 sheet of Letter.\nPrint small-letter.pdf" in said
    facts = json.loads((tmp_path / "output" / "small" / "manifest.json").read_bytes())
    assert facts["papers"] == {
        "a4": {"paper_mm": [210, 297], "sheets": 1, "pages": 2, "stocks": {"card": [1, 2]}},
        "letter": {"paper_mm": [215.9, 279.4], "sheets": 1, "pages": 2, "stocks": {"card": [1, 2]}},
    }
    assert facts["components"]["tiles"]["distinct_faces"] == 3
    for name, size in (("a4", (595.276, 841.890)), ("letter", (612, 792))):
        with pikepdf.open(tmp_path / "output" / "small" / f"small-{name}.pdf") as pdf:
            assert [float(edge) for edge in pdf.pages[0].mediabox][2:] == pytest.approx(size, abs=0.01)


def test_fronts_and_backs_apart_are_the_pages_of_both(tmp_path: Path) -> None:
    small(tmp_path)
    build(tmp_path)
    said = build(tmp_path, "--split", "--out", "apart")
    assert "Print small-fronts.pdf at actual size (100 %), on one side.\nTurn the stack over its long edge," in said
    pages = {
        name: texts(tmp_path / file)
        for name, file in {
            "both": "output/small/small.pdf",
            "fronts": "apart/small/small-fronts.pdf",
            "backs": "apart/small/small-backs.pdf",
        }.items()
    }
    assert pages["both"][::2] == pages["fronts"]
    assert pages["both"][1::2] == pages["backs"]
    build(tmp_path, "--split", "--duplex", "none", "--out", "one-sided")
    assert sorted(tree(tmp_path / "one-sided" / "small")) == ["manifest.json", "small-fronts.pdf"]


def test_a_seed_where_nothing_is_dealt_is_told(tmp_path: Path) -> None:
    spec = tmp_path / "small.yaml"
    spec.write_text(SMALL[: SMALL.index("setup:")], encoding="utf-8")
    said = build(tmp_path, "--seed", 7)
    assert "Nothing is dealt in Small game: --seed 7 changes nothing." in said
    assert "setup sheets" not in said
    build(tmp_path, "--out", "plain")
    assert (tmp_path / "output/small/small.pdf").read_bytes() == (tmp_path / "plain/small/small.pdf").read_bytes()
