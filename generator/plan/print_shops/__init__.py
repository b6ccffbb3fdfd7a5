"""Print shops, a YAML file each: what a shop takes, and where that was read."""
