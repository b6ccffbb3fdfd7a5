"""Seven Circles by `companion.contract`, beside the game that serves the surfaces until they all speak the contract."""
