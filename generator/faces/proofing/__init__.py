"""What a home printer or a knife would spoil."""
