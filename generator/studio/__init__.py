"""Every distinct face of a spec on a page of this machine, redrawn at every save."""
