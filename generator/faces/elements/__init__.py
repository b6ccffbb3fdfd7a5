"""From a spec's elements to nodes of a scene."""
