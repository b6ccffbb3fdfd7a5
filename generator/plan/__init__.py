"""A build decided: which pieces, which paper, which files, in which order."""
