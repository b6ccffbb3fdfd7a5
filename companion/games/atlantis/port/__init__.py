"""Atlantis by the contract of `companion.contract.rules`; it replaces the facets beside it once they agree."""
