"""Seven Circles, the game called Atlantis that was never published, by the contract of `companion.contract.rules`."""
