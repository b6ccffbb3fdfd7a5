"""This project's version, for `--version` and the package's metadata."""

VERSION = "0.2.0"
