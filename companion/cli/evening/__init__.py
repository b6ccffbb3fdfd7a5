"""After the game and around it: results, reviews, lists, statistics."""
