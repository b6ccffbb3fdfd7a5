"""Work in other processes: pools, a cluster, a sandbox for one task."""
