"""Employer Information: where the applicant works, and on what terms."""
