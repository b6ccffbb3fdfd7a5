"""A spec as frozen, typed values."""
