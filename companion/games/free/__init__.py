"""The free table: any spec, played by hand, limited by what is physically possible and by the rules in `play:`."""
