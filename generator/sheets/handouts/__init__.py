"""The pages beside the pieces: what a seed deals, layouts, the calibration page, a contact sheet."""
