"""What `make release` looks at before anything is published, and what `make compat` installs."""

import zipfile
from pathlib import Path

import compat
import release
from cases import cases

ROOT = Path(__file__).parent.parent


@cases
def test_whatever_a_release_lacks_is_told_at_once(version: str, when: str, tags: list[str], lacks: list[str]) -> None:
    log = f"# Changelog\n\n## 0.3.0, {when}\n\n## 0.2.0, November 2026\n" if when else ""
    assert release.ready(version, log, tags) == lacks


def wheel(folder: Path, *names: str, size: int = 10) -> Path:
    file = folder / "tideline_press-0.3.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, "x" * size)
    return file


def test_a_wheel_has_our_packages_and_licences_and_nothing_else(tmp_path: Path) -> None:
    texts = [f"tideline_press-0.3.0.dist-info/licenses/{text}" for text in release.TEXTS]
    assert release.carried(wheel(tmp_path, "generator/cli/main.py", "tideline_press.py", *texts)) == []
    licence, stray, large = release.carried(
        wheel(tmp_path, "tests/conftest.py", *texts[1:], size=release.MOST_BYTES + 1)
    )
    assert licence.endswith("lacks the licence LICENSE")
    assert stray.endswith("tests/conftest.py is no part of it")
    assert large.endswith("bytes; expected at most 3,000,000")


def test_every_requirement_of_the_project_has_its_lowest_version() -> None:
    project, pinned = (ROOT / "pyproject.toml").read_text(), (ROOT / "constraints.txt").read_text()
    names = [compat.canonical(line.partition("==")[0]) for line in compat.lowest(project, pinned).splitlines()]
    assert len(set(names)) == len(names)
    assert set(compat.lower_bounds(project)) <= set(names)
