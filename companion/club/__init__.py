"""What a club remembers of its games: when and where they were played, who won what, how long they thought."""
