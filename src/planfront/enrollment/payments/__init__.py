"""The payments of a member's enrollments, and the change of how they are made."""
