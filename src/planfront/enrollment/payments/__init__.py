"""How a member pays for what was enrolled in, and the change of it."""
