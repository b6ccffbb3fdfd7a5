"""The lowest floor: streams, terminals, files, folders, other processes, seeds and faults with their places. It knows
nothing of printing or playing."""
