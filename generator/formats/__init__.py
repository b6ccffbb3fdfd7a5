"""Scenes and pages to files, a module a format: each takes the few shapes there are, and decides nothing."""
