"""The command line of both programs: commands, and Typer's own texts translated."""
