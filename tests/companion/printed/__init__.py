"""The worked examples of the rules sheets, held to the referee."""
