"""Sizes and outlines that the trade or geometry gives: trim sizes, nets, boxes, hexes. mm."""
