"""Seven Circles, the game called Atlantis that was never published, following `companion.contract.rules`."""
