"""Every distinct face of a spec on a page of this machine, drawn again whenever what it is made of is saved."""
