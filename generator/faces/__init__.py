"""A piece's front and back as scenes: a spec's elements with its fields, icons and pictures filled in."""
