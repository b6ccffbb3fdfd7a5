"""Text set in lines and boxes."""
