"""Print shops, a YAML file each: what a shop accepts, and the source for it."""
