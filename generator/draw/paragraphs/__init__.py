"""Text to lines and boxes."""
