"""What is wrong with a spec: names, pages, setup, table."""
