"""YAML and tables of data to the model."""
