"""The ground floor: what every room stands on, and nothing of what is printed or played."""
