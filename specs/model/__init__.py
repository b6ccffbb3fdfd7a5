"""What a spec says, as frozen typed values."""
