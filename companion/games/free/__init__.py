"""The free table: any spec, played by hand, with what is physically possible and the rules that `play:` says."""
