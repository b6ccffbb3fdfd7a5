"""The free table: any spec, played by hand. It knows what is physically possible, and of the rules what `table:` says."""
