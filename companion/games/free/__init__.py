"""The free table: any spec, played by hand. It knows what is physically possible, and of the rules what `table:` says.

It is bound to a kit (`specs.expand.table_kit`): `binding` reads one, and every position holds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion import contract
    from companion.games.free import advice, binding, choices, rules, score, setup, view
    from companion.games.free.moves import Move
    from companion.games.free.state import State

    _binding: contract.Binding[State, Move] = binding
    _rules: contract.Rules[State, Move] = rules
    _setup: contract.SetupFacet[State] = setup
    _score: contract.Score[State, Move] = score
    _view: contract.View[State, Move] = view
    _advice: contract.Advice[State, Move] = advice
    _choices: contract.Choices[State] = choices
