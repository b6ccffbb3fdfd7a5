"""A PDF can be read out: what each part of a page is, in which order, and what a picture says."""

import re
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from cases import data, put
from foreign import run

from generator import build

PAINTS = {"f", "f*", "B", "B*", "S", "sh", "Do", "TJ", "Tj", "EI"}

SPEC = data(__file__)["SPEC"]
RULES = data(__file__)["RULES"] + "\n\n".join(
    f"## Chapter {n}\n\n{'Many words make long paragraphs. ' * 40}" for n in range(1, 5)
)


def printed(folder: Path, impose: str = "margin: 12", **options: object) -> Path:
    (folder / "rules.md").write_text(RULES, encoding="utf-8")
    done = build(put(folder / "told.yaml", SPEC.replace("IMPOSE", impose)), folder / "out", formats="pdf", **options)
    return done.folder / f"{done.stem}.pdf"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(printed(tmp_path_factory.mktemp("told"), seed=3, players=2)) as pdf:
        yield pdf


def kids(part: pikepdf.Object) -> Iterator[pikepdf.Object]:
    yield from part.get("/K", [])


def parts(part: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """A part of the tree, and all below it."""
    yield part
    for kid in kids(part):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            assert kid.P.objgen == part.objgen
            yield from parts(kid)


def root(pdf: pikepdf.Pdf) -> pikepdf.Object:
    (found,) = (
        pdf.Root.StructTreeRoot.K
        if isinstance(pdf.Root.StructTreeRoot.K, pikepdf.Array)
        else [pdf.Root.StructTreeRoot.K]
    )
    return found


def outline(part: pikepdf.Object, deep: int = 99) -> object:
    """A part as its role, or its role and what is below it."""
    below = [outline(kid, deep - 1) for kid in kids(part) if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]
    name = str(part.S)[1:]
    return (name, below) if below and deep else name


def section(pdf: pikepdf.Pdf, title: str) -> pikepdf.Object:
    return next(part for part in parts(root(pdf)) if str(part.get("/T", "")) == title)


def alts(part: pikepdf.Object) -> list[str]:
    return [str(each.Alt) for each in parts(part) if each.S == "/Figure"]


def sound(pdf: pikepdf.Pdf) -> None:
    """What is marked on a page stands once in the tree, what is in the tree is marked, and all that is painted is one
    or the other: content, or told to be none."""
    every = list(parts(root(pdf)))
    assert len({part.objgen for part in every}) == len(every)
    claimed = set()
    for part in every:
        for kid in kids(part):
            if not isinstance(kid, pikepdf.Dictionary):
                claimed.add((part.Pg.objgen, int(kid), part.objgen))
            elif "/MCID" in kid:
                claimed.add((kid.Pg.objgen, int(kid.MCID), part.objgen))
    nums = [each for part in pdf.Root.StructTreeRoot.ParentTree.Kids for each in part.Nums]
    known = {int(nums[n]): nums[n + 1] for n in range(0, len(nums), 2)}
    seen = set()
    for page in pdf.pages:
        assert page.Tabs == "/S"
        owners = known.pop(int(page.StructParents))
        marked, open_, depth = 0, [], 0
        for operands, operator in pikepdf.parse_content_stream(page):
            match str(operator):
                case "BDC" | "BMC" as kind:
                    assert not open_, "nothing marked is in what is marked"
                    open_.append(depth)
                    if kind == "BDC":
                        assert int(operands[1].MCID) == marked
                        seen.add((page.obj.objgen, marked, owners[marked].objgen))
                        assert str(owners[marked].S) == str(operands[0])
                        marked += 1
                    else:
                        assert str(operands[0]) == "/Artifact"
                case "EMC":
                    assert open_.pop() == depth, "what is marked ends where it began"
                case "q":
                    depth += 1
                case "Q":
                    depth -= 1
                case paint if paint in PAINTS:
                    assert open_, f"{paint} of nothing"
        assert not open_
        assert marked == len(owners)
    assert not known
    assert seen == claimed
    assert all(str(part.Alt).strip() for part in every if part.S == "/Figure")


def test_what_is_printed_is_read_once_or_told_to_be_nothing(told: pikepdf.Pdf) -> None:
    sound(told)


def test_a_reader_is_told_the_title_and_the_language(told: pikepdf.Pdf) -> None:
    assert told.Root.MarkInfo.Marked
    assert str(told.Root.Lang) == "de-AT"
    assert told.Root.ViewerPreferences.DisplayDocTitle
    with told.open_metadata() as metadata:
        assert metadata["dc:title"] == "Told"


def test_every_component_is_a_section_and_every_piece_a_figure_that_says_what_is_on_it(told: pikepdf.Pdf) -> None:
    titles = [str(part.T) for part in kids(root(told))]
    assert titles[0] == "Erster Bogen"
    assert set(titles) > {"Cards", "Board", "People", "Rules"}
    assert sorted(alts(section(told, "Cards"))) == ["Ann (1), sun"] * 2 + ["Cards"] * 3 + ["Ω\\o/, sun"]
    assert alts(section(told, "People")) == ["person"]


def test_a_board_on_several_sheets_is_one_figure(told: pikepdf.Pdf) -> None:
    figures = [part for part in kids(section(told, "Board")) if part.S == "/Figure"]
    assert [str(figure.Alt) for figure in figures] == ["wave"]
    assert len(figures[0].K) > 1


def test_a_slip_says_whose_it_is_and_what_to_take(told: pikepdf.Pdf) -> None:
    said = [alt for alt in alts(root(told)) if alt.startswith("Platz 1")]
    assert any(re.match(r"Platz 1: 1 Karte: .*Nimm diese", alt) for alt in said)


def test_pages_of_text_are_headings_paragraphs_lists_and_tables(told: pikepdf.Pdf) -> None:
    rules = outline(section(told, "Rules"))
    item = ("LI", ["Lbl", ("LBody", ["P"])])
    assert rules[1][:9] == [
        "H1",
        ("TOC", ["TOCI"] * 5),
        "H2",  # of the third level in the file: no level is left out
        ("P", ["Figure"]),
        ("L", [item, ("LI", ["Lbl", ("LBody", ["P", ("L", [item])])])]),
        ("L", [item]),
        ("Table", [("TR", ["TH", "TH"]), ("TR", ["TD", "TD"])]),
        ("Div", ["P", "Figure"]),
        "Figure",
    ]


def read_out(file: Path) -> str:
    """All words in the order of the tree, as another program reads them."""
    return run("pdfinfo", "-struct-text", file)


def test_text_read_out_has_spaces_between_its_lines_and_fonts(tmp_path: Path) -> None:
    told = read_out(printed(tmp_path, only="rules", plan=False))
    assert "of the cards, or sun." in told
    assert "words make long paragraphs. Many" in told
    assert "longparagraphs" not in told
    assert "  " not in told.partition("Take one")[2].partition('"')[0]


@pytest.mark.parametrize("impose", ["lay: booklet", "lay: 4-up"])
def test_pages_that_share_a_sheet_are_read_in_the_order_of_their_text(tmp_path: Path, impose: str) -> None:
    file = printed(tmp_path, impose, only="rules", plan=False)
    with pikepdf.open(file) as pdf:
        sound(pdf)
    assert re.findall(r"H2[^\n]*\n +\"Chapter (\d)", read_out(file)) == ["1", "2", "3", "4"]
