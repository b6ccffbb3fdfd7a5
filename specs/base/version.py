"""Which version of the project this is: for `--version` and the facts of the package."""

VERSION = "0.2.0"
