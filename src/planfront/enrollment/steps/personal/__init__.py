"""Personal Information: who applies."""
