"""Files for print shops."""
