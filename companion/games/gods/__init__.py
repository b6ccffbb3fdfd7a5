"""Atlantis: Island of Gods, a game by Krzysztof Wolicki, by the contract of `companion.contract.rules`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

CONTRACT = "companion.games.gods"
COMMANDS: Mapping[str, str] = MappingProxyType({})
