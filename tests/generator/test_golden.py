"""Atlantis's pages as pictures that a person has looked at: golden.py says how they are renewed."""

import pytest
from cases import data
from command import generator
from golden import looks_as_it_did, page_of
from PIL import Image

# bookmark of the page's component, and how many pages after it
PAGES = data(__file__)["PAGES"]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Image.Image]]:
    """Each named page, plain and with fiducials."""
    found: dict[str, dict[str, Image.Image]] = {}
    for kind, options in (("plain", ()), ("fiducials", ("--option", "fiducials"))):
        out = tmp_path_factory.mktemp(kind)
        words = ("build", "atlantis", "--out", str(out), "--format", "pdf", "--seed", "42", "--players", "3", *options)
        ran = generator(*words, cwd=out)
        assert ran.status == 0, ran.err
        file = out / "atlantis" / "atlantis.pdf"
        found[kind] = {name: page_of(file, title, after) for name, (title, after) in PAGES.items()}
    return found


@pytest.mark.parametrize("name", PAGES)
def test_a_page_looks_as_it_did(name: str, pictures: dict[str, dict[str, Image.Image]]) -> None:
    looks_as_it_did(pictures["plain"][name], name)


@pytest.mark.parametrize("name", ["tiles-front", "ends", "figures"])
def test_a_page_with_camera_marks_looks_as_it_did(name: str, pictures: dict[str, dict[str, Image.Image]]) -> None:
    looks_as_it_did(pictures["fiducials"][name], f"{name}-fiducials")
