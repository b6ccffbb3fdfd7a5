"""Atlantis: Island of Gods, a game by Krzysztof Wolicki: its modules keep the facets of `companion.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

COMMANDS: Mapping[str, str] = MappingProxyType({})

if TYPE_CHECKING:
    from companion import contract
    from companion.games.gods import advice, bots, choices, hands, notation, picture, rules, score, setup, view
    from companion.games.gods.state import Move, State

    _rules: contract.Rules[State, Move] = rules
    _notation: contract.Notation[State, Move] = notation
    _setup: contract.SetupFacet[State] = setup
    _score: contract.Score[State, Move] = score
    _view: contract.View[State, Move] = view
    _advice: contract.Advice[State, Move] = advice
    _hands: contract.Hands[State] = hands
    _choices: contract.Choices[State] = choices
    _picture: contract.Picture[State] = picture
    _bots: contract.Bots[State, Move] = bots
