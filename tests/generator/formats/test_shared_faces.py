"""Which faces a PDF holds once and refers to, and which it draws where they lie."""

from pathlib import Path

from cases import cases, data
from command import generator

SPEC = data(__file__)["SPEC"]


@cases
def test_a_deck_of_distinct_faces_has_a_form_for_its_back_alone(
    count: int, options: tuple[str, ...], forms: int, tmp_path: Path
) -> None:
    (tmp_path / "deck.yaml").write_text(SPEC.format(count=count))
    done = generator("build", "deck.yaml", "--format", "pdf", *options, cwd=tmp_path)
    assert done.status == 0, done.err
    (file,) = (tmp_path / "output").rglob("*.pdf")
    assert file.read_bytes().count(b"/Subtype /Form") == forms
