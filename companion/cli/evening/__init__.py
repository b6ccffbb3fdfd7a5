"""Commands around the game and after it: results, reviews, lists, statistics."""
