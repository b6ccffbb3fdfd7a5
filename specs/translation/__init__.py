"""A spec in other languages: words from `words/LANG.yaml`, what is missing, and how the files are kept up to date."""
