"""The pages of one dealt setup."""
