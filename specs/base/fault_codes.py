"""The kinds of mistakes: what a `Fault` is of, as a word that programs can rely on.

docs/making/faults.yaml has a line and an example of each, which make a page of the site.
"""

from __future__ import annotations

from typing import Literal

Code = Literal[
    "missing-file", "outside-folder", "unreadable-file", "wrong-encoding", "wrong-file", "not-yaml", "not-csv",
    "name-taken", "wrong-type", "wrong-value", "out-of-range", "unknown-key", "missing-key", "conflict",
    "not-applicable", "duplicate", "empty", "endless", "over-limit", "more-faults", "unknown-colour",
    "unknown-component", "unknown-field", "unknown-font", "unknown-icon", "unknown-name", "unknown-option",
    "unknown-piece", "unknown-style", "unknown-table", "unknown-template", "wrong-expression", "wrong-map",
    "wrong-count", "wrong-outline", "wrong-gradient", "beyond-bleed", "text-overflow", "missing-letter",
    "unsupported-artwork", "unsupported-markup", "other-edition", "thin-line", "small-letters", "low-resolution",
    "text-near-cut", "picture-near-cut", "large-print", "fixed-colours", "faces-alike", "colours-alike",
    "too-much-ink", "narrow-margin", "missing-words", "stale-words", "unused-words", "unavailable",
]  # fmt: skip
