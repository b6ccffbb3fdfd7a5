"""Faces on paper: which ones share a sheet, where they lie, their marks and cuts, and the backs behind them."""
