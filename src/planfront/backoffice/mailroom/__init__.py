"""Letters: as they were sent, their words, and files for the printer."""
