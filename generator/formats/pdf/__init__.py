"""Pages to PDF."""
