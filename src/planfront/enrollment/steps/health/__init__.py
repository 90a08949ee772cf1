"""Health Questions about the applicant, and the form of these questions for everyone who is covered."""
