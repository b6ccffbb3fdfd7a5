"""Writes pages to PDF."""
