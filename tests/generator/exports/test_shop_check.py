"""A game held against a print shop before anything is made for it, the list of shops, and the table in the docs."""

import json
import os
from pathlib import Path

import pytest
from cases import cases, data
from command import PROJECT, generator

from generator.exports.shop_files.description import figures
from generator.exports.shop_files.order import for_shop
from generator.plan.print_shops import shop as shops
from generator.plan.print_shops.shop import FIGURES, Shop, load
from specs.load import load as spec

PAGE = PROJECT / "docs" / "printing.md"
BEGIN, END = "<!-- shops -->\n", "<!-- /shops -->\n"
CLOSE = data(__file__)["CLOSE"]


@pytest.fixture
def close(tmp_path: Path) -> Path:
    file = tmp_path / "close.yaml"
    file.write_text(CLOSE, encoding="utf-8")
    return file


class TestCheck:
    def test_it_tells_of_sizes_bleed_and_text_too_near_with_their_lines(self, close: Path) -> None:
        warnings, remarks = for_shop(spec(close), "drivethru", None)
        assert [(fault.place.line, fault.expected) for fault in warnings] == [
            (7, "3.175 mm, as DriveThruCards asks"),
            (9, "3.175 mm; the edge is drawn once more beyond it"),
            (17, "a flat piece that DriveThruCards cuts"),
        ]
        assert warnings[0].found.startswith("text 'near' of cards ")
        assert remarks == [
            "cards.pdf: Cards, poker (63.5 × 88.9 mm): 1 piece on 1 page",
            "Cards: 1 side has an area of black, mixed as C60 M40 Y40 K100",
            "Cards: 1 side has what shines through, and becomes a picture",
        ]

    def test_text_on_a_round_piece_is_held_against_its_round_cut(self, close: Path) -> None:
        warnings, _ = for_shop(spec(close), "tgc", None)
        assert any("text 'round'" in fault.found for fault in for_shop(spec(close), "mbprint", None)[0])
        assert any("nearest circle shard (19.05 × 19.05 mm)" in fault.expected for fault in warnings)

    @pytest.mark.parametrize("shape", ["shape: hex-flat\n    size: 40", "size: [40, 40]\n    corner: 20"])
    def test_text_is_held_against_a_slanted_cut_and_a_rounded_corner(self, tmp_path: Path, shape: str) -> None:
        file = tmp_path / "odd.yaml"
        tile = f"{CLOSE[: CLOSE.index('  cards:')]}  tiles:\n    title: Tiles\n    {shape}\n    bleed: 4\n    safe: 0\n"
        file.write_text(
            f"{tile}    front: [{{draw: text, text: near, box: [6, 7, 14, 4], size: 3}}]\n", encoding="utf-8"
        )
        (found,) = (fault.found for fault in for_shop(spec(file), "mbprint", None)[0])
        assert found.startswith("text 'near' of tiles ")

    def test_it_tells_a_colour_that_takes_more_ink_than_the_shop_allows(self, close: Path, tmp_path: Path) -> None:
        file = tmp_path / "thin.yaml"
        thin = "title: Thin\nbleed: 0\nsafe: 0\nform: pdf\nstandard: x-4\ncondition: fogra39\nink: 150\n"
        file.write_text(thin, encoding="utf-8")
        warnings, _ = for_shop(spec(close), str(file), None)
        inky = [fault for fault in warnings if "ink" in fault.found]
        assert len(inky) == 1
        assert inky[0].found.startswith("#123456 on Cards, of 2")
        assert inky[0].expected == "at most 150 %; so much less of it is printed"

    def test_the_command_warns_or_refuses_and_its_json_has_both(self, close: Path, tmp_path: Path) -> None:
        done = generator("check", close, "--shop", "drivethru", "--json", cwd=tmp_path)
        assert done.status == 0
        told = [each["expected"] for each in json.loads(done.out)["warnings"]]
        assert "3.175 mm, as DriveThruCards asks" in told
        assert generator("check", close, "--shop", "drivethru", "--strict", cwd=tmp_path).status == 2
        alone = generator("check", close, "--profile", "x.icc", cwd=tmp_path)
        assert (alone.status, alone.err) == (2, "--profile: no --shop; expected a --shop whose press it is of\n")


class TestList:
    def test_it_tells_each_figure_with_its_source_or_that_it_is_unverified(self, tmp_path: Path) -> None:
        every = generator("shops", cwd=tmp_path).out
        assert "mpc         MakePlayingCards; unverified: sizes, bleed, safe, form, pixels" in every
        one = generator("shops", "drivethru", cwd=tmp_path).out
        assert "sizes      poker (63.5 × 88.9 mm): unverified" in one
        assert "ink        240 % at most: https://help.drivethrupartners.com/" in one
        told = json.loads(generator("shops", "--json", cwd=tmp_path).out)
        assert set(told) == set(shops.bundled())
        assert told["drivethru"]["unverified"] == ["sizes", "condition"]

    def test_a_build_for_a_shop_says_what_there_is_to_send(self, tmp_path: Path) -> None:
        deck = PROJECT / "docs" / "examples" / "deck" / "deck.yaml"
        done = generator("build", deck, "--shop", "drivethru", "--pieces", "spade-A", cwd=tmp_path)
        assert done.status == 0
        assert "cards.pdf: Cards, poker (63.5 × 88.9 mm): 1 piece on 2 pages" in done.out
        manifest = json.loads((tmp_path / "output/harbour-deck/shops/drivethru/manifest.json").read_text("utf-8"))
        assert manifest["papers"] == {}
        assert manifest["options"]["shop"] == "DriveThruCards"
        assert sorted(manifest["files"]) == ["README.txt", "cards.pdf", "list.csv"]

    @cases
    def test_what_is_for_a_printer_at_home_does_not_go_with_a_shop(
        self, tmp_path: Path, other: tuple[str, ...]
    ) -> None:
        done = generator("build", "atlantis", "--shop", "tgc", *other, cwd=tmp_path)
        assert done.status == 2
        assert f"{other[0]}: a --shop too; expected one of the two" in done.err


def table() -> str:
    """The table of the docs: a row a figure, a column a shop, each with the number of its source."""
    known = {name: load(name) for name in shops.bundled()}
    sources = list(dict.fromkeys((each.url, each.checked) for shop in known.values() for each in shop.sources))
    told = {name: {figure.name: figure for figure in figures(shop)} for name, shop in known.items()}

    def cell(name: str, row: str) -> str:
        figure = told[name].get(row)
        if figure is None:
            return ""
        at = figure.source and sources.index((figure.source.url, figure.source.checked)) + 1
        return f"{figure.value} [{at}]" if at else f"{figure.value}, *unverified*"

    rows = ["|  | " + " | ".join(f"`{name}`: {shop.title}" for name, shop in known.items()) + " |"]
    rows += ["|---" * (len(known) + 1) + "|"]
    rows += [f"| {row} | " + " | ".join(cell(name, row) for name in known) + " |" for row in FIGURES]
    return "\n".join([*rows, "", *(f"{n}. <{url}>, read on {day}" for n, (url, day) in enumerate(sources, 1))]) + "\n"


def test_the_table_in_the_docs_is_what_the_files_say() -> None:
    """TIDELINE_RENEW=1 writes it anew."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    shown, _, after = rest.partition(END)
    if os.environ.get("TIDELINE_RENEW"):
        PAGE.write_text(before + BEGIN + table() + END + after, encoding="utf-8", newline="\n")
    else:
        assert shown == table()


def test_every_figure_is_one_of_a_shops() -> None:
    assert set(FIGURES) <= set(Shop.__struct_fields__)
