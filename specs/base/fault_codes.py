"""The kinds of mistakes: what a `Fault` is of, as a word that programs can rely on.

docs/making/faults.py has a line and an example of each, and writes docs/reference/faults.md.
"""

from __future__ import annotations

from typing import Literal

Code = Literal[
    # files
    "missing-file",
    "outside-folder",
    "unreadable-file",
    "wrong-encoding",
    "wrong-file",
    "not-yaml",
    "not-csv",
    "name-taken",
    # values
    "wrong-type",
    "wrong-value",
    "out-of-range",
    "unknown-key",
    "missing-key",
    "conflict",
    "not-applicable",
    "duplicate",
    "empty",
    "endless",
    "over-limit",
    "more-faults",
    # names
    "unknown-colour",
    "unknown-component",
    "unknown-field",
    "unknown-font",
    "unknown-icon",
    "unknown-name",
    "unknown-option",
    "unknown-piece",
    "unknown-style",
    "unknown-table",
    "unknown-template",
    # what is made of them
    "wrong-expression",
    "wrong-map",
    "wrong-count",
    "wrong-outline",
    "wrong-gradient",
    "beyond-bleed",
    "text-overflow",
    "missing-letter",
    "unsupported-artwork",
    "unsupported-markup",
    "other-edition",
    # what prints badly
    "thin-line",
    "small-letters",
    "low-resolution",
    "text-near-cut",
    "picture-near-cut",
    "large-print",
    "fixed-colours",
    "faces-alike",
    "colours-alike",
    "too-much-ink",
    "narrow-margin",
    # other languages
    "missing-words",
    "stale-words",
    "unused-words",
    # the machine
    "unavailable",
]
