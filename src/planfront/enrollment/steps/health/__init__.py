"""Health Questions about the applicant, and the form of these questions for everybody who is covered."""
