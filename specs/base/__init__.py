"""The ground floor, which every room stands on: streams, terminals, files, folders, other processes, seeds, what is
wrong and where. It knows nothing of what is printed or played.
"""
