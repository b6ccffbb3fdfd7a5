"""What `make release` looks at before anything is published."""

import zipfile
from pathlib import Path

import covered
import release

LOG = "# Changelog\n\n## 0.3.0, May 2027\n\n## 0.2.0, November 2026\n"


def test_a_version_with_its_entry_and_its_tag_is_ready() -> None:
    assert release.ready("0.3.0", LOG, ["v0.3.0"]) == []
    assert release.ready("0.3.0", LOG, []) == []


def test_whatever_is_lacking_is_told_at_once() -> None:
    assert release.ready("0.4.0", LOG, ["v0.3.0"]) == [
        "CHANGELOG.md begins with 0.3.0, May 2027, not with 0.4.0",
        "the commit is tagged v0.3.0, not v0.4.0",
    ]
    unreleased = LOG.replace("May 2027", "not yet released")
    assert release.ready("0.3.0", unreleased, []) == ["CHANGELOG.md says of 0.3.0 when it was released: not yet"]
    assert release.ready("0.3.0", "", []) == ["CHANGELOG.md begins with no entry, not with 0.3.0"]


def wheel(folder: Path, *names: str, size: int = 10) -> Path:
    file = folder / "tideline_press-0.3.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, "x" * size)
    return file


def test_a_wheel_has_our_packages_and_licences_and_nothing_else(tmp_path: Path) -> None:
    texts = [f"tideline_press-0.3.0.dist-info/licenses/{text}" for text in release.TEXTS]
    assert release.carried(wheel(tmp_path, "generator/cli/main.py", "tideline_press.py", *texts)) == []
    found = release.carried(wheel(tmp_path, "tests/conftest.py", *texts[1:], size=release.MOST_BYTES + 1))
    assert [line.partition(": ")[2].split(";")[0].split(" bytes")[0] for line in found][:2] == [
        "lacks the licence LICENSE",
        "tests/conftest.py is no part of it",
    ]
    assert found[2].endswith("bytes; expected at most 3,000,000")


def test_what_tests_reach_is_counted_by_room() -> None:
    lines, branches = {"num_statements": 4, "covered_lines": 3}, {"num_branches": 2, "covered_branches": 1}
    one = {"summary": lines | branches}
    files = dict.fromkeys(("specs/load.py", "specs/base/errors.py", "companion/games/gods/rules.py"), one)
    assert covered.table(covered.by_room({**files, "companion/games/gods/score.py": one})).splitlines()[2:] == [
        "| companion/games | 8 | 75.0 % | 4 | 50.0 % |",
        "| specs | 4 | 75.0 % | 2 | 50.0 % |",
        "| specs/base | 4 | 75.0 % | 2 | 50.0 % |",
        "| all | 16 | 75.0 % | 8 | 50.0 % |",
    ]
