"""A PDF's text, a page at a time, as a reader copies it out; words apart by one space."""

from pathlib import Path

import pypdfium2


def texts(file: Path) -> list[str]:
    with pypdfium2.PdfDocument(file) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]
