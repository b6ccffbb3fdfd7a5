"""Makes the bundled fonts of `generator/draw/fonts/files` from their sources: `make fonts`.

The sources are packages of the fonts' own releases, at the versions that the Makefile names. A font keeps the letters
of the languages it is meant for and what sets them well; instructions for coarse screens are left out. The same
versions give the same bytes.
"""

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

OUT = Path(__file__).parents[1] / "generator" / "draw" / "fonts"
FEATURES = ("kern", "liga", "clig", "calt", "locl", "ccmp", "mark", "mkmk", "smcp", "c2sc", "case")
FIGURES = ("lnum", "onum", "tnum", "pnum", "frac", "sups", "dlig")
LETTERS = (
    (0x20, 0x7E), (0xA0, 0x17F),  # Latin of western and middle Europe
    (0x180, 0x24F), (0x2B0, 0x2FF), (0x300, 0x333), (0x1E80, 0x1E9E),  # the rest of it, and marks
    (0x1EA0, 0x1EF9),  # Vietnamese
    (0x370, 0x3FF),  # Greek of today
    (0x400, 0x45F), (0x48A, 0x4FF),  # Cyrillic
    (0x2010, 0x206F), (0x2070, 0x209C), (0x20A0, 0x20BF), (0x2100, 0x218B),  # marks, figures, money, fractions
    (0x2190, 0x22FF), (0x25A0, 0x27BF), (0x2800, 0x2800), (0xFB00, 0xFB06),  # arrows, signs, joined letters
)  # fmt: skip


class Source(NamedTuple):
    """A bundled font: the package and the file it is made from, its weight where the file has every weight, and the
    features it keeps."""

    package: str
    file: str
    weight: int | None = None
    features: tuple[str, ...] = (*FEATURES, *FIGURES)


FONTS = {
    "AlegreyaSans-Regular": Source("alegreya_sans", "AlegreyaSans-Regular"),
    "AlegreyaSans-Bold": Source("alegreya_sans", "AlegreyaSans-Bold"),
    "AlegreyaSans-Italic": Source("alegreya_sans", "AlegreyaSans-Italic"),
    "Cinzel-Regular": Source("cinzel", "Cinzel[wght]", 500),
    "Cinzel-Bold": Source("cinzel", "Cinzel[wght]", 800),
    "EBGaramond-Regular": Source("eb_garamond", "EBGaramond[wght]", 500, FEATURES),  # what Cinzel has no letters for
    "EBGaramond-Bold": Source("eb_garamond", "EBGaramond[wght]", 800, FEATURES),
}


def made(source: Source) -> TTFont:
    """A source with what the bundled font is to have of it."""
    folder = Path(str(import_module(f"fontpkg_{source.package}").__file__)).parent / "files"
    font = TTFont(folder / f"{source.file}.ttf", recalcTimestamp=False)
    if source.weight is not None:
        font = instantiateVariableFont(font, {"wght": source.weight})
    figures_of_capitals(font)
    options = Options(hinting=False, layout_features=list(source.features), name_IDs=[*range(7), 13, 14, 16, 17])
    options.drop_tables += ["DSIG", "gasp", "STAT", "MVAR"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in LETTERS for code in range(first, last + 1)])
    subsetter.subset(font)
    return font


def figures_of_capitals(font: TTFont) -> None:
    """Figures as high as capitals, where the font itself would have them rise and fall: a card's are read alone."""
    lining: dict[str, str] = {}
    substitutions = font["GSUB"].table
    for record in substitutions.FeatureList.FeatureRecord:
        if record.FeatureTag == "lnum":
            for number in record.Feature.LookupListIndex:
                for table in substitutions.LookupList.Lookup[number].SubTable:
                    lining |= getattr(table, "ExtSubTable", table).mapping
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap |= {code: lining.get(table.cmap[code], table.cmap[code]) for code in range(0x30, 0x3A)}


def main() -> None:
    for name, source in FONTS.items():
        file = OUT / f"{name}.ttf"
        with made(source) as font:
            font.save(file)
            print(f"{file.name}: {file.stat().st_size:,} bytes, {len(font.getBestCmap())} letters, "
                  f"{font['maxp'].numGlyphs} glyphs")  # fmt: skip


if __name__ == "__main__":
    main()
