"""From a request to a folder that is replaced as a whole."""
