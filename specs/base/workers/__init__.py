"""Work in other processes: a pool on this machine, a cluster beyond it."""
