"""One way to run for every test: hypothesis without deadlines, since a busy machine is no fault of what is tested, a
user's folder of the tests' own, so that none of them touches the games or the printers of whoever runs them, and the
long ones first."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import chromium  # noqa: F401 - one for all pages: two cannot be driven in one process
from hypothesis import settings

settings.register_profile("tideline", deadline=None)
settings.load_profile("tideline")

_home = tempfile.TemporaryDirectory(prefix="tideline-tests-")  # for as long as the tests run
os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = _home.name


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long ones first, so that at the end no process waits for another's last."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(autouse=True)
def same_environment() -> Iterator[None]:
    """What a test leaves in the environment no other one has: Dask sets how its workers' interpreters start."""
    before = dict(os.environ)
    yield
    for name in os.environ.keys() - before.keys() - {"PYTEST_CURRENT_TEST"}:
        del os.environ[name]
    os.environ.update(before)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 128 KiB, which `remount` can make read-only. Needs root, and a system that lets root mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    try:
        mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(disk)]
        mounted = subprocess.run(mount, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("no mount command")
    if mounted.returncode:
        pytest.skip(f"cannot mount a small disk: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)
