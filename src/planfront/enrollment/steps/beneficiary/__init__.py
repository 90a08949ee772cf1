"""Beneficiary Information: who receives the benefit of a life plan."""
