"""Checks of a spec: names, pages, setup, table."""
