"""Some of a game, and two editions of it: which pieces are chosen, what is told of differences, what an update prints,
the mark on each piece."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from cases import cases, data, put
from command import PROJECT, small
from copied import texts
from drawn import document_of, faces_of
from PIL import Image, ImageDraw

from generator import build, load
from generator.building.build import Built
from generator.building.editions import Changes, Edition, changes, differences, editions
from generator.draw.geometry import geometry as geo
from generator.faces.faces import Faces
from generator.faces.outline import EditionMark, trim
from generator.plan.options import Options
from generator.plan.settings import chosen
from specs.base.errors import SpecError
from specs.load import bundled

SOUTH, TOKENS = [f"tiles-02-0{n}" for n in (1, 2, 3)], [f"token-0{n}" for n in range(1, 6)]


def ids(folder: Path, *components: str, **choice: Any) -> list[str]:
    pieces = chosen(load(small(folder)), components or ("tiles", "tokens"), Options(**choice))
    assert all(pieces.values())
    return [piece.id for each in pieces.values() for piece in each]


def test_nothing_asked_for_is_everything(tmp_path: Path) -> None:
    assert ids(tmp_path) == ["tiles-01", *SOUTH, *TOKENS]


def test_ids_and_patterns_in_the_order_of_the_spec(tmp_path: Path) -> None:
    assert ids(tmp_path, pieces=("token-0[45]", "tiles-02-02")) == ["tiles-02-02", "token-04", "token-05"]


def test_a_condition_on_a_field_leaves_out_pieces_without_it(tmp_path: Path) -> None:
    assert ids(tmp_path, where="name == 'south'") == SOUTH
    assert ids(tmp_path, where="component == 'tokens' and n > 3") == TOKENS[3:]


def test_so_many_of_each_row_fewer_or_more_than_there_are(tmp_path: Path) -> None:
    assert ids(tmp_path, count=2) == ["tiles-01", "tiles-01", *SOUTH[:2], *TOKENS[:2]]
    assert ids(tmp_path, "tiles", where="name == 'south'", count=4) == [*SOUTH, SOUTH[0]]


def test_a_text_is_printed_as_often_as_each_piece(tmp_path: Path) -> None:
    lamps = PROJECT / "docs" / "examples" / "gallery" / "lamps.yaml"
    once, thrice = (build(lamps, tmp_path / str(n), formats="svg", only="rules", count=n, plan=False) for n in (1, 3))
    assert [sum(name.startswith("sheets/") for name in made.files) for made in (once, thrice)] == [1, 3]


@cases
def test_what_no_piece_is_or_has(choice: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as error:
        ids(tmp_path, **choice)
    assert said in str(error.value)


def test_size_cut_and_pictures_count_ink_and_paper_do_not(tmp_path: Path) -> None:
    spec = small(tmp_path)

    def since(edition: str, **options: Any) -> Built:
        return build(spec, tmp_path, formats="pdf", since=str(tmp_path / "small" / edition), **options)

    text = spec.read_text().replace("[{draw: rect, fill: red}]", "[{draw: image, image: dot.png, box: [2, 2, 9, 9]}]")
    spec.write_text(text)
    Image.new("RGB", (40, 40), "red").save(tmp_path / "dot.png")
    build(spec, tmp_path, formats="pdf")
    assert since("", ink="low", paper="letter", bleed=0).changes == Changes((), (), ())
    Image.new("RGB", (40, 40), "blue").save(tmp_path / "dot.png")
    assert since("").changes == Changes(tuple(TOKENS), (), ())
    spec.write_text(text.replace("size: square-40", "size: square-40\n    radius: 3"))
    assert since("update").changes == Changes(("tiles-01", *SOUTH), (), ())


# ---- editions --------------------------------------------------------------------------------------


@pytest.fixture
def decks(tmp_path: Path) -> tuple[Path, Path]:
    """The example deck, and its second edition: a card's word and another's picture changed, one new, one gone."""
    for name in ("old", "new"):
        shutil.copytree(PROJECT / "docs/examples/deck", tmp_path / name)
    rows, spec = tmp_path / "new/deck.csv", tmp_path / "new/deck.yaml"
    changed = rows.read_text().replace("spade-2,2,", "spade-2,Two,").replace("spade-4,4,spade,ink\n", "")
    rows.write_text(changed + "crown,K+,spade,sea\n")
    text = spec.read_text().replace("title: Harbour deck", "title: Harbour deck\nedition: 2")
    spec.write_text(text.replace("size: 34,", "size: 34, when: \"id != 'spade-3'\","))
    return tmp_path / "old/deck.yaml", spec


def told(pair: tuple[Edition, Edition]) -> list[tuple[str, tuple[str, ...], str]]:
    return [(each.kind, each.pieces, each.words) for each in differences(*pair)]


def test_what_changed_is_new_and_is_gone_is_told_with_its_words(decks: tuple[Path, Path]) -> None:
    old, new = map(str, decks)
    assert told(editions(old, new)) == [
        ("changed", ("spade-2",), "“2” → “Two”"),
        ("changed", ("spade-3",), ""),
        ("new", ("crown",), ""),
        ("gone", ("spade-4",), ""),
    ]
    back = {kind: pieces for kind, pieces, _ in told(editions(new, old))}
    assert (back["new"], back["gone"]) == (("spade-4",), ("crown",))


def test_a_build_is_held_against_a_spec_with_the_options_it_had(decks: tuple[Path, Path], tmp_path: Path) -> None:
    old, new = map(str, decks)
    build(old, tmp_path / "whole", formats="pdf", count=2)
    folder = str(tmp_path / "whole/harbour-deck/parts/chosen")
    assert told(editions(folder, old)) == []
    found = [kind for kind, _, _ in told(editions(folder + "/manifest.json", new))]
    assert found == ["changed", "changed", "new", "gone"]


def test_an_update_prints_what_is_new_and_says_what_to_take_out(decks: tuple[Path, Path], tmp_path: Path) -> None:
    old, new = map(str, decks)
    done = build(new, tmp_path, formats="pdf", since=old, edition_mark=True)
    assert (done.folder, done.manifest.edition) == (tmp_path / "harbour-deck/update", "2")
    assert {name: part.count for name, part in done.manifest.components.items()} == {"cards": 3}
    assert len(done.manifest.faces) == 54
    first = texts(done.folder / "harbour-deck-update.pdf")[0]
    words = ("From edition", "take out", "spade-4", "put in", "crown", "“2” → “Two”")
    assert [each for each in words if each not in first] == []


BOX = data(__file__)["BOX"]
TILE = "  NAME: {title: NAME, size: poker, rows: [ROWS], front: [{draw: text, text: T, box: [5, 5, 50, 9]}]}\n"


def box(file: Path, **tiles: str) -> str:
    """A game of some components, by the ids of their pieces, written to a file."""
    rows = {name: ", ".join(f"{{id: {each}}}" for each in ids.split()) for name, ids in tiles.items()}
    file.write_text(BOX + "".join(TILE.replace("NAME", name).replace("ROWS", each) for name, each in rows.items()))
    return str(file)


FULL = "ww" + 77 * " w"  # with its marks and its sign as much as is told


@pytest.mark.parametrize(
    ("more", "words"), [("of all", "“of all” {}"), (FULL, f"“{FULL}” {{}}"), (f"{FULL} x", f"“{FULL} x”…")]
)
def test_words_that_come_or_go_are_told_as_far_as_there_is_room(more: str, words: str, tmp_path: Path) -> None:
    text = Path(box(tmp_path / "box.yaml", cards="a")).read_text()
    texts = [text.replace("text: T", f"size: 1.5, wrap: true, text: T {said}") for said in ("", more)]
    one, other = (str(put(tmp_path / f"{n}.yaml", each)) for n, each in enumerate(texts))
    for pair, sign in (((one, other), "+"), ((other, one), "−")):
        assert [said for _, _, said in told(editions(*pair))] == [words.format(sign)]


@pytest.mark.parametrize("part", [{"only": "cards"}, {"pieces": "a"}, {"where": "id == 'a'"}, {"count": 1}])
def test_an_update_of_a_part_leaves_the_rest_in_the_box(part: dict[str, object], tmp_path: Path) -> None:
    old = box(tmp_path / "old.yaml", cards="a b", chips="c d")
    new = box(tmp_path / "new.yaml", cards="a b", chips="c")
    build(old, tmp_path, formats="svg")
    for since in (old, str(tmp_path / "box")):
        gone = () if "only" in part and since == old else ("d",)  # a build does not say of which component a piece was
        assert build(new, tmp_path / "new", formats="svg", since=since, **part).changes == Changes((), (), gone)


def test_a_build_is_held_against_a_spec_that_lacks_its_components_or_has_more(tmp_path: Path) -> None:
    old = box(tmp_path / "old.yaml", cards="a b", chips="c")
    new = box(tmp_path / "new.yaml", cards="a", dice="e")
    build(old, tmp_path, formats="svg")
    whole = str(tmp_path / "box")
    assert changes(*(each.prints for each in editions(whole, new))) == Changes((), ("e",), ("b", "c"))
    build(old, tmp_path, formats="svg", only="chips")
    assert [ids for _, ids, _ in told(editions(whole + "/parts/chips", new))] == [("c",)]
    build(new, tmp_path, formats="svg", since=old)
    assert told(editions(whole + "/update", new)) == []


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"faces": 3}', '{"faces": {}, "options": {}}', "[" * 9999])
def test_what_is_no_build_is_a_fault_in_a_line(content: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(SpecError) as found:
        editions(str(tmp_path), "atlantis")
    assert str(found.value).count("\n") == 0


GALLERY = [f"docs/examples/gallery/{name}.yaml" for name in ("chits", "hexes", "tokens", "standees")]


@pytest.mark.parametrize("game", [*bundled(), *GALLERY])
def test_the_mark_lies_within_what_each_piece_is_cut_along(game: str) -> None:
    """The outline painted by another program, and the mark's plate looked for in it."""
    document = load(PROJECT / game) if "/" in game else document_of(game)
    faces, mark, marked = Faces(document) if "/" in game else faces_of(game), EditionMark("2"), 0
    for name, component in document.spec.components.items():
        if component.pages is not None or component.when is not None:
            continue
        size, cut = component.size_mm, trim(document, name)
        scene = faces.front(document.pieces[name][0])
        found = mark.on(scene, size, cut)
        if len(found.nodes) == len(scene.nodes):
            assert min(size) < 20, name
            continue
        marked += 1
        group = found.nodes[-1]
        plate = group.children[0]
        box = geo.bounds(plate.segments)
        picture = Image.new("1", (int(size[0] * 20) + 1, int(size[1] * 20) + 1))
        for line in geo.flatten(cut):
            ImageDraw.Draw(picture).polygon([(x * 20, y * 20) for x, y in line], fill=1)
        corners = [(x, y) for x in (box[0], box[0] + box[2]) for y in (box[1], box[1] + box[3])]
        assert all(picture.getpixel((x * 20, y * 20)) for x, y in corners), name
        assert mark.on(scene, size, cut) is found or not scene.reusable
    assert marked
