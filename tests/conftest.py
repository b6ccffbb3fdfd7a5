"""One way to run for every test: hypothesis without deadlines, since a busy machine is no fault of what is tested."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("tideline")
settings.load_profile("tideline")
