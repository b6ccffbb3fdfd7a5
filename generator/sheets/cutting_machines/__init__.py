"""Cutting machines, a YAML file each: the marks one looks for, and the files it takes."""
