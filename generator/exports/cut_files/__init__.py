"""Files for cutting machines and lasers."""
