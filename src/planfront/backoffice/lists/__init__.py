"""What every list and form of the back office shares."""
