"""What a table needs of a spec to play it."""
