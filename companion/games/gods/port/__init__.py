"""Island of Gods by the contract of `companion.contract.rules`."""
