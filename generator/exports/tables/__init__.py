"""Files for virtual tables."""
