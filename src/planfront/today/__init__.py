"""The work that waits for a rep, a group administrator or a member: one ranked list of what every room declares."""
