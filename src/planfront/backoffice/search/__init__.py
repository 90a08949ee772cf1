"""One search over everything that staff may see: people, policies, enrollments, numbers, codes, pages, mail."""
