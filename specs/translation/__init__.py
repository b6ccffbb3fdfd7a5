"""A spec in other languages: its words from `words/LANG.yaml`, which of them are missing, and how they are kept."""
