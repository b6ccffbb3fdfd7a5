"""Spec elements to scene nodes."""
