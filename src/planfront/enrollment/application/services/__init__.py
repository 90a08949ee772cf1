"""What can be done to an application as it is filled in."""
