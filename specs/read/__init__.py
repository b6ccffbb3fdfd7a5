"""From YAML and data tables to the model."""
