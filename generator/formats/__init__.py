"""Writes scenes and pages to files, a module for each format; formats decide nothing about the content."""
