"""One way to run for every test: hypothesis without deadlines, since a busy machine is no fault of what is tested, and
a user's folder of the tests' own, so that none of them touches the games or the printers of whoever runs them."""

from __future__ import annotations

import os
import tempfile

from hypothesis import settings

settings.register_profile("tideline", deadline=None)
settings.load_profile("tideline")

_home = tempfile.TemporaryDirectory(prefix="tideline-tests-")  # for as long as the tests run
os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = _home.name
