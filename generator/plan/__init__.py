"""Plans a build: which pieces, which paper, which files, in which order."""
