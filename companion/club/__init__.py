"""A club's history: when and where games were played, who won, how long players thought."""
