"""One way to run for every test: hypothesis without deadlines, since a busy machine is no fault of what is tested, a
user's folder of the tests' own, so that none of them touches the games or the printers of whoever runs them, and two
tiers: what is marked `deep`, or opens a browser, is run by `make deep`, the rest by `make test`."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import chromium  # noqa: F401 - one for all pages: two cannot be driven in one process
from hypothesis import settings
from often import EXAMPLES, TIER

settings.register_profile(TIER, deadline=None, max_examples=EXAMPLES)
settings.load_profile(TIER)

MEMORY = Path("/dev/shm")  # a store waits for the disk after each turn, as it should; in memory that takes no time
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 4_000_000_000:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

_home = tempfile.TemporaryDirectory(prefix="tideline-tests-")  # for as long as the tests run
os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = _home.name


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark tests that open a browser as deep, before pytest selects by markers. A browser may be late once on a busy
    machine, so such a test runs again if it fails, and pytest lists the tests that did. The site's tests, which take
    longest, begin first: all other processes would wait for them at the end."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("deep")
            item.add_marker(pytest.mark.flaky(reruns=1))
    yield
    items.sort(key=lambda item: item.path.parent.name != "web")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Of a path that has tests of the other tier alone it is told how they are run."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and terminalreporter.stats.get("deselected"):
        terminalreporter.write_line("Nothing of this tier is here; the other is run by `make test` or `make deep`.")


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
