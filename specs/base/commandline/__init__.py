"""The command line of both programs: commands, and what Typer says, in the language spoken."""
