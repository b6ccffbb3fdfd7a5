"""Faces on paper: which lie together, where, with which marks and cuts, and the backs behind them."""
