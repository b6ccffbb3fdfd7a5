"""Command lines: reading them, their help, and what is wrong with one."""
