"""What the store is made of: pinned packages of both sides, their licences, known weaknesses, a bill of materials."""
