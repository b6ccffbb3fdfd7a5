"""Work in other processes: a pool on this machine, or a cluster."""
