"""What cannot be improved: 1 - 1/e for the weighted player, and the corner of a simplex."""
